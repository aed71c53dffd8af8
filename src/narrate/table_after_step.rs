//! The table as it stands after a step, but for its chips.

use super::{CardFace, faces, foreign_language, player_name, tricks_in_words};
use crate::cards::{CardSet, Seat, SeatSet};
use crate::engine::Move;
use crate::rules::CertaintyMarkSet;
use crate::scenario::story::{CommonStepParts, Step, StepKind, Story};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableView {
    pub(crate) turned: Option<CardFace>,
    /// The trump suit: `♥ hearts`.
    pub(crate) trump: String,
    /// The language of the suit, if it is not English.
    pub(crate) trump_language: Option<&'static str>,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) middle: Option<BettingStatus>,
    /// The pictures of the cards, if their letters are not English.
    pub(crate) deck: &'static str,
}

/// The phase that is bet on, the bet that stands, and the stones of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BettingStatus {
    pub(crate) what: &'static str,
    /// The bet that is offered: `4`, `ordago`; empty where none is.
    pub(crate) stands: String,
    pub(crate) about: String,
    /// The bets that were accepted so far: `Grande 2`.
    pub(crate) settled: String,
    pub(crate) scores: Vec<SideScore>,
    pub(crate) basket: Option<String>,
    pub(crate) marks: CertaintyMarkSet,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideScore {
    pub(crate) whose: String,
    pub(crate) stones: String,
    /// In which kinds they are counted: `2 amarracos, 1 stone`.
    pub(crate) kinds: String,
    pub(crate) games: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatView {
    pub(crate) seat: u8,
    pub(crate) name: String,
    pub(crate) marks: Vec<String>,
    pub(crate) tricks: u8,
    pub(crate) cards: Vec<CardFace>,
    pub(crate) unseen: usize,
    pub(crate) is_out: bool,
    pub(crate) is_mover: bool,
    /// Its card of the trick on the table, or what it said last in the round or phase.
    pub(crate) last_act: Option<LastActView>,
}

/// The last act of a player, as it is shown beside the seat: a card or words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastActView {
    /// The card; none if the player said something.
    pub(crate) face: Option<CardFace>,
    /// The words; empty if the player played a card.
    pub(crate) said: String,
    /// The language of the words, if it is not English.
    pub(crate) language: Option<&'static str>,
    /// `led`, `wins`, `highest`, or nothing.
    pub(crate) mark: &'static str,
    /// True if it happened in the current step.
    pub(crate) is_new: bool,
}

/// Returns the table after a step of a game of tricks, as a reader sees it who sees all cards.
pub(super) fn trick_table_view(story: &Story, step: &Step) -> TableView {
    let hand = &step.after;
    let trump = if hand.is_trump_known() {
        format!(
            "{} {}",
            hand.trump.sign(),
            story.letters.suit_name(hand.trump)
        )
    } else if hand.awaits_move() {
        "to be named".into()
    } else {
        "none".into()
    };
    let seats = (0..hand.seats).map(Seat);
    TableView {
        turned: hand
            .turn_up_on_table()
            .map(|card| CardFace::new(story, card)),
        trump,
        trump_language: if hand.is_trump_known() {
            foreign_language(story.letters)
        } else {
            None
        },
        seats: seats.map(|seat| seat_view(story, step, seat)).collect(),
        middle: None,
        deck: story.letters.picture_deck_name(),
    }
}

impl TableView {
    /// Returns the table for a reader who sees the cards of this seat and those that are open, or all where there is no seat.
    pub(crate) fn seen_by(
        mut self,
        seat: Option<Seat>,
        seats_with_open_cards: SeatSet,
    ) -> TableView {
        let Some(viewer) = seat else {
            return self;
        };
        for place in &mut self.seats {
            if place.seat != viewer.0 && !seats_with_open_cards.has(Seat(place.seat)) {
                place.unseen = place.cards.len();
                place.cards = Vec::new();
            }
        }
        self
    }
}

fn seat_view(story: &Story, step: &Step, seat: Seat) -> SeatView {
    let hand = &step.after;
    let is_out = !hand.active.has(seat);
    let has_stood = !hand.exchanged.has(seat) && has_stood(story, step, seat);
    let is_turn_up_held =
        hand.is_turn_up_dealers && hand.dealer == seat && hand.hands[seat].has(hand.turned_card);
    let turned_up = format!(
        "turned up {}",
        CardFace::new(story, hand.turned_card).text()
    );
    let marks = [
        (hand.dealer == seat, "dealer"),
        (is_turn_up_held, turned_up.as_str()),
        (is_out, "out"),
        (hand.took_spare.has(seat), "took the spare hand"),
        (
            hand.is_turn_up_taken && hand.dealer == seat,
            "took the turn-up",
        ),
        (
            hand.exchanged.has(seat) && !hand.took_spare.has(seat),
            "changed cards",
        ),
        (has_stood, "stands"),
        (hand.claimants.has(seat), "claimed"),
        (hand.bidder == Some(seat), "has bid"),
        (hand.defender == Some(seat), "defends the pack"),
    ];
    let place = SeatView::new(story, step, seat, &marks, hand.hands[seat]);
    SeatView {
        tricks: hand.tricks_won[seat],
        is_out,
        last_act: card_in_trick(story, step, seat),
        ..place
    }
}

/// Returns whether a player has declared, up to a step of a deal, to play without changing cards.
fn has_stood(story: &Story, step: &Step, seat: Seat) -> bool {
    let before = story
        .trick_steps()
        .iter()
        .take_while(|other| other.id != step.id);
    for other in before.chain([step]) {
        let mut events = other.events.iter();
        if other.hand == step.hand
            && events.any(|event| event.details.as_move() == Some((seat, Move::Stand)))
        {
            return true;
        }
    }
    false
}

impl SeatView {
    /// Returns a seat with its cards, and with those of these marks that apply.
    pub(super) fn new(
        story: &Story,
        step: &CommonStepParts,
        seat: Seat,
        marks: &[(bool, &str)],
        held: CardSet,
    ) -> SeatView {
        let mut shown = Vec::new();
        for (applies, mark) in marks {
            if *applies {
                shown.push((*mark).into());
            }
        }
        SeatView {
            seat: seat.0,
            name: player_name(story, seat).into(),
            marks: shown,
            cards: faces(story, held),
            is_mover: step.mover == Some(seat),
            ..SeatView::default()
        }
    }

    /// Returns the tricks won, in words; empty if there are none.
    pub(crate) fn tricks_won_in_words(&self) -> String {
        if self.tricks == 0 {
            String::new()
        } else {
            tricks_in_words(self.tricks)
        }
    }
}

fn card_in_trick(story: &Story, step: &Step, seat: Seat) -> Option<LastActView> {
    let at = step.own.trick.iter().position(|(who, _)| *who == seat)?;
    let best = step.after.trick.is_some_and(|trick| trick.winner == seat);
    let has_won = step
        .events
        .iter()
        .any(|event| event.details.as_trick_winner() == Some(seat));
    let mark = if has_won {
        "wins"
    } else if best && step.own.trick.len() > 1 {
        "highest"
    } else if at == 0 {
        "led"
    } else {
        ""
    };
    let is_new = step.kind == StepKind::Play && at + 1 == step.own.trick.len();
    let face = Some(CardFace::new(story, step.own.trick[at].1));
    Some(LastActView {
        face,
        said: String::new(),
        language: None,
        mark,
        is_new,
    })
}
