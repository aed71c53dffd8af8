/* Restores the parts of steps that the book writes as changes to the part before them. `src/book/hand_packer.rs` writes them. */

/**
 * Returns a text with changes. A change keeps some words of the text, drops some, and adds others: `12-1 mover">`.
 * @param {string} text
 * @param {string} changes
 */
function applyChanges(text, changes) {
    const words = text.split(/(?=[ <"=;-])/);
    let at = -1;
    for (const [, kept, dropped, added] of changes.matchAll(/(\d+)-(\d+)([^~]*)/g)) {
        at += Number(kept) + 1;
        words.splice(at, Number(dropped), added);
    }
    return words.join('');
}

/**
 * Restores the parts of a hand, each from the part of the same kind before it.
 * @param {HTMLElement} hand
 */
export function restoreParts(hand) {
    /** @type {Record<string, string>} */
    const former = {};
    for (const part of hand.querySelectorAll('.cloth, [data-diff]')) {
        const { localName, dataset: { diff } } = part;
        if (diff === undefined) {
            former[localName] = part.outerHTML;
        } else {
            part.outerHTML = former[localName] = applyChanges(former[localName] || '', diff);
        }
    }
}
