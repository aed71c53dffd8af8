/* What was done of the lesson on this page. It is kept in this browser, to which another page may have added meanwhile. */
import { showNotice } from '../book/loading.js';
import { lessonProgress, mergeLesson, readProgress, writeProgress } from '../tools/progress.js';
import { nextReturn } from '../tools/returns.js';

const lesson = document.body.dataset.lessonId;
/* The things that the lesson asks of its reader: its questions, and the deals that it begins itself. */
/** @type {Element[]} */
const items = [...document.querySelectorAll('.asked, .play[data-text]')];
/* What was done since the page was opened, where the browser keeps nothing. */
let done = lessonProgress(readProgress(), lesson);

/** @param {Element} item */
export function isItem(item) {
    return items.includes(item);
}

/** @param {Element} item */
export function isDone(item) {
    return Object.hasOwn(done, item.id);
}

/** @param {Element} item */
export function isRightAtFirst(item) {
    return done[item.id] === true;
}

/**
 * The answers to a question that were tried, by their words.
 * @param {Element} asked
 */
export function triedAnswers(asked) {
    return done.tried?.[asked.id] || [];
}

/**
 * Adds something to what is kept of this lesson.
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
 * @param {string[]} words
 */
export function keepTries(asked, words) {
    const tried = [...new Set([...triedAnswers(asked), ...words])];
    keepProgress({ tried: { [asked.id]: tried } });
}

/**
 * Keeps that an item was done, with whether it was at the first try.
 * @param {Element} item
 * @param {boolean} isFirst
 */
export function keepDone(item, isFirst) {
    if (!isDone(item)) {
        keepProgress({ [item.id]: isFirst });
    }
}

/**
 * Keeps when a question comes back.
 * @param {Element} asked
 * @param {boolean} isRight
 */
export function keepReturn(asked, isRight) {
    keepProgress({ due: { [asked.id]: nextReturn(done.due?.[asked.id], isRight) } });
}
