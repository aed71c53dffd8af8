/* The query of the address, which holds what a reader chose on a page, so that it can be shared. */

/**
 * Puts parameters in the place of the query in the address; without any, the address has no query. The fragment stays.
 * @param {URLSearchParams} parameters
 */
export function replaceQuery(parameters) {
    const query = String(parameters);
    try {
        history.replaceState(null, '', (query ? `?${query}` : location.pathname) + location.hash);
    } catch {
        /* A page from a file may not change its address. */
    }
}
