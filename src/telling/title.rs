//! What a step is called.

use crate::scenario::story::{Kind, Step};

/// What a step is called.
pub(crate) fn title(step: &Step) -> String {
    let trick = || format!("Trick {}", step.before.finished + 1);
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
