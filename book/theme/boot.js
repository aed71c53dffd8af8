/* Runs before anything is painted: says that scripts run, puts the chosen colours on,
   and keeps a hand shut but for the step that the address names, so that nothing jumps. */
(function () {
    'use strict';
    var root = document.documentElement;
    var themes = ['light', 'dark'];

    function chosen() {
        try {
            return localStorage.getItem('mouche-colours');
        } catch (_) {
            return null;
        }
    }

    function put(theme) {
        var dark = matchMedia('(prefers-color-scheme: dark)').matches;
        root.classList.remove.apply(root.classList, themes);
        root.classList.add(themes.indexOf(theme) < 0 ? (dark ? 'dark' : 'light') : theme);
    }

    /* The steps of the hand to which an id belongs: a step's id begins with that of its hand. */
    function shut(id) {
        var parts = id.split('-');
        var hands = parts.slice(1).map(function (_, at) {
            return '[id="' + CSS.escape(parts.slice(0, at + 1).join('-')) + '"]';
        });
        if (!hands.length || typeof CSSStyleSheet.prototype.replaceSync !== 'function') {
            return;
        }
        var named = '[id="' + CSS.escape(id) + '"]';
        var others = ':not(' + named + ', :has(' + named + '), ' + named + ' *)';
        var hand = '.hand:not(.is-ready):is(' + hands.join() + ') ';
        var sheet = new CSSStyleSheet();
        sheet.replaceSync('@media screen{' + hand + '.hand-step' + others + ',' + hand + '.hand-deal' + others + '{display:none}}');
        document.adoptedStyleSheets = [sheet];
        addEventListener('hashchange', function () {
            document.adoptedStyleSheets = [];
        });
    }

    /* The typeface is asked for before the styles that name it are read. A file may not be asked for so. */
    function fetchTypeface(script) {
        var link = document.createElement('link');
        Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: new URL('../fonts/serif-roman.woff2', script) });
        document.head.append(link);
    }

    root.classList.add('js');
    if (location.protocol !== 'file:') {
        fetchTypeface(document.currentScript.src);
    }
    put(chosen());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
        put(chosen());
    });
    window.mouche = { put: put, chosen: chosen };
    try {
        shut(decodeURIComponent(location.hash.slice(1)));
    } catch (_) {
        /* An address that cannot be read names no step. */
    }
}());
