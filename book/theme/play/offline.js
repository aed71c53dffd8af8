/* Lets a browser keep the book for a reader without a connection: names its manifest, and installs the service worker. */

/* A book whose settings do not ask for this has no such mark, and a page from a file has neither. */
export async function keepBook() {
    const { root, offline } = document.body.dataset;
    if (offline === undefined || !location.protocol.startsWith('http') || !navigator.serviceWorker) {
        return;
    }
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `${root}manifest.webmanifest` }));
    try {
        await navigator.serviceWorker.register(`${root}offline-worker.js`);
    } catch {
        /* A browser may not allow it. The book is then read from its host alone. */
    }
}
