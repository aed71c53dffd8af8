/* A table at which the reader sits. The engine makes the HTML; here it is put into the page, and clicks become words. */
(() => {
    'use strict';

    const { mouche } = window;

    const begin = play => {
        const one = what => play.querySelector(what);
        const [company, form, hand, list, asks, says, live]
            = ['.play-table', 'form', '.play-hand', '.hand-steps', '.play-asks', '.play-says', '.hand-live'].map(one);
        const controls = one('.hand-controls');
        const verdict = one('.play-verdict');
        const fields = form.elements;
        /* In a lesson the table is given, and stands in no address; pages of the book lie elsewhere from there. */
        const is_given = play.dataset.table;
        const given = new URLSearchParams(location.hash.slice(1));
        const { root } = document.body.dataset;
        const placed = html => html && html.replace(/ href="(?!#|https?:)/g, ' href="' + root);
        const go = name => one(`[data-go=${name}]`);
        const done = mouche.kept('mouche-practice');
        let ask, table, steps = 0, now = 0, shown, counted;
        const pause = ms => new Promise(done => setTimeout(done, ms));

        /* A company's own table is told by the printed edition, what it has agreed, and its name. */
        const house = rules => rules?.dataset.house && new URLSearchParams(rules.dataset.house);
        const named = address => ({
            edition: address.get('edition'), options: address.getAll('option'), ...address.has('table') && { table: address.get('table') },
        });

        /* What may be agreed in the game chosen: it is laid out when it is first asked for. */
        const agreeable = () => {
            const own = `[data-edition="${fields.edition.value}"]`;
            const kept = form.querySelector(`template${own}`);
            kept?.replaceWith(kept.content);
            return [...form.querySelectorAll(`${own} [data-option]`)];
        };
        const agreed = () => agreeable().filter(one => one.value.trim()).map(one => `${one.dataset.option}=${one.value.trim()}`);
        const agree = options => options.forEach(written => {
            const [name, ...value] = written.split('=');
            const control = agreeable().find(one => one.dataset.option === name);
            if (control) {
                const said = value.join('=');
                control.value = said;
                if (control.value !== said) { control.add(new Option(said, said, true, true)); }
                control.closest('details').open = true;
            }
        });

        /* What a list offers, and what it cannot now: if that was chosen, another is. */
        const offer = (field, is_offered) => {
            const all = [...field.options];
            all.forEach(one => { one.hidden = one.disabled = !is_offered(one); });
            if (field.selectedOptions[0]?.disabled !== false) { field.value = all.find(one => !one.disabled).value; }
        };

        const companies = () => {
            offer(fields.edition, one => one.dataset.game === fields.game.value);
            form.querySelectorAll('.play-agreed').forEach(one => { one.hidden = one.dataset.edition !== fields.edition.value; });
            const [players, before] = [fields.players, fields.players.value || '4'];
            const other = agreeable().flatMap(one => [...one.selectedOptions || []]).find(one => one.dataset.players);
            const allowed = (other || fields.edition.selectedOptions[0]).dataset.players.split(' ');
            players.replaceChildren(...allowed.map(count => new Option(count)));
            players.value = allowed.includes(before) ? before : allowed[0];
            offer(fields.drill, drill => !drill.value || drill.dataset.editions.split(' ').includes(fields.edition.value));
            offer(fields.seat, seat => Number(seat.value) < Number(fields.players.value));
            /* What is to be practised says who it is dealt to. */
            fields.seat.closest('label').hidden = !!fields.drill.value;
        };

        /* The table that the form names. */
        const chosen = words => {
            const [players, seat, seed] = ['players', 'seat', 'seed'].map(name => Number(fields[name].value));
            const rules = fields.edition.selectedOptions[0];
            const all = { ...named(house(rules) || new URLSearchParams({ edition: rules.value })), players, seat, seed, drill: fields.drill.value, words };
            return { ...all, options: [...all.options, ...agreed()] };
        };

        /* What is said beside the table, and to those who listen: the steps that are new, if nothing else is. What they listen
           to stays in its place, since what is moved may be told twice, or not at all. */
        const tell = (words, heard = words) => {
            says.textContent = words;
            live.textContent = '';
            live.textContent = heard;
        };

        /* The steps before one, back to the learner's last move or to the deal: what the others did meanwhile. */
        const since = step => {
            const before = step.previousElementSibling;
            if (before?.matches('.hand-step-refused')) { return since(before); }
            const ends = !before || step.matches('.hand-step-deal') || before.querySelector(`.hand-say.m${table.seat}`);
            return ends ? [] : [...since(before), before];
        };
        const recall = step => {
            const told = document.createElement('ol');
            told.className = 'play-since';
            since(step).forEach(one => {
                const item = document.createElement('li');
                item.className = one.classList[1].slice(5);
                item.innerHTML = one.querySelector('.hand-say').innerHTML + ' ';
                item.querySelectorAll('.clause').forEach(clause => clause.remove());
                told.append(item);
            });
            step.querySelector('.hand-say').before(told);
            /* Why a card is refused comes first: the others' cards were told before it. */
            step.querySelector('.hand-step-refused .hand-choices')?.after(told);
        };

        const show = at => {
            const all = list.children;
            now = Math.min(Math.max(at, 0), all.length - 1);
            [...all].forEach((step, index) => step.classList.toggle('is-now', index === now));
            go('back').disabled = !now;
            go('next').disabled = now >= steps - 1;
            one('.hand-count').textContent = `${now + 1} of ${steps}`;
        };

        /* What the others did is shown card by card; whoever is in haste does the next thing at once. */
        const walk = async to => {
            const own = shown = {};
            while (now < to && own === shown) {
                const next = now + 1;
                await mouche.turn(list.children[now], list.children[next], () => own === shown && show(next));
                if (now < to && own === shown) { await pause(400); }
            }
        };

        /* The learner's own cards are what they play with: those of the last step, and of no other. */
        const arm = () => {
            const step = list.lastElementChild;
            const plays = asks.querySelector('[data-plays]');
            list.querySelectorAll('button.card').forEach(card => { card.disabled = true; });
            if (!plays && !asks.querySelector('[data-cards]')) { return; }
            step.querySelectorAll(`.s${table.seat} .place .card:not(.gone)`).forEach(card => {
                const button = document.createElement('button');
                button.type = 'button';
                button.className = card.className;
                button.textContent = card.textContent;
                button.setAttribute('aria-label', `${card.textContent}, ${card.getAttribute('aria-label')}`);
                if (plays) { button.dataset.says = card.textContent; } else { button.setAttribute('aria-pressed', 'false'); }
                card.replaceWith(button);
            });
        };

        /* What each choice comes to: it stands in the step, and the sentence says where. */
        const foresee = html => {
            if (!html.startsWith('<')) { return tell(html); }
            tell('What each choice comes to stands below, best first.');
            list.querySelectorAll('.hand-instead').forEach(old => old.remove());
            asks.insertAdjacentHTML('afterend', html);
            list.lastElementChild.querySelector('.hand-instead').open = true;
        };

        const clear = () => {
            steps = now = 0;
            one('.play-note').textContent = '';
            hand.prepend(verdict, says, asks);
            asks.replaceChildren();
            list.replaceChildren();
        };

        /* The address is the table. */
        const toAddress = () => {
            if (is_given) { return; }
            const { words, begun, options = [], ...rest } = table;
            const address = new URLSearchParams({
                ...begun && { step: begun.step, told: begun.edition }, ...rest, words: words.join('_'), ...begun && { text: given.get('text') },
            });
            options.forEach(one => address.append('option', one));
            history.replaceState(null, '', '#' + address);
        };

        const put = (told, anew) => {
            ['html', 'asks', 'what_if', 'drill'].forEach(name => { told[name] = placed(told[name]); });
            controls.hidden = told.failed && !steps;
            hand.removeAttribute('aria-busy');
            if (told.failed) {
                tell(told.failed);
                company.hidden = steps > 0;
                return;
            }
            if (told.unclear) { table.words.pop(); }
            Object.assign(table, { seat: told.seat, seed: told.seed });
            toAddress();
            hand.style.setProperty('--sit', table.seat);
            shown = null;
            if (anew) { clear(); }
            if (now < steps - 1) { show(steps - 1); }
            list.insertAdjacentHTML('beforeend', told.html);
            list.querySelectorAll('.hand-nav').forEach(links => links.remove());
            list.querySelectorAll(`.s${table.seat}`).forEach(seat => seat.classList.add('mine'));
            if (told.note) { one('.play-note').textContent = told.note; }
            const fresh = told.steps - steps;
            steps = told.steps;
            verdict.innerHTML = told.verdict || '';
            asks.innerHTML = told.asks || (table.drill ? '<button type="button" data-go="more">The next deal</button>'
                : told.is_over ? '' : '<button type="button" data-says="deal">Deal the next hand</button>');
            const news = [...list.children].slice(steps - fresh);
            news.forEach(recall);
            /* Where all is new, one hears what one would have heard last. */
            const last = list.lastElementChild;
            const heard = (fresh < steps ? news : [...since(last), last]).map(step => step.dataset.say).join(' ');
            const words = told.unclear || told.hint || (told.is_over ? 'The session is over by its rules.' : '');
            tell(words, words || `${verdict.textContent} ${heard}`.trim());
            about(told);
            go('undo').disabled = !table.words.length;
            go('hint').disabled = !told.asks;
            go('save').disabled = !told.is_tellable;
            last.querySelector('.hand-title').after(verdict, says, asks);
            arm();
            if (told.what_if) { foresee(told.what_if); }
            go('what').disabled = !asks.querySelector('[data-foreseen]') || Boolean(told.what_if);
            if (fresh < steps && !mouche.still.matches) {
                show(Math.max(steps - 1 - fresh, 0));
                walk(steps - 1);
            } else {
                show(steps - 1);
            }
            /* How it might have gone is worked out while the reader looks at what they won. */
            if (!told.asks) {
                ask({ table: { ...table, from: steps, account: true } }).then(reckon);
                play.dispatchEvent(new CustomEvent('hand-over'));
            }
        };

        /* What is drilled, and how many of its deals were played here to their end. */
        const about = told => {
            one('.play-about').innerHTML = told.drill || '';
            const [deals, best] = done.read()[table.drill] || [];
            if (told.drill && deals) {
                one('.play-drill').append(` Played so far: ${deals}${best === null ? '' : `; nothing given away in ${best}`}.`);
            }
        };

        const reckon = ({ account, drill }) => {
            if (!account || asks.querySelector('.play-account')) { return; }
            asks.insertAdjacentHTML('afterbegin', placed(account.html));
            const deal = JSON.stringify([table.edition, table.players, table.seed]);
            if (drill && deal !== counted) {
                counted = deal;
                const kept = done.read();
                const [deals, best] = kept[table.drill] || [0, 0];
                done.write({ ...kept, [table.drill]: [deals + 1, account.is_best === null ? null : best + account.is_best] });
                about({ drill: placed(drill) });
            }
        };

        /* Asks how the table stands; from the first step, where words were taken back. */
        const question = (anew, more) => {
            if (!ask) {
                ask = mouche.engine(play.dataset.engine);
                /* While it is unpacked the pictures of the cards come, before the first card needs them. */
                mouche.load(play.dataset.engine).then(() => { new Image().src = root + 'cards.svg'; });
            }
            hand.setAttribute('aria-busy', 'true');
            return ask({ table: { ...table, from: anew ? 0 : steps, ...more } }).then(told => put(told, anew), () => {
                hand.removeAttribute('aria-busy');
                tell('The engine cannot be run by this browser. In the terminal the program plays too.');
            });
        };

        const sit = named => {
            table = named;
            company.hidden = true;
            hand.hidden = false;
            hand.classList.add('hand', 'is-stepped', 'is-ready');
            clear();
            return question(true);
        };

        /* What is saved tells the cards of all: nobody is told them before. */
        const save = async () => {
            const { scenario } = await ask({ table: { ...table, from: steps, save: true } });
            if (!scenario) { return; }
            const href = URL.createObjectURL(new Blob([scenario], { type: 'text/markdown' }));
            Object.assign(document.createElement('a'), { href, download: `session-${table.seed}.md` }).click();
            setTimeout(() => URL.revokeObjectURL(href), 1000);
        };

        /* The reader turns to a step. */
        const turn = at => {
            shown = null;
            show(at);
            live.textContent = list.children[now].dataset.say;
        };

        const deeds = {
            back: () => turn(now - 1),
            next: () => turn(now + 1),
            hint: () => question(false, { hint: true }),
            what: () => {
                go('what').disabled = true;
                tell('Working it out …');
                return question(false, { what_if: true });
            },
            leave: () => {
                company.hidden = false;
                form.querySelector('select, button').focus();
            },
            more: () => sit({ ...table, seed: table.seed + 1, words: [] }),
            again: () => sit({ ...table, words: [] }),
            save,
            undo: () => {
                table.words.pop();
                return question(true);
            },
        };

        hand.addEventListener('click', event => {
            const [said, gone, card, back, cloth] = ['[data-says]', '[data-go]', 'button.card', '[data-back]', '.cloth'].map(what => event.target.closest(what));
            /* Whoever touches the table while the others play sees at once what they have played. */
            if (shown && cloth && now < steps - 1) { return turn(steps - 1); }
            /* One thing after the other. */
            if (hand.matches('[aria-busy]') && !event.target.closest('[data-go=back], [data-go=next], [data-go=leave]')) { return; }
            if (said) {
                const cards = said.dataset.cards === 'none' ? []
                    : Array.from(list.lastElementChild.querySelectorAll('.card[aria-pressed=true]'), one => one.textContent);
                table.words.push([said.dataset.says, ...cards].join(' '));
                question(false);
            } else if (gone) {
                deeds[gone.dataset.go]();
            } else if (back) {
                table.words.length = Number(back.dataset.back);
                question(true);
            } else if (card) {
                card.setAttribute('aria-pressed', card.getAttribute('aria-pressed') !== 'true');
            }
        });
        hand.addEventListener('keydown', event => {
            const by = { ArrowLeft: 'back', ArrowRight: 'next' }[event.key];
            if (by) {
                event.preventDefault();
                deeds[by]();
            }
        });
        one('.play-none').hidden = true;
        company.hidden = false;
        form.addEventListener('submit', event => {
            event.preventDefault();
            sit(is_given ? mouche.given(play) : chosen([]));
        });
        if (is_given) { return; }
        form.addEventListener('change', companies);
        const words = (given.get('words') || '').split('_').filter(Boolean);
        fields.seed.value = given.get('seed') || Math.floor(Math.random() * 1e6);
        if (given.has('edition')) {
            const is_it = one => given.has('table') && house(one)?.get('table') === given.get('table');
            fields.edition.value = ([...fields.edition.options].find(is_it) || { value: given.get('edition') }).value;
            fields.game.value = fields.edition.selectedOptions[0]?.dataset.game || fields.game.options[0].value;
        }
        const settled = house(fields.edition.selectedOptions[0])?.getAll('option') || [];
        agree(given.getAll('option').filter(one => !settled.includes(one)));
        companies();
        if (given.has('text')) {
            const [seat, seed, edition] = ['seat', 'seed', 'told'].map(name => Number(given.get(name)));
            const unread = () => {
                hand.hidden = false;
                controls.hidden = true;
                tell('This address cannot be read: no hand stands in it.');
            };
            mouche.unpack(given.get('text')).then(text => {
                sit({ ...given.has('table') && named(given), begun: { text, step: given.get('step'), edition }, seat, seed, words });
            }, unread);
        } else if (given.has('edition')) {
            fields.players.value = given.get('players');
            fields.drill.value = given.get('drill') || '';
            fields.seat.value = given.get('seat') || '0';
            companies();
            /* What the address says is said to the engine, even what no control could say. */
            sit({ ...chosen(words), ...named(given) });
        }
    };

    /* A book that was made without the engine says so. */
    document.querySelectorAll('.play[data-engine$=js]').forEach(begin);
})();
