/* Finds the entries that answer a query, the best first. */
import { askedPhrases, entries, groupNames, postings, rules, searchIndex } from './entries.js';
import { isIgnoredStem, keysOf, meaningfulStems, readTerms } from './terms.js';
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
/** A query that is exactly what readers ask of a clause, in whatever order, counts so much more. */
const ASKED = 2;
/** The name of a game counts at most so much, even in a title. */
const NAME = 4;
/** A rule in an edition that the query names counts so much more. */
const NAMED_EDITION = 1.3;
/** A rule that the named edition lacks counts only so much. */
const OTHER_EDITION = 0.5;
/** So does a rule that our main edition lacks, if the query names no edition. */
const NOT_IN_MAIN = 0.75;
/** Our main edition stands for a rule unless another answers so much better. */
const BETTER_THAN_MAIN = 2;
/** A word is a game's own if so many of its clauses have it, and they are this share of all clauses that have it. */
const CLAUSES_WITH_OWN_WORD = 3;
const SHARE_OF_OWN_WORD = 0.8;

/** The pages that print the rules of an edition. */
const wholePages = entries.filter(({ ownPlace }) => ownPlace);

const allPlaces = wholePages.map(({ ownPlace }) => ownPlace);

/** The words that may stand beside the name of an edition if its page is asked for. */
const RULES = new Set(stemsOf('rules changes new differs'));

/** What readers ask of clauses, and the words of the glossary. Among them are names of games that are also names of things. */
const askedWords = new Set(searchIndex.asked.filter(([, anchors]) => anchors.length).flatMap(([phrases]) => phrases.map(phrase => stemsOf(phrase).join(' '))));

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

/** The title of each entry, what readers ask of it, and its text, as stems. */
const stemsOfEntries = entries.map(({ number, title, excerpt }) => [title, ...askedPhrases[number], excerpt].map(text => ` ${meaningfulStems(text).join(' ')} `).join('.'));

/**
 * Leaves out the entries in which the words of a phrase stand apart: there they mean something else.
 * @param {string[]} phrase
 * @param {Map<number, number>} weights
 */
function keepTogether(phrase, weights) {
    const words = ` ${phrase.join(' ')} `;
    return phrase.length < 2 ? weights : new Map([...weights].filter(([number]) => stemsOfEntries[number].includes(words)));
}

/**
 * @param {Term} term
 * @param {boolean} isUnfinished
 */
function weighTerm({ written, same }, isUnfinished) {
    const weights = weighPhrase(written, isUnfinished);
    for (const phrase of same) {
        addWeights(weights, keepTogether(phrase, weighPhrase(phrase, false)), SAME);
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
    const weighed = terms.map((term, at) => {
        const weights = weighTerm(term, isUnfinished && at === terms.length - 1);
        return terms.length > 1 && isName(term) ? new Map([...weights].map(([number, weight]) => [number, Math.min(weight, NAME)])) : weights;
    });
    const rarity = weighed.map(weights => Math.log(2 + entries.length / (1 + weights.size)));
    const total = rarity.reduce((sum, each) => sum + each, 0);
    const names = new Set(terms.filter(isName).flatMap(({ written }) => written));
    const bare = bareWords(query, names);
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
        const isAsked = bare.includes(' ') && bareNames[number].has(bare);
        const share = found.get(number) / total;
        scores.set(number, score * share ** 2 * (weighName(entry, terms) + (isAsked ? ASKED : 0)) * weighKind(entry, terms));
    }
    return scores;
}

/** The words by which a question says what it asks for. */
const QUESTION_WORDS = new Set(stemsOf('who what which when where why how much many'));

/** What readers ask of each entry, without the order of the words. */
const bareNames = askedPhrases.map(phrases => new Set(phrases.map(phrase => bareWords(phrase))));

/**
 * The stems of a text in the order of the alphabet: those that a search looks for, and the words of its question.
 * @param {string} text
 * @param {Set<string>} [names] stems that are left out
 */
function bareWords(text, names) {
    return stemsOf(text).filter(stem => (QUESTION_WORDS.has(stem) || !isIgnoredStem(stem)) && !names?.has(stem)).sort().join(' ');
}

/**
 * How far a query is what an entry is called, or what readers ask of it, whatever edition the query names.
 * @param {Entry} entry
 * @param {Term[]} terms
 */
function weighName(entry, terms) {
    const unnamed = terms.filter(term => !meansPlace(term, entry.anchor ? entry.places : allPlaces));
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
    return places.some(({ stems, names }) => written.every(stem => stems.has(correctName(stem))) || names.includes(phrase));
}

/**
 * Returns whether a term is only the name of a game or of an edition.
 * @param {Term} term
 */
