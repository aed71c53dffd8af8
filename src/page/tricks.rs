//! The tricks of a deal as a table: a row for each trick, and a column for each player.

use super::{edition_names, group_by_key};
use crate::cards::Seat;
use crate::narrate::Face;
use crate::scenario::story::{Step, StepKind, Story};
use askama::Template;

/// The tricks of a deal as some editions play them.
#[derive(Template)]
#[template(path = "tricks.html")]
pub(super) struct TrickTable<'a> {
    /// The names of these editions; empty if all play the same tricks.
    editions: String,
    players: &'a [String],
    /// What the ids of the steps begin with in the page.
    slug: &'a str,
    tricks: Vec<TableTrick>,
}

/// A trick, with what each seat played.
#[derive(Clone, PartialEq)]
struct TableTrick {
    /// The id of the step in which its first card is played, within the file.
    first_step: String,
    cards: Vec<Option<TableCard>>,
}

/// A card in a trick.
#[derive(Clone, PartialEq)]
struct TableCard {
    face: Face,
    is_led: bool,
    wins: bool,
}

impl TableCard {
    /// Returns the class of the suit.
    fn suit_class(&self) -> &'static str {
        &self.face.card.suit().name()[..1]
    }
}

/// Returns the tables of one deal of a file: one, or several if editions play different tricks;
/// none if nobody plays a trick.
pub(super) fn trick_tables<'a>(
    stories: &'a [Story],
    slug: &'a str,
    deal: usize,
) -> Vec<TrickTable<'a>> {
    let mut keyed = Vec::new();
    for story in stories {
        let tricks = tricks_of_deal(story, deal);
        if !tricks.is_empty() {
            keyed.push((tricks, story));
        }
    }
    let groups = group_by_key(keyed);
    let is_shared = groups.len() == 1;
    let mut tables = Vec::new();
    for (tricks, members) in groups {
        let editions: Vec<_> = members.iter().map(|story| &story.rules).collect();
        tables.push(TrickTable {
            editions: if is_shared {
                String::new()
            } else {
                edition_names(&editions)
            },
            players: &members[0].players,
            slug,
            tricks,
        });
    }
    tables
}

/// Returns the tricks of a deal in their order.
fn tricks_of_deal(story: &Story, deal: usize) -> Vec<TableTrick> {
    let mut tricks = Vec::new();
    if story.rules.tricks().is_none() {
        return tricks;
    }
    let mut first_step = "";
    for step in story.trick_steps().iter().filter(|step| step.hand == deal) {
        if step.kind == StepKind::Play && step.own.trick.len() == 1 {
            first_step = &step.id;
        }
        if let Some(winner) = trick_winner(step) {
            tricks.push(TableTrick {
                first_step: first_step.to_owned(),
                cards: played_cards(story, step, winner),
            });
        }
    }
    tricks
}

/// Returns the seat that wins a trick in a step, if one is won in it.
fn trick_winner(step: &Step) -> Option<Seat> {
    let mut details = step.events.iter().map(|event| event.details);
    details.find_map(|details| details.as_trick_winner())
}

/// Returns the card that each seat played to the trick of a step; none for a seat without one.
fn played_cards(story: &Story, step: &Step, winner: Seat) -> Vec<Option<TableCard>> {
    let mut cards = vec![None; story.players.len()];
    for (position, (seat, card)) in step.own.trick.iter().enumerate() {
        cards[usize::from(seat.0)] = Some(TableCard {
            face: Face::new(&story.rules, *card),
            is_led: position == 0,
            wins: *seat == winner,
        });
    }
    cards
}
