/* Where the reader is in the lessons, for one who comes back to the front page. */
import { readValue } from '../boot/storage.js';
import { readProgress } from '../tools/progress.js';
import { dueQuestions } from '../tools/returns.js';
import { isRecord, writeValue } from '../tools/storage.js';

const PLACE = 'mouche-place';
const LAST_TABLE = 'mouche-play';

/**
 * A place in a lesson: its address from the root of the book, the title of the lesson, and what the reader does there.
 * @typedef {object} Place
 * @property {string} address
 * @property {string} title
 * @property {string} doing
 */

/** @param {Place} place */
export function keepPlace(place) {
    writeValue(PLACE, place);
}

/**
 * Returns the place that was kept; null if there is none.
 * @returns {Place | null}
 */
function readPlace() {
    const place = readValue(PLACE);
    const isRight = isRecord(place) && [place.address, place.title, place.doing].every(text => typeof text === 'string');
    return isRight && /^[\w-][\w./%-]*\.html(#[\w%.-]*)?$/.test(place.address) ? place : null;
}

/**
 * @param {string} words
 * @param {string} address
 */
function createLink(words, address) {
    const link = document.createElement('a');
    link.textContent = words;
    link.href = document.body.dataset.root + address;
    return link;
}

/** Returns a sentence that says where the reader was, with links that lead on; null for a reader who is new. */
export function createWelcome() {
    const place = readPlace();
    const table = readValue(LAST_TABLE);
    const hasTable = typeof table?.address === 'string' && table.address.startsWith('#') && table.moves > 0 && !table.isOver;
    const due = dueQuestions(readProgress()).length;
    if (!place && !hasTable && !due) {
        return null;
    }
    const welcome = document.createElement('p');
    welcome.className = 'front-back';
    welcome.append('Welcome back. ');
    if (place) {
        welcome.append('Go on with ', createLink(place.title.slice(0, 60), place.address), `: ${place.doing.slice(0, 40)}. `);
    }
    if (hasTable) {
        welcome.append('Your table waits: ', createLink('go on with your deal', 'play.html'), '. ');
    }
    if (due) {
        welcome.append(createLink(due === 1 ? 'One question comes back today' : `${due} questions come back today`, 'learn/learn.html'), '.');
    }
    return welcome;
}
