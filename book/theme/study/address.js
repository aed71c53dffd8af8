/* How a hand is looked at, as the query of the address says it: the seat, the edition, and what is hidden. The speed and the colours
   belong to the reader, and not to a link. */
import { replaceQuery } from '../tools/query.js';

/** @typedef {import('../view.js').View} View */

/**
 * Returns the controls that the address keeps; none if several hands are on the page.
 * @param {View} view
 * @returns {any[]}
 */
function addressedControls({ hand }) {
    const hands = document.querySelectorAll('.hand');
    return hands.length > 1 ? [] : [...hand.querySelectorAll('select[data-set], [data-set=hides], [data-set=waits]')];
}

/**
 * Writes into the address how a hand is looked at. Parameters of others stay.
 * @param {View} view
 */
export function writeView(view) {
    const parameters = new URLSearchParams(location.search);
    for (const { type, checked, value, dataset } of addressedControls(view)) {
        parameters.delete(dataset.set);
        if (type === 'checkbox' ? checked : value) {
            parameters.set(dataset.set, value);
        }
    }
    replaceQuery(parameters);
}

/**
 * Sets the controls of a hand as the address says. An address that says nothing changes nothing: the browser may have restored
 * what was chosen before.
 * @param {View} view
 */
export function readView(view) {
    const parameters = new URLSearchParams(location.search);
    const controls = addressedControls(view);
    if (!controls.some(({ dataset }) => parameters.has(dataset.set))) {
        return;
    }
    for (const control of controls) {
        const value = parameters.get(control.dataset.set) || '';
        if (control.type === 'checkbox') {
            control.checked = value === control.value;
        } else {
            control.value = value;
            /* What an address names may not be there. */
            control.selectedIndex = Math.max(0, control.selectedIndex);
        }
    }
}
