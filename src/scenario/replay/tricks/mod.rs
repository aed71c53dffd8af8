//! A file of a game with tricks held against its machine.

mod allowed_trick_choices;
pub mod payout_explanations;
pub mod scripted_trick_deal;
pub mod scripted_trick_moves;
pub mod trick_answers;
mod trick_diagnostics;
pub mod trick_expectations;
mod trick_explanations;
pub mod trick_payout;
mod trick_step_recording;

use super::awaited_move_words::AwaitedMoveWords;
use super::replay_state::{Replay, ReplayableGame};
use super::story::{Step, StorySteps};
use crate::cards::{Card, CardSet, PerSeat, Seat};
use crate::engine::{DealState, Event, TableBetweenDeals, TrickGame};
use crate::rules::TrickRules;

/// The facts about a deal with tricks that a replay keeps besides its state.
#[derive(Clone, Default)]
pub struct TrickReplayProgress {
    /// The cards of the trick so far, in the order played.
    pub trick: Vec<(Seat, Card)>,
    /// The pool that is played for, in chips.
    pub pool: i64,
    pub events: Vec<Event>,
    /// The numbers of which ids are made: declarations and faults so far.
    pub declarations: usize,
    pub faults: usize,
}

/// A replay of a game with tricks.
pub type TrickReplay<'a> = Replay<'a, TrickGame>;

impl ReplayableGame for TrickGame {
    type Notes = TrickReplayProgress;

    const WORD_FOR_DEAL: &'static str = "deal";
    const WORD_FOR_TURN: &'static str = "deal";

    fn first_table(_rules: &TrickRules, purses: PerSeat<i64>, seats: u8) -> TableBetweenDeals {
        TableBetweenDeals::new(seats, Seat(0), purses)
    }

    fn unopened_deal_state(_rules: &TrickRules, table: &TableBetweenDeals) -> DealState {
        DealState::at_table(table)
    }

    fn player_asked_now_or_last(state: &DealState) -> Seat {
        state.mover
    }

    fn cards_held(state: &DealState, seat: Seat) -> CardSet {
        state.hands[seat]
    }

    fn pending_move(replay: &TrickReplay) -> AwaitedMoveWords {
        replay.pending_move_of(&replay.deal, 0, 0)
    }

    fn describe_place_of(replay: &TrickReplay, card: Card) -> String {
        replay.describe_place_in_deal(card)
    }

    fn story_steps(steps: Vec<Step>) -> StorySteps {
        StorySteps::Tricks(steps)
    }
}
