/* The questions of a hand: it stops before each choice of one seat, and the reader makes that choice. What may be chosen, why,
   and what it can bring is read off the step that follows; nothing here knows a rule. */
import { keepFirstAnswer, showScore } from './quiz/answers.js';
import { cardName, choiceName, copyClause, isAllowed, isCard, listedChoices, questionOf, verdictWords } from './quiz/choices.js';
import { changeSetting, createQuiz, findControl, readSetting } from './quiz/state.js';
import { otherEditionsWords, resultWords } from './quiz/verdict.js';
import { createButton } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';

/** @typedef {import('./quiz/state.js').Quiz} Quiz */

/**
 * @param {Quiz} quiz
 * @param {number} at
 */
function goToStep(quiz, at) {
    quiz.hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at] }));
    focusOnChoice(quiz);
}

/**
 * Moves the focus on where what was pressed is no longer there.
 * @param {Quiz} quiz
 */
function focusOnChoice({ choices, hand }) {
    moveFocus(choices.querySelector('button') || hand.querySelector('[data-go=next]'));
}

/**
 * Returns what a seat may choose between in a step; nothing where there is no such step.
 * @param {Quiz} quiz
 * @param {HTMLElement | undefined} step
 * @param {string} seat
 */
function choicesAt({ edition }, step, seat) {
    if (!step) {
        return [];
    }
    return listedChoices(step.matches('.parted') ? step.querySelector(`.hand-column.e${edition.value || 0}`) : step, seat);
}

/**
 * Answers the choice that the reader has made before step `next`.
 * @param {Quiz} quiz
 * @param {HTMLElement} choice
 * @param {HTMLElement[]} listed
 * @param {number} next
 */
function answerChoice(quiz, choice, listed, next) {
    const { steps, verdict } = quiz;
    const id = questionOf(steps[next]);
    const more = resultWords(quiz, choice, listed) + otherEditionsWords(quiz, choice, steps[next]);
    keepFirstAnswer(quiz, id, isAllowed(choice));
    verdict.replaceChildren(`${choiceName(choice)}: `, `${verdictWords(choice)} `, copyClause(choice), more);
    if (isAllowed(choice)) {
        quiz.answered = id;
        const goOn = createButton('Show the move', () => goToStep(quiz, next));
        verdict.append(' ', goOn);
        moveFocus(goOn);
    }
    showScore(quiz, focusOnChoice);
}

/**
 * @param {Quiz} quiz
 * @param {HTMLElement} choice
 * @param {HTMLElement[]} listed
 */
function createChoice(quiz, choice, listed) {
    const { steps, now } = quiz;
    const button = createButton(choiceName(choice), () => answerChoice(quiz, choice, listed, now + 1));
    if (isCard(choice)) {
        const cards = [...steps[now].querySelectorAll('.place .card')];
        const onTable = cards.find(card => card.textContent === choice.textContent);
        button.className = choice.className.replace('mini', 'card');
        /* The name begins with what is seen on the card, for readers who speak to it. */
        if (onTable) {
            button.ariaLabel = `${choice.textContent}, ${cardName(onTable)}`;
        }
    }
    return button;
}

/**
 * @param {Quiz} quiz
 * @param {HTMLElement[]} listed
 */
function showHint({ verdict }, listed) {
    const allowed = listed.filter(isAllowed);
    verdict.replaceChildren(`${allowed.length} of these ${listed.length} may be chosen: `, copyClause(allowed[0]), '.');
}

/**
 * Sorts cards as they are held, and words by their letters: the order of the line that lists them would tell the answer.
 * @param {HTMLElement} step
 * @param {HTMLElement[]} listed
 */
function sortChoices(step, listed) {
    const held = [...step.querySelectorAll('.mine .place .card')].map(card => card.textContent);
    /** @type {(choice: HTMLElement) => number} */
    const place = choice => held.indexOf(choiceName(choice));
    return [...listed].sort((a, b) => place(a) - place(b) || choiceName(a).localeCompare(choiceName(b)));
}

/**
 * Says that nothing is asked before step `next`, and leads to the next question if there is one.
 * @param {Quiz} quiz
 * @param {number} next
 */
