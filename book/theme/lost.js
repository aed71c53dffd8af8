/* The search box of the page for addresses that do not exist. */
import { addSearchBox } from './tools/search_box.js';

addSearchBox(document.querySelector('.lost-search'));
