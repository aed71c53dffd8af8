/* Runs before anything is painted: says that scripts run, puts the chosen colours on, and keeps a hand shut but for the step
   that the address names, so that nothing jumps. */
import { readText } from './boot/storage.js';

const root = document.documentElement;
const COLOURS = ['light', 'dark'];
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function chosenColours() {
    return readText('mouche-colours');
}

/** @param {string | null} chosen */
export function applyColours(chosen) {
    const colours = COLOURS.includes(chosen) ? chosen : prefersDark.matches ? 'dark' : 'light';
    root.classList.remove(...COLOURS);
    root.classList.add(colours);
}

/**
 * Hides all steps but the named one in the hand to which the id belongs: a step's id begins with that of its hand.
 * @param {string} id
 */
function hideOtherSteps(id) {
    const parts = id.split('-');
    const hands = parts.slice(1).map((_, at) => `[id="${CSS.escape(parts.slice(0, at + 1).join('-'))}"]`);
    if (!hands.length || typeof CSSStyleSheet.prototype.replaceSync !== 'function') {
        return;
    }
    const named = `[id="${CSS.escape(id)}"]`;
    const others = `:not(${named}, :has(${named}), ${named} *)`;
    const hand = `.hand:not(.is-ready):is(${hands}) `;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@media screen{${hand}.hand-step${others},${hand}.hand-deal${others}{display:none}}`);
    document.adoptedStyleSheets = [sheet];
    addEventListener('hashchange', () => { document.adoptedStyleSheets = []; });
}

/**
 * Asks for the typeface before the styles that name it are read. A page from a file may not do so.
 * @param {string} script
 */
function fetchTypeface(script) {
    const link = document.createElement('link');
    const href = new URL('../fonts/serif-roman.woff2', script);
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    document.head.append(link);
}

root.classList.add('js');
/* In a frame of another page the hand stands without the book. */
root.classList.toggle('is-embedded', location.search.startsWith('?embed'));
if (location.protocol !== 'file:') {
    fetchTypeface(
        /** @type {HTMLScriptElement} */ (document.currentScript).src,
    );
}
applyColours(chosenColours());
prefersDark.addEventListener('change', () => applyColours(chosenColours()));
try {
    /* Without signs that a chat has added to the address. */
    hideOtherSteps(decodeURIComponent(location.hash.slice(1)).replace(/\W+$/, ''));
} catch {
    /* An address that cannot be read names no step. */
}
