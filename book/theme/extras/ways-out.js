/* Ways out of a hand, with its source: to a table where the reader plays on, to the Playground, and to the clipboard. */
import { copyText } from '../tools/clipboard.js';
import { announce, createButton } from '../tools/elements.js';
import { packText } from '../tools/packing.js';
import { openDialog } from './dialog.js';

/** @typedef {import('../view.js').View} View */

/** @param {Element} hand */
function sourceOf(hand) {
    return `${hand.querySelector('.hand-source').textContent}\n`;
}

/** @param {Element} hand */
export async function openInPlayground(hand) {
    location.href = `${document.body.dataset.root}playground.html#text=${await packText(sourceOf(hand))}`;
}

/**
 * Copies the source of a hand, and says so on the button for a while.
 * @param {Element} hand
 * @param {HTMLElement} button
 */
export async function copySource(hand, button) {
    const label = button.textContent;
    const isCopied = await copyText(sourceOf(hand));
    announce(hand.querySelector('.hand-live'), isCopied ? 'Copied.' : 'The browser does not allow copying.');
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => { button.textContent = label; }, 1500);
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
 * @param {string} [seat]
 */
export async function takeSeat(view, seat) {
    const { hand, steps, now, edition } = view;
    const told = edition?.value || '0';
    const table = new URLSearchParams(hand.dataset.playOn);
    /* The card that was touched, once. */
    const words = hand.dataset.says || '';
    delete hand.dataset.says;
    const begun = {
        step: steps[now].id.slice(hand.id.length - 4),
        told,
        seat: seat || seatToTake(view, told),
        seed: String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000),
        words,
        text: await packText(sourceOf(hand)),
    };
    for (const [name, value] of Object.entries(begun)) {
        table.set(name, value);
    }
    location.href = `${document.body.dataset.root}play.html#${table}`;
}

/**
 * A reader who touches a card of the player to move plays it, and goes on from there; with another card, the reader can take the
 * seat of its player. Neither while questions are asked or the cards show what they bring.
 * @param {View} view
 * @param {EventTarget} touched
 */
export function playCard(view, touched) {
    const { hand } = view;
    const card = touched.closest('.place .card:not(.gone)');
    const isHidden = hand.matches('.hides') && !card?.closest('.mine');
    if (!card || isHidden || !hand.matches(':has([data-go=sit]):not(.shows-results, :has(.hand-quiz:not([hidden])))')) {
        return;
    }
    if (card.closest('.mover')) {
        hand.dataset.says = card.textContent;
        takeSeat(view);
        return;
    }
    const player = card.closest('li');
    const words = `Play on from here as ${player.querySelector('b').textContent}`;
    openDialog(hand, words, createButton(words, () => takeSeat(view, /\bs(\d+)/.exec(player.className)[1])));
}
