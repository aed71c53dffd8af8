/* One step of a hand at a time: keys, swipes, the address, and a sentence for those who listen. Without it all steps are
   there. */
import { findTarget, replaceHash } from './book/address.js';
import { stepForKey } from './book/keys.js';
import { loadForReader, loadPart } from './book/loading.js';
import { readValue } from './boot/storage.js';

/* The trick of a step, or the part of the hand that it belongs to. */
function partOf(step) {
    return /-h\d+-(t\d+|[a-z]+)|$/.exec(step.id)[0];
}

/* Returns the number of the step that a control leads to from step `now`; undefined if the control leads to none. */
export function findStep(steps, now, control) {
    const last = steps.length - 1;
    const isSamePart = (a, b) => partOf(steps[a]) === partOf(steps[b]);
    let at = now;
    switch (control) {
    case 'first': return 0;
    case 'last': return last;
    case 'back': return Math.max(0, now - 1);
    case 'next': return Math.min(last, now + 1);
    case 'former':
        at = Math.max(0, now - 1);
        while (at > 0 && isSamePart(at - 1, at)) {
            at -= 1;
        }
        return at;
    case 'later':
        while (at < last && isSamePart(at, now)) {
            at += 1;
        }
        return at;
    default: return undefined;
    }
}

/* Goes from one step to another, with cards on their way where that can be. */
function turnStep(from, to, swap) {
    if (window.mouche.moveBetweenSteps) {
        window.mouche.moveBetweenSteps(from, to, swap);
    } else {
        swap();
    }
}

/* Begins a hand: one that has the address of its page, or one that leaves the address to others. */
export function beginHand(hand, isAddressed) {
    const all = selector => [...hand.querySelectorAll(selector)];
    const steps = all('.hand-step');
    const live = hand.querySelector('.hand-live');
    const track = all('.hand-track a').map(link => ({ link, first: steps.indexOf(findTarget(link.hash)) }));
    let now = 0;
    let touched = null;

    /* The number of the step that an element is in; of a deal that of its first step. */
    function stepNumber(element) {
        return steps.indexOf(element.closest('.hand-step') || element.querySelector('.hand-step'));
    }

    /* Shows all steps, where the reader was among them; or one. */
    function listSteps(isWhole) {
        hand.classList.toggle('is-stepped', !isWhole);
        hand.querySelector('[data-go=all]').ariaPressed = isWhole;
        if (isWhole && hand.matches('.is-ready')) {
            steps[now].scrollIntoView();
        }
    }

    /* Marks the way along the parts: those of this deal, and the first of the deals before and after it. */
    function markTrack() {
        const here = track.findLastIndex(part => part.first <= now);
        const dealOf = at => track[at].link.parentNode.dataset.hand;
        track.forEach(({ link, first }, at) => {
            const end = at + 1 < track.length ? track[at + 1].first : steps.length;
            const isFirst = !at || dealOf(at) !== dealOf(at - 1);
            const isBeside = isFirst && Math.abs(dealOf(at) - dealOf(here)) === 1;
            link.parentNode.hidden = dealOf(at) !== dealOf(here) && !isBeside;
            link.classList.toggle('done', at < here);
            link.style.setProperty('--part', `${at === here ? (now - first + 1) / (end - first) * 100 : 0}%`);
            link.ariaCurrent = at === here ? 'step' : null;
        });
    }

    function showStep(at) {
        now = at;
        markTrack();
        all('.hand-step, .hand-deal').forEach(part => part.classList.toggle('is-now', part.contains(steps[now])));
        hand.querySelector('.hand-now').textContent = now + 1;
        for (const button of all('.hand-controls [data-go]')) {
            const to = findStep(steps, now, button.dataset.go);
            if (to !== undefined) {
                button.ariaDisabled = to === now;
            }
        }
        hand.dispatchEvent(new CustomEvent('hand-shown', { detail: now }));
    }

    /* Tells what happens in the step that is shown, and what its author says of it. */
    function tellStep(from) {
        const step = steps[now];
        const isClosed = hand.matches('.hides') && !step.querySelector('.hand-say.mine');
        const words = isClosed && step.dataset.closed || step.dataset.say;
        const story = step.querySelector('.hand-story')?.textContent || '';
        live.textContent = `${now < from ? 'Back to step' : 'Step'} ${now + 1}. ${words} ${story}`.trim();
    }

    /* Goes to the step that the reader asked for. Its number is kept here, because the address comes too late for fast keys.
       It takes the place of the address before it, so that the way back leads out of the hand. */
    function goToStep(at, isSilent) {
        const from = now;
        const focus = document.activeElement;
        const wasInside = steps[now].contains(focus);
        const put = () => {
            showStep(now);
            if (wasInside) {
                const same = focus.rel && steps[now].querySelector(`[rel="${focus.rel}"]`);
                (same || hand).focus({ preventScroll: true });
                if (steps[now].getBoundingClientRect().top < 0) {
                    steps[now].scrollIntoView();
                }
            }
        };
        listSteps(false);
        now = at;
        if (Math.abs(at - from) === 1) {
            turnStep(steps[from], steps[at], put);
        } else {
            put();
        }
        if (isAddressed) {
            replaceHash(`#${encodeURIComponent(steps[now].id)}`);
        }
        if (!isSilent) {
            tellStep(from);
        }
    }

    function pressControl(name) {
        if (name === 'all') {
            listSteps(hand.matches('.is-stepped'));
            return;
        }
        const at = findStep(steps, now, name);
        if (at !== undefined && (at !== now || !hand.matches('.is-stepped'))) {
            goToStep(at);
        }
    }

    /* Shows the step that the address names. */
    function followAddress(event) {
        const from = now;
        const target = location.hash ? findTarget(location.hash) : event && hand;
        if (!target || !hand.contains(target)) {
            return;
        }
        const isWhole = target === hand && Boolean(location.hash);
        listSteps(isWhole);
        showStep(isWhole ? now : stepNumber(target));
        if (event && now !== from) {
            tellStep(from);
        }
        if (target !== hand && steps[now].getBoundingClientRect().top < 0) {
            steps[now].scrollIntoView();
        }
    }

    /* From a step that the address names, Tab would go on from there, past the controls above it. What has lost the focus is
       where Tab begins. */
    function startTabAtControls() {
        if (document.activeElement === document.body && steps.includes(findTarget(location.hash))) {
            hand.focus({ preventScroll: true });
            hand.blur();
        }
    }

    hand.addEventListener('keydown', event => {
        const step = stepForKey(event);
        if (!step) {
            return;
        }
        /* The book must not turn its page; a slider, a choice, the source or a wide table has these keys for itself. */
        event.stopPropagation();
        if (!event.target.closest('input, select, textarea, pre, .hand-wide')) {
            event.preventDefault();
            pressControl(step);
        }
    });
    hand.addEventListener('hand-turn', event => pressControl(event.detail));
    hand.addEventListener('hand-go', event => goToStep(...event.detail));
    hand.addEventListener('click', event => {
        const control = event.target.closest('[data-go]');
        const link = event.target.closest('a[href^="#"]');
        const target = link && findTarget(link.hash);
        if (control) {
            pressControl(control.dataset.go);
        } else if (hand.contains(target) && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
            event.preventDefault();
            if (target === hand) {
                listSteps(true);
            } else {
                goToStep(stepNumber(target));
            }
        }
    });
    hand.addEventListener('touchstart', ({ touches, target }) => {
        const isForHand = touches.length === 1 && !target.closest('input, select, pre, .hand-wide, .hand-track');
        touched = isForHand ? touches[0] : null;
    }, { passive: true });
    hand.addEventListener('touchend', ({ changedTouches: [end] }) => {
        const x = touched ? end.clientX - touched.clientX : 0;
        const y = touched ? end.clientY - touched.clientY : 0;
        if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) {
            pressControl(x > 0 ? 'back' : 'next');
        }
    });
    hand.tabIndex = -1;
    listSteps(false);
    showStep(0);
    if (isAddressed) {
        addEventListener('popstate', followAddress);
        addEventListener('hashchange', followAddress);
        followAddress();
        /* The browser itself begins at the step, when the page has been loaded. */
        addEventListener('load', () => setTimeout(startTabAtControls));
    }
    hand.classList.add('is-ready');
}

