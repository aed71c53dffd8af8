/* Which step a control leads to. */

/**
 * Returns the trick of a step, or the part of the hand that it belongs to.
 * @param {Element} step
 */
function partOf(step) {
    return /-h\d+-(t\d+|[a-z]+)|$/.exec(step.id)[0];
}

/**
 * Returns the number of the step that a control leads to from step `now`; undefined if the control leads to none.
 * @param {Element[]} steps
 * @param {number} now
 * @param {string} control
 */
export function findStep(steps, now, control) {
    const last = steps.length - 1;
    /** @type {(a: number, b: number) => boolean} */
    const isSamePart = (a, b) => partOf(steps[a]) === partOf(steps[b]);
    let at = now;
    switch (control) {
    case 'first': return 0;
    case 'last': return last;
    case 'back': return Math.max(0, now - 1);
    case 'next': return Math.min(last, now + 1);
    case 'former':
        at = Math.max(0, now - 1);
        while (at > 0 && isSamePart(at - 1, at)) {
            at -= 1;
        }
        return at;
    case 'later':
        while (at < last && isSamePart(at, now)) {
            at += 1;
        }
        return at;
    default: return undefined;
    }
}
