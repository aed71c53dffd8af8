/* Restores what the steps of a hand leave out because it follows from the rest: links, names of lists and spoken sentences. The
   tables of the steps are there already. */
import { cardAddress, cardNames, choicesLabel, moveOfChoice, spokenSentence, stepLinks } from './derived.js';

/**
 * Restores the links to clauses, each from the link with the same text before it.
 * @param {HTMLElement} hand
 */
function restoreClauseLinks(hand) {
    /** @type {Record<string, string>} */
    const addresses = {};
    for (const link of hand.querySelectorAll('a.clause, a:not([class], [href])')) {
        const { textContent } = link;
        link.className = 'clause';
        link.setAttribute('href', addresses[textContent] = link.getAttribute('href') || addresses[textContent]);
    }
}

/**
 * Restores the kind of steps in which a card is played, the links of the titles of steps, and those below the steps.
 * @param {HTMLElement} hand
 */
function restoreStepLinks(hand) {
    const steps = [...hand.querySelectorAll('.hand-step')];
    steps.forEach((step, at) => {
        if (!step.className.includes('hand-step-')) {
            step.classList.add('hand-step-play');
        }
        const title = step.querySelector('.hand-title:not(:has(a))');
        if (title) {
            const link = document.createElement('a');
            link.href = `#${step.id}`;
            link.append(title.firstChild);
            title.prepend(link);
        }
        step.querySelector('.tell:not(:has(.hand-nav))')?.insertAdjacentHTML('beforeend', stepLinks(steps[at - 1]?.id, hand.id, steps[at + 1]?.id));
    });
}

/**
 * Restores the links of the cards in tables of tricks. The card that was led has its link.
 * @param {HTMLElement} hand
 */
function restoreCardAddresses(hand) {
    for (const row of hand.querySelectorAll('.hand-tricks tr')) {
        const links = [...row.querySelectorAll('a')];
        const led = links.findIndex(link => link.nextSibling?.textContent.startsWith(' led'));
        links.forEach((link, at) => {
            const { id } = row.closest('.hand-deal');
            link.classList.add('mini');
            link.setAttribute('href', cardAddress(id, row.firstElementChild.textContent, at, led, links.length));
        });
    }
}

/** @param {HTMLElement} hand */
function restoreSpokenSentences(hand) {
    const pictures = Array.from(hand.querySelectorAll('[role=img]'), picture => [picture.textContent, picture.ariaLabel]);
    const names = cardNames(pictures);
    for (const step of hand.querySelectorAll('.hand-step:not([data-say])')) {
        const sentence = step.querySelector('.hand-say').cloneNode(true);
        sentence.querySelectorAll('.clause, .shut').forEach(part => part.remove());
        step.dataset.say = spokenSentence(sentence.textContent, names);
    }
}

/**
 * Restores the names of the lists of choices and payments, and what the questions need of a choice.
 * @param {HTMLElement} hand
 */
function restoreLists(hand) {
    for (const choices of hand.querySelectorAll('.hand-choices:not([aria-label])')) {
        const [, seat] = /m(\d+)/.exec(choices.className);
        choices.ariaLabel = choicesLabel(hand.querySelector(`[data-set=seat] [value="${seat}"]`).textContent);
    }
    for (const payments of hand.querySelectorAll('.hand-ledger:not([aria-label])')) {
        payments.ariaLabel = 'Chips that move';
    }
    for (const choice of hand.querySelectorAll('.hand-choices > :not([class])')) {
        choice.className = 'may';
    }
    for (const move of hand.querySelectorAll('.word:not([data-deed])')) {
        move.dataset.deed = moveOfChoice(move.textContent);
    }
}

/**
 * Restores the classes of the cards in lists of choices, from the cards on the tables.
 * @param {HTMLElement} hand
 */
function restoreCards(hand) {
    /** @type {Record<string, string>} */
    const classes = {};
    for (const { textContent, className } of hand.querySelectorAll('.card')) {
        classes[textContent] = className.split(' ').slice(1, 3).join(' ');
    }
    for (const card of hand.querySelectorAll('.hand-choices b:not(.mini, .word)')) {
        card.className = `mini ${classes[card.textContent]}`;
    }
}

/**
 * Restores what the steps of a hand leave out.
 * @param {HTMLElement} hand
 */
export function restoreHand(hand) {
    restoreClauseLinks(hand);
    restoreStepLinks(hand);
    restoreCardAddresses(hand);
    restoreSpokenSentences(hand);
    restoreLists(hand);
    restoreCards(hand);
}
