//! The choice of the mover that an answer to a task names, and why it is allowed or not.

use super::{ChoiceWithLegality, capitalize};
use crate::rules::{ClauseId, Verb};
use crate::scenario::parsed_scenario::TaskAnswer;
use crate::scenario::story::Story;

/// Returns the clauses of the choice that an answer names; none if it names no choice.
pub(super) fn clauses_of_choice(
    choices: Vec<ChoiceWithLegality>,
    answer: TaskAnswer,
) -> Vec<ClauseId> {
    match choice_of_answer(choices, answer) {
        Some(choice) => choice.clauses(),
        None => Vec::new(),
    }
}

/// Says why the choice that an answer names is allowed or not; nothing if it names no choice.
pub(super) fn explain_choice_legality(
    story: &Story,
    mover: &str,
    choices: Vec<ChoiceWithLegality>,
    answer: TaskAnswer,
) -> String {
    let Some(choice) = choice_of_answer(choices, answer) else {
        return String::new();
    };
    if !choice.is_allowed {
        return capitalize(choice.reason()) + ".";
    }
    if choice.face.is_some() {
        return if choice.reason().is_empty() {
            format!("This card {}.", choice.verdict)
        } else {
            capitalize(&choice.verdict) + "."
        };
    }
    let why = first_sentence_of_clause(story, choice.clause);
    format!("{mover} {}. {why}", choice.verdict)
}

/// Returns the choice that an answer names.
fn choice_of_answer(
    choices: Vec<ChoiceWithLegality>,
    answer: TaskAnswer,
) -> Option<ChoiceWithLegality> {
    let mut choices = choices.into_iter();
    match answer {
        TaskAnswer::Card(card) => choices.find(|choice| {
            let face = choice.face.as_ref();
            face.is_some_and(|face| face.card == card)
        }),
        TaskAnswer::Move(verb) if verb != Verb::Play => choices.find(|choice| choice.verb == verb),
        _ => None,
    }
}

/// Returns the first sentence of a clause, without marks of emphasis: it says why something may be declared, or may not. The
/// link to the clause stands after it, with the signs of what the clause rests on.
fn first_sentence_of_clause(story: &Story, clause: ClauseId) -> String {
    let Some(clause) = story.rules.clause(clause) else {
        return String::new();
    };
    let text = clause.text().render(|text, _| text.replace('*', ""));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => line,
    }
}
