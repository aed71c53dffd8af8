/* What there is to say about a choice, beside the verdict of its line. */
import { choiceName, isAllowed, listedChoices, verdictWords } from './choices.js';

/** @typedef {import('./state.js').Quiz} Quiz */

/**
 * Writes chips won or lost.
 * @param {number} chips
 */
function signedChips(chips) {
    return chips > 0 ? `+${chips}` : String(chips).replace('-', '−');
}

/**
 * Returns the chips that a choice brings at the best: one number for all editions, or one for each. Not a number if it is unknown.
 * @param {Quiz} quiz
 * @param {HTMLElement} choice
 */
function bestResult({ edition }, choice) {
    const results = (choice.dataset.best || '-').split(' ');
    return Number(results.length > 1 ? results[Number(edition.value)] : results[0]);
}

/**
 * Says what a choice brings, and what the best of those that are listed brings.
 * @param {Quiz} quiz
 * @param {HTMLElement} choice
 * @param {HTMLElement[]} listed
 */
export function resultWords(quiz, choice, listed) {
    const results = listed.map(other => ({ name: choiceName(other), chips: bestResult(quiz, other) }));
    const known = results.filter(({ chips }) => !isNaN(chips));
    const own = bestResult(quiz, choice);
    if (isNaN(own) || known.length < 2) {
        return '';
    }
    const most = Math.max(...known.map(({ chips }) => chips));
    const brings = ` If all play their best, it brings ${signedChips(own)}`;
    if (own === most) {
        return `${brings}, and nothing brings more.`;
    }
    const better = known.filter(({ chips }) => chips === most).map(({ name }) => name);
    return `${brings}; ${better.join(' or ')} would bring ${signedChips(most)}.`;
}

/**
 * Names the editions whose verdict on the same choice is another.
 * @param {Quiz} quiz
 * @param {HTMLElement} choice
 * @param {HTMLElement} step
 */
export function otherEditionsWords({ seat }, choice, step) {
    const sentences = [];
    for (const column of step.querySelectorAll('.hand-column')) {
        const same = listedChoices(column, seat.value).find(other => choiceName(other) === choiceName(choice));
        if (same && isAllowed(same) !== isAllowed(choice)) {
            sentences.push(` Different in ${column.ariaLabel}: ${verdictWords(same)}`);
        }
    }
    return sentences.join('');
}
