/* Sharing a step: its address, also as a QR code, its picture, and the code that shows the hand in another page. */
import { pageAddress } from '../book/address.js';
import { copyAndTell } from '../tools/clipboard.js';
import { createButton, createElement, downloadText } from '../tools/elements.js';
import { openDialog } from './dialog.js';
import { drawOnCanvas, drawStep, toSvg } from './picture.js';

/**
 * Returns the code of a frame that shows the hand, without the book around it, from a step on.
 * @param {string} address
 * @param {string} query
 * @param {string} id
 */
function embedCode(address, query, id) {
    const src = `${address}?embed${query && `&${query}`}#${id}`;
    const frame = createElement('iframe', '', { src, title: document.title });
    const attributes = { width: '100%', height: '600', loading: 'lazy', style: 'border:0' };
    Object.entries(attributes).forEach(([name, value]) => frame.setAttribute(name, value));
    return frame.outerHTML;
}

/**
 * Offers what a reader can share of a step, as the reader looks at it.
 * @param {HTMLElement} hand
 * @param {HTMLElement} step
 */
export function shareStep(hand, step) {
    const status = createElement('p', '', { role: 'status' });
    const buttons = createElement('p', '', { className: 'hand-share' });
    const id = encodeURIComponent(step.id);
    const address = pageAddress().split(/[?#]/)[0];
    const parameters = new URLSearchParams(location.search);
    parameters.delete('embed');
    const query = String(parameters);
    const cloth = step.querySelector('.cloth');
    /** @type {(words: string, act: () => void) => void} */
    const offer = (words, act) => buttons.append(createButton(words, act));
    offer('Copy link', () => copyAndTell(`${address}${query && `?${query}`}#${id}`, status, 'Link copied.'));
    if (cloth) {
        offer('Picture (SVG)', () => {
            downloadText(`${step.id}.svg`, toSvg(drawStep(hand, step)), 'image/svg+xml');
            status.textContent = 'The picture is saved as SVG.';
        });
        offer('Picture (PNG)', () => {
            const picture = drawOnCanvas(drawStep(hand, step));
            if (picture.size) {
                downloadText(`${step.id}.png`, picture, 'image/png');
            }
            status.textContent = picture.size ? 'The picture is saved as PNG.' : 'This browser cannot make a PNG. Save the picture as SVG.';
        });
    }
    /* A book that knows its address has the code of each hand. */
    const code = document.querySelector('template.page-code');
    if (code instanceof HTMLTemplateElement) {
        offer('Show QR code', () => {
            const picture = createElement('span', '', { className: 'page-code' });
            picture.append(code.content.cloneNode(true));
            status.replaceChildren('The QR code has the address of this page.', picture);
        });
    }
    /* Only a page of a book of ours can be shown without the book. */
    if (document.querySelector('.hand-page')) {
        offer('Copy code to embed', () => copyAndTell(embedCode(address, query, id), status, 'The code for a frame is copied.'));
    }
    openDialog(hand, 'Share this step', buttons, status);
}
