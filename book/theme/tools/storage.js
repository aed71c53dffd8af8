/* Keeps values in this browser, and reads several entries that are kept together. */
import { readValue, writeText } from '../boot/storage.js';

/**
 * Keeps a value under a name. Returns false if the browser keeps nothing, or has no room.
 * @param {string} name
 * @param {unknown} value
 */
export function writeValue(name, value) {
    return writeText(name, JSON.stringify(value));
}

/** @param {any} value */
export function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the entries that are kept under a name as an object, without those that do not have the right form.
 * @param {string} name
 * @param {(entry: any) => boolean} isRight
 * @returns {Record<string, any>}
 */
export function readEntries(name, isRight) {
    const value = readValue(name);
    const entries = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter(([, entry]) => isRight(entry)));
}
