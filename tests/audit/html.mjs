// html-validate under our configuration, and the Nu HTML checker.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import config from './html-validate.mjs';

/** What html-validate finds on a page: a line each. */
export async function htmlValidate(site, pages) {
    const validator = new HtmlValidate(new FileSystemConfigLoader({ root: true, ...config }));
    const found = new Map();
    for (const page of pages) {
        const report = await validator.validateFile(path.join(site, page));
        const lines = report.results.flatMap((result) => result.messages);
        if (lines.length) found.set(page, lines.map((line) => `${line.line}:${line.column} ${line.ruleId}: ${line.message}`));
    }
    return found;
}

/**
 * The errors that the Nu checker finds over all pages: a line each; null if there is no Java. Its warnings are left: it holds
 * that files violate a policy that speaks of servers.
 */
export function nu(site, pages) {
    if (spawnSync('java', ['-version']).error) return null;
    const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
    const files = pages.map((page) => path.resolve(site, page));
    const found = new Map();
    const said = spawnSync('java', ['-Xss2m', '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', ...files], {
        encoding: 'utf8', maxBuffer: 1 << 28,
    });
    if (said.error || !said.stdout) throw new Error(`the Nu checker does not run: ${said.stderr}`);
    for (const { type, url, lastLine, message } of JSON.parse(said.stdout).messages.filter(({ type }) => type !== 'info')) {
        const page = path.relative(path.resolve(site), new URL(url).pathname);
        const line = `${type}: line ${lastLine}: ${message}`;
        found.set(page, [...(found.get(page) ?? []), line]);
    }
    return found;
}
