/* What the reader may do now: buttons, and the cards that go with them. */
import { replaceWithButton } from '../tools/elements.js';
import { switchButton } from '../tools/focus.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Returns the buttons of a choice, as HTML; after the deal its result, and the button that leads to the next one.
 * @param {TableAnswer} answer
 * @param {TableRequest} table
 */
export function choiceButtons(answer, table) {
    return answer.asks || `${outcomeWords(answer.standing)}${answer.standing.ending || ''}${buttonAfterDeal(answer, table)}`;
}

/**
 * Returns the result of the deal, as HTML. A page may show only what comes before the chips.
 * @param {SessionStanding} standing
 */
function outcomeWords({ outcome }) {
    if (!outcome) {
        return '';
    }
    const [what, sum] = outcome.words.split(': ');
    return `<p class="play-outcome"><strong>${what}<span>: ${sum}</span></strong></p>`;
}

/**
 * @param {TableAnswer} answer
 * @param {TableRequest} table
 */
function buttonAfterDeal({ is_over: isOver }, { drill }) {
    if (drill) {
        return '<button type="button" data-go="more">Next deal</button>';
    }
    return isOver ? '<button type="button" data-go="anew">Again</button>' : '<button type="button" data-says="deal">Next deal</button>';
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
        /* One that a clause refuses stays grey, and says why when it is pressed. */
        switchButton(choice, canSay(play, choice) && !choice.matches('.refused'));
        if (choice.dataset.counted) {
            choice.textContent = countedLabel(choice.dataset.counted, chosenCards(play).length);
        }
    }
}

/**
 * Says how many cards a choice takes: `Exchange 3 cards`.
 * @param {string} verb
 * @param {number} count
 */
function countedLabel(verb, count) {
    return `${verb} ${count || ''} ${count === 1 ? 'card' : 'cards'}`.replace('  ', ' ');
}

/**
 * Lights the cards and the button of an advised move.
 * @param {Play} play
 * @param {string} move
 */
export function lightHint({ asks, list, table }, move) {
    const words = move.split(/[ ,]+/);
    const cards = list.lastElementChild.querySelectorAll(`.s${table.seat} .place .card`);
    const buttons = [...asks.querySelectorAll('[data-says]')].filter(({ dataset: { says } }) => move === says || move.startsWith(`${says} `));
    const longest = Math.max(...buttons.map(({ dataset }) => dataset.says.length));
    const advised = [
        ...[...cards].filter(card => words.includes(card.textContent)),
        ...buttons.filter(({ dataset }) => dataset.says.length === longest),
    ];
    advised.forEach(element => element.classList.add('hinted'));
}

/**
 * @param {Play} play
 * @param {HTMLElement} card
 */
export function chooseCard(play, card) {
    card.setAttribute('aria-pressed', String(card.getAttribute('aria-pressed') !== 'true'));
    updateChoices(play);
}
