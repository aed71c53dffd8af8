/* Puzzles: ten decisions in a row. Each has a table of its own, which begins at the decision, and a sharp player knows the answer. */
import { beginTable } from './play.js';
import { lightHint } from './play/choices.js';
import { askSteps, sit } from './play/session.js';
import { tell } from './play/view.js';
import { describeRating, rateAnswer, readRating } from './puzzles/rating.js';
import { createButton, createElement } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';

/** @typedef {import('./play/state.js').Play} Play */
/** @typedef {ReturnType<typeof createRun>} Run */

const PUZZLES_OF_RUN = 10;
const SEEDS = 1_000_000_000;

/** @param {HTMLElement} root */
function createRun({ dataset: { puzzles } }) {
    return {
        table: new URLSearchParams(puzzles),
        /* The number of the puzzle, how many were solved, and the rating before the first. */
        number: 0,
        solved: 0,
        ratingBefore: 0,
        /* True until the reader has answered. */
        isOpen: false,
        /* True if the reader plays a card; false for folding or staying in. */
        isPlay: false,
        /* The two answers as the reader would say them, the place of the right one, and why it is right. */
        /** @type {string[]} */
        answers: [],
        right: 0,
        reason: '',
    };
}

/** @param {Run} run */
function gameOf({ table }) {
    return table.get('game');
}

/**
 * @param {Play} play
 * @param {Run} run
 */
function beginRun(play, run) {
    Object.assign(run, { number: 0, solved: 0, ratingBefore: readRating(gameOf(run))[0] });
    nextPuzzle(play, run);
}

/**
 * Deals the next puzzle; after the last one, says how many were right.
 * @param {Play} play
 * @param {Run} run
 */
function nextPuzzle(play, run) {
    if (run.number === PUZZLES_OF_RUN) {
        showEnd(play, run);
        return;
    }
    run.number += 1;
    run.isOpen = true;
    play.root.classList.add('is-puzzle');
    const seed = 1 + Math.floor(Math.random() * SEEDS);
    const { table } = run;
    sit(play, {
        edition: table.get('edition'), players: Number(table.get('players')), options: [], drill: table.get('drill'), seat: 0, seed, words: [],
    });
}

/**
 * Takes the answers of the puzzle out of what the page is about to show.
 * @param {Run} run
 * @param {TableAnswer} answer
 */
function takePuzzle(run, answer) {
    if (run.isOpen) {
        const about = createElement('div');
        about.innerHTML = answer.drill;
        const { dataset: { answers, right }, textContent } = about.querySelector('p');
        Object.assign(run, { answers: answers.split('|'), right: Number(right), reason: textContent });
    }
    answer.drill = null;
}

/** @param {string} words */
function cardWord(words) {
    return words.split(' ').at(-1);
}

/**
 * Returns the cards that can be touched.
 * @param {HTMLElement} list
 * @returns {NodeListOf<HTMLButtonElement>}
 */
function cardButtons(list) {
    return list.querySelectorAll('button.card');
}

/**
 * Puts the question in the place of the usual buttons. The cards between which the reader decides can be touched as well.
 * @param {Play} play
 * @param {Run} run
 */
function showQuestion({ asks, find, list }, run) {
    const { number, solved, answers } = run;
    const isPlay = run.isPlay = Boolean(asks.querySelector('[data-plays]'));
    const labels = isPlay ? answers.map(cardWord) : ['Fold', 'Stay in'];
    const words = isPlay ? `Do you play ${labels[0]} or ${labels[1]}?` : 'Do you fold, or do you stay in?';
    find('.play-about').replaceChildren(createElement('p', `Puzzle ${number} of ${PUZZLES_OF_RUN}. Right so far: ${solved}.`, { className: 'play-drill' }));
    const options = createElement('p', '', { className: 'hand-options' });
    options.append(...labels.flatMap((label, at) => [answerButton(label, at), ' ']));
    asks.replaceChildren(createElement('p', words, { className: 'hand-label' }), options);
    for (const card of cardButtons(list)) {
        const at = isPlay ? labels.indexOf(card.textContent) : -1;
        card.disabled = at < 0;
        card.dataset.answer = String(at);
    }
}

