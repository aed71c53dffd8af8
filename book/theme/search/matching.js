/* Finds the entries that answer a query, the best first. */
import { allPlaces, clausesOfWords, findMeantPlaces, isName, meansPlace, namesPlace, wholePages } from './editions.js';
import { askedPhrases, entries, groupNames, postings, rules } from './entries.js';
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

/** How much another word, a word with a typing error, the beginning of a word and a stem with an error count beside the word itself. */
const SAME = 0.8;
const TYPING_ERROR = 0.7;
const BEGINNING = 0.6;
const ERROR_IN_STEM = 0.5;
/** Rules come before other groups that are not so many times better. */
const RULES_FIRST = 2.5;
/** A query that is exactly what readers ask of a clause, in whatever order, counts so much more. */
const ASKED = 2;
/** The name of a game counts at most so much, even in a title. */
const NAME = 4;
/** A rule in an edition that the query names counts so much more. */
const NAMED_EDITION = 1.3;
/** The page of an edition counts so much more if the query is only the name of the edition. */
const PAGE_OF_NAME = 10;
/** A clause that an edition does not take over counts so much more if the query is only the name of the edition. */
const OWN_CLAUSE = 3;
/** A rule that the named edition lacks counts only so much. */
const OTHER_EDITION = 0.5;
/** So does a rule that our main edition lacks, if the query names no edition. */
const NOT_IN_MAIN = 0.75;
/** Our main edition stands for a rule unless another answers so much better. */
const BETTER_THAN_MAIN = 2;
/** A word is rare if at most so many clauses have it. */
const CLAUSES_WITH_RARE_WORD = 12;

/** The words that may stand beside the name of an edition if what is new in it is asked for. */
const RULES = new Set(stemsOf('rules changes new differs different difference adds addition'));

/** The words that the glossary explains. */
const titlesOfGlossary = new Set(entries.filter(({ group }) => group === groupNames[1]).flatMap(({ title }) => [stemsOf(title).join(' '), ...stemsOf(title)]));

/** The words by which a query asks what another word means. */
const MEANING = new Set(stemsOf('means definition defined signifie bedeutet heisst significa'));

/** The keys of what each entry is called, and of what readers ask of it. */
const keysOfNames = entries.map(({ number, title }) => [title, ...askedPhrases[number]].map(keysOf));

/**
 * How much a stem counts in each entry. A stem that no entry has may be a word with a typing error, or the beginning of a word.
 * @param {string} stem
 * @param {string} word the word that has the stem
 * @param {boolean} isUnfinished
 * @returns {Map<number, number>}
 */
function weighStem(stem, word, isUnfinished) {
    const weights = new Map(postings.get(stem));
    const isUnknown = !weights.size;
    if (isUnfinished || isUnknown && stem.length > 2) {
        addOthers(weights, other => other !== stem && other.startsWith(stem), BEGINNING);
    }
    if (isUnknown && stem.length > 3) {
        addOthers(weights, other => isNear(word, other, 1), TYPING_ERROR);
    }
    if (!weights.size && stem.length > 3) {
        const most = stem.length > 7 ? 2 : 1;
        addOthers(weights, other => isNear(stem, other, most), ERROR_IN_STEM);
    }
    return weights;
}

/**
 * Adds the weights of the stems that are like a word.
 * @param {Map<number, number>} weights
 * @param {(stem: string) => boolean} isLike
 * @param {number} share
 */
