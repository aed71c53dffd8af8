/* A practice deal: the table, what happened, and the learner's choices. Every line was worked out when the book was made;
   the script of a deal holds them all, and nothing here knows a rule. */
(() => {
    'use strict';

    const { make, signed } = window.mouche;
    const { read, write } = window.mouche.kept('mouche-practice');
    const page = location.pathname.replace(/.*\//, '').replace('.html', '') + '/';

    const button = (words, act, className) => {
        const one = make('button', words, className);
        one.type = 'button';
        one.addEventListener('click', act);
        return one;
    };

    const plural = (count, what) => count + ' ' + what + (count === 1 ? '' : 's');
    const capital = words => words[0].toUpperCase() + words.slice(1);

    /* How many of the page's deals were played to their end, and how well. */
    const tellProgress = () => {
        const boxes = Array.from(document.querySelectorAll('.practice'));
        const line = document.querySelector('.practice-done');
        const done = read();
        const played = boxes.filter(box => page + box.dataset.name in done);
        boxes.forEach(box => {
            const result = box.querySelector('.practice-result');
            const best = done[page + box.dataset.name];
            result.textContent = best === undefined ? '' : 'Your best so far: ' + signed(best);
        });
        line.hidden = !played.length;
        line.textContent = 'Played to the end: ' + played.length + ' of ' + boxes.length + '. ';
        line.append(button('Forget this', () => {
            write(Object.fromEntries(Object.entries(read()).filter(([name]) => !name.startsWith(page))));
            tellProgress();
            line.hidden = false;
            line.textContent = 'Forgotten.';
            line.focus();
        }));
    };

    const keep = (name, result) => {
        const done = read();
        done[page + name] = Math.max(result, done[page + name] ?? result);
        write(done);
        tellProgress();
    };

    const begin = (box, data) => {
        const board = box.appendChild(make('div', '', 'practice-board'));
        const cloth = board.appendChild(make('div', '', 'practice-cloth'));
        const deeds = board.appendChild(make('div', '', 'practice-deeds'));
        const message = board.appendChild(make('div', '', 'practice-message'));
        const log = board.appendChild(make('details', '', 'practice-log'));
        const story = (log.append(make('summary', 'All that has happened')), log.appendChild(make('ol')));
        let at, seats, tricks, marked, review;
        message.setAttribute('role', 'status');

        const card = (face, name) => {
            const one = make(name || 'b', face[0], 'card ' + face[2]);
            if (!name) { one.setAttribute('role', 'img'); }
            /* What is pressed has in its name what is seen on it, for those who speak to it. */
            one.setAttribute('aria-label', name ? face[0] + ', ' + face[1] : face[1]);
            return one;
        };

        const clause = at => {
            const link = make('a', data.clauses[at][0], 'clause');
            link.href = data.clauses[at][1];
            return link;
        };

        /* Sentences, each clause named once. */
        const told = said => {
            const one = make('li');
            said.forEach(([words, topic], at) => {
                one.append(data.words[words] + ' ');
                if (!said[at + 1] || said[at + 1][1] !== topic) { one.append(clause(topic), ' '); }
            });
            return one;
        };

        const say = (...parts) => {
            const line = make('p');
            line.append(...parts);
            message.replaceChildren(line);
        };

        /* What was done: a card laid, a trick won, one who is out. What is said of it goes into the log, and is given back. */
        const happen = places => places.map(place => {
            const [seat, face, winner, isOut, said] = data.told[place];
            if (face && (!tricks.length || tricks.at(-1).winner)) { tricks.push({ cards: [], winner: 0 }); }
            if (face) { tricks.at(-1).cards.push([seat, face - 1]); }
            if (winner) {
                tricks.at(-1).winner = winner;
                seats[winner - 1].won += 1;
            }
            if (isOut) { seats[seat].out = true; }
            if (said.length) { story.append(told(said)); }
            return said.map(([words]) => data.words[words].replace(/[^.]$/, '$&.')).join(' ');
        }).join(' ');

        const sitter = (at, name) => {
            const { won, out } = seats[at];
            const item = make(name, '', out ? 'out' : '');
            item.append(make('span', data.names[at] + (at === data.me ? ' (you)' : ''), 'who'));
            [at === data.dealer && 'dealer', out && 'out'].forEach(mark => {
                if (mark) { item.append(' ', make('span', mark, 'mark')); }
            });
            if (won) { item.append(' ', make('span', plural(won, 'trick'), 'won w' + won)); }
            return item;
        };

        const trick = number => {
            const { cards, winner } = tricks[number];
            const whole = make('div', '', 'practice-trick' + (winner ? ' is-won' : ''));
            const list = make('ol');
            whole.append(make('p', 'Trick ' + (number + 1) + (winner ? ', taken by ' + data.names[winner - 1] : '')), list);
            cards.forEach(([seat, face]) => {
                const item = list.appendChild(make('li', '', seat + 1 === winner ? 'wins' : ''));
                item.append(card(data.faces[face]), make('span', data.names[seat]));
            });
            return whole;
        };

        /* The others in playing order, the trick that lies and the last that was won, the learner nearest. */
        const draw = point => {
            const facts = make('p', '', 'practice-facts');
            facts.append(make('span', 'Pool ' + data.pool, 'heap'), ' ', card(data.faces[data.turned]), ' ',
                make('span', 'turned up; trump ' + data.words[point.trump]));
            const others = make('ul', '', 'practice-seats');
            data.names.slice(1).forEach((_, step) => {
                others.append(sitter((data.me + 1 + step) % data.names.length, 'li'));
            });
            const middle = make('div', '', 'practice-tricks');
            const lies = tricks.length && !tricks.at(-1).winner;
            tricks.slice(lies ? -2 : -1).forEach((_, step, shown) => {
                middle.append(trick(tricks.length - shown.length + step));
            });
            if (tricks.length === 0) { middle.append(make('p', 'No card has been played.')); }
            if (tricks.length && !lies && !point.over) { middle.append(make('p', 'You lead.')); }
            const own = sitter(data.me, 'div');
            own.classList.add('practice-own');
            if (!point.over) { own.append(hold(point)); }
            cloth.replaceChildren(facts, others, middle, own);
        };

        const takesCards = may => ['exchange', 'take the turn-up'].includes(may[0]);
        const marks = () => marked.reduce((sum, is, at) => sum + (is ? 1 << at : 0), 0);

        /* His cards: to be played, to be marked, or to be looked at. */
        const hold = point => {
            const row = make('div', '', 'practice-hand');
            const marking = point.may.some(may => takesCards(may) && may[4].length);
            marked = point.held.map(() => false);
            point.held.forEach((face, place) => {
                const may = point.may.find(may => may[2] === face + 1);
                const one = row.appendChild(card(data.faces[face], (may || marking) && 'button'));
                if (may || marking) {
                    one.type = 'button';
                    one.addEventListener('click', () => {
                        if (may) { return choose(may, 0); }
                        marked[place] = !marked[place];
                        one.setAttribute('aria-pressed', marked[place]);
                    });
                }
                if (!may && marking) { one.setAttribute('aria-pressed', 'false'); }
            });
            return row;
        };

        /* A choice in words: the card, or the deed with the cards that it takes. */
        const named = (point, may, key) => {
            if (may[2]) { return data.faces[may[2] - 1][0]; }
            const cards = point.held.filter((_, place) => key >> place & 1).map(face => data.faces[face][0]).join(' ');
            return 'to ' + (cards ? may[0] + (may[0] === 'exchange' ? ' ' : ' for ') + cards : data.words[may[1]].toLowerCase());
        };

        const after = line => data.points[data.lines[line][1]];

        /* All choices that keep the most within reach: each with its line. */
        const best = point => point.may.flatMap(may => may[4].filter(([, line]) => after(line).best === point.best)
            .map(([key, line]) => ({ name: named(point, may, key), line })));

        const anyOf = point => {
            const names = best(point).map(one => one.name);
            return names.slice(0, 3).join(' or ') + (names.length > 3 ? ' or the like' : '');
        };

        const choose = (may, key) => {
            const [deed, , , [words, topic], lines] = may;
            const line = lines.find(one => one[0] === key);
            if (!lines.length) { return say('Not allowed: ' + data.words[words].replace('refused: ', '') + '. ', clause(topic)); }
            if (!line && deed === 'exchange') { return say('Mark cards, and then exchange: you ' + data.words[words] + '. ', clause(topic)); }
            if (!line) { return say('Mark one card: the turn-up takes its place. ', clause(topic)); }
            return take(line[1], may, key);
        };

        const take = (line, may, key) => {
            const before = data.points[at];
            const isCard = may[2] > 0;
            const when = isCard ? 'Trick ' + (tricks.filter(one => one.winner).length + 1) : 'Before the play';
            if (after(line).best < before.best) {
                review.push(when + ': ' + named(before, may, key) + ' left ' + signed(after(line).best) +
                    ' within reach; ' + anyOf(before) + ' kept ' + signed(before.best) + '.');
            }
            at = data.lines[line][1];
            show(happen(data.lines[line][0]));
            board.querySelector('.practice-hand button, .practice-deeds button').focus({ preventScroll: true });
        };

        const hint = () => {
            const point = data.points[at];
            const [, , , [words, topic]] = point.may.find(may => may[4].length);
            const rule = data.points[at].may[0][2] ? [capital(data.words[words]) + ' (', clause(topic), '). '] : [];
            say(...rule, 'As the cards lie, ' + signed(point.best) + ' can still be had: ' + anyOf(point) + '.');
        };

        const show = happened => {
            const point = data.points[at];
            draw(point);
            deeds.replaceChildren();
            say(happened);
            if (point.over) { return end(point); }
            message.append(make('p', point.may[0][2] ? 'Your turn: play a card.' : 'Your turn.', 'practice-turn'));
            point.may.filter(may => !may[2]).forEach(may => {
                deeds.append(button(data.words[may[1]], () => choose(may, takesCards(may) ? marks() : 0)));
            });
            deeds.append(button('Hint', hint, 'practice-hint'));
        };

        /* What the best play would have been, from the first choice on. */
        const bestPlay = () => {
            const names = [];
            for (let point = data.points[0]; !point.over;) {
                const { name, line } = best(point)[0];
                names.push(name);
                point = after(line);
            }
            return names.join(', ');
        };

        const end = point => {
            const most = data.points[0].best;
            const names = data.names.concat('the pool');
            const sum = point.over.reduce((sum, chips) => sum + chips, 0);
            keep(box.dataset.name, point.best);
            message.append(
                make('p', 'You came to ' + signed(point.best) + '. As the cards lay, ' +
                    (point.best === most ? 'there was no more to be had.' : signed(most) + ' was to be had: ' + bestPlay() + '.'), 'practice-turn'),
                ...review.map(words => make('p', words, 'practice-review')),
                make('p', point.over.map((chips, at) => names[at] + ' ' + chips).join(', ') + ': ' + sum + ' in all.', 'practice-chips'));
            deeds.append(button('Play it again', () => {
                start();
                board.querySelector('button').focus({ preventScroll: true });
            }, 'practice-again'));
        };

        const start = () => {
            at = 0;
            tricks = [];
            review = [];
            seats = data.names.map(() => ({ won: 0, out: false }));
            story.replaceChildren();
            show(happen(data.opening));
        };

        start();
        board.querySelector('button').focus({ preventScroll: true });
    };

    const open = deal => {
        const box = deal.closest('.practice');
        const known = (window.mouchePractice || {})[box.dataset.deal];
        if (deal.hidden) { return; }
        if (known) {
            box.classList.remove('is-listed');
            deal.hidden = true;
            begin(box, known);
            return;
        }
        const script = document.createElement('script');
        script.src = box.dataset.deal;
        script.onload = () => open(deal);
        script.onerror = () => {
            box.classList.add('is-listed');
            deal.textContent = 'The deal could not be loaded. Try again';
        };
        document.head.append(script);
    };

    /* Without a script that answers it there is no button. */
    document.querySelectorAll('.practice-begin').forEach(deal => { deal.hidden = false; });
    window.mouche.practice = { open, tell: tellProgress };
})();
