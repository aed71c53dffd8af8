// The pages of a finished site, and one of each kind.
import fs from 'node:fs';
import path from 'node:path';

/** All pages, as paths from the root of the site, sorted. */
export function all(site) {
    const found = fs.readdirSync(site, { recursive: true }).filter((file) => file.endsWith('.html'));
    return found.map((file) => file.split(path.sep).join('/')).sort();
}

/** What kind of page a path is of: pages of a kind are made by one template. */
export function kind(page) {
    const [folder, second, third] = page.split('/');
    if (folder === 'hands' && third) return second === 'compared' ? 'hand, compared' : `hand, ${second}`;
    if (folder === 'hands') return second === 'index-of-hands.html' ? 'index of hands' : 'shelf';
    return second ? folder : page.replace('.html', '');
}

/** The largest page of each kind. */
export function sample(site) {
    const kinds = new Map();
    const size = (page) => fs.statSync(path.join(site, page)).size;
    for (const page of all(site).filter((page) => !isFrame(page) && !leadsOn(site, page))) {
        const before = kinds.get(kind(page));
        if (!before || size(page) > size(before)) kinds.set(kind(page), page);
    }
    return kinds;
}

/** Not a page of its own: mdBook's contents for browsers without scripts, a frame in others. */
export const isFrame = (page) => page === 'toc.html';

/** An old address, which leads to a page at once. */
const leadsOn = (site, page) => fs.readFileSync(path.join(site, page), 'utf8').includes('http-equiv="refresh"');
