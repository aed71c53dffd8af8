/* What this browser keeps. It may hold anything: another page of the same host writes there too, and a person may. */

/**
 * Returns the text that is kept under a name; null if there is none.
 * @param {string} name
 */
export function readText(name) {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

/**
 * Keeps a text under a name; null removes what is kept. Returns false if the browser keeps nothing, or has no room.
 * @param {string} name
 * @param {string | null} text
 */
export function writeText(name, text) {
    try {
        if (text === null) {
            localStorage.removeItem(name);
        } else {
            localStorage.setItem(name, text);
        }
        return true;
    } catch {
        return false;
    }
}

/**
 * Returns the value that is kept under a name; null if there is none, or none that can be read.
 * @param {string} name
 */
export function readValue(name) {
    try {
        return JSON.parse(readText(name));
    } catch {
        return null;
    }
}
