/* The answers that were given, as this browser keeps them: for each question whether the first answer was right. */
import { createButton } from '../tools/elements.js';
import { writeValue } from '../tools/storage.js';
import { STORE } from './state.js';

/** @typedef {import('./state.js').Quiz} Quiz */

/** @param {Quiz} quiz */
function answersKey({ key, selects }) {
    return key + selects.map(select => select.value).join('/');
}

/**
 * @param {Quiz} quiz
 * @returns {Record<string, number>}
 */
function ownAnswers(quiz) {
    return quiz.kept[answersKey(quiz)] || {};
}

/** @param {Quiz} quiz */
function keepAnswers({ hand, kept }) {
    if (!writeValue(STORE, kept)) {
        hand.querySelector('.hand-live').textContent = 'This browser cannot save anything: your answers are lost when you leave the page.';
    }
}

/**
 * Keeps whether the first answer to a question was right.
 * @param {Quiz} quiz
 * @param {string} id
 * @param {boolean} isRight
 */
export function keepFirstAnswer(quiz, id, isRight) {
    const answers = ownAnswers(quiz);
    if (Object.hasOwn(answers, id)) {
        return;
    }
    quiz.kept[answersKey(quiz)] = { ...answers, [id]: isRight ? 1 : 0 };
    keepAnswers(quiz);
}

/**
 * Shows how many questions were answered rightly at first, with a button that forgets it.
 * @param {Quiz} quiz
 * @param {(quiz: Quiz) => void} moveFocusOn
 */
export function showScore(quiz, moveFocusOn) {
    const { score } = quiz;
    const answers = Object.values(ownAnswers(quiz));
    if (!answers.length) {
        score.replaceChildren();
        return;
    }
    const forget = createButton('Forget this', () => {
        delete quiz.kept[answersKey(quiz)];
        keepAnswers(quiz);
        showScore(quiz, moveFocusOn);
        moveFocusOn(quiz);
    });
    score.replaceChildren(`Right at first: ${answers.filter(Boolean).length} of ${answers.length}. `, forget);
}
