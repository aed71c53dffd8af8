/* One step of a hand at a time: keys, swipes, the address, a sentence for those who listen, and cards that move from where
   they lay to where they lie. Without it all steps are there. */
(() => {
    'use strict';

    const mouche = window.mouche = window.mouche || {};
    const still = mouche.still = matchMedia('(prefers-reduced-motion: reduce)');
    const middle = box => [box.x + box.width / 2, box.y + box.height / 2];

    const keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', '[': 'former', ']': 'later' };
    const shifted = { ArrowLeft: 'former', ArrowRight: 'later' };

    const named = hash => {
        try {
            return document.getElementById(decodeURIComponent(hash.slice(1)));
        } catch (_) {
            return null;
        }
    };

    /* The open cards of a step, and where one lies: before whom, and whether in the trick. */
    const lying = step => new Map([...step.querySelectorAll('.cloth .card')].reverse().map(card => [card.textContent, card]));
    const spot = card => card && card.closest('li')?.classList[0] + !card.closest('.laid');

    /* A trick that is complete slides to its winner before the next card is led. */
    const gather = step => {
        const winner = step.querySelector('.laid.wins');
        if (!winner) { return null; }
        const [x, y] = middle(winner.parentNode.querySelector('.place').getBoundingClientRect());
        return Promise.all([...step.querySelectorAll('.laid')].map(one => {
            const [left, top] = middle(one.getBoundingClientRect());
            const end = { transform: `translate(${x - left}px, ${y - top}px) scale(0.35)`, opacity: 0.2 };
            return one.animate([{}, end], { duration: 240, easing: 'ease-in', fill: 'forwards' }).finished;
        }));
    };

    /* Chips slide between the pool and the purses that a payment changes. */
    const pay = step => {
        const pool = step.querySelector('.heap');
        step.querySelectorAll('.hand-running tbody tr').forEach(row => {
            const purse = row.children[2];
            const moved = purse.textContent;
            if (!moved || !pool || row.matches(':nth-last-child(-n + 2)')) { return; }
            const [from, to] = [pool, purse].map(one => one.getBoundingClientRect());
            const chips = pool.cloneNode();
            chips.textContent = moved;
            chips.ariaHidden = 'true';
            Object.assign(chips.style, { position: 'fixed', left: to.x + 'px', top: to.y + 'px', zIndex: 7 });
            step.append(chips);
            const far = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` };
            const way = moved.startsWith('+') ? [far, { opacity: 0 }] : [{}, { ...far, opacity: 0 }];
            chips.animate(way, { duration: 900, easing: 'ease-in-out' }).onfinish = () => chips.remove();
        });
    };

    /* From one step to another: a trick that is full goes to its winner, then cards go from where they lay to where they
       lie, and chips to where they are paid. It is over when they are there. Whoever goes on before does not wait for it. */
    let moves = null;
    const turn = async (from, to, swap) => {
        if (moves || still.matches || !document.startViewTransition || document.hidden) {
            moves?.skipTransition?.();
            moves = null;
            return swap();
        }
        const [before, after] = [from, to].map(lying);
        const moved = [...after.keys()].filter(own => own && spot(after.get(own)) !== spot(before.get(own)));
        /* For the time of a step a card that goes elsewhere has a name, by which the browser finds it again. The others keep
           their place in the page: what moves cannot be touched. */
        const name = (cards, sign) => moved.forEach(own => cards.get(own)?.style.setProperty('view-transition-name', sign && CSS.escape(sign + own)));
        /* 4: it follows. */
        const ahead = from.compareDocumentPosition(to) & 4;
        const settle = () => from.getAnimations({ subtree: true }).forEach(one => one.cancel());
        let own = moves = {};
        if (ahead) { await gather(from); }
        if (moves !== own) { return settle(); }
        name(before, 'card-');
        own = moves = document.startViewTransition(() => {
            name(before, '');
            settle();
            swap();
            name(after, 'card-');
        });
        own.drawn = own.ready.catch(() => {});
        await own.finished;
        name(after, '');
        if (ahead && to.matches('.hand-step-payment')) { pay(to); }
        if (moves === own) { moves = null; }
    };
    mouche.turn = turn;

    /* Until what moves is drawn, nothing is under the pointer but the page: a click there is meant for what stands there. */
    document.addEventListener('click', ({ target, x, y }) => {
        if (target.matches('html')) { moves?.drawn?.then(() => document.elementFromPoint(x, y).closest('button, a')?.click()); }
    });

    /* What is kept under a name, in this browser alone. */
    mouche.kept = name => ({
        read: () => {
            try {
                return JSON.parse(localStorage[name]) ?? {};
            } catch (_) {
                return {};
            }
        },
        write: done => {
            try {
                localStorage[name] = JSON.stringify(done);
            } catch (_) {
                /* Then it holds for this page. */
            }
        },
    });

    /* Begins a hand; one that has the address of its page, or one that leaves it to others. */
    const begin = (hand, isAddressed) => {
        const all = what => Array.from(hand.querySelectorAll(what));
        const steps = all('.hand-step');
        const live = hand.querySelector('.hand-live');
        const last = steps.length - 1;
        const track = all('.hand-track a').map(link => ({ link, first: steps.findIndex(step => '#' + step.id === decodeURIComponent(link.hash)) }));
        let now = 0, touched = null;

        /* The trick of a step, or its part of the hand. */
        const part = at => /-h\d+-(t\d+|[a-z]+)|$/.exec(steps[at].id)[0];
        /* A deal is its first step. */
        const step = of => steps.indexOf(of.closest('.hand-step') || of.querySelector('.hand-step'));
        /* All steps, where the reader was among them; or one. */
        const list = whole => {
            hand.classList.toggle('is-stepped', !whole);
            hand.querySelector('[data-go=all]').ariaPressed = whole;
            if (whole && hand.matches('.is-ready')) { steps[now].scrollIntoView(); }
        };

        /* The step that a control leads to. */
        const to = {
            first: () => 0,
            back: () => Math.max(0, now - 1),
            next: () => Math.min(last, now + 1),
            last: () => last,
            former: () => {
                let at = to.back();
                while (at && part(at - 1) === part(at)) { at -= 1; }
                return at;
            },
            later: () => {
                let at = now;
                while (at < last && part(at) === part(now)) { at += 1; }
                return at;
            },
        };

        /* The way along the parts: those of this hand, and the first of the hands before and after it. */
        const mark = () => {
            const here = track.findLastIndex(part => part.first <= now);
            const own = at => track[at].link.parentNode.dataset.hand;
            track.forEach(({ link, first }, at) => {
                const end = at + 1 < track.length ? track[at + 1].first : steps.length;
                const begins = !at || own(at) !== own(at - 1);
                link.parentNode.hidden = own(at) !== own(here) && !(begins && Math.abs(own(at) - own(here)) === 1);
                link.classList.toggle('done', at < here);
                link.style.setProperty('--part', (at === here ? (now - first + 1) / (end - first) * 100 : 0) + '%');
                link.ariaCurrent = at === here ? 'step' : null;
            });
        };

        const show = at => {
            now = at;
            mark();
            all('.hand-step, .hand-deal').forEach(one => one.classList.toggle('is-now', one.contains(steps[now])));
            hand.querySelector('.hand-now').textContent = now + 1;
            all('.hand-controls [data-go]').forEach(button => {
                const lead = to[button.dataset.go];
                if (lead) { button.ariaDisabled = lead() === now; }
            });
            hand.dispatchEvent(new CustomEvent('hand-shown', { detail: now }));
        };

        const say = from => {
            const step = steps[now];
            const closed = hand.matches('.hides') && !step.querySelector('.hand-say.mine');
            live.textContent = (now < from ? 'Back to step ' : 'Step ') + (now + 1) + '. ' +
                (closed && step.dataset.closed || step.dataset.say);
        };

        /* Shows a step; beside the one before it, with its cards on their way. */
        const move = (from, at, after) => {
            const put = () => {
                show(now);
                after();
            };
            now = at;
            if (Math.abs(at - from) === 1 && hand.matches('.is-stepped')) { turn(steps[from], steps[at], put); } else { put(); }
        };

        /* The reader asked for a step. Its number is kept here: the address comes too late for fast keys. It takes the
           place of the address before it, so that the way back leads out of the hand. */
        const go = (at, silent) => {
            const from = now;
            const focus = document.activeElement;
            const inside = steps[now].contains(focus);
            const settle = () => {
                if (!inside) { return; }
                (steps[now].querySelector('[rel="' + focus.rel + '"]') || hand).focus({ preventScroll: true });
                if (steps[now].getBoundingClientRect().top < 0) { steps[now].scrollIntoView(); }
            };
            list(false);
            move(from, at, settle);
            try {
                if (isAddressed) { history.replaceState(null, '', '#' + encodeURIComponent(steps[now].id)); }
            } catch (_) {
                /* Too many at once. */
            }
            if (!silent) { say(from); }
        };

        const press = name => {
            const at = to[name]?.();
            if (name === 'all') {
                list(hand.matches('.is-stepped'));
            } else if (at >= 0 && (at !== now || !hand.matches('.is-stepped'))) {
                go(at);
            }
        };

        /* The step that the address names. */
        const follow = event => {
            const from = now;
            const target = location.hash ? named(location.hash) : event && hand;
            if (!target || !hand.contains(target)) { return; }
            const whole = target === hand && !!location.hash;
            list(whole);
            show(whole ? now : step(target));
            if (event && now !== from) { say(from); }
            if (target !== hand && steps[now].getBoundingClientRect().top < 0) { steps[now].scrollIntoView(); }
        };

        hand.addEventListener('keydown', event => {
            const name = (event.shiftKey ? shifted : keys)[event.key];
            if (!name || event.altKey || event.ctrlKey || event.metaKey) { return; }
            /* The book must not turn its page; a slider, a choice, the source or a wide table has these keys for itself. */
            event.stopPropagation();
            if (!event.target.closest('input, select, textarea, pre, .hand-wide')) {
                event.preventDefault();
                press(name);
            }
        });

        hand.addEventListener('click', event => {
            const control = event.target.closest('[data-go]');
            const link = event.target.closest('a[href^="#"]');
            const target = link && named(link.hash);
            if (control) {
                press(control.dataset.go);
            } else if (hand.contains(target) && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
                event.preventDefault();
                if (target === hand) { list(true); } else { go(step(target)); }
            }
        });

        hand.addEventListener('touchstart', ({ touches, target }) => {
            touched = touches.length === 1 && !target.closest('input, select, pre, .hand-wide, .hand-track') && touches[0];
        }, { passive: true });
        hand.addEventListener('touchend', ({ changedTouches: [end] }) => {
            const [x, y] = touched ? [end.clientX - touched.clientX, end.clientY - touched.clientY] : [0, 0];
            if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) { press(x > 0 ? 'back' : 'next'); }
        });
        hand.addEventListener('hand-go', event => go(...event.detail));
        hand.tabIndex = -1;
        list(false);
        show(0);
        if (isAddressed) {
            addEventListener('popstate', follow);
            addEventListener('hashchange', follow);
            follow();
        }
        hand.classList.add('is-ready');
    };

    /* What the menu of a hand does is fetched when it is opened, or if something in it was chosen before. In another's book
       it is there already. */
    const wait = hand => {
        const menu = hand.querySelector('.hand-view');
        let asked, pressed;
        const wake = () => asked ??= Promise.resolve(mouche.view || mouche.load(document.body.dataset.view)).then(() => {
            menu.removeEventListener('click', hold, true);
            mouche.view(hand);
            pressed?.click();
        });
        /* What is pressed meanwhile is done when it can be. */
        const hold = event => {
            const control = event.target.closest('[data-go]:not([data-go=all]), [type=checkbox]');
            wake();
            if (control) {
                pressed = control;
                event.preventDefault();
                event.stopPropagation();
            }
        };
        /* Who touches a card of the mover plays it, and goes on from there. */
        hand.addEventListener('click', event => {
            const card = hand.matches('[data-part]') && event.target.closest('.mover .place .card:not(.gone)');
            if (card) {
                hand.dataset.says = card.textContent;
                wake().then(() => menu.querySelector('[data-go=sit]')?.click());
            }
        });
        menu.addEventListener('click', hold, true);
        menu.addEventListener('toggle', wake);
        menu.addEventListener('change', wake);
        addEventListener('pageshow', () => {
            const isSet = one => one.type === 'checkbox' ? one.checked : one.value;
            if ([...menu.querySelectorAll('[data-set]')].some(isSet) || mouche.kept('mouche-four').read() === true) { wake(); }
        });
    };

    mouche.begin = begin;
    document.querySelectorAll('.hand').forEach(hand => {
        begin(hand, true);
        wait(hand);
    });
})();
