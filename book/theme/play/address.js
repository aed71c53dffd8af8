/* What an address, or a lesson, says of a table. */

/* Returns the rules that an address names: an edition, what is agreed, and the name of a house table. */
export function readRules(parameters) {
    const house = parameters.has('table') ? { table: parameters.get('table') } : {};
    return { edition: parameters.get('edition'), options: parameters.getAll('option'), ...house };
}

/* Returns the table of a deal that stands in a lesson. */
export function readLessonTable({ table, text }) {
    const parameters = new URLSearchParams(table);
    const [players, seed, seat] = ['players', 'seed', 'seat'].map(name => Number(parameters.get(name)));
    const deal = text
        ? { begun: { text, step: parameters.get('step'), edition: 0 } }
        : { edition: parameters.get('edition'), options: [], players, drill: parameters.get('drill') };
    return { ...deal, seat, seed, verdicts: true, words: [] };
}

/* Returns a whole number that an address gives; undefined if it gives none, or something else. */
export function readWholeNumber(parameters, name) {
    const text = parameters.get(name);
    return /^\d{1,16}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER ? Number(text) : undefined;
}

/* Says what is wrong with the numbers of an address; null if they are right. */
export function findWrongNumber(parameters) {
    const needed = parameters.has('text') ? ['seat', 'seed'] : ['players', 'seat', 'seed'];
    for (const name of needed) {
        if (parameters.has(name) && readWholeNumber(parameters, name) === undefined) {
            return `This address gives “${parameters.get(name)}” for ${name}, where a whole number is needed. Choose again.`;
        }
    }
    if (parameters.has('text') && !/^h\d+-[\w-]+$/.test(parameters.get('step'))) {
        return 'This address does not name the step of the hand from which to play. Open the hand and choose a step there.';
    }
    return null;
}
