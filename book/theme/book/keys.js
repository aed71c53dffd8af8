/* Keys: which of them belong to the browser, and which go through the steps of a hand or of a session. The chapter
   "Reading a hand" lists them for readers. */

/** @type {Record<string, string>} */
const STEP_KEYS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' };
/** @type {Record<string, string>} */
const STEP_KEYS_WITH_SHIFT = { ArrowLeft: 'former', ArrowRight: 'later' };
/**
 * The comma and the full stop are for keyboards on which brackets need AltGr.
 * @type {Record<string, string>}
 */
const STEP_CHARACTERS = { '[': 'former', ']': 'later', ',': 'former', '.': 'later', ' ': 'play', '?': 'keys' };

/**
 * Says whether a key is pressed as a shortcut of the browser or of the system.
 * @param {KeyboardEvent} event
 */
export function isShortcut(event) {
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    /* Windows reports AltGr as Ctrl and Alt; AltGr makes a character. */
    const makesCharacter = event.key.length === 1 && event.getModifierState('AltGraph') && !event.metaKey;
    return hasModifier && !makesCharacter;
}

/**
 * Returns the step that a key leads to: `back`, `next`, `first`, `last`, `former` or `later`; `play` for the key that plays and
 * pauses, and `keys` for the one that lists the keys; undefined for other keys.
 * @param {KeyboardEvent} event
 * @returns {string | undefined}
 */
export function stepForKey(event) {
    /* The space bar presses what has the focus. */
    if (isShortcut(event) || event.isComposing || event.key === ' ' && event.target.closest('a, button, summary')) {
        return undefined;
    }
    /* On some keyboards one of the characters needs Shift. */
    return STEP_CHARACTERS[event.key] || (event.shiftKey ? STEP_KEYS_WITH_SHIFT : STEP_KEYS)[event.key];
}

/**
 * Says whether an element takes letters.
 * @param {EventTarget} element
 */
export function isTextField(element) {
    return element instanceof HTMLElement && (element.isContentEditable || element.matches('input, select, textarea'));
}
