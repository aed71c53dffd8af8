/* A clause is linked to and cited by a press: its § copies its address; an opened clause copies its citation, or shows it as
   BibTeX. The words of the citation stand in the page; this adds the address and the buttons. */
import { showNotice } from './book/loading.js';
import { copyAndTell, copyText } from './tools/clipboard.js';
import { createButton } from './tools/elements.js';

const data = document.querySelector('.cite-data').dataset;

/** @param {string} clause */
function addressOf(clause) {
    return `${location.href.split('#')[0]}#${clause}`;
}

/**
 * @param {string} clause
 * @param {string} title
 * @param {string} note
 */
function bibtexEntry(clause, title, note) {
    /** @type {(text: string) => string} */
    const escape = text => text.replace(/[{}\\]/g, '').replace(/[&%$#_]/g, '\\$&');
    const fields = {
        author: `{${escape(data.authors)}}`, title: escape(title), booktitle: escape(data.book), chapter: escape(data.chapter),
        edition: escape(data.version), year: /\d{4}|$/.exec(data.version)[0], url: addressOf(clause), note: escape(note),
    };
    const lines = Object.entries(fields).filter(([, value]) => value).map(([key, value]) => `  ${key} = {${value}}`);
    const page = location.pathname.split('/').pop().replace(/\.html$/, '');
    return `@incollection{${page}:${clause},\n${lines.join(',\n')}\n}\n`;
}

function createStatus() {
    const status = document.createElement('span');
    status.setAttribute('role', 'status');
    return status;
}

/** @param {Element} cell */
function headingOf(cell) {
    let heading = cell.closest('.clause-apparatus').previousElementSibling;
    while (heading && heading.tagName !== 'H3') {
        heading = heading.previousElementSibling;
    }
    return heading;
}

/** @param {Element} cell */
function addButtons(cell) {
    const heading = headingOf(cell);
    if (!heading || cell.querySelector('button')) {
        return;
    }
    const status = createStatus();
    const words = cell.firstElementChild.textContent;
    const copies = {
        'Copy link': () => addressOf(heading.id),
        'Copy citation': () => `${words} ${addressOf(heading.id)}`,
        BibTeX: () => bibtexEntry(heading.id, heading.textContent, words.slice(words.lastIndexOf('; ') + 2)),
    };
    cell.append(document.createElement('br'));
    for (const [label, text] of Object.entries(copies)) {
        cell.append(createButton(label, () => copyAndTell(text(), status)), ' ');
    }
    cell.append(status);
}

/* The sign beside a clause's name copies its address. */
document.addEventListener('click', async event => {
    /** @type {HTMLAnchorElement} */
    const link = event.target.closest('h3 > a.header');
    if (!link) {
        return;
    }
    const isCopied = await copyText(addressOf(decodeURIComponent(link.hash.slice(1))));
    const words = isCopied ? 'Link copied.' : 'The browser does not allow copying. Copy the address of this page instead.';
    const notice = showNotice(words);
    setTimeout(() => { if (notice.textContent === words) { notice.remove(); } }, 5000);
});

/* A `details` that opens tells nobody above it, so it is heard on the way down. */
document.addEventListener('toggle', ({ target }) => {
    const cell = target.closest('details[open]')?.querySelector('.citation');
    if (cell) {
        addButtons(cell);
    }
}, true);
document.querySelectorAll('.clause-apparatus[open] .citation').forEach(addButtons);
