//! Diagnostics of a game with tricks.

use super::TrickReplay;
use super::trick_explanations::explain_turn;
use crate::cards::{Card, Seat};
use crate::engine::{DealStage, InvalidActReason, Move, Refusal};
use crate::rules::{DealPhase, MoveOccasion};
use crate::scenario::text::{Diagnostic, Span, Spanned, diagnose};

impl TrickReplay<'_> {
    /// Returns where a card is, in words.
    pub fn describe_place_in_deal(&self, card: Card) -> String {
        let deal = &self.deal;
        if let Some(seat) = deal
            .seats_in_turn()
            .find(|seat| deal.hands[*seat].has(card))
        {
            return format!("{} holds it", self.name(seat));
        }
        let pack = self.rules.pack.value.pack(deal.seats);
        if deal.turn_up_on_table() == Some(card) {
            "it is the turn-up".to_owned()
        } else if deal.spare_hand.has(card) {
            "it is in the spare hand".to_owned()
        } else if deal.discards.has(card) {
            "it was discarded".to_owned()
        } else if !pack.has(card) {
            format!("it is not in the pack of {} cards", pack.len())
        } else if deal.stock.has(card) {
            "it is in the stock".to_owned()
        } else if let Some(player) = self.player_who_played(card) {
            format!("{} has played it", self.name(player))
        } else {
            "a player who folded held it".to_owned()
        }
    }

    /// Returns who has played a card in this deal.
    fn player_who_played(&self, card: Card) -> Option<Seat> {
        for event in &self.own.events {
            if let Some((seat, played)) = event.details.as_card_played()
                && played == card
            {
                return Some(seat);
            }
        }
        None
    }

    /// Returns the error for a move of a player who is not asked for it.
    pub fn out_of_turn_error(&self, seat: &Spanned<Seat>, span: &Span) -> Diagnostic {
        let deal = &self.deal;
        let is_over = deal.stage == DealStage::Over;
        let is_out = deal.stage != DealStage::Open && !deal.active.has(seat.value);
        let out_reason = is_out.then(|| reason_for_no_trick(self, seat.value));
        let wrong = self.not_asked_error(seat, span, is_over, out_reason);
        let is_first_declaration =
            self.own.declarations == 0 && matches!(deal.stage, DealStage::In(DealPhase::Round(_)));
        if deal.mover == seat.value || is_over {
            return wrong;
        }
        if !is_first_declaration || deal.mover == deal.dealer {
            return match explain_turn(self) {
                Some(reason) => wrong.with_help(reason),
                None => wrong,
            };
        }
        let dealer = self.name(deal.dealer);
        let mover = self.name(deal.mover);
        wrong.with_help(format!(
            "{dealer} deals, and {mover} comes next in `players`"
        ))
    }

    /// Returns the error for a misuse of the engine, which may name a card.
    pub fn misuse_error(&self, refusal: Refusal, span: &Span) -> Diagnostic {
        if let Refusal::Invalid(InvalidActReason::NotInStock(card)) = refusal {
            diagnose!(
                "not-in-stock",
                span,
                card,
                why = self.describe_place_in_deal(card)
            )
        } else {
            diagnose!("not-now", span, whom = self.describe_pending_move())
        }
    }
}

/// Says why a player has won no trick: `folded`.
pub fn reason_for_no_trick(replay: &TrickReplay, seat: Seat) -> &'static str {
    let mut made_fault = false;
    for event in &replay.own.events {
        match event.details.as_move() {
            Some((player, Move::Fold)) if player == seat => return "folded",
            Some((player, made)) if player == seat && made.verb().kind() == MoveOccasion::Fault => {
                made_fault = true;
            }
            _ => {}
        }
    }
    if made_fault {
        "is out of this deal"
    } else {
        "won no trick"
    }
}
