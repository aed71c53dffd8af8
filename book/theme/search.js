/* The dialog of the search. `search/matching.js` finds what it shows. */
import { isShortcut } from './book/keys.js';
import { bookRoot, gameNames, gameOfOpenPage, searchIndex } from './search/entries.js';
import { findInGame, nearestTitles, stemsToMark } from './search/matching.js';
import { foldWords, stemWord } from './search/words.js';
import { createButton, createElement } from './tools/elements.js';

/** @typedef {import('./search/matching.js').Result} Result */

/** How many results of the first group and of each other group are shown at first. */
const MOST_IN_FIRST_GROUP = 8;
const MOST_IN_GROUP = 4;

const input = createElement('input', '', {
    type: 'search', id: 'book-search-words', autocomplete: 'off', autocapitalize: 'none', spellcheck: false,
    enterKeyHint: 'search', placeholder: 'a rule, a word, a hand',
});
const label = createElement('label', 'Search the book', { htmlFor: input.id, className: 'visually-hidden' });
const filter = createElement('select', '', { ariaLabel: 'Game' });
const closeButton = createButton('Close', () => dialog.close());
const bar = createElement('div', '', { className: 'search-bar', role: 'search' });
const status = createElement('p', '', { className: 'search-status', role: 'status' });
const list = createElement('div', '', { className: 'search-found' });
const legend = createElement('p', '', { className: 'search-status' });
const dialog = createElement('dialog', '', { className: 'search', lang: 'en', ariaLabel: 'Search the book' });
/** The groups that are shown whole. */
let openGroups = new Set();
closeButton.className = 'tool';
filter.append(new Option('All games', ''), ...gameNames.map(name => new Option(name, name)));
filter.value = gameOfOpenPage();
bar.append(label, input, filter, closeButton);
dialog.append(bar, status, list);
document.body.append(dialog);

/** @param {string} language */
function inLanguage(language) {
    return language ? { lang: language } : {};
}

/**
 * Puts a text into an element, with the words of the query marked.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {Set<string>} stems
 */
function appendMarked(element, text, stems) {
    for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
        const [word] = foldWords(piece);
        element.append(word && stems.has(stemWord(word)) ? createElement('mark', piece) : piece);
    }
    return element;
}

/**
 * @param {{ label: string, excerpt: string }} answer
 * @param {string} language
 * @param {Set<string>} stems
 */
function createExcerpt({ label: edition, excerpt }, language, stems) {
    const line = createElement('span', '', { className: 'search-excerpt', ...inLanguage(language) });
    if (edition) {
        line.append(createElement('b', `${edition}:`), ' ');
    }
    return appendMarked(line, excerpt, stems);
}

/**
 * The links to a rule in each edition that has it.
 * @param {Result} result
 */
function createEditionLinks(result) {
    const links = createElement('span', '', { className: 'search-editions' });
    for (const { short, href } of result.editions.filter(place => !place.isAbsent)) {
        links.append(createElement('a', short, { href, ariaLabel: `${result.title}, ${short}` }));
    }
    return links;
}

/**
 * The decisions of all editions in a rule: those that decide alike are one line, with a link to each.
 * @param {Result} result
 */
function createDecisions(result) {
    /** @type {Map<string, Result['editions']>} */
    const lines = new Map();
    for (const place of result.editions.filter(({ isAbsent }) => !isAbsent)) {
        lines.set(place.decision, [...lines.get(place.decision) || [], place]);
    }
    const decisions = createElement('ul', '', { className: 'search-decisions' });
    for (const [decision, places] of lines) {
        const line = createElement('li');
        for (const { short, href } of places) {
            line.append(line.childNodes.length ? ', ' : '', createElement('a', short, { href }));
        }
        line.append(`: ${decision}`);
        decisions.append(line);
    }
    return decisions;
}

/**
 * @param {Result} result
 * @param {Set<string>} stems
 * @param {boolean} isFirst
 */
function createItem(result, stems, isFirst) {
    const link = createElement('a', '', { href: result.href });
    link.append(appendMarked(createElement('span', '', { className: 'search-title', ...inLanguage(result.language) }), result.title, stems));
    if (result.where) {
        link.append(createElement('span', result.where, { className: 'search-place' }));
    }
    link.append(...result.answers.map(answer => createExcerpt(answer, result.language, stems)));
    const item = createElement('li');
    item.append(link);
    if (result.editions?.length > 1) {
        item.append(isFirst ? createDecisions(result) : createEditionLinks(result));
    }
    return item;
}

/**
 * A group of results under its name. A long one has a button that shows the rest.
 * @param {string} name
 * @param {Result[]} results
 * @param {Set<string>} stems
 * @param {boolean} isFirst
 */
