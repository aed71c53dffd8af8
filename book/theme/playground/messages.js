/* What is wrong with the text, and what may be done about it. */
import { createButton, createElement } from '../tools/elements.js';
import { lineHeight, replaceText } from './state.js';

/** @typedef {import('./state.js').Desk} Desk */

/**
 * Returns the title of a fix without the marks (a grave accent, which a template would end at) around words of a scenario.
 * @param {string} title
 */
function withoutMarks(title) {
    return title.replaceAll('\u0060', '');
}

/**
 * @param {number} count
 * @param {string} word
 */
function countWords(count, word) {
    return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/**
 * Says whether the text holds; or how many mistakes there are, and how many places marked with a question mark, which are not
 * mistakes.
 * @param {ScenarioCheckForPage} answer
 */
export function statusWords({ holds, messages }) {
    if (holds) {
        return 'No errors: everything in this hand is correct.';
    }
    const errors = messages.filter(message => message.severity === 'error');
    const blanks = errors.filter(message => message.is_blank).length;
    const mistakes = errors.length - blanks;
    const sentences = [];
    if (mistakes) {
        sentences.push(`${countWords(mistakes, 'error')}.`);
    }
    if (blanks) {
        sentences.push(`${countWords(blanks, 'blank')} to fill in: choose an answer below, or write it in place of the ?.`);
    }
    return sentences.join(' ');
}

/**
 * Creates a button that changes the text between two places.
 * @param {Desk} desk
 * @param {Fix} fix
 * @param {[number, number]} places
 */
function createFix(desk, { title, text, is_certain: isFirst }, [from, to]) {
    const button = createButton(withoutMarks(title), () => replaceText(desk, from, to, text));
    button.className = isFirst ? 'first' : '';
    return button;
}

/**
 * @param {Desk} desk
 * @param {DiagnosticForPage} message
 */
export function createMessage(desk, message) {
    const { text } = desk;
    const row = createElement('li', '', { className: message.severity });
    const [head, ...rest] = message.words.split('\n');
    row.append(createButton(`Line ${message.line}: ${head}`, () => {
        text.focus();
        text.setSelectionRange(message.from, message.to);
        text.scrollTop = (message.line - 5) * lineHeight(desk);
    }));
    rest.forEach(line => row.append(createElement('p', line)));
    row.append(...message.fixes.map(fix => createFix(desk, fix, message.instead)));
    if (message.page) {
        row.append(createElement('a', 'Why', { href: message.page, ariaLabel: `Why: ${head}` }));
    }
    return row;
}

/**
 * @param {Desk} desk
 * @param {Fix} offer
 */
export function createOffer(desk, offer) {
    const button = createFix(desk, offer, [0, desk.text.value.length]);
    button.classList.add('offer');
    return button;
}
