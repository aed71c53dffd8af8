/* The scenes of a lesson, as its page has them: a hand to watch, questions, deals, and the end. */
import { createElement } from '../tools/elements.js';

/**
 * A scene: its element, what it is, and the headings and sentences that are shown with it.
 * @typedef {object} Scene
 * @property {HTMLElement} element
 * @property {'hand' | 'asked' | 'play' | 'end'} kind
 * @property {HTMLElement} heading
 * @property {HTMLElement[]} parts
 */

/**
 * @param {Element} element
 * @returns {Scene['kind'] | undefined}
 */
function sceneKind(element) {
    return /** @type {const} */ (['hand', 'asked', 'play']).find(kind => element.classList.contains(kind));
}

/**
 * Returns the elements of a lesson in their order. A box around several of them only says what they show.
 * @param {Element} root
 * @returns {HTMLElement[]}
 */
function flatChildren(root) {
    return [...root.children].flatMap(child => {
        const isBox = child.matches('div:not(.asked)') && child.querySelector('.hand, .asked, .play');
        return isBox ? flatChildren(child) : [/** @type {HTMLElement} */ (child)];
    });
}

/**
 * Returns the heading of the end of a lesson: its last, if no scene follows. A lesson that has none there gets one.
 * @param {HTMLElement} root
 */
function endHeading(root) {
    const last = flatChildren(root).filter(element => sceneKind(element) || element.matches('h2')).at(-1);
    if (last?.matches('h2')) {
        return last;
    }
    const end = createElement('h2', 'The end of this lesson', { id: 'lesson-end' });
    root.append(end);
    return end;
}

/**
 * Reads the scenes of a lesson, and what it says before them. What follows the last scene of a part belongs to that scene. A
 * part without a scene, after the last one, is the end of the lesson.
 * @param {HTMLElement} root
 */
export function readScenes(root) {
    /** @type {Scene[]} */
    const scenes = [];
    /** @type {HTMLElement[]} */
    const idea = [];
    /** @type {HTMLElement[]} */
    let waiting = [];
    /** @type {HTMLElement | null} */
    let heading = null;
    const last = endHeading(root);
    for (const element of flatChildren(root)) {
        const kind = sceneKind(element);
        if (element.matches('h2')) {
            scenes.at(-1)?.parts.push(...waiting);
            heading = element;
            waiting = [];
        }
        if (element === last) {
            scenes.push({ element, kind: 'end', heading, parts: [] });
        } else if (kind) {
            scenes.push({ element, kind, heading, parts: waiting });
            waiting = [];
        } else if (scenes.at(-1)?.kind === 'end') {
            scenes.at(-1).parts.push(element);
        } else if (!element.matches('h1, h2')) {
            (heading || scenes.length ? waiting : idea).push(element);
        }
    }
    return { scenes, idea };
}
