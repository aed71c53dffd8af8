/* The comparison as a table with a column for each edition that the reader chooses. The page lists the editions that decide
   alike; the columns are made of these lists. */
import { createButton, createElement } from './tools/elements.js';
import { replaceQuery } from './tools/query.js';

/**
 * What an edition decides in a row: its words, their text, and the link to its clause.
 * @typedef {{ words: Node[], text: string, link: HTMLAnchorElement | null }} Decision
 */

/* The words before a decision that is ours. In the columns its sign says so. */
const OURS = 'not covered; our interpretation: ';
/* What stands for a decision in a game that does not have the thing. */
const NOT_IN_GAME = '–';
const MOST_COLUMNS = 6;
/** @type {HTMLFormElement} */
const form = document.querySelector('.compare-form');
/** The games, each with its editions: their ids, names and short names. @type {[string, string[][]][]} */
const games = JSON.parse(form.dataset.games);
/** The deals under several editions: page, title, editions, topics. @type {[string, string, string[], string[]][]} */
const deals = JSON.parse(form.dataset.deals);
const isNarrow = matchMedia('(max-width: 51.99em)');
/** @type {Map<string, string[]>} */
const editions = new Map(games.flatMap(([, list]) => list).map(edition => [edition[0], edition]));
/** @type {Map<string, string>} */
const idsByName = new Map();
for (const [game, list] of games) {
    list.forEach(([id, , short]) => idsByName.set(short, id));
    idsByName.set(game, list[0][0]);
}
const switchOfEqual = createElement('input', '', { type: 'checkbox', name: 'equal' });
const columns = createElement('div', '', { className: 'compare-columns' });
const count = createElement('output');
/** @type {string[]} */
let chosen = [];

/**
 * Returns what each edition decides in a row.
 * @param {HTMLTableRowElement} row
 */
function readRow(row) {
    /** @type {Map<string, Decision>} */
    const decisions = new Map();
    for (const item of row.querySelectorAll('li')) {
        const names = item.querySelector('.cell-editions');
        const words = [...item.childNodes].slice([...item.childNodes].indexOf(names) + 1);
        const text = words.map(node => node.textContent).join('').trim().replace(OURS, '');
        for (const link of names.querySelectorAll('a')) {
            decisions.set(/([^/]+)\.html/.exec(link.pathname)[1], { words, text, link });
        }
        for (const name of names.textContent.split(' · ')) {
            const id = idsByName.get(name.trim());
            if (id && !decisions.has(id)) {
                decisions.set(id, { words, text, link: null });
            }
        }
    }
    return decisions;
}

/**
 * Returns the elements before a table, from its heading on.
 * @param {Element} box
 */
function leadOf(box) {
    const lead = [];
    for (let element = box.previousElementSibling; element; element = element.previousElementSibling) {
        lead.unshift(/** @type {HTMLElement} */ (element));
        if (element.tagName === 'H2') {
            break;
        }
    }
    return lead;
}

const tables = [...document.querySelectorAll('.by-game')].map(box => {
    const rows = [.../** @type {NodeListOf<HTMLTableRowElement>} */ (box.querySelectorAll('tbody tr'))];
    return { box: /** @type {HTMLElement} */ (box), lead: leadOf(box), head: /** @type {HTMLTableRowElement} */ (box.querySelector('thead tr')), rows: rows.map(row => ({ row, decisions: readRow(row) })) };
});

/**
 * Returns the links to the deals that show a topic under two editions.
 * @param {string} topic
 * @param {string} first
 * @param {string} second
 */
function linksToDeals(topic, first, second) {
    const shared = deals.filter(([, , ids, topics]) => ids.includes(first) && ids.includes(second) && topics.includes(topic));
    return shared.slice(0, 2).map(([page, title]) => {
        const line = createElement('p', 'Same deal: ', { className: 'same-deal' });
        line.append(createElement('a', title, { href: page }));
        return line;
    });
}

/**
 * Returns the words of a decision without those that the sign after it says.
 * @param {Decision} decision
 */
function copyWords({ words }) {
    const copies = words.map(node => node.cloneNode(true));
    copies[0].textContent = copies[0].textContent.replace(OURS, '').trimStart();
    return copies;
}

/**
 * Returns the cell of an edition.
 * @param {HTMLTableRowElement} row
 * @param {Map<string, Decision>} decisions
 * @param {string} id
 */
function createCell(row, decisions, id) {
    const decision = decisions.get(id);
    const first = decisions.get(chosen[0]);
    const cell = createElement('td');
    cell.append(...copyWords(decision));
    const link = /** @type {HTMLAnchorElement | undefined} */ (decision.link?.cloneNode(true));
    if (link) {
        const sign = link.querySelector('.sign');
        const title = `${row.cells[0].textContent}, ${editions.get(id)[1]}`;
        link.className = 'cell-clause';
        link.ariaLabel = `The clause: ${title}`;
        link.textContent = '§';
        cell.append(' ', ...sign ? [sign, ' '] : [], link);
    }
    if (decision.text !== first.text) {
        cell.className = 'is-different';
        cell.append(...linksToDeals(row.id, chosen[0], id));
    }
    return cell;
}

