/* What a lesson asks, and the stage on which it is shown. What was done is kept in this browser. */
import { loadForReader, loadPart } from './book/loading.js';
import { createButton, createElement } from './tools/elements.js';
import { addSearchBox } from './tools/search_box.js';
import { isItem, keepDone, isDone } from './lesson/progress.js';
import { beginQuestion } from './lesson/question.js';
import { currentRound } from './lesson/round.js';
import { beginStage } from './lesson/stage.js';

/**
 * Says in words that a deal was played.
 * @param {Element} play
 */
function showPlayed(play) {
    play.classList.add('is-answered');
    if (!play.querySelector('.asked-done')) {
        play.append(createElement('p', 'Played to the end.', { className: 'asked-done' }));
    }
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
    if (isItem(play)) {
        keepDone(play, true);
        showPlayed(play);
        play.dispatchEvent(new CustomEvent('answered', { bubbles: true }));
    }
}

const round = currentRound();
document.querySelectorAll('.asked').forEach(asked => beginQuestion(asked, Boolean(round)));
document.querySelectorAll('.front-search').forEach(addSearchBox);
/* A table is begun when one comes into sight. */
const observer = new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) {
        observer.disconnect();
        loadForReader('what this page needs', () => loadPart('play'));
    }
});
for (const play of document.querySelectorAll('.play[data-table]')) {
    observer.observe(play);
    play.addEventListener('hand-over', () => endDeal(play));
    play.addEventListener('click', ({ target }) => {
        if (target.closest('[data-go=again], [data-go=anew], [data-go=more]')) {
            play.querySelector('.asked-done')?.remove();
        }
    });
    if (isDone(play)) {
        showPlayed(play);
    }
}
const root = document.querySelector('.stage');
if (root) {
    beginStage(root, round);
} else {
    for (const play of document.querySelectorAll('.play[data-table]')) {
        /* The table is as high as the window. */
        play.addEventListener('table-begun', () => play.scrollIntoView());
    }
}
