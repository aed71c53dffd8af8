/* The form in which a reader names the table. */
import { readRules } from './address.js';

/**
 * The fields of the form, by their names.
 * @typedef {Record<'game' | 'edition' | 'players' | 'seat' | 'drill' | 'level', HTMLSelectElement> & { seed: HTMLInputElement }} Fields
 */

/**
 * @param {HTMLFormElement} form
 * @returns {Fields}
 */
function fieldsOf({ elements }) {
    return /** @type {any} */ (elements);
}

/**
 * Returns the parameters of the house table that an option stands for; null if it stands for an edition.
 * @param {HTMLOptionElement | undefined} option
 */
function houseOf(option) {
    return option?.dataset.house ? new URLSearchParams(option.dataset.house) : null;
}

/**
 * Leaves in a list only what can be chosen now. If something else was chosen, the first is.
 * @param {HTMLSelectElement} field
 * @param {(option: HTMLOptionElement) => boolean} canBeChosen
 */
function limitChoices(field, canBeChosen) {
    for (const option of field.options) {
        option.hidden = option.disabled = !canBeChosen(option);
    }
    if (field.selectedOptions[0]?.disabled !== false) {
        field.value = [...field.options].find(option => !option.disabled).value;
    }
}

/**
 * Shows a value in a control, which may not list it.
 * @param {HTMLSelectElement} control
 * @param {string} value
 */
function showValue(control, value) {
    control.value = value;
    if (control.value !== value) {
        control.add(new Option(value, value, true, true));
    }
    control.closest('details').open = true;
}

/**
 * Returns the controls of what may be agreed in the chosen edition. They are laid out when they are first asked for.
 * @param {HTMLFormElement} form
 * @returns {HTMLSelectElement[]}
 */
function optionControls(form) {
    const own = `[data-edition="${fieldsOf(form).edition.value}"]`;
    /** @type {HTMLTemplateElement} */
    const template = form.querySelector(`template${own}`);
    template?.replaceWith(template.content);
    /** @type {NodeListOf<HTMLSelectElement>} */
    const controls = form.querySelectorAll(`${own} [data-option]`);
    return [...controls];
}

/**
 * @param {HTMLFormElement} form
 * @param {string[]} options
 */
function showAgreed(form, options) {
    for (const option of options) {
        const [name, ...rest] = option.split('=');
        const control = optionControls(form).find(({ dataset }) => dataset.option === name);
        if (control) {
            showValue(control, rest.join('='));
        }
    }
}

/**
 * Leaves in each list what goes with what is chosen in those before it.
 * @param {HTMLFormElement} form
 */
function updateForm(form) {
    const { game, edition, players, drill, seat, level } = fieldsOf(form);
    limitChoices(edition, option => option.dataset.game === game.value);
    for (const agreed of form.querySelectorAll('.play-agreed')) {
        agreed.hidden = agreed.dataset.edition !== edition.value;
    }
    const before = players.value || '4';
    const chosen = optionControls(form).flatMap(control => [...control.selectedOptions || []]);
    const withPlayers = chosen.find(option => option.dataset.players) || edition.selectedOptions[0];
    const allowed = withPlayers.dataset.players.split(' ');
    players.replaceChildren(...allowed.map(count => new Option(count)));
    players.value = allowed.includes(before) ? before : allowed[0];
    limitChoices(drill, option => !option.value || option.dataset.editions.split(' ').includes(edition.value));
    limitChoices(seat, option => Number(option.value) < Number(players.value));
    /* A drill says itself who it is dealt to. Its deal is found by the strategy of the book. */
    seat.closest('label').hidden = Boolean(drill.value);
    level.closest('label').hidden = Boolean(drill.value);
    showGame(form);
}

/**
 * Follows a choice of the reader. Another game has its own usual opponents.
 * @param {HTMLFormElement} form
 * @param {EventTarget} changed
 */
export function followChoice(form, changed) {
    updateForm(form);
    if (changed === fieldsOf(form).game) {
        chooseUsualLevel(form);
    }
}

/** @param {HTMLFormElement} form */
function chooseUsualLevel(form) {
    const { edition, level } = fieldsOf(form);
    level.value = edition.selectedOptions[0].dataset.level;
}

/**
 * Names on the first button what it deals.
 * @param {HTMLFormElement} form
 */
