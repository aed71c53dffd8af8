/* The offer of the questions that come back today, on the front page and on the first page of a course. */
import { createButton, createElement } from '../tools/elements.js';
import { readProgress } from '../tools/progress.js';
import { dueQuestions, readRound, writeRound } from '../tools/returns.js';

const MOST = 5;

/** Returns the address of this page from the root of the book. Some hosts serve a page without `.html`. */
function ownAddress() {
    const depth = document.body.dataset.root.split('../').length;
    const path = location.pathname.replace(/\/$/, '/index').replace(/(\.html)?$/, '.html');
    return path.split('/').slice(-depth).join('/');
}

/**
 * Begins a round of at most five questions, which ends on this page.
 * @param {string[]} due
 */
function beginRound(due) {
    const queue = due.slice(0, MOST);
    writeRound({ queue, right: 0, of: queue.length, home: ownAddress() });
    location.href = document.body.dataset.root + queue[0];
}

/** Shows the result of a round that has ended, and offers the questions that come back today. */
export function showReturns() {
    const place = document.querySelector('.course-due');
    const round = readRound();
    const due = dueQuestions(readProgress());
    const result = createElement('span', '', { role: 'status' });
    if (round && !round.queue.length) {
        result.textContent = `${round.right} of ${round.of} right. `;
        writeRound(null);
    }
    place.replaceChildren(result);
    if (due.length) {
        const words = due.length < MOST ? 'Answer again' : 'Five questions, two minutes';
        place.append(createButton(words, () => beginRound(due)), ` Today ${due.length} ${due.length === 1 ? 'question comes' : 'questions come'} back.`);
    }
    place.hidden = !place.textContent;
}
