/* The text that an address holds, and the one that was written here last. */
import { readValue } from '../boot/storage.js';
import { createButton, createElement } from '../tools/elements.js';
import { readParameters, unpackText } from '../tools/packing.js';
import { LAST_TEXT, textHasChanged } from './check.js';
import { countLines } from './state.js';

/** @typedef {import('./state.js').Desk} Desk */

const UNREADABLE = 'This address contains no readable text. It was cut off or changed. Copy the whole link again.';

/**
 * @param {Desk} desk
 * @param {string} words
 */
function takeText(desk, words) {
    desk.text.value = words;
    desk.text.setSelectionRange(0, 0);
    textHasChanged(desk);
}

/**
 * @param {Desk} desk
 * @param {string} words
 */
function showWarning({ find, says }, words) {
    let warning = find('.playground-warning');
    if (!warning) {
        warning = createElement('p', '', { className: 'playground-warning', role: 'status' });
        says.before(warning);
    }
    warning.textContent = words;
    return warning;
}

/**
 * Shows the text that the address holds.
 * @param {Desk} desk
 */
export async function openAddress(desk) {
    if (location.hash === desk.ownHash) {
        return;
    }
    const packed = readParameters(location.hash).get('text');
    desk.find('.playground-warning')?.remove();
    if (!packed) {
        if (location.hash.length > 1) {
            showWarning(desk, UNREADABLE);
        }
        offerLastText(desk);
        return;
    }
    try {
        const { text, isWhole } = await unpackText(packed);
        if (!text) {
            showWarning(desk, UNREADABLE);
            return;
        }
        if (!isWhole) {
            const count = countLines(text);
            showWarning(desk, `The end of this text is missing: ${count === 1 ? '1 line is' : `${count} lines are`} left.`);
        }
        takeText(desk, text);
    } catch (error) {
        showWarning(desk, error.message);
    }
}

/**
 * Offers a reader who comes without a text the one that was written here last.
 * @param {Desk} desk
 */
function offerLastText(desk) {
    const { text } = desk;
    const kept = readValue(LAST_TEXT);
    if (typeof kept !== 'string' || !kept || text.value) {
        return;
    }
    const title = (/^# (.{1,60})/m.exec(kept) || ['', 'a text'])[1];
    const warning = showWarning(desk, `${desk.find('.playground-warning')?.textContent || ''} You wrote “${title}” here. `.trim());
    warning.append(' ', createButton('Open it', () => {
        warning.remove();
        takeText(desk, kept);
        text.focus();
    }));
}
