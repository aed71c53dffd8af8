/* The list of the clauses of a page: it marks the clause that is read, and shows only those that have a word, or another word that
   means the same. */
import { loadForReader, loadScript } from './book/loading.js';
import { createElement } from './tools/elements.js';

const rail = document.querySelector('.clause-rail');
const details = rail.querySelector('details');
const list = rail.querySelector('.rail-list');
const isBesideText = matchMedia('(min-width: 76rem)');
/** @type {HTMLAnchorElement[]} */
const links = [...list.querySelectorAll('a')];
const targets = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))));
const field = createElement('input', '', { type: 'search', placeholder: 'Find a clause', ariaLabel: 'Find a clause', autocomplete: 'off' });

const nothing = createElement('p', '', { role: 'status' });

/** @param {string} text */
function fold(text) {
    return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * The title and the text of a clause, up to its sources.
 * @param {Element} target
 */
function textOf(target) {
    let text = target.textContent;
    for (let next = target.nextElementSibling; next && next.tagName === 'P'; next = next.nextElementSibling) {
        text += ` ${next.textContent}`;
    }
    return fold(text);
}

/** Groups of words that mean the same. @type {string[][]} */
let synonyms = [];
/** What readers call each clause, by its id. @type {Record<string, string>} */
let otherNames = {};
/** @type {string[]} */
let texts = [];

/** Fetches the words when a reader begins to look for a clause. */
function fetchWords() {
    loadForReader('other words for the clauses', async () => {
        await loadScript(rail.dataset.words);
        ({ synonyms, otherNames } = window.mouche.clauseWords);
        filterClauses();
    });
}

/**
 * Returns whether a text has a word, or one that means the same.
 * @param {string} text
 * @param {string} word
 */
function hasWord(text, word) {
    const others = synonyms.filter(group => group.some(phrase => fold(phrase) === word)).flat();
    return [word, ...others].some(form => text.includes(` ${fold(form)}`));
}

/**
 * Returns whether a text has all of some words.
 * @param {string} text
 * @param {string[]} words
 */
function hasWords(text, words) {
    return words.every(word => hasWord(` ${text}`, word));
}

/** Shows the clauses whose titles and other names have the words, or else those whose texts have them. */
function filterClauses() {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    texts = texts.length ? texts : targets.map(target => target ? textOf(target) : '');
    const titles = links.map(link => fold(`${link.textContent} ${otherNames[link.hash.slice(1)] || ''}`));
    const isInTitle = titles.some(title => hasWords(title, words));
    links.forEach((link, at) => {
        link.parentElement.hidden = !hasWords(isInTitle ? titles[at] : texts[at], words);
    });
    for (const group of list.querySelectorAll('ul')) {
        group.hidden = !group.querySelector('li:not([hidden])');
        /** @type {HTMLElement} */ (group.previousElementSibling).hidden = group.hidden;
    }
    nothing.textContent = links.some(link => !link.parentElement.hidden) ? '' : 'No clause has these words. Try the search.';
}

/** Marks the clause whose heading last passed the top of the window. */
function markClause() {
    const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8 || 80;
    const passed = targets.findLastIndex(target => target && target.getBoundingClientRect().top <= top);
    links.forEach((link, at) => {
        if (at === passed) {
            link.setAttribute('aria-current', 'true');
        } else {
            link.removeAttribute('aria-current');
        }
    });
    const link = links[passed];
    if (link && (details.open || isBesideText.matches)) {
        const { top: above, bottom: below } = list.getBoundingClientRect();
        const { top: linkTop, bottom: linkBottom } = link.getBoundingClientRect();
        if (linkTop < above || linkBottom > below) {
            list.scrollTop += linkTop - above - list.clientHeight / 3;
        }
    }
}

let isWaiting = false;
addEventListener('scroll', () => {
    if (!isWaiting) {
        isWaiting = true;
        requestAnimationFrame(() => {
            isWaiting = false;
            markClause();
        });
    }
}, { passive: true });

/* Beside the text the list is shown anyway; open, it is also announced so. */
function openBesideText() {
    details.open = isBesideText.matches;
}

openBesideText();
isBesideText.addEventListener('change', openBesideText);
details.addEventListener('toggle', markClause);
list.addEventListener('click', event => {
    if (event.target.closest('a') && !isBesideText.matches) {
        details.open = false;
    }
});
field.addEventListener('input', filterClauses);
field.addEventListener('focus', fetchWords, { once: true });
field.addEventListener('keydown', event => {
    if (event.key === 'Enter') {
        links.find(link => !link.parentElement.hidden)?.click();
    }
});
list.prepend(field, nothing);
markClause();