/* Fetches what the menu of a hand does when it is opened, or if something in it was chosen before; and what moves cards when
   the reader first reaches for the hand. */
function fetchWhenUsed(hand) {
    const menu = hand.querySelector('.hand-view');
    let isAsked = false;
    let pressed = null;

    async function loadMenu() {
        if (isAsked) {
            return;
        }
        isAsked = true;
        await loadForReader('the menu of the hand', () => loadPart('view'));
        menu.removeEventListener('click', holdPress, true);
        window.mouche.beginView(hand);
        pressed?.click();
    }

    /* What is pressed before the script is there is done when it is. */
    function holdPress(event) {
        const control = event.target.closest('[data-go]:not([data-go=all]), [type=checkbox]');
        if (control) {
            pressed = control;
            event.preventDefault();
            event.stopPropagation();
        }
        loadMenu();
    }

    const seat = menu.querySelector('[data-go=sit]');
    /* A reader who touches a card of the player to move plays it, and goes on from there; but not while questions are asked. */
    hand.addEventListener('click', event => {
        const card = event.target.closest('.mover .place .card:not(.gone)');
        const isHidden = hand.matches('.hides') && !card?.closest('.mine');
        const hasQuiz = hand.querySelector('.hand-quiz:not([hidden])');
        if (card && seat && !isHidden && !hasQuiz) {
            hand.dataset.says = card.textContent;
            seat.click();
        }
    });
    hand.classList.toggle('takes-seat', Boolean(seat));
    menu.addEventListener('click', holdPress, true);
    menu.addEventListener('toggle', loadMenu);
    menu.addEventListener('change', loadMenu);
    for (const kind of ['pointerover', 'focusin', 'hand-turn']) {
        /* Without it the steps turn all the same. */
        hand.addEventListener(kind, () => loadPart('motion').catch(() => {}), { once: true });
    }
    addEventListener('pageshow', () => {
        const isSet = control => control.type === 'checkbox' ? control.checked : control.value;
        if ([...menu.querySelectorAll('[data-set]')].some(isSet) || readValue('mouche-four') === true) {
            loadMenu();
        }
    });
}

for (const hand of document.querySelectorAll('.hand')) {
    beginHand(hand, true);
    fetchWhenUsed(hand);
}
