/* A table at which the reader sits. The engine makes the HTML; here presses become words. */
import { pageAddress } from './book/address.js';
import { stepForKey } from './book/keys.js';
import { loadForReader, loadPart } from './book/loading.js';
import { findStep } from './hand/steps.js';
import { canSay, chooseCard, chosenCards } from './play/choices.js';
import { keepDeal, offerKeptDeal, sitAtDeal } from './play/deal.js';
import { askSteps, save, sit } from './play/session.js';
import { keepBook } from './play/offline.js';
import { createPlay } from './play/state.js';
import { isLastShown, stepsOf, turnTo } from './play/steps.js';
import { leaveTable, switchControl, tell } from './play/view.js';
import { copyAndTell } from './tools/clipboard.js';
import { isSwitchedOff } from './tools/focus.js';

/** @typedef {import('./play/state.js').Play} Play */

/**
 * What the buttons do, by the names that the page gives them.
 * @type {Record<string, (play: Play) => void>}
 */
const ACTIONS = {
    back: play => turn(play, 'back'),
    next: play => turn(play, 'next'),
    hint: play => askSteps(play, false, { hint: true }),
    what: play => {
        switchControl(play, 'what', false);
        tell(play, 'Working it out …');
        askSteps(play, false, { what_if: true });
    },
    trick: play => useExtras(extras => tell(play, extras.toggleLastTrick(stepsOf(play), play.now))),
    leave: leaveTable,
    more: play => sit(play, { ...play.table, seed: play.table.seed + 1, words: [] }),
    again: play => sit(play, { ...play.table, words: [] }),
    anew: play => sit(play, { ...play.table, seed: play.table.seed + 1, words: [] }),
    save,
    undo: play => returnTo(play, play.table.words.length - 1),
    copy: ({ says }) => copyAndTell(pageAddress(), says, 'Link copied.'),
};

/**
 * Does something with the script for keys, the last trick and sharing, which is fetched for it.
 * @param {(extras: typeof window.mouche.extras) => void} act
 */
async function useExtras(act) {
    await loadForReader('what you asked for', () => loadPart('extras'));
    act(window.mouche.extras);
}

/**
 * @param {Play} play
 * @param {string} control
 */
function turn(play, control) {
    turnTo(play, findStep(stepsOf(play), play.now, control));
}

/**
 * Takes back all that was said after so many words.
 * @param {Play} play
 * @param {number} count
 */
function returnTo(play, count) {
    play.table.words.length = count;
    askSteps(play, true);
}

/**
 * Says the words of a choice, with the cards that were chosen for it.
 * @param {Play} play
 * @param {HTMLElement} choice
 */
function sayWords(play, choice) {
    const { says, cards } = choice.dataset;
    if (!canSay(play, choice)) {
        tell(play, cards === 'one' ? 'Choose the one card that you want to change first.' : 'Choose the cards you want to change first.');
        return;
    }
    const chosen = cards === 'none' || choice.matches('.card') ? [] : chosenCards(play);
    play.table.words.push([says, ...chosen].join(' '));
    askSteps(play, false);
}

/**
 * @param {Play} play
 * @param {Event} event
 */
function handlePress(play, { target }) {
    /** @type {(selector: string) => HTMLElement} */
    const closest = selector => target.closest(selector);
    /* A reader who touches the table while the others play sees at once what they have played. */
    if (play.walk && closest('.cloth') && !isLastShown(play)) {
        turnTo(play, play.steps - 1);
        return;
    }
    const control = closest('[data-go]');
    const canWait = closest('[data-go=back], [data-go=next], [data-go=leave]');
    if (play.hand.matches('[aria-busy]') && !canWait || control && isSwitchedOff(control)) {
        return;
    }
    const choice = closest('[data-says]');
    const back = closest('[data-back]');
    const card = closest('button.card');
    if (choice) {
        sayWords(play, choice);
    } else if (control) {
        ACTIONS[control.dataset.go](play);
    } else if (back) {
        returnTo(play, Number(back.dataset.back));
    } else if (card) {
        chooseCard(play, card);
    }
}

/**
 * @param {Play} play
 * @param {KeyboardEvent} event
 */
function handleKey(play, event) {
    const control = stepForKey(event);
    const isInField = event.target.closest('input, select, textarea, pre, .hand-wide');
    if (control === 'keys' && !isInField) {
        useExtras(extras => extras.showKeys(play.hand));
    } else if (control && control !== 'play' && !isInField) {
        event.preventDefault();
        turn(play, control);
    }
}

/**
 * Begins a table on the page. Nobody sits there yet.
 * @param {HTMLElement} root
 * @param {(play: Play) => void} sitDown Sits down at the table that the form names.
 * @param {import('./play/state.js').KeepTable} keep Keeps the table after each answer, for a reader who comes back.
 */
export function beginTable(root, sitDown, keep) {
    const play = createPlay(root, keep);
    const { company, form, hand } = play;
    hand.addEventListener('click', event => handlePress(play, event));
    hand.addEventListener('keydown', event => handleKey(play, event));
    /* A press and not the form's own way, which a page in a sandbox does not have. */
    form.querySelector('button:not([type])').addEventListener('click', event => {
        event.preventDefault();
        sitDown(play);
    });
    play.find('.play-none').hidden = true;
    company.hidden = false;
    return play;
}

keepBook();
/* A book that was made without the engine says so. */
for (const root of document.querySelectorAll('.play[data-engine$=js][data-table]')) {
    offerKeptDeal(beginTable(root, sitAtDeal, table => keepDeal(root, table)));
}
