/* What a lesson asks: a card on the table is touched, and its answer opens, which stands in the page already; and deals that
   are played there. What was done is kept in this browser. */
import { showNotice } from './book/loading.js';
import { createButton } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';
import { lessonProgress, readProgress, writeProgress } from './tools/progress.js';

const lesson = document.body.dataset.lessonId;
const questions = [...document.querySelectorAll('.asked')];
const items = [...document.querySelectorAll('.asked, .play[data-text]')];
const nextLesson = document.querySelector('.turn [rel=next]');
/* What was done since the page was opened, where the browser keeps nothing. */
let done = lessonProgress(readProgress(), lesson);

function isDone(item) {
    return Object.hasOwn(done, item.id);
}

/* Shows how far the reader is. */
function showProgress() {
    nextLesson?.classList.toggle('is-offered', items.every(isDone));
    items.forEach(item => item.classList.toggle('is-answered', isDone(item)));
}

function keepProgress(item, isFirst) {
    const progress = readProgress();
    done = { ...done, ...lessonProgress(progress, lesson), of: items.length };
    if (!isDone(item)) {
        done[item.id] = isFirst;
    }
    if (!writeProgress({ ...progress, [lesson]: done })) {
        showNotice('This browser keeps nothing: your progress is lost when you leave the page.');
    }
}

/* Keeps that an item was done, with whether it was at the first try, and offers what comes next. */
function finishItem(item, isFirst) {
    keepProgress(item, isFirst);
    showProgress();
    const next = items[items.indexOf(item) + 1] || nextLesson;
    if (!next || item.querySelector('.asked-next')) {
        return;
    }
    const button = createButton('Next', () => goTo(next));
    button.className = 'asked-next';
    item.append(button);
}

function goTo(next) {
    if (next.href) {
        location.href = next.href;
        return;
    }
    next.scrollIntoView({ block: 'start' });
    const target = [...next.querySelectorAll('button, summary, a')].find(element => element.checkVisibility());
    moveFocus(target || next);
}

/* Puts a button in the place of a card on the table. */
function makeTouchable(card, answer) {
    const name = card.getAttribute('aria-label');
    const button = createButton(card.textContent, () => { answer.open = !answer.open; });
    button.className = card.className;
    if (name) {
        button.setAttribute('aria-label', `${card.textContent}, ${name}`);
    }
    card.replaceWith(button);
    return button;
}

function beginQuestion(asked) {
    const answers = [...asked.querySelectorAll('.asked-answers > details')];
    const isRight = answer => Boolean(answer.querySelector('.may:not(.but)'));
    const found = new Set();
    const cards = [...asked.querySelectorAll('.mover .place .card, .laid .card, .who b')];
    asked.classList.add('is-live');

    /* Says how many right answers are left to find, where all are asked for. Returns whether the question is done. */
    function tellLeft(answer) {
        const left = 'all' in asked.dataset ? answers.filter(isRight).length - found.size : 0;
        asked.querySelectorAll('.asked-more').forEach(old => old.remove());
        if (!left) {
            return true;
        }
        const more = document.createElement('span');
        more.className = 'asked-more';
        more.textContent = left === 1 ? ' One more.' : ` ${left} more.`;
        answer.querySelector('.asked-verdict, p').append(more);
        return false;
    }

    for (const answer of answers) {
        const words = answer.querySelector('summary').textContent.trim();
        const card = cards.find(element => element.textContent === words);
        const button = card && makeTouchable(card, answer);
        if (button) {
            asked.classList.add('is-touched');
        }
        answer.addEventListener('toggle', () => {
            button?.setAttribute('aria-expanded', answer.open);
            if (!answer.open) {
                return;
            }
            button?.classList.add(...answer.querySelector('p').classList);
            if (!isRight(answer)) {
                asked.classList.add('is-missed');
                return;
            }
            found.add(answer);
            if (tellLeft(answer)) {
                finishItem(asked, !asked.classList.contains('is-missed'));
            }
        });
    }
}

/* Offers the same deal again, and counts it as done. */
function endDeal(play) {
    const again = createButton('Again', () => {});
    again.dataset.go = 'again';
    play.querySelector('.play-asks').prepend(again, ' ');
    /* Only an evening goes on with another deal. */
    if (!play.closest('.evening')) {
        play.querySelector('[data-says=deal]')?.remove();
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
