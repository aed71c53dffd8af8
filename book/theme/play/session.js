/* A session at a table: what was said goes to the engine, and its answer into the page. */
import { InterruptedError, loadingWords } from '../client.js';
import { downloadText } from '../tools/elements.js';
import { addSteps, showAccount, showChoices } from './answer.js';
import { askReview, askTable } from './api.js';
import { showNewSteps } from './steps.js';
import { openHand, tell, tellFailure, tellRefusal } from './view.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Sits down at a table.
 * @param {Play} play
 * @param {TableRequest} table
 */
export function sit(play, table) {
    play.table = table;
    openHand(play);
    play.root.dispatchEvent(new CustomEvent('table-begun'));
    /* The pictures of the cards come before the first card needs them. */
    new Image().src = `${document.body.dataset.root}cards.svg`;
    askSteps(play, true);
}

/**
 * Asks how the table stands; from the first step, where words were taken back.
 * @param {Play} play
 * @param {boolean} isNew
 * @param {TableRequest} [more]
 */
export async function askSteps(play, isNew, more) {
    const { table, steps, hand, root } = play;
    hand.setAttribute('aria-busy', 'true');
    if (!steps) {
        tell(play, loadingWords(root.dataset.engineSize));
    }
    try {
        const answer = await askTable(play, isNew ? 0 : steps, more);
        if (table === play.table) {
            showAnswer(play, answer, isNew);
        }
    } catch (error) {
        /* A page that was left asks again when the reader comes back. */
        if (table === play.table && !(error instanceof InterruptedError)) {
            tellFailure(play, error, () => askSteps(play, isNew, more));
        }
    }
}

/**
 * @param {Play} play
 * @param {TableAnswer & Partial<PageRequestFailure>} answer
 * @param {boolean} isNew
 */
function showAnswer(play, answer, isNew) {
    const { hand, table } = play;
    hand.removeAttribute('aria-busy');
    if (answer.failed) {
        tellRefusal(play, answer.failed);
        return;
    }
    play.controls.hidden = false;
    if (answer.unclear) {
        table.words.pop();
    }
    Object.assign(table, { seat: answer.seat, seed: answer.seed });
    play.keep(table, answer);
    const fresh = addSteps(play, answer, isNew);
    showChoices(play, answer, fresh);
    play.root.dispatchEvent(new CustomEvent('table-shown'));
    play.isOver = !answer.asks;
    if (play.isOver) {
        play.root.dispatchEvent(new CustomEvent('hand-over', { detail: answer }));
        reviewDeal(play);
    }
    showNewSteps(play, fresh);
}

/**
 * Works out how the deal might have gone, while the reader looks at what they won.
 * @param {Play} play
 */
async function reviewDeal(play) {
    try {
        showAccount(play, await askReview(play));
    } catch (error) {
        if (!(error instanceof InterruptedError)) {
            play.note.textContent = 'Could not review this deal.';
        }
    }
}

/**
 * Saves the session. The scenario names the cards of all players, so it is asked for only now.
 * @param {Play} play
 */
export async function save(play) {
    try {
        const { scenario } = await askTable(play, play.steps, { save: true });
        if (scenario) {
            const name = `session-${play.table.seed}.md`;
            downloadText(name, scenario);
            tell(play, `Saved as ${name}.`);
        }
    } catch (error) {
        tellFailure(play, error, () => save(play));
    }
    /* The review of the deal was interrupted by that. */
    if (play.isOver) {
        reviewDeal(play);
    }
}
