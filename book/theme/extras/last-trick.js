/* The last trick: its cards are laid on the cloth again, until the next key or press. */

const SHOWN = 'shows-last-trick';

function hideLastTrick() {
    document.querySelectorAll(`.${SHOWN}`).forEach(cloth => cloth.classList.remove(SHOWN));
    document.querySelectorAll('.laid.was').forEach(laid => laid.remove());
}

/**
 * Hides the last trick again, unless its own button is pressed.
 * @param {Event & { key?: string }} event
 */
function hideByEvent({ target, key }) {
    const isPress = !key || key === 'Enter' || key === ' ';
    if (!(isPress && target.closest('[data-go=trick]'))) {
        hideLastTrick();
    }
}

for (const kind of ['pointerdown', 'click', 'keydown']) {
    document.addEventListener(kind, hideByEvent, true);
}

/**
 * Shows the last complete trick of a deal before a step, or hides it again. Returns what a reader then hears.
 * @param {Element[]} steps
 * @param {number} now
 */
export function toggleLastTrick(steps, now) {
    const cloth = steps[now].querySelector('.cloth');
    if (cloth?.matches(`.${SHOWN}`)) {
        hideLastTrick();
        return 'The last trick is hidden again.';
    }
    const deal = steps[now].parentElement;
    const before = steps.slice(0, now).findLast(step => step.querySelector('.laid.wins') && step.parentElement === deal);
    if (!before || !cloth) {
        return 'No trick is complete yet.';
    }
    cloth.classList.add(SHOWN);
    for (const laid of before.querySelector('.cloth').querySelectorAll('.laid')) {
        const [seat] = /\bs\d+/.exec(laid.parentElement.className);
        const again = laid.cloneNode(true);
        again.classList.add('was');
        cloth.querySelector(`.hand-places > .${seat}`).append(again);
    }
    return `The last trick. ${before.dataset.say}`;
}
