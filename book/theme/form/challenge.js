/* Today's deal, and a challenge: the same cards for somebody else, and both results side by side at the end. No server is asked:
   the address carries the cards as their seed, the result, and the version of the engine. */
import { pageAddress } from '../book/address.js';
import { copyAndTell } from '../tools/clipboard.js';
import { createButton, createElement } from '../tools/elements.js';
import { readParameters } from '../tools/packing.js';

/** @typedef {import('../play/state.js').Play} Play */

const DEALS = 5;
const RESULTS = /^-?\d{1,9}(\.-?\d{1,9}){0,99}$/;
/**
 * What the address says in addition to the table: the date of its deal, and the results that somebody else had.
 * @typedef {{ day?: string, against?: string, made?: string }} Challenge
 */
/** @type {Challenge} */
let challenge = {};
/* The seed of the table that the challenge is about. */
let seedOfChallenge = NaN;

/**
 * Returns the table of a date, which is the same for everybody.
 * @param {Date} date
 * @returns {TableRequest}
 */
export function tableOfDay(date) {
    const day = isoDay(date);
    const seed = Number(day.replaceAll('-', ''));
    takeChallenge({ day }, seed);
    return { edition: 'mouche-1718', options: [], players: 4, seat: 0, seed, drill: '', level: '', deals: DEALS, words: [] };
}

/** @param {Date} date */
function isoDay(date) {
    const [month, day] = [date.getMonth() + 1, date.getDate()].map(number => String(number).padStart(2, '0'));
    return `${date.getFullYear()}-${month}-${day}`;
}

/**
 * @param {Challenge} taken
 * @param {number} seed
 */
function takeChallenge(taken, seed) {
    challenge = taken;
    seedOfChallenge = seed;
}

/**
 * Takes from an address what it says of a challenge. Returns a sentence for the reader; an empty text if there is none.
 * @param {Play} play
 * @param {URLSearchParams} parameters
 */
export function readChallenge({ root }, parameters) {
    /** @type {Challenge} */
    const taken = {};
    /** @type {('day' | 'against' | 'made')[]} */
    const names = ['day', 'against', 'made'];
    for (const name of names) {
        if (parameters.get(name)) {
            taken[name] = parameters.get(name);
        }
    }
    takeChallenge(taken, Number(parameters.get('seed')));
    if (!taken.against) {
        return '';
    }
    if (!readResults(taken.against)) {
        return 'This address should contain the result of another player, but it was changed. Copy the whole link again.';
    }
    const other = taken.made === engineVersion(root) ? '' : ' It was made with another version of this book, so the cards may differ.';
    return `Somebody challenges you to play the same cards. You see their result after the last deal.${other}`;
}

/**
 * Returns what the address says in addition to the table.
 * @param {TableRequest} table
 * @returns {Challenge}
 */
export function challengeOf({ seed }) {
    return seed === seedOfChallenge ? challenge : {};
}

/**
 * Returns the version of the engine: the part of the name of its file that follows from its content.
 * @param {HTMLElement} root
 */
function engineVersion({ dataset: { engine } }) {
    return engine.split('/').pop().replace(/^engine-|\.js$/g, '');
}

/**
 * Writes results so that a reader does not see them in the address.
 * @param {number[]} results
 */
function packResults(results) {
    return btoa(results.join('.')).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * Returns the results that an address carries; null if it carries none that can be read.
 * @param {string} packed
 */
function readResults(packed) {
    try {
        const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
        return RESULTS.test(text) ? text.split('.').map(Number) : null;
    } catch {
        return null;
    }
}

/** @param {number} result */
function signed(result) {
    return `${result > 0 ? '+' : ''}${result}`.replace('-', '−');
}

/** @param {number[]} results */
function sumOf(results) {
    return results.reduce((sum, result) => sum + result, 0);
}

/**
 * Returns the line that a reader can send to others.
 * @param {Challenge} about
 * @param {SessionStanding} standing
 * @param {string} edition
 */
function resultLine({ day }, { results, score }, edition) {
    const when = day ? `, ${new Date(`${day}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}` : '';
    return `${edition}${when}: ${score} after ${results.length} ${results.length === 1 ? 'deal' : 'deals'} (${results.map(signed).join(' ')})`;
}

/**
 * Returns the address at which somebody else plays the same cards.
 * @param {Play} play
 * @param {number[]} results
 */
function challengeAddress({ root }, results) {
    const [page, hash] = pageAddress().split('#');
    const parameters = readParameters(`#${hash}`);
    ['words', 'against', 'made', 'end'].forEach(name => parameters.delete(name));
    parameters.append('against', packResults(results));
    parameters.append('made', engineVersion(root));
    parameters.append('end', '1');
    return `${page}#${parameters}`;
}

/**
 * Returns both results, deal by deal.
 * @param {number[]} own
 * @param {number[]} theirs
 */
function comparisonTable(own, theirs) {
    const table = createElement('table', '', { className: 'play-compared' });
    table.append(createElement('caption', 'You and the player who challenged you'));
    const rows = [['Deal', 'You', 'They'], ...own.map((result, at) => [String(at + 1), signed(result), at in theirs ? signed(theirs[at]) : '']), ['Total', signed(sumOf(own)), signed(sumOf(theirs))]];
    for (const [index, cells] of rows.entries()) {
        const row = document.createElement('tr');
        row.append(...cells.map((words, column) => createElement(index && column ? 'td' : 'th', words)));
        table.append(row);
    }
    return table;
}

/**
 * At the end of a session, shows the line to share, the way to challenge somebody, and the result of the one who challenged.
 * @param {Play} play
 * @param {TableAnswer} answer
 * @param {string} edition
 */
export function showChallenge(play, { is_over: isOver, standing }, edition) {
    const { results } = standing;
    if (!isOver || !results.length || !play.table.edition) {
        return;
    }
    const about = challengeOf(play.table);
    const theirs = about.against ? readResults(about.against) : null;
    const line = resultLine(about, standing, edition);
    const part = createElement('div', '', { className: 'play-challenge' });
    if (theirs) {
        part.append(comparisonTable(results, theirs), createElement('p', verdictOn(sumOf(results) - sumOf(theirs))));
    }
    const address = challengeAddress(play, results);
    const buttons = createElement('p', '', { className: 'hand-options' });
    buttons.append(
        createButton('Copy result', () => copyAndTell(line, play.says, 'Result copied.')),
        createButton('Challenge a friend', () => copyAndTell(address, play.says, 'Link copied. Your friend will play the same cards.')),
    );
    part.append(createElement('p', line, { className: 'play-line' }), buttons);
    play.asks.append(part);
}

/** @param {number} lead */
function verdictOn(lead) {
    if (!lead) {
        return 'You are level.';
    }
    return lead > 0 ? `You are ahead by ${lead}.` : `They are ahead by ${-lead}.`;
}
