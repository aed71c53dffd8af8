/* The page around the text: the choice of colours, the search, keys for hands, and what a page fetches for its text. */
import { applyColours, chosenColours } from './boot.js';
import { writeText } from './boot/storage.js';
import { isShortcut, isTextField, stepForKey } from './book/keys.js';
import { loadForReader, loadPart, loadScript } from './book/loading.js';

/** @type {HTMLSelectElement | null} */
const colourSelect = document.querySelector('.bar-theme select');
const searchButton = document.querySelector('.bar-search');
const contents = document.getElementById('book-contents');
/* Elements that have keys of their own, and hands, which hear theirs themselves. */
const KEY_OWNERS = '.hand, .play, input, select, textarea, pre, dialog, [popover], [role], [contenteditable], [tabindex]:not(main)';

/* Shows the colours that are kept: another page may have changed them. */
function showKeptColours() {
    colourSelect.value = chosenColours() || '';
    applyColours(colourSelect.value);
}

if (colourSelect) {
    showKeptColours();
    addEventListener('pageshow', showKeptColours);
    addEventListener('storage', showKeptColours);
    colourSelect.addEventListener('change', () => {
        /* Where the browser keeps nothing, they hold for this page. */
        writeText('mouche-colours', colourSelect.value || null);
        applyColours(colourSelect.value);
    });
}

/** @param {string} [words] */
export async function openSearch(words) {
    await loadForReader('the search', async () => {
        await loadPart('tools');
        await loadScript(searchButton.dataset.index);
        await loadScript(searchButton.dataset.script);
    });
    window.mouche.openSearchDialog(words);
}

if (searchButton?.dataset.index) {
    searchButton.addEventListener('click', () => openSearch());
    document.addEventListener('keydown', event => {
        if (event.key === '/' && !event.defaultPrevented && !isShortcut(event) && !isTextField(event.target)) {
            event.preventDefault();
            openSearch();
        }
    });
}

/* Whatever became of the hands, the page is whole now. */
addEventListener('load', () => document.documentElement.classList.add('is-loaded'));

/**
 * How much of the window a hand fills, in pixels.
 * @param {Element} hand
 */
function visibleHeight(hand) {
    const { top, bottom } = hand.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
}

function largestVisibleHand() {
    return [...document.querySelectorAll('.hand.is-stepped')].filter(hand => visibleHeight(hand) > 0)
        .sort((a, b) => visibleHeight(b) - visibleHeight(a))[0];
}

/* Keys that nothing else on the page uses are for the hand that fills most of the window. */
document.addEventListener('keydown', event => {
    const step = stepForKey(event);
    /* Elsewhere the space bar scrolls the page. */
    if (!step || event.defaultPrevented || event.target.closest(KEY_OWNERS) || step === 'play' && !document.querySelector('.hand-page')) {
        return;
    }
    const hand = largestVisibleHand();
    if (hand) {
        event.preventDefault();
        hand.dispatchEvent(new CustomEvent('hand-turn', { detail: step }));
    }
});

/* The script of the hands has run by then. */
document.addEventListener('DOMContentLoaded', () => {
    document.body.dataset.loads?.split(' ').forEach(name => loadForReader('what this page needs', () => loadPart(name)));
});

if (contents) {
    contents.addEventListener('click', event => {
        if (event.target.closest('a[href^="#"]') && contents.matches(':popover-open')) {
            contents.hidePopover();
        }
    });
    /* A drawer is not measured: the page would be laid out for it before its time. */
    const here = matchMedia('(min-width: 64rem)').matches && contents.querySelector('[aria-current]');
    if (here && here.offsetTop > contents.clientHeight * 0.7) {
        contents.scrollTop = here.offsetTop - contents.clientHeight / 3;
    }
}
