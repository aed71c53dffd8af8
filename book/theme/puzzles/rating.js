/* The reader's rating at the puzzles of each game, as this browser keeps it: the rating, and the number of puzzles answered. */
import { readEntries, writeValue } from '../tools/storage.js';

const STORE = 'mouche-puzzles';
/* The rating of a reader who has answered nothing yet, and of one who guesses: of two answers every other guess is right. */
const FIRST = 1000;
const OF_GUESSING = 800;
/* An answer changes the rating by at most so much: more at the beginning. */
const LARGEST_CHANGES = [40, 20];
const BEGINNING = 20;

/** @param {any} entry */
function isRating(entry) {
    return Array.isArray(entry) && entry.length === 2 && entry.every(Number.isSafeInteger) && entry[1] > 0;
}

/**
 * Returns the rating at the puzzles of a game, and the number of puzzles that were answered.
 * @param {string} game
 * @returns {[rating: number, count: number]}
 */
export function readRating(game) {
    const ratings = readEntries(STORE, isRating);
    return Object.hasOwn(ratings, game) ? ratings[game] : [FIRST, 0];
}

/**
 * Changes the rating by an answer. A right answer adds more the lower the rating was. Returns false if this browser keeps nothing.
 * @param {string} game
 * @param {boolean} isRight
 */
export function rateAnswer(game, isRight) {
    const [rating, count] = readRating(game);
    const expected = 1 / (1 + 10 ** ((OF_GUESSING - rating) / 400));
    const change = LARGEST_CHANGES[Number(count >= BEGINNING)] * (Number(isRight) - expected);
    return writeValue(STORE, { ...readEntries(STORE, isRating), [game]: [Math.round(rating + change), count + 1] });
}

/**
 * Says what the rating of a game is, and how it changed since another one.
 * @param {string} game
 * @param {number} [before]
 */
export function describeRating(game, before) {
    const [rating, count] = readRating(game);
    const change = rating - before;
    const since = before === undefined ? '' : ` (${change < 0 ? '−' : '+'}${Math.abs(change)})`;
    return count ? `Your rating: ${rating.toLocaleString('en')}${since}. Puzzles so far: ${count}.` : '';
}
