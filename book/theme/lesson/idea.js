/* The idea of a lesson: its first two sentences stand above the stage until the first question is answered, and the whole is behind
   a button. */
import { createButton, createElement } from '../tools/elements.js';

const SENTENCES = 2;

/**
 * Returns the first sentences of a paragraph, with their links.
 * @param {HTMLElement} paragraph
 */
function firstSentences(paragraph) {
    const copy = paragraph.cloneNode(true);
    const ends = [...copy.textContent.matchAll(/[.!?][”’)]?\s/g)];
    let left = ends.length < SENTENCES ? copy.textContent.length : ends[SENTENCES - 1].index + 1;
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        /** @type {any} */
        const text = texts.currentNode;
        const kept = text.data.slice(0, Math.max(left, 0));
        left -= text.data.length;
        text.data = kept;
    }
    // A link or a word of the sentences that follow has nothing left.
    for (const element of copy.querySelectorAll('*')) {
        if (!element.textContent) {
            element.remove();
        }
    }
    copy.className = 'stage-rule';
    return copy;
}

/**
 * Puts the idea of a lesson behind a button. Returns what belongs into the head of the stage, what belongs below it, and what
 * shows the first sentences or not.
 * @param {HTMLElement[]} paragraphs
 */
export function createIdea(paragraphs) {
    if (!paragraphs.length) {
        return { controls: [], parts: [], showShort() {} };
    }
    const short = firstSentences(paragraphs[0]);
    const whole = createElement('div', '', { className: 'stage-idea', id: 'stage-idea', popover: 'auto' });
    const button = createElement('button', 'Full rule', { type: 'button', className: 'stage-whole' });
    button.setAttribute('popovertarget', whole.id);
    whole.append(...paragraphs);
    const isAll = short.textContent.length >= whole.textContent.trimEnd().length;
    whole.append(createButton('Close', () => whole.hidePopover()));
    return {
        controls: isAll ? [] : [button],
        parts: [short, whole],
        /** @param {boolean} isShown */
        showShort(isShown) {
            short.hidden = !isShown;
        },
    };
}
