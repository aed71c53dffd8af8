/* The rating on a page of puzzles, and the button that begins ten of them. The other scripts are fetched when it is pressed. */
import { loadForReader, loadPart } from './book/loading.js';
import { describeRating } from './puzzles/rating.js';

/** @param {HTMLElement} root */
function offerPuzzles(root) {
    const company = root.querySelector('.play-table');
    const button = company.querySelector('button');
    /** @param {Event} event */
    const begin = async event => {
        event.preventDefault();
        button.disabled = true;
        await loadForReader('the puzzles', () => loadPart('puzzle'));
        button.disabled = false;
        button.removeEventListener('click', begin);
        button.click();
    };
    button.addEventListener('click', begin);
    root.querySelector('.play-none').hidden = true;
    company.hidden = false;
    const game = new URLSearchParams(root.dataset.puzzles).get('game');
    root.querySelector('.puzzle-rating').textContent = describeRating(game);
}

document.querySelectorAll('.play[data-engine$=js][data-puzzles]').forEach(offerPuzzles);