function showNoQuestion(quiz, next) {
    const { steps, seat, answered, question, choices } = quiz;
    const later = steps.findIndex((step, at) => at > next && choicesAt(quiz, step, seat.value)[0] && questionOf(step) !== answered);
    if (next === steps.length) {
        question.textContent = 'The deal is over.';
    } else if (later < 0) {
        question.textContent = 'You have no more choices.';
    } else {
        question.textContent = 'It is not your turn.';
        choices.append(createButton('Go to your turn', () => goToStep(quiz, later - 1)));
    }
}

/**
 * Asks the question before the next step, if the choice there is the reader's and is not answered yet.
 * @param {Quiz} quiz
 */
function askQuestion(quiz) {
    const { steps, now, seat, box, question, choices } = quiz;
    const next = now + 1;
    const listed = choicesAt(quiz, steps[next], seat.value);
    box.hidden = !quiz.isOn;
    steps[now].querySelector('.tell').prepend(box);
    choices.replaceChildren();
    quiz.verdict.replaceChildren();
    showScore(quiz, focusOnChoice);
    if (!listed.length || quiz.answered === questionOf(steps[next])) {
        showNoQuestion(quiz, next);
        return;
    }
    const player = seat.selectedOptions[0].textContent;
    question.textContent = `Your turn, ${player}: ${isCard(listed[0]) ? 'which card do you play?' : 'what do you declare?'}`;
    for (const choice of sortChoices(steps[now], listed)) {
        choices.append(createChoice(quiz, choice, listed), ' ');
    }
    choices.append(createButton('Hint', () => showHint(quiz, listed)));
}

/**
 * Returns the seat that is asked most.
 * @param {Quiz} quiz
 */
function mostAskedSeat(quiz) {
    const seats = [...quiz.seat.options].map(option => option.value).filter(Boolean);
    const counts = seats.map(value => quiz.steps.filter(step => choicesAt(quiz, step, value)[0]).length);
    return seats[counts.indexOf(Math.max(...counts))];
}

/**
 * Begins to ask: others' cards and later steps are hidden.
 * @param {Quiz} quiz
 */
function startQuestions(quiz) {
    const { hand, edition, seat } = quiz;
    for (const name of ['seat', 'hides', 'waits', 'edition'].filter(setting => findControl(hand, setting))) {
        quiz.settingsBefore[name] = readSetting(hand, name);
    }
    quiz.isOn = true;
    quiz.answered = '';
    quiz.toggle.ariaPressed = 'true';
    if (edition && edition.value === '') {
        changeSetting(hand, 'edition', '0');
    }
    if (seat.value === '') {
        changeSetting(hand, 'seat', mostAskedSeat(quiz));
    }
    quiz.menu.append(...quiz.labels);
    changeSetting(hand, 'hides', true);
    changeSetting(hand, 'waits', true);
    askQuestion(quiz);
}

/**
 * Ends the questions: the hand is looked at as before.
 * @param {Quiz} quiz
 */
function stopQuestions(quiz) {
    const { box, toggle } = quiz;
    const hadFocus = box.contains(document.activeElement);
    quiz.isOn = false;
    quiz.answered = '';
    toggle.ariaPressed = 'false';
    quiz.placeInMenu.after(...quiz.labels);
    if (hadFocus) {
        moveFocus(toggle);
    }
    for (const [name, value] of Object.entries(quiz.settingsBefore)) {
        changeSetting(quiz.hand, name, value);
    }
    askQuestion(quiz);
}

/**
 * @param {Quiz} quiz
 * @param {HTMLSelectElement} select
 */
function followChange(quiz, { value, dataset: { set } }) {
    /* A reader who sits nowhere, or looks at all editions at once, has no turn. */
    if (quiz.isOn && value === '') {
        quiz.settingsBefore[set] = '';
        stopQuestions(quiz);
        return;
    }
    quiz.answered = '';
    askQuestion(quiz);
}

/** @param {HTMLElement} hand */
export function beginQuiz(hand) {
    const quiz = createQuiz(hand);
    hand.addEventListener('hand-shown', ({ detail }) => {
        quiz.now = detail;
        askQuestion(quiz);
    });
    for (const select of quiz.selects) {
        select.addEventListener('change', () => followChange(quiz, select));
    }
    quiz.toggle.addEventListener('click', () => (quiz.isOn ? stopQuestions : startQuestions)(quiz));
    startQuestions(quiz);
}
