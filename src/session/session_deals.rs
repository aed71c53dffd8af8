//! The deals of a session, whatever is played: cards are dealt, moves are made, and the others play at their level.

use super::session_setup::{SessionSetup, introduce_deal};
use crate::cards::{CardSet, PerSeat, Seat};
use crate::engine::{
    DealState, DealtCards, Game, Move, Refusal, TableBetweenDeals, TooManyChips, TrickAct,
    TrickGame, expect_accepted,
};
use crate::explore::{ComputerLevel, RandomPlayer, fill_random_draws};
use crate::mus::{MusAct, MusGame, MusState, MusTableBetweenDeals, RandomMusPlayer};
use crate::rules::{MusRules, TrickRules};
use crate::scenario::PlayedDealRecord;
use crate::scenario::story::{GameWithStepParts, Step, StepKind};
use std::sync::Arc;

/// The deals of a session of one game. A card that nobody has named comes from the seed.
pub(super) struct SessionDeals<G: PlayableGame> {
    pub(super) rules: Arc<G::Rules>,
    pub(super) table: G::Table,
    pub(super) chance: G::Chance,
    pub(super) all: Vec<PlayedDealRecord<G::State, G::InitialCards>>,
}

/// A deal of one game in which the learner is asked, with its rules.
pub(crate) struct LearnerTurn<'a, G: Game> {
    pub(crate) rules: &'a Arc<G::Rules>,
    pub(crate) state: &'a G::State,
}

impl<G: GameWithStepParts> LearnerTurn<'_, G> {
    /// Returns the step in which the learner would act, with nothing done yet.
    pub(crate) fn step(&self, kind: StepKind) -> Step<G> {
        let mover = G::mover(self.state);
        Step::decision_without_file(self.rules, kind, mover, *self.state)
    }
}

/// A game that is played against the computer.
pub(super) trait PlayableGame: Game {
    /// The random numbers from which the cards come.
    type Chance;

    /// Returns the table at which nobody has dealt yet.
    fn first_table(rules: &Self::Rules, seats: u8) -> Self::Table;

    /// Returns the chance of a seed.
    fn seeded_chance(seed: u64) -> Self::Chance;

    /// Returns the act that deals the cards.
    fn deal_act(rules: &Self::Rules, state: &Self::State, chance: &mut Self::Chance) -> Self::Act;

    /// Returns the cards that an act deals, if it deals any.
    fn cards_if_deal(act: &Self::Act) -> Option<Self::InitialCards>;

    /// Returns what comes next if the mover plays at a level. `past` has the moves made in the deal, each with the state before
    /// it.
    fn next_act(
        rules: &Self::Rules,
        level: ComputerLevel,
        past: &[(Self::State, Move)],
        state: &Self::State,
        chance: &mut Self::Chance,
    ) -> Option<Self::Act>;

    /// Returns the move that a file tells of an act, if a player has chosen it.
    fn recorded_move(state: &Self::State, act: &Self::Act) -> Option<Move>;
}

impl<G: PlayableGame> SessionDeals<G> {
    /// Begins at a table at which nobody has dealt yet.
    pub(super) fn new(rules: G::Rules, seats: u8, seed: u64) -> SessionDeals<G> {
        SessionDeals {
            table: G::first_table(&rules, seats),
            rules: Arc::new(rules),
            chance: G::seeded_chance(seed),
            all: Vec::new(),
        }
    }

    /// Returns the last deal as it stands, also when it is over.
    pub(super) fn last_deal_state(&self) -> Option<&G::State> {
        self.all.last().map(|played| &played.end)
    }

    /// Returns the last deal as it stands if a player has something to choose in it.
    pub(super) fn state_asking(&self, player: Seat) -> Option<&G::State> {
        self.last_deal_state()
            .filter(|state| G::mover(state) == Some(player))
    }

    /// Returns the last deal if it is over.
    pub(super) fn finished_deal(&self) -> Option<&PlayedDealRecord<G::State, G::InitialCards>> {
        let last = self.all.last()?;
        G::is_deal_over(&last.end).then_some(last)
    }