function isName(term) {
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
function meansPlace(term, places) {
    const phrase = term.written.join(' ');
    return namesPlace(term, places) || places.some(({ words }) => words.includes(phrase));
}

/**
 * The editions that a query names; if it names none, those that a word of it means.
 * @param {Term[]} terms
 */
function findMeantPlaces(terms) {
    const named = allPlaces.filter(place => terms.some(term => namesPlace(term, [place])));
    return named.length ? named : allPlaces.filter(place => terms.some(term => meansPlace(term, [place])));
}

/** The games of the clauses that have a word, by its stem: a game for each clause. */
const gamesOfWords = collectGamesOfWords();

/** @returns {Map<string, string[]>} */
function collectGamesOfWords() {
    const found = new Map();
    for (const { excerpt, game } of entries.filter(({ isClause }) => isClause)) {
        for (const stem of new Set(stemsOf(excerpt))) {
            found.set(stem, [...found.get(stem) || [], game]);
        }
    }
    return found;
}

/**
 * The editions of the games of which a query has a word of their own.
 * @param {Term[]} terms
 */
function findPlacesByWord(terms) {
    const games = terms.map(({ written }) => gamesOfWords.get(written.join(' ')) || []);
    return allPlaces.filter(({ game }) => games.some(all => {
        const own = all.filter(each => each === game).length;
        return own >= CLAUSES_WITH_OWN_WORD && own >= all.length * SHARE_OF_OWN_WORD;
    }));
}

/**
 * What an edition lacks comes last. A page comes before its sections if the query only names it.
 * @param {Entry} entry
 * @param {Term[]} terms
 */
function weighKind(entry, terms) {
    const isMeant = terms.some(term => meansPlace(term, entry.places));
    if (entry.isAbsent && !isMeant) {
        return 0.1;
    }
    if (entry.isClause) {
        return isMeant ? NAMED_EDITION : 1;
    }
    if (entry.ownPlace) {
        return terms.every(term => namesPlace(term, [entry.ownPlace]) || RULES.has(term.written[0])) ? 4 : 0.5;
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
    const meant = named.length ? named : findPlacesByWord(terms);
    const scores = scoreEntries(query, terms);
    const results = [];
    const rulesFound = new Set();
    for (const entry of entries.filter(each => scores.has(each.number) && isAboutGame(each, filter))) {
        if (!entry.anchor) {
            const answers = entry.excerpt ? [{ label: '', excerpt: entry.excerpt }] : [];
            results.push({ ...entry, score: scores.get(entry.number), answers });
        } else if (!rulesFound.has(entry.anchor)) {
            rulesFound.add(entry.anchor);
            const rule = createRuleResult(entry.anchor, query, filter, meant, scores);
            results.push({ ...rule, score: rule.score * weighEdition(rule, meant) });
        }
    }
    return sortByGroup(results);
}

/**
 * How much a rule counts if a query names these editions.
 * @param {Result} rule
 * @param {Place[]} named
 */
function weighEdition(rule, named) {
    if (named.length) {
        return named.some(place => place.pageNumber === rule.shownPage) ? 1 : OTHER_EDITION;
    }
    const [main] = wholePages;
    return rule.editions.some(place => place.pageNumber === main.pageNumber && !place.isAbsent) ? 1 : NOT_IN_MAIN;
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
 * @param {string} query
 * @param {string} game
 * @param {Place[]} meant
 * @param {Map<number, number>} scores
 * @returns {Result}
 */
function createRuleResult(anchor, query, game, meant, scores) {
    const group = rules.get(anchor);
    const present = group.filter(entry => !entry.isAbsent);
    const candidates = present.length ? present : group;
    const ofMeant = candidates.filter(({ pageNumber }) => meant.some(place => place.pageNumber === pageNumber));
    /* An edition that is named also answers that its source does not cover the matter. */
    const named = findNamedPlace(group, stemsOf(query));
    const { entry, place } = named || findPlaceOfGame(candidates, game) || findBestPlace(ofMeant.length ? ofMeant : candidates, scores);
    const best = Math.max(...candidates.map(each => scores.get(each.number) || 0));
    const places = group.flatMap(each => each.places.map(other => ({ ...other, isAbsent: each.isAbsent, decision: each.decision })));
    return {
        ...entry,
        isAbsent: entry.isAbsent && !named,
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

/** Two words that differ by more letters than this are not near. */
const MOST_DIFFERENCE = 2;

/**
 * How far a title is from some stems: by the letters of the nearest word.
 * @param {string} title
 * @param {string[]} stems
 */
function distanceOf(title, stems) {
    const words = meaningfulStems(title);
    for (let most = 0; most <= MOST_DIFFERENCE; most += 1) {
        if (stems.some(stem => words.some(word => !most && word.startsWith(stem.slice(0, 3)) || isNear(stem, word, most)))) {
            return most;
        }
    }
    return Infinity;
}

/**
 * The titles that are nearest to a query in which nothing was found, each once.
 * @param {string} query
 */
export function nearestTitles(query) {
    const stems = meaningfulStems(query).filter(stem => stem.length > 2);
    /** @type {Map<string, Entry>} */
    const titles = new Map();
    for (const entry of entries.filter(({ isAbsent }) => !isAbsent)) {
        titles.set(entry.title, titles.get(entry.title) || entry);
    }
    const near = [...titles.values()].map(entry => ({ entry, distance: distanceOf(entry.title, stems) }));
    return near.filter(({ distance }) => distance < Infinity).sort((a, b) => a.distance - b.distance).slice(0, 5).map(({ entry }) => entry);
}

/**
 * The stems of a query and of the words that mean the same, to be marked in results.
 * @param {string} query
 */
export function stemsToMark(query) {
    return new Set(readTerms(query).flatMap(({ written, same }) => [...written, ...same.flat()]).filter(stem => !isIgnoredStem(stem)));
}
