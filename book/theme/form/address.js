/* The address of a table, and the table that was left last. */
import { replaceHash } from '../book/address.js';
import { readValue } from '../boot/storage.js';
import { readParameters } from '../tools/packing.js';
import { writeValue } from '../tools/storage.js';
import { challengeOf } from './challenge.js';

const LAST_TABLE = 'mouche-play';
/* The fragment of the table that is shown. */
let ownHash = '';

/**
 * Takes the fragment of an address as that of the table which is shown. Returns false if it was that before.
 * @param {string} hash
 */
export function takeHash(hash) {
    const isOther = hash !== ownHash;
    ownHash = hash;
    return isOther;
}

/** Takes the table that the reader left out of the address. */
export function hideOwnHash() {
    replaceHash('');
}

/** Writes the table to which the reader comes back into the address. */
export function showOwnHash() {
    replaceHash(ownHash);
}

/**
 * Writes a table into the address, and keeps it for a reader who comes back. The last parameter of the address means nothing: a
 * chat may change the end of an address.
 * @param {TableRequest} table
 * @param {TableAnswer} answer How the table stands.
 * @param {string} edition The name of its edition.
 */
export function keepTable(table, { is_over: isOver, standing }, edition) {
    const { words, begun, options = [], ...rest } = table;
    const named = { ...rest, words: words.join('_') };
    const ofHand = begun && { step: begun.step, told: begun.edition };
    const text = begun && { text: readParameters(ownHash).get('text') };
    /** @type {Record<string, any>} */
    const parameters = { ...ofHand, ...named, ...challengeOf(table), ...text };
    const address = new URLSearchParams(parameters);
    options.forEach(option => address.append('option', option));
    address.append('end', '1');
    ownHash = `#${address}`;
    replaceHash(ownHash);
    writeValue(LAST_TABLE, {
        address: ownHash,
        name: begun ? 'a hand from the book' : edition,
        moves: words.length,
        deal: standing.deal,
        score: standing.score,
        isOver,
    });
}

/** Returns the table that was left last; null if there is none. */
export function readLastTable() {
    const kept = readValue(LAST_TABLE);
    return typeof kept?.address === 'string' && kept.address.startsWith('#') ? kept : null;
}

/**
 * Returns the parameters of the game that was played last, for a new deal of it.
 * @returns {URLSearchParams}
 */
export function readLastGame() {
    const parameters = readParameters(readLastTable()?.address || '');
    if (parameters.has('text')) {
        return new URLSearchParams();
    }
    ['seed', 'words', 'deals', 'drill'].forEach(name => parameters.delete(name));
    return parameters;
}

/**
 * Returns the rules that an address names: an edition, what is agreed, and the name of a house table.
 * @param {URLSearchParams} parameters
 * @returns {Pick<TableRequest, 'edition' | 'options' | 'table'>}
 */
export function readRules(parameters) {
    const house = parameters.has('table') ? { table: parameters.get('table') } : {};
    return { edition: parameters.get('edition'), options: parameters.getAll('option'), ...house };
}

/**
 * Returns a whole number that an address gives; undefined if it gives none, or something else.
 * @param {URLSearchParams} parameters
 * @param {string} name
 */
export function readWholeNumber(parameters, name) {
    const text = parameters.get(name);
    return /^\d{1,16}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER ? Number(text) : undefined;
}

/**
 * Says what is wrong with the numbers of an address; null if they are right.
 * @param {URLSearchParams} parameters
 */
export function findWrongNumber(parameters) {
    const needed = parameters.has('text') ? ['seat', 'seed'] : ['players', 'seat', 'seed'];
    for (const name of needed) {
        if (parameters.has(name) && readWholeNumber(parameters, name) === undefined) {
            return `This address gives “${parameters.get(name)}” for ${name}, where a whole number is needed. Choose again.`;
        }
    }
    if (parameters.has('text') && !/^h\d+-[\w-]+$/.test(parameters.get('step'))) {
        return 'This address does not name the step of the hand from which to play. Open the hand and choose a step there.';
    }
    return null;
}
