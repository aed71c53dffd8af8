/* A dialog of a hand. */
import { createButton, createElement } from '../tools/elements.js';

/**
 * Opens a dialog of a hand with a title, its parts, and a button that closes it. A closed dialog is removed.
 * @param {HTMLElement} hand
 * @param {string} title
 * @param {Element[]} parts
 */
export function openDialog(hand, title, ...parts) {
    const dialog = createElement('dialog', '', { className: 'hand-dialog', ariaLabel: title });
    dialog.append(createElement('h2', title), ...parts, createButton('Close', () => dialog.close()));
    dialog.addEventListener('close', () => dialog.remove());
    /* What is pressed beside it closes it. */
    dialog.addEventListener('click', ({ target }) => {
        if (target === dialog) {
            dialog.close();
        }
    });
    /* Its keys are not those of the hand. */
    dialog.addEventListener('keydown', event => event.stopPropagation());
    hand.append(dialog);
    dialog.showModal();
}
