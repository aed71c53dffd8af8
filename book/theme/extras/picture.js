/* The picture of a step: the boxes and words of its cloth, as the browser has laid them out, and below them its sentence. */

/**
 * A box, or words in one line. Lengths are in pixels.
 * @typedef {object} Shape
 * @property {number} x
 * @property {number} y For words, that of their base line.
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [radius]
 * @property {string} fill
 * @property {string} [words]
 * @property {string} [font]
 */

/** @typedef {{ width: number, height: number, shapes: Shape[] }} Picture */

const NOTHING = 'rgba(0, 0, 0, 0)';
const SENTENCE_LINE = 28;
const BACK = '#7c2320';

/**
 * Returns whether a card lies face down.
 * @param {Element} card
 */
function isFaceDown(card) {
    return /^0(%|px) 100%$/.test(getComputedStyle(card, '::after').backgroundPosition);
}

/**
 * Returns the box of an element, if it has a colour.
 * @param {Element} element
 * @param {DOMRect} origin
 * @returns {Shape[]}
 */
function drawBox(element, origin) {
    const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element);
    const fill = element.matches('.card') && isFaceDown(element) ? BACK : backgroundColor;
    if (fill === NOTHING) {
        return [];
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    return [{ x: left - origin.left, y: top - origin.top, width, height, radius: Math.min(parseFloat(borderTopLeftRadius), height / 2), fill }];
}

/**
 * Returns the words of a text, each at its place.
 * @param {Text} text
 * @param {DOMRect} origin
 * @returns {Shape[]}
 */
function drawWords(text, origin) {
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(text.parentElement);
    const size = parseFloat(fontSize);
    const range = document.createRange();
    return [...text.data.matchAll(/\S+/g)].flatMap(found => {
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        const { left, top, width, height } = range.getBoundingClientRect();
        const y = top - origin.top + (height + size * 0.7) / 2;
        return width && size ? [{ x: left - origin.left, y, fill: color, words: found[0], font: `${fontWeight} ${size}px ${fontFamily}` }] : [];
    });
}

/**
 * Returns a card with its name.
 * @param {Element} card
 * @param {DOMRect} origin
 * @returns {Shape[]}
 */
function drawCard(card, origin) {
    const box = drawBox(card, origin);
    if (isFaceDown(card) || card.matches('.gone')) {
        return box;
    }
    const [{ x, y, width }] = box;
    const { color, fontFamily } = getComputedStyle(card);
    return [...box, { x: x + width * 0.08, y: y + width * 0.4, fill: color, words: card.textContent, font: `700 ${width * 0.34}px ${fontFamily}` }];
}

/**
 * Returns the shapes of what is seen in an element.
 * @param {Element} element
 * @param {DOMRect} origin
 * @returns {Shape[]}
 */
function drawElement(element, origin) {
    if (getComputedStyle(element).display === 'none' || element.matches('.says, .hand-label')) {
        return [];
    }
    if (element.matches('.card')) {
        return drawCard(element, origin);
    }
    const parts = [...element.childNodes].flatMap(node => {
        if (node instanceof Text) {
            return drawWords(node, origin);
        }
        return node instanceof Element ? drawElement(node, origin) : [];
    });
    return [...drawBox(element, origin), ...parts];
}

/**
 * Breaks words into lines.
 * @param {string} words
 * @param {number} length The most characters of a line.
 */
function breakLines(words, length) {
    return words.match(new RegExp(`\\S.{0,${length}}(?!\\S)`, 'g')) || [];
}

/**
 * @param {HTMLElement} hand
 * @param {HTMLElement} step
 * @returns {Picture}
 */
export function drawStep(hand, step) {
    const cloth = step.querySelector('.cloth');
    const origin = cloth.getBoundingClientRect();
    const { color, fontFamily } = getComputedStyle(hand);
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const isClosed = hand.matches('.hides') && !step.querySelector('.hand-say.mine');
    const lines = breakLines(isClosed && step.dataset.closed || step.dataset.say, Math.floor(origin.width / 9));
    const height = origin.height + SENTENCE_LINE * (lines.length + 0.5);
    /** @type {Shape[]} */
    const sentence = lines.map((words, at) => ({
        x: 8, y: origin.height + SENTENCE_LINE * (at + 0.85), fill: color, words, font: `400 17px ${fontFamily}`,
    }));
    const paper = { x: 0, y: 0, width: origin.width, height, radius: 0, fill: backgroundColor };
    return { width: origin.width, height, shapes: [paper, ...drawElement(cloth, origin), ...sentence] };
}

/**
 * @param {Picture} picture
 */
export function toSvg({ width, height, shapes }) {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('xmlns', space);
    Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }).forEach(([name, value]) => svg.setAttribute(name, String(value)));
    for (const { words, font, radius, ...rest } of shapes) {
        const part = document.createElementNS(space, words ? 'text' : 'rect');
        Object.entries(rest).forEach(([name, value]) => part.setAttribute(name, String(value)));
        if (words) {
            const [weight, size, ...family] = font.split(' ');
            part.textContent = words;
            Object.entries({ 'font-weight': weight, 'font-size': size, 'font-family': family.join(' ') })
                .forEach(([name, value]) => part.setAttribute(name, value));
        } else {
            part.setAttribute('rx', String(radius));
        }
        svg.append(part);
    }
    return svg.outerHTML;
}

/**
 * Returns a picture as a PNG, at twice its size. Where a browser cannot make one, the file is empty.
 * @param {Picture} picture
 */
export function drawOnCanvas({ width, height, shapes }) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: width * 2, height: height * 2 });
    const context = canvas.getContext('2d');
    context.scale(2, 2);
    for (const shape of shapes) {
        context.fillStyle = shape.fill;
        if (shape.words) {
            context.font = shape.font;
            context.fillText(shape.words, shape.x, shape.y);
        } else {
            context.beginPath();
            context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
            context.fill();
        }
    }
    const bytes = atob(canvas.toDataURL('image/png').split(',')[1]);
    return new Blob([Uint8Array.from(bytes, byte => byte.charCodeAt(0))], { type: 'image/png' });
}
