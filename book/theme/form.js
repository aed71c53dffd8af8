/* The table of the page Play: a reader chooses it in a form, or comes with its address. */
import { hideOwnHash, keepTable, showOwnHash, takeHash } from './form/address.js';
import { showChallenge } from './form/challenge.js';
import { followChoice, tableName } from './form/fields.js';
import { openTable, sitAtChosenTable, sitAtTableOfDay } from './form/open.js';
import { beginTable } from './play.js';

/** @param {HTMLElement} root */
function beginForm(root) {
    const form = root.querySelector('form');
    const play = beginTable(root, sitAtChosenTable, (table, answer) => keepTable(table, answer, tableName(form, table)));
    const followHash = () => {
        if (takeHash(location.hash)) {
            openTable(play, location.hash);
        }
    };
    form.addEventListener('change', event => followChoice(form, event.target));
    /** @type {HTMLElement} */
    const evening = form.querySelector('[data-deals]');
    evening.addEventListener('click', () => sitAtChosenTable(play, Number(evening.dataset.deals)));
    form.querySelector('[data-day]').addEventListener('click', () => sitAtTableOfDay(play));
    root.addEventListener('hand-over', event => {
        showChallenge(play, /** @type {CustomEvent} */ (event).detail, tableName(form, play.table));
    });
    root.addEventListener('table-left', hideOwnHash);
    root.addEventListener('table-back', showOwnHash);
    addEventListener('hashchange', followHash);
    takeHash(location.hash);
    openTable(play, location.hash);
}

/* A book that was made without the engine says so. */
document.querySelectorAll('.play[data-engine$=js]:not([data-table], [data-puzzles])').forEach(beginForm);