    /// Deals the next cards, and returns false if the session is over by its rules.
    pub(super) fn deal_next(&mut self, setup: &SessionSetup) -> Result<bool, TooManyChips> {
        let rules = &self.rules;
        if G::is_session_over(rules, &mut self.table) {
            return Ok(false);
        }
        let mut state = G::open_deal(rules, &mut self.table, &mut Vec::new())?;
        let act = G::deal_act(rules, &state, &mut self.chance);
        let Some(cards) = G::cards_if_deal(&act) else {
            return Ok(false);
        };
        let dealt = G::apply(rules, &mut state, &act, &mut Vec::new());
        expect_accepted(dealt, "a deal from the pack");
        let last_dealer = self.last_deal_state().map(G::dealer);
        let words = introduce_deal(setup, last_dealer, G::dealer(&state));
        self.all
            .push(PlayedDealRecord::new(words, Some(cards), state));
        Ok(true)
    }

    /// Lets the others play until the learner is asked, or the deal is over: then the table has what came of it.
    pub(super) fn play_others(&mut self, setup: &SessionSetup) {
        while let Some(played) = self.all.last() {
            let state = played.end;
            if G::is_deal_over(&state) {
                G::close_deal(&self.rules, &state, &mut self.table);
                return;
            }
            if G::mover(&state) == Some(setup.learner) {
                return;
            }
            let level = setup.level;
            let past = &played.moves;
            let Some(act) = G::next_act(&self.rules, level, past, &state, &mut self.chance) else {
                return;
            };
            expect_accepted(self.apply_act(&state, &act), "a move of the computer");
        }
    }

    /// Applies an act to the last deal, whose state is `state`.
    pub(super) fn apply_act(&mut self, state: &G::State, act: &G::Act) -> Result<(), Refusal> {
        let mut after = *state;
        G::apply(&self.rules, &mut after, act, &mut Vec::new())?;
        if let Some(played) = self.all.last_mut() {
            if let Some(does) = G::recorded_move(state, act) {
                played.moves.push((*state, does));
            }
            played.end = after;
        }
        Ok(())
    }
}

impl PlayableGame for TrickGame {
    type Chance = RandomPlayer;

    fn first_table(rules: &TrickRules, seats: u8) -> TableBetweenDeals {
        TableBetweenDeals::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0))
    }

    fn seeded_chance(seed: u64) -> RandomPlayer {
        RandomPlayer::new(seed)
    }

    fn deal_act(rules: &TrickRules, state: &DealState, chance: &mut RandomPlayer) -> TrickAct {
        chance.deal(rules, state)
    }

    fn cards_if_deal(act: &TrickAct) -> Option<DealtCards> {
        match act {
            TrickAct::Deal(cards) => Some(*cards),
            _ => None,
        }
    }

    fn next_act(
        rules: &TrickRules,
        level: ComputerLevel,
        past: &[(DealState, Move)],
        state: &DealState,
        chance: &mut RandomPlayer,
    ) -> Option<TrickAct> {
        let planned = level.choose_move(rules, past, state)?;
        Some(fill_random_draws(rules, state, planned, chance))
    }

    fn recorded_move(_state: &DealState, act: &TrickAct) -> Option<Move> {
        act.as_move()
    }
}

impl PlayableGame for MusGame {
    type Chance = RandomMusPlayer;

    fn first_table(rules: &MusRules, seats: u8) -> MusTableBetweenDeals {
        MusTableBetweenDeals::new(rules, seats, Seat(0))
    }

    fn seeded_chance(seed: u64) -> RandomMusPlayer {
        RandomMusPlayer::new(seed)
    }

    fn deal_act(rules: &MusRules, state: &MusState, chance: &mut RandomMusPlayer) -> MusAct {
        MusAct::Deal(chance.deal_cards(rules, state))
    }

    fn cards_if_deal(act: &MusAct) -> Option<PerSeat<CardSet>> {
        match act {
            MusAct::Deal(cards) => Some(*cards),
            _ => None,
        }
    }

    fn next_act(
        rules: &MusRules,
        level: ComputerLevel,
        _past: &[(MusState, Move)],
        state: &MusState,
        chance: &mut RandomMusPlayer,
    ) -> Option<MusAct> {
        Some(match level.choose_mus_move(rules, state) {
            Some(chosen) => MusAct::Move(state.mover, chosen),
            None => chance.choose_act(rules, state),
        })
    }

    /// Declarations are not told: each player's is true.
    fn recorded_move(state: &MusState, act: &MusAct) -> Option<Move> {
        match act {
            MusAct::Move(_, made) if state.awaits_move() => Some(*made),
            _ => None,
        }
    }
}
