//! What an editor shows between the words of a script, though the file does not write it: who wins a trick, what a player must
//! do, and what the pool holds.

use super::Document;
use crate::narrate::{duty_of_play, player_name};
use crate::scenario::story::{Step, StepKind, Story};
use crate::scenario::{ScriptOrPayoutContent, Span};
use std::collections::BTreeSet;

/// A note that stands behind a place of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InlayNote {
    pub(crate) place: usize,
    pub(crate) text: String,
}

/// Returns the notes within a stretch of a file. If a file has several editions, a note holds under all of them.
pub(crate) fn list_inlay_notes(document: &Document, stretch: &Span) -> Vec<InlayNote> {
    let open_ends = line_ends_without_winner(document, stretch);
    let mut common: Option<Vec<InlayNote>> = None;
    for story in &document.checked().stories {
        let notes = notes_of_story(story, stretch, &open_ends);
        common = Some(match common {
            None => notes,
            Some(mut earlier) => {
                let notes: BTreeSet<InlayNote> = notes.into_iter().collect();
                earlier.retain(|note| notes.contains(note));
                earlier
            }
        });
    }
    common.unwrap_or_default()
}

/// Returns the ends of the script lines in a stretch that name no winner.
fn line_ends_without_winner(document: &Document, stretch: &Span) -> BTreeSet<usize> {
    let mut ends = BTreeSet::new();
    let Some(scenario) = &document.checked().scenario else {
        return ends;
    };
    for part in scenario.hands.iter().flat_map(|hand| &hand.parts) {
        let ScriptOrPayoutContent::Script(lines) = &part.body else {
            continue;
        };
        let is_outside = part.span.end < stretch.start || stretch.end < part.span.start;
        if is_outside {
            continue;
        }
        for line in lines {
            if line.winner.is_none()
                && let Some(last) = line.statements.last()
            {
                ends.insert(last.span.end);
            }
        }
    }
    ends
}

fn notes_of_story(
    story: &Story,
    stretch: &Span,
    winnerless_ends: &BTreeSet<usize>,
) -> Vec<InlayNote> {
    let mut notes = Vec::new();
    for step in story.trick_steps() {
        let place = step.place.end;
        if stretch.contains(&place) || place == stretch.end {
            for text in notes_of_step(story, step, winnerless_ends.contains(&place)) {
                notes.push(InlayNote { place, text });
            }
        }
    }
    notes
}

/// Returns the notes behind a step. The winner of a trick is noted where the line does not name one.
fn notes_of_step(story: &Story, step: &Step, line_lacks_winner: bool) -> Vec<String> {
    if step.kind == StepKind::Deal {
        return vec![format!("pool {}", step.before.pool)];
    }
    let mut texts: Vec<String> = Vec::new();
    texts.extend(duty_of_play(story, step));
    if line_lacks_winner {
        let events = step.events.iter();
        let winners = events.filter_map(|event| event.details.as_trick_winner());
        texts.extend(winners.map(|seat| format!("-> {}", player_name(story, seat))));
    }
    texts
}
