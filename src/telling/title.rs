//! What a step is called.

use crate::engine::Stage;
use crate::rules::Phase;
use crate::scenario::story::{Kind, Step};

/// What the part of the hand is called that a step belongs to.
pub(crate) fn part(step: &Step) -> String {
    match (&step.kind, step.before.stage) {
        (Kind::Deal | Kind::Payment | Kind::End, _) => title(step),
        (_, Stage::In(Phase::Tricks)) => trick(step),
        (Kind::Claims, _) => title(step),
        _ => "Declarations".into(),
    }
}

fn trick(step: &Step) -> String {
    format!("Trick {}", step.before.finished + 1)
}

/// What a step is called.
pub(crate) fn title(step: &Step) -> String {
    let trick = || trick(step);
    match &step.kind {
        Kind::Deal => "The deal".into(),
        Kind::Declaration => "Declaration".into(),
        Kind::Fault => "A fault".into(),
        Kind::Claims => "Claims".into(),
        Kind::Play => format!("{}, card {}", trick(), step.trick.len()),
        Kind::Refused { card: Some(_), .. } => format!("{}: a card refused", trick()),
        Kind::Refused { .. } => "Refused".into(),
        Kind::Payment => "The reckoning".into(),
        Kind::End => "The end of the session".into(),
    }
}
