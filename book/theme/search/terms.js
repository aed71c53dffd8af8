/* The terms of a query: words and phrases, each with others that mean the same. */
import { searchIndex } from './entries.js';
import { foldWords, stemsOf, stemWord } from './words.js';

/**
 * A part of a query: the words that a reader wrote, their stems, other words that mean the same, and a key that is one for all of them.
 * @typedef {{ words: string[], written: string[], same: string[][], key: string }} Term
 */

/**
 * A phrase that means the same as others, with the key of its group.
 * @typedef {{ phrase: string[], others: string[][], key: string }} Phrase
 */

const ignored = new Set(stemsOf(searchIndex.ignored.join(' ')));

/** Each phrase that means the same as others, with its group, by its first stem; the longest first. */
const phrases = groupPhrases();

/** @returns {Map<string, Phrase[]>} */
function groupPhrases() {
    /** @type {Map<string, Phrase[]>} */
    const found = new Map();
    searchIndex.same.forEach((group, number) => {
        const stems = group.map(meaningfulStems);
        for (const phrase of stems) {
            const others = stems.filter(other => other.join(' ') !== phrase.join(' '));
            found.set(phrase[0], [...found.get(phrase[0]) || [], { phrase, others, key: `=${number}` }]);
        }
    });
    for (const group of found.values()) {
        group.sort((a, b) => b.phrase.length - a.phrase.length);
    }
    return found;
}

/** @param {string} stem */
export function isIgnoredStem(stem) {
    return ignored.has(stem) || stem.length === 1 && !/\p{N}/u.test(stem);
}

/**
 * The words of a text without those that have no meaning of their own; all words if it has no others.
 * @param {string} text
 */
function meaningfulWords(text) {
    const words = foldWords(text);
    const meaningful = words.filter(word => !isIgnoredStem(stemWord(word)));
    return meaningful.length ? meaningful : words;
}

/**
 * The stems of the words of a text that have a meaning of their own.
 * @param {string} text
 */
export function meaningfulStems(text) {
    return meaningfulWords(text).map(stemWord);
}

/**
 * Splits a query into terms. Phrases that mean the same as others are one term; words without a meaning of their own are left out.
 * @param {string} query
 * @returns {Term[]}
 */
export function readTerms(query) {
    const words = meaningfulWords(query);
    const stems = words.map(stemWord);
    const terms = [];
    for (let at = 0; at < stems.length;) {
        const found = phrasesAt(stems, at);
        const length = found.length ? found[0].phrase.length : 1;
        const written = stems.slice(at, at + length);
        const same = found.filter(({ phrase }) => phrase.length === length).flatMap(each => each.others);
        terms.push({ words: words.slice(at, at + length), written, same, key: found.length ? found[0].key : written.join(' ') });
        at += length;
    }
    return terms;
}

/**
 * The phrases that stand at a place among some stems, the longest first.
 * @param {string[]} stems
 * @param {number} at
 */
function phrasesAt(stems, at) {
    const known = phrases.get(stems[at]) || [];
    return known.filter(({ phrase }) => phrase.every((stem, place) => stems[at + place] === stem));
}

/**
 * The keys of the terms of a text.
 * @param {string} text
 */
export function keysOf(text) {
    return new Set(readTerms(text).map(({ key }) => key));
}
