/* Fetches scripts when they are needed. A script that could not be fetched can be asked for again. */

/**
 * The scripts that must run before another. Before one that is not listed, `tools` runs.
 * @type {Record<string, string[]>}
 */
const REQUIRED = { form: ['play'], playground: ['client'], play: ['motion', 'client'], puzzle: ['play'], tools: [] };
const LONGEST_WAIT = 60_000;
/** @type {Map<string, Promise<unknown>>} */
const scripts = new Map();

/**
 * Fetches and runs a script, once.
 * @param {string} address
 */
export function loadScript(address) {
    if (!scripts.has(address)) {
        scripts.set(address, fetchScript(address).catch(error => {
            scripts.delete(address);
            throw error;
        }));
    }
    return scripts.get(address);
}

/** @param {string} src */
function fetchScript(src) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        document.head.append(Object.assign(script, { src, onload: resolve, onerror: reject }));
        /* A server may never answer. This does nothing where the script has come. */
        setTimeout(reject, LONGEST_WAIT);
    });
}

/**
 * Loads a script of the theme by its name, after those that it requires. Where the page names no address for it, it is here
 * already.
 * @param {string} name
 */
export async function loadPart(name) {
    for (const part of REQUIRED[name] || ['tools']) {
        await loadPart(part);
    }
    const address = document.body.dataset[name];
    if (address) {
        await loadScript(address);
    }
}

/**
 * Shows what went wrong, with a button that tries again.
 * @param {Element} status
 * @param {string} words
 * @param {() => void} retry
 */
export function offerRetry(status, words, retry) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try again';
    button.addEventListener('click', () => {
        status.replaceChildren();
        retry();
    });
    status.replaceChildren(words, ' ', button);
}

/**
 * Says something at the foot of the window; returns the element that says it.
 * @param {string} words
 */
export function showNotice(words) {
    const notice = document.querySelector('.notice') || document.createElement('p');
    notice.className = 'notice';
    notice.setAttribute('role', 'status');
    document.body.append(notice);
    notice.textContent = words;
    return notice;
}

/**
 * Loads something that readers have asked for; if that fails, says so and lets them try again.
 * @param {string} what
 * @param {() => Promise<void>} load
 */
export async function loadForReader(what, load) {
    try {
        await load();
    } catch {
        const notice = showNotice('');
        await new Promise(resolve => {
            offerRetry(notice, `Could not load ${what}.`, () => {
                notice.remove();
                resolve(loadForReader(what, load));
            });
        });
    }
}