/**
 * @param {string} label
 * @param {number} at
 */
function answerButton(label, at) {
    const button = createButton(label, () => {});
    button.dataset.answer = String(at);
    return button;
}

/**
 * Judges the answer that the reader gives, and shows what a sharp player found.
 * @param {Play} play
 * @param {Run} run
 * @param {number} given
 */
function judgeAnswer(play, run, given) {
    const { asks, list, verdict } = play;
    const { answers, reason, right } = run;
    const isRight = given === right;
    run.isOpen = false;
    run.solved += Number(isRight);
    const isKept = rateAnswer(gameOf(run), isRight);
    const words = createElement('p', '', { className: isRight ? 'may' : 'may but' });
    words.append(createElement('strong', isRight ? 'Right.' : 'The other answer is better.', { className: 'asked-verdict' }), ` ${reason}`);
    verdict.replaceChildren(words);
    const next = createButton(run.number < PUZZLES_OF_RUN ? 'Next puzzle' : 'See the result', () => nextPuzzle(play, run));
    const options = createElement('p', '', { className: 'hand-options' });
    options.append(next, ' ', createButton('Play it out', () => playOut(play, run, given)));
    asks.replaceChildren(options);
    cardButtons(list).forEach(card => { card.disabled = true; });
    lightHint(play, answers[right]);
    play.note.textContent = isKept ? '' : 'This browser cannot save anything: your rating is not kept.';
    tell(play, '', verdict.textContent);
    moveFocus(next);
}

/**
 * Goes on with the deal from the reader's answer. A reader who stays in then chooses how.
 * @param {Play} play
 * @param {Run} run
 * @param {number} given
 */
function playOut(play, { answers, isPlay }, given) {
    play.root.classList.remove('is-puzzle');
    play.verdict.replaceChildren();
    if (isPlay || given === 0) {
        play.table.words.push(answers[given]);
        askSteps(play, false);
    } else {
        askSteps(play, true);
    }
}

/**
 * Shows how many answers were right, and the rating, in the place of the table.
 * @param {Play} play
 * @param {Run} run
 */
function showEnd(play, run) {
    const { company, find, form } = play;
    company.hidden = false;
    find('.puzzle-result').textContent = `You solved ${run.solved} of ${PUZZLES_OF_RUN} puzzles.`;
    showRating(play, run);
    play.hand.hidden = true;
    document.querySelector('main').classList.remove('is-playing');
    moveFocus(form.querySelector('button'));
}

/**
 * Says what the rating is, and how it changed in this run.
 * @param {Play} play
 * @param {Run} run
 */
function showRating({ find }, run) {
    find('.puzzle-rating').textContent = describeRating(gameOf(run), run.number ? run.ratingBefore : undefined);
}

/**
 * @param {Play} play
 * @param {Run} run
 * @param {Event} event
 */
function handleAnswer(play, run, event) {
    const { target } = event;
    const answer = target.closest('[data-answer]');
    if (run.isOpen && answer) {
        event.stopPropagation();
        judgeAnswer(play, run, Number(answer.dataset.answer));
    } else if (target.closest('[data-go=more]')) {
        event.stopPropagation();
        nextPuzzle(play, run);
    }
}

/** @param {HTMLElement} root */
function beginPuzzles(root) {
    const run = createRun(root);
    const play = beginTable(root, () => beginRun(play, run), (_, answer) => takePuzzle(run, answer));
    play.hand.addEventListener('click', event => handleAnswer(play, run, event), true);
    root.addEventListener('table-shown', () => {
        if (run.isOpen) {
            showQuestion(play, run);
        }
        const more = play.asks.querySelector('[data-go=more]');
        if (more) {
            more.textContent = 'Next puzzle';
        }
    });
}

document.querySelectorAll('.play[data-engine$=js][data-puzzles]').forEach(beginPuzzles);
