//! Before which steps a task can stand.

use super::story::StepKind;
use crate::cards::Seat;
use crate::mus::MusStage;
use crate::rules::EngineKind;
use crate::scenario::text::{Diagnostic, Task, TaskQuestion, diagnose};

/// Returns whether a task can be asked of a step of this kind, with so many cards in its trick.
pub fn fits_trick_step(task: &Task, kind: &StepKind, mover: Option<Seat>, cards: usize) -> bool {
    match task.asks {
        TaskQuestion::Wins => *kind == StepKind::Play && cards > 1,
        TaskQuestion::May => *kind == StepKind::Play,
        TaskQuestion::Plays => mover.is_some() && !kind.is_settlement(),
        TaskQuestion::Owes | TaskQuestion::Takes(_) => *kind == StepKind::Payment,
    }
}

/// Returns whether a task can be asked of a step of a deal of Mus in this stage.
pub fn fits_mus_step(task: &Task, stage: MusStage, is_answer: bool) -> bool {
    match task.asks {
        TaskQuestion::Wins | TaskQuestion::May => is_answer && stage == MusStage::Betting,
        TaskQuestion::Plays => {
            is_answer && !matches!(stage, MusStage::Declaring | MusStage::Serving)
        }
        TaskQuestion::Owes | TaskQuestion::Takes(_) => false,
    }
}

/// Returns the error for a task that cannot be asked of the step that follows it.
pub fn task_before_wrong_step(task: &Task, machine: EngineKind) -> Diagnostic {
    let before = match (task.asks, machine) {
        (TaskQuestion::Wins | TaskQuestion::May, EngineKind::Mus) => "a statement in the betting",
        (TaskQuestion::Plays, EngineKind::Mus) => "a decision of a player",
        (TaskQuestion::Wins, _) => "a card that is not the first of its trick",
        (TaskQuestion::May, _) => "a card",
        (TaskQuestion::Plays, _) => "a card or a declaration",
        (TaskQuestion::Owes | TaskQuestion::Takes(_), _) => "a payout",
    };
    diagnose!("misplaced-task", &task.opening, before)
}
