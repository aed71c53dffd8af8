/* A table at which the reader sits. The engine makes the HTML; here it is put into the page, and presses become words. */
import { pageAddress, replaceHash } from './book/address.js';
import { stepForKey } from './book/keys.js';
import { readValue } from './boot/storage.js';
import { isRecord, readEntries, writeValue } from './tools/storage.js';
import { InterruptedError, askEngine, askInBackground, loadingWords } from './client.js';
import { findStep } from './hand.js';
import { moveBetweenSteps } from './motion.js';
import { findWrongNumber, readLessonTable, readRules, readWholeNumber } from './play/address.js';
import { createForm } from './play/form.js';
import { announce, createButton, downloadText, replaceWithButton } from './tools/elements.js';
import { isSwitchedOff, moveFocus, switchButton } from './tools/focus.js';
import { copyAndTell } from './tools/clipboard.js';
import { readParameters, unpackText } from './tools/packing.js';
import { offerRetry } from './book/loading.js';

const DRILLS = 'mouche-practice';
const LAST_TABLE = 'mouche-play';
const LESSON_DEALS = 'mouche-deals';
const still = matchMedia('(prefers-reduced-motion: reduce)');
const PAUSE = 400;

function wait(milliseconds) {
    return new Promise(resolve => { setTimeout(resolve, milliseconds); });
}

/* How often a drill was played, and in how many of its deals nothing was given away; null if that is not known. */
function isDrillCount(entry) {
    return Array.isArray(entry) && entry.length === 2 && entry[0] > 0 && (entry[1] === null || entry[1] >= 0);
}

/* What was said at a deal of a lesson. */
function isBegunDeal(entry) {
    return isRecord(entry) && Number.isSafeInteger(entry.seed) && Array.isArray(entry.words)
        && entry.words.every(word => typeof word === 'string');
}

