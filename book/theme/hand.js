/* Makes a hand comfortable: one step at a time, keys, the address, and a sentence for those who listen.
   Without it every step is in the page, and links to steps work. */
(function () {
    'use strict';

    function named() {
        try {
            return decodeURIComponent(window.location.hash.slice(1));
        } catch (_) {
            return '';
        }
    }

    function begin(hand) {
        var steps = Array.prototype.slice.call(hand.querySelectorAll('.hand-step'));
        var deals = Array.prototype.slice.call(hand.querySelectorAll('.hand-deal'));
        var controls = hand.querySelector('.hand-controls');
        var live = hand.querySelector('.hand-live');
        var count = hand.querySelector('.hand-now');
        var now = 0;

        function button(name) {
            return controls.querySelector('[data-go="' + name + '"]');
        }

        function list(all) {
            hand.classList.toggle('is-stepped', !all);
            button('all').setAttribute('aria-pressed', String(all));
        }

        function show(at) {
            now = Math.max(0, Math.min(steps.length - 1, at));
            steps.forEach(function (step, index) {
                step.classList.toggle('is-now', index === now);
            });
            deals.forEach(function (deal) {
                deal.classList.toggle('is-now', deal.contains(steps[now]));
            });
            count.textContent = String(now + 1);
            ['first', 'back'].forEach(function (name) {
                button(name).setAttribute('aria-disabled', String(now === 0));
            });
            ['next', 'last'].forEach(function (name) {
                button(name).setAttribute('aria-disabled', String(now === steps.length - 1));
            });
        }

        /* The reader asked for a step: say it, and write its address. */
        function go(at) {
            var inside = steps[now].contains(document.activeElement);
            list(false);
            show(at);
            live.textContent = 'Step ' + (now + 1) + '. ' + steps[now].dataset.say;
            window.history.replaceState(window.history.state, '', '#' + encodeURIComponent(steps[now].id));
            if (inside) {
                hand.focus({ preventScroll: true });
            }
            if (hand.getBoundingClientRect().top < 0) {
                hand.scrollIntoView();
            }
        }

        function move(name) {
            switch (name) {
            case 'first': return go(0);
            case 'back': return go(now - 1);
            case 'next': return go(now + 1);
            case 'last': return go(steps.length - 1);
            default: return list(hand.classList.contains('is-stepped'));
            }
        }

        /* The step that the address names, if it is one of ours: a deal is its first step. */
        function follow() {
            var target = document.getElementById(named());
            if (!target || !hand.contains(target)) {
                return;
            }
            var step = target.closest('.hand-step') || target.querySelector('.hand-step');
            list(target === hand);
            show(target === hand ? now : steps.indexOf(step));
            hand.scrollIntoView();
        }

        var keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' };
        hand.addEventListener('keydown', function (event) {
            var name = keys[event.key];
            if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
                return;
            }
            event.preventDefault();
            event.stopPropagation();
            move(name);
        });

        hand.addEventListener('click', function (event) {
            var control = event.target.closest('[data-go]');
            if (control) {
                move(control.dataset.go);
                return;
            }
            var link = event.target.closest('a[href^="#"]');
            var step = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
            if (!step || !hand.contains(step) || event.ctrlKey || event.metaKey || event.shiftKey) {
                return;
            }
            event.preventDefault();
            if (step === hand) {
                list(true);
            } else {
                go(steps.indexOf(step.closest('.hand-step')));
            }
        });

        window.addEventListener('hashchange', follow);
        hand.tabIndex = -1;
        controls.hidden = false;
        list(false);
        show(0);
        hand.classList.add('is-ready');
        follow();
    }

    document.querySelectorAll('.hand').forEach(begin);
}());
