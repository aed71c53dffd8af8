/* From where the table is looked at, and which edition is shown. */

/** @typedef {import('../view.js').View} View */

/**
 * Turns the table until the chosen seat is nearest. Hidden cards lose their names too.
 * @param {View} view
 */
export function turnTable({ hand, seat, hides }) {
    if (hides.checked && seat.value === '') {
        seat.value = '0';
    }
    const at = seat.value;
    hand.style.setProperty('--sit', at || '0');
    hand.classList.toggle('hides', hides.checked);
    hand.querySelectorAll('.mine').forEach(mine => mine.classList.remove('mine'));
    if (at !== '') {
        hand.querySelectorAll(`.s${at}, .m${at}`).forEach(mine => mine.classList.add('mine'));
    }
    for (const cards of hand.querySelectorAll('.cloth .cards[aria-label]')) {
        cards.dataset.names ||= cards.ariaLabel;
        cards.ariaLabel = namesToTell(cards, hides.checked);
    }
}

/**
 * @param {HTMLElement} cards
 * @param {boolean} areHidden
 */
function namesToTell(cards, areHidden) {
    const count = cards.querySelectorAll('.card:not(.gone)').length;
    if (!areHidden || cards.closest('.mine') || !count) {
        return cards.dataset.names;
    }
    return `${count === 1 ? 'a card' : `${count} cards`}, face down`;
}

/**
 * Shows what one edition says, or all.
 * @param {View} view
 */
export function showEdition({ hand, edition }) {
    for (const column of hand.querySelectorAll('.hand-column')) {
        column.hidden = edition.value !== '' && !column.matches(`.e${edition.value}`);
    }
}
