/* The deal of a lesson. It stands in no address: what was said at it is kept, for a reader who opens the page again. */
import { createButton } from '../tools/elements.js';
import { isRecord, readEntries, writeValue } from '../tools/storage.js';
import { isTexts } from '../tools/progress.js';
import { sit } from './session.js';

/** @typedef {import('./state.js').Play} Play */

const DEALS = 'mouche-deals';

/** @param {HTMLElement} root */
function dealName({ id }) {
    return `${document.body.dataset.lessonId}#${id}`;
}

/** @param {any} entry */
function isBegunDeal(entry) {
    return isRecord(entry) && Number.isSafeInteger(entry.seed) && isTexts(entry.words);
}

/** @returns {Record<string, Pick<TableRequest, 'seed' | 'words'>>} */
function readDeals() {
    return readEntries(DEALS, isBegunDeal);
}

/**
 * @param {HTMLElement} root
 * @param {TableRequest} table
 */
export function keepDeal(root, { seed, words }) {
    writeValue(DEALS, { ...readDeals(), [dealName(root)]: { seed, words } });
}

/**
 * Returns the table of a deal that stands in a lesson.
 * @param {HTMLElement} root
 * @returns {TableRequest}
 */
function readLessonTable({ dataset: { table, text } }) {
    const parameters = new URLSearchParams(table);
    const [players, seed, seat] = ['players', 'seed', 'seat'].map(name => Number(parameters.get(name)));
    /** @type {TableRequest} */
    const deal = text
        ? { begun: { text, step: parameters.get('step'), edition: 0 } }
        : { edition: parameters.get('edition'), options: [], players, drill: parameters.get('drill') };
    return { ...deal, seat, seed, verdicts: true, words: [] };
}

/** @param {Play} play */
export function sitAtDeal(play) {
    sit(play, readLessonTable(play.root));
}

/**
 * Offers a reader the deal that they began here before.
 * @param {Play} play
 */
export function offerKeptDeal(play) {
    const kept = readDeals()[dealName(play.root)];
    if (kept?.words.length) {
        const { seed, words } = kept;
        const resume = createButton('Go on with this deal', () => sit(play, { ...readLessonTable(play.root), seed, words }));
        resume.className = 'play-go-on';
        play.form.append(resume);
    }
}
