//! What a task asks, and why an answer to it is right or not, in words: the author's where they wrote any.

use super::step_text::as_narrated_step;
use super::{CardFace, button_label, capitalize, foreign_language, player_name};
use crate::cards::spell_card;
use crate::rules::{ClauseId, Verb};
use crate::scenario::parsed_scenario::{TaskAnswer, TaskQuestion};
use crate::scenario::story::{AnyStep, PosedTask, PossibleAnswer, Story, TaskAnswerVerdict};

/// Returns what is asked, in the author's words or in ours.
pub(crate) fn question_text(story: &Story, step: AnyStep, posed: &PosedTask) -> String {
    if posed.task.question.is_empty() {
        as_narrated_step(step).task_question_or_explanation(story, posed.task.asks, None)
    } else {
        posed.task.question.clone()
    }
}

/// Returns the kind of a task, as an address has it.
pub(crate) fn task_kind(asks: TaskQuestion) -> &'static str {
    match asks {
        TaskQuestion::Wins => "wins",
        TaskQuestion::May => "may",
        TaskQuestion::Plays => "plays",
        TaskQuestion::Owes => "owes",
        TaskQuestion::Takes(_) => "takes",
    }
}

/// Returns the face of an answer, if it is a card, and what the answer is called.
pub(crate) fn answer_face_and_label(
    story: &Story,
    answer: TaskAnswer,
) -> (Option<CardFace>, String) {
    match answer {
        TaskAnswer::Move(verb) => (None, verb_label(story, verb)),
        TaskAnswer::Seat(seat) => (None, player_name(story, seat).into()),
        TaskAnswer::Chips(chips) => (None, chips.to_string()),
        TaskAnswer::Card(card) => (
            Some(CardFace::new(story, card)),
            spell_card(card, story.letters),
        ),
        TaskAnswer::Good => (None, String::new()),
    }
}

/// Returns what the button for a move says, in the language of the hand.
fn verb_label(story: &Story, verb: Verb) -> String {
    match verb.words(story.letters) {
        Some(words) if foreign_language(story.letters).is_some() => capitalize(words.bare()),
        _ => button_label(verb),
    }
}

/// Returns the class by which an answer is shown, and the verdict on it in a word or two.
pub(crate) fn verdict_class_and_label(verdict: TaskAnswerVerdict) -> (&'static str, &'static str) {
    match verdict {
        TaskAnswerVerdict::Good => ("may", "Good."),
        TaskAnswerVerdict::Worse => ("may but", "Allowed, but …"),
        TaskAnswerVerdict::Forbidden(_) => ("may-not", "Not allowed."),
        TaskAnswerVerdict::Wrong => ("may-not", "No."),
    }
}

/// Returns why an answer is right or not, in the author's words or in ours.
pub(crate) fn answer_reason(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    answer: &PossibleAnswer,
) -> String {
    if let Some(reason) = &answer.reason {
        return reason.clone();
    }
    if answer.verdict == TaskAnswerVerdict::Good {
        for (reason_answer, reason) in &posed.task.reasons {
            if reason_answer.value == TaskAnswer::Good {
                return reason.clone();
            }
        }
    }
    as_narrated_step(step).task_question_or_explanation(story, posed.task.asks, Some(answer))
}

/// Returns the clauses that decide whether an answer is right.
pub(crate) fn answer_clauses(
    story: &Story,
    step: AnyStep,
    posed: &PosedTask,
    answer: &PossibleAnswer,
) -> Vec<ClauseId> {
    as_narrated_step(step).answer_clauses(story, posed.task.asks, answer)
}
