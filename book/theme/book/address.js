/* Addresses as they arrive: a chat may take the sign that follows an address for a part of it, or add parameters. And the
   address of this page, whose fragment follows what the reader does. */

const AFTER_ADDRESS = /[).\],;:!?>'"*»”’_}]+$/;
/**
 * The fragment that the browser has not taken yet; null if there is none.
 * @type {string | null}
 */
let waitingHash = null;
let timer = 0;

/** @param {string} text */
export function withoutTrailingSigns(text) {
    return text.replace(AFTER_ADDRESS, '');
}

/**
 * Returns the element that a fragment names, as it stands or without what was added to it; null if there is none.
 * @param {string} hash
 */
export function findTarget(hash) {
    try {
        const [id] = decodeURIComponent(hash.slice(1)).split('&');
        const named = withoutTrailingSigns(id);
        /* Firefox warns of a search for an empty name. */
        return named ? document.getElementById(id) || document.getElementById(named) : null;
    } catch {
        return null;
    }
}

/* Returns the address of the page, with a fragment that the browser may not have taken yet. */
export function pageAddress() {
    return waitingHash === null ? location.href : location.href.split('#')[0] + waitingHash;
}

/**
 * Puts a fragment, `#` included, in the place of the one in the address; an empty text removes it. Browsers limit how often
 * that is done (Safari allows a hundred times in half a minute, and then throws): the last fragment is then written later.
 * @param {string} hash
 */
export function replaceHash(hash) {
    waitingHash = hash;
    writeHash(1000);
}

/**
 * Writes the fragment, or tries again after a pause in milliseconds, each time after one twice as long.
 * @param {number} pause
 */
function writeHash(pause) {
    clearTimeout(timer);
    const address = pageAddress();
    try {
        history.replaceState(null, '', address);
    } catch {
        /* What is tested below finds this, too, where a browser does nothing and does not throw. */
    }
    if (location.href === new URL(address).href) {
        waitingHash = null;
    } else if (pause < 60_000) {
        timer = setTimeout(writeHash, pause, pause * 2);
    }
}

/* The reader has gone to another place of the page. */
addEventListener('hashchange', () => { waitingHash = null; });
