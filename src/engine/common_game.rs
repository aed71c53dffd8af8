//! What the machines have in common: a table, a deal under way, what is done in it, and what happens.

use super::{
    DealStage, DealState, DealtCards, Event, EventDetails, Refusal, TableBetweenDeals,
    TooManyChips, TrickAct, apply, check_end_or_mark_last_deal, close_deal, open_deal,
};
use crate::cards::Seat;
use crate::rules::{ClauseLookup, EngineKind, Ruleset, TrickRules};
use std::fmt::Debug;

/// A family of games that one machine plays.
pub trait Game: Copy + Debug {
    /// The family of games.
    const FAMILY: EngineKind;

    /// The rules of an edition of the game.
    type Rules: ClauseLookup + Copy + Debug + Into<Ruleset>;
    /// The table, which lasts from deal to deal.
    type Table: Clone + Debug;
    /// A deal under way.
    type State: Copy + Debug;
    /// The cards that are dealt at first.
    type InitialCards: Copy + Debug;
    /// An act in a deal.
    type Act: Copy + Debug;
    /// A kind of event in a deal.
    type EventDetails: Clone + Debug;

    /// Opens a deal, before its cards are dealt.
    ///
    /// # Errors
    /// If the table has more chips than can be counted.
    fn open_deal(
        rules: &Self::Rules,
        table: &mut Self::Table,
        events: &mut Vec<Event<Self::EventDetails>>,
    ) -> Result<Self::State, TooManyChips>;

    /// Makes an act, and adds what happens to the events. An act that is refused changes nothing.
    ///
    /// # Errors
    /// Why the act is refused.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        act: &Self::Act,
        events: &mut Vec<Event<Self::EventDetails>>,
    ) -> Result<(), Refusal>;

    /// Returns the player who has something to choose, if there is one.
    fn mover(state: &Self::State) -> Option<Seat>;

    /// Returns who dealt.
    fn dealer(state: &Self::State) -> Seat;

    /// Returns whether a deal is over.
    fn is_deal_over(state: &Self::State) -> bool;

    /// Brings a deal that is over back to its table, which is then ready for the next.
    fn close_deal(rules: &Self::Rules, state: &Self::State, table: &mut Self::Table);

    /// Returns whether no other deal follows at a table.
    fn is_session_over(rules: &Self::Rules, table: &mut Self::Table) -> bool;
}

/// Stands for the games with tricks, as a type that implements [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct TrickGame;

impl Game for TrickGame {
    const FAMILY: EngineKind = EngineKind::Tricks;

    type Rules = TrickRules;
    type Table = TableBetweenDeals;
    type State = DealState;
    type InitialCards = DealtCards;
    type Act = TrickAct;
    type EventDetails = EventDetails;

    fn open_deal(
        rules: &TrickRules,
        table: &mut TableBetweenDeals,
        events: &mut Vec<Event>,
    ) -> Result<DealState, TooManyChips> {
        open_deal(rules, table, events)
    }

    fn apply(
        rules: &TrickRules,
        state: &mut DealState,
        act: &TrickAct,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        apply(rules, state, *act, events)
    }

    fn mover(state: &DealState) -> Option<Seat> {
        state.awaits_move().then_some(state.mover)
    }

    fn dealer(state: &DealState) -> Seat {
        state.dealer
    }

    fn is_deal_over(state: &DealState) -> bool {
        state.stage == DealStage::Over
    }

    fn close_deal(rules: &TrickRules, state: &DealState, table: &mut TableBetweenDeals) {
        close_deal(rules, state, table);
    }

    fn is_session_over(rules: &TrickRules, table: &mut TableBetweenDeals) -> bool {
        check_end_or_mark_last_deal(rules, table)
    }
}
