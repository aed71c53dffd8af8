/* Makes a hand comfortable: one step at a time, keys, the address, and a sentence for those who listen.
   Without it every step is in the page, and links to steps work. */
(function () {
    'use strict';

    var keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', '[': 'former', ']': 'later' };
    var shifted = { ArrowLeft: 'former', ArrowRight: 'later' };

    function named(hash) {
        try {
            return decodeURIComponent(hash.slice(1));
        } catch (_) {
            return '';
        }
    }

    function begin(hand) {
        var all = function (what) {
            return Array.prototype.slice.call(hand.querySelectorAll(what));
        };
        var steps = all('.hand-step');
        var deals = all('.hand-deal');
        var bar = hand.querySelector('.hand-controls');
        var live = hand.querySelector('.hand-live');
        var now = 0;
        /* The trick that a step belongs to, or the part of the hand. */
        var parts = steps.map(function (step) {
            return (/-h\d+-(t\d+|[a-z]+)/.exec(step.id) || [step.id])[0];
        });

        function bounded(at) {
            return Math.max(0, Math.min(steps.length - 1, at));
        }

        function list(whole) {
            hand.classList.toggle('is-stepped', !whole);
            bar.querySelector('[data-go=all]').setAttribute('aria-pressed', String(whole));
        }

        function show(at) {
            now = bounded(at);
            steps.forEach(function (step, index) {
                step.classList.toggle('is-now', index === now);
            });
            deals.forEach(function (deal) {
                deal.classList.toggle('is-now', deal.contains(steps[now]));
            });
            hand.querySelector('.hand-now').textContent = String(now + 1);
            all('[data-go]').forEach(function (button) {
                var to = where(button.dataset.go);
                if (to !== undefined) {
                    button.setAttribute('aria-disabled', String(to === now));
                }
            });
            hand.dispatchEvent(new CustomEvent('hand-shown', { detail: now }));
        }

        function say(from) {
            var step = steps[now];
            var closed = hand.classList.contains('hides') && !step.querySelector('.hand-say.mine');
            live.textContent = (now < from ? 'Back to step ' : 'Step ') + (now + 1) + '. ' +
                (closed && step.dataset.closed || step.dataset.say);
        }

        /* The reader asked for a step: write its address, and say it. The place of the step is kept here and not read
           back from the address, which comes too late for fast keys. */
        function go(at, how) {
            var from = now;
            var focus = document.activeElement;
            var inside = steps[now].contains(focus);
            list(false);
            show(at);
            try {
                window.history[how === 'pushState' || !how ? 'pushState' : 'replaceState'](null, '', '#' + encodeURIComponent(steps[now].id));
            } catch (_) { /* Too many in a moment: the next one is written again. */ }
            if (how !== 'silent') {
                say(from);
            }
            if (inside) {
                (steps[now].querySelector('[rel="' + focus.rel + '"]') || hand).focus({ preventScroll: true });
            }
            if (inside && steps[now].getBoundingClientRect().top < 0) {
                steps[now].scrollIntoView();
            }
        }

        /* The step that a control leads to. */
        function where(name) {
            var at = now;
            switch (name) {
            case 'first': return 0;
            case 'back': return bounded(now - 1);
            case 'next': return bounded(now + 1);
            case 'last': return steps.length - 1;
            case 'later':
                while (at < steps.length - 1 && parts[at] === parts[now]) { at += 1; }
                return at;
            case 'former':
                at = bounded(now - 1);
                while (at > 0 && parts[at - 1] === parts[at]) { at -= 1; }
                return at;
            }
        }

        function press(name, how) {
            var to = where(name);
            if (name === 'all') {
                list(hand.classList.contains('is-stepped'));
            } else if (to !== undefined && (to !== now || !hand.classList.contains('is-stepped'))) {
                go(to, how);
            }
        }

        /* The step that the address names, if it is one of ours: a deal is its first step. */
        function follow(event) {
            var from = now;
            var target = document.getElementById(named(window.location.hash)) || (event && !window.location.hash && hand);
            if (!target || !hand.contains(target)) {
                return;
            }
            list(target === hand && Boolean(window.location.hash));
            show(target === hand ? 0 : steps.indexOf(target.closest('.hand-step') || target.querySelector('.hand-step')));
            if (event && now !== from) {
                say(from);
            }
            if (target !== hand && steps[now].getBoundingClientRect().top < 0) {
                steps[now].scrollIntoView();
            }
        }

        hand.addEventListener('keydown', function (event) {
            var name = event.shiftKey ? shifted[event.key] : keys[event.key];
            if (!name || event.altKey || event.ctrlKey || event.metaKey) {
                return;
            }
            /* The book must not turn its page; a slider, a choice or a text that scrolls has these keys for itself. */
            event.stopPropagation();
            if (!event.target.closest('input, select, textarea, pre')) {
                event.preventDefault();
                press(name, event.repeat ? 'replaceState' : 'pushState');
            }
        });

        hand.addEventListener('click', function (event) {
            var control = event.target.closest('[data-go]');
            var link = event.target.closest('a[href^="#"]');
            var step = link && document.getElementById(named(link.hash));
            if (control) {
                press(control.dataset.go);
            } else if (step && hand.contains(step) && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
                event.preventDefault();
                if (step === hand) {
                    list(true);
                } else {
                    go(steps.indexOf(step.closest('.hand-step')));
                }
            }
        });

        hand.addEventListener('hand-go', function (event) {
            go(event.detail.at, event.detail.how);
        });
        window.addEventListener('popstate', follow);
        window.addEventListener('hashchange', follow);
        hand.tabIndex = -1;
        list(false);
        show(0);
        follow();
        hand.classList.add('is-ready');
    }

    document.querySelectorAll('.hand').forEach(begin);
}());
