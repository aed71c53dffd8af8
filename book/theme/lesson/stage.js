/* The stage of a lesson: one scene at a time, as high as the window. Dots above it say where the reader is, and the buttons
   below it stay in their place. */
import { findTarget, replaceHash } from '../book/address.js';
import { isShortcut, isTextField, stepForKey } from '../book/keys.js';
import { announce, createButton, createElement } from '../tools/elements.js';
import { switchButton } from '../tools/focus.js';
import { keepPlace } from '../tools/place.js';
import { beginEnd, nextKind, nextPage, showEnd } from './end.js';
import { createIdea } from './idea.js';
import { createWelcome } from './place.js';
import { isDone, triedAnswers } from './progress.js';
import { answerButtons, checkQuestion } from './question.js';
import { leaveQuestion, leaveRound } from './round.js';
import { readScenes } from './scenes.js';

/** @typedef {import('./scenes.js').Scene} Scene */

/**
 * @typedef {object} Stage
 * @property {HTMLElement} root
 * @property {Scene[]} all
 * @property {Scene[]} scenes The scenes that the reader goes through.
 * @property {ReturnType<createIdea>} idea
 * @property {HTMLButtonElement[]} dots
 * @property {HTMLButtonElement} back
 * @property {HTMLButtonElement} next
 * @property {HTMLElement} live
 * @property {import('../tools/returns.js').Round | null} round The round that goes on, of which the stage shows one question.
 * @property {number} now
 */

/**
 * Returns where the reader is in a hand: the number of the step that is shown, and how many steps there are.
 * @param {Scene} scene
 */
function handPlace({ element }) {
    const steps = [...element.querySelectorAll('.hand-step')];
    return { at: steps.findIndex(step => step.matches('.is-now')), of: steps.length };
}

/**
 * Says what a scene is, such as `Question 2 of 5`.
 * @param {Scene[]} scenes
 * @param {Scene} scene
 */
function sceneName(scenes, { element, kind }) {
    const same = scenes.filter(other => other.kind === kind);
    const at = same.findIndex(other => other.element === element);
    const number = same.length > 1 ? ` ${at + 1} of ${same.length}` : '';
    return { hand: 'Watch', asked: 'Question', play: 'Deal', end: 'The end of the lesson' }[kind] + number;
}

/**
 * Returns whether nothing is left to do in a scene.
 * @param {Scene} scene
 */
function isSceneDone(scene) {
    const { at, of } = handPlace(scene);
    return scene.kind === 'hand' ? at === of - 1 : isDone(scene.element);
}

/**
 * Returns whether a question of the front page waits for its first answer. Somebody new to the page answers, and does not leaf
 * through it.
 * @param {Stage} stage
 */
function isUntouched({ root, scenes, now }) {
    const { element, kind } = scenes[now];
    return root.matches('.front') && kind === 'asked' && !triedAnswers(element).length;
}

/** @param {Stage} stage */
function showButtons(stage) {
    const { scenes, dots, back, next, now } = stage;
    const scene = scenes[now];
    scenes.forEach((other, at) => {
        dots[at].ariaCurrent = at === now ? 'step' : null;
        dots[at].classList.toggle('is-done', isDone(other.element));
        dots[at].ariaLabel = sceneName(scenes, other) + (isDone(other.element) ? ', done' : '');
    });
    const { at } = handPlace(scene);
    switchButton(back, Boolean(stage.round) || now > 0 || at > 0);
    switchButton(next, scene.kind !== 'end' && !isUntouched(stage));
    next.classList.toggle('is-offered', scene.kind === 'hand' || isSceneDone(scene));
    fitScene(stage);
}

/**
 * Returns the id by which the address names a scene: of a hand it is that of the step that is shown.
 * @param {Scene} scene
 */
function sceneId({ element }) {
    return (element.querySelector('.hand-step.is-now') || element).id;
}

/**
 * Gives a table the room that the stage has for it. If the scene is too high, first the story of a step gives way, then all that
 * stands above the scene; then what the table shows as well is not said.
 * @param {Stage} stage
 */
function fitScene({ root, scenes, now }) {
    const { element } = scenes[now];
    const levels = ['is-close', 'is-tight', 'is-tightest'];
    const hasRoom = () => {
        root.style.setProperty('--room', `${element.clientHeight}px`);
        return element.scrollHeight <= element.clientHeight + 1;
    };
    root.classList.remove(...levels);
    while (!hasRoom() && levels.length) {
        root.classList.add(levels.shift());
    }
}

