//! A hand as it is printed in a booklet: the cards, what was declared, the tricks as a table, the
//! payout and the story.

use super::deal_tricks_table::{DealTricksTable, deal_tricks_tables};
use super::safe_markdown::prose_to_html_in;
use super::{HandUnderEdition, HomeOrGuestPage, join_lines};
use crate::narrate::{EditionStepText, StepSentence, TableView, part_name, table_after};
use crate::scenario::story::{AnyStep, StepKind};
use anyhow::Result;
use askama::Template;

/// A hand of one deal under one edition, for paper.
#[derive(Template)]
#[template(path = "printed_hand.html")]
struct PrintedHand<'a> {
    view: &'a HandUnderEdition<'a>,
    /// The address of the page of the hand.
    address: String,
    /// The table after the deal.
    table: Option<TableView>,
    parts: Vec<PrintedDealPart>,
    tricks: Vec<DealTricksTable<'a>>,
    payout: PrintedDealPart,
}

/// A part of a deal: what happened in it, and the prose of the author.
#[derive(Default)]
struct PrintedDealPart {
    name: String,
    sentences: Vec<StepSentence>,
    /// The prose as HTML.
    prose: String,
}

/// Returns a hand of one deal as HTML on one line, for a booklet at this place.
pub(crate) fn render_printed_hand(
    view: &HandUnderEdition,
    place: HomeOrGuestPage,
) -> Result<String> {
    let address = place.link_to(&view.page_path("html"));
    let step_address = format!("{address}#{}", view.slug());
    let mut parts: Vec<PrintedDealPart> = Vec::new();
    let mut payout = PrintedDealPart::default();
    let mut table = None;
    for step in view.story.all_steps() {
        if step.kind == StepKind::Deal {
            table = Some(table_after(view.story, step));
        }
        let is_of_payout = matches!(step.kind, StepKind::Payment | StepKind::End);
        let part = if is_of_payout {
            &mut payout
        } else {
            part_of_step(&mut parts, step)
        };
        // The table of tricks says what was played.
        if step.kind != StepKind::Play {
            part.sentences
                .extend(EditionStepText::new(view.story, step).sentences);
        }
        for prose in [&step.narration, &step.closing] {
            part.prose += &prose_to_html_in(prose, view.language());
        }
    }
    parts.retain(|part| !part.sentences.is_empty() || !part.prose.is_empty());
    let hand = PrintedHand {
        view,
        address,
        table,
        parts,
        tricks: deal_tricks_tables(&view.file.stories, &step_address, 1),
        payout,
    };
    Ok(join_lines(&hand.render()?))
}

/// Returns the part to which a step belongs: the last one, or a new one if the step has another name.
fn part_of_step<'p>(parts: &'p mut Vec<PrintedDealPart>, step: AnyStep) -> &'p mut PrintedDealPart {
    let name = part_name(step);
    if parts.last().is_none_or(|last| last.name != name) {
        parts.push(PrintedDealPart {
            name,
            ..PrintedDealPart::default()
        });
    }
    let last = parts.len() - 1;
    &mut parts[last]
}
