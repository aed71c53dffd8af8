/* A line: the deal from a card on, if everybody plays their best with open cards. It stands in the place of the hand, with a way
   back. */
import { loadPart } from '../book/loading.js';
import { beginHand } from '../hand.js';
import { createButton, createElement } from '../tools/elements.js';
import { moveFocus } from '../tools/focus.js';
import { replaceQuery } from '../tools/query.js';

/** @typedef {import('../view.js').View} View */

/** The parameter of the address that names the first card of a line. */
const CARD = 'what-if';

/** Returns the card that the address names; null if it names none. */
export function cardOfAddress() {
    return new URLSearchParams(location.search).get(CARD);
}

/**
 * Writes the first card of a line into the address; null removes it.
 * @param {string | null} card
 */
function writeCard(card) {
    const parameters = new URLSearchParams(location.search);
    parameters.delete(CARD);
    if (card) {
        parameters.set(CARD, card);
    }
    replaceQuery(parameters);
}

/**
 * Returns the table at which the line is played: the hand, the step, and the card.
 * @param {View} view
 * @param {string} card
 */
function tableOfLine({ hand, steps, now, edition }, card) {
    const table = new URLSearchParams(hand.dataset.playOn);
    const text = `${hand.querySelector('.hand-source').textContent}\n`;
    const told = edition?.value || '0';
    const mover = steps[now].querySelector(`.e${told} .mover`) || steps[now].querySelector('.mover');
    const seat = Number(/\bs(\d+)/.exec(mover.className)[1]);
    const begun = { text, step: steps[now].id.slice(hand.id.length - 4), edition: Number(told) };
    const rules = { edition: table.get('edition') || '', options: table.getAll('option'), table: table.get('table') || '' };
    return { ...rules, begun, seat, words: [card], level: 'line', save: true };
}

/**
 * Shows a line in the place of the hand.
 * @param {View} view
 * @param {string} html
 * @param {string} card
 */
function showLine({ hand, steps, now }, html, card) {
    const line = createElement('div', '', { innerHTML: html }).querySelector('.hand');
    const mover = steps[now].querySelector('.mover .who b').textContent;
    for (const link of line.querySelectorAll('a[href]:not([href^="#"])')) {
        link.setAttribute('href', document.body.dataset.root + link.getAttribute('href'));
    }
    const back = createButton('Back to the hand', () => {
        line.remove();
        hand.hidden = false;
        writeCard(null);
        moveFocus(hand.querySelector('[data-go=what-if]'));
    });
    line.classList.add('is-line');
    line.querySelector('.hand-head').replaceChildren(
        createElement('p', `What if ${mover} plays ${card}? From this card on, everybody plays their best and sees all cards.`, { role: 'status' }),
        back,
    );
    hand.hidden = true;
    hand.after(line);
    beginHand(line, false);
    const suffix = steps[now].id.slice(steps[now].parentElement.parentElement.id.length);
    const at = [...line.querySelectorAll('.hand-step')].findIndex(({ id }) => id.endsWith(suffix));
    line.dispatchEvent(new CustomEvent('hand-go', { detail: [Math.max(0, at)] }));
    moveFocus(line.querySelector('[data-go=next]'));
}

/**
 * Plays a card of the step that is shown, and what follows.
 * @param {View} view
 * @param {string} card
 * @param {HTMLElement} box What says how it goes.
 */
export async function playLine(view, card, box) {
    const { hand } = view;
    const status = box.querySelector('[role=status]') || createElement('p', '', { role: 'status' });
    box.append(status);
    if (!hand.matches('[data-engine$=js]')) {
        status.textContent = 'This book cannot play the card.';
        return;
    }
    try {
        await loadPart('client');
        const { askEngine, loadingWords } = window.mouche;
        status.textContent = loadingWords(hand.dataset.engineSize);
        const played = await askEngine(hand.dataset.engine, { table: tableOfLine(view, card) });
        status.textContent = played.failed || played.unclear || '';
        if (played.scenario) {
            const shown = await askEngine(hand.dataset.engine, { text: { text: played.scenario } });
            showLine(view, shown.hand, card);
            writeCard(card);
        }
    } catch (error) {
        status.textContent = `${error.message} Try again.`;
    }
}
