/* The steps of a table: which of them is shown, and the walk through those that are new. */
import { moveBetweenSteps } from '../motion.js';
import { moveFocus } from '../tools/focus.js';
import { focusOnChoice, switchControl } from './view.js';

/** @typedef {import('./state.js').Play} Play */

const PAUSE = 400;
/* How long a complete trick stays before the next move, in milliseconds. */
const TRICK_PAUSE = 1500;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {number} milliseconds */
function wait(milliseconds) {
    return new Promise(resolve => { setTimeout(resolve, milliseconds); });
}

/** @param {Play} play */
export function stepsOf({ list }) {
    return [...list.children];
}

/** @param {Play} play */
export function isLastShown({ now, steps }) {
    return now >= steps - 1;
}

/**
 * @param {Play} play
 * @param {number} at
 */
export function showStep(play, at) {
    const steps = stepsOf(play);
    const now = play.now = Math.min(Math.max(at, 0), steps.length - 1);
    steps.forEach((step, index) => step.classList.toggle('is-now', index === now));
    switchControl(play, 'back', now > 0);
    switchControl(play, 'next', !isLastShown(play));
    play.find('.hand-count').textContent = `${now + 1} of ${play.steps}`;
}

/**
 * Returns what a listener hears of a step: nothing where the lesson hides its sentence.
 * @param {Element} step
 */
export function spokenWords(step) {
    const sentence = step.querySelector('.hand-say');
    return sentence && getComputedStyle(sentence).display === 'none' ? '' : step.dataset.say;
}

/**
 * Shows a step that the reader asks for.
 * @param {Play} play
 * @param {number} at
 */
export function turnTo(play, at) {
    if (at === undefined || at === play.now) {
        return;
    }
    play.walk = null;
    if (play.list.contains(document.activeElement)) {
        moveFocus(play.hand);
    }
    showStep(play, at);
    play.live.textContent = spokenWords(stepsOf(play)[at]);
    if (isLastShown(play)) {
        focusOnChoice(play);
    }
}

/**
 * Shows the new steps one by one. A reader in haste does the next thing at once.
 * @param {Play} play
 */
async function walkToLast(play) {
    const own = play.walk = {};
    while (own === play.walk && !isLastShown(play)) {
        const next = play.now + 1;
        const steps = stepsOf(play);
        await moveBetweenSteps(steps[play.now], steps[next], () => {
            if (own === play.walk) {
                showStep(play, next);
            }
        });
        if (own === play.walk && !isLastShown(play)) {
            await wait(steps[next].querySelector('.laid.wins') ? TRICK_PAUSE : PAUSE);
        }
    }
    if (own === play.walk) {
        focusOnChoice(play);
    }
}

/**
 * Shows so many steps that have come last.
 * @param {Play} play
 * @param {number} fresh
 */
export function showNewSteps(play, fresh) {
    const last = play.steps - 1;
    if (fresh <= last && !still.matches) {
        showStep(play, last - fresh);
        walkToLast(play);
    } else {
        showStep(play, last);
        focusOnChoice(play);
    }
}

/**
 * Returns the steps before one, back to the reader's last move or to the deal.
 * @param {Element} step
 * @param {number} seat
 * @returns {Element[]}
 */
export function stepsSince(step, seat) {
    const before = step.previousElementSibling;
    if (before?.matches('.hand-step-refused')) {
        return stepsSince(before, seat);
    }
    const isStart = !before || step.matches('.hand-step-deal') || before.querySelector(`.hand-say.m${seat}`);
    return isStart ? [] : [...stepsSince(before, seat), before];
}

/**
 * Writes into a step what the others did meanwhile.
 * @param {Element} step
 * @param {number} seat
 */
export function addSummary(step, seat) {
    const summary = document.createElement('ol');
    summary.className = 'play-since';
    for (const other of stepsSince(step, seat)) {
        const item = document.createElement('li');
        for (const kind of ['deal', 'declaration', 'payment']) {
            item.classList.toggle(`step-${kind}`, other.matches(`.hand-step-${kind}`));
        }
        item.innerHTML = `${other.querySelector('.hand-say').innerHTML} `;
        item.querySelectorAll('.clause').forEach(clause => clause.remove());
        summary.append(item);
    }
    /* Why a card is refused comes first: the others' cards were told before it. */
    const refusal = step.querySelector('.hand-step-refused .hand-choices');
    if (refusal) {
        refusal.after(summary);
    } else {
        step.querySelector('.hand-say').before(summary);
    }
}
