/* Restores the elements of steps that the book keeps in one packed text, because most of a table is the same as in the step
   before. `src/book/packing.rs` packs them. */

const MARK = 126;
const FIRST_DIGIT = 40;
const BASE = 86;
const PLACE_DIGITS = 3;
const LENGTH_DIGITS = 2;
const REFERENCE_LENGTH = 1 + PLACE_DIGITS + LENGTH_DIGITS;

/**
 * Reads a number of some digits.
 * @param {string} packed
 * @param {number} at
 * @param {number} digits
 */
function readNumber(packed, at, digits) {
    let number = 0;
    for (let place = at; place < at + digits; place += 1) {
        number = number * BASE + packed.charCodeAt(place) - FIRST_DIGIT;
    }
    return number;
}

/**
 * Reads a packed text: calls `copy` for each reference, and `write` for each other unit.
 * @param {string} packed
 * @param {(place: number, length: number) => void} copy
 * @param {(unit: number) => void} write
 */
function readPacked(packed, copy, write) {
    for (let at = 0; at < packed.length; at += 1) {
        const unit = packed.charCodeAt(at);
        const length = unit === MARK ? readNumber(packed, at + 1 + PLACE_DIGITS, LENGTH_DIGITS) : 0;
        if (length) {
            copy(readNumber(packed, at + 1, PLACE_DIGITS), length);
        } else {
            write(unit);
        }
        if (unit === MARK) {
            at += REFERENCE_LENGTH - 1;
        }
    }
}

/**
 * Returns the text that was packed.
 * @param {string} packed
 */
function unpackText(packed) {
    let size = 0;
    readPacked(packed, (_, length) => { size += length; }, () => { size += 1; });
    const units = new Uint16Array(size);
    let end = 0;
    readPacked(packed, (place, length) => {
        units.copyWithin(end, place, place + length);
        end += length;
    }, unit => {
        units[end] = unit;
        end += 1;
    });
    return new TextDecoder('utf-16le').decode(units);
}

/**
 * Returns the text of some HTML.
 * @param {string} html
 */
function textOf(html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content.textContent;
}

/**
 * Puts links to the steps beside it into a step.
 * @param {HTMLElement} hand
 * @param {Element} step
 * @param {Element | undefined} back
 * @param {Element | undefined} next
 */
function addStepLinks(hand, step, back, next) {
    const links = Object.assign(document.createElement('p'), { className: 'hand-nav' });
    /** @type {[Element | undefined, string, string][]} */
    const targets = [[back, 'prev', '‹ Back'], [hand, 'up', 'All steps'], [next, 'next', 'Next ›']];
    for (const [target, rel, textContent] of targets) {
        if (target) {
            links.append(Object.assign(document.createElement('a'), { href: `#${target.id}`, rel, textContent }), ' ');
        }
    }
    step.querySelector('.tell').append(links);
}

/**
 * Puts the packed elements of a hand back into its steps, and the words of each step that are read aloud.
 * @param {HTMLElement} hand
 */
export function unpackSteps(hand) {
    /** @type {HTMLTemplateElement | null} */
    const template = hand.querySelector('template[data-packed]');
    if (!template) {
        return;
    }
    const pieces = unpackText(template.dataset.packed).split('\n');
    template.remove();
    /** @type {NodeListOf<HTMLElement>} */
    const places = hand.querySelectorAll('wbr, .hand-step');
    places.forEach((place, at) => {
        if (place.matches('wbr')) {
            place.outerHTML = pieces[at];
        } else {
            place.dataset.say = textOf(pieces[at]);
        }
    });
    const steps = [...hand.querySelectorAll('.hand-step')];
    steps.forEach((step, at) => addStepLinks(hand, step, steps[at - 1], steps[at + 1]));
}
