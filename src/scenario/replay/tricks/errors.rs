//! Diagnostics of a game with tricks.

use super::super::session::Session;
use crate::cards::{Card, Seat};
use crate::engine::{InvalidAct, Move, Refusal, Stage};
use crate::rules::{MoveKind, Phase};
use crate::scenario::text::{Diagnostic, Span, Spanned, diagnose};

impl Session<'_> {
    pub fn where_is(&self, card: Card) -> String {
        let hand = &self.hand;
        let pack = self.rules.pack.value.pack(hand.seats);
        let mut played = self
            .now
            .events
            .iter()
            .filter_map(|event| event.kind.as_card_played());
        let player = played.find(|(_, other)| *other == card);
        match (
            hand.seats_in_turn()
                .find(|seat| hand.hands[*seat].has(card)),
            player,
        ) {
            _ if self.is_mus() => "not held".into(),
            (Some(seat), _) => format!("{} holds it", self.name(seat)),
            _ if hand.turn_up() == Some(card) => "it is turned up".into(),
            _ if hand.spare_hand.has(card) => "it lies in the fille".into(),
            _ if hand.discards.has(card) => "it was discarded".into(),
            _ if !pack.has(card) => format!("it is not in the pack of {} cards", pack.len()),
            _ if hand.stock.has(card) => "it is in the stock".into(),
            (_, Some((seat, _))) => format!("{} has played it", self.name(seat)),
            _ => "it was folded".into(),
        }
    }

    pub fn out_of_turn(&self, seat: &Spanned<Seat>, span: &Span) -> Diagnostic {
        let (hand, is_over) = (&self.hand, self.hand.stage == Stage::Over);
        let is_out = hand.stage != Stage::Open && !hand.active.has(seat.value);
        let wrong = self.not_asked(seat, span, is_over, is_out);
        let is_first =
            self.now.declarations == 0 && matches!(hand.stage, Stage::In(Phase::Round(_)));
        if !is_first || [seat.value, hand.dealer].contains(&hand.mover) {
            return wrong;
        }
        let [dealer, mover] = [hand.dealer, hand.mover].map(|seat| self.name(seat));
        wrong.with_help(format!(
            "{dealer} deals, and {mover} comes next in `players`"
        ))
    }

    /// A misuse that names a card, in words.
    pub fn misused(&self, refusal: Refusal, span: &Span) -> Diagnostic {
        match refusal {
            Refusal::Invalid(InvalidAct::NotInStock(card)) => {
                diagnose!("not-in-stock", span, card, why = self.where_is(card))
            }
            _ => diagnose!("not-now", span, whom = self.whom()),
        }
    }
}

pub fn without_trick(session: &Session, seat: Seat) -> &'static str {
    let did = session
        .now
        .events
        .iter()
        .filter_map(|event| event.kind.as_move());
    let mut did = did.filter(|(who, _)| *who == seat).map(|(_, does)| does);
    if did.clone().any(|does| does == Move::Fold) {
        "folded"
    } else if did.any(|does| does.verb().kind() == MoveKind::Fault) {
        "is out of this hand"
    } else {
        "won no trick"
    }
}
