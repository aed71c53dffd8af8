/* The first page of the course: what was done of each lesson in this browser, and where to go on. */
(() => {
    'use strict';

    const kept = window.mouche.kept('mouche-course');
    const page = address => address.pathname.split('/').pop();

    const button = (words, does) => {
        const made = document.createElement('button');
        made.type = 'button';
        made.textContent = words;
        made.addEventListener('click', does);
        return made;
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

    document.querySelectorAll('.course').forEach(course => {
        list(course);
        keep(course);
    });
})();
