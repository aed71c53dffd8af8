/* What this browser keeps. It may hold anything: another page of the same host writes there too, and a person may. */

/* Returns the value that is kept under a name; null if there is none, or none that can be read. */
export function readValue(name) {
    try {
        return JSON.parse(localStorage.getItem(name));
    } catch {
        return null;
    }
}
