/* The service worker of a book that readers can keep. The build writes above this text the list `FILES` of the files that are
   kept at once, and as `VERSION` a fingerprint of the book. A page comes from the host whenever the host answers, so that a
   reader sees the newest book. */

/* global VERSION, FILES */
const worker = /** @type {any} */ (self);
const { scope } = worker.registration;
const OWN = `mouche ${scope} `;
const CACHE = OWN + VERSION;
/* The name of such a file changes with its content. */
const FINGERPRINTED = /-[0-9a-f]{8}\.\w+$/;

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(removeOldFiles()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { method, url } = event.request;
    if (method === 'GET' && url.startsWith(scope)) {
        event.respondWith(FINGERPRINTED.test(new URL(url).pathname) ? answerFromCache(event.request) : answerFromHost(event.request));
    }
});

async function keepFiles() {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })));
    await worker.skipWaiting();
}

async function removeOldFiles() {
    const names = await caches.keys();
    const old = names.filter(name => name.startsWith(OWN) && name !== CACHE);
    await Promise.all(old.map(name => caches.delete(name)));
    await worker.clients.claim();
}

/** @param {Request} request */
async function answerFromCache(request) {
    return await caches.match(request) || answerFromHost(request);
}

/** @param {Request} request */
async function answerFromHost(request) {
    try {
        const answer = await fetch(request);
        if (answer.status === 200) {
            const cache = await caches.open(CACHE);
            await cache.put(request, answer.clone());
        }
        return answer;
    } catch (error) {
        const kept = await caches.match(request, { ignoreSearch: true });
        if (kept) {
            return kept;
        }
        throw error;
    }
}
