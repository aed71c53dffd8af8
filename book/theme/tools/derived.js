/* What follows from the rest of a hand, so that its page leaves it out. `src/book/derived_parts.rs` decides where. */

/**
 * Returns the names of cards by the signs that stand for them, from pictures: each with its text and its label.
 * @param {string[][]} pictures
 * @returns {Map<string, string>}
 */
export function cardNames(pictures) {
    const names = new Map();
    for (const [text, label] of pictures) {
        const spoken = label.split('; ');
        text.trim().split(/\s+/).forEach((sign, at) => {
            if (sign && at < spoken.length) {
                names.set(sign, spoken[at]);
            }
        });
    }
    return names;
}

/**
 * Returns the sentence of a step as it is read aloud.
 * @param {string} shown
 * @param {Map<string, string>} names
 */
export function spokenSentence(shown, names) {
    const words = shown.trim().replace(/\s+/g, ' ');
    return words.replace(/[^ .,:;]+/g, word => names.has(word) ? `the ${names.get(word)}` : word);
}

/** @param {string} player */
export function choicesLabel(player) {
    return `What ${player} may do`;
}

/**
 * Returns the move that a choice such as `may fold` is.
 * @param {string} choice
 */
export function moveOfChoice(choice) {
    return choice.split(' ')[1];
}

/**
 * Returns the links below a step: to the step before it, to all steps of the hand, and to the next step.
 * @param {string | undefined} former
 * @param {string} hand
 * @param {string | undefined} next
 */
export function stepLinks(former, hand, next) {
    const back = former ? `<a href="#${former}" rel="prev">‹ Back</a> ` : '';
    const forward = next ? ` <a href="#${next}" rel="next">Next ›</a>` : '';
    return `<p class="hand-nav">${back}<a href="#${hand}" rel="up">All steps</a>${forward}</p>`;
}

/**
 * Returns the address of a card in the table of tricks, from the trick, the place of the card in its row, and that of the first card.
 * @param {string} deal
 * @param {string} trick
 * @param {number} at
 * @param {number} led
 * @param {number} count
 */
export function cardAddress(deal, trick, at, led, count) {
    return `#${deal}-t${trick}-${(at - led + count) % count + 1}`;
}
