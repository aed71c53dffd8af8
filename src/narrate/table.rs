//! The table as it stands after a step, but for its chips.

use super::{Face, faces, name, tricks};
use crate::cards::{Seat, Seats, Set};
use crate::engine::Move;
use crate::rules::Marks;
use crate::scenario::story::{Frame, Kind, Step, Story};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) turned: Option<Face>,
    /// The trump suit: `♥ hearts`.
    pub(crate) trump: String,
    pub(crate) places: Vec<Place>,
    pub(crate) middle: Option<Middle>,
}

/// What is bid on and what stands, and what both sides have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Middle {
    pub(crate) what: &'static str,
    /// What is offered: `4`, `ordago`; nothing where nothing is.
    pub(crate) stands: String,
    pub(crate) about: String,
    /// What was accepted so far: `Grande 2`.
    pub(crate) settled: String,
    pub(crate) scores: Vec<Score>,
    pub(crate) basket: Option<String>,
    pub(crate) marks: Marks,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) whose: String,
    pub(crate) stones: String,
    /// In which kinds they are counted: `2 amarracos, 1 stone`.
    pub(crate) kinds: String,
    pub(crate) games: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) seat: u8,
    pub(crate) name: String,
    pub(crate) marks: Vec<String>,
    pub(crate) tricks: u8,
    pub(crate) cards: Vec<Face>,
    pub(crate) unseen: usize,
    pub(crate) is_out: bool,
    pub(crate) is_mover: bool,
    /// Its card of the trick on the table, or what it said last of what is asked.
    pub(crate) laid: Option<Laid>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub(crate) face: Option<Face>,
    pub(crate) said: String,
    /// `led`, `wins`, `highest so far`, or nothing.
    pub(crate) mark: &'static str,
    pub(crate) is_new: bool,
}

pub(super) fn table_of_tricks(story: &Story, step: &Step) -> Table {
    let hand = &step.after;
    let seats = (0..hand.seats).map(Seat);
    let turned = hand.turn_up().map(|card| Face::new(&story.rules, card));
    let places = seats.map(|seat| place(story, step, seat)).collect();
    let trump = if hand.has_trump() {
        format!("{} {}", hand.trump.sign(), hand.trump.name())
    } else if hand.asks() {
        "to be named".into()
    } else {
        "none".into()
    };
    Table {
        turned,
        trump,
        places,
        middle: None,
    }
}

impl Table {
    /// The same for one who sees the cards of this seat alone, and those that are open.
    pub(crate) fn seen_by(mut self, seat: Option<Seat>, open: Seats) -> Table {
        let is_shut = |place: &&mut Place| {
            seat.is_some_and(|own| own.0 != place.seat && !open.has(Seat(place.seat)))
        };
        for place in self.places.iter_mut().filter(is_shut) {
            place.unseen = place.cards.len();
            place.cards = Vec::new();
        }
        self
    }
}

fn place(story: &Story, step: &Step, seat: Seat) -> Place {
    let hand = &step.after;
    let is_out = !hand.active.has(seat);
    let has_stood = || {
        let told = story
            .steps
            .iter()
            .take_while(|one| one.id != step.id)
            .chain([step]);
        let mut events = told
            .filter(|one| one.hand == step.hand)
            .flat_map(|one| &one.events);
        events.any(|event| event.fact.as_move() == Some((seat, Move::Stand)))
    };
    let marks = [
        (hand.dealer == seat, "dealer"),
        (is_out, "out"),
        (hand.took_fille.has(seat), "took the fille"),
        (hand.turn_taken && hand.dealer == seat, "took the turn-up"),
        (
            hand.exchanged.has(seat) && !hand.took_fille.has(seat),
            "changed cards",
        ),
        (!hand.exchanged.has(seat) && has_stood(), "stands"),
        (hand.claimed.has(seat), "claimed"),
        (hand.bidder == Some(seat), "has bid"),
        (hand.defender == Some(seat), "defends the pack"),
    ];
    let place = Place::new(story, step, seat, &marks, hand.held[seat]);
    Place {
        tricks: hand.tricks[seat],
        is_out,
        laid: laid(story, step, seat),
        ..place
    }
}

impl Place {
    /// A seat with its cards, and those of these marks that are so.
    pub(super) fn new(
        story: &Story,
        step: &Frame,
        seat: Seat,
        marks: &[(bool, &str)],
        held: Set,
    ) -> Place {
        let marks = marks
            .iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, mark)| (*mark).into())
            .collect();
        let name = name(story, seat).into();
        let cards = faces(&story.rules, held);
        Place {
            seat: seat.0,
            name,
            marks,
            cards,
            is_mover: step.mover == Some(seat),
            ..Place::default()
        }
    }

    /// Tricks won, in words, if there are any.
    pub(crate) fn won(&self) -> String {
        if self.tricks == 0 {
            String::new()
        } else {
            tricks(self.tricks)
        }
    }
}

fn laid(story: &Story, step: &Step, seat: Seat) -> Option<Laid> {
    let at = step.trick.iter().position(|(who, _)| *who == seat)?;
    let best = step.after.trick.is_some_and(|trick| trick.winner == seat);
    let has_won = step
        .events
        .iter()
        .any(|event| event.fact.as_trick_winner() == Some(seat));
    let mark = if has_won {
        "wins"
    } else if best && step.trick.len() > 1 {
        "highest"
    } else if at == 0 {
        "led"
    } else {
        ""
    };
    let is_new = step.kind == Kind::Play && at + 1 == step.trick.len();
    let face = Some(Face::new(&story.rules, step.trick[at].1));
    Some(Laid {
        face,
        said: String::new(),
        mark,
        is_new,
    })
}
