// The audit of a site: figures, then what was found. Ends with 1 if anything was.
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { axe } from './axe.mjs';
import { htmlValidate, nu } from './html.mjs';
import { scores } from './lighthouse.mjs';
import { all, isFrame, kind, sample } from './pages.mjs';
import { serve } from './serve.mjs';
import { timing } from './timing.mjs';

const { values } = parseArgs({
    options: { site: { type: 'string' }, only: { type: 'string', default: 'axe,html,vnu,timing,lighthouse' }, all: { type: 'boolean' }, page: { type: 'string', multiple: true } },
});
const wanted = new Set(values.only.split(','));
const site = values.site;
const pages = values.page ?? all(site);
const sampled = values.page ? new Map(values.page.map((page) => [page, page])) : sample(site);
let faults = 0;

/** Tells findings by kind of page: what, how often, and the first place. */
function tell(tool, found, over) {
    const lines = new Map();
    for (const [page, messages] of found) {
        for (const message of messages) {
            const what = message.replace(/^\d+:\d+ /, '').replace(/line \d+: /, '').replace(/(["“])[^"”]+(["”])/g, '$1…$2');
            const key = `${kind(page)} | ${what}`;
            const entry = lines.get(key) ?? { count: 0, first: `${page} ${message.match(/\d+(:\d+)?/)?.[0] ?? ''}` };
            entry.count += 1;
            lines.set(key, entry);
        }
    }
    const count = [...found.values()].flat().length;
    faults += count;
    console.log(`\n== ${tool}: ${count} on ${found.size} of ${over} pages`);
    for (const [what, { count, first }] of lines) console.log(`   ${what} (${count}; first ${first})`);
}

if (wanted.has('html')) tell('html-validate', await htmlValidate(site, pages), pages.length);
if (wanted.has('vnu')) {
    const found = nu(site, pages);
    if (found) tell('Nu HTML checker', found, pages.length);
    else console.log('\n== Nu HTML checker: not run, there is no Java');
}

const server = await serve(site);
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
    if (wanted.has('axe')) {
        const audited = values.all ? pages.filter((page) => !isFrame(page)) : [...sampled.values()];
        console.log(`\n== axe-core, five themes at 1280 px and light at 320 px: ${audited.length} pages`);
        for (const page of audited) {
            const found = await axe(browser, server.url + page);
            faults += found.size;
            console.log(`   ${page}: ${found.size === 0 ? 'nothing' : ''}`);
            for (const [rule, { where, node, why }] of found) console.log(`      ${rule} [${where.join('; ')}] ${node} – ${why}`);
        }
    }
    if (wanted.has('timing')) {
        console.log('\n== The engine: how long it takes, and its memory');
        for (const { what, is, most, unit } of await timing(browser, server.url)) {
            const isOver = is > most;
            faults += isOver ? 1 : 0;
            console.log(`   ${what}: ${is} ${unit}${most === undefined ? '' : ` of ${most}`}${isOver ? ' – too much' : ''}`);
        }
    }
    if (wanted.has('lighthouse')) {
        console.log('\n== Lighthouse, mobile, median of five: performance, accessibility, best practices, SEO');
        const port = Number(new URL(browser.wsEndpoint()).port);
        for (const page of [...sampled.values()].filter((page) => page !== '404.html')) {
            const { medians, measures, failed } = await scores(port, server.url + page);
            const short = medians.performance < 99 || Object.values(medians).slice(1).some((score) => score < 100);
            faults += short ? 1 : 0;
            const [first, largest, blocked, shifted] = Object.values(measures);
            const times = `FCP ${Math.round(first)} ms, LCP ${Math.round(largest)} ms, TBT ${Math.round(blocked)} ms, CLS ${shifted.toFixed(3)}`;
            console.log(`   ${page}: ${Object.values(medians).join(' ')} (${times})${failed.length ? ` – ${failed.join(', ')}` : ''}`);
        }
    }
} finally {
    await browser.close();
    server.close();
}
console.log(faults === 0 ? '\nNothing was found.' : `\n${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
