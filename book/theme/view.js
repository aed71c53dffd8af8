/* What the controls of a hand do: a seat, cards and steps that are hidden, colours, autoplay, the last trick, sharing. */
import { loadForReader, loadPart } from './book/loading.js';
import { readValue } from './boot/storage.js';
import { announce } from './tools/elements.js';
import { writeValue } from './tools/storage.js';
import { createAutoplay } from './view/autoplay.js';
import { showEdition, turnTable } from './view/table.js';

const FOUR_COLOURS = 'mouche-four';

/** @typedef {ReturnType<typeof createView>} View */

/** @type {Map<HTMLElement, View>} */
const views = new Map();

/**
 * Returns a hand and the controls of its menu.
 * @param {HTMLElement} hand
 */
function createView(hand) {
    /** @type {(name: string) => any} */
    const choice = name => hand.querySelector(`[data-set=${name}]`);
    const steps = [...hand.querySelectorAll('.hand-step')];
    return {
        hand,
        steps,
        live: hand.querySelector('.hand-live'),
        /** @type {HTMLDetailsElement} */
        menu: hand.querySelector('.hand-view'),
        /** @type {HTMLSelectElement} */
        seat: choice('seat'),
        /** @type {HTMLSelectElement | null} */
        edition: choice('edition'),
        /** @type {HTMLInputElement} */
        hides: choice('hides'),
        /** @type {HTMLInputElement} */
        four: choice('four'),
        now: Math.max(0, steps.indexOf(hand.querySelector('.hand-step.is-now'))),
        hasQuiz: false,
        /** @type {Record<'showAutoplay' | 'toggleAutoplay' | 'changeSpeed', () => void>} */
        autoplay: undefined,
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
    useStudy(study => study.writeView(view));
}

/** @param {View} view */
function listenToMenu({ menu }) {
    document.addEventListener('pointerdown', ({ target }) => {
        if (menu.open && target.closest('.hand-view') !== menu) {
            menu.open = false;
        }
    });
    menu.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') {
            closeAndFocus(menu);
        }
    });
    menu.addEventListener('click', ({ target }) => {
        if (target.closest('[data-go=all], [data-go=keys]')) {
            closeAndFocus(menu);
        }
    });
}

/** @param {HTMLDetailsElement} menu */
function closeAndFocus(menu) {
    menu.open = false;
    menu.firstElementChild.focus({ preventScroll: true });
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

/**
 * Reads the address, or writes it, with the script that is fetched for it. Without it the address stays as it is.
 * @param {(study: typeof window.mouche.study) => void} act
 */
function useStudy(act) {
    loadPart('study').then(() => act(window.mouche.study), () => {});
}

/**
 * @param {HTMLElement} hand
 * @returns {View}
 */
function beginView(hand) {
    const view = createView(hand);
    view.autoplay = createAutoplay(view);
    hand.addEventListener('hand-shown', ({ detail }) => {
        view.now = detail;
        view.autoplay.showAutoplay();
    });
    hand.addEventListener('change', event => applyChoice(view, event));
    listenToMenu(view);
    addEventListener('pageshow', () => restoreChoices(view));
    restoreChoices(view);
    return view;
}

/**
 * Does something with the script for keys, the last trick and sharing, which is fetched for it.
 * @param {(extras: typeof window.mouche.extras) => void} act
 */
async function useExtras(act) {
    await loadForReader('what this button needs', () => loadPart('extras'));
    act(window.mouche.extras);
}

/**
 * Does what a button of a hand says, or plays the card that was touched.
 * @param {View} view
 * @param {EventTarget} touched
 */
function pressControl(view, touched) {
    const { hand, live, steps, now, autoplay } = view;
    /** @type {HTMLElement | null} */
    const control = touched.closest('[data-go]');
    switch (control?.dataset.go) {
    case undefined: return useExtras(extras => extras.playCard(view, touched));
    case 'play': return autoplay.toggleAutoplay();
    case 'speed': return autoplay.changeSpeed();
    case 'trick': return useExtras(extras => announce(live, extras.toggleLastTrick(steps, now)));
    case 'quiz': return startQuiz(view);
    case 'sit': return useExtras(extras => extras.takeSeat(view));
    case 'what-if': return loadForReader('the results', () => loadPart('study')).then(() => window.mouche.study.toggleResults(view));
    case 'share': return useExtras(extras => extras.shareStep(hand, steps[now]));
    case 'keys': return useExtras(extras => extras.showKeys(hand));
    case 'write': return useExtras(extras => extras.openInPlayground(hand));
    case 'text': return useExtras(extras => extras.copySource(hand, control));
    default: return undefined;
    }
}

/**
 * Does what a reader asked for by an event of a hand; without an event, makes the controls of the hand ready.
 * @param {HTMLElement} hand
 * @param {Event} [event]
 */
export function useView(hand, event) {
    const isNew = !views.has(hand);
    const view = views.get(hand) || beginView(hand);
    views.set(hand, view);
    /* What a reader has just chosen holds, whatever the address says. */
    if (isNew && location.search && event?.type !== 'change') {
        useStudy(study => {
            study.readView(view);
            restoreChoices(view);
            study.showAddressedLine(view);
        });
    }
    if (event?.type === 'click') {
        pressControl(view, event.target);
    } else if (event && isNew) {
        /* Later changes are heard by the view itself. */
        applyChoice(view, event);
    }
}