function addOthers(weights, isLike, share) {
    for (const [stem, places] of postings) {
        if (isLike(stem)) {
            addWeights(weights, places, share);
        }
    }
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
 * @param {string[]} phrase its stems
 * @param {string[]} words
 * @param {boolean} isUnfinished
 */
function weighPhrase(phrase, words, isUnfinished) {
    const [first, ...rest] = phrase.map((stem, at) => weighStem(stem, words[at], isUnfinished && at === phrase.length - 1));
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
function weighTerm({ words, written, same }, isUnfinished) {
    const weights = weighPhrase(written, words, isUnfinished);
    for (const phrase of same) {
        addWeights(weights, keepTogether(phrase, weighPhrase(phrase, phrase, false)), SAME);
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
    const isUnfinished = endsInWord(query);
    const weighed = terms.map((term, at) => {
        const weights = weighTerm(term, isUnfinished && at === terms.length - 1);
        return terms.length > 1 && isName(term) ? new Map([...weights].map(([number, weight]) => [number, Math.min(weight, NAME)])) : weights;
    });
    const rarity = weighed.map(weights => Math.log(2 + entries.length / (1 + weights.size)));
    const total = rarity.reduce((sum, each) => sum + each, 0);
    const names = new Set(terms.filter(isName).flatMap(({ written }) => written));
    const bare = [bareWords(query), bareWords(query, names)].filter(words => words.includes(' '));
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
        const isAsked = bare.some(words => bareNames[number].has(words));
        const share = found.get(number) / total;
        scores.set(number, score * share ** 2 * (weighName(entry, terms) + (isAsked ? ASKED : 0)) * weighKind(entry, terms));
    }
    return scores;
}

/**
 * Returns whether the last word of a query may still grow.
 * @param {string} query
 */
function endsInWord(query) {
    return /[\p{L}\p{N}]$/u.test(query);
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
        const isOwnOfEdition = terms.every(term => namesPlace(term, entry.places.slice(0, 1)));
        return isOwnOfEdition ? OWN_CLAUSE : isMeant ? NAMED_EDITION : 1;
    }
    if (entry.ownPlace) {
        return terms.every(term => namesPlace(term, [entry.ownPlace])) ? PAGE_OF_NAME : 0.5;
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
    const terms = readMeantTerms(query);
    const meant = findMeantPlaces(terms);
    const filter = !meant.length || meant.some(place => place.game === game) ? game : '';
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
    return sortByGroup(results, isAnsweredByGlossary(query, terms));
}

/**
 * The terms of a query without the words by which it asks what a word means, or what is new in an edition.
 * @param {string} query
 */
function readMeantTerms(query) {
    const terms = readTerms(query);
    const others = terms.filter(({ written }) => !MEANING.has(written[0]));
    const names = others.filter(term => !RULES.has(term.written[0]));
    if (names.length && names.length < others.length && names.every(term => namesPlace(term, allPlaces))) {
        return names;
    }
    return others.length ? others : terms;
}

/**
 * Returns whether the glossary answers a query: it asks what a word of the glossary means, or no clause says the word.
 * @param {string} query
 * @param {Term[]} terms
 */
function isAnsweredByGlossary(query, terms) {
    const [term, ...others] = terms.filter(each => !isName(each));
    if (!term || others.length) {
        return false;
    }
    const phrase = term.written.join(' ');
    const asksMeaning = stemsOf(query).some(stem => MEANING.has(stem));
    const isUnsaid = !term.same.length && !clausesOfWords.has(phrase);
    return titlesOfGlossary.has(phrase) && (asksMeaning || isUnsaid);
}

/**
 * Finds what answers a query in a game; in all games if no rule of the game answers it, but a rule of another does.
 * @param {string} query
 * @param {string} game all games if it is empty
 */
export function findInGame(query, game) {
    const found = findEntries(query, game);
    if (!game || isAnsweredByRule(found) && !lacksRareWord(query, game)) {
        return { found, isWider: false };
    }
    const wider = findEntries(query);
    const isWider = !found.length || isAnsweredByRule(wider);
    return { found: isWider ? wider : found, isWider };
}

/** @param {Result[]} results */
function isAnsweredByRule([first]) {
    return Boolean(first && first.anchor && !first.isAbsent);
}

/**
 * Returns whether few clauses have some word of a query, and none of them is of a game.
 * @param {string} query
 * @param {string} game
 */
function lacksRareWord(query, game) {
    const terms = readMeantTerms(query);
    const isUnfinished = endsInWord(query);
    return !findMeantPlaces(terms).length && terms.some((term, at) => {
        const weights = weighTerm(term, isUnfinished && at === terms.length - 1);
        const clauses = [...weights.keys()].map(number => entries[number]).filter(entry => entry.isClause && !entry.isAbsent);
        return clauses.length > 0 && clauses.length <= CLAUSES_WITH_RARE_WORD && !clauses.some(entry => isAboutGame(entry, game));
    });
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
 * @param {boolean} isGlossaryFirst
 */
function sortByGroup(results, isGlossaryFirst) {
    const best = new Map();
    for (const { group, score, isAbsent } of results) {
        const bonus = group === groupNames[0] && !isAbsent ? RULES_FIRST : 1;
        best.set(group, isGlossaryFirst && group === groupNames[1] ? Infinity : Math.max(best.get(group) || 0, score * bonus));
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
    const named = findNamedPlace(group, stemsOf(query), meant);
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
 * @param {Place[]} meant the editions that the query means
 */
function findNamedPlace(candidates, stems, meant) {
    let best = null;
    let mostNamed = 0;
    for (const entry of candidates) {
        for (const place of entry.places.filter(({ pageNumber }) => meant.some(each => each.pageNumber === pageNumber))) {
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
