/* One step of a hand at a time: keys, swipes, the address, and a sentence for those who listen. Without it all steps are
   there. */
import { findTarget, replaceHash } from './book/address.js';
import { stepForKey } from './book/keys.js';
import { loadForReader, loadPart } from './book/loading.js';
import { readValue } from './boot/storage.js';
import { restoreParts } from './hand/changes.js';
import { findStep } from './hand/steps.js';
import { createTrack } from './hand/track.js';

/**
 * A hand, and the number of the step that is shown.
 * @typedef {object} Walk
 * @property {HTMLElement} hand
 * @property {HTMLElement[]} steps
 * @property {(now: number) => void} markTrack
 * @property {boolean} isAddressed
 * @property {number} now
 */

/**
 * Returns the number of the step that an element is in; of a deal that of its first step.
 * @param {Walk} walk
 * @param {Element} element
 */
function stepNumber({ steps }, element) {
    return steps.indexOf(element.closest('.hand-step') || element.querySelector('.hand-step'));
}

/**
 * Shows all steps, where the reader was among them; or one.
 * @param {Walk} walk
 * @param {boolean} isWhole
 */
function listSteps({ hand, steps, now }, isWhole) {
    hand.classList.toggle('is-stepped', !isWhole);
    hand.querySelector('[data-go=all]').ariaPressed = String(isWhole);
    if (isWhole && hand.matches('.is-ready')) {
        steps[now].scrollIntoView();
    }
}

/**
 * @param {Walk} walk
 * @param {number} at
 */
function showStep(walk, at) {
    const { hand, steps } = walk;
    walk.now = at;
    walk.markTrack(at);
    hand.querySelectorAll('.hand-step, .hand-deal').forEach(part => part.classList.toggle('is-now', part.contains(steps[at])));
    hand.querySelector('.hand-now').textContent = String(at + 1);
    for (const button of hand.querySelectorAll('.hand-controls [data-go]')) {
        const to = findStep(steps, at, button.dataset.go);
        if (to !== undefined) {
            button.ariaDisabled = String(to === at);
        }
    }
    hand.dispatchEvent(new CustomEvent('hand-shown', { detail: at }));
}

/**
 * Tells what happens in the step that is shown, and what its author says of it.
 * @param {Walk} walk
 * @param {number} from
 */
function tellStep({ hand, steps, now }, from) {
    const step = steps[now];
    const isClosed = hand.matches('.hides') && !step.querySelector('.hand-say.mine');
    const words = isClosed && step.dataset.closed || step.dataset.say || '';
    const story = step.querySelector('.hand-story')?.textContent || '';
    hand.querySelector('.hand-live').textContent = `${now < from ? 'Back to step' : 'Step'} ${now + 1}. ${words} ${story}`.trim();
}

/** @param {Element} step */
function scrollToTop(step) {
    if (step.getBoundingClientRect().top < 0) {
        step.scrollIntoView();
    }
}

/**
 * Goes to the step that the reader asked for. Its number is kept here, because the address comes too late for fast keys. It
 * takes the place of the address before it, so that the way back leads out of the hand.
 * @param {Walk} walk
 * @param {number} at
 * @param {boolean} [isSilent]
 */
function goToStep(walk, at, isSilent) {
    const { hand, steps, now: from } = walk;
    /** @type {Element & { rel?: string }} */
    const focus = document.activeElement;
    const wasInside = steps[from].contains(focus);
    const show = () => {
        const step = steps[walk.now];
        showStep(walk, walk.now);
        /* The focus moves on to the link of the same kind. */
        if (wasInside) {
            const same = focus.rel && step.querySelector(`[rel="${focus.rel}"]`);
            (same || hand).focus({ preventScroll: true });
            scrollToTop(step);
        }
    };
    /* Cards can move only between neighbours. */
    const moveCards = Math.abs(at - from) === 1 && window.mouche.moveBetweenSteps;
    listSteps(walk, false);
    walk.now = at;
    if (moveCards) {
        moveCards(steps[from], steps[at], show);
    } else {
        show();
    }
    if (walk.isAddressed) {
        replaceHash(`#${encodeURIComponent(steps[at].id)}`);
    }
    if (!isSilent) {
        tellStep(walk, from);
    }
}

/**
 * @param {Walk} walk
 * @param {string} name
 */
function pressControl(walk, name) {
    const { hand, steps, now } = walk;
    const isStepped = hand.matches('.is-stepped');
    const at = findStep(steps, now, name);
    if (name === 'all') {
        listSteps(walk, isStepped);
    } else if (at === undefined) {
        hand.querySelector(`[data-go=${name}]`).click();
    } else if (at !== now || !isStepped) {
        goToStep(walk, at);
    }
}

/**
 * Shows the step that the address names.
 * @param {Walk} walk
 * @param {Event} [event]
 */
function followAddress(walk, event) {
    const { hand, steps, now } = walk;
    const target = location.hash ? findTarget(location.hash) : event && hand;
    if (!target || !hand.contains(target)) {
        return;
    }
    const isWhole = target === hand && Boolean(location.hash);
    listSteps(walk, isWhole);
    showStep(walk, isWhole ? now : stepNumber(walk, target));
    if (event && walk.now !== now) {
        tellStep(walk, now);
    }
    if (target !== hand) {
        scrollToTop(steps[walk.now]);
    }
}

