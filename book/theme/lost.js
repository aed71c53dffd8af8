/* The search box of the page for addresses that do not exist. */
import { createElement } from './tools/elements.js';

const form = document.querySelector('.lost-search');
const field = createElement('input', '', { type: 'search', ariaLabel: 'Search this book', placeholder: 'Search this book' });

form.append(field, createElement('button', 'Search'));
form.addEventListener('submit', event => {
    event.preventDefault();
    window.mouche.openSearch(field.value);
});