/** The editions whose columns there is room for. */
function shownEditions() {
    return isNarrow.matches ? chosen.slice(0, 2) : chosen;
}

/** Makes the columns, and hides the rows in which all of them are equal. */
function showColumns() {
    const shown = shownEditions();
    let different = 0, all = 0;
    for (const { box, lead, head, rows } of tables) {
        const isKnown = shown.every(id => rows[0].decisions.has(id));
        const heads = shown.map(id => createElement('th', editions.get(id)[1], { scope: 'col' }));
        head.replaceChildren(head.cells[0], ...heads);
        box.classList.add('is-matrix');
        for (const { row, decisions } of isKnown ? rows : []) {
            const texts = new Set(shown.map(id => decisions.get(id).text));
            const isInAGame = texts.size > 1 || !texts.has(NOT_IN_GAME);
            row.replaceChildren(row.cells[0], ...shown.map(id => createCell(row, decisions, id)));
            row.hidden = !isInAGame || texts.size === 1 && !switchOfEqual.checked;
            different += texts.size > 1 && row.id ? 1 : 0;
            all += isInAGame && row.id ? 1 : 0;
        }
        const isEmpty = !isKnown || rows.every(({ row }) => row.hidden);
        box.hidden = isEmpty;
        /* The first table knows only the first edition of each game. */
        lead.forEach(element => { element.hidden = !isKnown; });
        lead[0].classList.toggle('no-difference', isEmpty);
    }
    count.textContent = `${different} of ${all} rules differ.`;
}

/** Writes the choice into the address, so that it can be shared. */
function keepChoice() {
    const parameters = new URLSearchParams({ editions: chosen.join(' ') });
    if (switchOfEqual.checked) {
        parameters.set('equal', '1');
    }
    replaceQuery(parameters);
}

/**
 * Makes the list from which the edition of a column is chosen.
 * @param {number} at
 */
function createSelect(at) {
    const select = createElement('select', '', { ariaLabel: `Column ${at + 1}` });
    for (const [game, list] of games) {
        const group = createElement('optgroup', '', { label: game });
        group.append(...list.map(([id, name]) => new Option(name, id, false, id === chosen[at])));
        select.append(group);
    }
    if (at > 1) {
        select.append(new Option('Remove this column', ''));
    }
    select.addEventListener('change', () => {
        chosen = select.value ? chosen.with(at, select.value) : chosen.toSpliced(at, 1);
        chooseAgain();
        columns.querySelectorAll('select')[Math.min(at, chosen.length - 1)].focus();
    });
    return select;
}

/** Adds a column: the first edition that has none. */
function addColumn() {
    chosen.push([...editions.keys()].find(id => !chosen.includes(id)));
    chooseAgain();
    columns.querySelector('select:last-of-type').focus();
}

/** Makes the lists of choices again. */
function showChoices() {
    const canAdd = !isNarrow.matches && chosen.length < Math.min(MOST_COLUMNS, editions.size);
    columns.replaceChildren(...shownEditions().map((_, at) => createSelect(at)), ...canAdd ? [createButton('Add a column', addColumn)] : []);
}

function chooseAgain() {
    showChoices();
    showColumns();
    keepChoice();
}

/** Takes the editions from the address, and others if it names fewer than two. */
function readChoice() {
    const parameters = new URLSearchParams(location.search);
    const named = (parameters.get('editions') || '').split(' ').filter(id => editions.has(id));
    const others = form.dataset.first.split(' ').filter(id => !named.includes(id));
    const wanted = named.length > 1 ? named.length : isNarrow.matches ? 2 : innerWidth < 1400 ? 3 : 4;
    chosen = [...named, ...others].slice(0, Math.min(wanted, MOST_COLUMNS));
    switchOfEqual.checked = parameters.has('equal');
}

/** Shows the row that the address names: even if all its columns are equal, and in other editions if none of the columns has the rule. */
function showNamedRow() {
    const rowId = decodeURIComponent(location.hash.slice(1));
    const named = rowId && tables.flatMap(table => table.rows).find(({ row }) => row.id === rowId);
    if (!named || named.row.checkVisibility()) {
        return;
    }
    const editionsWithRule = [...editions.keys()].filter(id => named.decisions.get(id).text !== NOT_IN_GAME);
    if (!editionsWithRule.some(id => chosen.includes(id))) {
        chosen = [...new Set([...editionsWithRule, ...chosen])].slice(0, chosen.length);
        showChoices();
    }
    switchOfEqual.checked = true;
    showColumns();
    named.row.scrollIntoView();
}

const equal = createElement('label');
equal.append(switchOfEqual, ' Show equal rules');
form.append(columns, equal, count);
form.addEventListener('submit', event => event.preventDefault());
switchOfEqual.addEventListener('change', () => {
    showColumns();
    keepChoice();
});
isNarrow.addEventListener('change', () => {
    showChoices();
    showColumns();
});
addEventListener('hashchange', showNamedRow);
readChoice();
showChoices();
showColumns();
showNamedRow();
