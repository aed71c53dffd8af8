/* The filters above a list of hands. An address can choose, so that a clause can link to the hands that show it. */
import { createElement } from './tools/elements.js';
import { replaceQuery } from './tools/query.js';

/* What a hand can have, as `data-has` names it. */
const FACTS = { refused: 'With a refused move', tasks: 'With questions', compared: 'Compared editions', options: 'With options' };

/** @type {HTMLElement} */
const shelves = document.querySelector('.shelves');
/** @type {HTMLElement[]} */
const hands = [...shelves.querySelectorAll('.shelf > li')].map(item => /** @type {HTMLElement} */ (item));
/** @type {HTMLFormElement} */
const form = document.querySelector('.shelf-filter');
const count = createElement('output');
/** @type {HTMLSelectElement[]} */
const selects = [];
/** @type {HTMLInputElement[]} */
const boxes = [];

/**
 * Returns the words of an attribute of a hand.
 * @param {HTMLElement} hand
 * @param {string} name
 */
function wordsOf(hand, name) {
    return (hand.dataset[name] || '').split(' ').filter(Boolean);
}

/**
 * Adds a list of choices, of which the first is any.
 * @param {string} name
 * @param {string} label
 * @param {string[][]} choices values with their words
 */
function addSelect(name, label, choices) {
    if (choices.length < 2) {
        return;
    }
    const select = createElement('select', '', { name });
    select.append(new Option('any', ''), ...choices.map(([value, words]) => new Option(words, value)));
    const field = createElement('label', `${label} `);
    field.append(select);
    form.append(field);
    selects.push(select);
}

/**
 * Adds a box for what only some of the hands have.
 * @param {string} fact
 * @param {string} label
 */
function addBox(fact, label) {
    const having = hands.filter(hand => wordsOf(hand, 'has').includes(fact)).length;
    if (having > 0 && having < hands.length) {
        const box = createElement('input', '', { type: 'checkbox', name: 'has', value: fact });
        const field = createElement('label');
        field.append(box, ` ${label}`);
        form.append(field);
        boxes.push(box);
    }
}

/** Shows the hands that have all that is chosen, and says how many these are. */
function filterHands() {
    for (const hand of hands) {
        const hasChosen = selects.every(select => !select.value || wordsOf(hand, select.name).includes(select.value));
        hand.hidden = !hasChosen || boxes.some(box => box.checked && !wordsOf(hand, 'has').includes(box.value));
    }
    for (const section of shelves.querySelectorAll('section')) {
        section.hidden = !section.querySelector('.shelf > li:not([hidden])');
    }
    const shown = hands.filter(hand => !hand.hidden).length;
    count.textContent = shown ? `${shown} of ${hands.length} hands` : 'No hand has all this. Choose less.';
}

/** Writes the choice into the address, so that it can be shared. */
function keepChoice() {
    const parameters = new URLSearchParams();
    for (const { name, value } of [...selects, ...boxes.filter(box => box.checked)]) {
        if (value) {
            parameters.append(name, value);
        }
    }
    replaceQuery(parameters);
}

/** Takes the choice from the address. What this list does not have is left out. */
function readChoice() {
    const chosen = new URLSearchParams(location.search);
    for (const select of selects) {
        select.value = chosen.get(select.name) || '';
        if (select.selectedIndex < 0) {
            select.value = '';
        }
    }
    boxes.forEach(box => { box.checked = chosen.getAll('has').includes(box.value); });
}

const players = [...new Set(hands.flatMap(hand => wordsOf(hand, 'players')))].sort((a, b) => Number(a) - Number(b));
addSelect('game', 'Game', JSON.parse(shelves.dataset.games || '[]'));
addSelect('shows', shelves.dataset.games ? 'About the rule' : 'Uses the rule', JSON.parse(shelves.dataset.rules || '[]'));
const levels = ['beginner', 'intermediate', 'advanced'].filter(level => hands.some(hand => hand.dataset.level === level));
addSelect('level', 'Level', levels.map(level => [level, level]));
addSelect('players', 'Players', players.map(number => [number, number]));
Object.entries(FACTS).forEach(([fact, label]) => addBox(fact, label));
form.append(count);
form.addEventListener('input', () => {
    filterHands();
    keepChoice();
});
form.addEventListener('submit', event => event.preventDefault());
readChoice();
filterHands();
