/* What a lesson asks: a card on the table is touched, and its answer opens, which stands in the page already; and deals that
   are played there. What was done is kept in this browser. */
import { showNotice } from './book/loading.js';
import { createButton, createElement, replaceWithButton } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';
import { lessonProgress, mergeLesson, readProgress, writeProgress } from './tools/progress.js';

const lesson = document.body.dataset.lessonId;
const questions = [...document.querySelectorAll('.asked')];
const items = [...document.querySelectorAll('.asked, .play[data-text]')];
/** @type {HTMLAnchorElement | null} */
const nextLesson = document.querySelector('.turn [rel=next]');
/* What was done since the page was opened, where the browser keeps nothing. */
let done = lessonProgress(readProgress(), lesson);

/** @param {Element} item */
function isDone(item) {
    return Object.hasOwn(done, item.id);
}

/**
 * The answers to a question that were tried, by their words.
 * @param {Element} asked
 */
function triedAnswers(asked) {
    return done.tried?.[asked.id] || [];
}

/* Shows how far the reader is. */
function showProgress() {
    nextLesson?.classList.toggle('is-offered', items.every(isDone));
    items.filter(isDone).forEach(showDone);
}

/**
 * Shows in words, and not by a colour alone, that an item was done.
 * @param {Element} item
 */
function showDone(item) {
    item.classList.add('is-answered');
    if (!item.querySelector('.asked-done')) {
        item.append(createElement('p', doneWords(item), { className: 'asked-done' }));
    }
}

/** @param {Element} item */
function doneWords(item) {
    if (item.matches('.play')) {
        return 'Played to the end.';
    }
    return done[item.id] ? 'Answered at the first try.' : 'Answered, not at the first try.';
}

/**
 * Adds something to what is kept of this lesson, to which another page may have added meanwhile.
 * @param {LessonProgress} addition
 */
function keepProgress(addition) {
    const progress = readProgress();
    const kept = mergeLesson(done, lessonProgress(progress, lesson));
    done = { ...mergeLesson(addition, kept), of: items.length };
    if (!writeProgress({ ...progress, [lesson]: done })) {
        showNotice('This browser cannot save anything: your progress is lost when you leave the page.');
    }
}

/**
 * @param {Element} asked
 * @param {string} words
 */
function keepTry(asked, words) {
    if (!triedAnswers(asked).includes(words)) {
        keepProgress({ tried: { [asked.id]: [...triedAnswers(asked), words] } });
    }
}

/**
 * Keeps that an item was done, with whether it was at the first try, and offers what comes next.
 * @param {HTMLElement} item
 * @param {boolean} isFirst
 */
function finishItem(item, isFirst) {
    if (!isDone(item)) {
        keepProgress({ [item.id]: isFirst });
    }
    showProgress();
    const next = items[items.indexOf(item) + 1] || nextLesson;
    if (!next || item.querySelector('.asked-next')) {
        return;
    }
    const button = createButton('Next', () => goTo(next));
    button.className = 'asked-next';
    item.append(button);
}

/** @param {HTMLElement & { href?: string }} next */
function goTo(next) {
    if (next.href) {
        location.href = next.href;
        return;
    }
    next.scrollIntoView({ block: 'start' });
    const target = [...next.querySelectorAll('button, summary, a')].find(element => element.checkVisibility());
    moveFocus(target || next);
}

/** @param {Element} answer */
function isRight(answer) {
    return Boolean(answer.querySelector('.may:not(.but)'));
}

/** @param {Element} answer */
function answerWords(answer) {
    return answer.querySelector('summary').textContent.trim();
}

/** @param {HTMLElement} asked */
function beginQuestion(asked) {
    /** @type {HTMLDetailsElement[]} */
    const answers = Array.from(asked.querySelectorAll('.asked-answers > details'));
    /** @type {Set<Element>} */
    const found = new Set();
    /** @type {HTMLElement[]} */
    const cards = [...asked.querySelectorAll('.mover .place .card, .laid .card, .who b')];
    asked.classList.add('is-live');

    /**
     * Says how many right answers are left to find, where all are asked for. Returns whether the question is done.
     * @param {Element} answer
     */
    function tellLeft(answer) {
        const left = 'all' in asked.dataset ? answers.filter(isRight).length - found.size : 0;
        asked.querySelectorAll('.asked-more').forEach(old => old.remove());
        if (!left) {
            return true;
        }
        const more = createElement('span', left === 1 ? ' One more.' : ` ${left} more.`, { className: 'asked-more' });
        answer.querySelector('.asked-verdict, p').append(more);
        return false;
    }

    /**
     * Marks an answer that was tried, and its card on the table, as right or wrong.
     * @param {Element} answer
     * @param {Element | undefined} button
     */
    function markTried(answer, button) {
        answer.classList.add('is-tried');
        button?.classList.add(...answer.querySelector('p').classList);
        if (isRight(answer)) {
            found.add(answer);
        } else {
            asked.classList.add('is-missed');
        }
    }

    /** @param {HTMLDetailsElement} answer */
    function beginAnswer(answer) {
        const words = answerWords(answer);
        const card = cards.find(element => element.textContent === words);
        const button = card && replaceWithButton(card, () => { answer.open = !answer.open; });
        if (button) {
            asked.classList.add('is-touched');
        }
        if (triedAnswers(asked).includes(words)) {
            markTried(answer, button);
        }
        answer.addEventListener('toggle', () => {
            button?.setAttribute('aria-expanded', String(answer.open));
            if (!answer.open) {
                return;
            }
            markTried(answer, button);
            keepTry(asked, words);
            if (isRight(answer) && tellLeft(answer)) {
                finishItem(asked, !asked.classList.contains('is-missed'));
            }
        });
    }

    answers.forEach(beginAnswer);
}

/**
 * Offers the same deal again, and counts it as done.
 * @param {HTMLElement} play
 */
function endDeal(play) {
    const again = createButton('Again', () => {});
    again.dataset.go = 'again';
    const next = play.querySelector('[data-says=deal], [data-go=anew], [data-go=more]');
    next?.before(again, ' ');
    /* Only an evening goes on with another deal. */
    if (!play.closest('.evening') || next?.matches('[data-go=anew]')) {
        play.querySelector('[data-says=deal], [data-go=anew]')?.remove();
    }
    if (items.includes(play)) {
        finishItem(play, true);
    }
}

questions.forEach(beginQuestion);
for (const play of document.querySelectorAll('.play[data-table]')) {
    /* The table is as high as the window. */
    play.addEventListener('table-begun', () => play.scrollIntoView());
    play.addEventListener('hand-over', () => endDeal(play));
}
showProgress();
