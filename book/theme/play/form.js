/* The form in which a reader names the table. */
import { readRules } from './address.js';

function houseOf(option) {
    return option?.dataset.house ? new URLSearchParams(option.dataset.house) : null;
}

/* Leaves in a list only what can be chosen now. If something else was chosen, the first is. */
function limitChoices(field, canBeChosen) {
    for (const option of field.options) {
        option.hidden = option.disabled = !canBeChosen(option);
    }
    if (field.selectedOptions[0]?.disabled !== false) {
        field.value = [...field.options].find(option => !option.disabled).value;
    }
}

/* Shows a value in a control, which may not list it. */
function showValue(control, value) {
    control.value = value;
    if (control.value !== value) {
        control.add(new Option(value, value, true, true));
    }
    control.closest('details').open = true;
}

export function createForm(form) {
    const fields = form.elements;

    /* The controls of what may be agreed in the chosen edition; they are laid out when they are first asked for. */
    function optionControls() {
        const own = `[data-edition="${fields.edition.value}"]`;
        const template = form.querySelector(`template${own}`);
        template?.replaceWith(template.content);
        return [...form.querySelectorAll(`${own} [data-option]`)];
    }

    function agreedOptions() {
        return optionControls().filter(control => control.value.trim()).map(control => `${control.dataset.option}=${control.value.trim()}`);
    }

    function showAgreed(options) {
        for (const option of options) {
            const [name, ...rest] = option.split('=');
            const control = optionControls().find(({ dataset }) => dataset.option === name);
            if (control) {
                showValue(control, rest.join('='));
            }
        }
    }

    function update() {
        limitChoices(fields.edition, option => option.dataset.game === fields.game.value);
        for (const agreed of form.querySelectorAll('.play-agreed')) {
            agreed.hidden = agreed.dataset.edition !== fields.edition.value;
        }
        const before = fields.players.value || '4';
        const chosen = optionControls().flatMap(control => [...control.selectedOptions || []]);
        const withPlayers = chosen.find(option => option.dataset.players) || fields.edition.selectedOptions[0];
        const allowed = withPlayers.dataset.players.split(' ');
        fields.players.replaceChildren(...allowed.map(count => new Option(count)));
        fields.players.value = allowed.includes(before) ? before : allowed[0];
        limitChoices(fields.drill, drill => !drill.value || drill.dataset.editions.split(' ').includes(fields.edition.value));
        limitChoices(fields.seat, seat => Number(seat.value) < Number(fields.players.value));
        /* A drill says itself who it is dealt to. */
        fields.seat.closest('label').hidden = Boolean(fields.drill.value);
    }

    /* The table that the form names. */
    function chosenTable(words) {
        const [players, seat, seed] = ['players', 'seat', 'seed'].map(name => Number(fields[name].value));
        const edition = fields.edition.selectedOptions[0];
        const rules = readRules(houseOf(edition) || new URLSearchParams({ edition: edition.value }));
        return { ...rules, players, seat, seed, drill: fields.drill.value, words, options: [...rules.options, ...agreedOptions()] };
    }

    /* Shows the table that an address names. Returns a sentence if a value is not one that can be. */
    function showTable(parameters) {
        fields.seed.value = parameters.get('seed') || Math.floor(Math.random() * 1e6);
        if (parameters.has('edition')) {
            const isHouse = option => parameters.has('table') && houseOf(option)?.get('table') === parameters.get('table');
            fields.edition.value = ([...fields.edition.options].find(isHouse) || { value: parameters.get('edition') }).value;
            fields.game.value = fields.edition.selectedOptions[0]?.dataset.game || fields.game.options[0].value;
        }
        const settled = houseOf(fields.edition.selectedOptions[0])?.getAll('option') || [];
        showAgreed(parameters.getAll('option').filter(option => !settled.includes(option)));
        update();
        if (!parameters.has('edition') || parameters.has('text')) {
            return null;
        }
        for (const name of ['players', 'drill', 'seat']) {
            const value = parameters.get(name) || (name === 'seat' ? '0' : '');
            const field = fields[name];
            const isAllowed = [...field.options].some(option => option.value === value && !option.disabled);
            if (isAllowed) {
                field.value = value;
                update();
            } else if (value && fields.edition.value === parameters.get('edition')) {
                return wrongValue(name, value);
            }
        }
        return null;
    }

    function wrongValue(name, value) {
        const edition = fields.edition.selectedOptions[0].textContent;
        const players = [...fields.players.options].map(option => option.value).join(', ');
        return {
            players: `This address asks for ${value} players, but ${edition} is for ${players}. Choose again.`,
            seat: `This address asks for seat ${value}, but seats go from 0 to ${fields.players.value - 1}. Choose again.`,
            drill: `This address asks to practise “${value}”, which is not a drill of ${edition}. Choose again.`,
        }[name];
    }

    return { update, chosenTable, showTable, edition: () => fields.edition.selectedOptions[0]?.textContent };
}
