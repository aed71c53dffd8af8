/* Finds the entries that answer a query, the best first. */
import { askedPhrases, entries, groupNames, postings, rules } from './entries.js';
import { isIgnoredStem, keysOf, readTerms } from './terms.js';
import { isNear, stemsOf } from './words.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').Place} Place */
/** @typedef {import('./terms.js').Term} Term */

/**
 * An answer to a query as it is shown. A rule has an answer for each edition that is named.
 * @typedef {Place & { isAbsent: boolean, decision: string }} PlaceOfRule
 * @typedef {Entry & { score: number, answers: { label: string, excerpt: string }[], editions?: PlaceOfRule[], shownPage?: number }} Result
 */

/** How much another word, the beginning of a word and a word with a typing error count beside the word itself. */
const SAME = 0.8;
const BEGINNING = 0.6;
const TYPING_ERROR = 0.5;
/** Rules come before other groups that are not so many times better. */
const RULES_FIRST = 2.5;
/** A rule in an edition that the query names counts so much more. */
const NAMED_EDITION = 1.3;
/** A rule that the named edition lacks counts only so much. */
const OTHER_EDITION = 0.5;
/** Our main edition stands for a rule unless another answers so much better. */
const BETTER_THAN_MAIN = 1.25;

/** The pages that print the rules of an edition. */
const wholePages = entries.filter(({ ownPlace }) => ownPlace);

/** The word that may stand beside the name of an edition if its page is asked for. */
const RULE = stemsOf('rules')[0];

/** The keys of what each entry is called, and of what readers ask of it. */
const keysOfNames = entries.map(({ number, title }) => [title, ...askedPhrases[number]].map(keysOf));

/**
 * How much a stem, or the beginning of one, counts in each entry.
 * @param {string} stem
 * @param {boolean} isUnfinished
 * @returns {Map<number, number>}
 */
function weighStem(stem, isUnfinished) {
    const weights = new Map(postings.get(stem));
    if (isUnfinished || !weights.size && stem.length > 2) {
        for (const [other, places] of postings) {
            if (other !== stem && other.startsWith(stem)) {
                addWeights(weights, places, BEGINNING);
            }
        }
    }
    if (!weights.size && stem.length > 3) {
        const most = stem.length > 7 ? 2 : 1;
        for (const [other, places] of postings) {
            if (isNear(stem, other, most)) {
                addWeights(weights, places, TYPING_ERROR);
            }
        }
    }
    return weights;
}

/**
 * @param {Map<number, number>} weights
 * @param {Iterable<[number, number]>} places
 * @param {number} share
 */
function addWeights(weights, places, share) {
    for (const [number, weight] of places) {
        weights.set(number, Math.max(weight * share, weights.get(number) || 0));
    }
}

/**
 * How much a phrase counts in each entry: as much as its weakest word.
 * @param {string[]} phrase
 * @param {boolean} isUnfinished
 */
function weighPhrase(phrase, isUnfinished) {
    const [first, ...rest] = phrase.map((stem, at) => weighStem(stem, isUnfinished && at === phrase.length - 1));
    const weights = new Map();
    for (const [number, weight] of first) {
        const least = rest.reduce((lowest, places) => Math.min(lowest, places.get(number) || 0), weight);
        if (least > 0) {
            weights.set(number, least);
        }
    }
    return weights;
}

/**
 * @param {Term} term
 * @param {boolean} isUnfinished
 */
function weighTerm({ written, same }, isUnfinished) {
    const weights = weighPhrase(written, isUnfinished);
    for (const phrase of same) {
        addWeights(weights, weighPhrase(phrase, false), SAME);
    }
    return weights;
}

/**
 * The score of each entry that has a word of the query. Rare words count more, and an entry that lacks some loses by their share.
 * @param {string} query
 * @param {Term[]} terms
 * @returns {Map<number, number>}
 */
