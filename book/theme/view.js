/* What the menu of a hand does: a seat, cards and steps that are hidden, colours, playing by itself, and copying. */
import { loadForReader, loadPart } from './book/loading.js';
import { readValue } from './boot/storage.js';
import { writeValue } from './tools/storage.js';
import { copyText } from './tools/clipboard.js';
import { announce, createButton } from './tools/elements.js';
import { packText } from './tools/packing.js';

/* The reading time in milliseconds of one character of a step's text. */
const PACE = 60;
const FOUR_COLOURS = 'mouche-four';
const still = matchMedia('(prefers-reduced-motion: reduce)');

export function beginView(hand) {
    const one = selector => hand.querySelector(selector);
    const all = selector => [...hand.querySelectorAll(selector)];
    const steps = all('.hand-step');
    const live = one('.hand-live');
    const menu = one('.hand-view');
    const autoplay = one('[data-go=play]');
    /* It stands beside the controls of the steps from the first start of autoplay on. */
    const pause = createButton('', toggleAutoplay);
    const seat = one('[data-set=seat]');
    const edition = one('[data-set=edition]');
    const hides = one('[data-set=hides]');
    const four = one('[data-set=four]');
    let now = Math.max(0, steps.findIndex(step => step.classList.contains('is-now')));
    let timer = null;
    let hasQuiz = false;

    function goToStep(at) {
        hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at] }));
    }

    /* Turns the table until the chosen seat is nearest. Hidden cards lose their names too. */
    function turnTable() {
        if (hides.checked && seat.value === '') {
            seat.value = '0';
        }
        const at = seat.value;
        hand.style.setProperty('--sit', at || '0');
        hand.classList.toggle('hides', hides.checked);
        all('.mine').forEach(mine => mine.classList.remove('mine'));
        if (at !== '') {
            all(`.s${at}, .m${at}`).forEach(mine => mine.classList.add('mine'));
        }
        for (const cards of all('.cloth .cards[aria-label]')) {
            cards.dataset.names ||= cards.getAttribute('aria-label');
            cards.setAttribute('aria-label', namesToTell(cards));
        }
    }

    function namesToTell(cards) {
        const count = cards.querySelectorAll('.card:not(.gone)').length;
        if (!hides.checked || cards.closest('.mine') || !count) {
            return cards.dataset.names;
        }
        return `${count === 1 ? 'a card' : `${count} cards`}, face down`;
    }

    /* Shows what one edition says, or all. */
    function showEdition() {
        for (const column of all('.hand-column')) {
            column.hidden = edition.value !== '' && !column.matches(`.e${edition.value}`);
        }
    }

    hand.addEventListener('hand-shown', event => {
        now = event.detail;
        showAutoplay();
    });
    hand.addEventListener('change', ({ target }) => {
        const { set } = target.dataset;
        if (set === 'four' && !writeValue(FOUR_COLOURS, four.checked)) {
            announce(live, 'This browser keeps nothing: the colours hold for this page.');
        }
        if (set === 'seat' && seat.value === '') {
            hides.checked = false;
        }
        if (set === 'seat' || set === 'hides') {
            turnTable();
        } else if (set === 'edition') {
            showEdition();
        } else if (set) {
            hand.classList.toggle(set, target.checked);
        }
    });

    /* Autoplay begins with a press, and ends with the next key or touch, or with the last step. */
    function stopAutoplay() {
        clearTimeout(timer);
        timer = null;
        showAutoplay();
    }

    function isAtEnd() {
        return now === steps.length - 1;
    }

    function showAutoplay() {
        const isPlaying = timer !== null;
        autoplay.ariaPressed = isPlaying;
        pause.textContent = isPlaying ? 'Pause' : 'Play';
        pause.ariaDisabled = !isPlaying && isAtEnd();
    }

    /* Each step is shown for as long as its text takes to read. */
    function playNextStep() {
        if (isAtEnd() || document.hidden) {
            stopAutoplay();
            return;
        }
        goToStep(now + 1);
        timer = setTimeout(playNextStep, 1200 + PACE * live.textContent.length);
        showAutoplay();
    }

    function toggleAutoplay() {
        if (timer !== null) {
            stopAutoplay();
            return;
        }
        menu.before(pause);
        pause.focus({ preventScroll: true });
        playNextStep();
    }

    /* Whether an event is about to press a button that starts and ends autoplay: the press itself does that. */
    function pressesAutoplay({ target, type, key }) {
        return [autoplay, pause].includes(target) && (type === 'pointerdown' || key === 'Enter' || key === ' ');
    }

    for (const kind of ['pointerdown', 'keydown']) {
        document.addEventListener(kind, event => {
            if (timer !== null && !pressesAutoplay(event)) {
                stopAutoplay();
            }
        }, true);
    }

    async function copyFrom(button, text) {
        const label = button.textContent;
        const isCopied = await copyText(text);
        announce(live, isCopied ? 'Copied.' : 'The browser does not allow copying.');
        button.textContent = isCopied ? 'Copied' : 'Not copied';
        setTimeout(() => { button.textContent = label; }, 1500);
    }

    function closeMenu() {
        menu.open = false;
    }

    function closeMenuAndFocus() {
        closeMenu();
        menu.firstElementChild.focus({ preventScroll: true });
    }

    document.addEventListener('pointerdown', event => {
        if (menu.open && !menu.contains(event.target)) {
            closeMenu();
        }
    });
    menu.addEventListener('keydown', event => {
        if (event.key === 'Escape') {
            closeMenuAndFocus();
        }
    });
    menu.addEventListener('click', event => {
        if (event.target.closest('[data-go=quiz], [data-go=all]')) {
            closeMenuAndFocus();
        } else if (event.target.closest('[data-go=play]')) {
            /* The focus goes to what pauses it. */
            closeMenu();
        }
    });

    function source() {
        return `${one('.hand-source').textContent}\n`;
    }

    async function openInPlayground() {
        location.href = `${document.body.dataset.root}playground.html#text=${await packText(source())}`;
    }

    /* Asks the choices of one seat, one by one. From then on the button belongs to the questions. */
    async function startQuiz() {
        if (!hasQuiz) {
            hasQuiz = true;
            await loadForReader('the questions', () => loadPart('quiz'));
            window.mouche.beginQuiz(hand);
        }
    }

    /* The seat that was chosen, or else that of the player who moves in this step or next. */
    function seatToTake(told) {
        if (seat.value !== '') {
            return seat.value;
        }
        for (const step of steps.slice(now)) {
            const mover = step.querySelector(`.e${told} .mover`) || step.querySelector('.mover');
            if (mover) {
                return /\bs(\d+)/.exec(mover.className)[1];
            }
        }
        return '0';
    }

    /* Goes to the table where one plays on from this step. */
    async function takeSeat() {
        const told = edition?.value || '0';
        const table = new URLSearchParams(hand.dataset.house);
        /* The card that was touched, once. */
        const words = hand.dataset.says || '';
        delete hand.dataset.says;
        const begun = {
            step: steps[now].id.slice(hand.id.length - 4),
            told,
            seat: seatToTake(told),
            seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1000000,
            words,
            text: await packText(source()),
        };
        for (const [name, value] of Object.entries(begun)) {
            table.set(name, value);
        }
        location.href = `${document.body.dataset.root}play.html#${table}`;
    }

    hand.addEventListener('click', event => {
        const control = event.target.closest('[data-go]');
        switch (control?.dataset.go) {
        case 'play': return toggleAutoplay();
        case 'quiz': return startQuiz();
        case 'sit': return takeSeat();
        case 'link': return copyFrom(control, `${location.href.split('#')[0]}#${encodeURIComponent(steps[now].id)}`);
        case 'write': return openInPlayground();
        case 'text': return copyFrom(control, source());
        default: return undefined;
        }
    });

    /* A reader who comes back to the page finds it as it was left: the browser remembers what was chosen there, and the colours
       hold for every hand. */
    function restoreChoices() {
        const kept = readValue(FOUR_COLOURS);
        if (typeof kept === 'boolean') {
            four.checked = kept;
        }
        for (const box of all('[type=checkbox]')) {
            hand.classList.toggle(box.dataset.set, box.checked);
        }
        if (seat.value !== '' || hides.checked) {
            turnTable();
        }
        if (edition) {
            showEdition();
        }
    }

    addEventListener('pageshow', restoreChoices);
    addEventListener('pagehide', stopAutoplay);
    restoreChoices();
    autoplay.hidden = still.matches;
}
