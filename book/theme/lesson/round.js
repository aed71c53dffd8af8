/* A round of questions that come back: each stands on the page of its lesson, and its answer leads to the next. */
import { withoutTrailingSigns } from '../book/address.js';
import { readRound, writeRound } from '../tools/returns.js';

/** Returns the round that goes on on this page: its next question is the one that the address names. Null if there is none. */
export function currentRound() {
    const round = readRound();
    const here = `${document.body.dataset.lessonId}.html${withoutTrailingSigns(location.hash)}`;
    return round?.queue[0] === here ? round : null;
}

/**
 * Opens a page of the book, even if it is another place of this page.
 * @param {string} address
 */
function openPage(address) {
    const { href, pathname } = new URL(document.body.dataset.root + address, location.href);
    const isHere = pathname === location.pathname;
    location.href = href;
    if (isHere) {
        location.reload();
    }
}

/**
 * Takes the question of this page from the round, and goes on with the next, or to the page that shows the result.
 * @param {boolean} isRight
 */
export function leaveQuestion(isRight) {
    const round = readRound();
    const [, ...queue] = round.queue;
    writeRound({ ...round, queue, right: round.right + Number(isRight) });
    openPage(queue[0] || round.home);
}

/** Ends the round before its last question. */
export function leaveRound() {
    const { home } = readRound();
    writeRound(null);
    openPage(home);
}
