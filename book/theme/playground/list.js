/* The list of what may be written at the cursor. */
import { createElement } from '../tools/elements.js';
import { countLines, lineHeight, replaceText } from './state.js';

/** @typedef {import('./state.js').Desk} Desk */

/**
 * What keys do while the list is shown.
 * @type {Record<string, (desk: Desk) => void>}
 */
const KEYS = {
    ArrowDown: desk => chooseItem(desk, desk.chosen + 1),
    ArrowUp: desk => chooseItem(desk, desk.chosen < 0 ? desk.items.length - 1 : desk.chosen - 1),
    Escape: closeList,
    Enter: desk => takeItem(desk, desk.chosen),
    Tab: desk => takeItem(desk, desk.chosen),
};

/** @param {Desk} desk */
export function closeList(desk) {
    desk.items = null;
    desk.chosen = -1;
    desk.list.hidden = true;
    desk.text.removeAttribute('aria-activedescendant');
}

/**
 * Puts the list under its line; it does not leave the text with that line.
 * @param {Desk} desk
 */
export function placeList(desk) {
    const { text, list, items } = desk;
    const below = countLines(text.value.slice(0, items[0].from)) * lineHeight(desk) - text.scrollTop;
    list.style.insetBlockStart = `${Math.max(0, Math.min(below, text.clientHeight)) + text.offsetTop + 10}px`;
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function chooseItem(desk, at) {
    const rows = [...desk.list.children];
    const chosen = desk.chosen = (at + rows.length) % rows.length;
    rows.forEach((row, index) => { row.ariaSelected = String(index === chosen); });
    rows[chosen].scrollIntoView({ block: 'nearest' });
    desk.text.setAttribute('aria-activedescendant', rows[chosen].id);
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
export function takeItem(desk, at) {
    const { from, to, text } = desk.items[at];
    closeList(desk);
    replaceText(desk, from, to, text);
}

/**
 * @param {Item} item
 * @param {number} index
 */
function createRow(item, index) {
    const state = { className: item.is_refused ? 'refused' : '', role: 'option', ariaSelected: 'false' };
    const row = createElement('li', '', { id: `playground-item-${index}`, ...state });
    row.append(createElement('b', item.text), ' ', createElement('span', item.detail));
    return row;
}

/**
 * Lists what goes on from what is typed at the cursor.
 * @param {Desk} desk
 * @param {CursorAnswer} answer
 * @param {boolean} isAsked
 */
export function offerItems(desk, { items, from, to }, isAsked) {
    const { text, list } = desk;
    const typed = text.value.slice(from, to).toLowerCase();
    /** @type {(words: string) => boolean} */
    const goesOn = words => words.toLowerCase().startsWith(typed);
    const fitting = items.filter(item => goesOn(item.text) || `${item.text} ${item.also}`.split(' ').some(goesOn));
    closeList(desk);
    if (!fitting.length || !isAsked && fitting.every(item => item.text.toLowerCase() === typed)) {
        return;
    }
    desk.items = fitting.map(item => ({ ...item, from, to }));
    list.replaceChildren(...fitting.map(createRow));
    placeList(desk);
    list.hidden = false;
    list.scrollTop = 0;
    if (isAsked) {
        chooseItem(desk, 0);
    }
}

/**
 * Does what a key does in the list. Returns false if the key is not for the list.
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
export function handleListKey(desk, { key, shiftKey, altKey, ctrlKey, metaKey }) {
    const needsChoice = key === 'Enter' || key === 'Tab';
    if (!desk.items || !KEYS[key] || shiftKey || altKey || ctrlKey || metaKey || needsChoice && desk.chosen < 0) {
        return false;
    }
    KEYS[key](desk);
    return true;
}
