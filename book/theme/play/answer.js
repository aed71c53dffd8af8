/* Puts an answer of the engine into the page. */
import { armCards, choiceButtons, updateChoices } from './choices.js';
import { countDeal, readDrillCounts } from './state.js';
import { addSummary, isLastShown, showStep, stepsOf, stepsSince } from './steps.js';
import { clearTable, holdFocus, placeLinks, switchControl, tell } from './view.js';

/** @typedef {import('./state.js').Play} Play */

/**
 * Adds the steps of an answer to the list, or begins with them. Returns how many are new.
 * @param {Play} play
 * @param {TableAnswer} answer
 * @param {boolean} isNew
 */
export function addSteps(play, { html, note, steps }, isNew) {
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
    if (note || isNew) {
        play.note.textContent = [play.warning, note].filter(Boolean).join(' ');
    }
    const fresh = steps - play.steps;
    play.steps = steps;
    return fresh;
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
    play.list.lastElementChild.querySelector('.hand-title').after(verdict, play.says, asks);
    armCards(play);
    updateChoices(play);
    if (answer.what_if) {
        showOutcomes(play, placeLinks(answer.what_if));
    }
    switchControl(play, 'what', Boolean(asks.querySelector('[data-foreseen]')) && !answer.what_if);
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
    const words = answer.unclear || answer.hint || (answer.is_over ? 'The session is over by its rules.' : '');
    tell(play, words, words || `${play.verdict.textContent} ${heard.map(step => step.dataset.say).join(' ')}`.trim());
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
    play.asks.insertAdjacentHTML('afterbegin', placeLinks(account.html));
    if (drill) {
        if (!countDeal(play, account.is_best)) {
            play.note.textContent = 'This browser cannot save anything: the deals that you practise are not counted.';
        }
        showDrill(play, drill);
    }
}
