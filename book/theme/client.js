/* The page's side of the engine. One worker answers all tables of a page, one question after the other. Whatever goes wrong
   ends the worker and rejects the question; the next question begins with another worker. */
import { loadScript } from './book/loading.js';

const LONGEST_ANSWER = 60_000;
const NOT_STARTED = 'Could not start the engine: this browser, or the host of this page, does not allow it.';
/**
 * The worker that answers, and the engine as it was compiled for the first of them.
 * @type {Engine | null}
 */
let current = null;
/** @type {WebAssembly.Module | null} */
let compiled = null;

/**
 * A worker with the engine, from its start to its end. `failure` rejects when it has ended.
 * @typedef {object} Engine
 * @property {Worker | null} worker
 * @property {boolean} hasEnded
 * @property {boolean} isInBackground
 * @property {Promise<never>} failure
 * @property {(error: Error) => void} fail
 * @property {Promise<any>} last The last answer that was asked for.
 */

export class InterruptedError extends Error {}

/**
 * Asks the engine, whose script is at an address. Rejects with an error that can be shown.
 * @template {PageRequest} Q
 * @param {string} address
 * @param {Q} question
 * @returns {Promise<AnswerTo<Q>>}
 */
export async function askEngine(address, question) {
    /* Nobody waits for what is worked out in the background. */
    if (current?.isInBackground) {
        endEngine(current, new InterruptedError('The reader went on.'));
    }
    return askWorker(address, question);
}

/**
 * Asks something that the next question interrupts; it is then rejected with an `InterruptedError`.
 * @template {PageRequest} Q
 * @param {string} address
 * @param {Q} question
 * @returns {Promise<AnswerTo<Q>>}
 */
export async function askInBackground(address, question) {
    const answer = askWorker(address, question);
    const own = current;
    own.isInBackground = true;
    try {
        return await answer;
    } finally {
        own.isInBackground = false;
    }
}

/**
 * @param {string} address
 * @param {PageRequest} question
 */
async function askWorker(address, question) {
    current ??= startEngine(address);
    const own = current;
    const answer = own.last.then(() => post(own, { question }));
    own.last = answer;
    try {
        return await answer;
    } catch (error) {
        endEngine(own, error);
        throw error;
    }
}

/** @param {string} address */
function startEngine(address) {
    /** @type {Engine} */
    const own = { worker: null, hasEnded: false, isInBackground: false, failure: null, fail: null, last: null };
    own.failure = new Promise((_, reject) => { own.fail = reject; });
    own.failure.catch(() => {});
    own.last = prepareEngine(own, address);
    return own;
}

/**
 * @param {Engine} own
 * @param {string} address
 */
async function prepareEngine(own, address) {
    if (compiled) {
        await createWorker(own);
        await post(own, { module: compiled, editions: window.mouche.editions });
        return;
    }
    await Promise.all([createWorker(own), loadEngine(address)]);
    const { packed, editions } = window.mouche;
    ({ module: compiled } = await post(own, { packed, editions }));
    /* It is large, and needed once. */
    delete window.mouche.packed;
}

/** @param {string} address */
async function loadEngine(address) {
    try {
        await loadScript(address);
    } catch {
        throw new Error('Could not load the engine.');
    }
}

/** @param {Engine} own */
async function createWorker(own) {
    const address = document.body.dataset.worker;
    try {
        own.worker = self.origin === 'null' ? await createWorkerFromText(address) : new Worker(address);
    } catch {
        throw new Error(NOT_STARTED);
    }
    own.worker.addEventListener('error', () => own.fail(new Error(NOT_STARTED)));
    if (own.hasEnded) {
        own.worker.terminate();
    }
}

/**
 * A page from a file, or in a sandbox, has no origin, and no worker from a file.
 * @param {string} address
 */
async function createWorkerFromText(address) {
    await loadScript(address);
    const text = `(${window.mouche.runWorker})();`;
    return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

/**
 * @param {Engine} own
 * @param {{ question: PageRequest } | { packed: string, editions?: string[] } | { module: WebAssembly.Module, editions?: string[] }} message
 * @returns {Promise<any>}
 */
async function post(own, message) {
    let timer = 0;
    const answer = new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error('The engine has not answered for a minute.')), LONGEST_ANSWER);
        own.worker.onmessage = ({ data }) => {
            if (data.broken) {
                reject(new Error('question' in message ? `The engine stopped (${data.broken}).` : NOT_STARTED));
            } else {
                resolve(data);
            }
        };
        own.worker.postMessage(message);
    });
    try {
        return await Promise.race([answer, own.failure]);
    } finally {
        clearTimeout(timer);
    }
}

/**
 * @param {Engine} own
 * @param {Error} error
 */
function endEngine(own, error) {
    own.hasEnded = true;
    own.worker?.terminate();
    own.fail(error);
    if (current === own) {
        current = null;
    }
}

/**
 * Says what is going on while the first answer is awaited; only what comes after the first answer is quick.
 * @param {string} size
 */
export function loadingWords(size) {
    return current ? 'Working it out …' : `Loading the engine (${size || '1 MB'}) …`;
}

/* A browser may keep a page that is left, for readers who come back; its worker ends. */
addEventListener('pagehide', () => {
    if (current) {
        endEngine(current, new InterruptedError('The page was left.'));
    }
});
/* What was asked when the page was left is asked anew. */
addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('[aria-busy]')) {
        location.reload();
    }
});