function createGroup(name, results, stems, isFirst) {
    const group = createElement('section', '', { ariaLabel: name });
    const items = createElement('ol');
    const most = openGroups.has(name) ? results.length : isFirst ? MOST_IN_FIRST_GROUP : MOST_IN_GROUP;
    items.append(...results.slice(0, most).map((result, at) => createItem(result, stems, isFirst && at === 0)));
    group.append(createElement('h2', name), items);
    if (results.length > most) {
        group.append(createButton(`Show all ${results.length}`, () => {
            openGroups.add(name);
            showResults();
        }));
    }
    return group;
}

/**
 * What is offered if nothing was found: the nearest titles, and the games.
 * @param {string} query
 */
function createSuggestions(query) {
    const group = createElement('section', '', { ariaLabel: 'Suggestions' });
    const items = createElement('ol');
    const near = nearestTitles(query).map(({ title, href }) => ({ title, href }));
    const games = searchIndex.pages.filter(([address]) => address.startsWith('games/')).map(([address, name]) => ({ title: name, href: bookRoot + address }));
    const glossary = searchIndex.pages.filter(([address]) => address === 'glossary.html').map(([address, name]) => ({ title: name, href: bookRoot + address }));
    const others = [...glossary, ...games].filter(page => near.every(({ title }) => title !== page.title));
    for (const { title, href } of [...near, ...others]) {
        const item = createElement('li');
        const link = createElement('a', '', { href });
        link.append(createElement('span', title, { className: 'search-title' }));
        item.append(link);
        items.append(item);
    }
    group.append(createElement('h2', 'Perhaps one of these'), items);
    return group;
}

/** @param {number} count */
function statusWords(count) {
    if (!input.value.trim()) {
        return '';
    }
    if (count === 0) {
        return 'Nothing found.';
    }
    return count === 1 ? '1 place.' : `${count} places.`;
}

/**
 * Explains the signs that the results bear.
 * @param {Result[]} results
 */
function legendWords(results) {
    const excerpts = results.flatMap(({ answers }) => answers.map(({ excerpt }) => excerpt)).join('');
    const used = searchIndex.signs.filter(([sign]) => excerpts.includes(sign));
    return used.map(([sign, meaning]) => `${sign} ${meaning}.`).join(' ');
}

function showResults() {
    const { found, isWider } = findInGame(input.value, filter.value);
    const stems = stemsToMark(input.value);
    const groups = new Map();
    for (const result of found) {
        groups.set(result.group, [...groups.get(result.group) || [], result]);
    }
    const sections = [...groups].map(([name, results], at) => createGroup(name, results, stems, at === 0));
    if (input.value.trim() && !found.length) {
        sections.push(createSuggestions(input.value));
    }
    list.replaceChildren(...sections, legend);
    legend.textContent = legendWords(found.slice(0, MOST_IN_FIRST_GROUP));
    status.textContent = (isWider && found.length ? `No rule of ${filter.value} answers this. In all games: ` : '') + statusWords(found.length);
}

/**
 * Goes through the results by the arrow keys; Enter in the field opens the first.
 * @param {KeyboardEvent} event
 */
function moveThroughResults(event) {
    /** @type {HTMLElement[]} */
    const places = [input, ...list.querySelectorAll('ol > li > a')];
    const at = places.findIndex(place => place === document.activeElement);
    if (isShortcut(event) || at < 0) {
        return;
    }
    if (event.key === 'Enter' && at === 0 && places.length > 1) {
        event.preventDefault();
        places[1].click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        const to = event.key === 'ArrowDown' ? at + 1 : at - 1;
        places[Math.max(0, Math.min(places.length - 1, to))].focus();
    }
}

input.addEventListener('input', () => {
    openGroups = new Set();
    list.scrollTop = 0;
    showResults();
});
filter.addEventListener('change', showResults);
dialog.addEventListener('keydown', event => {
    event.stopPropagation();
    moveThroughResults(event);
});
/* Escape in a search field empties it first in some browsers; here it closes. */
input.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
        event.preventDefault();
        dialog.close();
    }
});
dialog.addEventListener('click', event => {
    if (event.target === dialog || event.target.closest('.search-found a')) {
        dialog.close();
    }
});

/**
 * Returns what answers a query, the best first.
 * @param {string} query
 * @param {string} [game] the game that is chosen; all if it is left out
 */
export function findInBook(query, game = '') {
    return findInGame(query, game).found;
}

/**
 * Returns the titles that are offered if nothing answers a query.
 * @param {string} query
 */
export function nearestTitlesInBook(query) {
    return nearestTitles(query).map(({ title }) => title);
}

/**
 * Opens the search, with words to look for if there are any.
 * @param {string} [words]
 */
export function openSearchDialog(words) {
    if (!dialog.open) {
        dialog.showModal();
    }
    if (words) {
        input.value = words;
        input.dispatchEvent(new Event('input'));
    }
    input.select();
}
