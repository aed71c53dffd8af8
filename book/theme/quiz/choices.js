/* The choices that a step lists. */

/** @param {HTMLElement} choice */
export function isAllowed(choice) {
    return choice.parentElement.classList.contains('may');
}

/** @param {HTMLElement} choice */
export function isCard(choice) {
    return choice.matches('.mini');
}

/** @param {HTMLElement} choice */
export function choiceName(choice) {
    return choice.dataset.deed || choice.textContent;
}

/**
 * Returns the choices of a seat that a part of a step lists.
 * @param {HTMLElement} part
 * @param {string} seat
 */
export function listedChoices(part, seat) {
    return [...part.querySelectorAll(`.hand-choices.m${seat} :is(.mini, .word)`)];
}

/**
 * Returns the question of a step. A refused attempt and the move that replaces it belong to one question.
 * @param {HTMLElement} step
 */
export function questionOf({ id }) {
    return id.replace(/-try\d+$/, '');
}

/**
 * Returns the verdict on a choice in words: that of its line, or its own.
 * @param {HTMLElement} choice
 */
export function verdictWords(choice) {
    const words = [...choice.parentElement.querySelectorAll('strong, .why')].map(element => element.textContent);
    if (!words.length) {
        return `${choice.textContent}.`;
    }
    return words.join('. ').replace(/[.]?$/, '.');
}

/** @param {HTMLElement} choice */
export function copyClause(choice) {
    return choice.parentElement.querySelector('.clause').cloneNode(true);
}

/**
 * Returns the name of a card. The cards that lie together are named together, in their order.
 * @param {HTMLElement} card
 */
export function cardName(card) {
    const cards = card.closest('.cards');
    const place = [...cards.querySelectorAll('.card:not(.gone)')].indexOf(card);
    const names = cards.dataset.names || cards.ariaLabel;
    return names.split('; ')[place];
}
