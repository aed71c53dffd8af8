/* Where the reader was, for one who comes back to the front page. */
import { readValue } from '../boot/storage.js';
import { readPlace } from '../tools/place.js';
import { readProgress } from '../tools/progress.js';
import { dueQuestions } from '../tools/returns.js';

const LAST_TABLE = 'mouche-play';

/**
 * @param {string} words
 * @param {string} address
 */
function createLink(words, address) {
    const link = document.createElement('a');
    link.textContent = words;
    link.href = document.body.dataset.root + address;
    return link;
}

/** Returns a sentence that says where the reader was, with links that lead on; null for a reader who is new. */
export function createWelcome() {
    const place = readPlace();
    const table = readValue(LAST_TABLE);
    const hasTable = typeof table?.address === 'string' && table.address.startsWith('#') && table.moves > 0 && !table.isOver;
    const due = dueQuestions(readProgress()).length;
    if (!place && !hasTable && !due) {
        return null;
    }
    const welcome = document.createElement('p');
    welcome.className = 'front-back';
    welcome.append('Welcome back. ');
    if (place) {
        welcome.append('Go on with ', createLink(place.title.slice(0, 60), place.address), `: ${place.doing.slice(0, 40)}. `);
    }
    if (hasTable) {
        welcome.append('Your table waits: ', createLink('go on with your deal', 'play.html'), '. ');
    }
    if (due) {
        welcome.append(createLink(due === 1 ? 'One question comes back today' : `${due} questions come back today`, 'learn/learn.html'), '.');
    }
    return welcome;
}
