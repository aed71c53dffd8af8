/* Puts an answer of the engine into the page. */
import { createElement } from '../tools/elements.js';
import { armCards, choiceButtons, lightHint, updateChoices } from './choices.js';
import { countDeal, readDrillCounts } from './state.js';
import { addSummary, isLastShown, showStep, spokenWords, stepsOf, stepsSince } from './steps.js';
import { clearTable, holdFocus, placeLinks, switchControl, tell } from './view.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Adds the steps of an answer to the list, or begins with them. Returns how many are new.
 * @param {Play} play
 * @param {TableAnswer} answer
 * @param {boolean} isNew
 */
export function addSteps(play, { html, note, partner, steps }, isNew) {
    const { hand, list, table: { seat } } = play;
    hand.style.setProperty('--sit', String(seat));
    play.walk = null;
    if (isNew) {
        clearTable(play);
    }
    holdFocus(play);
    if (!isLastShown(play)) {
        showStep(play, play.steps - 1);
    }
    list.insertAdjacentHTML('beforeend', placeLinks(html));
    list.querySelectorAll('.hand-nav').forEach(links => links.remove());
    list.querySelectorAll(`.s${seat}`).forEach(place => place.classList.add('mine'));
    list.querySelectorAll(`.hand-places > .s${partner} .who`).forEach(namePartner);
    if (note || isNew) {
        play.note.textContent = [play.warning, note].filter(Boolean).join(' ');
    }
    const fresh = steps - play.steps;
    play.steps = steps;
    return fresh;
}

/**
 * Says beside the name of a player that this is the reader's partner.
 * @param {Element} who
 */
function namePartner(who) {
    const marks = who.querySelector('small');
    if (!marks) {
        who.append(' ', createElement('small', 'partner'));
    } else if (!marks.textContent.startsWith('partner')) {
        marks.prepend('partner, ');
    }
}

/**
 * Shows what happened in the new steps, and what the reader may do now.
 * @param {Play} play
 * @param {TableAnswer} answer
 * @param {number} fresh
 */
export function showChoices(play, answer, fresh) {
    const { asks, verdict, table } = play;
    verdict.innerHTML = answer.verdict || '';
    asks.innerHTML = placeLinks(choiceButtons(answer, table));
    tellNews(play, answer, fresh);
    showDrill(play, answer.drill);
    switchControl(play, 'undo', table.words.length > 0);
    switchControl(play, 'hint', Boolean(answer.asks));
    switchControl(play, 'save', answer.is_tellable);
    placeChoices(play);
    armCards(play);
    updateChoices(play);
    play.list.querySelectorAll('.hinted').forEach(element => element.classList.remove('hinted'));
    if (answer.hint_move) {
        lightHint(play, answer.hint_move);
    }
    if (answer.what_if) {
        showOutcomes(play, placeLinks(answer.what_if));
    }
    switchControl(play, 'what', Boolean(asks.querySelector('[data-foreseen]')) && !answer.what_if);
}

/**
 * Puts the choices into the last step: below what the others did, because the reader answers that. The result of a deal, and
 * what can be done after a refusal, stand above it.
 * @param {Play} play
 */
function placeChoices({ asks, list, says, verdict }) {
    const step = list.lastElementChild;
    const isAbove = asks.querySelector('.play-outcome') || step.matches('.hand-step-refused');
    step.querySelector('.hand-title').after(verdict, says);
    (isAbove ? says : step.querySelector('.hand-say')).after(asks);
}

/**
 * @param {Play} play
 * @param {TableAnswer} answer
 * @param {number} fresh
 */
function tellNews(play, answer, fresh) {
    const { seat } = play.table;
    const steps = stepsOf(play);
    const last = steps.at(-1);
    const news = steps.slice(play.steps - fresh);
    news.forEach(step => addSummary(step, seat));
    /* Where all is new, one hears what one would have heard last. */
    const heard = fresh < play.steps ? news : [...stepsSince(last, seat), last];
    const words = answer.unclear || answer.hint || '';
    const told = [play.verdict.textContent, ...heard.map(spokenWords), ...endWords(play)];
    tell(play, words, words || told.join(' ').trim());
}

/**
 * Returns what a listener hears of the end of a deal: its result, and the winner of the session.
 * @param {Play} play
 */
function endWords({ asks }) {
    return [...asks.querySelectorAll('.play-outcome, .play-ending strong')].map(element => element.innerText);
}

/**
 * Shows what each choice comes to: it stands in the step, and the sentence says where.
 * @param {Play} play
 * @param {string} html
 */
function showOutcomes(play, html) {
    if (!html.startsWith('<')) {
        tell(play, html);
        return;
    }
    tell(play, 'The result of each choice is below, the best first.');
    play.list.querySelectorAll('.hand-instead').forEach(old => old.remove());
    play.asks.insertAdjacentHTML('afterend', html);
    /** @type {HTMLDetailsElement} */
    const outcomes = play.list.lastElementChild.querySelector('.hand-instead');
    outcomes.open = true;
}

/**
 * Says what is practised, and how many of its deals were played here to their end.
 * @param {Play} play
 * @param {string} html
 */
function showDrill({ find, table: { drill } }, html) {
    find('.play-about').innerHTML = placeLinks(html) || '';
    const counts = readDrillCounts();
    if (html && Object.hasOwn(counts, drill)) {
        const [deals, best] = counts[drill];
        find('.play-drill').append(` Played so far: ${deals}${best === null ? '' : `; without a mistake: ${best}`}.`);
    }
}

/**
 * Shows the review of the deal, and counts the deal if something was practised.
 * @param {Play} play
 * @param {TableAnswer} answer
 */
export function showAccount(play, { account, drill }) {
    if (!account || play.asks.querySelector('.play-account')) {
        return;
    }
    play.asks.insertAdjacentHTML('beforeend', placeLinks(account.html));
    if (drill) {
        if (!countDeal(play, account.is_best)) {
            play.note.textContent = 'This browser cannot save anything: the deals that you practise are not counted.';
        }
        showDrill(play, drill);
    }
}
