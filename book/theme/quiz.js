/* The questions of a hand: it stops before each choice of one seat, and the reader makes that choice. What may be chosen, why,
   and what it can bring is read off the step that follows; nothing here knows a rule. */
import { createButton, createElement } from './tools/elements.js';
import { moveFocus } from './tools/focus.js';
import { isRecord, readEntries, writeValue } from './tools/storage.js';

const STORE = 'mouche-quiz';

/* Chips won or lost. */
function signedChips(chips) {
    return chips > 0 ? `+${chips}` : String(chips).replace('-', '−');
}

function isAllowed(choice) {
    return choice.parentNode.classList.contains('may');
}

function isCard(choice) {
    return choice.matches('.mini');
}

function choiceName(choice) {
    return choice.dataset.deed || choice.textContent;
}

/* The choices of a seat that a part of a step lists. */
function listedChoices(part, seat) {
    return [...part.querySelectorAll(`.hand-choices.m${seat} :is(.mini, .word)`)];
}

/* A refused attempt and the move that replaces it belong to one question. */
function questionOf(step) {
    return step.id.replace(/-try\d+$/, '');
}

/* The verdict on a choice in words: that of its line, or its own. */
function verdictWords(choice) {
    const words = [...choice.parentNode.querySelectorAll('strong, .why')].map(element => element.textContent);
    if (!words.length) {
        return `${choice.textContent}.`;
    }
    return words.join('. ').replace(/[.]?$/, '.');
}

function copyClause(choice) {
    return choice.parentNode.querySelector('.clause').cloneNode(true);
}

/* The name of a card. The cards that lie together are named together, in their order. */
function cardName(card) {
    const cards = card.closest('.cards');
    const place = [...cards.querySelectorAll('.card:not(.gone)')].indexOf(card);
    const names = cards.dataset.names || cards.getAttribute('aria-label');
    return names.split('; ')[place];
}

/* By what the answers of a hand are kept: the folder and the file of its page, and its id. Some hosts serve a page without
   `.html`: what is kept must be found there too. */
function storageKey(hand) {
    const path = location.pathname.replace(/\/$/, '').replace(/(\.html)?$/, '.html');
    return `${path.split('/').slice(-2).join('/')}#${hand.id}/`;
}

/* The box in which the questions are asked. */
function createBox() {
    const box = createElement('div', '', { className: 'hand-quiz', role: 'group', ariaLabel: 'Your turn' });
    const parts = {
        menu: createElement('p', '', { className: 'hand-quiz-who' }),
        question: createElement('p', '', { className: 'hand-label', role: 'status' }),
        choices: createElement('p', '', { className: 'hand-quiz-choices' }),
        verdict: createElement('p', '', { className: 'hand-quiz-told', role: 'status' }),
        score: createElement('p', '', { className: 'hand-score' }),
    };
    box.append(...Object.values(parts));
    return { box, ...parts };
}

