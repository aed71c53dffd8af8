/* What if? The cards of the player to move show what each brings if everybody plays their best. A card that is chosen is played,
   and the deal goes on from it. */
import { createButton, createElement } from '../tools/elements.js';
import { cardOfAddress, playLine } from './line.js';

/** @typedef {import('../view.js').View} View */

/** @type {WeakMap<View, HTMLElement>} */
const boxes = new WeakMap();

/** @param {number} chips */
function signed(chips) {
    return chips > 0 ? `+${chips}` : String(chips).replace('-', '−');
}

/**
 * Returns the cards that a step weighs, by the edition that is shown, each with its chips.
 * @param {View} view
 * @param {HTMLElement} step
 */
function weighedCards({ edition }, step) {
    const part = step.querySelector(`.hand-column.e${edition?.value || 0}`) || step;
    /** @type {NodeListOf<HTMLElement>} */
    const cards = part.querySelectorAll('.hand-choices .mini[data-best]');
    return [...cards].map(card => {
        const results = card.dataset.best.split(' ');
        return { card, chips: Number(results[results.length > 1 ? Number(edition?.value) : 0]) };
    }).filter(({ chips }) => !isNaN(chips));
}

/**
 * Says what the results of a step are, or why there are none.
 * @param {string} mover
 * @param {number} count
 * @param {boolean} isHidden
 */
function describeResults(mover, count, isHidden) {
    if (isHidden) {
        return `What if? The cards of ${mover} are hidden.`;
    }
    return count
        ? `What if? Chips for ${mover} in this deal after each card, if everybody plays their best and sees all cards:`
        : 'What if? At this step nobody chooses between cards.';
}

/**
 * Shows on the cards of a step, and in its words, what each brings.
 * @param {View} view
 */
export function showResults(view) {
    const { hand, steps, now } = view;
    const step = steps[now];
    const box = boxes.get(view);
    hand.querySelectorAll('[data-result]').forEach(card => card.removeAttribute('data-result'));
    box.remove();
    if (!hand.matches('.shows-results')) {
        return;
    }
    const mover = step.querySelector('.mover .who b')?.textContent;
    const isHidden = hand.matches('.hides') && !step.querySelector('.mover.mine');
    const weighed = isHidden ? [] : weighedCards(view, step);
    box.replaceChildren(createElement('p', describeResults(mover, weighed.length, isHidden)));
    const row = createElement('p', '', { className: 'hand-quiz-choices' });
    for (const { card, chips } of weighed) {
        const result = signed(chips);
        const button = createButton(card.textContent, () => playLine(view, card.textContent, box));
        button.className = card.className.replace('mini', 'card');
        button.dataset.result = result;
        button.ariaLabel = `${card.textContent}: ${result}. Play on from this card.`;
        row.append(button, ' ');
        for (const held of step.querySelectorAll('.mover .card')) {
            if (held.textContent === card.textContent) {
                held.dataset.result = result;
            }
        }
    }
    box.append(row);
    step.querySelector('.tell').prepend(box);
}

/**
 * Begins to show what each card brings, or ends it.
 * @param {View} view
 */
export function toggleResults(view) {
    const { hand } = view;
    if (!boxes.has(view)) {
        boxes.set(view, createElement('div', '', { className: 'hand-what-if', role: 'group', ariaLabel: 'What if?' }));
        hand.addEventListener('hand-shown', () => showResults(view));
        hand.addEventListener('change', () => showResults(view));
        hand.addEventListener('click', ({ target }) => playTouchedCard(view, target));
    }
    const isOn = hand.classList.toggle('shows-results');
    hand.querySelector('[data-go=what-if]').ariaPressed = String(isOn);
    showResults(view);
}

/**
 * Plays the card that was touched, if it shows what it brings.
 * @param {View} view
 * @param {EventTarget} touched
 */
function playTouchedCard(view, touched) {
    const card = touched.closest('.cloth .card[data-result]');
    if (card) {
        playLine(view, card.textContent, boxes.get(view));
    }
}

/**
 * Shows the line whose first card the address names.
 * @param {View} view
 */
export function showAddressedLine(view) {
    const card = cardOfAddress();
    if (!card) {
        return;
    }
    toggleResults(view);
    const box = boxes.get(view);
    if ([...box.querySelectorAll('button')].some(button => button.textContent === card)) {
        playLine(view, card, box);
    }
}
