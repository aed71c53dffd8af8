/* The modules in `tools/`, for scripts that are fetched when they are needed. Hands need it as soon as a page is read. */
import { restoreHand } from './tools/restore.js';
import { completeWhenOpened } from './tools/siblings.js';

document.querySelectorAll('.hand.is-ready').forEach(restoreHand);
document.querySelectorAll('.contents-rest').forEach(completeWhenOpened);
