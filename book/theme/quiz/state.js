/* The questions of a hand as they stand, and the controls of the menu that they use. */
import { createElement } from '../tools/elements.js';
import { isRecord, readEntries } from '../tools/storage.js';

export const STORE = 'mouche-quiz';

/** @typedef {ReturnType<typeof createQuiz>} Quiz */

/**
 * @param {HTMLElement} hand
 * @param {string} name
 * @returns {any}
 */
export function findControl(hand, name) {
    return hand.querySelector(`[data-set=${name}]`);
}

/**
 * @param {HTMLElement} hand
 * @param {string} name
 * @returns {string | boolean}
 */
export function readSetting(hand, name) {
    const control = findControl(hand, name);
    return control.type === 'checkbox' ? control.checked : control.value;
}

/**
 * @param {HTMLElement} hand
 * @param {string} name
 * @param {string | boolean} value
 */
export function changeSetting(hand, name, value) {
    const control = findControl(hand, name);
    control[control.type === 'checkbox' ? 'checked' : 'value'] = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Returns by what the answers of a hand are kept: the folder and the file of its page, and its id. Some hosts serve a page
 * without `.html`: what is kept must be found there too.
 * @param {HTMLElement} hand
 */
function storageKey({ id }) {
    const path = location.pathname.replace(/\/$/, '').replace(/(\.html)?$/, '.html');
    return `${path.split('/').slice(-2).join('/')}#${id}/`;
}

/** Creates the box in which the questions are asked. */
function createBox() {
    const box = createElement('div', '', { className: 'hand-quiz', role: 'group', ariaLabel: 'Your turn' });
    const parts = {
        menu: createElement('p', '', { className: 'hand-quiz-who' }),
        question: createElement('p', '', { className: 'hand-label', role: 'status' }),
        choices: createElement('p', '', { className: 'hand-quiz-choices' }),
        verdict: createElement('p', '', { className: 'hand-quiz-told', role: 'status' }),
        score: createElement('p', '', { className: 'hand-score' }),
    };
    box.append(...Object.values(parts));
    return { box, ...parts };
}

/** @param {HTMLElement} hand */
export function createQuiz(hand) {
    const steps = [...hand.querySelectorAll('.hand-step')];
    /** @type {HTMLSelectElement} */
    const seat = findControl(hand, 'seat');
    /** @type {HTMLSelectElement | null} */
    const edition = findControl(hand, 'edition');
    /* Who is asked, and by which rules: these stand in the box while questions are asked. */
    const selects = [seat, edition].filter(Boolean);
    const labels = selects.map(select => select.closest('label'));
    return {
        hand,
        steps,
        toggle: hand.querySelector('[data-go=quiz]'),
        seat,
        edition,
        selects,
        labels,
        placeInMenu: labels[0].previousSibling,
        ...createBox(),
        key: storageKey(hand),
        kept: readEntries(STORE, isRecord),
        /**
         * What the menu was set to before the questions began.
         * @type {Record<string, string | boolean>}
         */
        settingsBefore: {},
        isOn: false,
        now: Math.max(0, steps.indexOf(hand.querySelector('.hand-step.is-now'))),
        /* The question that was answered last. */
        answered: '',
    };
}
