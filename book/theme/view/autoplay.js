/* Autoplay: it begins with a press, and ends with the next key or touch, or with the last step. */
import { createButton } from '../tools/elements.js';

/** @typedef {import('../view.js').View} View */

/* The reading time in milliseconds of one character of a step's text. */
const PACE = 60;

/** @param {View} view */
export function createAutoplay(view) {
    const { hand, menu, live, steps } = view;
    const autoplay = hand.querySelector('[data-go=play]');
    /* It stands beside the controls of the steps from the first start of autoplay on. */
    const pause = createButton('', toggleAutoplay);
    /* Zero while nothing plays. */
    let timer = 0;

    function stopAutoplay() {
        clearTimeout(timer);
        timer = 0;
        showAutoplay();
    }

    function isAtEnd() {
        return view.now === steps.length - 1;
    }

    function showAutoplay() {
        const isPlaying = timer > 0;
        autoplay.ariaPressed = String(isPlaying);
        pause.textContent = isPlaying ? 'Pause' : 'Play';
        pause.ariaDisabled = String(!isPlaying && isAtEnd());
    }

    /** Shows each step for as long as its text takes to read. */
    function playNextStep() {
        if (isAtEnd() || document.hidden) {
            stopAutoplay();
            return;
        }
        hand.dispatchEvent(new CustomEvent('hand-go', { detail: [view.now + 1] }));
        timer = setTimeout(playNextStep, 1200 + PACE * live.textContent.length);
        showAutoplay();
    }

    function toggleAutoplay() {
        if (timer) {
            stopAutoplay();
            return;
        }
        menu.before(pause);
        pause.focus({ preventScroll: true });
        playNextStep();
    }

    /**
     * Ends autoplay, unless the event is about to press a button that does so.
     * @param {Event & { key?: string }} event
     */
    function stopByEvent({ target, type, key }) {
        const isPress = type === 'pointerdown' || key === 'Enter' || key === ' ';
        if (timer && !(isPress && (target === autoplay || target === pause))) {
            stopAutoplay();
        }
    }

    for (const kind of ['pointerdown', 'keydown']) {
        document.addEventListener(kind, stopByEvent, true);
    }
    addEventListener('pagehide', stopAutoplay);
    autoplay.hidden = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return { showAutoplay, toggleAutoplay };
}
