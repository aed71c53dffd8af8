//! Mus as one of the games that a machine plays.

use super::{
    MusAct, MusEvent, MusEventDetails, MusStage, MusState, MusTableBetweenDeals, apply, close_deal,
    open_deal,
};
use crate::cards::{CardSet, PerSeat, Seat};
use crate::engine::{Game, Refusal, TooManyChips};
use crate::rules::{EngineKind, MusRules};

/// Stands for Mus, as a type that implements [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct MusGame;

impl Game for MusGame {
    const FAMILY: EngineKind = EngineKind::Mus;

    type Rules = MusRules;
    type Table = MusTableBetweenDeals;
    type State = MusState;
    type InitialCards = PerSeat<CardSet>;
    type Act = MusAct;
    type EventDetails = MusEventDetails;

    fn open_deal(
        rules: &MusRules,
        table: &mut MusTableBetweenDeals,
        _events: &mut Vec<MusEvent>,
    ) -> Result<MusState, TooManyChips> {
        Ok(open_deal(rules, table))
    }

    fn apply(
        rules: &MusRules,
        state: &mut MusState,
        act: &MusAct,
        events: &mut Vec<MusEvent>,
    ) -> Result<(), Refusal> {
        apply(rules, state, *act, events)
    }

    fn mover(state: &MusState) -> Option<Seat> {
        state.awaits_move().then_some(state.mover)
    }

    fn dealer(state: &MusState) -> Seat {
        state.dealer
    }

    fn is_deal_over(state: &MusState) -> bool {
        state.stage == MusStage::Over
    }

    fn close_deal(rules: &MusRules, state: &MusState, table: &mut MusTableBetweenDeals) {
        close_deal(rules, state, table);
    }

    fn is_session_over(rules: &MusRules, table: &mut MusTableBetweenDeals) -> bool {
        table.is_session_over(rules)
    }
}
