/* The editions that a query names, or means by a word of their own. */
import { entries, postings, searchIndex } from './entries.js';
import { isNear, stemsOf } from './words.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').Place} Place */
/** @typedef {import('./terms.js').Term} Term */

/**
 * A word is a game's own if so many of its clauses have it, and they are this share of all clauses that have it. A word of the glossary
 * needs one clause.
 */
const CLAUSES_WITH_OWN_WORD = 3;
const SHARE_OF_OWN_WORD = 0.8;

/** The pages that print the rules of an edition. */
export const wholePages = entries.filter(({ ownPlace }) => ownPlace);

export const allPlaces = wholePages.map(({ ownPlace }) => ownPlace);

/** What readers ask of clauses, and the words of the glossary. Among them are names of games that are also names of things. */
export const askedWords = new Set(searchIndex.asked.filter(([, anchors]) => anchors.length).flatMap(([phrases]) => phrases.map(phrase => stemsOf(phrase).join(' '))));

/**
 * Returns whether a term names one of some places.
 * @param {Term} term
 * @param {Place[]} places
 */
export function namesPlace({ written }, places) {
    const phrase = written.join(' ');
    return places.some(({ stems, names }) => written.every(stem => stems.has(correctName(stem))) || names.includes(phrase));
}

/**
 * Returns whether a term is only the name of a game or of an edition.
 * @param {Term} term
 */
export function isName(term) {
    return namesPlace(term, allPlaces) && !askedWords.has(term.written.join(' '));
}

/** The words in the names of all editions. */
const stemsOfNames = new Set(wholePages.flatMap(({ ownPlace }) => [...ownPlace.stems]));

/**
 * Returns a stem, or the word in the name of an edition that it means with a typing error.
 * @param {string} stem
 */
function correctName(stem) {
    if (postings.has(stem) || stem.length < 5) {
        return stem;
    }
    return [...stemsOfNames].find(name => isNear(stem, name, stem.length > 7 ? 2 : 1)) || stem;
}

/**
 * Returns whether a term names one of some places, or is a word that few others have.
 * @param {Term} term
 * @param {Place[]} places
 */
export function meansPlace(term, places) {
    const phrase = term.written.join(' ');
    return namesPlace(term, places) || places.some(({ words }) => words.includes(phrase));
}

/**
 * The editions that a query names; if it names none, those that a word of it means.
 * @param {Term[]} terms
 */
export function findMeantPlaces(terms) {
    const named = allPlaces.filter(place => terms.some(term => namesPlace(term, [place])));
    if (named.length) {
        return named;
    }
    /* A translation of a common word means only the editions whose clauses say it. */
    const meant = allPlaces.filter(place => terms.some(term => meansPlace(term, [place]) && (!term.same.length || isSaidIn(term, place))));
    return meant.length ? meant : findPlacesByWord(terms);
}

/** The clauses that have a word, by its stem. */
export const clausesOfWords = collectClausesOfWords();

/** @returns {Map<string, Entry[]>} */
function collectClausesOfWords() {
    const found = new Map();
    for (const entry of entries.filter(({ isClause }) => isClause)) {
        for (const stem of new Set(stemsOf(entry.excerpt))) {
            found.set(stem, [...found.get(stem) || [], entry]);
        }
    }
    return found;
}

/**
 * Returns whether the words of a term stand in a clause of an edition.
 * @param {Term} term
 * @param {Place} place
 */
function isSaidIn({ written }, { pageNumber }) {
    const clauses = clausesOfWords.get(written.join(' ')) || [];
    return clauses.some(entry => entry.places.some(each => each.pageNumber === pageNumber));
}

/**
 * The editions that have a word of their game's own in a query.
 * @param {Term[]} terms
 */
function findPlacesByWord(terms) {
    return allPlaces.filter(place => terms.some(term => {
        const word = term.written.join(' ');
        const all = clausesOfWords.get(word) || [];
        const own = all.filter(({ game }) => game === place.game).length;
        const least = askedWords.has(word) ? 1 : CLAUSES_WITH_OWN_WORD;
        return own >= least && own >= all.length * SHARE_OF_OWN_WORD && isSaidIn(term, place);
    }));
}
