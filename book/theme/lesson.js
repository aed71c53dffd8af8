/* What a lesson asks: a card on the table is touched, and its answer opens, which stands in the page already; and deals that
   are played there. What was done is kept in this browser. */
(() => {
    'use strict';

    const kept = window.mouche.kept('mouche-course');
    const page = address => address.pathname.split('/').pop();
    const questions = Array.from(document.querySelectorAll('.asked'));
    const items = Array.from(document.querySelectorAll('.asked, .play[data-text]'));

    const button = (words, does) => {
        const made = document.createElement('button');
        made.type = 'button';
        made.textContent = words;
        made.addEventListener('click', does);
        return made;
    };

    /* How far a lesson is: which of its things were done. */
    const note = () => {
        const done = kept.read()[page(location)] || {};
        const next = document.querySelector('.turn [rel=next]');
        if (next) { next.classList.toggle('is-offered', items.every(({ id }) => id in done)); }
        items.forEach(item => item.classList.toggle('is-answered', item.id in done));
    };

    /* What is done is kept, with whether it was at the first try; the next thing is offered. */
    const finish = (item, first) => {
        const done = kept.read();
        const own = done[page(location)] = { ...done[page(location)], of: items.length };
        if (!(item.id in own)) { own[item.id] = first; }
        kept.write(done);
        note();
        if (item.querySelector('.asked-next')) { return; }
        const next = items[items.indexOf(item) + 1] || document.querySelector('.turn [rel=next]');
        if (!next) { return; }
        const go = button('Next', () => {
            if (next.href) { location.href = next.href; }
            next.scrollIntoView({ block: 'start' });
            const target = next.querySelector('button, summary, a');
            if (target) { target.focus({ preventScroll: true }); }
        });
        go.className = 'asked-next';
        item.append(go);
    };

    const begin = asked => {
        const answers = Array.from(asked.querySelectorAll('.asked-answers > details'));
        const right = answer => Boolean(answer.querySelector('.may:not(.but)'));
        const found = new Set();
        const lie = Array.from(asked.querySelectorAll('.mover .place .card, .laid .card, .who b'));
        asked.classList.add('is-live');
        answers.forEach(answer => {
            const summary = answer.querySelector('summary');
            const lies = lie.find(one => one.textContent === summary.textContent.trim());
            const touched = button('', () => { answer.open = !answer.open; });
            if (lies) {
                const named = lies.getAttribute('aria-label');
                touched.className = lies.className;
                touched.textContent = lies.textContent;
                if (named) { touched.setAttribute('aria-label', `${lies.textContent}, ${named}`); }
                lies.replaceWith(touched);
                asked.classList.add('is-touched');
            }
            answer.addEventListener('toggle', () => {
                touched.setAttribute('aria-expanded', answer.open);
                if (!answer.open) { return; }
                touched.classList.add(...answer.querySelector('p').classList);
                /* The first answer counts. Something that is good must be found, or all of it where all is asked for. */
                if (!right(answer)) {
                    asked.classList.add('is-missed');
                    return;
                }
                found.add(answer);
                const more = 'all' in asked.dataset ? answers.filter(right).length - found.size : 0;
                asked.querySelectorAll('.asked-more').forEach(one => one.remove());
                if (more) {
                    const still = document.createElement('span');
                    still.className = 'asked-more';
                    still.textContent = more === 1 ? ' One more.' : ` ${more} more.`;
                    answer.querySelector('.asked-verdict, p').append(still);
                    return;
                }
                finish(asked, !asked.classList.contains('is-missed'));
            });
        });
    };

    /* The table of a deal that stands here. */
    window.mouche.given = ({ dataset: { table, text } }) => {
        const given = new URLSearchParams(table);
        const [players, seed, seat] = ['players', 'seed', 'seat'].map(name => Number(given.get(name)));
        const named = text ? { begun: { text, step: given.get('step'), edition: 0 } }
            : { edition: given.get('edition'), options: [], players, drill: given.get('drill') };
        return { ...named, seat, seed, verdicts: true, words: [] };
    };

    questions.forEach(begin);
    document.querySelectorAll('.play[data-table]').forEach(play => {
        /* The table is as high as the window. */
        play.addEventListener('submit', () => play.scrollIntoView());
        play.addEventListener('hand-over', () => {
            const again = button('Again', () => {});
            again.dataset.go = 'again';
            play.querySelector('.play-asks').prepend(again, ' ');
            /* One deal is one deal, but in an evening. */
            if (!play.closest('.evening')) { play.querySelector('[data-says=deal]')?.remove(); }
            if (items.includes(play)) { finish(play, true); }
        });
    });
    note();
})();