/**
 * Shows a scene in the place of the one before it.
 * @param {Stage} stage
 * @param {number} at
 */
function showScene(stage, at) {
    const { root, scenes, idea } = stage;
    stage.now = at;
    const shown = new Set([scenes[at].element, ...scenes[at].parts]);
    for (const scene of stage.all) {
        for (const part of [scene.element, ...scene.parts]) {
            part.classList.toggle('is-off', !shown.has(part));
        }
    }
    const first = scenes.findIndex(({ kind }) => kind === 'asked');
    idea.showShort(!stage.round && (first < 0 || at <= first && !isDone(scenes[first].element)));
    root.dataset.scene = scenes[at].kind;
    if (scenes[at].kind === 'end') {
        showEnd(root);
    }
    showButtons(stage);
}

/**
 * Keeps where the reader is; at the end of a lesson that is the next page.
 * @param {Stage} stage
 */
function keepReader({ root, scenes, now }) {
    const { lessonId, root: path } = document.body.dataset;
    const scene = scenes[now];
    if (root.matches('.front')) {
        return;
    }
    if (scene.kind !== 'end') {
        const title = root.querySelector('h1').textContent;
        keepPlace({ address: `${lessonId}.html#${encodeURIComponent(sceneId(scene))}`, title, doing: sceneName(scenes, scene).toLowerCase() });
    } else if (nextPage) {
        const address = nextPage.getAttribute('href').slice(path.length);
        keepPlace({ address, title: nextPage.lastChild.textContent.trim(), doing: `the next ${nextKind}` });
    }
}

/**
 * Goes to a scene that the reader asks for.
 * @param {Stage} stage
 * @param {number} at
 */
function goToScene(stage, at) {
    const { scenes, live } = stage;
    if (!scenes[at]) {
        return;
    }
    showScene(stage, at);
    replaceHash(`#${encodeURIComponent(sceneId(scenes[at]))}`);
    keepReader(stage);
    const words = scenes[at].element.querySelector('.asked-asks')?.textContent || '';
    announce(live, `${sceneName(scenes, scenes[at])}. ${words}`);
    scrollTo(0, 0);
}

/**
 * Goes one step of a hand further, or to the next scene; or back.
 * @param {Stage} stage
 * @param {1 | -1} by
 */
function move(stage, by) {
    const scene = stage.scenes[stage.now];
    const { at, of } = handPlace(scene);
    if (by > 0 && isUntouched(stage)) {
        return;
    }
    if (stage.round && by > 0) {
        leaveQuestion(scene.element.matches('.is-answered:not(.is-missed)'));
    } else if (stage.round) {
        leaveRound();
    } else if (scene.kind === 'hand' && at + by >= 0 && at + by < of) {
        scene.element.dispatchEvent(new CustomEvent('hand-turn', { detail: by > 0 ? 'next' : 'back' }));
        showButtons(stage);
    } else {
        goToScene(stage, stage.now + by);
    }
}

/**
 * Does what a key is for on the stage. Returns whether it is for something.
 * @param {Stage} stage
 * @param {KeyboardEvent} event
 */
function takeKey(stage, event) {
    const { element } = stage.scenes[stage.now];
    const step = stepForKey(event);
    const isAnswer = event.target instanceof Element && answerButtons(element).some(button => button === event.target);
    const isFree = isAnswer && isDone(element) || !event.target.closest('a, button, summary');
    if (step === 'next' || step === 'back') {
        move(stage, step === 'next' ? 1 : -1);
    } else if (event.key === 'Enter' && isFree) {
        if (!checkQuestion(element)) {
            move(stage, 1);
        }
    } else if (/^[1-9]$/.test(event.key) && answerButtons(element)[Number(event.key) - 1]) {
        answerButtons(element)[Number(event.key) - 1].click();
    } else {
        return false;
    }
    return true;
}

/**
 * @param {Stage} stage
 * @param {KeyboardEvent} event
 */
function handleKey(stage, event) {
    const isElsewhere = isShortcut(event) || isTextField(event.target) || event.target.closest('.play, dialog, :popover-open, .bar');
    if (!isElsewhere && takeKey(stage, event)) {
        event.preventDefault();
        event.stopPropagation();
    }
}

