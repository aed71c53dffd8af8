//! The steps of a file at which an editor offers to show what happens there, and what happens in a step.

use super::Document;
use crate::narrate::{EditionStepText, standalone_step_title};
use crate::scenario::story::{AnyStep, Story};
use crate::scenario::{FenceKind, Span};

/// A fence of a deal, a script or a payout, and the first step in it.
pub(crate) struct FenceLens {
    /// The opening line of the fence.
    pub(crate) span: Span,
    /// The id of the step.
    pub(crate) step: String,
    pub(crate) is_deal: bool,
}

/// Returns the fences of a file that have steps, each with its first.
pub(crate) fn list_fence_lenses(document: &Document) -> Vec<FenceLens> {
    let Some(story) = document.checked().stories.first() else {
        return Vec::new();
    };
    let blocks = &document.structure().blocks;
    let mut first_steps: Vec<Option<&str>> = vec![None; blocks.len()];
    for step in story.frames() {
        let after = blocks.partition_point(|block| block.opening.start <= step.place.start);
        let Some(at) = after.checked_sub(1) else {
            continue;
        };
        if step.place.end <= blocks[at].span.end {
            first_steps[at].get_or_insert(&step.id);
        }
    }
    let mut lenses = Vec::new();
    for (block, step) in blocks.iter().zip(first_steps) {
        if let Some(step) = step {
            lenses.push(FenceLens {
                span: block.opening.clone(),
                step: step.to_owned(),
                is_deal: block.word == FenceKind::Deal,
            });
        }
    }
    lenses
}

/// Returns the id of the step that a file tells at a byte: of several in a place, the first.
pub(crate) fn find_step_at(document: &Document, byte: usize) -> Option<String> {
    let story = document.checked().stories.first()?;
    let mut last = None;
    for step in story.frames() {
        if step.place.start > byte {
            break;
        }
        if last.is_none_or(|(_, start)| start < step.place.start) {
            last = Some((&step.id, step.place.start));
        }
    }
    last.map(|(id, _)| id.clone())
}

/// Returns what happens in a step, by its id, under each edition of a file: a line for each sentence.
pub(crate) fn describe_step(document: &Document, id: &str) -> Option<String> {
    let stories = &document.checked().stories;
    let mut texts = Vec::new();
    for story in stories {
        if let Some(step) = story.all_steps().find(|step| step.id == id) {
            let mut text = step_in_words(story, step);
            if stories.len() > 1 {
                text = format!("{}\n{text}", story.rules.name);
            }
            texts.push(text);
        }
    }
    if texts.is_empty() {
        return None;
    }
    Some(texts.join("\n\n"))
}

fn step_in_words(story: &Story, step: AnyStep) -> String {
    let scene = EditionStepText::new(story, step);
    let mut lines = vec![standalone_step_title(story, step)];
    for sentence in &scene.sentences {
        lines.push(sentence.text.clone());
    }
    for choice in &scene.choices {
        let name = match &choice.face {
            Some(face) => face.text(),
            None => choice.verb.info().may.to_owned(),
        };
        lines.push(format!("{name}: {} ({})", choice.verdict, choice.clause));
    }
    lines.join("\n")
}
