/* The way along the parts of a hand, above its steps. */
import { findTarget } from '../book/address.js';

/**
 * Returns a function that marks the part of a step: the parts of its deal are shown, and the first of the deals before and after.
 * @param {HTMLElement} hand
 * @param {HTMLElement[]} steps
 * @returns {(now: number) => void}
 */
export function createTrack(hand, steps) {
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = hand.querySelectorAll('.hand-track a');
    const deals = [...hand.querySelectorAll('.hand-deal')];
    const track = Array.from(links, link => {
        const step = findTarget(link.hash);
        return { link, box: link.parentElement, deal: deals.indexOf(step.closest('.hand-deal')), first: steps.indexOf(step) };
    });
    return now => {
        const here = track.findLastIndex(({ first }) => first <= now);
        track.forEach(({ link, box, deal, first }, at) => {
            const end = at + 1 < track.length ? track[at + 1].first : steps.length;
            const isFirst = deal !== track[at - 1]?.deal;
            const isBeside = isFirst && Math.abs(deal - track[here].deal) === 1;
            box.hidden = deal !== track[here].deal && !isBeside;
            link.classList.toggle('done', at < here);
            link.style.setProperty('--part', `${at === here ? (now - first + 1) / (end - first) * 100 : 0}%`);
            link.ariaCurrent = at === here ? 'step' : null;
        });
    };
}
