/* The first page of a course: what was done of each lesson in this browser, and where to go on. */
import { createButton, createElement, downloadText } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';
import { keepPlace, readPlace } from './tools/place.js';
import { countDone, lessonProgress, mergeFile, readProgress, writeProgress } from './tools/progress.js';
import { showReturns } from './course/returns.js';

const MOST_BYTES = 1_000_000;
const NOT_KEPT = 'Could not save your progress: the storage of this browser is full or blocked.';

/**
 * Says beside a lesson how much of it was done. Returns whether something is left to do.
 * @param {HTMLElement} link
 * @param {Progress} progress
 */
function markLesson(link, progress) {
    const lesson = lessonProgress(progress, link.dataset.lessonId);
    const { of } = lesson;
    const count = countDone(lesson);
    if (!count) {
        return true;
    }
    const isDone = count >= of;
    const mark = isDone
        ? createElement('b', 'done', { className: 'lesson-mark is-done' })
        : createElement('small', `${count} of ${of}`, { className: 'lesson-mark' });
    link.after(' ', mark);
    return !isDone;
}

/**
 * Shows what was done of each lesson, and offers the first that is not done.
 * @param {Element} course
 */
function showProgress(course) {
    course.querySelectorAll('.lesson-mark').forEach(mark => mark.remove());
    document.querySelectorAll('.course-on').forEach(old => old.remove());
    const progress = readProgress();
    const left = [...course.querySelectorAll('a[data-lesson-id]')].filter(link => markLesson(link, progress));
    if (left.length && Object.keys(progress).length) {
        const offer = createElement('p', '', { className: 'course-on' });
        offer.append('Continue with ', left[0].cloneNode(true), '.');
        course.before(offer);
    }
}

/**
 * Adds buttons with which progress is taken elsewhere, brought back, and erased.
 * @param {Element} course
 */
function addButtons(course) {
    const row = createElement('p', '', { className: 'course-kept' });
    const status = createElement('span', '', { role: 'status' });
    const file = createElement('input', '', { type: 'file', accept: '.json', hidden: true });
    const saved = () => JSON.stringify({ ...readProgress(), place: readPlace() || undefined });

    /**
     * @param {Progress} progress
     * @param {ReturnType<readPlace>} place
     * @param {string} words
     */
    function keep(progress, place, words) {
        const isKept = writeProgress(progress);
        keepPlace(place);
        status.textContent = isKept ? words : NOT_KEPT;
        showProgress(course);
        showReturns();
        return isKept;
    }

    async function bringBack() {
        const [chosen] = file.files;
        const merged = chosen && chosen.size <= MOST_BYTES ? mergeFile(readProgress(), await chosen.text()) : null;
        if (merged) {
            keep(merged.progress, merged.place || readPlace(), 'Progress restored and added to the progress in this browser.');
        } else {
            status.textContent = 'This file contains no saved progress. Nothing was changed.';
        }
        file.value = '';
    }

    function erase() {
        const before = readProgress();
        const placeBefore = readPlace();
        if (keep({}, null, 'Erased. ')) {
            status.append(createButton('Undo', () => {
                keep(before, placeBefore, 'Progress restored.');
                moveFocus(row.querySelector('[data-do=erase]'));
            }));
        }
    }

    file.addEventListener('change', bringBack);
    const eraseButton = createButton('Erase', erase);
    eraseButton.dataset.do = 'erase';
    row.append(
        createButton('Save progress', () => downloadText('la-mouche-progress.json', saved(), 'application/json')), ' ',
        createButton('Restore progress', () => file.click()), ' ', eraseButton, ' ', status, file,
    );
    course.parentElement.append(row);
}

for (const course of document.querySelectorAll('.course')) {
    course.before(createElement('p', '', { className: 'course-due' }));
    showProgress(course);
    showReturns();
    addButtons(course);
    /* The reader may have done more since the page was left. */
    addEventListener('pageshow', event => {
        if (event.persisted) {
            showProgress(course);
            showReturns();
        }
    });
}
