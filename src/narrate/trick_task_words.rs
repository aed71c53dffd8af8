//! What a task of a game with tricks asks, and why an answer to it is right or not, in words.

use super::mover_choices::trick_choices;
use super::player_naming::PlayerNamesForReader;
use super::task_answer_explanation::{clauses_of_choice, explain_choice_legality};
use super::{capitalize, mover_name, player_name, tricks_in_words};
use crate::cards::{Card, Seat};
use crate::engine::{Event, EventDetails};
use crate::rules::ClauseId;
use crate::scenario::parsed_scenario::{PayoutSubject, TaskAnswer, TaskQuestion};
use crate::scenario::story::{PossibleAnswer, Step, Story, describe_sum, payout_of_event};
use askama::Template;

/// The plain text of a task of a game with tricks: what it asks; or why an answer to it is right or
/// wrong.
#[derive(Template)]
#[template(path = "task.txt")]
struct TrickTaskText<'a> {
    story: &'a Story,
    step: &'a Step,
    mover: &'a str,
    asks: TaskQuestion,
    answered: Option<&'a PossibleAnswer>,
}

impl TrickTaskText<'_> {
    fn explain_choice_legality(&self, answer: &TaskAnswer) -> String {
        let choices = trick_choices(PlayerNamesForReader::new(self.story, None), self.step);
        explain_choice_legality(self.story, self.mover, choices, *answer)
    }
}

/// Says what a task of a game with tricks asks; or why an answer to it is right or not.
pub(super) fn question_or_explanation(
    story: &Story,
    step: &Step,
    asks: TaskQuestion,
    answered: Option<&PossibleAnswer>,
) -> String {
    let task = TrickTaskText {
        story,
        step,
        mover: mover_name(story, step),
        asks,
        answered,
    };
    task.render().expect("text has room")
}

/// Returns the clauses that decide whether an answer to a task of a game with tricks is right.
pub(super) fn trick_answer_clauses(
    story: &Story,
    step: &Step,
    asks: TaskQuestion,
    answer: TaskAnswer,
) -> Vec<ClauseId> {
    match asks {
        TaskQuestion::Wins => vec![ClauseId::TrickWin],
        // A flush is paid for by other clauses than tricks are.
        TaskQuestion::Takes(seat) => clause_of_first_event(step, &|event| {
            payout_of_event(event).is_some_and(|(subject, _)| subject == PayoutSubject::Takes(seat))
        }),
        TaskQuestion::Owes => clause_of_first_event(step, &|event| {
            matches!(event.details, EventDetails::DebtMade(..))
        }),
        TaskQuestion::May | TaskQuestion::Plays => clauses_of_choice(
            trick_choices(PlayerNamesForReader::new(story, None), step),
            answer,
        ),
    }
}

/// Returns the clause of the first event of a step that `is_meant`, if there is one.
fn clause_of_first_event(step: &Step, is_meant: &dyn Fn(&Event) -> bool) -> Vec<ClauseId> {
    match step.events.iter().find(|event| is_meant(event)) {
        Some(event) => vec![event.clause],
        None => Vec::new(),
    }
}

/// Says how the chips came about that a seat takes, a sentence each.
fn explain_chips_taken(step: &Step, seat: &Seat) -> String {
    let mut sentences = Vec::new();
    for (subject, moved) in step.events.iter().filter_map(payout_of_event) {
        if subject == PayoutSubject::Takes(*seat) {
            let sum = describe_sum(moved.reason, moved.chips, &[]);
            sentences.push(capitalize(&sum) + ".");
        }
    }
    sentences.join(" ")
}

/// Returns the best card of a trick so far, and the one that was led.
fn best_and_led_cards(step: &Step) -> Option<(Card, Card)> {
    let mut wins = step
        .events
        .iter()
        .filter_map(|event| event.details.as_trick_winner());
    let winner = wins.next();
    let (_, led) = step.own.trick.first()?;
    for (seat, card) in &step.own.trick {
        let is_best = step.after.trick.is_some_and(|trick| trick.best == *card);
        if Some(*seat) == winner || is_best {
            return Some((*card, *led));
        }
    }
    None
}
