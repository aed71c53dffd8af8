/* A practice deal: the table, what happened, and the learner's choices. Every line was worked out when the book was made;
   the script of a deal holds them all, and nothing here knows a rule. */
(function () {
    'use strict';
    var KEPT = 'mouche-practice';

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
        } catch (_) { /* Then it is not kept. */ }
    }

    function make(name, words, className) {
        var one = document.createElement(name);
        if (words) { one.textContent = words; }
        if (className) { one.className = className; }
        return one;
    }

    function signed(chips) {
        return chips > 0 ? '+' + chips : String(chips).replace('-', '−');
    }

    function plural(count, what) {
        return count + ' ' + what + (count === 1 ? '' : 's');
    }

    /* How many of the page's deals were played to their end. */
    function tellProgress() {
        var line = document.querySelector('.practice-done');
        var names = Array.from(document.querySelectorAll('.practice'), function (one) { return page + one.dataset.name; });
        var done = read();
        var played = names.filter(function (name) { return name in done; });
        line.hidden = !played.length;
        line.textContent = 'Played to the end: ' + played.length + ' of ' + names.length + '. ';
        var clear = make('button', 'Forget this');
        clear.type = 'button';
        clear.addEventListener('click', function () {
            names.forEach(function (name) { delete done[name]; });
            write(done);
            document.querySelectorAll('.practice-result').forEach(function (one) { one.remove(); });
            tellProgress();
        });
        line.appendChild(clear);
        played.forEach(function (name) { tellResult(name.slice(page.length), done[name]); });
    }

    function tellResult(name, result) {
        var deal = document.querySelector('.practice[data-name="' + name + '"] .practice-begin');
        var old = deal.parentNode.querySelector('.practice-result');
        var mark = old || deal.parentNode.appendChild(make('span', '', 'practice-result'));
        mark.textContent = ' Your best so far: ' + signed(result);
    }

    var page = location.pathname.replace(/.*\//, '').replace('.html', '') + '/';

    function begin(box, data) {
        var at, seats, trick, freshTrick, marked, review;
        var board = make('div', '', 'practice-board');
        var cloth = board.appendChild(make('div', '', 'practice-table'));
        var story = board.appendChild(make('ol', '', 'practice-story'));
        var ask = board.appendChild(make('div', '', 'practice-ask'));
        var answer = board.appendChild(make('p', '', 'practice-answer'));
        story.tabIndex = 0;
        story.setAttribute('aria-label', 'What has happened');
        story.setAttribute('role', 'log');
        answer.setAttribute('role', 'status');

        function card(face, name) {
            var one = make(name || 'b', face[0], 'card ' + face[2]);
            if (!name) { one.setAttribute('role', 'img'); }
            one.setAttribute('aria-label', face[1]);
            return one;
        }

        function clause(at) {
            var link = make('a', data.clauses[at][0], 'clause');
            link.href = data.clauses[at][1];
            return link;
        }

        /* Sentences, each clause named once. */
        function tell(into, said) {
            said.forEach(function (one, at) {
                into.appendChild(document.createTextNode((at ? ' ' : '') + data.words[one[0]] + ' '));
                if (!said[at + 1] || said[at + 1][1] !== one[1]) { into.appendChild(clause(one[1])); }
            });
        }

        function happen(told) {
            told.forEach(function (place) {
                var one = data.told[place];
                var seat = seats[one[0]];
                if (freshTrick && one[1]) {
                    trick = [];
                    freshTrick = false;
                }
                if (one[1]) { trick.push([one[0], one[1] - 1]); }
                if (one[2]) {
                    seats[one[2] - 1].won += 1;
                    freshTrick = one[2];
                }
                seat.out = seat.out || !!one[3];
                if (one[4].length) { tell(story.appendChild(make('li')), one[4]); }
            });
            story.scrollTop = story.scrollHeight;
        }

        /* The seats in playing order, the learner last: what lies before each. */
        function draw(point) {
            cloth.textContent = '';
            var facts = cloth.appendChild(make('p', '', 'practice-facts'));
            facts.append('Pool ' + data.pool + '. Turned up: ', card(data.faces[data.turned]), ' trump ' + data.words[point.trump]);
            var list = cloth.appendChild(make('ul', '', 'practice-seats'));
            data.names.forEach(function (_, step) {
                var at = (data.me + 1 + step) % data.names.length;
                var seat = seats[at];
                var item = list.appendChild(make('li', '', seat.out ? 'out' : ''));
                item.appendChild(make('span', data.names[at] + (at === data.me ? ' (you)' : ''), 'who'));
                [at === data.dealer && 'dealer', seat.out && 'out', seat.won && plural(seat.won, 'trick')].forEach(function (mark) {
                    if (mark) { item.append(' ', make('span', mark, 'mark')); }
                });
                var laid = trick.findIndex(function (one) { return one[0] === at; });
                if (laid >= 0) {
                    item.append(' ', card(data.faces[trick[laid][1]]));
                    if (!laid) { item.append(' ', make('span', 'led', 'mark')); }
                    if (freshTrick === at + 1) { item.append(' ', make('span', 'wins', 'mark')); }
                }
            });
        }

        function button(words, act, className) {
            var one = make('button', words, className);
            one.type = 'button';
            one.addEventListener('click', act);
            return one;
        }

        function refuse(may) {
            answer.textContent = '';
            answer.append('Not allowed. ');
            tell(answer, [may[3]]);
        }

        /* A choice that opens lines: the one for the cards that are marked. */
        function choose(may, key) {
            var line = may[4].find(function (one) { return one[0] === key; });
            if (!may[4].length) { return refuse(may); }
            if (!line) {
                answer.textContent = may[0] === 'exchange' ? 'Mark cards that you may change: ' + data.words[may[3][0]] + '.' : 'Mark one card first.';
                return undefined;
            }
            return take(line[1], may);
        }

        function take(line, may) {
            var before = data.points[at];
            var to = data.lines[line][1];
            var lost = before.best - data.points[to].best;
            answer.textContent = '';
            if (lost) {
                review.push('At ' + may[5] + ': this choice can come to ' + signed(data.points[to].best) + ', another to ' + signed(before.best) + '.');
            }
            at = to;
            happen(data.lines[line][0]);
            show();
            var next = ask.querySelector('button, a');
            if (next) { next.focus({ preventScroll: true }); }
        }

        function when() {
            var won = seats.reduce(function (sum, seat) { return sum + seat.won; }, 0);
            return data.points[at].may[0][0] === 'play' ? 'trick ' + (won + 1) : 'your declaration';
        }

        function marks() {
            return marked.reduce(function (sum, is, at) { return sum + (is ? 1 << at : 0); }, 0);
        }

        function hold(point) {
            var row = make('div', '', 'practice-hand');
            marked = point.held.map(function () { return false; });
            var play = point.may.filter(function (may) { return may[0] === 'play'; });
            point.held.forEach(function (face, place) {
                var one = card(data.faces[face], 'button');
                one.type = 'button';
                var may = play.find(function (may) { return may[2] === face + 1; });
                if (!may) { one.setAttribute('aria-pressed', 'false'); }
                one.addEventListener('click', function () {
                    if (may) { return choose(may, 0); }
                    marked[place] = !marked[place];
                    one.setAttribute('aria-pressed', marked[place]);
                });
                row.appendChild(one);
            });
            return row;
        }

        function hint() {
            var point = data.points[at];
            var best = point.may.filter(function (may) {
                return may[4].some(function (line) { return data.points[data.lines[line[1]][1]].best === point.best; });
            });
            var named = best.map(function (may) {
                return may[2] ? data.faces[may[2] - 1][0] : data.words[may[1]].toLowerCase();
            });
            answer.textContent = '';
            tell(answer, point.may.filter(function (may) { return may[4].length; }).slice(0, 1).map(function (may) { return may[3]; }));
            answer.append('. As the cards lie, ' + signed(point.best) + ' can still be had: ' + named.join(', or ') + '.');
        }

        function show() {
            var point = data.points[at];
            draw(point);
            ask.textContent = '';
            if (point.over) { return end(point); }
            point.may.forEach(function (may) { may[5] = when(); });
            ask.appendChild(make('p', point.may[0][0] === 'play' ? 'Your turn: play a card.' : 'Your turn.', 'practice-turn'));
            ask.appendChild(hold(point));
            var row = ask.appendChild(make('p', '', 'practice-buttons'));
            point.may.forEach(function (may) {
                var needs = may[0] === 'exchange' || may[0] === 'take the turn-up';
                if (may[0] !== 'play') {
                    row.append(button(data.words[may[1]], function () { choose(may, needs ? marks() : 0); }), ' ');
                }
            });
            row.append(button('Hint', hint, 'practice-hint'));
        }

        function end(point) {
            var result = point.best;
            var best = data.points[0].best;
            var done = read();
            var name = page + box.dataset.name;
            done[name] = name in done ? Math.max(done[name], result) : result;
            write(done);
            tellProgress();
            answer.textContent = 'You came to ' + signed(result) + '. ' +
                (result === best ? 'As the cards lay, there was no more to be had.' : 'As the cards lay, ' + signed(best) + ' was to be had.');
            var sum = point.over.reduce(function (sum, chips) { return sum + chips; }, 0);
            var names = data.names.concat('the pool');
            ask.appendChild(make('p', point.over.map(function (chips, at) { return names[at] + ' ' + chips; }).join(', ') + ': ' + sum + ' in all.', 'practice-chips'));
            if (review.length) {
                var list = ask.appendChild(make('ul', '', 'practice-review'));
                review.forEach(function (words) { list.appendChild(make('li', words)); });
            }
            ask.appendChild(button('Play it again', start, 'practice-again'));
        }

        function start() {
            at = 0;
            trick = [];
            freshTrick = false;
            review = [];
            seats = data.names.map(function () { return { won: 0, out: false }; });
            story.textContent = '';
            answer.textContent = '';
            happen(data.opening);
            show();
        }

        box.appendChild(board);
        start();
        var first = ask.querySelector('button');
        if (first) { first.focus({ preventScroll: true }); }
    }

    function open(deal) {
        var box = deal.closest('.practice');
        var known = (window.mouchePractice || {})[box.dataset.deal];
        if (box.querySelector('.practice-board')) { return; }
        if (known) {
            deal.hidden = true;
            begin(box, known);
            return;
        }
        var script = document.createElement('script');
        script.src = box.dataset.deal;
        script.onload = function () { open(deal); };
        script.onerror = function () { deal.textContent = 'The deal could not be loaded. Try again'; };
        document.head.appendChild(script);
    }

    window.mouche.practice = { open: open, tell: tellProgress };
}());
