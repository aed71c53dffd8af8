/* The contents on the page of a hand. Of a long list they name this hand only; when a reader opens them, all hands of the list
   stand there. */
import { loadForReader, loadScript } from '../book/loading.js';
import { createElement } from './elements.js';

/** @param {HTMLElement} list */
export function completeWhenOpened(list) {
    const own = list.querySelector('a');
    const folder = own.href.split('/').slice(-3, -1).join('/');
    const complete = async () => {
        await loadScript(document.querySelector('.bar-search').dataset.index);
        const hands = window.moucheIndex.pages.filter(([address]) => address.startsWith(`${folder}/`));
        list.replaceChildren(...hands.map(([address, name]) => {
            const item = createElement('li');
            const link = createElement('a', name, { href: document.body.dataset.root + address });
            item.append(link.href === own.href ? own : link);
            return item;
        }));
        own.scrollIntoView({ block: 'center' });
    };
    list.closest('[popover]').addEventListener('toggle', () => loadForReader('the list of hands', complete), { once: true });
}
