// How long one waits for the engine, and what it takes of memory, on the page to play on.
import fs from 'node:fs';

const RUNS = 5;
const DEALS = 40;
/** The most that "what if" may take, by players, in milliseconds. */
const WHAT_IF = { 4: 100, 5: 500, 6: 3000 };
const TABLE = 'play.html#edition=mouche-1718&players=4&seat=1&seed=7&words=';

/** What was measured: each with its limit, if it has one. */
export async function timing(browser, url) {
    const found = [];
    const note = (what, is, most, unit = 'ms') => found.push({ what, is: Math.round(is), most, unit });

    for (const rate of [1, 4]) {
        const [first, moves, tasks] = [[], [], []];
        for (let run = 0; run < RUNS; run += 1) {
            await within(browser, rate, `${url}play.html`, async (page) => {
                first.push(await page.evaluate(answered, '.play-table form > button'));
            });
        }
        await within(browser, rate, url + TABLE, async (page) => {
            await page.evaluate(rests);
            await page.evaluate(watch);
            for (;;) {
                const next = await page.evaluate(choice);
                if (!next) break;
                moves.push(await page.evaluate(answered, next));
                await page.evaluate(rests);
            }
            tasks.push(...await page.evaluate(() => window.tasks));
        });
        note(`click to first answer, CPU slowed ${rate} times, best of ${RUNS}`, Math.min(...first));
        note(`click to first answer, CPU slowed ${rate} times, median`, median(first), 500);
        note(`a move, CPU slowed ${rate} times, best of ${moves.length}`, Math.min(...moves));
        note(`a move, CPU slowed ${rate} times, median`, median(moves), rate === 1 ? 70 : undefined);
        note(`a move, CPU slowed ${rate} times, worst`, Math.max(...moves));
        note(`a move, CPU slowed ${rate} times, longest task of the page`, Math.max(0, ...tasks));
    }

    let worst;
    for (const [players, most] of Object.entries(WHAT_IF)) {
        await within(browser, 1, `${url}play.html`, async (page) => {
            const times = await page.evaluate(foreseen, Number(players), DEALS);
            times.sort((one, other) => one.ms - other.ms);
            worst = times.at(-1);
            note(`what if, ${players} players, median of ${times.length} deals`, median(times.map((one) => one.ms)));
            note(`what if, ${players} players, worst: ${worst.edition}, seed ${worst.seed}`, worst.ms, most);
        });
    }

    for (const rate of [1, 4]) {
        await within(browser, rate, `${url}play.html#${worst.address}`, async (page) => {
            await page.waitForSelector('.play-asks [data-plays]');
            const [before] = await resident(browser, page);
            await page.evaluate(watch);
            const ms = await page.evaluate(() => new Promise((done) => {
                const began = performance.now();
                document.querySelector('[data-go=what]').click();
                const look = () => document.querySelector('.play .hand-instead') ? done(performance.now() - began) : requestAnimationFrame(look);
                look();
            }));
            const { tasks, gap } = await page.evaluate(() => ({ tasks: window.tasks, gap: window.gap }));
            note(`what if at the worst deal, by its button, CPU slowed ${rate} times`, ms, WHAT_IF[6]);
            note(`longest task of the page meanwhile, CPU slowed ${rate} times`, Math.max(0, ...tasks), rate === 1 ? 50 : 200);
            note(`longest time without a frame meanwhile, CPU slowed ${rate} times`, gap, rate === 1 ? 100 : 250);
            const [after] = await resident(browser, page);
            note('memory of the engine after it', await engineMemory(page), 100, 'MB');
            note('what the page grew by, after it', after - before, 100, 'MB');
            await page.goto(`${url}index.html`);
            await new Promise((done) => setTimeout(done, 2000));
            note('workers after leaving', page.workers().length, 0, '');
            const [left] = await resident(browser, page);
            note('what the page grew by, after leaving', left - before, undefined, 'MB');
        });
    }
    return found;
}

/** A page of its own, with nothing kept from before. */
async function within(browser, rate, address, look) {
    const context = await browser.createBrowserContext();
    try {
        const page = await context.newPage();
        await page.emulateCPUThrottling(rate);
        await page.goto(address, { waitUntil: 'load' });
        await look(page);
    } finally {
        await context.close();
    }
}

const median = (all) => [...all].sort((one, other) => one - other)[Math.floor(all.length / 2)];

