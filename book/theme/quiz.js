/* Your turn: a hand is stopped before each choice of one seat, and the reader makes it. What may be done, why, and what it
   can come to is read off the step that follows; nothing here knows a rule. */
(function () {
    'use strict';
    var KEPT = 'mouche-quiz';

    function read() {
        try {
            return JSON.parse(localStorage.getItem(KEPT)) || {};
        } catch (_) {
            return {};
        }
    }

    function write(done) {
        try {
            localStorage.setItem(KEPT, JSON.stringify(done));
        } catch (_) { /* Then it holds for this page. */ }
    }

    function signed(chips) {
        return Number(chips) > 0 ? '+' + chips : String(chips).replace('-', '−');
    }

    function make(name, words, className) {
        var one = document.createElement(name);
        if (words) { one.textContent = words; }
        if (className) { one.className = className; }
        return one;
    }

    function begin(hand) {
        var steps = Array.from(hand.querySelectorAll('.hand-step'));
        var toggle = hand.querySelector('[data-go=quiz]');
        var seat = hand.querySelector('[data-set=seat]');
        var box = make('div', '', 'hand-quiz');
        var done = read();
        var on = false;
        var at = 0;
        var asked = '';

        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', 'Your turn');
        hand.querySelector('.hand-live').before(box);

        function set(name, value) {
            var control = hand.querySelector('[data-set=' + name + ']');
            control[typeof value === 'boolean' ? 'checked' : 'value'] = value;
            control.dispatchEvent(new Event('change', { bubbles: true }));
        }

        /* A try and what is done in its place are one question. */
        function question(step) {
            return step.id.replace(/-try\d+$/, '');
        }

        function choices(step) {
            var list = step && !step.matches('.parted') && step.querySelector('.hand-choices.m' + seat.value + ' ul');
            return list ? Array.from(list.children) : [];
        }

        function button(words, act) {
            var one = make('button', words);
            one.type = 'button';
            one.addEventListener('click', act);
            return one;
        }

        function allowed(choice) {
            return choice.classList.contains('may');
        }

        function named(choice) {
            var card = choice.querySelector('.card');
            return card ? card.textContent : choice.dataset.deed;
        }

        /* The verdict in words, with its clause. */
        function verdict(choice) {
            var words = document.createDocumentFragment();
            words.append(choice.querySelector('.verdict').textContent + ' ', choice.querySelector('.clause').cloneNode(true));
            return words;
        }

        /* What a choice comes to, beside the best of them. */
        function outcome(choice, all) {
            var known = all.filter(function (one) { return one.dataset.best !== undefined; });
            if (choice.dataset.best === undefined || known.length < 2) { return ''; }
            var most = Math.max.apply(null, known.map(function (one) { return Number(one.dataset.best); }));
            var best = known.filter(function (one) { return Number(one.dataset.best) === most; });
            var own = ' If all play their best, it brings ' + signed(choice.dataset.best);
            return own + (best.indexOf(choice) >= 0 ? ', and nothing brings more.' : '; ' + best.map(named).join(' or ') + ' would bring ' + signed(most) + '.');
        }

        function answer(choice, all, told, next) {
            var id = question(steps[next]);
            var own = done[hand.id + seat.value] = done[hand.id + seat.value] || {};
            if (!(id in own)) {
                own[id] = allowed(choice) ? 1 : 0;
                write(done);
            }
            told.textContent = named(choice) + ': ';
            told.append(verdict(choice), '.' + outcome(choice, all));
            if (allowed(choice)) {
                asked = id;
                var on = button('See what is done', function () {
                    hand.dispatchEvent(new CustomEvent('hand-go', { detail: [next, 'pushState'] }));
                });
                told.append(' ', on);
                on.focus({ preventScroll: true });
            }
            score();
        }

        function score() {
            var own = done[hand.id + seat.value] || {};
            var all = Object.keys(own);
            var right = all.filter(function (id) { return own[id]; }).length;
            var line = box.querySelector('.hand-score') || box.appendChild(make('p', '', 'hand-score'));
            line.textContent = all.length ? 'Right at first: ' + right + ' of ' + all.length + '. ' : '';
            if (all.length) {
                line.appendChild(button('Forget this', function () {
                    delete done[hand.id + seat.value];
                    write(done);
                    score();
                }));
            }
        }

        function ask() {
            var next = at + 1;
            var all = choices(steps[next]);
            box.textContent = '';
            if (!on || !all.length || asked === question(steps[next])) {
                box.hidden = !on;
                if (on) {
                    box.appendChild(make('p', next < steps.length ? 'Go on until it is your turn.' : 'The hand is over.', 'hand-label'));
                    score();
                }
                return;
            }
            box.hidden = false;
            var who = seat.options[seat.selectedIndex].textContent;
            var cards = all[0].querySelector('.card');
            var ask = box.appendChild(make('p', 'Your turn, ' + who + ': ' + (cards ? 'which card do you play?' : 'what do you declare?'), 'hand-label'));
            ask.setAttribute('role', 'status');
            var row = box.appendChild(make('p', '', cards ? 'hand-quiz-cards' : ''));
            var told = box.appendChild(make('p', '', 'hand-quiz-told'));
            told.setAttribute('role', 'status');
            all.forEach(function (choice) {
                var card = choice.querySelector('.card');
                var one = button(named(choice), function () { answer(choice, all, told, next); });
                if (card) {
                    one.className = card.className;
                    one.setAttribute('aria-label', card.getAttribute('aria-label'));
                }
                row.append(one, ' ');
            });
            row.appendChild(button('Hint', function () {
                var may = all.filter(allowed);
                told.textContent = may.length + ' of these ' + all.length + ' may be chosen: ';
                told.append(may[0].querySelector('.clause').cloneNode(true), '.');
            }));
            score();
        }

        function turn(is) {
            on = is;
            asked = '';
            toggle.setAttribute('aria-pressed', String(on));
            if (on && seat.value === '') {
                var mover = hand.querySelector('.hand-choices[class*=" m"]');
                set('seat', mover ? /\bm(\d)/.exec(mover.className)[1] : '0');
            }
            set('hides', on);
            set('waits', on);
            ask();
        }

        hand.addEventListener('hand-shown', function (event) {
            at = event.detail;
            ask();
        });
        seat.addEventListener('change', function () {
            if (on && seat.value === '') { return turn(false); }
            ask();
        });
        toggle.addEventListener('click', function () { turn(!on); });
        at = Math.max(0, steps.findIndex(function (step) { return step.classList.contains('is-now'); }));
        turn(true);
    }

    window.mouche.quiz = begin;
}());
