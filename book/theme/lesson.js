/* What a lesson asks: a card on the table is touched, and its answer opens, which stands in the page already; and deals that
   are played there. What was done is kept in this browser, and the first page of the course says where to go on. */
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
        const lie = Array.from(asked.querySelectorAll('.mover .place .card, .laid .card, .name'));
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
                if ('all' in asked.dataset && !answers.filter(right).every(one => found.has(one))) { return; }
                finish(asked, !asked.classList.contains('is-missed'));
            });
        });
    };

    /* The lessons of the course, each with what was done of it; and the first that is not done is offered. */
    const list = course => {
        course.querySelectorAll('.is-done, small').forEach(old => old.remove());
        document.querySelectorAll('.course-on').forEach(old => old.remove());
        const done = kept.read();
        const links = Array.from(course.querySelectorAll('a'));
        const rest = links.filter(link => {
            const { of, ...own } = done[page(link)] || {};
            const count = Object.keys(own).length;
            if (of) { link.insertAdjacentHTML('afterend', count >= of ? ' <b class="is-done">done</b>' : ` <small>${count} of ${Number(of)}</small>`); }
            return !of || count < of;
        });
        if (rest.length && rest.length < links.length) {
            const on = document.createElement('p');
            on.className = 'course-on';
            on.append('Go on with ', rest[0].cloneNode(true), '.');
            course.before(on);
        }
    };

    /* What was done can be taken elsewhere, brought back, and forgotten. */
    const keep = course => {
        const row = document.createElement('p');
        row.className = 'course-kept';
        const says = document.createElement('span');
        says.setAttribute('role', 'status');
        const file = document.createElement('input');
        Object.assign(file, { type: 'file', accept: '.json', hidden: true });
        file.addEventListener('change', async () => {
            try {
                const read = JSON.parse(await file.files[0].text());
                if (typeof read !== 'object' || Array.isArray(read) || !Object.values(read).every(one => one && one.of > 0)) { throw new Error(); }
                kept.write(read);
                says.textContent = 'Brought back.';
                list(course);
            } catch (_) {
                says.textContent = 'This file cannot be read: it was not saved here.';
            }
        });
        row.append(
            button('Save progress', () => {
                const link = document.createElement('a');
                link.href = URL.createObjectURL(new Blob([JSON.stringify(kept.read())], { type: 'application/json' }));
                link.download = 'la-mouche-progress.json';
                link.click();
                setTimeout(() => URL.revokeObjectURL(link.href), 1000);
            }), ' ',
            button('Bring back', () => file.click()), ' ',
            button('Erase', () => {
                kept.write({});
                says.textContent = 'Erased.';
                list(course);
            }), ' ', says, file);
        course.after(row);
    };

    questions.forEach(begin);
    items.filter(item => item.matches('.play')).forEach(play => {
        play.addEventListener('hand-over', () => finish(play, true));
    });
    document.querySelectorAll('.course').forEach(course => {
        list(course);
        keep(course);
    });
    if (items.length) { note(); }
})();
