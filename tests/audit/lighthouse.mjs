// Lighthouse as a phone sees a page: the median of five runs, which is known as soon as three of them are perfect.
import lighthouse from 'lighthouse';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const MEASURES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

/** The median scores of a page, from 0 to 100, and the audits that any run failed outside performance. */
export async function scores(port, url) {
    const runs = [];
    const failed = new Set();
    const measured = [];
    const isPerfect = (run) => run.every((score) => score === 100);
    while (runs.length < RUNS && runs.filter(isPerfect).length <= RUNS / 2) {
        const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
        runs.push(CATEGORIES.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100)));
        measured.push(MEASURES.map((name) => lhr.audits[name].numericValue ?? 0));
        for (const name of CATEGORIES.slice(1)) {
            for (const { id, weight } of lhr.categories[name].auditRefs) {
                const { score, scoreDisplayMode } = lhr.audits[id];
                if (weight > 0 && score !== null && score < 1 && scoreDisplayMode !== 'notApplicable') failed.add(id);
            }
        }
    }
    const median = (all, at) => all.map((run) => run[at]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
    const named = (names, all) => Object.fromEntries(names.map((name, at) => [name, median(all, at)]));
    return { medians: named(CATEGORIES, runs), measures: named(MEASURES, measured), failed: [...failed] };
}
