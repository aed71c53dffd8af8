/* Your turn: a hand is stopped before each choice of one seat, and the reader makes it. What may be done, why, and what it
   can come to is read off the step that follows; nothing here knows a rule. */
import { isRecord, readEntries, writeValue } from './tools/storage.js';

const STORE = 'mouche-quiz';

/* Chips won or lost. */
function signed(chips) {
    return chips > 0 ? '+' + chips : String(chips).replace('-', '−');
}

function make(name, words, className) {
    const one = document.createElement(name);
    if (words) { one.textContent = words; }
    if (className) { one.className = className; }
    return one;
}

export function beginQuiz(hand) {
    const steps = Array.from(hand.querySelectorAll('.hand-step'));
    const toggle = hand.querySelector('[data-go=quiz]');
    const seat = control('seat');
    const edition = control('edition');
    /* Who is asked, and by which rules: these stand here while the questions do. */
    const chosen = [seat, edition].filter(Boolean).map(one => one.closest('label'));
    const after = chosen[0].previousSibling;
    const box = make('div', '', 'hand-quiz');
    const done = readEntries(STORE, isRecord);
    let on = false;
    let at = 0;
    let asked = '';
    const before = {};
    const who = box.appendChild(make('p', '', 'hand-quiz-who'));
    const ask = box.appendChild(make('p', '', 'hand-label'));
    const row = box.appendChild(make('p', '', 'hand-quiz-choices'));
    const told = box.appendChild(make('p', '', 'hand-quiz-told'));
    const line = box.appendChild(make('p', '', 'hand-score'));
    /* Some hosts serve a page without `.html`: what is kept must be found there too. */
    const [folder, file] = location.pathname.replace(/\/$/, '').replace(/(\.html)?$/, '.html').split('/').slice(-2);
    const page = `${folder}/${file}#${hand.id}/`;

    /* What is said anew is told to those who listen. */
    ask.setAttribute('role', 'status');
    told.setAttribute('role', 'status');
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Your turn');

    function control(name) {
        return hand.querySelector('[data-set=' + name + ']');
    }

    function value(name, to) {
        const one = control(name);
        const key = one.type === 'checkbox' ? 'checked' : 'value';
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
        const each = (choice.dataset.best || '-').split(' ');
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
        const one = make('button', words);
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
        const of = Array.from(choice.parentNode.querySelectorAll('strong, .why'), one => one.textContent);
        return of.length ? of.join('. ').replace(/[.]?$/, '.') : choice.textContent + '.';
    }

    function clause(choice) {
        return choice.parentNode.querySelector('.clause').cloneNode(true);
    }

    /* What a choice comes to, beside the best of them. */
    function outcome(choice, all) {
        const known = all.filter(one => !isNaN(best(one)));
        if (isNaN(best(choice)) || known.length < 2) { return ''; }
        const most = Math.max(...known.map(best));
        const own = ' If all play their best, it brings ' + signed(best(choice));
        return own + (best(choice) === most ? ', and nothing brings more.' :
            '; ' + known.filter(one => best(one) === most).map(named).join(' or ') + ' would bring ' + signed(most) + '.');
    }

    /* Editions that say otherwise of the same choice. */
    function otherwise(choice, step) {
        return Array.from(step.querySelectorAll('.hand-column')).map(column => {
            const other = listed(column, seat.value).find(one => named(one) === named(choice));
            return other && allowed(other) !== allowed(choice) ?
                ' Not so in ' + column.getAttribute('aria-label') + ': ' + says(other) : '';
        }).join('');
    }

    function answer(choice, all, next) {
        const id = question(steps[next]);
        const kept = done[own()] = done[own()] || {};
        if (!(id in kept)) {
            kept[id] = allowed(choice) ? 1 : 0;
            keep();
        }
        told.textContent = named(choice) + ': ';
        told.append(says(choice) + ' ', clause(choice), outcome(choice, all) + otherwise(choice, steps[next]));
        if (allowed(choice)) {
            asked = id;
            let on = button('See what is done', () => { go(next); });
            told.append(' ', on);
            on.focus({ preventScroll: true });
        }
        score();
    }

    function keep() {
        if (!writeValue(STORE, done)) {
            hand.querySelector('.hand-live').textContent = 'This browser keeps nothing: your answers count until you leave the page.';
        }
    }

    function score() {
        const kept = done[own()] || {};
        const all = Object.keys(kept);
        const right = all.filter(id => kept[id]).length;
        line.textContent = all.length ? 'Right at first: ' + right + ' of ' + all.length + '. ' : '';
        if (all.length) {
            line.appendChild(button('Forget this', () => {
                delete done[own()];
                keep();
                score();
                focus();
            }));
        }
    }

    /* What a card is called: those that lie together are named together, in their order. */
    function face(card) {
        const held = card.closest('.cards');
        const place = Array.from(held.querySelectorAll('.card:not(.gone)')).indexOf(card);
        return (held.dataset.names || held.getAttribute('aria-label')).split('; ')[place];
    }

    function offer(choice, all, next) {
        const one = button(named(choice), () => { answer(choice, all, next); });
        if (choice.matches('.mini')) {
            const lies = Array.from(steps[at].querySelectorAll('.place .card')).find(card => {
                return card.textContent === choice.textContent;
            });
            one.className = choice.className.replace('mini', 'card');
            /* With what is seen on it, for those who speak to it. */
            if (lies) { one.setAttribute('aria-label', choice.textContent + ', ' + face(lies)); }
        }
        row.append(one, ' ');
    }

    function hint(all) {
        const may = all.filter(allowed);
        told.textContent = may.length + ' of these ' + all.length + ' may be chosen: ';
        told.append(clause(may[0]), '.');
    }

    /* Cards as they are held, and words by their letters: the line that they stand in would tell the answer. */
    function held(one, other) {
        const cards = Array.from(steps[at].querySelectorAll('.mine .place .card'), card => card.textContent);
        return cards.indexOf(named(one)) - cards.indexOf(named(other)) || named(one).localeCompare(named(other));
    }

    /* The question before the next step, if the choice there is the reader's and he has not answered it. */
    function pose() {
        const next = at + 1;
        const all = choices(steps[next]);
        box.hidden = !on;
        steps[at].querySelector('.tell').prepend(box);
        row.textContent = '';
        told.textContent = '';
        score();
        if (!all.length || asked === question(steps[next])) {
            const later = steps.findIndex((step, at) => at > next && choices(step).length && question(step) !== asked);
            ask.textContent = next === steps.length ? 'The hand is over.' : later > 0 ? 'It is not your turn.' : 'You are not asked again.';
            if (later > 0) { row.append(button('On to your turn', () => { go(later - 1); })); }
            return;
        }
        const who = seat.options[seat.selectedIndex].textContent;
        ask.textContent = 'Your turn, ' + who + ': ' + (all[0].matches('.mini') ? 'which card do you play?' : 'what do you declare?');
        all.sort(held).forEach(choice => { offer(choice, all, next); });
        row.append(button('Hint', () => { hint(all); }));
    }

    /* The seat that is asked most. */
    function busiest() {
        let asked = Array.from(seat.options, option => {
            return option.value && steps.filter(step => choices(step, option.value).length).length;
        });
        return seat.options[asked.indexOf(Math.max(...asked))].value;
    }

    /* Others' cards and what is to come are hidden; afterwards the hand is looked at as before. */
    function turn(is) {
        const names = ['seat', 'hides', 'waits', 'edition'].filter(control);
        if (is) {
            names.forEach(name => { before[name] = value(name); });
        }
        const inside = box.contains(document.activeElement);
        on = is;
        asked = '';
        toggle.setAttribute('aria-pressed', String(on));
        if (on) {
            if (edition && edition.value === '') { value('edition', 0); }
            if (seat.value === '') { value('seat', busiest()); }
            who.append(...chosen);
        } else {
            after.after(...chosen);
            if (inside) { toggle.closest('details').firstElementChild.focus({ preventScroll: true }); }
        }
        (on ? ['hides', 'waits'] : names).forEach(name => { value(name, on || before[name]); });
        pose();
    }

    hand.addEventListener('hand-shown', event => {
        at = event.detail;
        pose();
    });
    /* One who sits nowhere, or plays by all rules at once, has no turn. */
    [seat, edition].filter(Boolean).forEach(one => {
        one.addEventListener('change', () => {
            if (on && one.value === '') {
                before[one.dataset.set] = '';
                return turn(false);
            }
            asked = '';
            return pose();
        });
    });
    toggle.addEventListener('click', () => { turn(!on); });
    at = Math.max(0, steps.findIndex(step => step.classList.contains('is-now')));
    turn(true);
}

