/* The end of a lesson: how many questions were right at the first try, and the next lesson. */
import { createElement } from '../tools/elements.js';
import { isDone, isRightAtFirst } from './progress.js';

/** @type {HTMLAnchorElement | null} */
export const nextLesson = document.querySelector('.turn [rel=next]');
/* A reader who goes on with what they began before was not timed. */
const isTimed = ![...document.querySelectorAll('.asked')].some(isDone);
const result = createElement('p', '', { className: 'stage-result' });

/** Says how many questions of the page were answered, and how. */
function resultWords() {
    const questions = [...document.querySelectorAll('.asked')];
    const done = questions.filter(isDone);
    const right = questions.filter(isRightAtFirst);
    if (!done.length) {
        return 'You have not answered a question of this lesson yet.';
    }
    const left = questions.length - done.length;
    return `${right.length} of ${questions.length} right at the first try.${left ? ` ${left} not answered yet.` : ''}`;
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
    end.parts.push(result);
    if (nextLesson && !document.querySelector('.front')) {
        const title = nextLesson.lastChild.textContent.trim();
        const link = createElement('a', `Next lesson: ${title}`, { className: 'button', href: nextLesson.href });
        const way = createElement('p', '', { className: 'stage-on' });
        way.append(link);
        end.parts.at(-2).after(way);
        end.parts.push(way);
    }
}

/** @param {HTMLElement} root */
export function showEnd(root) {
    result.textContent = resultWords() + (root.matches('.front') ? timeWords() : '');
}
