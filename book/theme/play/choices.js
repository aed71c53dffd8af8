/* What the reader may do now: buttons, and the cards that go with them. */
import { replaceWithButton } from '../tools/elements.js';
import { switchButton } from '../tools/focus.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Returns the buttons of a choice, as HTML; after the deal those that lead to the next one.
 * @param {TableAnswer} answer
 * @param {TableQuestion} table
 */
export function choiceButtons({ asks, is_over: isOver }, table) {
    if (asks) {
        return asks;
    }
    if (table.drill) {
        return '<button type="button" data-go="more">Next deal</button>';
    }
    return isOver ? '' : '<button type="button" data-says="deal">Next deal</button>';
}

/**
 * Makes buttons of the reader's own cards in the last step, if there is something to do with them.
 * @param {Play} play
 */
export function armCards({ asks, list, table }) {
    const isPlay = Boolean(asks.querySelector('[data-plays]'));
    /** @type {NodeListOf<HTMLButtonElement>} */
    const armed = list.querySelectorAll('button.card');
    armed.forEach(card => { card.disabled = true; });
    if (!isPlay && !asks.querySelector('[data-cards]')) {
        return;
    }
    for (const card of list.lastElementChild.querySelectorAll(`.s${table.seat} .place .card:not(.gone)`)) {
        const button = card instanceof HTMLButtonElement ? card : replaceWithButton(card, () => {});
        button.disabled = false;
        if (isPlay) {
            button.dataset.says = button.textContent;
        } else {
            button.setAttribute('aria-pressed', 'false');
        }
    }
}

/** @param {Play} play */
export function chosenCards({ list }) {
    return [...list.lastElementChild?.querySelectorAll('.card[aria-pressed=true]') || []].map(card => card.textContent);
}

/**
 * Whether a choice can be made: one that goes with cards, when they are chosen.
 * @param {Play} play
 * @param {HTMLElement} choice
 */
export function canSay(play, { dataset: { cards } }) {
    const count = chosenCards(play).length;
    return cards === 'some' ? count > 0 : cards === 'one' ? count === 1 : true;
}

/** @param {Play} play */
export function updateChoices(play) {
    for (const choice of play.asks.querySelectorAll('[data-cards]')) {
        switchButton(choice, canSay(play, choice));
    }
}

/**
 * @param {Play} play
 * @param {HTMLElement} card
 */
export function chooseCard(play, card) {
    card.setAttribute('aria-pressed', String(card.getAttribute('aria-pressed') !== 'true'));
    updateChoices(play);
}
