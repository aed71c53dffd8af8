// axe-core: five themes on wide windows and on narrow ones.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const THEMES = ['light', 'rust', 'coal', 'navy', 'ayu'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs axe on a page in every theme; what it finds, each rule once with where it was found. */
export async function axe(browser, url) {
    const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const found = new Map();
    for (const width of [1280, 320]) {
        const page = await browser.newPage();
        await page.setBypassCSP(true);
        await page.setViewport({ width, height: 900 });
        // A page for printing asks for the printer by itself.
        await page.evaluateOnNewDocument('window.print = () => {}');
        await page.goto(url, { waitUntil: 'load' });
        await page.evaluate(source);
        for (const theme of THEMES) {
            // All themes on a wide window; on a narrow one the colours are the same, and the layout is not.
            if (width === 320 && theme !== 'light') continue;
            const violations = await page.evaluate(run, theme, THEMES, TAGS);
            for (const violation of violations) {
                const key = `${violation.id} (${violation.impact})`;
                const entry = found.get(key) ?? { where: [], node: violation.node, why: violation.why };
                entry.where.push(`${theme} ${width}: ${violation.nodes}`);
                found.set(key, entry);
            }
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) found.set(`scrolls sideways at ${width} px`, { where: [`by ${wide} px`], node: '', why: '' });
        await page.close();
    }
    return found;
}

/** In the page. */
async function run(theme, themes, tags) {
    document.documentElement.classList.remove(...themes);
    document.documentElement.classList.add(theme);
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const result = await window.axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } });
    return result.violations.map(({ id, impact, nodes }) => ({
        id, impact, nodes: nodes.length, node: nodes[0].target.join(' '),
        why: (nodes[0].any[0] ?? nodes[0].all[0] ?? nodes[0].none[0])?.message ?? '',
    }));
}
