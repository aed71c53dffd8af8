/* How a reader comes to a table: by the form, by an address, or back to the table that they left. */
import { replaceHash } from '../book/address.js';
import { sit } from '../play/session.js';
import { tellWrongAddress } from '../play/view.js';
import { createButton } from '../tools/elements.js';
import { readParameters, unpackText } from '../tools/packing.js';
import { findWrongNumber, readLastGame, readLastTable, readRules, readWholeNumber, takeHash } from './address.js';
import { readChallenge, tableOfDay } from './challenge.js';
import { chosenTable, renewSeed, showTable } from './fields.js';

/** @typedef {import('../play/state.js').Play} Play */

/**
 * Sits down at the table that the form names, for so many deals; for 0, until the session ends by its rules.
 * @param {Play} play
 * @param {number} [deals]
 */
export function sitAtChosenTable(play, deals = 0) {
    const { form } = play;
    /* A browser can only show what is wrong with a field that is in sight. */
    if (!form.checkValidity()) {
        form.querySelectorAll('.play-choose, .play-more').forEach(details => details.setAttribute('open', ''));
    }
    if (form.reportValidity()) {
        play.warning = '';
        readChallenge(play, new URLSearchParams());
        sit(play, { ...chosenTable(form, []), deals });
        renewSeed(form);
    }
}

/**
 * Sits down at the table of today, which is the same for everybody.
 * @param {Play} play
 */
export function sitAtTableOfDay(play) {
    play.warning = '';
    sit(play, tableOfDay(new Date()));
}

/**
 * Sits down at the table that the fragment of an address names.
 * @param {Play} play
 * @param {string} hash
 */
export function openTable(play, hash) {
    const parameters = readParameters(hash);
    const isNamed = parameters.has('edition') || parameters.has('text');
    const wrong = isNamed && findWrongNumber(parameters) || showTable(play.form, isNamed ? parameters : readLastGame());
    if (wrong) {
        if (isNamed) {
            tellWrongAddress(play, wrong);
            return;
        }
        showTable(play.form, parameters);
    }
    const words = (parameters.get('words') || '').split('_').filter(Boolean);
    if (parameters.has('text')) {
        sitAtBegunHand(play, parameters, words);
    } else if (parameters.has('edition')) {
        /* The engine hears what the address says, even what no control could say. */
        const deals = readWholeNumber(parameters, 'deals') || 0;
        play.warning = readChallenge(play, parameters);
        sit(play, { ...chosenTable(play.form, words), ...readRules(parameters), level: parameters.get('level') || '', deals });
    } else {
        offerLastTable(play);
    }
}

/**
 * @param {Play} play
 * @param {URLSearchParams} parameters
 * @param {string[]} words
 */
async function sitAtBegunHand(play, parameters, words) {
    const [seat, seed, edition] = ['seat', 'seed', 'told'].map(name => readWholeNumber(parameters, name) || 0);
    let read = { text: '', isWhole: false };
    try {
        read = await unpackText(parameters.get('text'));
    } catch {
        /* It is not a text at all. */
    }
    if (!read.text.trim()) {
        tellWrongAddress(play, 'This address contains no readable hand. It was cut off or changed. Copy the whole link again.');
        return;
    }
    play.warning = read.isWhole ? '' : 'The end of this address is missing. The page shows the part of the hand that is left.';
    const rules = parameters.has('table') ? readRules(parameters) : {};
    const level = parameters.get('level') || '';
    sit(play, { ...rules, begun: { text: read.text, step: parameters.get('step'), edition }, seat, seed, level, words });
}

/**
 * Offers a reader who comes without an address the table that they left.
 * @param {Play} play
 */
function offerLastTable(play) {
    const last = readLastTable();
    if (!(last?.moves > 0) || last.isOver || play.find('.play-resume')) {
        return;
    }
    const offer = document.createElement('p');
    offer.className = 'play-resume';
    const resume = createButton(resumeWords(last), () => {
        offer.remove();
        replaceHash(last.address);
        takeHash(last.address);
        openTable(play, last.address);
    });
    offer.append(resume, ` ${String(last.name).slice(0, 80)}`);
    play.company.prepend(offer);
}

/**
 * Says where the reader left a table: `Go on with your evening: deal 8, 1,003 chips`.
 * @param {{ deal?: unknown, score?: unknown }} last
 */
function resumeWords({ deal, score }) {
    const place = Number.isSafeInteger(deal) ? `: deal ${deal}` : '';
    return `Go on with your evening${place}${place && typeof score === 'string' ? `, ${score.slice(0, 40)}` : ''}`;
}
