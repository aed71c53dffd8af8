//! What is said of a statement that cannot be made, and of the state of the table that forbids it.

use super::session::Session;
use crate::cards::{Card, Seat};
use crate::editions;
use crate::engine::{Misuse, Move, Refusal, Stage};
use crate::rules::{Phase, Ruleset, Sort, Topic};
use crate::scenario::text::{At, Code, Diagnostic, Span, say};

/// What a statement came to, or what is wrong with it and ends the hand.
pub type Made = Result<(), Box<Diagnostic>>;

impl Session<'_> {
    /// Who is asked for what, in words.
    pub fn whom(&self) -> String {
        let name = self.name(self.hand.mover);
        match self.hand.stage {
            Stage::Open => "the cards are not dealt".into(),
            Stage::In(Phase::Naming) if self.hand.silent().is_some() => format!("{name} may name trumps"),
            Stage::In(Phase::Naming) => format!("{name} is to name trumps"),
            Stage::In(Phase::ThrowIn) => format!("{name} must throw in a flush"),
            Stage::In(Phase::Defence) => format!("{name} may defend the pack"),
            Stage::In(Phase::Round(_)) => format!("{name} is to declare"),
            Stage::In(Phase::TurnUp) => format!("{name} may take the turn-up"),
            Stage::In(Phase::Claims) => format!("{name} is asked for a flush"),
            Stage::In(Phase::Tricks) => format!("{name} is to play to trick {}", self.hand.finished + 1),
            Stage::Over => "the hand is over".into(),
        }
    }

    fn where_is(&self, card: Card) -> String {
        let hand = &self.hand;
        let pack = self.rules.pack.value.pack(hand.seats);
        let mut played = self.events.iter().filter_map(|event| event.fact.played());
        if let Some(seat) = hand.in_turn().find(|seat| hand.held[*seat].has(card)) {
            format!("{} holds it", self.name(seat))
        } else if hand.turn_up() == Some(card) {
            "it is turned up".into()
        } else if hand.fille.has(card) {
            "it lies in the fille".into()
        } else if hand.discards.has(card) {
            "it was discarded".into()
        } else if !pack.has(card) {
            format!("it is not in the pack of {} cards", pack.len())
        } else if hand.stock.has(card) {
            "it is in the stock".into()
        } else if let Some((seat, _)) = played.find(|(_, other)| *other == card) {
            format!("{} has played it", self.name(seat))
        } else {
            "it was folded".into()
        }
    }

    pub fn not_held(&self, seat: Seat, card: &At<Card>) -> Diagnostic {
        let (name, held) = (self.name(seat), self.cards(self.hand.held[seat]));
        say!("not-held", &card.span, name, card = card.value, place = self.where_is(card.value), held)
    }

    /// A statement that nobody asked for.
    pub fn out_of_turn(&self, seat: &At<Seat>, span: &Span) -> Diagnostic {
        let (name, is_mover) = (self.name(seat.value), self.hand.mover == seat.value);
        let message = match self.hand.stage {
            Stage::Over => format!("{name} has nothing more to do: the hand is over"),
            _ if is_mover => format!("{name} is asked for something else"),
            Stage::In(_) if !self.hand.active.has(seat.value) => format!("{name} {}", without_trick(self, seat.value)),
            _ => format!("it is not {name}'s turn"),
        };
        let wrong = Code::OutOfTurn.at(if is_mover { span } else { &seat.span }, message).label(self.whom());
        let is_first = self.declarations == 0 && matches!(self.hand.stage, Stage::In(Phase::Round(_)));
        let dealer = self.name(self.hand.dealer);
        match is_first && !is_mover && self.hand.mover != self.hand.dealer {
            true => wrong.help(format!("{dealer} deals, and {} comes next in `players`", self.name(self.hand.mover))),
            false => wrong,
        }
    }

    /// An act that a clause forbids.
    pub fn illegal(&self, span: &Span, message: String, topic: Topic) -> Diagnostic {
        say!("illegal", span, message, topic).clause(self.clause(topic))
    }

    /// A misuse that names a card, in words.
    pub fn misused(&self, refusal: Refusal, span: &Span) -> Diagnostic {
        match refusal {
            Refusal::Misuse(Misuse::NotInStock(card)) => {
                say!("not-in-stock", span, card, why = self.where_is(card))
            }
            _ => say!("not-now", span, whom = self.whom()),
        }
    }
}

/// The first card that stands a second time.
pub fn twice(cards: &[At<Card>]) -> Option<Diagnostic> {
    cards.iter().enumerate().find_map(|(index, card)| stands_before(&cards[..index], card))
}

pub fn stands_before(before: &[At<Card>], card: &At<Card>) -> Option<Diagnostic> {
    let first = before.iter().find(|first| first.value == card.value)?;
    Some(say!("card-twice", &card.span, card = card.value).again(first))
}

/// What is told of a thing that this edition does not have.
pub fn nothing_of_the_kind(session: &Session, span: &Span, topic: Topic) -> Diagnostic {
    let known = known_to(|rules| rules.has(topic));
    say!("nothing-of-the-kind", span, edition = session.edition, known).clause(session.clause(topic))
}

/// The editions that know something, in words.
pub fn known_to(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::every().filter(|rules| knows(rules)).map(|rules| rules.id).collect();
    match editions[..] {
        [] => "no edition knows it unless an option says so".into(),
        [one] => format!("{one} knows it"),
        _ => format!("these know it: {}", editions.join(", ")),
    }
}

/// Why a seat takes no trick.
pub fn without_trick(session: &Session, seat: Seat) -> &'static str {
    let did = |is: fn(Move) -> bool| {
        session.events.iter().filter_map(|event| event.fact.did()).any(|(who, does)| who == seat && is(does))
    };
    let folded = did(|does| does == Move::Fold);
    let out = did(|does| does.verb().sort() == Sort::Fault);
    match (folded, out) {
        (true, _) => "folded",
        (_, true) => "is out of this hand",
        _ => "won no trick",
    }
}