function scoreEntries(query, terms) {
    const isUnfinished = /[\p{L}\p{N}]$/u.test(query);
    const weighed = terms.map((term, at) => weighTerm(term, isUnfinished && at === terms.length - 1));
    const rarity = weighed.map(weights => Math.log(2 + entries.length / (1 + weights.size)));
    const total = rarity.reduce((sum, each) => sum + each, 0);
    const scores = new Map();
    const found = new Map();
    weighed.forEach((weights, at) => {
        for (const [number, weight] of weights) {
            scores.set(number, (scores.get(number) || 0) + weight * rarity[at]);
            found.set(number, (found.get(number) || 0) + rarity[at]);
        }
    });
    for (const [number, score] of scores) {
        const entry = entries[number];
        scores.set(number, score * (found.get(number) / total) ** 2 * weighName(entry, terms) * weighKind(entry, terms));
    }
    return scores;
}

/**
 * How far a query is what an entry is called, or what readers ask of it, whatever edition the query names.
 * @param {Entry} entry
 * @param {Term[]} terms
 */
function weighName(entry, terms) {
    const unnamed = terms.filter(term => !meansPlace(term, entry.places));
    const queries = unnamed.length && unnamed.length < terms.length ? [terms, unnamed] : [terms];
    let closest = 0;
    for (const query of queries) {
        for (const keys of keysOfNames[entry.number]) {
            const shared = query.filter(({ key }) => keys.has(key)).length;
            closest = Math.max(closest, shared / (keys.size + query.length - shared));
        }
    }
    return 1 + 4 * closest ** 2;
}

/**
 * Returns whether a term names one of some places.
 * @param {Term} term
 * @param {Place[]} places
 */
function namesPlace({ written }, places) {
    const phrase = written.join(' ');
    return places.some(({ stems, names }) => written.every(stem => stems.has(stem)) || names.includes(phrase));
}

/**
 * Returns whether a term names one of some places, or is a word that few others have.
 * @param {Term} term
 * @param {Place[]} places
 */
function meansPlace(term, places) {
    const phrase = term.written.join(' ');
    return namesPlace(term, places) || places.some(({ words }) => words.includes(phrase));
}

/**
 * The editions that a query names; if it names none, those that a word of it means.
 * @param {Term[]} terms
 */
function findMeantPlaces(terms) {
    const places = wholePages.map(({ ownPlace }) => ownPlace);
    const named = places.filter(place => terms.some(term => namesPlace(term, [place])));
    return named.length ? named : places.filter(place => terms.some(term => meansPlace(term, [place])));
}

/**
 * What an edition lacks comes last. A page comes before its sections if the query only names it.
 * @param {Entry} entry
 * @param {Term[]} terms
 */
function weighKind(entry, terms) {
    if (entry.isAbsent) {
        return 0.1;
    }
    if (entry.isClause) {
        return terms.some(term => meansPlace(term, entry.places)) ? NAMED_EDITION : 1;
    }
    if (entry.ownPlace) {
        return terms.every(term => namesPlace(term, [entry.ownPlace]) || term.written[0] === RULE) ? 4 : 0.5;
    }
    if (entry.anchor) {
        return 0.3;
    }
    return entry.group === groupNames[4] ? 0.6 : 1;
}

/**
 * Finds what answers a query: the group with the best answer first, rules before others that are not much better.
 * @param {string} query
 * @param {string} game only entries about this game and about none; all if it is empty, or if the query names another game
 * @returns {Result[]}
 */
export function findEntries(query, game = '') {
    const terms = readTerms(query);
    const named = findMeantPlaces(terms);
    const filter = !named.length || named.some(place => place.game === game) ? game : '';
    const scores = scoreEntries(query, terms);
    const results = [];
    const rulesFound = new Set();
    for (const entry of entries.filter(each => scores.has(each.number) && isAboutGame(each, filter))) {
        if (!entry.anchor) {
            const answers = entry.excerpt ? [{ label: '', excerpt: entry.excerpt }] : [];
            results.push({ ...entry, score: scores.get(entry.number), answers });
        } else if (!rulesFound.has(entry.anchor)) {
            rulesFound.add(entry.anchor);
            const rule = createRuleResult(entry.anchor, stemsOf(query), filter, scores);
            const isNamed = !named.length || named.some(place => place.pageNumber === rule.shownPage);
            results.push({ ...rule, score: rule.score * (isNamed ? 1 : OTHER_EDITION) });
        }
    }
    return sortByGroup(results);
}

/**
 * @param {Entry} entry
 * @param {string} game
 */
function isAboutGame(entry, game) {
    return !game || !entry.game || entry.game === game || entry.places.some(place => place.game === game);
}

/**
 * @param {Result[]} results
 */
