/* A scenario that is written in the page. The engine says what is wrong with it, what may stand at the cursor and what its
   hand is; here it is put beside the text, and keys and presses become text. */
(() => {
    'use strict';

    const { mouche } = window;

    const element = (tag, words, more) => Object.assign(document.createElement(tag), { textContent: words }, more);

    const begin = ground => {
        const one = what => ground.querySelector(what);
        const [form, text, lines, list, says, messages, deeds, here, beside] =
            ['form', 'textarea', '.playground-lines', '[role=listbox]', '.playground-says', '.playground-messages', '.playground-deeds',
                '.playground-here', '.playground-hand'].map(one);
        let engine, told, found, at = -1, timer, asked = 0, own = '';

        const ask = question => {
            engine = engine || mouche.engine(ground.dataset.engine);
            return engine(question).catch(() => {
                says.textContent = 'The engine cannot be run by this browser. With an editor the program says the same.';
                return { failed: true };
            });
        };

        /* Written as if it had been typed, so that it can be undone. */
        const write = (from, to, words) => {
            text.focus();
            text.setSelectionRange(from, to);
            if (!document.execCommand('insertText', false, words)) {
                text.setRangeText(words, from, to, 'end');
                text.dispatchEvent(new Event('input'));
            }
        };

        const shut = () => {
            found = null;
            at = -1;
            list.hidden = true;
            text.removeAttribute('aria-activedescendant');
        };

        /* The list stands under its line, and does not leave the text with it. */
        const place = () => {
            const line = text.value.slice(0, found[0].from).split('\n').length;
            const below = line * parseFloat(getComputedStyle(text).lineHeight) - text.scrollTop;
            list.style.insetBlockStart = `${Math.max(0, Math.min(below, text.clientHeight)) + text.offsetTop + 10}px`;
        };

        const choose = to => {
            at = (to + found.length) % found.length;
            Array.from(list.children).forEach((item, index) => item.setAttribute('aria-selected', index === at));
            list.children[at].scrollIntoView({ block: 'nearest' });
            text.setAttribute('aria-activedescendant', list.children[at].id);
        };

        const take = index => {
            const { from, to, text: words } = found[index];
            shut();
            write(from, to, words);
        };

        /* The list stands under the line of the cursor, and shows what goes on from what is typed there. */
        const offer = ({ items, from, to }, isAsked) => {
            const typed = text.value.slice(from, to).toLowerCase();
            const fits = ({ text: words, also }) => `${words} ${also}`.toLowerCase().split(' ').some(word => word.startsWith(typed));
            const all = items.filter(item => item.text.toLowerCase().startsWith(typed) || fits(item));
            shut();
            if (!all.length || !isAsked && all.every(item => item.text.toLowerCase() === typed)) { return; }
            found = all.map(item => ({ ...item, from, to }));
            list.replaceChildren(...found.map((item, index) => {
                const row = element('li', '', { id: `playground-item-${index}`, className: item.is_refused ? 'refused' : '' });
                row.setAttribute('role', 'option');
                row.setAttribute('aria-selected', 'false');
                row.append(element('b', item.text), ' ', element('span', item.detail));
                return row;
            }));
            place();
            list.hidden = false;
            list.scrollTop = 0;
            if (isAsked) { choose(0); }
        };

        /* What stands at the cursor, and what may; the step of the hand that is told there is shown. */
        const look = async (offers, isAsked) => {
            const mine = ++asked;
            const cursor = text.selectionEnd;
            const told = await ask({ at: { text: text.value, at: cursor } });
            if (told.failed || mine !== asked || cursor !== text.selectionEnd) { return; }
            here.innerHTML = told.says || '';
            if (offers) { offer(told, isAsked); } else { shut(); }
        };

        const follow = () => {
            const hand = beside.firstElementChild;
            const step = told && told.steps.filter(([, from]) => from <= text.selectionEnd).pop();
            const all = hand ? Array.from(hand.querySelectorAll('.hand-step'), one => one.id) : [];
            const index = step ? all.indexOf(step[0]) : -1;
            if (index >= 0 && !hand.querySelector('.hand-step.is-now').id.endsWith(step[0])) {
                hand.dispatchEvent(new CustomEvent('hand-go', { detail: [index, true] }));
            }
        };

        const number = () => {
            const wrong = new Set(told ? told.messages.map(message => message.line) : []);
            const count = text.value.split('\n').length;
            lines.replaceChildren(...Array.from({ length: count }, (_, line) => element(wrong.has(line + 1) ? 'b' : 'span', `${line + 1}\n`)));
            lines.scrollTop = text.scrollTop;
        };

        const button = (words, press, isFirst) => {
            const made = element('button', words, { type: 'button', className: isFirst ? 'first' : '' });
            made.addEventListener('click', press);
            return made;
        };

        const listed = message => {
            const row = element('li', '', { className: message.severity });
            const [head, ...rest] = message.words.split('\n');
            row.append(button(`Line ${message.line}: ${head}`, () => {
                text.focus();
                text.setSelectionRange(message.from, message.to);
                text.scrollTop = (message.line - 5) * parseFloat(getComputedStyle(text).lineHeight);
            }));
            rest.forEach(line => row.append(element('p', line)));
            message.fixes.forEach(fix => row.append(button(fix.title.replaceAll('`', ''), () => write(...message.instead, fix.text), fix.is_certain)));
            if (message.page) { row.append(element('a', 'Why', { href: message.page, ariaLabel: `Why: ${head}` })); }
            return row;
        };

        const put = answer => {
            if (answer.failed) { return; }
            told = answer;
            const wrong = told.messages.filter(message => message.severity === 'error').length;
            const mistakes = wrong === 1 ? '1 mistake.' : `${wrong} mistakes.`;
            says.textContent = told.holds ? 'This hand holds: all that it says is so.' : wrong ? mistakes : '';
            messages.replaceChildren(...told.messages.map(listed));
            deeds.querySelectorAll('.offer').forEach(old => old.remove());
            deeds.append(...told.offers.map(({ title, text: words, is_certain: isFirst }) => {
                const made = button(title.replaceAll('`', ''), () => write(0, text.value.length, words), isFirst);
                made.classList.add('offer');
                return made;
            }));
            number();
            beside.innerHTML = told.hand || '';
            if (told.hand) {
                mouche.begin(beside.firstElementChild);
                follow();
            }
        };

        /* The text whole, in the address, and before the engine. */
        const read = async () => {
            const words = text.value;
            const answer = await ask({ text: { text: words } });
            if (words !== text.value) { return; }
            put(answer);
            own = words ? `#text=${await mouche.pack(words)}` : ' ';
            if (words === text.value) { history.replaceState(null, '', own); }
        };

        const changed = offers => {
            /* Places are counted in letters that are whole. */
            const whole = text.value.normalize('NFC');
            if (whole !== text.value) {
                const place = text.value.slice(0, text.selectionEnd).normalize('NFC').length;
                text.value = whole;
                text.setSelectionRange(place, place);
            }
            number();
            clearTimeout(timer);
            timer = setTimeout(read, 250);
            look(offers);
        };

        const keys = {
            ArrowDown: () => choose(at + 1),
            ArrowUp: () => choose(at < 0 ? found.length - 1 : at - 1),
            Escape: shut,
            Enter: () => take(at),
            Tab: () => take(at),
        };

        text.addEventListener('input', event => changed(/^insert(Text|Composition)/.test(event.inputType) && event.data && event.data.length < 3));
        text.addEventListener('scroll', () => {
            lines.scrollTop = text.scrollTop;
            if (found) { place(); }
        });
        text.addEventListener('blur', shut);
        text.addEventListener('keydown', event => {
            if (event.key === ' ' && event.ctrlKey) {
                event.preventDefault();
                look(true, true);
            } else if (found && keys[event.key] && !event.shiftKey && !event.altKey && !event.ctrlKey && (at >= 0 || !/Enter|Tab/.test(event.key))) {
                event.preventDefault();
                keys[event.key]();
            }
        });
        text.addEventListener('keyup', event => {
            if (/^(Arrow|Home|End|Page)/.test(event.key) && !found) { follow(); look(); }
        });
        text.addEventListener('click', () => { follow(); look(); });
        list.addEventListener('pointerdown', event => {
            const row = event.target.closest('li');
            if (row) {
                event.preventDefault();
                take(Array.from(list.children).indexOf(row));
            }
        });

        /* On a narrow screen one of the two is shown. */
        one('.playground-switch').addEventListener('click', ({ target: { dataset: { do: side } } }) => {
            if (!side) { return; }
            ground.querySelector('.playground-desk').classList.toggle('shows-hand', side === 'hand');
            ground.querySelectorAll('.playground-switch button').forEach(made => made.setAttribute('aria-pressed', made.dataset.do === side));
        });
        deeds.addEventListener('click', async event => {
            const deed = event.target.dataset.do;
            if (deed === 'copy') {
                const copied = navigator.clipboard && await navigator.clipboard.writeText(location.href).then(() => true, () => false);
                says.textContent = copied ? 'The address is copied.' : 'The browser does not let this be copied: it stands above, as the address of the page.';
            } else if (deed === 'save') {
                const title = (/^# (.+)/m.exec(text.value) || [0, 'hand'])[1].toLowerCase();
                const link = element('a', '', { download: `${title.match(/[\p{L}\p{N}]+/gu)?.join('-') || 'hand'}.md` });
                link.href = URL.createObjectURL(new Blob([text.value], { type: 'text/markdown' }));
                link.click();
                setTimeout(() => URL.revokeObjectURL(link.href), 1000);
            }
        });
        form.addEventListener('submit', async event => {
            event.preventDefault();
            const seed = crypto.getRandomValues(new Uint32Array(1))[0];
            const begun = await ask({ beginning: { edition: form.elements.edition.value, seed } });
            if (!begun.failed) {
                write(0, text.value.length, begun.text);
                text.setSelectionRange(2, begun.text.indexOf('\n'));
                text.scrollTop = 0;
            }
        });

        /* A text comes with the address. */
        const open = async () => {
            const packed = location.hash !== own && /^#text=(.+)/.exec(location.hash);
            if (!packed) { return; }
            try {
                text.value = await mouche.unpack(packed[1]);
            } catch (_) {
                says.textContent = 'The text of this address cannot be read: it was cut or changed on its way.';
                return;
            }
            text.setSelectionRange(0, 0);
            changed();
        };
        addEventListener('hashchange', open);
        one('.play-none').hidden = true;
        one('.playground-desk').hidden = false;
        open();
    };

    /* A book that was made without the engine says so. */
    document.querySelectorAll('.playground[data-engine$=js]').forEach(begin);
})();
