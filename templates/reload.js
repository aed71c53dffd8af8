/* Asks now and then whether this page is still the one shown, and loads the new one if not. Only `mouche serve` adds it. */
(() => {
    'use strict';

    const { version } = document.currentScript.dataset;
    const PAUSE = 500;

    /** @param {Event} event */
    function askAgain({ target }) {
        /** @type {Element} */ (target).remove();
        setTimeout(ask, PAUSE);
    }

    function ask() {
        const script = document.createElement('script');
        document.head.append(Object.assign(script, { src: `/_serve/since.js?${version}`, onload: askAgain, onerror: askAgain }));
    }

    setTimeout(ask, PAUSE);
})();