export function beginQuiz(hand) {
    const steps = [...hand.querySelectorAll('.hand-step')];
    const toggle = hand.querySelector('[data-go=quiz]');
    const seat = findControl('seat');
    const edition = findControl('edition');
    /* Who is asked, and by which rules: these stand in the box while questions are asked. */
    const selects = [seat, edition].filter(Boolean);
    const labels = selects.map(select => select.closest('label'));
    const placeInMenu = labels[0].previousSibling;
    const { box, menu, question, choices, verdict, score } = createBox();
    const key = storageKey(hand);
    const kept = readEntries(STORE, isRecord);
    /* What the menu was set to before the questions began. */
    const settingsBefore = {};
    let isOn = false;
    let now = Math.max(0, steps.findIndex(step => step.classList.contains('is-now')));
    /* The question that was answered last. */
    let answered = '';

    function findControl(name) {
        return hand.querySelector(`[data-set=${name}]`);
    }

    function readSetting(name) {
        const control = findControl(name);
        return control.type === 'checkbox' ? control.checked : control.value;
    }

    function changeSetting(name, value) {
        const control = findControl(name);
        control[control.type === 'checkbox' ? 'checked' : 'value'] = value;
        control.dispatchEvent(new Event('change', { bubbles: true }));
    }

    function goToStep(at) {
        hand.dispatchEvent(new CustomEvent('hand-go', { detail: [at] }));
        focusOnChoice();
    }

    /* Moves the focus on where what was pressed is no longer there. */
    function focusOnChoice() {
        moveFocus(choices.querySelector('button') || hand.querySelector('[data-go=next]'));
    }

    /* What a step says of the edition that is played. */
    function ownPart(step) {
        return step.matches('.parted') ? step.querySelector(`.hand-column.e${edition.value || 0}`) : step;
    }

    /* What a seat may choose between in a step; none where there is no such step. */
    function choicesAt(step, ofSeat) {
        return step ? listedChoices(ownPart(step), ofSeat) : [];
    }

    /* The chips that a choice brings at the best: one number for all editions, or one for each. Not a number if it is unknown. */
    function bestResult(choice) {
        const results = (choice.dataset.best || '-').split(' ');
        return Number(results.length > 1 ? results[edition.value] : results[0]);
    }

    /* Says what a choice brings, and what the best of all brings. */
    function resultWords(choice, all) {
        const known = all.filter(other => !isNaN(bestResult(other)));
        const own = bestResult(choice);
        if (isNaN(own) || known.length < 2) {
            return '';
        }
        const most = Math.max(...known.map(bestResult));
        const brings = ` If all play their best, it brings ${signedChips(own)}`;
        if (own === most) {
            return `${brings}, and nothing brings more.`;
        }
        const better = known.filter(other => bestResult(other) === most).map(choiceName);
        return `${brings}; ${better.join(' or ')} would bring ${signedChips(most)}.`;
    }

    /* Names the editions whose verdict on the same choice is another. */
    function otherEditionsWords(choice, step) {
        const sentences = [];
        for (const column of step.querySelectorAll('.hand-column')) {
            const same = listedChoices(column, seat.value).find(other => choiceName(other) === choiceName(choice));
            if (same && isAllowed(same) !== isAllowed(choice)) {
                sentences.push(` Not so in ${column.getAttribute('aria-label')}: ${verdictWords(same)}`);
            }
        }
        return sentences.join('');
    }

    function ownAnswers() {
        return kept[answersKey()] || {};
    }

    function answersKey() {
        return key + selects.map(select => select.value).join('/');
    }

    function keepAnswers() {
        if (!writeValue(STORE, kept)) {
            hand.querySelector('.hand-live').textContent = 'This browser keeps nothing: your answers count until you leave the page.';
        }
    }

    /* Keeps whether the first answer to a question was right. */
    function keepFirstAnswer(id, isRight) {
        const answers = ownAnswers();
        if (Object.hasOwn(answers, id)) {
            return;
        }
        kept[answersKey()] = { ...answers, [id]: isRight ? 1 : 0 };
        keepAnswers();
    }

    function forgetAnswers() {
        delete kept[answersKey()];
        keepAnswers();
        showScore();
        focusOnChoice();
    }

    function showScore() {
        const answers = Object.values(ownAnswers());
        if (!answers.length) {
            score.replaceChildren();
            return;
        }
        const right = answers.filter(Boolean).length;
        score.replaceChildren(`Right at first: ${right} of ${answers.length}. `, createButton('Forget this', forgetAnswers));
    }

    /* Answers the choice that the reader has made before step `next`. */
    function answerChoice(choice, all, next) {
        const id = questionOf(steps[next]);
        keepFirstAnswer(id, isAllowed(choice));
        const more = resultWords(choice, all) + otherEditionsWords(choice, steps[next]);
        verdict.replaceChildren(`${choiceName(choice)}: `, `${verdictWords(choice)} `, copyClause(choice), more);
        if (isAllowed(choice)) {
            answered = id;
            const goOn = createButton('See what is done', () => goToStep(next));
            verdict.append(' ', goOn);
            moveFocus(goOn);
        }
        showScore();
    }

    function createChoice(choice, all, next) {
        const button = createButton(choiceName(choice), () => answerChoice(choice, all, next));
        if (isCard(choice)) {
            const cards = [...steps[now].querySelectorAll('.place .card')];
            const onTable = cards.find(card => card.textContent === choice.textContent);
            button.className = choice.className.replace('mini', 'card');
            /* The name begins with what is seen on the card, for readers who speak to it. */
            if (onTable) {
                button.setAttribute('aria-label', `${choice.textContent}, ${cardName(onTable)}`);
            }
        }
        return button;
    }

    function showHint(all) {
        const allowed = all.filter(isAllowed);
        verdict.replaceChildren(`${allowed.length} of these ${all.length} may be chosen: `, copyClause(allowed[0]), '.');
    }

    /* Sorts cards as they are held, and words by their letters: the order of the line that lists them would tell the answer. */
    function sortChoices(all) {
        const held = [...steps[now].querySelectorAll('.mine .place .card')].map(card => card.textContent);
        const place = choice => held.indexOf(choiceName(choice));
        return [...all].sort((a, b) => place(a) - place(b) || choiceName(a).localeCompare(choiceName(b)));
    }

    /* Says that nothing is asked before step `next`, and leads to the next question if there is one. */
    function showNoQuestion(next) {
        const isLater = (step, at) => at > next && choicesAt(step, seat.value).length && questionOf(step) !== answered;
        const later = steps.findIndex(isLater);
        if (next === steps.length) {
            question.textContent = 'The hand is over.';
        } else if (later < 0) {
            question.textContent = 'You are not asked again.';
        } else {
            question.textContent = 'It is not your turn.';
            choices.append(createButton('On to your turn', () => goToStep(later - 1)));
        }
    }

    /* Asks the question before the next step, if the choice there is the reader's and is not answered yet. */
    function askQuestion() {
        const next = now + 1;
        const all = choicesAt(steps[next], seat.value);
        box.hidden = !isOn;
        steps[now].querySelector('.tell').prepend(box);
        choices.replaceChildren();
        verdict.replaceChildren();
        showScore();
        if (!all.length || answered === questionOf(steps[next])) {
            showNoQuestion(next);
            return;
        }
        const player = seat.selectedOptions[0].textContent;
        question.textContent = `Your turn, ${player}: ${isCard(all[0]) ? 'which card do you play?' : 'what do you declare?'}`;
        for (const choice of sortChoices(all)) {
            choices.append(createChoice(choice, all, next), ' ');
        }
        choices.append(createButton('Hint', () => showHint(all)));
    }

    /* The seat that is asked most. */
    function mostAskedSeat() {
        const seats = [...seat.options].map(option => option.value).filter(Boolean);
        const counts = seats.map(value => steps.filter(step => choicesAt(step, value).length).length);
        return seats[counts.indexOf(Math.max(...counts))];
    }

    /* Begins to ask: others' cards and later steps are hidden. */
    function startQuestions() {
        for (const name of ['seat', 'hides', 'waits', 'edition'].filter(findControl)) {
            settingsBefore[name] = readSetting(name);
        }
        isOn = true;
        answered = '';
        toggle.setAttribute('aria-pressed', 'true');
        if (edition && edition.value === '') {
            changeSetting('edition', 0);
        }
        if (seat.value === '') {
            changeSetting('seat', mostAskedSeat());
        }
        menu.append(...labels);
        changeSetting('hides', true);
        changeSetting('waits', true);
        askQuestion();
    }

    /* Ends the questions: the hand is looked at as before. */
    function stopQuestions() {
        const hadFocus = box.contains(document.activeElement);
        isOn = false;
        answered = '';
        toggle.setAttribute('aria-pressed', 'false');
        placeInMenu.after(...labels);
        if (hadFocus) {
            moveFocus(toggle.closest('details').firstElementChild);
        }
        for (const [name, value] of Object.entries(settingsBefore)) {
            changeSetting(name, value);
        }
        askQuestion();
    }

    hand.addEventListener('hand-shown', event => {
        now = event.detail;
        askQuestion();
    });
    for (const select of selects) {
        select.addEventListener('change', () => {
            /* A reader who sits nowhere, or looks at all editions at once, has no turn. */
            if (isOn && select.value === '') {
                settingsBefore[select.dataset.set] = '';
                stopQuestions();
                return;
            }
            answered = '';
            askQuestion();
        });
    }
    toggle.addEventListener('click', () => {
        if (isOn) {
            stopQuestions();
        } else {
            startQuestions();
        }
    });
    startQuestions();
}
