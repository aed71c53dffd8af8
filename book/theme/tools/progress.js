/* What a reader has done of the lessons, as this browser keeps it: for each lesson how many things it asks (`of`), for each
   thing that was done whether that was at the first try, and for each question the answers that were tried (`tried`), and when
   it comes back (`due`). */
import { asPlace } from './place.js';
import { isRecord, readEntries, writeValue } from './storage.js';

const STORE = 'mouche-course';

/** @param {any} value */
export function isTexts(value) {
    return Array.isArray(value) && value.every(text => typeof text === 'string');
}

/** @param {any} value */
function isReturn(value) {
    return Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);
}

/** @param {[string, any]} field */
function isRightField([name, value]) {
    switch (name) {
    case 'of': return value > 0;
    case 'tried': return isRecord(value) && Object.values(value).every(isTexts);
    case 'due': return isRecord(value) && Object.values(value).every(isReturn);
    default: return typeof value === 'boolean';
    }
}

/** @param {any} entry */
function isLesson(entry) {
    return isRecord(entry) && entry.of > 0 && Object.entries(entry).every(isRightField);
}

/**
 * Returns what is kept of all lessons, without what is damaged.
 * @returns {Progress}
 */
export function readProgress() {
    return readEntries(STORE, isLesson);
}

/**
 * Keeps the progress. Returns false if this browser cannot keep it.
 * @param {Progress} progress
 */
export function writeProgress(progress) {
    return writeValue(STORE, progress);
}

/**
 * Returns what was done of a lesson. Its id is the path of its page without `.html`; formerly it was kept by the last part of
 * the page's address, with `.html` or without.
 * @param {Progress} progress
 * @param {string} id
 * @returns {LessonProgress}
 */
export function lessonProgress(progress, id) {
    const name = id.split('/').pop();
    const kept = [id, `${name}.html`, name].filter(key => Object.hasOwn(progress, key)).map(key => progress[key]);
    return kept.reduce(mergeLesson, {});
}

/**
 * Returns how many things of a lesson were done.
 * @param {LessonProgress} lesson
 */
export function countDone(lesson) {
    return Object.keys(lesson).filter(name => !['of', 'tried', 'due'].includes(name)).length;
}

/**
 * Whatever was done or tried in one of them was; what was right at the first try in one of them was so.
 * @param {LessonProgress} a
 * @param {LessonProgress} b
 */
export function mergeLesson(a, b) {
    const { of: ofA = 0, tried: triedA = {}, due: dueA = {}, ...doneA } = a;
    const { of: ofB = 0, tried: triedB = {}, due: dueB = {}, ...doneB } = b;
    /** @type {LessonProgress} */
    const merged = { ...doneA, ...doneB, of: Math.max(ofA, ofB) };
    for (const [name, isFirst] of Object.entries(doneA)) {
        merged[name] = isFirst || doneB[name] === true;
    }
    const names = new Set([...Object.keys(triedA), ...Object.keys(triedB)]);
    if (names.size) {
        /** @type {(name: string) => string[]} */
        const triedOf = name => [...new Set([...triedA[name] || [], ...triedB[name] || []])];
        merged.tried = Object.fromEntries([...names].map(name => [name, triedOf(name)]));
    }
    /* Of two days the later one follows from the later answer. */
    const due = Object.entries({ ...dueA, ...dueB }).map(([name, day]) => [name, dueA[name]?.[1] > day[1] ? dueA[name] : day]);
    if (due.length) {
        merged.due = Object.fromEntries(due);
    }
    return merged;
}

/**
 * Returns the progress with that of a file added to it, and the place that the file names; null if the file holds neither.
 * @param {Progress} progress
 * @param {string} text
 */
export function mergeFile(progress, text) {
    let read;
    try {
        read = JSON.parse(text);
    } catch {
        return null;
    }
    const { place: named, ...lessons } = isRecord(read) ? read : {};
    const place = asPlace(named);
    const entries = Object.entries(lessons);
    if (!entries.length && !place || !entries.every(([, entry]) => isLesson(entry))) {
        return null;
    }
    const merged = { ...progress };
    for (const [key, entry] of entries) {
        merged[key] = Object.hasOwn(progress, key) ? mergeLesson(progress[key], entry) : entry;
    }
    return { progress: merged, place };
}
