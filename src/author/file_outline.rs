//! The outline of a file: its hands, and in each the deal, the declarations, the tricks and the payout.

use super::Document;
use crate::narrate::step_text::part_name;
use crate::scenario::ScenarioFence;
use crate::scenario::parsed_scenario::{ParsedScriptLine, ScriptOrPayoutContent, Span};
use crate::scenario::story::{AnyStep, CommonStepParts, StepKind};

/// A hand, or a part of one, with its place in the file.
pub(crate) struct OutlineItem {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Returns the hands of a file, each with its parts. One that cannot be played is outlined by its fences.
pub(crate) fn outline_hands(document: &Document) -> Vec<(OutlineItem, Vec<OutlineItem>)> {
    let mut hands = Vec::new();
    let blocks = &document.structure().blocks;
    let story = document.checked().stories.first();
    let mut first_step = 0;
    for (place, number) in document.checked().hand_places().iter().zip(1..) {
        // Fences and steps stand in the order of the hands: each is looked at once.
        let [from, to] = [place.start, place.end]
            .map(|byte| blocks.partition_point(|block| block.opening.start < byte));
        let mut steps = Vec::new();
        if let Some(story) = story {
            let left = (first_step..story.step_count()).map(|at| story.step(at));
            steps.extend(left.take_while(|step| step.hand <= number));
        }
        first_step += steps.len();
        steps.retain(|step| step.hand == number);
        let parts = outline_parts(document, number, &blocks[from..to], &steps);
        let end = match parts.last() {
            Some(part) => part.span.end.max(place.start),
            None => place.start,
        };
        let hand = OutlineItem {
            name: format!("Deal {number}"),
            span: place.start..end,
        };
        hands.push((hand, parts));
    }
    hands
}

/// Returns the parts of a hand by its number, from the steps in which it was played, or else from its fences.
fn outline_parts(
    document: &Document,
    hand_number: usize,
    blocks: &[ScenarioFence],
    steps: &[AnyStep],
) -> Vec<OutlineItem> {
    let letters = document.structure().names.letters;
    let mut parts: Vec<OutlineItem> = Vec::new();
    if steps.is_empty() {
        for block in blocks {
            parts.push(OutlineItem {
                name: block.word.spelling(letters).to_owned(),
                span: block.span.clone(),
            });
        }
        return parts;
    }
    let lines = script_lines_of_hand(document, hand_number);
    for step in steps {
        let Some(span) = step_span(step, blocks, &lines) else {
            continue;
        };
        let name = part_name(*step);
        match parts.iter_mut().find(|part| part.name == name) {
            Some(part) => part.span = part.span.start.min(span.start)..part.span.end.max(span.end),
            None => parts.push(OutlineItem { name, span }),
        }
    }
    parts
}

/// Returns the place of a step in the file: the fence of a deal or a payout, if it has one, else a line of a script.
fn step_span(step: &CommonStepParts, blocks: &[ScenarioFence], lines: &[Span]) -> Option<Span> {
    match step.kind {
        StepKind::Deal | StepKind::Payment => blocks
            .iter()
            .find(|block| block.opening == step.place)
            .map(|block| block.span.clone()),
        StepKind::End => None,
        _ => lines
            .iter()
            .find(|line| line.start <= step.place.start && step.place.end <= line.end)
            .cloned(),
    }
}

/// Returns the places of the lines of a hand's scripts, each from its number to its winner.
fn script_lines_of_hand(document: &Document, hand_number: usize) -> Vec<Span> {
    let Some(scenario) = &document.checked().scenario else {
        return Vec::new();
    };
    let Some(hand) = scenario.hands.get(hand_number - 1) else {
        return Vec::new();
    };
    let mut spans = Vec::new();
    for part in &hand.parts {
        if let ScriptOrPayoutContent::Script(lines) = &part.body {
            spans.extend(lines.iter().filter_map(script_line_span));
        }
    }
    spans
}

/// Returns the place of a line of a script; none of a line without a statement.
fn script_line_span(line: &ParsedScriptLine) -> Option<Span> {
    let mut span = line.statements.first()?.span.start..line.statements.last()?.span.end;
    if let Some(trick) = &line.trick {
        span.start = trick.span.start;
    }
    if let Some(winner) = &line.winner {
        span.end = winner.span.end;
    }
    Some(span)
}
