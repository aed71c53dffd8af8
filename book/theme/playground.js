/* A scenario that is written in the page. The engine says what is wrong with it, what may stand at the cursor and what its
   hand is; here it is put beside the text, and keys and presses become text. */
import { pageAddress } from './book/address.js';
import { openAddress } from './playground/address.js';
import { askAboutText, followCursor, keepText, lang, lookAtCursor, textHasChanged } from './playground/check.js';
import { closeList, handleListKey, placeList, takeItem } from './playground/list.js';
import { createDesk, replaceText } from './playground/state.js';
import { copyAndTell } from './tools/clipboard.js';
import { downloadText } from './tools/elements.js';

/** @typedef {import('./playground/state.js').Desk} Desk */

/**
 * @param {Desk} desk
 * @param {any} event
 */
function handleInput(desk, { inputType, data }) {
    desk.isWritten = true;
    textHasChanged(desk, /^insert(Text|Composition)/.test(inputType) && data && data.length < 3);
}

/**
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
function handleKey(desk, event) {
    const asksForList = event.key === ' ' && event.ctrlKey && !event.altKey && !event.metaKey;
    if (asksForList) {
        lookAtCursor(desk, true, true);
    }
    if (asksForList || handleListKey(desk, event)) {
        event.preventDefault();
    }
}

/** @param {Desk} desk */
function showPlace(desk) {
    followCursor(desk);
    lookAtCursor(desk);
}

/** @param {Desk} desk */
function listenToText(desk) {
    const { text, list } = desk;
    text.addEventListener('input', event => handleInput(desk, event));
    text.addEventListener('scroll', () => {
        desk.lines.scrollTop = text.scrollTop;
        if (desk.items) {
            placeList(desk);
        }
    });
    text.addEventListener('blur', () => closeList(desk));
    text.addEventListener('keydown', event => handleKey(desk, event));
    text.addEventListener('keyup', ({ key }) => {
        if (/^(Arrow|Home|End|Page)/.test(key) && !desk.items) {
            showPlace(desk);
        }
    });
    text.addEventListener('click', () => showPlace(desk));
    list.addEventListener('pointerdown', event => {
        const row = event.target.closest('li');
        if (row) {
            event.preventDefault();
            takeItem(desk, [...list.children].indexOf(row));
        }
    });
}

/**
 * Shows the text or the hand, where a narrow screen shows one of them.
 * @param {Desk} desk
 * @param {any} button
 */
function showSide({ find }, { dataset: { do: side } }) {
    if (!side) {
        return;
    }
    find('.playground-desk').classList.toggle('shows-hand', side === 'hand');
    for (const button of find('.playground-switch').children) {
        button.ariaPressed = String(button.dataset.do === side);
    }
}

/** @param {string} text */
function fileName(text) {
    const [, title] = /^# (.+)/m.exec(text) || ['', 'hand'];
    return `${title.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join('-') || 'hand'}.md`;
}

/**
 * Writes a hand that was dealt, for the reader to go on with.
 * @param {Desk} desk
 */
async function dealHand(desk) {
    const { text } = desk;
    /** @type {HTMLSelectElement} */
    const edition = desk.root.querySelector('[name=edition]');
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const begun = await askAboutText(desk, { beginning: { edition: edition.value, seed, lang } });
    if (begun) {
        replaceText(desk, 0, text.value.length, begun.text);
        text.setSelectionRange(2, begun.text.indexOf('\n'));
        text.scrollTop = 0;
    }
}

/** @param {HTMLElement} root */
function beginPlayground(root) {
    const desk = createDesk(root);
    const { find, text } = desk;
    listenToText(desk);
    find('.playground-switch').addEventListener('click', ({ target }) => showSide(desk, target));
    desk.buttons.addEventListener('click', ({ target }) => {
        if (target.closest('[data-do=copy]')) {
            copyAndTell(pageAddress(), desk.says, 'Link copied.');
        } else if (target.closest('[data-do=save]')) {
            downloadText(fileName(text.value), text.value);
        }
    });
    /* A press and not the form's own way, which a page in a sandbox does not have. */
    find('form button')?.addEventListener('click', event => {
        event.preventDefault();
        dealHand(desk);
    });
    addEventListener('hashchange', () => openAddress(desk));
    /* A reader may leave before the text has been checked. */
    addEventListener('pagehide', () => keepText(desk));
    find('.play-none').hidden = true;
    find('.playground-desk').hidden = false;
    openAddress(desk);
}

/* A book that was made without the engine says so. */
document.querySelectorAll('.playground[data-engine$=js]').forEach(beginPlayground);
