//! The tricks of a deal as a table: a row for each trick, a column for each player, and in each cell
//! a link to the step in which the card is played.

use super::{edition_names, group_by_key};
use crate::cards::Seat;
use crate::narrate::CardFace;
use crate::scenario::story::{Step, StepKind, Story};
use askama::Template;

/// The tricks of a deal as some editions play them.
#[derive(Template)]
#[template(path = "tricks.html")]
pub(super) struct DealTricksTable<'a> {
    /// The names of these editions; empty if all play the same tricks.
    editions: String,
    players: &'a [String],
    /// The beginning of the addresses of the steps, up to their ids in the file.
    step_address: &'a str,
    tricks: Vec<TrickTableRow>,
}

/// A trick, with what each seat played.
#[derive(Clone, PartialEq)]
struct TrickTableRow {
    cards: Vec<Option<TrickTableCell>>,
}

/// A card in a trick.
#[derive(Clone, PartialEq)]
struct TrickTableCell {
    face: CardFace,
    /// The id of the step in which it is played, within the file.
    step: String,
    is_led: bool,
    wins: bool,
}

impl TrickTableCell {
    /// Returns the class of the suit.
    fn suit_class(&self) -> &'static str {
        &self.face.card.suit().name()[..1]
    }
}

/// Returns the tables of one deal of a file: one, or several if editions play different tricks;
/// none if nobody plays a trick.
pub(super) fn deal_tricks_tables<'a>(
    stories: &'a [Story],
    step_address: &'a str,
    deal: usize,
) -> Vec<DealTricksTable<'a>> {
    let mut stories_by_tricks = Vec::new();
    for story in stories {
        let tricks = tricks_of_deal(story, deal);
        if !tricks.is_empty() {
            stories_by_tricks.push((tricks, story));
        }
    }
    let groups = group_by_key(stories_by_tricks);
    let is_shared = groups.len() == 1;
    let mut tables = Vec::new();
    for (tricks, members) in groups {
        let editions: Vec<_> = members.iter().map(|story| &story.rules).collect();
        tables.push(DealTricksTable {
            editions: if is_shared {
                String::new()
            } else {
                edition_names(&editions)
            },
            players: &members[0].players,
            step_address,
            tricks,
        });
    }
    tables
}

/// Returns the tricks of a deal in their order. If the deal stops early, its last trick is incomplete.
fn tricks_of_deal(story: &Story, deal: usize) -> Vec<TrickTableRow> {
    let mut tricks: Vec<TrickTableRow> = Vec::new();
    if story.rules.tricks().is_none() {
        return tricks;
    }
    for step in story.trick_steps().iter().filter(|step| step.hand == deal) {
        let [.., (seat, card)] = step.own.trick[..] else {
            continue;
        };
        if step.kind != StepKind::Play {
            continue;
        }
        let is_led = step.own.trick.len() == 1;
        if is_led {
            let cards = vec![None; story.players.len()];
            tricks.push(TrickTableRow { cards });
        }
        let Some(trick) = tricks.last_mut() else {
            continue;
        };
        trick.cards[usize::from(seat.0)] = Some(TrickTableCell {
            face: CardFace::new(story, card),
            step: step.id.clone(),
            is_led,
            wins: false,
        });
        if let Some(winner) = trick_winner(step)
            && let Some(winning_card) = &mut trick.cards[usize::from(winner.0)]
        {
            winning_card.wins = true;
        }
    }
    tricks
}

/// Returns the seat that wins a trick in a step, if one is won in it.
fn trick_winner(step: &Step) -> Option<Seat> {
    let mut details = step.events.iter().map(|event| event.details);
    details.find_map(|details| details.as_trick_winner())
}

#[cfg(test)]
#[path = "../../tests/unit/page_deal_tricks_table.rs"]
mod tests;