function beginTable(play) {
    const find = selector => play.querySelector(selector);
    const company = find('.play-table');
    const form = find('form');
    const hand = find('.play-hand');
    const list = find('.hand-steps');
    const asks = find('.play-asks');
    const says = find('.play-says');
    const live = find('.hand-live');
    const note = find('.play-note');
    const controls = find('.hand-controls');
    const verdict = find('.play-verdict');
    const button = name => find(`[data-go=${name}]`);
    /* In a lesson the table is given, and stands in no address; pages of the book lie elsewhere from there. */
    const isLesson = Boolean(play.dataset.table);
    const tableForm = isLesson ? null : createForm(form);
    const { root, lessonId } = document.body.dataset;
    const dealName = `${lessonId}#${play.id}`;
    let parameters = readParameters(isLesson ? '' : location.hash);
    let ownHash = location.hash;
    let table = null;
    let steps = 0;
    let now = 0;
    /* The walk through new steps that is going on. */
    let walking = null;
    let counted = '';
    let isOver = false;
    /* What is wrong with the text of the address. */
    let warning = '';

    function placeLinks(html) {
        return html && html.replace(/ href="(?!#|https?:)/g, ` href="${root}`);
    }

    /* Says something beside the table, and to those who listen. What they listen to stays in its place, because what is moved
       may be told twice, or not at all. */
    function tell(words, heard = words) {
        says.textContent = words;
        announce(live, heard);
    }

    function tellFailure(error, retry) {
        hand.removeAttribute('aria-busy');
        offerRetry(says, error.message, retry);
        announce(live, error.message);
    }

    /* The steps before one, back to the reader's last move or to the deal. */
    function stepsSince(step) {
        const before = step.previousElementSibling;
        if (before?.matches('.hand-step-refused')) {
            return stepsSince(before);
        }
        const isStart = !before || step.matches('.hand-step-deal') || before.querySelector(`.hand-say.m${table.seat}`);
        return isStart ? [] : [...stepsSince(before), before];
    }

    /* Writes into a step what the others did meanwhile. */
    function addSummary(step) {
        const summary = document.createElement('ol');
        summary.className = 'play-since';
        for (const other of stepsSince(step)) {
            const item = document.createElement('li');
            item.classList.toggle('step-declaration', other.matches('.hand-step-declaration'));
            item.innerHTML = `${other.querySelector('.hand-say').innerHTML} `;
            item.querySelectorAll('.clause').forEach(clause => clause.remove());
            summary.append(item);
        }
        /* Why a card is refused comes first: the others' cards were told before it. */
        const refusal = step.querySelector('.hand-step-refused .hand-choices');
        if (refusal) {
            refusal.after(summary);
        } else {
            step.querySelector('.hand-say').before(summary);
        }
    }

    function showStep(at) {
        now = Math.min(Math.max(at, 0), list.children.length - 1);
        [...list.children].forEach((step, index) => step.classList.toggle('is-now', index === now));
        switchButton(button('back'), now > 0);
        switchButton(button('next'), now < steps - 1);
        find('.hand-count').textContent = `${now + 1} of ${steps}`;
    }

    /* Shows the new steps one by one. A reader in haste does the next thing at once. */
    async function walkTo(last) {
        const own = walking = {};
        while (now < last && own === walking) {
            const next = now + 1;
            await moveBetweenSteps(list.children[now], list.children[next], () => {
                if (own === walking) {
                    showStep(next);
                }
            });
            if (now < last && own === walking) {
                await wait(PAUSE);
            }
        }
        if (own === walking) {
            focusOnChoice();
        }
    }

    /* Before what has the focus is replaced, the focus goes to the table. */
    function holdFocus() {
        const focus = document.activeElement;
        if (hand.contains(focus) && !controls.contains(focus)) {
            moveFocus(hand);
        }
    }

    /* From the table, or from nowhere, the focus goes to what the reader may do next. */
    function focusOnChoice() {
        if (document.activeElement !== hand) {
            return;
        }
        const choice = asks.querySelector('button') || list.lastElementChild?.querySelector('button.card:enabled') || says.querySelector('button');
        if (choice) {
            moveFocus(choice);
        }
    }

    /* Makes buttons of the reader's own cards in the last step, if there is something to do with them. */
    function armCards() {
        const isPlay = Boolean(asks.querySelector('[data-plays]'));
        list.querySelectorAll('button.card').forEach(card => { card.disabled = true; });
        if (!isPlay && !asks.querySelector('[data-cards]')) {
            return;
        }
        for (const card of list.lastElementChild.querySelectorAll(`.s${table.seat} .place .card:not(.gone)`)) {
            const cardButton = card.matches('button') ? card : replaceWithButton(card, () => {});
            cardButton.disabled = false;
            if (isPlay) {
                cardButton.dataset.says = cardButton.textContent;
            } else {
                cardButton.setAttribute('aria-pressed', 'false');
            }
        }
    }

    function chosenCards() {
        return [...list.lastElementChild?.querySelectorAll('.card[aria-pressed=true]') || []].map(card => card.textContent);
    }

    /* A choice that goes with cards can be made when they are chosen. */
    function canSay(choice) {
        const { cards } = choice.dataset;
        const count = chosenCards().length;
        return cards === 'some' ? count > 0 : cards === 'one' ? count === 1 : true;
    }

    function updateChoices() {
        for (const choice of asks.querySelectorAll('[data-cards]')) {
            switchButton(choice, canSay(choice));
        }
    }

    /* Shows what each choice comes to: it stands in the step, and the sentence says where. */
    function showOutcomes(html) {
        if (!html.startsWith('<')) {
            tell(html);
            return;
        }
        tell('What each choice comes to stands below, best first.');
        list.querySelectorAll('.hand-instead').forEach(old => old.remove());
        asks.insertAdjacentHTML('afterend', html);
        list.lastElementChild.querySelector('.hand-instead').open = true;
    }

    function clearTable() {
        holdFocus();
        steps = 0;
        now = 0;
        walking = null;
        note.textContent = '';
        hand.prepend(verdict, says, asks);
        asks.replaceChildren();
        list.replaceChildren();
    }

    /* The address is the table. Its last parameter means nothing: a chat may change the end of an address. */
    function writeAddress() {
        if (isLesson) {
            keepDeal();
            return;
        }
        const { words, begun, options = [], ...rest } = table;
        const address = new URLSearchParams({
            ...begun && { step: begun.step, told: begun.edition }, ...rest, words: words.join('_'), ...begun && { text: parameters.get('text') },
        });
        options.forEach(option => address.append('option', option));
        address.append('end', '1');
        ownHash = `#${address}`;
        replaceHash(ownHash);
        writeValue(LAST_TABLE, { address: ownHash, name: begun ? 'a hand that was begun' : tableForm.edition(), moves: words.length });
    }

    /* A deal of a lesson stands in no address: what was said at it is kept, for a reader who opens the page again. */
    function keepDeal() {
        const { seed, words } = table;
        writeValue(LESSON_DEALS, { ...readEntries(LESSON_DEALS, isBegunDeal), [dealName]: { seed, words } });
    }

    function offerKeptDeal() {
        const kept = readEntries(LESSON_DEALS, isBegunDeal)[dealName];
        if (kept?.words.length) {
            const { seed, words } = kept;
            const resume = createButton('Go on with this deal', () => sit({ ...readLessonTable(play.dataset), seed, words }));
            resume.className = 'play-go-on';
            form.append(resume);
        }
    }

    function nextChoices(answer) {
        if (answer.asks) {
            return answer.asks;
        }
        if (table.drill) {
            return '<button type="button" data-go="more">The next deal</button>';
        }
        return answer.is_over ? '' : '<button type="button" data-says="deal">Deal the next hand</button>';
    }

    function tellNews(answer, fresh) {
        const last = list.lastElementChild;
        const news = [...list.children].slice(steps - fresh);
        news.forEach(addSummary);
        /* Where all is new, one hears what one would have heard last. */
        const told = fresh < steps ? news : [...stepsSince(last), last];
        const words = answer.unclear || answer.hint || (answer.is_over ? 'The session is over by its rules.' : '');
        tell(words, words || `${verdict.textContent} ${told.map(step => step.dataset.say).join(' ')}`.trim());
    }

    function showFailedAnswer(answer) {
        tell([answer.failed, warning].filter(Boolean).join(' '));
        company.hidden = steps > 0;
        controls.hidden = !steps;
        /* Without a table the form is what there is to do. */
        if (!steps && document.activeElement === hand) {
            moveFocus(form.querySelector('select, button'));
        }
    }

    /* Puts an answer of the engine into the page. */
    function showAnswer(answer, isNew) {
        hand.removeAttribute('aria-busy');
        if (answer.failed) {
            showFailedAnswer(answer);
            return;
        }
        for (const name of ['html', 'asks', 'what_if', 'drill']) {
            answer[name] = placeLinks(answer[name]);
        }
        controls.hidden = false;
        if (answer.unclear) {
            table.words.pop();
        }
        Object.assign(table, { seat: answer.seat, seed: answer.seed });
        writeAddress();
        hand.style.setProperty('--sit', table.seat);
        walking = null;
        if (isNew) {
            clearTable();
        }
        holdFocus();
        if (now < steps - 1) {
            showStep(steps - 1);
        }
        list.insertAdjacentHTML('beforeend', answer.html);
        list.querySelectorAll('.hand-nav').forEach(links => links.remove());
        list.querySelectorAll(`.s${table.seat}`).forEach(seat => seat.classList.add('mine'));
        if (answer.note || isNew) {
            note.textContent = [warning, answer.note].filter(Boolean).join(' ');
        }
        const fresh = answer.steps - steps;
        steps = answer.steps;
        verdict.innerHTML = answer.verdict || '';
        asks.innerHTML = nextChoices(answer);
        tellNews(answer, fresh);
        showDrill(answer.drill);
        switchButton(button('undo'), table.words.length > 0);
        switchButton(button('hint'), Boolean(answer.asks));
        switchButton(button('save'), answer.is_tellable);
        list.lastElementChild.querySelector('.hand-title').after(verdict, says, asks);
        armCards();
        updateChoices();
        if (answer.what_if) {
            showOutcomes(answer.what_if);
        }
        switchButton(button('what'), Boolean(asks.querySelector('[data-foreseen]')) && !answer.what_if);
        isOver = !answer.asks;
        if (isOver) {
            play.dispatchEvent(new CustomEvent('hand-over'));
            askForAccount();
        }
        if (fresh < steps && !still.matches) {
            showStep(Math.max(steps - 1 - fresh, 0));
            walkTo(steps - 1);
        } else {
            showStep(steps - 1);
            focusOnChoice();
        }
    }

    /* Says what is practised, and how many of its deals were played here to their end. */
    function showDrill(html) {
        find('.play-about').innerHTML = html || '';
        const counts = readEntries(DRILLS, isDrillCount);
        if (html && Object.hasOwn(counts, table.drill)) {
            const [deals, best] = counts[table.drill];
            find('.play-drill').append(` Played so far: ${deals}${best === null ? '' : `; nothing given away in ${best}`}.`);
        }
    }

    /* How it might have gone is worked out while the reader looks at what they won. */
    async function askForAccount() {
        try {
            showAccount(await askInBackground(play.dataset.engine, { table: { ...table, from: steps, account: true } }));
        } catch (error) {
            if (!(error instanceof InterruptedError)) {
                note.textContent = 'The review of this deal could not be worked out.';
            }
        }
    }

    function showAccount({ account, drill }) {
        if (!account || asks.querySelector('.play-account')) {
            return;
        }
        asks.insertAdjacentHTML('afterbegin', placeLinks(account.html));
        const deal = JSON.stringify([table.edition, table.players, table.seed]);
        if (drill && deal !== counted) {
            counted = deal;
            countDeal(account.is_best);
            showDrill(placeLinks(drill));
        }
    }

    function countDeal(isBest) {
        const counts = readEntries(DRILLS, isDrillCount);
        const [deals, best] = Object.hasOwn(counts, table.drill) ? counts[table.drill] : [0, 0];
        counts[table.drill] = [deals + 1, isBest === null ? null : best + isBest];
        if (!writeValue(DRILLS, counts)) {
            note.textContent = 'This browser keeps nothing: the deals that you practise are not counted.';
        }
    }

    /* Asks how the table stands; from the first step, where words were taken back. */
    async function ask(isNew, more) {
        const asked = table;
        hand.setAttribute('aria-busy', 'true');
        if (!steps) {
            tell(loadingWords(play.dataset.engineSize || '1 MB'));
        }
        try {
            const answer = await askEngine(play.dataset.engine, { table: { ...table, from: isNew ? 0 : steps, ...more } });
            if (asked === table) {
                showAnswer(answer, isNew);
            }
        } catch (error) {
            /* A page that was left asks again when the reader comes back. */
            if (asked === table && !(error instanceof InterruptedError)) {
                tellFailure(error, () => ask(isNew, more));
            }
        }
    }

    function sit(named) {
        table = named;
        const hadFocus = company.contains(document.activeElement);
        company.hidden = true;
        hand.hidden = false;
        controls.hidden = false;
        hand.classList.add('hand', 'is-stepped', 'is-ready');
        clearTable();
        if (hadFocus || document.activeElement === document.body) {
            moveFocus(hand);
        }
        play.dispatchEvent(new CustomEvent('table-begun'));
        /* The pictures of the cards come before the first card needs them. */
        new Image().src = `${root}cards.svg`;
        return ask(true);
    }

    /* What is saved tells the cards of all: nobody is told them before. */
    async function save() {
        try {
            const { scenario } = await askEngine(play.dataset.engine, { table: { ...table, from: steps, save: true } });
            if (scenario) {
                const name = `session-${table.seed}.md`;
                downloadText(name, scenario, 'text/markdown');
                tell(`Saved as ${name}.`);
            }
        } catch (error) {
            tellFailure(error, save);
        }
        /* The review of the deal was interrupted by that. */
        if (isOver) {
            askForAccount();
        }
    }

    function turnTo(at) {
        if (at === undefined || at === now) {
            return;
        }
        walking = null;
        if (list.contains(document.activeElement)) {
            moveFocus(hand);
        }
        showStep(at);
        live.textContent = list.children[now].dataset.say;
        if (now === steps - 1) {
            focusOnChoice();
        }
    }

    function turn(control) {
        turnTo(findStep([...list.children], now, control));
    }

    const actions = {
        back: () => turn('back'),
        next: () => turn('next'),
        hint: () => ask(false, { hint: true }),
        what: () => {
            switchButton(button('what'), false);
            tell('Working it out …');
            return ask(false, { what_if: true });
        },
        leave: () => {
            company.hidden = false;
            moveFocus(form.querySelector('select, button'));
        },
        more: () => sit({ ...table, seed: table.seed + 1, words: [] }),
        again: () => sit({ ...table, words: [] }),
        save,
        undo: () => {
            table.words.pop();
            return ask(true);
        },
        copy: () => copyAndTell(pageAddress(), says, 'Link copied.'),
    };

    function sayWords(choice) {
        if (!canSay(choice)) {
            tell(choice.dataset.cards === 'one' ? 'Choose the one card that you want to change first.' : 'Choose the cards you want to change first.');
            return;
        }
        const cards = choice.dataset.cards === 'none' || choice.matches('.card') ? [] : chosenCards();
        table.words.push([choice.dataset.says, ...cards].join(' '));
        ask(false);
    }

    hand.addEventListener('click', event => {
        const closest = selector => event.target.closest(selector);
        /* A reader who touches the table while the others play sees at once what they have played. */
        if (walking && closest('.cloth') && now < steps - 1) {
            turnTo(steps - 1);
            return;
        }
        const control = closest('[data-go]');
        const canWait = closest('[data-go=back], [data-go=next], [data-go=leave]');
        if (hand.matches('[aria-busy]') && !canWait || control && isSwitchedOff(control)) {
            return;
        }
        const choice = closest('[data-says]');
        const back = closest('[data-back]');
        const card = closest('button.card');
        if (choice) {
            sayWords(choice);
        } else if (control) {
            actions[control.dataset.go]();
        } else if (back) {
            table.words.length = Number(back.dataset.back);
            ask(true);
        } else if (card) {
            card.setAttribute('aria-pressed', String(card.getAttribute('aria-pressed') !== 'true'));
            updateChoices();
        }
    });
    hand.addEventListener('keydown', event => {
        const control = stepForKey(event);
        if (control && !event.target.closest('input, select, textarea, pre, .hand-wide')) {
            event.preventDefault();
            turn(control);
        }
    });
    /* A press and not the form's own way, which a page in a sandbox does not have. */
    form.querySelector('button:not([type])').addEventListener('click', event => {
        event.preventDefault();
        if (isLesson) {
            sit(readLessonTable(play.dataset));
        } else if (form.reportValidity()) {
            warning = '';
            sit(tableForm.chosenTable([]));
        }
    });

    function tellWrongAddress(words) {
        hand.hidden = false;
        controls.hidden = true;
        company.hidden = false;
        tell(words);
    }

    async function sitAtBegunHand(words) {
        const [seat, seed, edition] = ['seat', 'seed', 'told'].map(name => readWholeNumber(parameters, name) || 0);
        let read;
        try {
            read = await unpackText(parameters.get('text'));
        } catch {
            read = { text: '', isWhole: false };
        }
        if (!read.text.trim()) {
            tellWrongAddress('This address holds no hand that can be read: it was cut or changed on its way.');
            return;
        }
        warning = read.isWhole ? '' : 'The end of this address was lost on its way; this is what is left of the hand.';
        const rules = parameters.has('table') ? readRules(parameters) : {};
        sit({ ...rules, begun: { text: read.text, step: parameters.get('step'), edition }, seat, seed, words });
    }

    /* Sits down at the table that the fragment of an address names. */
    function openTable(hash) {
        parameters = readParameters(hash);
        ownHash = hash;
        const isNamed = parameters.has('edition') || parameters.has('text');
        const wrong = isNamed && findWrongNumber(parameters) || tableForm.showTable(parameters);
        if (wrong) {
            tellWrongAddress(wrong);
            return;
        }
        const words = (parameters.get('words') || '').split('_').filter(Boolean);
        if (parameters.has('text')) {
            sitAtBegunHand(words);
        } else if (parameters.has('edition')) {
            /* The engine hears what the address says, even what no control could say. */
            sit({ ...tableForm.chosenTable(words), ...readRules(parameters) });
        } else {
            offerLastTable();
        }
    }

    /* Offers a reader who comes without an address the table that they left. */
    function offerLastTable() {
        const kept = readValue(LAST_TABLE);
        const address = typeof kept?.address === 'string' && kept.address.startsWith('#') ? kept.address : '';
        if (!address || !(kept.moves > 0) || find('.play-resume')) {
            return;
        }
        const offer = document.createElement('p');
        offer.className = 'play-resume';
        const resume = createButton('Go on', () => {
            offer.remove();
            replaceHash(address);
            openTable(address);
        });
        offer.append(`You left a table: ${String(kept.name).slice(0, 80)}. `, resume);
        company.prepend(offer);
    }

    find('.play-none').hidden = true;
    company.hidden = false;
    if (isLesson) {
        offerKeptDeal();
    } else {
        form.addEventListener('change', tableForm.update);
        addEventListener('hashchange', () => {
            if (location.hash !== ownHash) {
                openTable(location.hash);
            }
        });
        openTable(location.hash);
    }
}

/* A book that was made without the engine says so. */
document.querySelectorAll('.play[data-engine$=js]').forEach(beginTable);
