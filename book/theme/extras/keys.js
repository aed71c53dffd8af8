/* The keys of a hand, in a dialog. */
import { createElement } from '../tools/elements.js';
import { openDialog } from './dialog.js';

/** @type {[keys: string, action: string][]} */
const STEP_KEYS = [
    ['← →', 'one step back or on'],
    ['Shift with ← →, or [ ], or , .', 'from trick to trick'],
    ['Home, End', 'to the first or the last step'],
    ['?', 'lists the keys'],
    ['/', 'opens the search'],
];

/** @type {[keys: string, action: string][]} */
const HAND_KEYS = [['Space', 'plays and pauses'], ...STEP_KEYS];

/**
 * Lists the keys of a hand, or of a table at which the reader plays.
 * @param {HTMLElement} hand
 */
export function showKeys(hand) {
    const list = createElement('dl');
    for (const [key, action] of hand.matches('.play-hand') ? STEP_KEYS : HAND_KEYS) {
        list.append(createElement('dt', key), createElement('dd', action));
    }
    openDialog(hand, 'Keys', list);
}