function sortByGroup(results) {
    const best = new Map();
    for (const { group, score, isAbsent } of results) {
        const bonus = group === groupNames[0] && !isAbsent ? RULES_FIRST : 1;
        best.set(group, Math.max(best.get(group) || 0, score * bonus));
    }
    const order = [...groupNames].sort((a, b) => (best.get(b) || 0) - (best.get(a) || 0));
    return results.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group)
        || Number(a.isAbsent) - Number(b.isAbsent) || b.score - a.score);
}

/**
 * A rule as it is shown: what it says in the edition that was asked for, or else in the game of the page, or else in the first
 * that has it, which is our main one, unless another answers much better.
 * @param {string} anchor
 * @param {string[]} stems
 * @param {string} game
 * @param {Map<number, number>} scores
 * @returns {Result}
 */
function createRuleResult(anchor, stems, game, scores) {
    const group = rules.get(anchor);
    const present = group.filter(entry => !entry.isAbsent);
    const candidates = present.length ? present : group;
    const named = findNamedPlace(candidates, stems) || findPlaceOfGame(candidates, game) || findBestPlace(candidates, scores);
    const { entry, place } = named;
    const best = Math.max(...candidates.map(each => scores.get(each.number) || 0));
    const places = group.flatMap(each => each.places.map(other => ({ ...other, isAbsent: each.isAbsent, decision: each.decision })));
    return {
        ...entry,
        score: Math.max(scores.get(entry.number) || 0, best / 2),
        href: place.href,
        shownPage: place.pageNumber,
        editions: places.sort((a, b) => a.pageNumber - b.pageNumber),
        answers: entry.excerpt ? [{ label: place.edition, excerpt: entry.excerpt }] : [],
    };
}

/**
 * The first entry, unless another answers much better.
 * @param {Entry[]} candidates
 * @param {Map<number, number>} scores
 */
function findBestPlace(candidates, scores) {
    let best = candidates[0];
    let bestScore = (scores.get(best.number) || 0) * BETTER_THAN_MAIN;
    for (const entry of candidates) {
        const score = scores.get(entry.number) || 0;
        if (score > bestScore) {
            best = entry;
            bestScore = score;
        }
    }
    return { entry: best, place: best.places[0] };
}

/**
 * The place whose edition the query names with the most words; none if it names no edition. A word that few editions have decides
 * between those that are named alike.
 * @param {Entry[]} candidates
 * @param {string[]} stems
 */
function findNamedPlace(candidates, stems) {
    let best = null;
    let mostNamed = 0;
    for (const entry of candidates) {
        for (const place of entry.places) {
            const names = stems.filter(stem => place.stems.has(stem) && !isIgnoredStem(stem)).length + countPhrases(stems, place.names);
            const count = names + countPhrases(stems, place.words) / 100;
            if (count > mostNamed) {
                best = { entry, place };
                mostNamed = count;
            }
        }
    }
    return best;
}

/**
 * How many phrases stand among some stems.
 * @param {string[]} stems
 * @param {string[]} phrases
 */
function countPhrases(stems, phrases) {
    const text = ` ${stems.join(' ')} `;
    return phrases.filter(phrase => text.includes(` ${phrase} `)).length;
}

/**
 * @param {Entry[]} candidates
 * @param {string} game
 */
function findPlaceOfGame(candidates, game) {
    for (const entry of candidates) {
        const place = entry.places.find(each => game && each.game === game);
        if (place) {
            return { entry, place };
        }
    }
    return null;
}

/**
 * The titles that are nearest to a query in which nothing was found.
 * @param {string} query
 */
export function nearestTitles(query) {
    const stems = stemsOf(query).filter(stem => stem.length > 2);
    const near = entries.filter((_, number) => {
        const words = stemsOf(entries[number].title);
        return stems.some(stem => words.some(word => word.startsWith(stem.slice(0, 3)) || isNear(stem, word, 2)));
    });
    return near.filter(({ isAbsent }) => !isAbsent).slice(0, 5);
}

/**
 * The stems of a query and of the words that mean the same, to be marked in results.
 * @param {string} query
 */
export function stemsToMark(query) {
    return new Set(readTerms(query).flatMap(({ written, same }) => [...written, ...same.flat()]).filter(stem => !isIgnoredStem(stem)));
}
