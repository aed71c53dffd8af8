/* Focus: what had it may be replaced or switched off, and then it goes to something near, never to the page itself. */

/**
 * Changes a part of the page. If the focus was in it and is lost by that, it goes to what `findNext` returns.
 * @param {HTMLElement} part
 * @param {() => void} change
 * @param {() => HTMLElement} findNext
 */
export function changeAndKeepFocus(part, change, findNext) {
    const hadFocus = part.contains(document.activeElement);
    change();
    if (hadFocus && !part.contains(document.activeElement)) {
        moveFocus(findNext() || part);
    }
}

/**
 * Moves the focus to an element, which need not be a control. The page is not scrolled.
 * @param {HTMLElement} element
 */
export function moveFocus(element) {
    if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
        element.tabIndex = -1;
    }
    element.focus({ preventScroll: true });
}

/**
 * Switches a button on or off. It keeps the focus, which a disabled button would lose.
 * @param {Element} button
 * @param {boolean} isOn
 */
export function switchButton(button, isOn) {
    button.setAttribute('aria-disabled', String(!isOn));
}

/** @param {Element} button */
export function isSwitchedOff(button) {
    return button.getAttribute('aria-disabled') === 'true';
}