/**
 * Returns the number of the scene that the address names; -1 if it names none.
 * @param {Stage} stage
 */
function addressedScene({ scenes }) {
    const target = location.hash && findTarget(location.hash);
    return scenes.findIndex(({ element, heading, parts }) => target && [element, heading, ...parts].some(part => part?.contains(target)));
}

/**
 * Returns the number of the scene with which a reader begins: the first that is not done, for one who has done something here.
 * @param {Stage} stage
 */
function firstOpenScene({ scenes }) {
    const isBegun = scenes.some(({ element }) => isDone(element));
    const open = scenes.findIndex(({ element, kind }) => kind === 'end' || kind !== 'hand' && !isDone(element));
    return isBegun ? open : 0;
}

/**
 * Elsewhere a touched card of a hand leads to a table, where the reader plays on. In a lesson it leads nowhere.
 * @param {HTMLElement} root
 */
function keepCardsInHand(root) {
    root.querySelectorAll('.hand:not(.play-hand) [data-go=sit]').forEach(button => button.remove());
}

/**
 * Leaves out of the sentences of a table why a card had to be played, where the lesson has not taught it: `Simon plays 9♥`.
 * @param {HTMLElement} root
 */
function hideUntaughtDuties(root) {
    for (const { firstChild: text } of root.querySelectorAll('.without-clauses :is(p, li)')) {
        if (text instanceof Text) {
            text.data = text.data.replace(/ must (?!follow)[^.]* and (?=play)/g, ' ');
        }
    }
}

/**
 * Begins the stage of a lesson.
 * @param {HTMLElement} root
 * @param {Stage['round']} round
 */
export function beginStage(root, round) {
    const { scenes: all, idea } = readScenes(root);
    const scenes = round ? all.filter(({ element }) => element === findTarget(location.hash)) : all;
    /** @type {(by: 1 | -1) => () => void} */
    const press = by => () => move(stage, by);
    const dots = scenes.map((_, at) => createButton('', () => goToScene(stage, at)));
    const dotList = createElement('ol', '', { className: 'stage-dots' });
    dotList.append(...dots.map(dot => {
        const item = createElement('li');
        item.append(dot);
        return item;
    }));
    /** @type {Stage} */
    const stage = {
        root, all, scenes, dots, round,
        idea: createIdea(idea),
        back: createButton('‹ Back', press(-1)),
        next: createButton('Next ›', press(1)),
        live: createElement('p', '', { className: 'visually-hidden', role: 'status' }),
        now: 0,
    };
    const head = createElement('div', '', { className: 'stage-head' });
    const place = round ? createElement('p', `Question ${round.of - round.queue.length + 1} of ${round.of}`, { className: 'stage-round' }) : dotList;
    head.append(root.querySelector('h1'), place, ...stage.idea.controls);
    const foot = createElement('div', '', { className: 'stage-foot' });
    foot.append(stage.back, stage.live, stage.next);
    stage.next.className = 'stage-next';
    const welcome = root.matches('.front') && createWelcome();
    root.prepend(head, ...welcome ? [welcome] : [], ...stage.idea.parts);
    root.append(foot);
    beginEnd(all);
    /* The stage says by other means what a part is for; the heading of the end is shown with it. */
    root.querySelectorAll('h2:not(.hand-title)').forEach(heading => heading.classList.add('is-off'));
    all.flatMap(({ kind, parts }) => kind === 'end' ? [] : parts).forEach(part => part.classList.add('stage-lead'));
    root.classList.add('is-begun');
    keepCardsInHand(root);
    document.addEventListener('keydown', event => handleKey(stage, event), true);
    root.addEventListener('answered', () => showButtons(stage));
    root.addEventListener('hand-shown', () => showButtons(stage), true);
    addEventListener('hashchange', () => {
        const at = addressedScene(stage);
        if (at >= 0) {
            showScene(stage, at);
        }
    });
    const addressed = addressedScene(stage);
    showScene(stage, addressed < 0 ? firstOpenScene(stage) : addressed);
    addEventListener('resize', () => fitScene(stage));
    const observer = new MutationObserver(() => {
        hideUntaughtDuties(root);
        fitScene(stage);
    });
    root.querySelectorAll('.play').forEach(play => observer.observe(play, { childList: true, subtree: true, attributeFilter: ['class', 'hidden'] }));
}
