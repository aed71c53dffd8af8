/* One step of a hand at a time: keys, the address, a sentence for those who listen. Without it all steps are there. */
(() => {
    'use strict';

    const keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', '[': 'former', ']': 'later' };
    const shifted = { ArrowLeft: 'former', ArrowRight: 'later' };

    const named = hash => {
        try {
            return document.getElementById(decodeURIComponent(hash.slice(1)));
        } catch (_) {
            return null;
        }
    };

    const begin = hand => {
        const all = what => Array.from(hand.querySelectorAll(what));
        const steps = all('.hand-step');
        const live = hand.querySelector('.hand-live');
        const last = steps.length - 1;
        let now = 0;

        /* The trick of a step, or its part of the hand. */
        const part = at => /-h\d+-(t\d+|[a-z]+)|$/.exec(steps[at].id)[0];
        /* A deal is its first step. */
        const step = of => steps.indexOf(of.closest('.hand-step') || of.querySelector('.hand-step'));
        const list = whole => {
            hand.classList.toggle('is-stepped', !whole);
            hand.querySelector('[data-go=all]').setAttribute('aria-pressed', whole);
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

        const show = at => {
            now = at;
            all('.hand-step, .hand-deal').forEach(one => one.classList.toggle('is-now', one.contains(steps[now])));
            hand.querySelector('.hand-now').textContent = now + 1;
            all('.hand-controls [data-go]').forEach(button => {
                const lead = to[button.dataset.go];
                if (lead) { button.setAttribute('aria-disabled', lead() === now); }
            });
            hand.dispatchEvent(new CustomEvent('hand-shown', { detail: now }));
        };

        const say = from => {
            const step = steps[now];
            const closed = hand.matches('.hides') && !step.querySelector('.hand-say.mine');
            live.textContent = (now < from ? 'Back to step ' : 'Step ') + (now + 1) + '. ' +
                (closed && step.dataset.closed || step.dataset.say);
        };

        /* The reader asked for a step. Its number is kept here: the address comes too late for fast keys. It takes the
           place of the address before it, so that the way back leads out of the hand. */
        const go = (at, silent) => {
            const from = now;
            const focus = document.activeElement;
            const inside = steps[now].contains(focus);
            list(false);
            show(at);
            try {
                history.replaceState(null, '', '#' + encodeURIComponent(steps[now].id));
            } catch (_) { /* Too many at once. */ }
            if (!silent) { say(from); }
            if (inside) {
                (steps[now].querySelector('[rel="' + focus.rel + '"]') || hand).focus({ preventScroll: true });
                if (steps[now].getBoundingClientRect().top < 0) { steps[now].scrollIntoView(); }
            }
        };

        const press = name => {
            const at = to[name] && to[name]();
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
            list(target === hand && !!location.hash);
            show(step(target));
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
            } else if (hand.contains(target) && target && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
                event.preventDefault();
                if (target === hand) {
                    list(true);
                } else {
                    go(step(target));
                }
            }
        });

        hand.addEventListener('hand-go', event => go(...event.detail));
        addEventListener('popstate', follow);
        addEventListener('hashchange', follow);
        hand.tabIndex = -1;
        list(false);
        show(0);
        follow();
        hand.classList.add('is-ready');
    };

    document.querySelectorAll('.hand').forEach(begin);
})();
