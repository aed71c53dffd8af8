/* The page around the text: the choice of colours, and the search, which is fetched when it is first asked for. */
(function () {
    'use strict';
    var select = document.querySelector('.bar-theme select');
    var button = document.querySelector('.bar-search');
    var contents = document.getElementById('book-contents');

    var fetched = {};

    /* Fetches a script, once. */
    window.mouche.load = function (address) {
        fetched[address] = fetched[address] || new Promise(function (done, fail) {
            var script = document.createElement('script');
            script.src = address;
            script.onload = done;
            script.onerror = fail;
            document.head.appendChild(script);
        });
        return fetched[address];
    };

    function remember(theme) {
        try {
            if (theme) {
                localStorage.setItem('mouche-colours', theme);
            } else {
                localStorage.removeItem('mouche-colours');
            }
        } catch (_) {
            /* Then it holds for this page. */
        }
    }

    /* The choice that is kept: another page may have changed it before one comes back to this. */
    function recall() {
        select.value = window.mouche.chosen() || '';
        window.mouche.put(select.value);
    }

    if (select) {
        recall();
        window.addEventListener('pageshow', recall);
        window.addEventListener('storage', recall);
        select.addEventListener('change', function () {
            remember(select.value);
            window.mouche.put(select.value);
        });
    }

    var asked = false;
    function search() {
        if (window.mouche.search) {
            window.mouche.search.open();
        } else if (!asked) {
            asked = true;
            window.mouche.load(button.dataset.index).then(function () {
                return window.mouche.load(button.dataset.script);
            }).then(search);
        }
    }

    /* Whatever became of the hands, the page is whole now. */
    window.addEventListener('load', function () {
        document.documentElement.classList.add('is-loaded');
    });

    function writes(target) {
        return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    }

    if (button && button.dataset.index) {
        button.addEventListener('click', search);
        document.addEventListener('keydown', function (event) {
            var plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented;
            if (event.key === '/' && plain && !writes(event.target)) {
                event.preventDefault();
                search();
            }
        });
    }

    /* How much of the window a hand fills, in pixels. */
    function filled(hand) {
        var box = hand.getBoundingClientRect();
        return Math.min(box.bottom, window.innerHeight) - Math.max(box.top, 0);
    }

    /* Keys that nothing else on the page has are for the hand that fills most of the window, if it goes step by step. */
    document.addEventListener('keydown', function (event) {
        var is = /^(Arrow(Left|Right)|[[\]])$/.test(event.key);
        var held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
        var owned = '.hand, input, select, textarea, pre, dialog, [popover], [role], [contenteditable], [tabindex]:not(main)';
        if (!is || held || event.target.closest(owned)) {
            return;
        }
        var hand = Array.prototype.slice.call(document.querySelectorAll('.hand.is-stepped')).filter(function (one) {
            return filled(one) > 0;
        }).sort(function (a, b) { return filled(b) - filled(a); })[0];
        if (hand) {
            event.preventDefault();
            hand.dispatchEvent(new KeyboardEvent('keydown', { key: event.key }));
        }
    });

    /* Where one plays or writes the engine is at hand; in a lesson when its table comes into sight. */
    ['play', 'playground'].forEach(function (name) {
        function wake() {
            window.mouche.load(document.body.dataset.worker).then(function () {
                return window.mouche.load(document.body.dataset[name]);
            });
        }
        document.querySelectorAll('.' + name).forEach(function (one) {
            if (!one.dataset.table) {
                wake();
                return;
            }
            new IntersectionObserver(function (seen, watch) {
                if (seen.some(function (it) { return it.isIntersecting; })) {
                    watch.disconnect();
                    wake();
                }
            }).observe(one);
        });
    });

    [['.asked, .play[data-table]', 'lesson'], ['.course', 'course'], ['.cite-data', 'cite']].forEach(function (one) {
        if (document.querySelector(one[0])) {
            window.mouche.load(document.body.dataset[one[1]]);
        }
    });

    if (contents) {
        contents.addEventListener('click', function (event) {
            var link = event.target.closest('a[href^="#"]');
            if (link && contents.matches(':popover-open')) {
                contents.hidePopover();
            }
        });
        /* A drawer is not measured: the page would be laid out for it before its time. */
        var here = matchMedia('(min-width: 64rem)').matches && contents.querySelector('[aria-current]');
        if (here && here.offsetTop > contents.clientHeight * 0.7) {
            contents.scrollTop = here.offsetTop - contents.clientHeight / 3;
        }
    }
}());
