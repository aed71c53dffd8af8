/* The end of a lesson: how many questions were right at the first try, and what comes next. */
import { createElement } from '../tools/elements.js';
import { isDone, isRightAtFirst } from './progress.js';

/** The link to the page after this one. @type {HTMLAnchorElement | null} */
export const nextPage = document.querySelector('.turn [rel=next]');
/** What that page is: after the last lesson of a path comes another chapter. */
export const nextKind = document.querySelector('.last-lesson') ? 'chapter' : 'lesson';
/* A reader who goes on with what they began before was not timed. */
const isTimed = ![...document.querySelectorAll('.asked')].some(isDone);
const result = createElement('p', '', { className: 'stage-result' });

/** Says how many questions of the page were answered, and how. */
function resultWords() {
    const questions = [...document.querySelectorAll('.asked')];
    const right = questions.filter(isRightAtFirst);
    const left = questions.length - questions.filter(isDone).length;
    return questions.length ? `${right.length} of ${questions.length} right at the first try.${left ? ` ${left} not right yet.` : ''}` : '';
}

/** Says how long the reader was on this page, if that was not long. */
function timeWords() {
    const seconds = Math.round(performance.now() / 1000);
    return isTimed && seconds < 600 ? ` That took ${seconds < 100 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`}.` : '';
}

/**
 * Adds to the end of a lesson what stands nowhere on its page.
 * @param {import('./scenes.js').Scene[]} scenes
 */
export function beginEnd(scenes) {
    const end = scenes.at(-1);
    end.element.after(result);
    const last = end.parts.at(-1) || result;
    end.parts.push(result);
    if (nextPage && !document.querySelector('.front')) {
        const title = nextPage.lastChild.textContent.trim();
        const way = createElement('p', '', { className: 'stage-on' });
        way.append(createElement('a', `Next ${nextKind}: ${title}`, { className: 'button', href: nextPage.href }));
        last.after(way);
        end.parts.push(way);
    }
}

/**
 * On the front page, leads a reader who missed more than one question to the first lesson, and the others to a later one.
 * @param {HTMLElement} front
 */
function offerLesson(front) {
    const questions = [...front.querySelectorAll('.asked')];
    const isSure = questions.filter(isRightAtFirst).length >= questions.length - 1;
    front.querySelector('.front-first').classList.toggle('is-off', isSure);
    front.querySelector('.front-on').classList.toggle('is-off', !isSure);
}

/** @param {HTMLElement} root */
export function showEnd(root) {
    const isFront = root.matches('.front');
    result.textContent = resultWords() + (isFront ? timeWords() : '');
    if (isFront) {
        offerLesson(root);
    }
}
