//! A session of Mus: the learner's moves and results.

use super::company::Company;
use super::learner_input::{partner_of_learner, record_refusal};
use super::session_deals::SessionDeals;
use crate::engine::{InvalidActReason, Move, Refusal};
use crate::explore::mus_strategy::stones_gained;
use crate::mus::{MusAct, MusGame};
use crate::rules::{ClauseLookup, MoveKind};

impl SessionDeals<MusGame> {
    /// Returns what the learner has gained in the last deal, in stones, if it is over: what their side took beyond the other,
    /// or what they shed.
    pub(super) fn learner_result(&self, company: &Company) -> Option<i64> {
        let played = self.finished_deal()?;
        let opened = &played.moves.first()?.0;
        Some(stones_gained(
            &self.rules,
            opened,
            &played.end,
            company.learner,
        ))
    }

    /// Makes a move of the learner.
    pub(super) fn make_move(&mut self, company: &Company, to: Move) -> Result<(), Refusal> {
        let learner = company.learner;
        let Some(hand) = self.state().copied() else {
            return Ok(());
        };
        // Each declaration is made by the machine, and is true.
        let is_for_both = matches!(to, Move::PassBoth | Move::RefuseBoth);
        if to.verb().kind() == MoveKind::Answer
            && !(is_for_both && partner_of_learner(company).is_some())
        {
            return Err(InvalidActReason::NotNow.into());
        }
        // A card that the learner does not hold is no move.
        if let Some(laid) = to.args().laid
            && let Some(card) = (laid - hand.hands[learner]).nth(0)
        {
            return Err(InvalidActReason::NotHeld(card).into());
        }
        let made = self.apply_act(&hand, &MusAct::Move(learner, to));
        if self.rules.has(to.verb().topic()) && to.verb().kind() == MoveKind::Declaration {
            record_refusal(self.all.last_mut(), to, &made);
        }
        made
    }
}
