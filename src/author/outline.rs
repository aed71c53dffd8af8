//! The file as an structure: its hands, and in each the deal, the declarations, the tricks and the reckoning.

use super::Document;
use crate::narrate::scene::part_name;
use crate::scenario::ScenarioFence;
use crate::scenario::story::{Frame, Kind, Story};
use crate::scenario::syntax::{PartBody, ScriptLine, Span};

/// A hand, or a part of one, and where it stands.
pub(crate) struct OutlineItem {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Returns the hands of a file, each with its parts. One that cannot be played is outlined by its fences.
pub(crate) fn outline_hands(document: &Document) -> Vec<(OutlineItem, Vec<OutlineItem>)> {
    let mut hands = Vec::new();
    for (place, number) in document.checked().hand_places().iter().zip(1..) {
        let parts = outline_parts(document, number, place);
        let end = match parts.last() {
            Some(part) => part.span.end.max(place.start),
            None => place.start,
        };
        let hand = OutlineItem {
            name: format!("Hand {number}"),
            span: place.start..end,
        };
        hands.push((hand, parts));
    }
    hands
}

fn outline_parts(document: &Document, number: usize, place: &Span) -> Vec<OutlineItem> {
    let blocks = document
        .structure()
        .blocks
        .iter()
        .filter(|block| place.contains(&block.opening.start));
    let blocks: Vec<&ScenarioFence> = blocks.collect();
    let lines = script_lines(document, number);
    let steps = document
        .checked()
        .stories
        .first()
        .into_iter()
        .flat_map(Story::all);
    let mut steps = steps.filter(|step| step.hand == number).peekable();
    if steps.peek().is_none() {
        let name = |block: &ScenarioFence| {
            block
                .word
                .spelling(document.structure().names.letters)
                .to_owned()
        };
        return blocks
            .into_iter()
            .map(|block| OutlineItem {
                name: name(block),
                span: block.span.clone(),
            })
            .collect();
    }
    let mut parts: Vec<OutlineItem> = Vec::new();
    for step in steps {
        let (name, Some(span)) = (part_name(step), step_span(&step, &blocks, &lines)) else {
            continue;
        };
        match parts.iter_mut().find(|part| part.name == name) {
            Some(OutlineItem { span: so_far, .. }) => {
                *so_far = so_far.start.min(span.start)..so_far.end.max(span.end)
            }
            None => parts.push(OutlineItem { name, span }),
        }
    }
    parts
}

/// Returns the place of a step in the file: the fence of a deal or a payout, if it has one, else a line of a script.
fn step_span(step: &Frame, blocks: &[&ScenarioFence], lines: &[Span]) -> Option<Span> {
    match step.kind {
        Kind::Deal | Kind::Payment => blocks
            .iter()
            .find(|one| one.opening == step.place)
            .map(|one| one.span.clone()),
        Kind::End => None,
        _ => lines
            .iter()
            .find(|line| line.start <= step.place.start && step.place.end <= line.end)
            .cloned(),
    }
}

/// Returns the lines of a hand's scripts, each from its number to its arrow.
fn script_lines(document: &Document, number: usize) -> Vec<Span> {
    let hand = document
        .checked()
        .scenario
        .as_ref()
        .and_then(|scenario| scenario.hands.get(number - 1));
    let parts = hand.into_iter().flat_map(|hand| &hand.parts);
    let lines = parts.flat_map(|part| {
        if let PartBody::Script(lines) = &part.body {
            lines.as_slice()
        } else {
            &[]
        }
    });
    let span = |line: &ScriptLine| {
        let first = line.statements.first()?;
        let last = line.statements.last()?;
        let start = line
            .trick
            .as_ref()
            .map_or(first.span.start, |trick| trick.span.start);
        Some(
            start
                ..line
                    .winner
                    .as_ref()
                    .map_or(last.span.end, |winner| winner.span.end),
        )
    };
    lines.filter_map(span).collect()
}
