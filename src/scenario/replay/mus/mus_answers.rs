//! What may be answered to a task about a step of Mus, and what of it is good.

use super::super::answer_verdicts::{judge_explained_numbers, right_or_wrong};
use super::super::story::{MusStep, Story, TaskAnswerVerdict};
use crate::cards::Seat;
use crate::mus::{MusEventDetails, MusState, legal_verbs, refusing_clause};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{Move, MusRules};
use crate::scenario::text::{Task, TaskAnswer, TaskQuestion};

/// The moves that may be made in betting.
const BETTING_MOVES: [Move; 6] = [
    Move::BetPass,
    Move::Envido(0),
    Move::Accept,
    Move::Refuse,
    Move::Raise(0),
    Move::Ordago,
];

/// Returns what may be answered to a task about a step. An answer against which its author has a reason is the worse choice.
pub fn answers_of(
    story: &Story,
    step: &MusStep,
    task: &Task,
) -> Vec<(TaskAnswer, TaskAnswerVerdict)> {
    match task.asks {
        TaskQuestion::Wins => judge_phase_winners(story, step),
        TaskQuestion::May => judge_betting_moves(&step.rules, &step.before),
        TaskQuestion::Plays => {
            let mut answers = Vec::new();
            for verb in legal_verbs(&step.rules, &step.before).0.iter() {
                let answer = TaskAnswer::Move(*verb);
                let mut reasons = task.reasons.iter();
                let verdict = if reasons.any(|(against, _)| against.value == answer) {
                    TaskAnswerVerdict::Worse
                } else {
                    TaskAnswerVerdict::Good
                };
                answers.push((answer, verdict));
            }
            answers
        }
        TaskQuestion::Takes(seat) => {
            let payments = stones_taken_or_shed_by_phase(story, step, seat);
            judge_explained_numbers(task, payments.iter().map(|(_, count)| count).sum())
        }
        TaskQuestion::Owes => Vec::new(),
    }
}

/// Judges the players of a phase: the one is right who wins it in the end.
fn judge_phase_winners(story: &Story, step: &MusStep) -> Vec<(TaskAnswer, TaskAnswerVerdict)> {
    let mut steps = story.mus_steps().iter();
    let last = steps.rfind(|other| other.hand == step.hand).unwrap_or(step);
    let winner = last.after.outcomes[step.before.phase.place()].winner;
    let mut answers = Vec::new();
    for seat in step.before.phase_players().iter() {
        answers.push((TaskAnswer::Seat(seat), right_or_wrong(winner == Some(seat))));
    }
    answers
}

/// Judges the moves of betting: those are good that may be made.
fn judge_betting_moves(rules: &MusRules, state: &MusState) -> Vec<(TaskAnswer, TaskAnswerVerdict)> {
    let mut answers = Vec::new();
    for tried in BETTING_MOVES {
        let verdict = match refusing_clause(rules, state, state.mover, tried) {
            Some(clause) => TaskAnswerVerdict::Forbidden(clause),
            None => TaskAnswerVerdict::Good,
        };
        answers.push((TaskAnswer::Move(tried.verb()), verdict));
    }
    answers
}

/// Returns what the side of a seat takes in the deal of a step, payment by payment with its phase, in stones; where each
/// player sheds stones, what the seat sheds.
pub fn stones_taken_or_shed_by_phase(
    story: &Story,
    step: &MusStep,
    seat: Seat,
) -> Vec<(BettingPhase, i64)> {
    let side = MusState::first_seat_of_side(&step.rules, seat);
    let mut payments = Vec::new();
    for other in story
        .mus_steps()
        .iter()
        .filter(|other| other.hand == step.hand)
    {
        for event in &other.events {
            if let MusEventDetails::StonesPaid(lance, player, count) = event.details
                && MusState::first_seat_of_side(&step.rules, player) == side
            {
                payments.push((lance, count));
            }
        }
    }
    payments
}
