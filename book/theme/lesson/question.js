/* A question of a lesson. Its answers are cards and names on the table, or buttons below it. The page has a sentence for each
   answer, which is shown when the answer is given. */
import { createButton, createElement, replaceWithButton } from '../tools/elements.js';
import { switchButton } from '../tools/focus.js';
import { isDone, isRightAtFirst, keepDone, keepReturn, keepTries, triedAnswers } from './progress.js';

/**
 * An answer: the element with its sentence, its words, and its button.
 * @typedef {object} Answer
 * @property {HTMLDetailsElement} details
 * @property {string} words
 * @property {string} reason
 * @property {HTMLElement} button
 * @property {boolean} isRight
 */

/**
 * @typedef {object} Question
 * @property {HTMLElement} asked
 * @property {Answer[]} answers
 * @property {boolean} wantsAll
 * @property {boolean} isAgain Whether it has come back, and is answered as if for the first time.
 * @property {HTMLButtonElement | null} check
 * @property {HTMLElement} result
 */

/** The questions of the page, by their elements. @type {Map<Element, Question>} */
const questions = new Map();

/**
 * Finds the answers of a question, and makes a button of each.
 * @param {HTMLElement} asked
 * @returns {Answer[]}
 */
function createAnswers(asked) {
    const places = [...asked.querySelectorAll('.mover .place .card, .laid .card, .who b')];
    const row = createElement('p', '', { className: 'asked-choices' });
    /** @type {HTMLDetailsElement[]} */
    const all = Array.from(asked.querySelectorAll('.asked-answers > details'));
    const answers = all.map(details => {
        const words = details.querySelector('summary').textContent.trim();
        /* Several of them may be open together. */
        details.name = '';
        const place = places.find(element => element.textContent === words);
        const button = place ? replaceWithButton(place, () => {}) : createButton(words, () => {});
        if (!place) {
            row.append(button, ' ');
        }
        const reason = details.querySelector('p').textContent;
        return { details, words, reason, button, isRight: Boolean(details.querySelector('.may:not(.but)')) };
    });
    if (row.firstChild) {
        asked.querySelector('.asked-asks').after(row);
    }
    return answers;
}

/**
 * Returns the buttons of a question in the order in which they stand on the page.
 * @param {Element} asked
 */
export function answerButtons(asked) {
    const buttons = questions.get(asked)?.answers.map(({ button }) => button) || [];
    return [...asked.querySelectorAll('button')].filter(button => buttons.includes(button));
}

/**
 * Marks an answer that was given, and its card on the table, as right or wrong.
 * @param {Answer} answer
 */
function markTried({ details, button }) {
    details.classList.add('is-tried');
    button.classList.add(...details.querySelector('p').classList);
}

/**
 * Shows the sentences of some answers, and of no others. Answers with the same sentence show it once.
 * @param {Question} question
 * @param {Answer[]} [shown]
 */
function showReasons({ answers, wantsAll }, shown = []) {
    for (const answer of answers) {
        answer.details.open = answer === shown.find(({ reason }) => reason === answer.reason);
        if (!wantsAll) {
            answer.button.setAttribute('aria-expanded', String(answer.details.open));
        }
    }
}

/**
 * Shows in words, and not by a colour alone, that a question was answered.
 * @param {Question} question
 */
function showDone({ asked, check, isAgain }) {
    asked.classList.add('is-answered');
    check?.remove();
    if (!asked.querySelector('.asked-done')) {
        const isFirst = isAgain ? !asked.matches('.is-missed') : isRightAtFirst(asked);
        const words = isFirst ? 'Answered at the first try.' : 'Answered, not at the first try.';
        asked.append(createElement('p', words, { className: 'asked-done' }));
    }
}

/**
 * Takes the answers that the reader gives together: one, or all that were chosen.
 * @param {Question} question
 * @param {Answer[]} given
 */
