/* A search box in the text of a page. */
import { createElement } from './elements.js';

/**
 * Puts a field and a button into a form. They open the search of the book.
 * @param {HTMLElement} form
 */
export function addSearchBox(form) {
    const field = createElement('input', '', { type: 'search', ariaLabel: 'Search this book', placeholder: 'Search this book' });
    form.append(field, createElement('button', 'Search'));
    form.addEventListener('submit', event => {
        event.preventDefault();
        window.mouche.openSearch(field.value);
    });
}
