/* The clipboard. A page that is not served by https has none, and a browser may refuse it. */

/**
 * Copies a text. Returns false if the browser does not let it be copied.
 * @param {string} text
 */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyBySelection(text);
    }
}

/**
 * The old way, which works where the page has no clipboard.
 * @param {string} text
 */
function copyBySelection(text) {
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden hand-live';
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    before?.focus({ preventScroll: true });
    return isCopied;
}

/**
 * Copies a text and says so in a status. A text that cannot be copied is shown after the status, to be copied by hand.
 * @param {string} text
 * @param {HTMLElement} status
 */
export async function copyAndTell(text, status, done = 'Copied.') {
    status.parentElement.querySelectorAll('.to-copy').forEach(old => old.remove());
    if (await copyText(text)) {
        status.textContent = done;
        return;
    }
    status.textContent = 'The browser does not allow copying. Copy this text yourself:';
    const shown = document.createElement('pre');
    shown.className = 'to-copy';
    shown.tabIndex = 0;
    shown.textContent = text;
    status.after(shown);
}
