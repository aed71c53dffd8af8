/* Leads from the old address of a page to its new one. The query is kept, and so is the step that the address names. */
(() => {
    'use strict';

    /**
     * A text with its percent signs read; as it stands where they are damaged.
     * @param {string} text
     */
    function decode(text) {
        try {
            return decodeURIComponent(text);
        } catch {
            return text;
        }
    }

    /**
     * The name of the page in an address, without its folder and its ending.
     * @param {URL | Location} url
     */
    function pageName(url) {
        return decode(url.pathname).split('/').pop().replace(/\.html$/, '');
    }

    /**
     * The id of a step begins with the name of its page: where the page was renamed, the step was too.
     * @param {string} hash
     * @param {URL} from
     * @param {URL} to
     */
    function renameStep(hash, from, to) {
        const start = `#${pageName(from)}-`;
        const id = decode(hash);
        return id.startsWith(start) ? `#${pageName(to)}-${id.slice(start.length)}` : hash;
    }

    /** @param {string} name */
    function contentOf(name) {
        /** @type {HTMLMetaElement} */
        const meta = document.querySelector(`meta[name="${name}"]`);
        return meta?.content || '';
    }

    /* The new address of the page, or of the place that moved by itself (`"/old.html#place" = "new.html"`); none if nothing moved. */
    function newAddress() {
        const here = new URL(location.href);
        const places = JSON.parse(contentOf('moved-places') || '{}');
        const place = Object.hasOwn(places, here.hash) ? places[here.hash] : '';
        const moved = place || contentOf('moved-page');
        if (!moved) {
            return '';
        }
        const target = new URL(moved, here);
        target.search = target.search || here.search;
        if (!place && here.hash) {
            target.hash = renameStep(here.hash, here, target);
        }
        return target.href;
    }

    const address = newAddress();
    if (address) {
        location.replace(address);
    }
})();
