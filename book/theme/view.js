/* More comfort for a hand: a seat to sit in, cards and steps to hide, colours, playing by itself, copying. */
(function () {
    'use strict';

    var PACE = 60; /* Milliseconds that a character of a step's sentence takes to read. */
    var still = window.matchMedia('(prefers-reduced-motion: reduce)');

    var mouche = window.mouche;
    var colours = mouche.kept('mouche-four');

    function copied(text) {
        function byHand() {
            var area = document.createElement('textarea');
            area.value = text;
            area.className = 'hand-live';
            document.body.appendChild(area);
            area.select();
            var done = document.execCommand('copy');
            area.remove();
            return done ? Promise.resolve() : Promise.reject(new Error('not copied'));
        }
        return navigator.clipboard ? navigator.clipboard.writeText(text).catch(byHand) : byHand();
    }

    /* A text as an address bears it: what packs it is beside the engine, to which it goes. */
    function packed(text) {
        return mouche.load(document.body.dataset.worker).then(function () { return mouche.pack(text); });
    }

    function begin(hand) {
        var all = function (what) {
            return Array.prototype.slice.call(hand.querySelectorAll(what));
        };
        var one = hand.querySelector.bind(hand);
        var steps = all('.hand-step');
        var live = one('.hand-live');
        var menu = one('.hand-view');
        var player = one('[data-go=play]');
        var seat = one('[data-set=seat]');
        var edition = one('[data-set=edition]');
        var hides = one('[data-set=hides]');
        var four = one('[data-set=four]');
        var now = 0;
        var timer = null;

        function go(at, silent) {
            hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at, silent] }));
        }

        hand.addEventListener('hand-shown', function (event) {
            now = event.detail;
        });

        /* The seat: the table turns until it is nearest; hidden cards lose their names too. */
        function sit() {
            var at = seat.value;
            if (hides.checked && at === '') {
                at = seat.value = '0';
            }
            hand.style.setProperty('--sit', at || '0');
            hand.classList.toggle('hides', hides.checked);
            all('.mine').forEach(function (mine) {
                mine.classList.remove('mine');
            });
            if (at !== '') {
                all('.s' + at + ', .m' + at).forEach(function (mine) {
                    mine.classList.add('mine');
                });
            }
            all('.cloth .cards[aria-label]').forEach(function (cards) {
                var shut = hides.checked && !cards.closest('.mine') && cards.querySelectorAll('.card:not(.gone)').length;
                cards.dataset.names = cards.dataset.names || cards.getAttribute('aria-label');
                cards.setAttribute('aria-label', shut ? (shut === 1 ? 'a card' : shut + ' cards') + ', face down' : cards.dataset.names);
            });
        }

        /* What one edition tells, or all. */
        function tellAs() {
            all('.hand-column').forEach(function (column) {
                column.hidden = edition.value !== '' && !column.matches('.e' + edition.value);
            });
        }

        hand.addEventListener('change', function (event) {
            var set = event.target.dataset.set;
            if (set === 'four') {
                colours.write(four.checked);
            }
            if (set === 'seat' && seat.value === '') {
                hides.checked = false;
            }
            if (set === 'seat' || set === 'hides') {
                sit();
            } else if (set === 'edition') {
                tellAs();
            } else if (set) {
                hand.classList.toggle(set, event.target.checked);
            }
        });

        /* By itself: never begins so, and ends at the first touch. */
        function stop() {
            window.clearTimeout(timer);
            timer = null;
            player.setAttribute('aria-pressed', 'false');
        }

        function on() {
            if (now === steps.length - 1 || document.hidden) {
                return stop();
            }
            go(now + 1, true);
            timer = window.setTimeout(on, 1200 + PACE * steps[now].dataset.say.length);
        }

        ['pointerdown', 'keydown'].forEach(function (kind) {
            document.addEventListener(kind, function (event) {
                if (timer !== null && !player.contains(event.target)) {
                    stop();
                }
            }, true);
        });

        function tell(words) {
            live.textContent = '';
            live.textContent = words;
        }

        function copy(button, text) {
            var label = button.textContent;
            copied(text).then(function () {
                tell('Copied.');
                button.textContent = 'Copied';
            }, function () {
                tell('The browser does not let this be copied.');
                button.textContent = 'Not copied';
            }).then(function () {
                window.setTimeout(function () { button.textContent = label; }, 1500);
            });
        }

        /* The menu shuts when something was chosen, and with a press beside it. */
        function shut(back) {
            menu.open = false;
            if (back) {
                menu.firstElementChild.focus({ preventScroll: true });
            }
        }
        document.addEventListener('pointerdown', function (event) {
            if (menu.open && !menu.contains(event.target)) {
                shut(false);
            }
        });
        menu.addEventListener('keydown', function (event) {
            if (event.key === 'Escape') {
                shut(true);
            }
        });
        menu.addEventListener('click', function (event) {
            if (event.target.closest('[data-go=quiz], [data-go=play], [data-go=all]')) {
                shut(true);
            }
        });

        hand.addEventListener('click', function (event) {
            var control = event.target.closest('[data-go]');
            switch (control && control.dataset.go) {
            case 'play':
                if (timer !== null) {
                    return stop();
                }
                player.setAttribute('aria-pressed', 'true');
                return on();
            case 'quiz': return ask(control);
            case 'sit': return take();
            case 'link': return copy(control, window.location.href.split('#')[0] + '#' + encodeURIComponent(steps[now].id));
            case 'write': return packed(one('.hand-source').textContent + '\n').then(function (text) {
                window.location.href = document.body.dataset.root + 'playground.html#text=' + text;
            });
            case 'text': return copy(control, one('.hand-source').textContent + '\n');
            }
        });

        /* The choices of one seat, asked one by one. */
        function ask(button) {
            if (!button.dataset.is) {
                button.dataset.is = 'asked';
                Promise.resolve(mouche.quiz || mouche.load(document.body.dataset.quiz)).then(function () { mouche.quiz(hand); });
            }
        }

        /* At the table where one plays on from this step: for the seat chosen, or who moves, or who moves next. */
        function take() {
            var told = edition && edition.value || '0';
            var mover = steps.slice(now).map(function (step) {
                return step.querySelector('.e' + told + ' .mover') || step.querySelector('.mover');
            }).find(Boolean);
            var at = seat.value || (mover ? /\bs(\d+)/.exec(mover.className)[1] : '0');
            packed(one('.hand-source').textContent + '\n').then(function (text) {
                var step = steps[now].id.slice(hand.id.length - 4);
                var seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
                var table = new URLSearchParams(hand.dataset.house);
                var begun = { step: step, told: told, seat: at, seed: seed, words: hand.dataset.says || '', text: text };
                Object.keys(begun).forEach(function (name) { table.set(name, begun[name]); });
                window.location.href = document.body.dataset.root + 'play.html#' + table;
            });
        }

        /* One who comes back to the page finds it as it was left: the browser remembers what was ticked and chosen there,
           and the colours hold for every hand. */
        function recall() {
            var kept = colours.read();
            four.checked = typeof kept === 'boolean' ? kept : four.checked;
            all('[type=checkbox]').forEach(function (box) {
                hand.classList.toggle(box.dataset.set, box.checked);
            });
            if (seat.value !== '' || hides.checked) {
                sit();
            }
            if (edition) {
                tellAs();
            }
        }

        window.addEventListener('pageshow', recall);
        window.addEventListener('pagehide', stop);
        recall();
        player.hidden = still.matches;
        now = Math.max(0, steps.findIndex(function (step) { return step.classList.contains('is-now'); }));
    }

    mouche.view = begin;
}());