/** The memory of the worker's engine, in megabytes. */
async function engineMemory(page) {
    const { client } = page.workers()[0];
    const { result: { objectId: prototypeObjectId } } = await client.send('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await client.send('Runtime.queryObjects', { prototypeObjectId });
    const functionDeclaration = 'function () { return this.reduce((sum, one) => sum + one.buffer.byteLength, 0); }';
    const { result } = await client.send('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration, returnByValue: true });
    return result.value / 1e6;
}

/** What the largest process of pages holds in memory of its own, in megabytes. */
async function resident(browser, page) {
    await (await page.createCDPSession()).send('HeapProfiler.collectGarbage');
    const session = await browser.target().createCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const own = (id) => {
        const [, whole, shared] = fs.readFileSync(`/proc/${id}/statm`, 'utf8').split(' ').map(Number);
        return (whole - shared) * 4096 / 1e6;
    };
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => own(id)).sort((one, other) => other - one);
}

/* In the page. */

/** Gathers the tasks that are long, and the longest time without a frame. */
function watch() {
    window.tasks = [];
    window.gap = 0;
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' });
    let last = performance.now();
    const look = (now) => {
        window.gap = Math.max(window.gap, now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

/** How long it takes from a click until its steps are painted. */
function answered(button) {
    return new Promise((done) => {
        const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        new MutationObserver((_, observer) => {
            observer.disconnect();
            painted();
        }).observe(document.querySelector('.play .hand-steps'), { childList: true });
        const began = performance.now();
        document.querySelector(button).click();
    });
}

/** Waits until one is asked, and no card is under way to the last step. */
async function rests() {
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    const asked = () => document.querySelector('.play-asks button, .play-asks [data-plays]');
    const shown = () => document.querySelector('.play .hand-steps').lastElementChild?.matches('.is-now');
    for (let tries = 0; !(asked() && shown()); tries += 1) {
        if (tries > 300) throw new Error(`not at rest: ${document.querySelector('.play').innerText}`);
        await pause(100);
    }
    await pause(600);
}

/** The next thing that may be said in this hand, as a selector: one card after the other is tried. */
function choice() {
    if (document.querySelector('.play-asks [data-says=deal]')) return undefined;
    const cards = document.querySelectorAll('.play .hand-step:last-child button.card:enabled');
    window.tries = (window.tries ?? 0) + 1;
    const card = cards[window.tries % cards.length];
    return document.querySelector('.play-asks [data-says=stand]') ? '.play-asks [data-says=stand]' : `.play button.card[data-says="${card.textContent}"]:enabled`;
}

/** "What if" at the first card of as many deals in each game, all staying in, which is the most to work out: how long each took. */
async function foreseen(players, deals) {
    const ask = question => window.mouche.askEngine(document.querySelector('.play').dataset.engine, question);
    const names = ['Anne', 'Basile', 'Claude', 'Denise', 'Eugénie', 'Firmin'].slice(0, players);
    const packs = ['2 3 4 5 6 7 8 9 10 J Q K A', '7 8 9 10 J Q K A'].map((ranks) => ranks.split(' '))
        .map((ranks) => ['♠', '♥', '♦', '♣'].flatMap((suit) => ranks.map((rank) => rank + suit)));
    const told = (edition, pack, seed) => {
        const cards = [...pack];
        let state = seed + 1;
        for (let at = cards.length - 1; at > 0; at -= 1) {
            state = (state * 48271) % 2147483647;
            const other = state % (at + 1);
            [cards[at], cards[other]] = [cards[other], cards[at]];
        }
        const seats = [...names.slice(1), names[0]].map((name) => ({ name, cards: cards.splice(0, 5) }));
        const dealt = seats.map(({ name, cards: held }) => `${name} ${held.join(' ')}`).join('\n');
        const stand = seats.map(({ name }) => `${name} stands`).join('\n');
        return `# A deal\n\n\`\`\`toml scenario\nedition = "${edition}"\nplayers = ${JSON.stringify(names)}\n\`\`\`\n\n\`\`\`deal\ndealer ${names[0]}\n`
            + `${dealt}\nturn ${cards[0]}\n\`\`\`\n\n\`\`\`script\n${stand}\n1. ${names[1]} ${seats[0].cards[0]}\nstop\n\`\`\`\n`;
    };
    const times = [];
    for (const { value: edition, dataset } of document.querySelectorAll('[name=edition] option')) {
        if (!dataset.players.split(' ').includes(String(players))) continue;
        for (let seed = 0; seed < deals; seed += 1) {
            for (const pack of packs) {
                const text = told(edition, pack, seed);
                const table = { begun: { text, step: 'h1-t1-1', edition: 0 }, seat: 1, seed: 7, words: [] };
                const { failed, steps } = await ask({ table });
                if (failed) continue;
                const began = performance.now();
                await ask({ table: { ...table, from: steps, what_if: true } });
                const ms = performance.now() - began;
                const name = { step: 'h1-t1-1', told: 0, seat: 1, seed: 7, words: '', text: await window.mouche.packText(text) };
                times.push({ edition, seed, ms, address: String(new URLSearchParams(name)) });
                break;
            }
        }
    }
    return times;
}
