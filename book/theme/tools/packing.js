/* Texts as an address bears them: compressed, in letters, digits, `-` and `_`. */
import { withoutTrailingSigns } from '../book/address.js';

/* A text ends here in an address. A chat cuts off punctuation and `_` at the end of an address; a letter it leaves. */
const END = '.z';
const MOST_BYTES = 1_000_000;

export class TooLongError extends Error {}

/** @param {string} text */
export async function packText(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const signs = Array.from(bytes, byte => String.fromCharCode(byte));
    return btoa(signs.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') + END;
}

/**
 * Reads a text out of an address: `{ text, isWhole }`. What follows the text in the address is left out, and of a text that has
 * lost its end, the beginning is read.
 * @param {string} address
 */
export async function unpackText(address) {
    const [packed] = /^[\w-]*/.exec(address);
    /* Up to two `_` at the end may have been cut off by a chat. */
    const attempts = [];
    for (const candidate of [packed, packed + '_', packed + '__']) {
        const attempt = await inflate(decodeBase64(candidate));
        if (attempt.isWhole) {
            return attempt;
        }
        attempts.push(attempt);
    }
    return attempts[0];
}

/** @param {string} packed */
function decodeBase64(packed) {
    const plain = packed.replaceAll('-', '+').replaceAll('_', '/');
    /* One sign alone at the end stands for no whole byte. */
    const signs = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
    return Uint8Array.from(atob(signs), sign => sign.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
    const stream = new DecompressionStream('deflate-raw');
    const reader = stream.readable.getReader();
    feed(stream.writable.getWriter(), bytes);
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for (;;) {
        let part;
        try {
            part = await reader.read();
        } catch {
            /* The last character may be in pieces. */
            return { text: text.replace(/\uFFFD+$/, ''), isWhole: false };
        }
        if (part.done) {
            return { text: text + decoder.decode(), isWhole: true };
        }
        size += part.value.length;
        if (size > MOST_BYTES) {
            reader.cancel().catch(() => {});
            throw new TooLongError('This address contains a text of more than 1 MB.');
        }
        text += decoder.decode(part.value, { stream: true });
    }
}

/**
 * Feeds the stream in small pieces: what was inflated before a damaged place is then read before the stream fails.
 * @param {WritableStreamDefaultWriter<BufferSource>} writer
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function feed(writer, bytes) {
    try {
        for (let at = 0; at < bytes.length; at += 64) {
            await writer.write(bytes.subarray(at, at + 64));
        }
        await new Promise(resolve => { setTimeout(resolve); });
        await writer.close();
    } catch {
        /* The reader hears of it. */
    }
}

/**
 * Reads the parameters of a fragment. A chat may have written `=` as `%3D`, `&` as `&amp;`, or a sign after it.
 * @param {string} hash
 */
export function readParameters(hash) {
    const text = withoutTrailingSigns(hash.slice(1).replaceAll('&amp;', '&'));
    const pairs = text.split('&').map(pair => pair.includes('=') ? pair : pair.replace(/%3D/i, '='));
    return new URLSearchParams(pairs.join('&'));
}
