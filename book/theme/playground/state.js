/* What is known of a text that is being written, and how it is changed. */

/** @typedef {ReturnType<typeof createDesk>} Desk */

/**
 * Returns the elements of the playground, and what is known before anything is written.
 * @param {HTMLElement} root
 */
export function createDesk(root) {
    /** @type {(selector: string) => HTMLElement} */
    const find = selector => root.querySelector(selector);
    return {
        root,
        find,
        text: root.querySelector('textarea'),
        lines: find('.playground-lines'),
        list: find('[role=listbox]'),
        says: find('.playground-says'),
        buttons: find('.playground-deeds'),
        beside: find('.playground-hand'),
        /** @type {ScenarioCheckForPage} */
        answer: null,
        /**
         * What may be written at the cursor, while the list is shown.
         * @type {ListItem[]}
         */
        items: null,
        /* Which of the list is chosen; -1 if none is. */
        chosen: -1,
        /** @type {string | null} */
        ownHash: null,
        hasAnswered: false,
        /* Whether the reader has written something here. */
        isWritten: false,
    };
}

/** @typedef {Item & { from: number, to: number }} ListItem */

/** @param {string} text */
export function countLines(text) {
    let count = 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        count += 1;
    }
    return count;
}

/**
 * Returns the height of a line in pixels.
 * @param {Desk} desk
 */
export function lineHeight({ text }) {
    return parseFloat(getComputedStyle(text).lineHeight);
}

/**
 * Writes as if it had been typed, so that it can be undone.
 * @param {Desk} desk
 * @param {number} from
 * @param {number} to
 * @param {string} words
 */
export function replaceText({ text }, from, to, words) {
    text.focus();
    text.setSelectionRange(from, to);
    if (!document.execCommand('insertText', false, words)) {
        text.setRangeText(words, from, to, 'end');
        text.dispatchEvent(new Event('input'));
    }
}