/**
 * From a step that the address names, Tab would go on from there, past the controls above it. What has lost the focus is where
 * Tab begins.
 * @param {Walk} walk
 */
function startTabAtControls({ hand, steps }) {
    if (document.activeElement === document.body && steps.includes(findTarget(location.hash))) {
        hand.focus({ preventScroll: true });
        hand.blur();
    }
}

/**
 * @param {Walk} walk
 * @param {KeyboardEvent} event
 */
function handleKey(walk, event) {
    const control = stepForKey(event);
    if (!control) {
        return;
    }
    /* The book must not turn its page; a slider, a choice, the source or a wide table has these keys for itself. */
    event.stopPropagation();
    if (!event.target.closest('input, select, textarea, pre, .hand-wide')) {
        event.preventDefault();
        pressControl(walk, control);
    }
}

/**
 * @param {Walk} walk
 * @param {MouseEvent} event
 */
function handlePress(walk, event) {
    const { hand, steps, now } = walk;
    const control = event.target.closest('[data-go]');
    /** @type {HTMLAnchorElement} */
    const link = event.target.closest('a[href^="#"]');
    const target = link && findTarget(link.hash);
    const name = control?.dataset.go;
    if (name === 'all' || name && findStep(steps, now, name) !== undefined) {
        pressControl(walk, name);
    } else if (name || event.target.closest('.place .card')) {
        useView(hand, event);
    } else if (hand.contains(target) && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        if (target === hand) {
            listSteps(walk, true);
        } else {
            goToStep(walk, stepNumber(walk, target));
        }
    }
}

/** @param {Walk} walk */
function listenToSwipes(walk) {
    /** @type {Touch | null} */
    let begun = null;
    walk.hand.addEventListener('touchstart', ({ touches, target }) => {
        const isForHand = touches.length === 1 && !target.closest('input, select, pre, .hand-wide, .hand-track');
        begun = isForHand ? touches[0] : null;
    }, { passive: true });
    walk.hand.addEventListener('touchend', ({ changedTouches: [end] }) => {
        const x = begun ? end.clientX - begun.clientX : 0;
        const y = begun ? end.clientY - begun.clientY : 0;
        if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) {
            pressControl(walk, x > 0 ? 'back' : 'next');
        }
    });
}

/**
 * Begins a hand: one that has the address of its page, or one that leaves the address to others.
 * @param {HTMLElement} hand
 * @param {boolean} isAddressed
 */
export function beginHand(hand, isAddressed) {
    restoreParts(hand);
    const steps = [...hand.querySelectorAll('.hand-step')];
    const walk = { hand, steps, markTrack: createTrack(hand, steps), isAddressed, now: 0 };
    hand.addEventListener('keydown', event => handleKey(walk, event));
    hand.addEventListener('click', event => handlePress(walk, event));
    hand.addEventListener('hand-turn', ({ detail }) => pressControl(walk, detail));
    hand.addEventListener('hand-go', ({ detail }) => goToStep(walk, ...detail));
    listenToSwipes(walk);
    hand.tabIndex = -1;
    listSteps(walk, false);
    showStep(walk, 0);
    if (isAddressed) {
        /** @type {(event: Event) => void} */
        const follow = event => followAddress(walk, event);
        addEventListener('popstate', follow);
        addEventListener('hashchange', follow);
        followAddress(walk);
        /* The browser itself begins at the step, when the page has been loaded. */
        addEventListener('load', () => setTimeout(startTabAtControls, 0, walk));
    }
    hand.classList.add('is-ready');
}

/**
 * Lets the controls that are fetched when a reader first uses them do what was asked: autoplay, seats, questions, sharing.
 * @param {HTMLElement} hand
 * @param {Event} [event]
 */
async function useView(hand, event) {
    await loadForReader('the controls of the hand', () => loadPart('view'));
    window.mouche.useView(hand, event);
}

/**
 * Fetches what the controls of a hand do when they are used, or if something was chosen before; and what moves cards when the
 * reader first reaches for the hand.
 * @param {HTMLElement} hand
 */
function fetchWhenUsed(hand) {
    for (const kind of ['change', 'toggle']) {
        hand.addEventListener(kind, event => useView(hand, event), true);
    }
    for (const kind of ['pointerover', 'focusin', 'hand-turn']) {
        /* Without it the steps turn all the same. */
        hand.addEventListener(kind, () => loadPart('motion').catch(() => {}), { once: true });
    }
    addEventListener('pageshow', () => {
        const chosen = hand.querySelector('[data-set]:checked, option:checked:not([value=""])');
        if (chosen || location.search || readValue('mouche-four') || readValue('mouche-speed')) {
            useView(hand);
        }
    });
}

for (const hand of document.querySelectorAll('.hand')) {
    beginHand(hand, true);
    fetchWhenUsed(hand);
}