function showGame(form) {
    const { players, drill } = fieldsOf(form);
    const practised = drill.value ? `, ${drill.selectedOptions[0].textContent}` : '';
    form.querySelector('button').textContent = `Deal: ${editionName(form)}, ${players.value} players${practised}`;
}

/**
 * Returns the name of the chosen edition or house table.
 * @param {HTMLFormElement} form
 */
function editionName(form) {
    return fieldsOf(form).edition.selectedOptions[0]?.textContent;
}

/**
 * Returns the name of a table: that of its edition, or its own at a house.
 * @param {HTMLFormElement} form
 * @param {TableRequest} table
 */
export function tableName(form, { edition, table }) {
    return table || [...fieldsOf(form).edition.options].find(option => option.value === edition)?.textContent;
}

/**
 * Puts another seed into the form, for other cards.
 * @param {HTMLFormElement} form
 */
export function renewSeed(form) {
    fieldsOf(form).seed.value = String(Math.floor(Math.random() * 1e6));
}

/**
 * Returns the table that the form names, with what was said there.
 * @param {HTMLFormElement} form
 * @param {string[]} words
 */
export function chosenTable(form, words) {
    const { edition: { selectedOptions: [edition] }, players, seat, seed, drill, level } = fieldsOf(form);
    const { options, ...rules } = readRules(houseOf(edition) || new URLSearchParams({ edition: edition.value }));
    const agreed = optionControls(form).filter(control => control.value.trim());
    return {
        ...rules,
        players: Number(players.value),
        seat: Number(seat.value),
        seed: Number(seed.value),
        drill: drill.value,
        level: level.value,
        deals: 0,
        words,
        options: [...options, ...agreed.map(control => `${control.dataset.option}=${control.value.trim()}`)],
    };
}

/**
 * Shows the table that an address names. Returns a sentence if a value is not one that can be.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} parameters
 */
export function showTable(form, parameters) {
    const fields = fieldsOf(form);
    const { edition, game, seed, level } = fields;
    renewSeed(form);
    seed.value = parameters.get('seed') || seed.value;
    level.value = parameters.get('level') || '';
    if (parameters.has('edition')) {
        /** @type {(option: HTMLOptionElement) => boolean} */
        const isHouse = option => parameters.has('table') && houseOf(option)?.get('table') === parameters.get('table');
        edition.value = ([...edition.options].find(isHouse) || { value: parameters.get('edition') }).value;
        game.value = edition.selectedOptions[0]?.dataset.game || game.options[0].value;
    }
    const settled = houseOf(edition.selectedOptions[0])?.getAll('option') || [];
    showAgreed(form, parameters.getAll('option').filter(option => !settled.includes(option)));
    updateForm(form);
    if (!parameters.has('edition')) {
        chooseUsualLevel(form);
    }
    return parameters.has('edition') && !parameters.has('text') ? showNumbers(form, parameters) : null;
}

/**
 * Shows what else an address names. Returns a sentence if a value is not one that can be.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} parameters
 */
function showNumbers(form, parameters) {
    const fields = fieldsOf(form);
    /** @type {['players', 'drill', 'seat']} */
    const names = ['players', 'drill', 'seat'];
    for (const name of names) {
        const value = parameters.get(name) || (name === 'seat' ? '0' : '');
        const field = fields[name];
        const isAllowed = [...field.options].some(option => option.value === value && !option.disabled);
        if (isAllowed) {
            field.value = value;
            updateForm(form);
        } else if (value && fields.edition.value === parameters.get('edition')) {
            return wrongValue(form, name, value);
        }
    }
    return null;
}

/**
 * @param {HTMLFormElement} form
 * @param {'players' | 'seat' | 'drill'} name
 * @param {string} value
 */
function wrongValue(form, name, value) {
    const { players } = fieldsOf(form);
    const edition = editionName(form);
    const allowed = [...players.options].map(option => option.value).join(', ');
    return {
        players: `This address asks for ${value} players, but ${edition} is for ${allowed}. Choose again.`,
        seat: `This address asks for seat ${value}, but seats go from 0 to ${Number(players.value) - 1}. Choose again.`,
        drill: `This address asks to practise “${value}”, which is not a drill of ${edition}. Choose again.`,
    }[name];
}
