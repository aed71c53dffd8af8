/* Addresses as they arrive: a chat may take the sign that follows an address for a part of it, or add parameters. */

const AFTER_ADDRESS = /[).\],;:!?>'"*»”’_}]+$/;

export function withoutTrailingSigns(text) {
    return text.replace(AFTER_ADDRESS, '');
}

/* Returns the element that a fragment names, as it stands or without what was added to it; null if there is none. */
export function findTarget(hash) {
    try {
        const [id] = decodeURIComponent(hash.slice(1)).split('&');
        return document.getElementById(id) || document.getElementById(withoutTrailingSigns(id));
    } catch {
        return null;
    }
}
