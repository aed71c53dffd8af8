/* Questions in a lesson: a card on the table is touched, and its answer opens, which stands in the page already. What was
   answered is kept in this browser, and the first page of the course says where to go on. */
(() => {
    'use strict';

    const kept = window.mouche.kept('mouche-course');
    const page = address => address.pathname.split('/').pop();
    const questions = Array.from(document.querySelectorAll('.asked'));

    /* How far a lesson is: how many of its questions were answered, and how many it has. */
    const note = () => {
        const done = kept.read()[page(location)] || {};
        const answered = questions.filter(({ id }) => id in done).length;
        const next = document.querySelector('.turn [rel=next]');
        if (next) { next.classList.toggle('is-offered', answered === questions.length); }
        questions.forEach(asked => asked.classList.toggle('is-answered', asked.id in done));
    };

    const begin = asked => {
        const answers = Array.from(asked.querySelectorAll('.asked-answers > details'));
        const right = answer => Boolean(answer.querySelector('.may'));
        asked.classList.add('is-live');
        answers.forEach(answer => {
            const face = answer.querySelector('summary .card');
            const held = Array.from(asked.querySelectorAll('.mover .place .card'));
            const lies = face && held.find(card => card.textContent === face.textContent);
            const button = document.createElement('button');
            if (lies) {
                button.type = 'button';
                button.className = lies.className;
                button.textContent = lies.textContent;
                button.setAttribute('aria-label', lies.textContent + ', ' + lies.getAttribute('aria-label'));
                button.addEventListener('click', () => { answer.open = !answer.open; });
                lies.replaceWith(button);
                asked.classList.add('is-touched');
            }
            answer.addEventListener('toggle', () => {
                button.setAttribute('aria-expanded', answer.open);
                if (!answer.open) { return; }
                button.classList.add(right(answer) ? 'may' : 'may-not');
                const done = kept.read();
                const own = done[page(location)] = { ...done[page(location)], of: questions.length };
                /* The first answer counts; a question is done when something that may be done was found. */
                if (!(asked.id in own) && right(answer)) { own[asked.id] = !asked.classList.contains('is-missed'); }
                if (!right(answer)) { asked.classList.add('is-missed'); }
                kept.write(done);
                note();
            });
        });
    };

    /* The lessons of the course, each with what was done of it; and the first that is not done is offered. */
    const list = course => {
        const done = kept.read();
        const links = Array.from(course.querySelectorAll('a'));
        const rest = links.filter(link => {
            const { of, ...own } = done[page(link)] || {};
            const count = Object.keys(own).length;
            if (of) { link.insertAdjacentHTML('afterend', count === of ? ' <b class="is-done">done</b>' : ` <small>${count} of ${of}</small>`); }
            return !of || count < of;
        });
        if (rest.length && rest.length < links.length) {
            const on = document.createElement('p');
            on.append('Go on with ', rest[0].cloneNode(true), '.');
            course.before(on);
        }
    };

    questions.forEach(begin);
    document.querySelectorAll('.course').forEach(list);
    if (questions.length) { note(); }
})();
