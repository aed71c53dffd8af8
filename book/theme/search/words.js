/* The words of queries and texts, as the search compares them. */

const SUITS = new Map([['♠', 'spades'], ['♥', 'hearts'], ['♦', 'diamonds'], ['♣', 'clubs']]);
const RANKS = new Map([['A', 'ace'], ['K', 'king'], ['Q', 'queen'], ['J', 'jack']]);
const CARD = /([AKQJ]|10|[2-9])?([♠♥♦♣])/gu;
/** Endings that a stem lacks, the longest first. A stem keeps at least three letters. */
const ENDINGS = ['ings', 'ing', 'ers', 'er', 'ed', 'es', 's'];

/**
 * Writes the cards of a text as words: J♣ is jack clubs.
 * @param {string} text
 */
function spellCards(text) {
    return text.replace(CARD, (_, rank, suit) => ` ${rank ? RANKS.get(rank) || rank : ''} ${SUITS.get(suit)} `);
}

/**
 * Splits a text into words without marks on letters, capitals and ligatures. A letter with an e behind it stands for an umlaut.
 * @param {string} text
 */
export function foldWords(text) {
    const bare = spellCards(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const plain = bare.replaceAll('œ', 'o').replaceAll('æ', 'a').replace(/([ao])e/g, '$1');
    return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/**
 * Returns a folded word without its ending: trumping, trumps and trump are one.
 * @param {string} word
 */
export function stemWord(word) {
    for (const ending of ENDINGS) {
        if (word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith('ss')) {
            const stem = word.slice(0, -ending.length);
            return stem.length > 3 && /([^ls])\1$/.test(stem) ? stem.slice(0, -1) : stem;
        }
    }
    return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/**
 * @param {string} text
 */
export function stemsOf(text) {
    return foldWords(text).map(stemWord);
}

/**
 * Returns whether two words differ by at most so many letters: one put in, left out or changed, or two neighbours changed about.
 * @param {string} word
 * @param {string} other
 * @param {number} most
 */
export function isNear(word, other, most) {
    if (Math.abs(word.length - other.length) > most) {
        return false;
    }
    let beforeLast = /** @type {number[]} */ ([]);
    let last = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let at = 1; at <= word.length; at += 1) {
        const row = [at];
        for (let to = 1; to <= other.length; to += 1) {
            const isSame = word[at - 1] === other[to - 1];
            let cost = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + (isSame ? 0 : 1));
            if (at > 1 && to > 1 && word[at - 1] === other[to - 2] && word[at - 2] === other[to - 1]) {
                cost = Math.min(cost, beforeLast[to - 2] + 1);
            }
            row.push(cost);
        }
        beforeLast = last;
        last = row;
    }
    return last[other.length] <= most;
}
