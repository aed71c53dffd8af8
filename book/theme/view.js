/* What the menu of a hand does: a seat, cards and steps that are hidden, colours, playing by itself, and copying. */
import { loadForReader, loadPart } from './book/loading.js';
import { readValue } from './boot/storage.js';
import { copyText } from './tools/clipboard.js';
import { announce } from './tools/elements.js';
import { packText } from './tools/packing.js';
import { writeValue } from './tools/storage.js';
import { createAutoplay } from './view/autoplay.js';
import { showEdition, turnTable } from './view/table.js';

const FOUR_COLOURS = 'mouche-four';

/** @typedef {ReturnType<typeof createView>} View */

/**
 * Returns a hand and the controls of its menu.
 * @param {HTMLElement} hand
 */
function createView(hand) {
    /** @type {(name: string) => HTMLInputElement} */
    const box = name => hand.querySelector(`[data-set=${name}]`);
    /** @type {(name: string) => HTMLSelectElement} */
    const list = name => hand.querySelector(`[data-set=${name}]`);
    const steps = [...hand.querySelectorAll('.hand-step')];
    return {
        hand,
        steps,
        live: hand.querySelector('.hand-live'),
        /** @type {HTMLDetailsElement} */
        menu: hand.querySelector('.hand-view'),
        seat: list('seat'),
        edition: list('edition'),
        hides: box('hides'),
        four: box('four'),
        now: Math.max(0, steps.findIndex(step => step.classList.contains('is-now'))),
        hasQuiz: false,
    };
}

/**
 * @param {View} view
 * @param {any} event
 */
function applyChoice(view, { target: { checked, dataset: { set } } }) {
    const { hand, live, seat, hides } = view;
    if (set === 'four' && !writeValue(FOUR_COLOURS, checked)) {
        announce(live, 'This browser cannot save anything: the colours apply only to this page.');
    }
    if (set === 'seat' && seat.value === '') {
        hides.checked = false;
    }
    if (set === 'seat' || set === 'hides') {
        turnTable(view);
    } else if (set === 'edition') {
        showEdition(view);
    } else if (set) {
        hand.classList.toggle(set, checked);
    }
}

/**
 * Copies a text, and says so on the button for a while.
 * @param {View} view
 * @param {HTMLElement} button
 * @param {string} text
 */
async function copyFrom({ live }, button, text) {
    const label = button.textContent;
    const isCopied = await copyText(text);
    announce(live, isCopied ? 'Copied.' : 'The browser does not allow copying.');
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => { button.textContent = label; }, 1500);
}

/** @param {View} view */
function closeMenuAndFocus({ menu }) {
    menu.open = false;
    menu.firstElementChild.focus({ preventScroll: true });
}

/** @param {View} view */
function listenToMenu(view) {
    const { menu } = view;
    document.addEventListener('pointerdown', ({ target }) => {
        if (menu.open && target.closest('.hand-view') !== menu) {
            menu.open = false;
        }
    });
    menu.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') {
            closeMenuAndFocus(view);
        }
    });
    menu.addEventListener('click', ({ target }) => {
        if (target.closest('[data-go=quiz], [data-go=all]')) {
            closeMenuAndFocus(view);
        } else if (target.closest('[data-go=play]')) {
            /* The focus goes to what pauses it. */
            menu.open = false;
        }
    });
}

/** @param {View} view */
function sourceOf({ hand }) {
    return `${hand.querySelector('.hand-source').textContent}\n`;
}

/** @param {View} view */
function stepAddress({ steps, now }) {
    return `${location.href.split('#')[0]}#${encodeURIComponent(steps[now].id)}`;
}

/** @param {View} view */
async function openInPlayground(view) {
    location.href = `${document.body.dataset.root}playground.html#text=${await packText(sourceOf(view))}`;
}

/**
 * Asks the choices of one seat, one by one. From then on the button belongs to the questions.
 * @param {View} view
 */
async function startQuiz(view) {
    if (!view.hasQuiz) {
        view.hasQuiz = true;
        await loadForReader('the questions', () => loadPart('quiz'));
        window.mouche.beginQuiz(view.hand);
    }
}

/**
 * Returns the seat that was chosen, or else that of the player who moves in this step or next.
 * @param {View} view
 * @param {string} told
 */
function seatToTake({ steps, now, seat }, told) {
    if (seat.value !== '') {
        return seat.value;
    }
    for (const step of steps.slice(now)) {
        const mover = step.querySelector(`.e${told} .mover`) || step.querySelector('.mover');
        if (mover) {
            return /\bs(\d+)/.exec(mover.className)[1];
        }
    }
    return '0';
}

/**
 * Goes to the table where one plays on from this step.
 * @param {View} view
 */
async function takeSeat(view) {
    const { hand, steps, now, edition } = view;
    const told = edition?.value || '0';
    const table = new URLSearchParams(hand.dataset.house);
    /* The card that was touched, once. */
    const words = hand.dataset.says || '';
    delete hand.dataset.says;
    const begun = {
        step: steps[now].id.slice(hand.id.length - 4),
        told,
        seat: seatToTake(view, told),
        seed: String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000),
        words,
        text: await packText(sourceOf(view)),
    };
    for (const [name, value] of Object.entries(begun)) {
        table.set(name, value);
    }
    location.href = `${document.body.dataset.root}play.html#${table}`;
}

/**
 * Restores what was chosen before: a reader who comes back to the page finds it as it was left, because the browser remembers
 * what was chosen there; and the colours hold for every hand.
 * @param {View} view
 */
function restoreChoices(view) {
    const { hand, seat, hides, four, edition } = view;
    const kept = readValue(FOUR_COLOURS);
    if (typeof kept === 'boolean') {
        four.checked = kept;
    }
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = hand.querySelectorAll('[type=checkbox]');
    for (const { checked, dataset } of boxes) {
        hand.classList.toggle(dataset.set, checked);
    }
    if (seat.value !== '' || hides.checked) {
        turnTable(view);
    }
    if (edition) {
        showEdition(view);
    }
}

/** @param {HTMLElement} hand */
export function beginView(hand) {
    const view = createView(hand);
    const { showAutoplay, toggleAutoplay } = createAutoplay(view);
    hand.addEventListener('hand-shown', ({ detail }) => {
        view.now = detail;
        showAutoplay();
    });
    hand.addEventListener('change', event => applyChoice(view, event));
    hand.addEventListener('click', ({ target }) => {
        const control = target.closest('[data-go]');
        switch (control?.dataset.go) {
        case 'play': return toggleAutoplay();
        case 'quiz': return startQuiz(view);
        case 'sit': return takeSeat(view);
        case 'link': return copyFrom(view, control, stepAddress(view));
        case 'write': return openInPlayground(view);
        case 'text': return copyFrom(view, control, sourceOf(view));
        default: return undefined;
        }
    });
    listenToMenu(view);
    addEventListener('pageshow', () => restoreChoices(view));
    restoreChoices(view);
}
