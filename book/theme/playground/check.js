/* What is written goes to the engine, and what the engine says of it stands beside the text. */
import { replaceHash } from '../book/address.js';
import { offerRetry } from '../book/loading.js';
import { InterruptedError, askEngine, loadingWords } from '../client.js';
import { beginHand } from '../hand.js';
import { createElement } from '../tools/elements.js';
import { packText } from '../tools/packing.js';
import { writeValue } from '../tools/storage.js';
import { closeList, offerItems } from './list.js';
import { createMessage, createOffer, statusWords } from './messages.js';
import { countLines } from './state.js';

/** @typedef {import('./state.js').Desk} Desk */

export const LAST_TEXT = 'mouche-playground';
const MOST_CHARACTERS = 1_000_000;
/* A text that does not say its language is in that of the book. */
export const lang = document.documentElement.lang;
let timer = 0;
/* How often it was asked what stands at the cursor: only the last answer counts. */
let lookups = 0;

/**
 * Asks the engine. Returns null, and says why, if it does not answer.
 * @template {PageRequest} Q
 * @param {Desk} desk
 * @param {Q} question
 * @returns {Promise<AnswerTo<Q> | null>}
 */
export async function askAboutText(desk, question) {
    const { dataset } = desk.root;
    if (!desk.hasAnswered) {
        desk.says.textContent = loadingWords(dataset.engineSize);
    }
    try {
        const answer = await askEngine(dataset.engine, question);
        desk.hasAnswered = true;
        return answer.failed ? null : answer;
    } catch (error) {
        desk.hasAnswered = false;
        if (!(error instanceof InterruptedError)) {
            offerRetry(desk.says, error.message, () => checkText(desk));
        }
        return null;
    }
}

/**
 * Shows what stands at the cursor, and what may.
 * @param {Desk} desk
 * @param {boolean} [offers]
 * @param {boolean} [isAsked]
 */
export async function lookAtCursor(desk, offers, isAsked) {
    const { text } = desk;
    const own = lookups += 1;
    const cursor = text.selectionEnd;
    const answer = await askAboutText(desk, { at: { text: text.value, at: cursor, lang } });
    if (!answer || own !== lookups || cursor !== text.selectionEnd) {
        return;
    }
    desk.find('.playground-here').innerHTML = answer.says || '';
    if (offers) {
        offerItems(desk, answer, isAsked);
    } else {
        closeList(desk);
    }
}

/**
 * Shows the step of the hand whose line holds the cursor.
 * @param {Desk} desk
 */
export function followCursor({ beside, answer, text }) {
    const hand = beside.firstElementChild;
    const step = answer?.steps.filter(([, from]) => from <= text.selectionEnd).pop();
    if (!hand || !step) {
        return;
    }
    const index = [...hand.querySelectorAll('.hand-step')].findIndex(({ id }) => id === step[0]);
    if (index >= 0 && !hand.querySelector('.hand-step.is-now').id.endsWith(step[0])) {
        hand.dispatchEvent(new CustomEvent('hand-go', { detail: [index, true] }));
    }
}

/**
 * Numbers the lines; those with a mistake stand out. A text of very many lines has plain numbers.
 * @param {Desk} desk
 */
function numberLines({ answer, text, lines }) {
    const wrong = new Set(answer?.messages.map(message => message.line));
    const count = countLines(text.value);
    let plain = '';
    lines.textContent = '';
    for (let line = 1; line <= count; line += 1) {
        if (wrong.has(line)) {
            lines.append(plain, createElement('b', `${line}\n`));
            plain = '';
        } else {
            plain += `${line}\n`;
        }
    }
    lines.append(plain);
    lines.scrollTop = text.scrollTop;
}

/**
 * @param {Desk} desk
 * @param {ScenarioCheckForPage} answer
 */
function showAnswer(desk, answer) {
    const { buttons, beside } = desk;
    const focus = document.activeElement;
    desk.answer = answer;
    desk.says.textContent = statusWords(answer);
    desk.find('.playground-messages').replaceChildren(...answer.messages.map(message => createMessage(desk, message)));
    buttons.querySelectorAll('.offer').forEach(old => old.remove());
    buttons.append(...answer.offers.map(offer => createOffer(desk, offer)));
    numberLines(desk);
    beside.innerHTML = answer.hand || '';
    if (answer.hand) {
        beginHand(beside.querySelector('.hand'), false);
        followCursor(desk);
    }
    if (focus !== document.body && !focus.isConnected) {
        desk.text.focus({ preventScroll: true });
    }
}

/**
 * Checks the whole text, and puts it into the address and into what the browser keeps.
 * @param {Desk} desk
 */
async function checkText(desk) {
    const { text } = desk;
    const words = text.value;
    if (words.length > MOST_CHARACTERS) {
        desk.says.textContent = 'This text is longer than 1 MB. The program reads files up to that size.';
        return;
    }
    keepText(desk);
    const hash = words ? `#text=${await packText(words)}` : '';
    if (words === text.value) {
        desk.ownHash = hash;
        replaceHash(hash);
    }
    const answer = await askAboutText(desk, { text: { text: words, lang } });
    if (answer && words === text.value) {
        showAnswer(desk, answer);
    }
}

/**
 * Keeps a text that was written here; one that an address brought does not take its place.
 * @param {Desk} desk
 */
export function keepText({ isWritten, text }) {
    if (isWritten && text.value) {
        writeValue(LAST_TEXT, text.value);
    }
}

/**
 * @param {Desk} desk
 * @param {boolean} [offers]
 */
export function textHasChanged(desk, offers) {
    const { text } = desk;
    /* Places are counted in letters that are whole. */
    const whole = text.value.normalize('NFC');
    if (whole !== text.value) {
        const place = text.value.slice(0, text.selectionEnd).normalize('NFC').length;
        text.value = whole;
        text.setSelectionRange(place, place);
    }
    numberLines(desk);
    clearTimeout(timer);
    timer = setTimeout(checkText, 250, desk);
    lookAtCursor(desk, offers);
}
