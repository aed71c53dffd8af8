/* Your turn: a hand is stopped before each choice of one seat, and the reader makes it. What may be done, why, and what it
   can come to is read off the step that follows; nothing here knows a rule. */
(function () {
    'use strict';
    var shelf = window.mouche.kept('mouche-quiz');

    /* Chips won or lost. */
    function signed(chips) {
        return chips > 0 ? '+' + chips : String(chips).replace('-', '−');
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
        var seat = control('seat');
        var edition = control('edition');
        /* Who is asked, and by which rules: these stand here while the questions do. */
        var chosen = [seat, edition].filter(Boolean).map(function (one) { return one.closest('label'); });
        var after = chosen[0].previousSibling;
        var box = make('div', '', 'hand-quiz');
        var done = shelf.read();
        var on = false;
        var at = 0;
        var asked = '';
        var before = {};
        var who = box.appendChild(make('p', '', 'hand-quiz-who'));
        var ask = box.appendChild(make('p', '', 'hand-label'));
        var row = box.appendChild(make('p', '', 'hand-quiz-choices'));
        var told = box.appendChild(make('p', '', 'hand-quiz-told'));
        var line = box.appendChild(make('p', '', 'hand-score'));
        var page = location.pathname.split('/').slice(-2).join('/') + '#' + hand.id + '/';

        /* What is said anew is told to those who listen. */
        ask.setAttribute('role', 'status');
        told.setAttribute('role', 'status');
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', 'Your turn');

        function control(name) {
            return hand.querySelector('[data-set=' + name + ']');
        }

        function value(name, to) {
            var one = control(name);
            var key = one.type === 'checkbox' ? 'checked' : 'value';
            if (to !== undefined) {
                one[key] = to;
                one.dispatchEvent(new Event('change', { bubbles: true }));
            }
            return one[key];
        }

        function go(to) {
            hand.dispatchEvent(new CustomEvent('hand-go', { detail: [to] }));
            focus();
        }

        function own() {
            return page + seat.value + (edition ? '/' + edition.value : '');
        }

        /* What the edition that is played by tells of a step. */
        function part(step) {
            return step.matches('.parted') ? step.querySelector('.hand-column.e' + (edition.value || 0)) : step;
        }

        /* A number for all editions, or one for each. */
        function best(choice) {
            var each = (choice.dataset.best || '-').split(' ');
            return Number(each[each.length > 1 ? edition.value : 0]);
        }

        /* Where the keys go on when what was pressed is no longer there. */
        function focus() {
            (row.querySelector('button') || hand.querySelector('[data-go=next]')).focus({ preventScroll: true });
        }

        /* A try and what is done in its place are one question. */
        function question(step) {
            return step.id.replace(/-try\d+$/, '');
        }

        function listed(where, of) {
            return Array.from(where.querySelectorAll('.hand-choices.m' + of + ' :is(.mini, .word)'));
        }

        function choices(step, of) {
            return step ? listed(part(step), of || seat.value) : [];
        }

        function button(words, act) {
            var one = make('button', words);
            one.type = 'button';
            one.addEventListener('click', act);
            return one;
        }

        function allowed(choice) {
            return choice.parentNode.classList.contains('may');
        }

        function named(choice) {
            return choice.dataset.deed || choice.textContent;
        }

        /* The verdict in words: that of its line, or its own. */
        function says(choice) {
            var of = Array.from(choice.parentNode.querySelectorAll('strong, .why'), function (one) { return one.textContent; });
            return of.length ? of.join('. ').replace(/[.]?$/, '.') : choice.textContent + '.';
        }

        function clause(choice) {
            return choice.parentNode.querySelector('.clause').cloneNode(true);
        }

        /* What a choice comes to, beside the best of them. */
        function outcome(choice, all) {
            var known = all.filter(function (one) { return !isNaN(best(one)); });
            if (isNaN(best(choice)) || known.length < 2) { return ''; }
            var most = Math.max.apply(null, known.map(best));
            var own = ' If all play their best, it brings ' + signed(best(choice));
            return own + (best(choice) === most ? ', and nothing brings more.' :
                '; ' + known.filter(function (one) { return best(one) === most; }).map(named).join(' or ') + ' would bring ' + signed(most) + '.');
        }

        /* Editions that say otherwise of the same choice. */
        function otherwise(choice, step) {
            return Array.from(step.querySelectorAll('.hand-column')).map(function (column) {
                var other = listed(column, seat.value).find(function (one) { return named(one) === named(choice); });
                return other && allowed(other) !== allowed(choice) ?
                    ' Not so in ' + column.getAttribute('aria-label') + ': ' + says(other) : '';
            }).join('');
        }

        function answer(choice, all, next) {
            var id = question(steps[next]);
            var kept = done[own()] = done[own()] || {};
            if (!(id in kept)) {
                kept[id] = allowed(choice) ? 1 : 0;
                shelf.write(done);
            }
            told.textContent = named(choice) + ': ';
            told.append(says(choice) + ' ', clause(choice), outcome(choice, all) + otherwise(choice, steps[next]));
            if (allowed(choice)) {
                asked = id;
                var on = button('See what is done', function () { go(next); });
                told.append(' ', on);
                on.focus({ preventScroll: true });
            }
            score();
        }

        function score() {
            var kept = done[own()] || {};
            var all = Object.keys(kept);
            var right = all.filter(function (id) { return kept[id]; }).length;
            line.textContent = all.length ? 'Right at first: ' + right + ' of ' + all.length + '. ' : '';
            if (all.length) {
                line.appendChild(button('Forget this', function () {
                    delete done[own()];
                    shelf.write(done);
                    score();
                    focus();
                }));
            }
        }

        /* What a card is called: those that lie together are named together, in their order. */
        function face(card) {
            var held = card.closest('.cards');
            var place = Array.from(held.querySelectorAll('.card:not(.gone)')).indexOf(card);
            return (held.dataset.names || held.getAttribute('aria-label')).split('; ')[place];
        }

        function offer(choice, all, next) {
            var one = button(named(choice), function () { answer(choice, all, next); });
            if (choice.matches('.mini')) {
                var lies = Array.from(steps[at].querySelectorAll('.place .card')).find(function (card) {
                    return card.textContent === choice.textContent;
                });
                one.className = choice.className.replace('mini', 'card');
                /* With what is seen on it, for those who speak to it. */
                if (lies) { one.setAttribute('aria-label', choice.textContent + ', ' + face(lies)); }
            }
            row.append(one, ' ');
        }

        function hint(all) {
            var may = all.filter(allowed);
            told.textContent = may.length + ' of these ' + all.length + ' may be chosen: ';
            told.append(clause(may[0]), '.');
        }

        /* Cards as they are held, and words by their letters: the line that they stand in would tell the answer. */
        function held(one, other) {
            var cards = Array.from(steps[at].querySelectorAll('.mine .place .card'), function (card) { return card.textContent; });
            return cards.indexOf(named(one)) - cards.indexOf(named(other)) || named(one).localeCompare(named(other));
        }

        /* The question before the next step, if the choice there is the reader's and he has not answered it. */
        function pose() {
            var next = at + 1;
            var all = choices(steps[next]);
            box.hidden = !on;
            steps[at].querySelector('.tell').prepend(box);
            row.textContent = '';
            told.textContent = '';
            score();
            if (!all.length || asked === question(steps[next])) {
                var later = steps.findIndex(function (step, at) { return at > next && choices(step).length && question(step) !== asked; });
                ask.textContent = next === steps.length ? 'The hand is over.' : later > 0 ? 'It is not your turn.' : 'You are not asked again.';
                if (later > 0) { row.append(button('On to your turn', function () { go(later - 1); })); }
                return;
            }
            var who = seat.options[seat.selectedIndex].textContent;
            ask.textContent = 'Your turn, ' + who + ': ' + (all[0].matches('.mini') ? 'which card do you play?' : 'what do you declare?');
            all.sort(held).forEach(function (choice) { offer(choice, all, next); });
            row.append(button('Hint', function () { hint(all); }));
        }

        /* The seat that is asked most. */
        function busiest() {
            var asked = Array.from(seat.options, function (option) {
                return option.value && steps.filter(function (step) { return choices(step, option.value).length; }).length;
            });
            return seat.options[asked.indexOf(Math.max.apply(null, asked))].value;
        }

        /* Others' cards and what is to come are hidden; afterwards the hand is looked at as before. */
        function turn(is) {
            var names = ['seat', 'hides', 'waits', 'edition'].filter(control);
            if (is) {
                names.forEach(function (name) { before[name] = value(name); });
            }
            var inside = box.contains(document.activeElement);
            on = is;
            asked = '';
            toggle.setAttribute('aria-pressed', String(on));
            if (on) {
                if (edition && edition.value === '') { value('edition', 0); }
                if (seat.value === '') { value('seat', busiest()); }
                who.append.apply(who, chosen);
            } else {
                after.after.apply(after, chosen);
                if (inside) { toggle.closest('details').firstElementChild.focus({ preventScroll: true }); }
            }
            (on ? ['hides', 'waits'] : names).forEach(function (name) { value(name, on || before[name]); });
            pose();
        }

        hand.addEventListener('hand-shown', function (event) {
            at = event.detail;
            pose();
        });
        /* One who sits nowhere, or plays by all rules at once, has no turn. */
        [seat, edition].filter(Boolean).forEach(function (one) {
            one.addEventListener('change', function () {
                if (on && one.value === '') {
                    before[one.dataset.set] = '';
                    return turn(false);
                }
                asked = '';
                return pose();
            });
        });
        toggle.addEventListener('click', function () { turn(!on); });
        at = Math.max(0, steps.findIndex(function (step) { return step.classList.contains('is-now'); }));
        turn(true);
    }

    window.mouche.quiz = begin;
}());
