/* The search: every word must begin a word of the title, of where it stands, or of the text.
   A rule is found once, with the editions that have it.
   `window.moucheIndex` holds the signs and what they mean, the pages [address, name, part, edition, language of the name] and the entries
   [page, anchor, title, excerpt, folded text, pages that have the rule from this one]. */
import { isShortcut } from './book/keys.js';

const MOST = 40;
const root = document.body.dataset.root || '';
const index = window.moucheIndex;

/* As the builder folds: no marks, no capitals, ligatures apart, words between spaces. */
function fold(text) {
    const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.replace(/œ/g, 'oe').replace(/æ/g, 'ae').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

function address(page, anchor) {
    return root + page[0] + (anchor && '#' + encodeURIComponent(anchor));
}

/* What stands in the rules of several editions under one anchor, with a place in each. */
const rules = {};

const entries = index.entries.map(entry => {
    const page = index.pages[entry[0]];
    const places = page[3] && entry[1] ? [entry[0]].concat(entry[5]).map(at => {
        return { short: index.pages[at][3], name: ' ' + fold(index.pages[at][1] + ' ' + index.pages[at][3]).join(' ') + ' ', href: address(index.pages[at], entry[1]), at: at };
    }) : [];
    if (places.length) {
        rules[entry[1]] = (rules[entry[1]] || []).concat(places);
    }
    return {
        href: address(page, entry[1]),
        anchor: places.length ? entry[1] : '',
        places: places,
        title: entry[2],
        place: entry[1] ? page[1] : page[2],
        part: entry[1] ? page[2] : '',
        excerpt: entry[3],
        name: ' ' + fold(entry[2]).join(' ') + ' ',
        near: ' ' + fold(page[1] + ' ' + page[2]).join(' ') + places.map(place => place.name).join(' ') + ' ',
        text: ' ' + entry[4] + ' ',
        isPage: !entry[1],
        lang: entry[1] ? '' : page[4]
    };
});

/* A word, and without the plural's s. */
function weigh(text, word) {
    if (text.indexOf(' ' + word + ' ') >= 0) {
        return 1;
    }
    if (text.indexOf(' ' + word) >= 0) {
        return 0.6;
    }
    return word.length > 3 && word.slice(-1) === 's' && text.indexOf(' ' + word.slice(0, -1) + ' ') >= 0 ? 0.5 : 0;
}

function score(entry, words) {
    let sum = 0;
    for (let at = 0; at < words.length; at += 1) {
        const best = Math.max(weigh(entry.name, words[at]) * 100, weigh(entry.near, words[at]) * 20, weigh(entry.text, words[at]) * 5);
        if (!best) {
            return 0;
        }
        sum += best;
    }
    const all = ' ' + words.join(' ') + ' ';
    return sum + (entry.name === all ? 400 : entry.name.indexOf(all) >= 0 ? 100 : 0) - entry.name.length / 10 + (entry.isPage ? 5 : 0);
}

export function findInBook(query) {
    const words = fold(query).filter((word, at, all) => {
        return word.length > 1 || all.length === 1 || /\p{N}/u.test(word);
    });
    if (!words.length) {
        return [];
    }
    return entries.map((entry, at) => {
        return { entry: entry, at: at, score: score(entry, words) };
    }).filter(found => {
        return found.score > 0;
    }).sort((a, b) => {
        return b.score - a.score || a.at - b.at;
    }).map(found => {
        return found.entry;
    }).filter((entry, at, all) => {
        return !entry.anchor || all.findIndex(other => other.anchor === entry.anchor) === at;
    }).map(entry => {
        return entry.anchor ? inEditions(entry, words) : entry;
    });
}

/* A rule, led to in the edition that was asked for, and its place in each. */
function inEditions(entry, words) {
    function asked(place) {
        return words.filter(word => weigh(place.name, word)).length;
    }
    const best = entry.places.reduce((best, place) => asked(place) > asked(best) ? place : best);
    const all = rules[entry.anchor].slice().sort((a, b) => a.at - b.at);
    return Object.assign({}, entry, { href: best.href, editions: all });
}

function make(name, attributes, inside) {
    const element = document.createElement(name);
    Object.keys(attributes).forEach(key => {
        element.setAttribute(key, attributes[key]);
    });
    (inside || []).forEach(one => {
        element.append(one);
    });
    return element;
}

const input = make('input', {
    type: 'search', id: 'book-search-words', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
    enterkeyhint: 'search', placeholder: 'a rule, a word, a hand'
});
const label = make('label', { 'for': 'book-search-words', 'class': 'visually-hidden' }, ['Search the book']);
const close = make('button', { type: 'button', 'class': 'tool' }, ['Close']);
const status = make('p', { role: 'status', 'class': 'search-status' });
const list = make('ol', { 'class': 'search-found' });
const legend = make('p', { 'class': 'search-status' });
const bar = make('div', { 'class': 'search-bar', role: 'search' }, [label, input, close]);
const dialog = make('dialog', { 'class': 'search', lang: 'en', 'aria-label': 'Search the book' }, [bar, status, legend, list]);
document.body.append(dialog);

function shown(entry) {
    const lang = entry.lang ? { lang: entry.lang } : {};
    const link = make('a', { href: entry.href }, [
        make('span', { 'class': 'search-title', ...lang }, [entry.title]),
        make('span', { 'class': 'search-place' }, [[entry.editions ? '' : entry.place, entry.part].filter(Boolean).join(' · ')])
    ]);
    if (entry.excerpt) {
        link.append(make('span', { 'class': 'search-excerpt', ...lang }, [entry.excerpt]));
    }
    const places = (entry.editions || []).map(place => {
        return make('a', { href: place.href, 'aria-label': entry.title + ', ' + place.short }, [place.short]);
    });
    return make('li', {}, places.length > 1 ? [link, make('span', { 'class': 'search-editions' }, places)] : [link]);
}

function say(count) {
    const found = count === 0 ? 'Nothing found' : count === 1 ? '1 place' : count + ' places';
    status.textContent = !input.value.trim() ? '' : found + (count > MOST ? '; the best ' + MOST + ' are shown' : '') + '.';
}

function update() {
    const found = findInBook(input.value);
    list.replaceChildren(...found.slice(0, MOST).map(shown));
    list.scrollTop = 0;
    legend.textContent = index.signs.filter(sign => {
        return found.slice(0, MOST).some(entry => entry.excerpt.indexOf(sign[0]) >= 0);
    }).map(sign => sign.join(' ') + '.').join(' ');
    say(found.length);
}

function step(event) {
    const places = [input, ...list.querySelectorAll('li > a')];
    const at = places.indexOf(document.activeElement);
    if (isShortcut(event)) {
        return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (event.key === 'Enter' && at === 0 && places[1]) {
        event.preventDefault();
        places[1].click();
    } else if (to !== undefined && at >= 0) {
        event.preventDefault();
        places[Math.max(0, Math.min(places.length - 1, to))].focus();
    }
}

input.addEventListener('input', update);
dialog.addEventListener('keydown', event => {
    event.stopPropagation();
    step(event);
});
/* Escape in a search field empties it first in some browsers; here it closes. */
input.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
        event.preventDefault();
        dialog.close();
    }
});
close.addEventListener('click', () => {
    dialog.close();
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