function takeAnswers(question, given) {
    const { asked, answers, wantsAll, isAgain, result } = question;
    const wrong = given.filter(({ isRight }) => !isRight);
    const missing = answers.filter(answer => wantsAll && answer.isRight && !given.includes(answer));
    const isComplete = !wrong.length && !missing.length;
    const isFirst = !asked.matches('.is-missed') && (isAgain || !triedAnswers(asked).length);
    const wasAnswered = asked.matches('.is-answered');
    const seen = wrong.length ? wrong : given;
    seen.forEach(markTried);
    keepTries(asked, seen.map(({ words }) => words));
    asked.classList.toggle('is-missed', !isComplete || !isFirst);
    /* A sentence about the whole answer would name what is missing from it, so it waits for a second try. */
    const isHeld = isFirst && missing.some(({ reason }) => reason === seen[0].reason);
    result.textContent = isComplete || wrong.length ? '' : 'Right so far, but something is missing.';
    if (isHeld) {
        result.append(' The rule: ', seen[0].details.querySelector('a')?.cloneNode(true) || '');
    }
    showReasons(question, isHeld ? [] : seen);
    if (isComplete && !wasAnswered) {
        keepDone(asked, isFirst);
        keepReturn(asked, isFirst);
        showDone(question);
    }
    asked.dispatchEvent(new CustomEvent('answered', { bubbles: true }));
}

/**
 * Returns the answers that the reader has chosen and not given yet.
 * @param {Question} question
 */
function chosenAnswers({ answers }) {
    return answers.filter(({ button }) => button.ariaPressed === 'true');
}

/** @param {Question} question */
function giveChosen(question) {
    const chosen = chosenAnswers(question);
    if (!chosen.length) {
        return;
    }
    chosen.filter(({ isRight }) => !isRight).forEach(({ button }) => { button.ariaPressed = 'false'; });
    switchButton(question.check, chosenAnswers(question).length > 0);
    takeAnswers(question, chosen);
}

/**
 * @param {Question} question
 * @param {Answer} answer
 */
function pressAnswer(question, answer) {
    const { asked, check, wantsAll } = question;
    if (!wantsAll) {
        if (answer.details.open) {
            showReasons(question);
        } else {
            takeAnswers(question, [answer]);
        }
    } else if (asked.matches('.is-answered')) {
        showReasons(question, [answer]);
    } else {
        answer.button.ariaPressed = String(answer.button.ariaPressed !== 'true');
        switchButton(check, chosenAnswers(question).length > 0);
    }
}

/**
 * Gives the chosen answers, if the question waits for that. Returns whether it did.
 * @param {Element} asked
 */
export function checkQuestion(asked) {
    const question = questions.get(asked);
    const waits = question?.check?.isConnected && chosenAnswers(question).length > 0;
    if (waits) {
        giveChosen(question);
    }
    return Boolean(waits);
}

/**
 * @param {HTMLElement} asked
 * @param {boolean} isAgain Whether it has come back.
 */
export function beginQuestion(asked, isAgain) {
    const wantsAll = 'all' in asked.dataset;
    const check = wantsAll ? createButton('Check', () => giveChosen(question)) : null;
    const result = createElement('p', '', { className: 'asked-result', role: 'status' });
    /** @type {Question} */
    const question = { asked, answers: createAnswers(asked), wantsAll, isAgain, check, result };
    questions.set(asked, question);
    for (const answer of question.answers) {
        answer.button.addEventListener('click', () => pressAnswer(question, answer));
        if (wantsAll) {
            answer.button.ariaPressed = 'false';
        }
        if (!isAgain && triedAnswers(asked).includes(answer.words)) {
            markTried(answer);
        }
    }
    if (check) {
        check.className = 'asked-check';
        switchButton(check, false);
        asked.querySelector('.asked-answers').before(check);
    }
    asked.querySelector('.asked-answers').before(result);
    asked.classList.add('is-live', 'is-touched');
    if (isDone(asked) && !isAgain) {
        showDone(question);
    }
}
