//! The step before a statement of a file that was played already. A long file need not be played again for each question.

use super::Document;
use crate::rules::{ClauseId, ClauseLookup};
use crate::scenario::parsed_scenario::{HandText, Statement};
use crate::scenario::story::{AnyStep, StepKind, Story};
use crate::scenario::{FenceKind, ScenarioFence, ScriptOrPayoutContent, Span};

/// Returns the step before a place of a script, under each edition, as the file was played; none if something before the
/// place is wrong, if no card was played before it, or if some fences are for one edition only.
pub(super) fn find_played_steps<'a>(
    document: &'a Document,
    block: &ScenarioFence,
    place: usize,
) -> Option<Vec<(&'a Story, AnyStep<'a>)>> {
    let checked = document.checked();
    let is_wrong_before = checked
        .diagnostics
        .iter()
        .any(|wrong| wrong.span.start < place);
    if block.word != FenceKind::Script || is_wrong_before {
        return None;
    }
    let number = document.structure().hand_number(block.opening.start);
    let hand = checked
        .scenario
        .as_ref()?
        .hands
        .get(number.checked_sub(1)?)?;
    if hand.parts.iter().any(|part| !part.editions.is_empty()) {
        return None;
    }
    let last_move = last_move_before(hand, place)?;
    let mut steps = Vec::new();
    for story in &checked.stories {
        // Who plays the top card may name the trumps, and a file need not write that nobody does.
        if story.rules.has(ClauseId::PamCalls) {
            return None;
        }
        let step = story
            .all_steps()
            .find(|step| step.place == last_move)
            .filter(|step| is_within_trick_play(*step))?;
        steps.push((story, step));
    }
    Some(steps)
}

/// Returns whether a step is a card that is played, or an attempt to play one, and nothing else. Other steps can hold moves that a
/// file need not write, which the line after them decides.
fn is_within_trick_play(step: AnyStep) -> bool {
    let AnyStep::Tricks(step) = step else {
        return false;
    };
    let events = step.events.iter();
    let moves = events.filter_map(|event| event.details.as_move()).count();
    let is_play = matches!(
        step.kind,
        StepKind::Play | StepKind::Refused { card: Some(_), .. }
    );
    is_play && moves <= 1
}

/// Returns the place of the last move, or attempt at one, that ends before a place.
fn last_move_before(hand: &HandText, place: usize) -> Option<Span> {
    let mut last = None;
    for part in &hand.parts {
        let ScriptOrPayoutContent::Script(lines) = &part.body else {
            continue;
        };
        for statement in lines.iter().flat_map(|line| &line.statements) {
            let is_move = matches!(
                statement.value,
                Statement::Move { .. } | Statement::Attempt { .. }
            );
            if is_move && statement.span.end <= place {
                last = Some(statement.span.clone());
            }
        }
    }
    last
}
