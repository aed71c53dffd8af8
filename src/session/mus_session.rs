//! A session of Mus: the learner's moves and results.

use super::session_deals::SessionDeals;
use super::session_setup::SessionSetup;
use super::table_input::{partner_of_learner, record_refusal};
use crate::cards::{CardSet, PerSeat};
use crate::engine::{Game, InvalidActReason, Move, Refusal};
use crate::explore::mus_strategy::stones_gained;
use crate::mus::{MusAct, MusGame, MusState};
use crate::rules::{ClauseLookup, MoveOccasion};
use crate::scenario::PlayedDealRecord;

impl SessionDeals<MusGame> {
    /// Returns what the learner has gained in the last deal, in stones, if it is over: what their side took beyond the other,
    /// or what they shed.
    pub(super) fn last_deal_gain(&self, setup: &SessionSetup) -> Option<i64> {
        self.result_of_deal(self.finished_deal()?, setup)
    }

    /// Returns what the learner has gained in each finished deal, in stones.
    pub(super) fn learner_results(&self, setup: &SessionSetup) -> Vec<i64> {
        let finished = self
            .all
            .iter()
            .filter(|deal| MusGame::is_deal_over(&deal.end));
        finished
            .filter_map(|deal| self.result_of_deal(deal, setup))
            .collect()
    }

    fn result_of_deal(
        &self,
        deal: &PlayedDealRecord<MusState, PerSeat<CardSet>>,
        setup: &SessionSetup,
    ) -> Option<i64> {
        let opened = &deal.moves.first()?.0;
        Some(stones_gained(&self.rules, opened, &deal.end, setup.learner))
    }

    /// Makes a move of the learner.
    pub(super) fn apply_learner_move(
        &mut self,
        setup: &SessionSetup,
        chosen_move: Move,
    ) -> Result<(), Refusal> {
        let learner = setup.learner;
        let Some(hand) = self.last_deal_state().copied() else {
            return Ok(());
        };
        // Each declaration is made by the machine, and is true.
        let is_for_both = matches!(chosen_move, Move::PassBoth | Move::RefuseBoth);
        if chosen_move.verb().kind() == MoveOccasion::Answer
            && !(is_for_both && partner_of_learner(setup).is_some())
        {
            return Err(InvalidActReason::NotNow.into());
        }
        // A card that the learner does not hold is no move.
        if let Some(laid) = chosen_move.args().laid
            && let Some(card) = (laid - hand.hands[learner]).nth(0)
        {
            return Err(InvalidActReason::NotHeld(card).into());
        }
        let made = self.apply_act(&hand, &MusAct::Move(learner, chosen_move));
        if self.rules.has_subject_of(chosen_move.verb().topic())
            && chosen_move.verb().kind() == MoveOccasion::Declaration
        {
            record_refusal(self.all.last_mut(), chosen_move, &made);
        }
        made
    }
}
