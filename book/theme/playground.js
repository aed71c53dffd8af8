/* A scenario that is written in the page. The engine says what is wrong with it, what may stand at the cursor and what its
   hand is; here it is put beside the text, and keys and presses become text. */
import { pageAddress, replaceHash } from './book/address.js';
import { offerRetry } from './book/loading.js';
import { readValue } from './boot/storage.js';
import { writeValue } from './tools/storage.js';
import { InterruptedError, askEngine, loadingWords } from './client.js';
import { beginHand } from './hand.js';
import { copyAndTell } from './tools/clipboard.js';
import { createButton, createElement, downloadText } from './tools/elements.js';
import { packText, readParameters, unpackText } from './tools/packing.js';

const LAST_TEXT = 'mouche-playground';
const MOST_CHARACTERS = 1_000_000;

/* A title of a fix, without the marks (a grave accent, which a template would end at) around words of a scenario. */
function withoutMarks(title) {
    return title.replaceAll('\u0060', '');
}

function countLines(text) {
    let count = 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        count += 1;
    }
    return count;
}

function countWords(count, word) {
    return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/* Says how many mistakes there are, and how many places marked with a question mark, which are not mistakes. */
function whatIsLeft(messages) {
    const errors = messages.filter(message => message.severity === 'error');
    const blanks = errors.filter(message => message.is_blank).length;
    const mistakes = errors.length - blanks;
    const sentences = [];
    if (mistakes) {
        sentences.push(`${countWords(mistakes, 'mistake')}.`);
    }
    if (blanks) {
        sentences.push(`${countWords(blanks, 'blank')} to fill in: choose an answer below, or write it in place of the ?.`);
    }
    return sentences.join(' ');
}

function beginPlayground(ground) {
    const one = selector => ground.querySelector(selector);
    const form = one('form');
    const text = one('textarea');
    const lines = one('.playground-lines');
    const list = one('[role=listbox]');
    const says = one('.playground-says');
    const messages = one('.playground-messages');
    const buttons = one('.playground-deeds');
    const here = one('.playground-here');
    const beside = one('.playground-hand');
    let answer = null;
    /* What may be written at the cursor, while the list is shown; and which of it is chosen. */
    let items = null;
    let chosen = -1;
    let timer = 0;
    let lookups = 0;
    let ownHash = null;
    let hasAnswered = false;
    /* Whether the reader has written something here. */
    let isWritten = false;

    /* Asks the engine. Returns null, and says why, if it does not answer. */
    async function ask(question) {
        if (!hasAnswered) {
            says.textContent = loadingWords(ground.dataset.engineSize || '1 MB');
        }
        try {
            const told = await askEngine(ground.dataset.engine, question);
            hasAnswered = true;
            return told.failed ? null : told;
        } catch (error) {
            hasAnswered = false;
            if (error instanceof InterruptedError) {
                return null;
            }
            offerRetry(says, error.message, checkText);
            return null;
        }
    }

    /* Writes as if it had been typed, so that it can be undone. */
    function writeText(from, to, words) {
        text.focus();
        text.setSelectionRange(from, to);
        if (!document.execCommand('insertText', false, words)) {
            text.setRangeText(words, from, to, 'end');
            text.dispatchEvent(new Event('input'));
        }
    }

    function closeList() {
        items = null;
        chosen = -1;
        list.hidden = true;
        text.removeAttribute('aria-activedescendant');
    }

    /* Puts the list under its line; it does not leave the text with that line. */
    function placeList() {
        const line = countLines(text.value.slice(0, items[0].from));
        const below = line * parseFloat(getComputedStyle(text).lineHeight) - text.scrollTop;
        list.style.insetBlockStart = `${Math.max(0, Math.min(below, text.clientHeight)) + text.offsetTop + 10}px`;
    }

    function chooseItem(at) {
        chosen = (at + items.length) % items.length;
        [...list.children].forEach((row, index) => row.setAttribute('aria-selected', index === chosen));
        list.children[chosen].scrollIntoView({ block: 'nearest' });
        text.setAttribute('aria-activedescendant', list.children[chosen].id);
    }

    function takeItem(at) {
        const { from, to, text: words } = items[at];
        closeList();
        writeText(from, to, words);
    }

    function createRow(item, index) {
        const row = createElement('li', '', { id: `playground-item-${index}`, className: item.is_refused ? 'refused' : '' });
        row.setAttribute('role', 'option');
        row.setAttribute('aria-selected', 'false');
        row.append(createElement('b', item.text), ' ', createElement('span', item.detail));
        return row;
    }

    /* Lists what goes on from what is typed at the cursor. */
    function offerItems({ items: offered, from, to }, isAsked) {
        const typed = text.value.slice(from, to).toLowerCase();
        const startsSo = words => words.toLowerCase().startsWith(typed);
        const fits = item => startsSo(item.text) || `${item.text} ${item.also}`.split(' ').some(startsSo);
        const fitting = offered.filter(fits);
        closeList();
        if (!fitting.length || !isAsked && fitting.every(item => item.text.toLowerCase() === typed)) {
            return;
        }
        items = fitting.map(item => ({ ...item, from, to }));
        list.replaceChildren(...items.map(createRow));
        placeList();
        list.hidden = false;
        list.scrollTop = 0;
        if (isAsked) {
            chooseItem(0);
        }
    }

    /* Shows what stands at the cursor, and what may. */
    async function lookAtCursor(offers, isAsked) {
        lookups += 1;
        const own = lookups;
        const cursor = text.selectionEnd;
        const told = await ask({ at: { text: text.value, at: cursor } });
        if (!told || own !== lookups || cursor !== text.selectionEnd) {
            return;
        }
        here.innerHTML = told.says || '';
        if (offers) {
            offerItems(told, isAsked);
        } else {
            closeList();
        }
    }

    /* Shows the step of the hand that is told at the cursor. */
    function followCursor() {
        const hand = beside.firstElementChild;
        const step = answer?.steps.filter(([, from]) => from <= text.selectionEnd).pop();
        if (!hand || !step) {
            return;
        }
        const index = [...hand.querySelectorAll('.hand-step')].findIndex(({ id }) => id === step[0]);
        if (index >= 0 && !hand.querySelector('.hand-step.is-now').id.endsWith(step[0])) {
            hand.dispatchEvent(new CustomEvent('hand-go', { detail: [index, true] }));
        }
    }

    /* Numbers the lines; those with a mistake stand out. A text of very many lines has plain numbers. */
    function numberLines() {
        const wrong = new Set(answer?.messages.map(message => message.line));
        const count = countLines(text.value);
        let plain = '';
        lines.textContent = '';
        for (let line = 1; line <= count; line += 1) {
            if (wrong.has(line)) {
                lines.append(plain, createElement('b', `${line}\n`));
                plain = '';
            } else {
                plain += `${line}\n`;
            }
        }
        lines.append(plain);
        lines.scrollTop = text.scrollTop;
    }

    function createFirst(words, act, isFirst) {
        const button = createButton(words, act);
        button.className = isFirst ? 'first' : '';
        return button;
    }

    function createMessage(message) {
        const row = createElement('li', '', { className: message.severity });
        const [head, ...rest] = message.words.split('\n');
        row.append(createButton(`Line ${message.line}: ${head}`, () => {
            text.focus();
            text.setSelectionRange(message.from, message.to);
            text.scrollTop = (message.line - 5) * parseFloat(getComputedStyle(text).lineHeight);
        }));
        rest.forEach(line => row.append(createElement('p', line)));
        for (const fix of message.fixes) {
            row.append(createFirst(withoutMarks(fix.title), () => writeText(...message.instead, fix.text), fix.is_certain));
        }
        if (message.page) {
            row.append(createElement('a', 'Why', { href: message.page, ariaLabel: `Why: ${head}` }));
        }
        return row;
    }

    function createOffer({ title, text: words, is_certain: isFirst }) {
        const button = createFirst(withoutMarks(title), () => writeText(0, text.value.length, words), isFirst);
        button.classList.add('offer');
        return button;
    }

    function verdictWords({ holds, messages: found }) {
        if (holds) {
            return 'This hand holds: all that it says is so.';
        }
        return whatIsLeft(found);
    }

    function showAnswer(told) {
        const focus = document.activeElement;
        answer = told;
        says.textContent = verdictWords(told);
        messages.replaceChildren(...told.messages.map(createMessage));
        buttons.querySelectorAll('.offer').forEach(old => old.remove());
        buttons.append(...told.offers.map(createOffer));
        numberLines();
        beside.innerHTML = told.hand || '';
        if (told.hand) {
            beginHand(beside.firstElementChild, false);
            followCursor();
        }
        if (focus !== document.body && !focus.isConnected) {
            text.focus({ preventScroll: true });
        }
    }

    /* Checks the whole text, and puts it into the address and into what the browser keeps. */
    async function checkText() {
        const words = text.value;
        if (words.length > MOST_CHARACTERS) {
            says.textContent = 'This text is longer than 1 MB. The program reads files up to that size.';
            return;
        }
        keepText();
        await writeAddress(words);
        const told = await ask({ text: { text: words } });
        if (told && words === text.value) {
            showAnswer(told);
        }
    }

    async function writeAddress(words) {
        const hash = words ? `#text=${await packText(words)}` : '';
        if (words === text.value) {
            ownHash = hash;
            replaceHash(hash);
        }
    }

    /* Keeps a text that was written here; one that an address brought does not take its place. */
    function keepText() {
        if (isWritten && text.value) {
            writeValue(LAST_TEXT, text.value);
        }
    }

    function textHasChanged(offers) {
        /* Places are counted in letters that are whole. */
        const whole = text.value.normalize('NFC');
        if (whole !== text.value) {
            const place = text.value.slice(0, text.selectionEnd).normalize('NFC').length;
            text.value = whole;
            text.setSelectionRange(place, place);
        }
        numberLines();
        clearTimeout(timer);
        timer = setTimeout(checkText, 250);
        lookAtCursor(offers);
    }

    const listKeys = {
        ArrowDown: () => chooseItem(chosen + 1),
        ArrowUp: () => chooseItem(chosen < 0 ? items.length - 1 : chosen - 1),
        Escape: closeList,
        Enter: () => takeItem(chosen),
        Tab: () => takeItem(chosen),
    };

    function isForList(event) {
        const hasModifier = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
        const needsChoice = event.key === 'Enter' || event.key === 'Tab';
        return items && listKeys[event.key] && !hasModifier && (chosen >= 0 || !needsChoice);
    }

    text.addEventListener('input', event => {
        isWritten = true;
        const isTyped = /^insert(Text|Composition)/.test(event.inputType) && event.data && event.data.length < 3;
        textHasChanged(isTyped);
    });
    text.addEventListener('scroll', () => {
        lines.scrollTop = text.scrollTop;
        if (items) {
            placeList();
        }
    });
    text.addEventListener('blur', closeList);
    text.addEventListener('keydown', event => {
        if (event.key === ' ' && event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            lookAtCursor(true, true);
        } else if (isForList(event)) {
            event.preventDefault();
            listKeys[event.key]();
        }
    });
    text.addEventListener('keyup', event => {
        if (/^(Arrow|Home|End|Page)/.test(event.key) && !items) {
            followCursor();
            lookAtCursor();
        }
    });
    text.addEventListener('click', () => {
        followCursor();
        lookAtCursor();
    });
    list.addEventListener('pointerdown', event => {
        const row = event.target.closest('li');
        if (row) {
            event.preventDefault();
            takeItem([...list.children].indexOf(row));
        }
    });

    /* On a narrow screen one of the two is shown. */
    one('.playground-switch').addEventListener('click', ({ target: { dataset: { do: side } } }) => {
        if (!side) {
            return;
        }
        one('.playground-desk').classList.toggle('shows-hand', side === 'hand');
        for (const button of ground.querySelectorAll('.playground-switch button')) {
            button.setAttribute('aria-pressed', button.dataset.do === side);
        }
    });

    function fileName() {
        const [, title] = /^# (.+)/m.exec(text.value) || ['', 'hand'];
        return `${title.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join('-') || 'hand'}.md`;
    }

    buttons.addEventListener('click', ({ target: { dataset } }) => {
        if (dataset.do === 'copy') {
            copyAndTell(pageAddress(), says, 'Link copied.');
        } else if (dataset.do === 'save') {
            downloadText(fileName(), text.value, 'text/markdown');
        }
    });
    /* A press and not the form's own way, which a page in a sandbox does not have. */
    form.querySelector('button').addEventListener('click', async event => {
        event.preventDefault();
        const seed = crypto.getRandomValues(new Uint32Array(1))[0];
        const begun = await ask({ beginning: { edition: form.elements.edition.value, seed } });
        if (begun) {
            writeText(0, text.value.length, begun.text);
            text.setSelectionRange(2, begun.text.indexOf('\n'));
            text.scrollTop = 0;
        }
    });

    function takeText(words) {
        text.value = words;
        text.setSelectionRange(0, 0);
        textHasChanged();
    }

    function showWarning(words) {
        let warning = one('.playground-warning');
        if (!warning) {
            warning = createElement('p', '', { className: 'playground-warning' });
            warning.setAttribute('role', 'status');
            says.before(warning);
        }
        warning.textContent = words;
        return warning;
    }

    /* Shows the text that the address holds. */
    async function openAddress() {
        if (location.hash === ownHash) {
            return;
        }
        const packed = readParameters(location.hash).get('text');
        one('.playground-warning')?.remove();
        if (!packed) {
            if (location.hash.length > 1) {
                showWarning('This address holds no text that can be read: it was cut or changed on its way.');
            }
            offerLastText();
            return;
        }
        try {
            const read = await unpackText(packed);
            if (!read.text) {
                throw new Error('This address holds no text that can be read: it was cut or changed on its way.');
            }
            if (!read.isWhole) {
                const count = countLines(read.text);
                showWarning(`The end of this text was lost on its way: ${count === 1 ? '1 line is' : `${count} lines are`} left of it.`);
            }
            takeText(read.text);
        } catch (error) {
            showWarning(error.message);
        }
    }

    /* Offers a reader who comes without a text the one that was written here last. */
    function offerLastText() {
        const kept = readValue(LAST_TEXT);
        if (typeof kept !== 'string' || !kept || text.value) {
            return;
        }
        const title = (/^# (.{1,60})/m.exec(kept) || ['', 'a text'])[1];
        const warning = showWarning(`${one('.playground-warning')?.textContent || ''} You wrote “${title}” here. `.trim());
        warning.append(' ', createButton('Open it', () => {
            warning.remove();
            takeText(kept);
            text.focus();
        }));
    }

    addEventListener('hashchange', openAddress);
    /* A reader may leave before the text has been checked. */
    addEventListener('pagehide', keepText);
    one('.play-none').hidden = true;
    one('.playground-desk').hidden = false;
    openAddress();
}

/* A book that was made without the engine says so. */
document.querySelectorAll('.playground[data-engine$=js]').forEach(beginPlayground);
