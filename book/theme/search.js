/* The search: every word must begin a word of the title, of where it stands, or of the text.
   A rule is found once, with the editions that have it.
   `window.moucheIndex` holds the signs and what they mean; the pages [address, name, part, edition in short, language of the
   name, edition]; the entries [page, anchor, title, excerpt, folded text, pages that have the rule from this one]; and the
   numbers of those entries that are about something that their edition does not have. */
import { isShortcut } from './book/keys.js';
import { createButton, createElement } from './tools/elements.js';

const MOST_SHOWN = 40;
/** Words that a reader may use for a word of the rules. */
const SAME_WORDS = new Map([['all', 'everybody'], ['everyone', 'everybody'], ['everybody', 'all']]);
const root = document.body.dataset.root || '';
const index = window.moucheIndex;
const absent = new Set(index.absent);

/**
 * Folds a text as the builder does: no marks on letters, no capitals, ligatures apart.
 * @param {string} text
 */
function foldWords(text) {
    const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.replaceAll('œ', 'oe').replaceAll('æ', 'ae').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/**
 * Words with a space on each side of each, so that whole words and beginnings can be looked for.
 * @param {string[]} words
 */
function spaced(words) {
    return ` ${words.join(' ')} `;
}

/**
 * @param {IndexPage} page
 * @param {string} anchor
 */
function addressOf([address], anchor) {
    return root + address + (anchor && `#${encodeURIComponent(anchor)}`);
}

/**
 * The place of a rule in the rules of an edition. Its words name the edition: its id, by which its page is called, and its name
 * in short.
 * @param {number} pageNumber
 * @param {string} anchor
 */
function createPlace(pageNumber, anchor) {
    const page = index.pages[pageNumber];
    const [address, , , short, , edition] = page;
    const [id] = address.split('/').pop().split('.');
    return { pageNumber, short, edition, words: spaced(foldWords(`${id} ${short}`)), href: addressOf(page, anchor) };
}

/**
 * Where an entry stands, in words. The editions that have a rule are named beside it.
 * @param {IndexPage} page
 * @param {string} anchor
 * @param {boolean} isRule
 */
function whereWords([, name, part, , , edition], anchor, isRule) {
    if (isRule) {
        return part;
    }
    return (anchor ? [name, part] : [part, edition]).filter(Boolean).join(' · ');
}

/**
 * @param {IndexEntry} entry
 * @param {number} number
 */
function createEntry([pageNumber, anchor, title, excerpt, text, heirs], number) {
    const page = index.pages[pageNumber];
    const [, name, part, short, language, edition] = page;
    const isRule = Boolean(short && anchor);
    const places = isRule ? [pageNumber, ...heirs].map(each => createPlace(each, anchor)) : [];
    const near = spaced(foldWords(`${name} ${part} ${edition}`)) + places.map(place => place.words).join('');
    return {
        title,
        excerpt,
        places,
        near,
        href: addressOf(page, anchor),
        /* Rules of several editions have one anchor. */
        anchor: isRule ? anchor : '',
        where: whereWords(page, anchor, isRule),
        name: spaced(foldWords(title)),
        text: ` ${text} `,
        isPage: !anchor,
        isAbsent: absent.has(number),
        language: anchor ? '' : language,
    };
}

/** @typedef {ReturnType<typeof createPlace>} Place */
/** @typedef {ReturnType<typeof createEntry>} Entry */

/**
 * A rule, or another entry, as it is shown.
 * @typedef {Entry & { answers: { label: string, excerpt: string }[], editions?: (Place & { isAbsent: boolean })[] }} Result
 */

const entries = index.entries.map(createEntry);
const rules = groupRules();

/**
 * The entries of each rule, by its anchor, in the order of the editions.
 * @returns {Map<string, Entry[]>}
 */
function groupRules() {
    const groups = new Map();
    for (const entry of entries) {
        if (entry.anchor) {
            groups.set(entry.anchor, [...groups.get(entry.anchor) || [], entry]);
        }
    }
    return groups;
}

/**
 * How well a word, or the same word of the rules, is found in a text.
 * @param {string} text
 * @param {string} word
 */
function weighWord(text, word) {
    const same = SAME_WORDS.get(word);
    return Math.max(weighSpelling(text, word), same ? weighSpelling(text, same) : 0);
}

/**
 * How well a word is found in a text: as a word, as the beginning of one, or without the s of a plural.
 * @param {string} text
 * @param {string} word
 */
function weighSpelling(text, word) {
    if (text.includes(` ${word} `)) {
        return 1;
    }
    if (text.includes(` ${word}`)) {
        return 0.6;
    }
    const isPlural = word.length > 3 && word.endsWith('s');
    return isPlural && text.includes(` ${word.slice(0, -1)} `) ? 0.5 : 0;
}

/**
 * How well an entry answers a query; 0 if one of its words is not found.
 * @param {Entry} entry
 * @param {string[]} words
 */
function scoreEntry(entry, words) {
    let score = 0;
    for (const word of words) {
        const best = Math.max(weighWord(entry.name, word) * 100, weighWord(entry.near, word) * 20, weighWord(entry.text, word) * 5);
        if (!best) {
            return 0;
        }
        score += best;
    }
    const all = spaced(words);
    if (entry.name === all) {
        score += 400;
    } else if (entry.name.includes(all)) {
        score += 100;
    }
    // A rule comes before a heading that shares its words.
    const bonus = entry.anchor ? 50 : 0;
    return score + bonus - entry.name.length / 10 + (entry.isPage ? 5 : 0);
}

/**
 * The words that are looked for: letters that stand alone only where nothing else is asked.
 * @param {string} query
 */
function queryWords(query) {
    const words = foldWords(query);
    return words.filter(word => word.length > 1 || words.length === 1 || /\p{N}/u.test(word));
}

/**
 * Finds the entries that answer a query, the best first. What is about something that an edition lacks comes last.
 * @param {string[]} words
 */
function matchEntries(words) {
    const matches = entries.map(entry => ({ entry, score: scoreEntry(entry, words) })).filter(({ score }) => score > 0);
    matches.sort((a, b) => Number(a.entry.isAbsent) - Number(b.entry.isAbsent) || b.score - a.score);
    return matches.map(({ entry }) => entry);
}

/**
 * @param {string} query
 * @returns {Result[]}
 */
export function findInBook(query) {
    const words = queryWords(query);
    const matches = words.length ? matchEntries(words) : [];
    const results = new Map();
    for (const entry of matches) {
        if (!entry.anchor) {
            results.set(entry, { ...entry, answers: entry.excerpt ? [{ label: '', excerpt: entry.excerpt }] : [] });
        } else if (!results.has(entry.anchor)) {
            results.set(entry.anchor, createRuleResult(matches.filter(({ anchor }) => anchor === entry.anchor), words));
        }
    }
    return [...results.values()].sort((a, b) => a.isAbsent - b.isAbsent);
}

/**
 * A rule as it is shown: what it says in the edition that was asked for, or else in the first that has it, which is our main
 * one; if the words were found only in another edition, what it says there, too.
 * @param {Entry[]} matches
 * @param {string[]} words
 * @returns {Result}
 */
function createRuleResult(matches, words) {
    const group = rules.get(matches[0].anchor);
    const present = matches.filter(entry => !entry.isAbsent);
    const named = findNamedPlace(present.length ? present : matches, words);
    const main = group.find(entry => !entry.isAbsent) || matches[0];
    const shown = named ? [named] : [{ entry: main, place: main.places[0] }];
    if (!named && !matches.includes(main) && !matches[0].isAbsent) {
        shown.push({ entry: matches[0], place: matches[0].places[0] });
    }
    const places = group.flatMap(entry => entry.places.map(place => ({ ...place, isAbsent: entry.isAbsent })));
    return {
        ...shown[0].entry,
        href: shown[0].place.href,
        editions: places.sort((a, b) => a.pageNumber - b.pageNumber),
        answers: shown.map(({ entry, place }) => ({ label: place.edition, excerpt: entry.excerpt })).filter(({ excerpt }) => excerpt),
    };
}

/**
 * The place whose edition the query names with the most words; none if it names no edition.
 * @param {Entry[]} matches
 * @param {string[]} words
 */
function findNamedPlace(matches, words) {
    let best = null;
    let mostNamed = 0;
    for (const entry of matches) {
        for (const place of entry.places) {
            const count = words.filter(word => place.words.includes(` ${word} `)).length;
            if (count > mostNamed) {
                best = { entry, place };
                mostNamed = count;
            }
        }
    }
    return best;
}

const input = createElement('input', '', {
    type: 'search', id: 'book-search-words', autocomplete: 'off', autocapitalize: 'none', spellcheck: false,
    enterKeyHint: 'search', placeholder: 'a rule, a word, a hand',
});
const label = createElement('label', 'Search the book', { htmlFor: input.id, className: 'visually-hidden' });
const closeButton = createButton('Close', () => dialog.close());
const bar = createElement('div', '', { className: 'search-bar', role: 'search' });
const status = createElement('p', '', { className: 'search-status', role: 'status' });
const legend = createElement('p', '', { className: 'search-status' });
const list = createElement('ol', '', { className: 'search-found' });
const dialog = createElement('dialog', '', { className: 'search', lang: 'en', ariaLabel: 'Search the book' });
closeButton.className = 'tool';
bar.append(label, input, closeButton);
dialog.append(bar, status, legend, list);
document.body.append(dialog);

/** @param {string} language */
function inLanguage(language) {
    return language ? { lang: language } : {};
}

/**
 * @param {{ label: string, excerpt: string }} answer
 * @param {string} language
 */
function createExcerpt({ label: edition, excerpt }, language) {
    const line = createElement('span', '', { className: 'search-excerpt', ...inLanguage(language) });
    if (edition) {
        line.append(createElement('b', `${edition}:`), ' ');
    }
    line.append(excerpt);
    return line;
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

/** @param {Result} result */
function createItem(result) {
    const link = createElement('a', '', { href: result.href });
    link.append(
        createElement('span', result.title, { className: 'search-title', ...inLanguage(result.language) }),
        createElement('span', result.where, { className: 'search-place' }),
    );
    link.append(...result.answers.map(answer => createExcerpt(answer, result.language)));
    const item = createElement('li');
    item.append(link);
    if (result.editions?.length > 1) {
        item.append(createEditionLinks(result));
    }
    return item;
}

/** @param {number} count */
function statusWords(count) {
    if (!input.value.trim()) {
        return '';
    }
    if (count === 0) {
        return 'Nothing found.';
    }
    const found = count === 1 ? '1 place' : `${count} places`;
    return count > MOST_SHOWN ? `${found}; the best ${MOST_SHOWN} are shown.` : `${found}.`;
}

/**
 * Explains the signs that the results bear.
 * @param {Result[]} results
 */
function legendWords(results) {
    const excerpts = results.flatMap(({ answers }) => answers.map(({ excerpt }) => excerpt)).join('');
    const used = index.signs.filter(([sign]) => excerpts.includes(sign));
    return used.map(([sign, meaning]) => `${sign} ${meaning}.`).join(' ');
}

function showResults() {
    const found = findInBook(input.value);
    const shown = found.slice(0, MOST_SHOWN);
    list.replaceChildren(...shown.map(createItem));
    list.scrollTop = 0;
    legend.textContent = legendWords(shown);
    status.textContent = statusWords(found.length);
}

/**
 * Goes through the results by the arrow keys; Enter in the field opens the first.
 * @param {KeyboardEvent} event
 */
function moveThroughResults(event) {
    /** @type {HTMLElement[]} */
    const places = [input, ...list.querySelectorAll('li > a')];
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

input.addEventListener('input', showResults);
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

export function openSearchDialog() {
    if (!dialog.open) {
        dialog.showModal();
    }
    input.select();
}
