//! The points by which several flushes are compared, in words.

use crate::engine::{EventDetails, flush_points};
use crate::narrate::player_name;
use crate::scenario::story::{AnyStep, Story};

/// Returns the points of each flush, if several were claimed in a step and points can decide between them:
/// `Points of each mouche: Anne 48, Bo 40`.
pub(super) fn describe_flush_points(story: &Story, step: AnyStep) -> Option<String> {
    let AnyStep::Tricks(step) = step else {
        return None;
    };
    let rules = story.rules.tricks()?;
    let mut events = step.events.iter();
    let is_decided = events.any(|event| matches!(event.details, EventDetails::BestFlush(_)));
    let claimants = step.after.claimants;
    if !is_decided || claimants.len() < 2 {
        return None;
    }
    let mut points = Vec::new();
    for seat in claimants.in_turn(step.after.dealer) {
        let total = flush_points(rules, step.before.hands[seat])?;
        points.push(format!("{} {total}", player_name(story, seat)));
    }
    let flush = rules.terms.flush;
    Some(format!("Points of each {flush}: {}", points.join(", ")))
}
