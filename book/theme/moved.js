/* Leads from the old address of a page to its new one. The query is kept, and so is the step that the address names. */
(function () {
    'use strict';

    /* A text with its percent signs read; as it stands where they are damaged. */
    function decode(text) {
        try {
            return decodeURIComponent(text);
        } catch (_) {
            return text;
        }
    }

    /* The name of the page in an address, without its folder and its ending. */
    function pageName(url) {
        return decode(url.pathname).split('/').pop().replace(/\.html$/, '');
    }

    /* The id of a step begins with the name of its page: where the page was renamed, the step was too. */
    function renameStep(hash, from, to) {
        var start = '#' + pageName(from) + '-';
        var id = decode(hash);
        return id.indexOf(start) === 0 ? '#' + pageName(to) + '-' + id.slice(start.length) : hash;
    }

    function contentOf(name) {
        var meta = document.querySelector('meta[name="' + name + '"]');
        return meta ? meta.content : '';
    }

    /* The new address of the page, or of the place that moved by itself (`"/old.html#place" = "new.html"`); none if nothing moved. */
    function newAddress() {
        var here = new URL(window.location.href);
        var places = JSON.parse(contentOf('moved-places') || '{}');
        var place = Object.prototype.hasOwnProperty.call(places, here.hash) ? places[here.hash] : '';
        var address = place || contentOf('moved-page');
        if (!address) {
            return '';
        }
        var target = new URL(address, here);
        target.search = target.search || here.search;
        if (!place && here.hash) {
            target.hash = renameStep(here.hash, here, target);
        }
        return target.href;
    }

    var address = newAddress();
    if (address) {
        window.location.replace(address);
    }
}());
