/* Autoplay: it begins with a press, and ends with the next key or touch, or with the last step. */
import { readValue } from '../boot/storage.js';
import { announce } from '../tools/elements.js';
import { writeValue } from '../tools/storage.js';

/** @typedef {import('../view.js').View} View */

/* The reading time in milliseconds of one character of a step's text. */
const PACE = 60;
/* How long a complete trick stays at least, in milliseconds. */
const TRICK_PAUSE = 1500;
const SPEED = 'mouche-speed';
/** The sign of each speed. */
const SPEEDS = { 1: '1×', 2: '2×', 0.5: '½×' };

/** @returns {keyof typeof SPEEDS} */
function keptSpeed() {
    const kept = readValue(SPEED);
    return Object.hasOwn(SPEEDS, String(kept)) ? kept : 1;
}

/**
 * Returns how many milliseconds autoplay shows a step: as long as its text takes to read.
 * @param {Element} step
 * @param {string} words
 * @param {number} speed
 */
function stepTime(step, words, speed) {
    const isTrick = Boolean(step.querySelector('.laid.wins'));
    return Math.max((1200 + PACE * words.length) / speed, isTrick ? TRICK_PAUSE : 0);
}

/**
 * Returns the speed, and what changes it.
 * @param {View} view
 */
function createSpeed({ hand, live }) {
    const button = hand.querySelector('[data-go=speed]');
    let speed = keptSpeed();

    function showSpeed() {
        button.textContent = SPEEDS[speed];
        button.ariaLabel = `Speed ${SPEEDS[speed]}`;
    }

    function changeSpeed() {
        speed = speed === 1 ? 2 : speed === 2 ? 0.5 : 1;
        showSpeed();
        const isKept = writeValue(SPEED, speed === 1 ? null : speed);
        announce(live, `${button.ariaLabel}.${isKept ? '' : ' This browser cannot save anything: the speed applies only to this page.'}`);
    }

    showSpeed();
    return { readSpeed: () => speed, changeSpeed };
}

/** @param {View} view */
export function createAutoplay(view) {
    const { hand, live, steps } = view;
    const autoplay = hand.querySelector('[data-go=play]');
    const { readSpeed, changeSpeed } = createSpeed(view);
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
        autoplay.textContent = isPlaying ? 'Pause' : 'Play';
        hand.classList.toggle('plays', isPlaying);
    }

    /** @param {number} at */
    function playStep(at) {
        hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at] }));
        timer = setTimeout(playNextStep, stepTime(steps[at], live.textContent, readSpeed()));
        showAutoplay();
    }

    function playNextStep() {
        if (isAtEnd() || document.hidden) {
            stopAutoplay();
        } else {
            playStep(view.now + 1);
        }
    }

    /* From the last step it begins again. */
    function toggleAutoplay() {
        if (timer) {
            stopAutoplay();
        } else if (isAtEnd()) {
            playStep(0);
        } else {
            playNextStep();
        }
    }

    /**
     * Ends autoplay, unless the event is about to do so itself.
     * @param {Event & { key?: string }} event
     */
    function stopByEvent({ target, type, key }) {
        const button = target.closest('a, button, summary, select');
        const isPress = type === 'pointerdown' || key === 'Enter' || key === ' ';
        /* On the page of a hand the space bar plays and pauses. */
        const isHand = target.closest('.hand') === hand || document.querySelector('.hand-page');
        const willToggle = isPress && button === autoplay || key === ' ' && !button && isHand;
        if (timer && !willToggle) {
            stopAutoplay();
        }
    }

    for (const kind of ['pointerdown', 'keydown']) {
        document.addEventListener(kind, stopByEvent, true);
    }
    addEventListener('pagehide', stopAutoplay);
    return { showAutoplay, toggleAutoplay, changeSpeed };
}
