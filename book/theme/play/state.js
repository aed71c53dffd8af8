/* What is known of a table, and how often a drill was played at it. */
import { readEntries, writeValue } from '../tools/storage.js';

const DRILLS = 'mouche-practice';

/** @typedef {ReturnType<typeof createPlay>} Play */
/** @typedef {(table: TableRequest, answer: TableAnswer) => void} KeepTable */

/**
 * Returns the elements of a table on the page, and what is known before anybody sits down there. `keep` keeps the table after
 * each answer, for a reader who comes back.
 * @param {HTMLElement} root
 * @param {KeepTable} keep
 */
export function createPlay(root, keep) {
    /** @type {(selector: string) => HTMLElement} */
    const find = selector => root.querySelector(selector);
    return {
        root,
        keep,
        find,
        company: find('.play-table'),
        form: root.querySelector('form'),
        hand: find('.play-hand'),
        list: find('.hand-steps'),
        asks: find('.play-asks'),
        says: find('.play-says'),
        live: find('.hand-live'),
        note: find('.play-note'),
        controls: find('.hand-controls'),
        verdict: find('.play-verdict'),
        /** @type {TableRequest} */
        table: null,
        /* How many steps there are, and which of them is shown. */
        steps: 0,
        now: 0,
        /**
         * The walk through new steps that is going on.
         * @type {object}
         */
        walk: null,
        isOver: false,
        countedDeal: '',
        /* What is wrong with the text of the address. */
        warning: '',
    };
}

/** @param {any} entry */
function isDrillCount(entry) {
    return Array.isArray(entry) && entry.length === 2 && entry[0] > 0 && (entry[1] === null || entry[1] >= 0);
}

/**
 * Returns how many deals of each drill were played to their end, and in how many of them nothing was given away; null if that
 * is not known.
 * @returns {Record<string, [number, number | null]>}
 */
export function readDrillCounts() {
    return readEntries(DRILLS, isDrillCount);
}

/**
 * Counts the deal that is over for its drill, once. Returns false if this browser keeps nothing.
 * @param {Play} play
 * @param {boolean | null} isBest
 */
export function countDeal(play, isBest) {
    const { drill, edition, players, seed } = play.table;
    const deal = JSON.stringify([edition, players, seed]);
    if (deal === play.countedDeal) {
        return true;
    }
    play.countedDeal = deal;
    const counts = readDrillCounts();
    const [deals, best] = Object.hasOwn(counts, drill) ? counts[drill] : [0, 0];
    counts[drill] = [deals + 1, isBest === null ? null : best + Number(isBest)];
    return writeValue(DRILLS, counts);
}
