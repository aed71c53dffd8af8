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
    fn where_is(&self, card: Card) -> String {
        let hand = &self.hand;
        let pack = self.rules.pack.value.pack(hand.seats);
        let mut played = self.now.events.iter().filter_map(|event| event.fact.played());
        let player = played.find(|(_, other)| *other == card);
        match (hand.in_turn().find(|seat| hand.held[*seat].has(card)), player) {
            (Some(seat), _) => format!("{} holds it", self.name(seat)),
            _ if hand.turn_up() == Some(card) => "it is turned up".into(),
            _ if hand.fille.has(card) => "it lies in the fille".into(),
            _ if hand.discards.has(card) => "it was discarded".into(),
            _ if !pack.has(card) => format!("it is not in the pack of {} cards", pack.len()),
            _ if hand.stock.has(card) => "it is in the stock".into(),
            (_, Some((seat, _))) => format!("{} has played it", self.name(seat)),
            _ => "it was folded".into(),
        }
    }

    pub fn not_held(&self, seat: Seat, card: &At<Card>) -> Diagnostic {
        let (name, held) = (self.name(seat), self.cards(self.hand.held[seat]));
        say!("not-held", &card.span, name, card = card.value, place = self.where_is(card.value), held)
    }

    pub fn not_asked(&self, seat: &At<Seat>, span: &Span, is_over: bool, is_out: bool) -> Diagnostic {
        let (name, is_mover) = (self.name(seat.value), self.mover() == seat.value);
        let message = match (is_over, is_mover, is_out) {
            (true, ..) => format!("{name} has nothing more to do: the {} is over", self.what_is_dealt()),
            (_, true, _) => format!("{name} is asked for something else"),
            (.., true) => format!("{name} {}", without_trick(self, seat.value)),
            _ => format!("it is not {name}'s turn"),
        };
        Code::OutOfTurn.at(if is_mover { span } else { &seat.span }, message).label(self.whom())
    }

    pub fn out_of_turn(&self, seat: &At<Seat>, span: &Span) -> Diagnostic {
        let (hand, is_over) = (&self.hand, self.hand.stage == Stage::Over);
        let is_out = hand.stage != Stage::Open && !hand.active.has(seat.value);
        let wrong = self.not_asked(seat, span, is_over, is_out);
        let is_first = self.now.declarations == 0 && matches!(hand.stage, Stage::In(Phase::Round(_)));
        if !is_first || [seat.value, hand.dealer].contains(&hand.mover) {
            return wrong;
        }
        let [dealer, mover] = [hand.dealer, hand.mover].map(|seat| self.name(seat));
        wrong.help(format!("{dealer} deals, and {mover} comes next in `players`"))
    }

    pub fn illegal(&self, span: &Span, message: String, topic: Topic) -> Diagnostic {
        say!("illegal", span, message, topic).clause(topic.id())
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
    say!("nothing-of-the-kind", span, edition = session.edition, known).clause(topic.id())
}

pub fn known_to(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::every().filter(|rules| knows(rules)).map(|rules| rules.id).collect();
    match editions[..] {
        [] => "no edition knows it unless an option says so".into(),
        [one] => format!("{one} knows it"),
        _ => format!("these know it: {}", editions.join(", ")),
    }
}

pub fn without_trick(session: &Session, seat: Seat) -> &'static str {
    let did = session.now.events.iter().filter_map(|event| event.fact.did());
    let mut did = did.filter(|(who, _)| *who == seat).map(|(_, does)| does);
    if did.clone().any(|does| does == Move::Fold) {
        "folded"
    } else if did.any(|does| does.verb().sort() == Sort::Fault) {
        "is out of this hand"
    } else {
        "won no trick"
    }
}
