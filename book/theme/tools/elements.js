/* Elements that scripts make. */

/**
 * Creates an element with a text and properties, such as `className`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} words
 * @param {Partial<HTMLElementTagNameMap[T]>} properties
 */
export function createElement(tag, words = '', properties = {}) {
    return Object.assign(document.createElement(tag), { textContent: words }, properties);
}

/**
 * @param {string} words
 * @param {(event: MouseEvent) => void} act
 */
export function createButton(words, act) {
    const button = createElement('button', words, { type: 'button' });
    button.addEventListener('click', act);
    return button;
}

/**
 * Puts a button in the place of a card, or of a player's name, on the table. It is named by its text and by the name of what
 * stood there.
 * @param {HTMLElement} element
 * @param {() => void} act
 */
export function replaceWithButton(element, act) {
    const button = createButton(element.textContent, act);
    const name = element.getAttribute('aria-label');
    button.className = element.className;
    if (name) {
        /* A Spanish card has no sign of its own. */
        button.setAttribute('aria-label', element.closest('.spanish') ? name : `${element.textContent}, ${name}`);
    }
    element.replaceWith(button);
    return button;
}

/**
 * Tells something to readers who listen, even if it was the last thing that they were told.
 * @param {Element} live
 * @param {string} words
 */
export function announce(live, words) {
    live.textContent = '';
    live.textContent = words;
}

/**
 * Lets the reader save a text, or other content, as a file.
 * @param {string} name
 * @param {string | Blob} text
 * @param {string} type
 */
export function downloadText(name, text, type = 'text/markdown') {
    const link = createElement('a', '', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
