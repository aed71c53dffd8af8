/* What a reader has done of the lessons, as this browser keeps it: for each lesson how many things it asks (`of`), and for each
   thing that was done whether that was at the first try. */
import { isRecord, readEntries, writeValue } from './storage.js';

const STORE = 'mouche-course';

function isLesson(entry) {
    const isDone = ([name, value]) => name === 'of' ? value > 0 : typeof value === 'boolean';
    return isRecord(entry) && entry.of > 0 && Object.entries(entry).every(isDone);
}

/* Returns what is kept of all lessons, without what is damaged. */
export function readProgress() {
    return readEntries(STORE, isLesson);
}

/* Keeps the progress. Returns false if this browser cannot keep it. */
export function writeProgress(progress) {
    return writeValue(STORE, progress);
}

/* Returns what was done of a lesson. Its id is the path of its page without `.html`; formerly it was kept by the last part of
   the page's address, with `.html` or without. */
export function lessonProgress(progress, id) {
    const name = id.split('/').pop();
    const kept = [id, `${name}.html`, name].filter(key => Object.hasOwn(progress, key)).map(key => progress[key]);
    return kept.reduce(mergeLesson, {});
}

/* Whatever was done in one of them was done; what was right at the first try in one of them was so. */
function mergeLesson(a, b) {
    const merged = { ...a, ...b, of: Math.max(a.of || 0, b.of || 0) };
    for (const [name, isFirst] of Object.entries(a)) {
        if (name !== 'of') {
            merged[name] = isFirst || b[name] === true;
        }
    }
    return merged;
}

/* Returns the progress with that of a file added to it; null if the file holds none. */
export function mergeFile(progress, text) {
    let read;
    try {
        read = JSON.parse(text);
    } catch {
        return null;
    }
    const entries = isRecord(read) ? Object.entries(read) : [];
    if (!entries.length || !entries.every(([, entry]) => isLesson(entry))) {
        return null;
    }
    const merged = { ...progress };
    for (const [key, entry] of entries) {
        merged[key] = Object.hasOwn(progress, key) ? mergeLesson(progress[key], entry) : entry;
    }
    return merged;
}
