/* Where the reader is in the lessons. */
import { readValue } from '../boot/storage.js';
import { isRecord, writeValue } from './storage.js';

const PLACE = 'mouche-place';

/**
 * A place in a lesson: its address from the root of the book, the title of the lesson, and what the reader does there.
 * @typedef {object} Place
 * @property {string} address
 * @property {string} title
 * @property {string} doing
 */

/**
 * Keeps a place; null removes what is kept.
 * @param {Place | null} place
 */
export function keepPlace(place) {
    writeValue(PLACE, place);
}

/**
 * Returns a value that is a place; null for any other.
 * @param {any} value
 * @returns {Place | null}
 */
export function asPlace(value) {
    const isPlace = isRecord(value) && [value.address, value.title, value.doing].every(text => typeof text === 'string');
    return isPlace && /^[\w-][\w./%-]*\.html(#[\w%.-]*)?$/.test(value.address) ? value : null;
}

/** Returns the place that was kept; null if there is none. */
export function readPlace() {
    return asPlace(readValue(PLACE));
}
