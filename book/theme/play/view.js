/* What a table shows beside its steps: sentences, the form, and where the focus goes. */
import { offerRetry } from '../book/loading.js';
import { announce, createButton, createElement } from '../tools/elements.js';
import { moveFocus, switchButton } from '../tools/focus.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Makes the links of the engine lead from this page; they stand as from the root of the book.
 * @param {string} html
 */
export function placeLinks(html) {
    return html && html.replace(/ href="(?!#|https?:)/g, ` href="${document.body.dataset.root}`);
}

/**
 * Says something beside the table, and to those who listen. What they listen to stays in its place, because what is moved may
 * be told twice, or not at all.
 * @param {Play} play
 * @param {string} words
 */
export function tell({ says, live }, words, heard = words) {
    says.textContent = words;
    announce(live, heard);
}

/**
 * Says why the engine has not answered, with a button that asks again.
 * @param {Play} play
 * @param {Error} error
 * @param {() => void} retry
 */
export function tellFailure({ hand, says, live }, { message }, retry) {
    hand.removeAttribute('aria-busy');
    offerRetry(says, message, retry);
    announce(live, message);
}

/**
 * Says what is wrong with the address, beside the form.
 * @param {Play} play
 * @param {string} words
 */
export function tellWrongAddress(play, words) {
    showHand(play);
    play.controls.hidden = true;
    play.company.hidden = false;
    tell(play, words);
}

/**
 * Shows the table. The page Play then shows nothing else; a lesson stays as it is.
 * @param {Play} play
 */
function showHand({ hand }) {
    const main = document.querySelector('main');
    hand.hidden = false;
    main.classList.toggle('is-playing', !main.classList.contains('lesson-page'));
}

/**
 * Says why there is no such table. If none was shown before, the form is what there is to do.
 * @param {Play} play
 * @param {string} words
 */
export function tellRefusal(play, words) {
    const { steps, warning, company, controls, hand, form } = play;
    tell(play, [words, warning].filter(Boolean).join(' '));
    company.hidden = steps > 0;
    controls.hidden = !steps;
    if (!steps && document.activeElement === hand) {
        focusOnForm(form);
    }
}

/** @param {HTMLFormElement} form */
function focusOnForm(form) {
    moveFocus(form.querySelector('select, button'));
}

/**
 * Leaves the table for the form, which has a button that leads back.
 * @param {Play} play
 */
export function leaveTable(play) {
    const { root, company, hand, form } = play;
    const way = createElement('p', '', { className: 'play-back' });
    way.append(createButton('Back to your table', () => {
        way.remove();
        company.hidden = true;
        showHand(play);
        moveFocus(hand);
        root.dispatchEvent(new CustomEvent('table-back'));
    }));
    removeOffers(play);
    form.after(way);
    hand.hidden = true;
    document.querySelector('main').classList.remove('is-playing');
    company.hidden = false;
    focusOnForm(form);
    root.dispatchEvent(new CustomEvent('table-left'));
}

/**
 * Removes the buttons that lead to the table at which the reader sat before.
 * @param {Play} play
 */
function removeOffers({ company }) {
    company.querySelectorAll('.play-back, .play-go-on, .play-resume').forEach(offer => offer.remove());
}

/**
 * Shows an empty table in the place of the form.
 * @param {Play} play
 */
export function openHand(play) {
    const { company, hand, controls } = play;
    const hadFocus = company.contains(document.activeElement);
    removeOffers(play);
    company.hidden = true;
    showHand(play);
    controls.hidden = false;
    hand.classList.add('hand', 'is-stepped', 'is-ready');
    clearTable(play);
    if (hadFocus || document.activeElement === document.body) {
        moveFocus(hand);
    }
}

/** @param {Play} play */
export function clearTable(play) {
    const { hand, verdict, says, asks } = play;
    holdFocus(play);
    play.steps = 0;
    play.now = 0;
    play.walk = null;
    play.note.textContent = '';
    hand.prepend(verdict, says, asks);
    asks.replaceChildren();
    play.list.replaceChildren();
}

/**
 * Before what has the focus is replaced, moves the focus to the table.
 * @param {Play} play
 */
export function holdFocus({ hand, controls }) {
    const focus = document.activeElement;
    if (hand.contains(focus) && !controls.contains(focus)) {
        moveFocus(hand);
    }
}

/**
 * Moves the focus from the table to what the reader may do next.
 * @param {Play} play
 */
export function focusOnChoice({ hand, asks, list, says }) {
    if (document.activeElement !== hand) {
        return;
    }
    /** @type {HTMLElement} */
    const choice = asks.querySelector('button') || list.lastElementChild?.querySelector('button.card:enabled') || says.querySelector('button');
    if (choice) {
        moveFocus(choice);
    }
}

/**
 * Switches one of the controls above the table on or off.
 * @param {Play} play
 * @param {string} name
 * @param {boolean} isOn
 */
export function switchControl({ find }, name, isOn) {
    switchButton(find(`[data-go=${name}]`), isOn);
}
