/* What the search looks through: the pages and entries of `window.moucheIndex`, and where each word stands. */
import { stemsOf } from './words.js';

export const searchIndex = window.moucheIndex;
export const bookRoot = document.body.dataset.root || '';
const absent = new Set(searchIndex.absent);
searchIndex.entries = readColumns();

/** The entries of the index, which has a list for each part of them. */
function readColumns() {
    const { columns } = searchIndex;
    return columns[0].map((_, number) => /** @type {IndexEntry} */ (columns.map(column => column[number])));
}

/** The groups of results in the order in which they are shown, by the beginning of an address. */
const GROUPS = [
    ['Rules', /^rules\//], ['Glossary', /^glossary\./], ['Games', /^(games|tonight)\//], ['Lessons', /^(learn|practice)\//],
    ['Example hands', /^hands\//],
];
const OTHER_GROUP = 'Chapters';

/**
 * How much a word counts in a title, among what readers ask of a clause, in the names of page and edition, in the text, and among the
 * words beside it.
 */
const IN_TITLE = 10;
const IN_ASKED = 8;
const NEARBY = 4;
const IN_TEXT = 3;
const BESIDE_TEXT = 1;

/** The names of the groups, in their order. */
export const groupNames = [...GROUPS.map(([name]) => String(name)), OTHER_GROUP];

/**
 * @param {IndexPage} page
 * @param {string} anchor
 */
function addressOf([address], anchor) {
    return bookRoot + address + (anchor && `#${encodeURIComponent(anchor)}`);
}

/** Words in the names of editions that name none of them alone. */
const COMMON_IN_NAMES = new Set(stemsOf('five card two pair modern the rules of game'));

/** What readers call the edition of a page beside its names, such as the author of its source. */
const otherNames = collectPhrasesOfPages(anchors => !anchors.length);

/** Words of the glossary that the rules of a page have, and those of few other pages. */
const ownWords = collectPhrasesOfPages(anchors => anchors.length > 0);

/**
 * @param {(anchors: string[]) => boolean} isWanted
 * @returns {Map<number, string[]>}
 */
function collectPhrasesOfPages(isWanted) {
    const found = new Map();
    for (const [phrases, anchors, pages] of searchIndex.asked) {
        for (const page of isWanted(anchors) ? pages : []) {
            found.set(page, [...found.get(page) || [], ...phrases.map(phrase => stemsOf(phrase).join(' '))]);
        }
    }
    return found;
}

/**
 * The place of a rule in the rules of an edition, with the stems, names and words by which a query means the edition.
 * @param {number} pageNumber
 * @param {string} anchor
 */
function createPlace(pageNumber, anchor) {
    const page = searchIndex.pages[pageNumber];
    const [address, , , short, , edition, game] = page;
    const [id] = address.split('/').pop().split('.');
    const stems = new Set(stemsOf(`${id} ${short} ${edition} ${game}`).filter(stem => !COMMON_IN_NAMES.has(stem)));
    const [names, words] = [otherNames, ownWords].map(phrases => phrases.get(pageNumber) || []);
    return { pageNumber, short, edition, game, stems, names, words, href: addressOf(page, anchor) };
}

/**
 * Where an entry stands, in words; nothing for a rule, because the editions that have it are named beside it.
 * @param {IndexPage} page
 * @param {string} anchor
 * @param {boolean} isRule
 */
function whereWords([, name, part, , , edition], anchor, isRule) {
    if (isRule) {
        return '';
    }
    return (anchor ? [name, part] : [part, edition]).filter(Boolean).join(' · ');
}

/**
 * @param {string} address
 */
function groupOf(address) {
    const found = GROUPS.find(([, pattern]) => /** @type {RegExp} */ (pattern).test(address));
    return found ? String(found[0]) : OTHER_GROUP;
}

/**
 * @param {IndexEntry} entry
 * @param {number} number
 */
function createEntry([pageNumber, anchor, title, excerpt, more, heirs, decision], number) {
    const page = searchIndex.pages[pageNumber];
    const [address, , , short, language, , game] = page;
    const isRule = Boolean(short && anchor);
    return {
        number,
        title,
        excerpt,
        more,
        decision,
        game,
        pageNumber,
        group: groupOf(address),
        places: isRule ? [pageNumber, ...heirs].map(each => createPlace(each, anchor)) : [],
        /* The edition whose rules the page prints, if this is its whole page. */
        ownPlace: short && !anchor ? createPlace(pageNumber, anchor) : null,
        href: addressOf(page, anchor),
        /* Rules of several editions have one anchor. */
        anchor: isRule ? anchor : '',
        where: whereWords(page, anchor, isRule),
        isAbsent: absent.has(number),
        isClause: decision !== '',
        language: anchor ? '' : language,
    };
}

/** @typedef {ReturnType<typeof createPlace>} Place */
/** @typedef {ReturnType<typeof createEntry>} Entry */

export const entries = searchIndex.entries.map(createEntry);

/** The entries of each rule, by its anchor, in the order of the editions. */
export const rules = groupRules();

/** What readers ask of each entry. */
export const askedPhrases = collectAsked();

/** How much each stem counts in each entry. */
export const postings = countStems();

/** @returns {Map<string, Entry[]>} */
function groupRules() {
    const groups = new Map();
    for (const entry of entries) {
        if (entry.anchor) {
            groups.set(entry.anchor, [...groups.get(entry.anchor) || [], entry]);
        }
    }
    return groups;
}

/** @returns {string[][]} */
function collectAsked() {
    const asked = entries.map(() => /** @type {string[]} */ ([]));
    for (const [phrases, anchors, pages] of searchIndex.asked) {
        for (const { number, places } of anchors.flatMap(anchor => rules.get(anchor) || [])) {
            if (!pages.length || places.some(({ pageNumber }) => pages.includes(pageNumber))) {
                asked[number].push(...phrases);
            }
        }
    }
    for (const { number, href } of entries) {
        const chapter = searchIndex.chapters.find(([beginning]) => !href.includes('#') && href.startsWith(bookRoot + beginning));
        asked[number].push(...chapter ? chapter[1] : []);
    }
    return asked;
}

/** @returns {Map<string, Map<number, number>>} */
function countStems() {
    const found = new Map();
    for (const entry of entries) {
        const [address, name, part, , , edition, game] = searchIndex.pages[entry.pageNumber];
        const names = entry.places.flatMap(place => [...place.stems, ...place.names.filter(each => !each.includes(' '))]);
        addStems(found, entry.number, [...stemsOf(`${name} ${part} ${edition} ${game} ${address}`), ...names], NEARBY);
        addStems(found, entry.number, entry.more.split(' '), BESIDE_TEXT);
        addStems(found, entry.number, stemsOf(`${entry.excerpt} ${entry.decision}`), IN_TEXT);
        addStems(found, entry.number, stemsOf(askedPhrases[entry.number].join(' ')), IN_ASKED);
        addStems(found, entry.number, stemsOf(entry.title), IN_TITLE);
    }
    return found;
}

/**
 * Notes that some stems count at least so much in an entry.
 * @param {Map<string, Map<number, number>>} found
 * @param {number} number
 * @param {string[]} stems
 * @param {number} weight
 */
function addStems(found, number, stems, weight) {
    for (const stem of stems) {
        let places = found.get(stem);
        if (!places) {
            places = new Map();
            found.set(stem, places);
        }
        places.set(number, Math.max(weight, places.get(number) || 0));
    }
}

/** The names of the games, in the order of the book. */
export const gameNames = [...new Set(searchIndex.pages.map(([, , , , , , game]) => game).filter(Boolean))];

/** The game of the page that is open; empty if it is about none. */
export function gameOfOpenPage() {
    const base = new URL(bookRoot || './', location.href).pathname;
    const address = decodeURIComponent(location.pathname).slice(decodeURIComponent(base).length);
    const page = searchIndex.pages.find(([each]) => each === address);
    return page ? page[6] : '';
}
