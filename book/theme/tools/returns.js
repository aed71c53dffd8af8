/* Questions that come back: after 1, 3, 7 and 21 days. What is kept of a lesson has for each question how often it was right in
   succession, and the day on which it comes back. A round is a few of them, one after the other. */
import { readValue } from '../boot/storage.js';
import { isTexts } from './progress.js';
import { isRecord, writeValue } from './storage.js';

const DAYS = [1, 3, 7, 21];
const ROUND = 'mouche-round';
const ADDRESS = /^[\w-][\w./%-]*\.html(#[\w%.-]*)?$/;

/**
 * @typedef {object} Round
 * @property {string[]} queue The addresses of the questions that are left.
 * @property {number} right
 * @property {number} of
 * @property {string} home The page to which it returns.
 */

/** Returns the number of today, in days of the reader's own clock. */
function today() {
    const now = new Date();
    return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);
}

/**
 * Returns when a question comes back after an answer: how often it was right in succession, and the day.
 * @param {[number, number] | undefined} before
 * @param {boolean} isRight
 * @returns {[number, number]}
 */
export function nextReturn(before, isRight) {
    const times = isRight ? Math.min((before?.[0] ?? 0) + 1, DAYS.length - 1) : 0;
    return [times, today() + DAYS[times]];
}

/**
 * Returns the addresses of the questions that come back today, the longest waiting first.
 * @param {Progress} progress
 */
export function dueQuestions(progress) {
    const day = today();
    return Object.entries(progress)
        .flatMap(([lesson, { due = {} }]) => Object.entries(due).map(([id, [, on]]) => ({ address: `${lesson}.html#${encodeURIComponent(id)}`, on })))
        .filter(({ address, on }) => on <= day && ADDRESS.test(address))
        .sort((a, b) => a.on - b.on)
        .map(({ address }) => address);
}

/**
 * Returns the round that was begun; null if there is none.
 * @returns {Round | null}
 */
export function readRound() {
    const round = readValue(ROUND);
    const isRound = isRecord(round) && isTexts(round.queue) && [...round.queue, String(round.home)].every(address => ADDRESS.test(address))
        && [round.right, round.of].every(Number.isSafeInteger);
    return isRound ? round : null;
}

/** @param {Round | null} round */
export function writeRound(round) {
    writeValue(ROUND, round);
}
