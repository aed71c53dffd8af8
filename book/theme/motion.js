/* Cards and chips that move from one step to the next. It is fetched when a reader first reaches for a hand; until then, and
   where a reader wants no motion, one step takes the place of the other at once. */
const still = matchMedia('(prefers-reduced-motion: reduce)');
/** @typedef {Partial<ViewTransition> & { drawn?: Promise<void> }} Moving */

/**
 * What is moving: an object for a turn that has begun, then its transition.
 * @type {Moving | null}
 */
let moving = null;

/** @param {DOMRect} box */
function centre({ x, y, width, height }) {
    return [x + width / 2, y + height / 2];
}

/**
 * The open cards of a step, by their names.
 * @param {Element} step
 * @returns {Map<string, HTMLElement>}
 */
function openCards(step) {
    return new Map([...step.querySelectorAll('.cloth .card')].reverse().map(card => [card.textContent, card]));
}

/**
 * Where a card lies: before whom, and whether in the trick.
 * @param {Element | undefined} card
 */
function cardPlace(card) {
    return card && `${/\bs\d+/.exec(card.closest('li')?.className)}${!card.closest('.laid')}`;
}

/**
 * Moves the cards of a complete trick to its winner.
 * @param {Element} step
 */
function gatherTrick(step) {
    const winner = step.querySelector('.laid.wins');
    if (!winner) {
        return null;
    }
    const [x, y] = centre(winner.parentNode.querySelector('.place').getBoundingClientRect());
    return Promise.all([...step.querySelectorAll('.laid')].map(card => {
        const [left, top] = centre(card.getBoundingClientRect());
        const end = { transform: `translate(${x - left}px, ${y - top}px) scale(0.35)`, opacity: 0.2 };
        return card.animate([{}, end], { duration: 240, easing: 'ease-in', fill: 'forwards' }).finished;
    }));
}

/**
 * Moves chips between the pool and each purse that a payment changes.
 * @param {Element} step
 */
function moveChips(step) {
    const pool = step.querySelector('.heap');
    for (const row of step.querySelectorAll('.hand-running tbody tr')) {
        const purse = row.children[2];
        const amount = purse.textContent;
        if (amount && pool && !row.matches(':nth-last-child(-n + 2)')) {
            const from = pool.getBoundingClientRect();
            const to = purse.getBoundingClientRect();
            const chips = pool.cloneNode();
            chips.textContent = amount;
            chips.ariaHidden = 'true';
            Object.assign(chips.style, { position: 'fixed', left: `${to.x}px`, top: `${to.y}px`, zIndex: 7 });
            step.append(chips);
            const atPool = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` };
            const frames = amount.startsWith('+') ? [atPool, { opacity: 0 }] : [{}, { ...atPool, opacity: 0 }];
            chips.animate(frames, { duration: 900, easing: 'ease-in-out' }).onfinish = () => chips.remove();
        }
    }
}

/** @param {Element} step */
function stopAnimations(step) {
    step.getAnimations({ subtree: true }).forEach(animation => animation.cancel());
}

/**
 * Gives the cards that move a name for the time of a step, by which the browser finds them again. Other cards keep their place
 * in the page, because what has a name cannot be touched.
 * @param {Map<string, HTMLElement>} cards
 * @param {string[]} moved
 * @param {string} prefix
 */
function nameCards(cards, moved, prefix) {
    for (const name of moved) {
        cards.get(name)?.style.setProperty('view-transition-name', prefix && CSS.escape(prefix + name));
    }
}

/**
 * Goes from one step to another: a complete trick goes to its winner, cards go to where they lie, and chips to where they are
 * paid. Resolves when they are there. A reader who goes on does not wait for it.
 * @param {Element} from
 * @param {Element} to
 * @param {() => void} swap
 */
export async function moveBetweenSteps(from, to, swap) {
    if (moving || still.matches || !document.startViewTransition || document.hidden) {
        moving?.skipTransition?.();
        moving = null;
        swap();
        return;
    }
    const before = openCards(from);
    const after = openCards(to);
    const moved = [...after.keys()].filter(name => name && cardPlace(after.get(name)) !== cardPlace(before.get(name)));
    const goesForward = from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    /** @type {Moving} */
    let own = moving = {};
    if (goesForward) {
        await gatherTrick(from);
    }
    if (moving !== own) {
        stopAnimations(from);
        return;
    }
    nameCards(before, moved, 'card-');
    own = moving = document.startViewTransition(() => {
        nameCards(before, moved, '');
        stopAnimations(from);
        swap();
        nameCards(after, moved, 'card-');
    });
    own.drawn = own.ready.catch(() => {});
    await own.finished;
    nameCards(after, moved, '');
    if (goesForward && to.matches('.hand-step-payment')) {
        moveChips(to);
    }
    if (moving === own) {
        moving = null;
    }
}

/*
 * Until what moves is drawn, only the page is under the pointer: a click there is meant for what stands there. So is a click
 * that began there and ended when all was drawn, or the other way round.
 */
document.addEventListener('click', async ({ target, x, y }) => {
    if (target === document.documentElement) {
        await moving?.drawn;
        document.elementFromPoint(x, y)?.closest('button, a')?.click();
    }
});
