// A server for one folder, with compression, as a host would have.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon',
    '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8', '.xml': 'application/xml',
};

/** Serves a folder on a free port: its address, and how to end it. */
export async function serve(site) {
    const packed = new Map();
    const server = http.createServer((request, answer) => {
        const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const file = path.join(site, asked.endsWith('/') ? `${asked}index.html` : asked);
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
        if (!path.resolve(file).startsWith(path.resolve(site)) || !fs.existsSync(file)) {
            answer.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
            return;
        }
        const body = fs.readFileSync(file);
        const isText = /text|json|xml|javascript/.test(type);
        const headers = { 'content-type': type, 'cache-control': 'max-age=31536000' };
        if (isText) headers['content-encoding'] = 'gzip';
        if (isText && !packed.has(file)) packed.set(file, zlib.gzipSync(body));
        answer.writeHead(200, headers).end(isText ? packed.get(file) : body);
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
