/* What a table asks the engine. Every question names the whole table, and the steps that the page has already. */
import { askEngine, askInBackground } from '../client.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Asks for the steps from one on, and for what the reader may do then.
 * @param {Play} play
 * @param {number} from
 * @param {TableRequest} [more] A hint, what each choice comes to, or the scenario.
 */
export function askTable({ root, table }, from, more) {
    return askEngine(root.dataset.engine, { table: { ...table, from, ...more } });
}

/**
 * Asks for the review of the deal that is over. The next question interrupts it.
 * @param {Play} play
 */
export function askReview({ root, table, steps }) {
    return askInBackground(root.dataset.engine, { table: { ...table, from: steps, account: true } });
}
