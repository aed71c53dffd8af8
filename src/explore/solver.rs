//! Every way a deal can still be played, with open cards.
//!
//! The engine says what may be played, who wins a trick and what the payout is. Here positions are visited and remembered,
//! so that each is looked at once.
//!
//! *Best* means: the mover plays the card after which they end with the most chips, given that all later players choose
//! likewise and everyone sees all cards. Chips are those of this deal: what comes into the purse less what goes out of it,
//! less the debts made. Of cards that bring equally many chips, the mover plays the one that leaves them fewer points, where
//! points are counted down; then the one that brings more tricks; then a plain card before a trump, the earlier of ♠ ♥ ♦ ♣,
//! and the lowest. Where a move without a card is possible, it is made only if it brings more.

mod solver_position;

use crate::cards::{Seat, SeatSet, Suit};
use crate::engine::{
    DealStage, DealState, Event, Move, TrickAct, apply, move_offer, playable_cards,
};
use crate::rules::{DealPhase, TrickRules, Verb};
use serde::{Deserialize, Serialize};
use solver_position::{
    MOST_CHOICES, PossibleDealResults, ReachableResults, SolverPositions, SortedInitialCards,
    chips_less_debts,
};

/// Chips in a purse out of which everything can be paid.
const AMPLE: i64 = i64::MAX / 4;

/// The range of outcomes that a deal can still have for one seat. Chips are counted from a moment that the caller names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOutcomeRange {
    /// The fewest and the most tricks of the whole deal that any way to play leads to.
    pub tricks: (u8, u8),
    /// The fewest and the most chips that any way to play leads to.
    pub chips: (i64, i64),
    /// The tricks of the whole deal if all play their best.
    pub best_tricks: u8,
    /// The chips if all play their best.
    pub best_chips: i64,
}

/// The seats that can still win a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PossibleAndBestPlayWinners {
    /// All players who can.
    pub all: SeatSet,
    /// The player who wins the trick if all play their best.
    pub best: Option<Seat>,
}

/// All positions that can be reached from one, each looked at once. It can be asked about deals that follow from that one.
///
/// ```
/// use mouche::engine::DealStage;
/// use mouche::explore::{RandomPlayer, Solver, play_example, with_unlimited_purses};
/// use mouche::rules::DealPhase;
///
/// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// let example = play_example(rules, 3, RandomPlayer::with_sensible_declarations(3)).expect("a deal");
/// let (state, _) = example.moves.iter().find(|(state, _)| state.stage == DealStage::In(DealPhase::Tricks)).expect("a card to play");
/// let state = with_unlimited_purses(state);
/// let mut solver = Solver::new(rules, &state).expect("room for its cards");
/// let best = solver.best_move(&state).expect("a card");
/// let outcome = solver.move_outcome(&state, best).expect("it is legal");
/// assert!((outcome.chips.0..=outcome.chips.1).contains(&outcome.best_chips));
/// ```
pub struct Solver<'a> {
    rules: &'a TrickRules,
    places: SortedInitialCards,
    positions: SolverPositions,
    ends: PossibleDealResults,
    events: Vec<Event>,
}

/// Returns the deal with purses so full that nobody has to buy chips, which would look like chips won.
pub fn with_unlimited_purses(state: &DealState) -> DealState {
    let mut rich = *state;
    for seat in state.seats_in_turn() {
        rich.purses[seat] = AMPLE;
    }
    rich
}

impl<'a> Solver<'a> {
    /// Returns a solver for a deal [`with_unlimited_purses`]; `None` if a position has no room for its cards.
    pub fn new(rules: &'a TrickRules, state: &DealState) -> Option<Solver<'a>> {
        Some(Solver {
            rules,
            places: SortedInitialCards::new(rules, state)?,
            positions: SolverPositions::default(),
            ends: PossibleDealResults::default(),
            events: Vec::with_capacity(64),
        })
    }

    /// Returns how many positions were visited.
    pub fn visited_position_count(&self) -> usize {
        self.positions.len()
    }

    /// Returns what can come of a deal for a seat, its chips counted from the state `since`.
    pub fn outcome_range(
        &mut self,
        since: &DealState,
        state: &DealState,
        seat: Seat,
    ) -> SeatOutcomeRange {
        let node = self.explore_position(state);
        let before = chips_less_debts(since, seat);
        let (few, many) = node.tricks[seat];
        let (least, most) = node.chips[seat];
        let ends = &self.ends;
        SeatOutcomeRange {
            tricks: (ends.tricks(few, seat), ends.tricks(many, seat)),
            chips: (
                ends.chips(least, seat) - before,
                ends.chips(most, seat) - before,
            ),
            best_tricks: ends.tricks(node.best, seat),
            best_chips: ends.chips(node.best, seat) - before,
        }
    }

    /// Returns what can come of a move for the mover, chips counted from before it; `None` if the move is refused.
    pub fn move_outcome(
        &mut self,
        state: &DealState,
        player_move: Move,
    ) -> Option<SeatOutcomeRange> {
        let (next, _) = self.apply_move(state, player_move)?;
        Some(self.outcome_range(state, &next, state.mover))
    }

    /// Returns the mover's best move; `None` if nobody has to move.
    pub fn best_move(&mut self, state: &DealState) -> Option<Move> {
        let mut best: Option<(Move, u16)> = None;
        for player_move in self.distinct_moves(state) {
            let end = self.explore_move(state, player_move).best;
            if best.is_none_or(|(_, other)| self.ends.is_better_for(state.mover, end, other)) {
                best = Some((player_move, end));
            }
        }
        best.map(|(player_move, _)| player_move)
    }

    /// Returns what can come of a deal, and remembers it.
    fn explore_position(&mut self, state: &DealState) -> ReachableResults {
        if !state.awaits_move() {
            return ReachableResults::of_result(self.ends.number_of_result(state));
        }
        // Only positions between tricks are remembered: the others are most of all, and hardly two ways lead to one of them.
        let key = if state.trick.is_none() {
            Some(self.places.key(state))
        } else {
            None
        };
        if let Some(key) = &key
            && let Some(node) = self.positions.get(key)
        {
            return node;
        }
        let mut found: Option<ReachableResults> = None;
        for player_move in self.distinct_moves(state) {
            let next = self.explore_move(state, player_move);
            found = Some(match found {
                Some(node) => node.merge_choice(next, state, &self.ends),
                None => next,
            });
        }
        let node = match found {
            Some(node) => node,
            None => ReachableResults::of_result(self.ends.number_of_result(state)),
        };
        if let Some(key) = key {
            self.positions.insert(key, node);
        }
        node
    }

    /// Returns the moves of the mover that lead to different positions: one of each run of equal cards, cards first.
    fn distinct_moves(&self, state: &DealState) -> impl Iterator<Item = Move> + use<> {
        let mut choices = [None; MOST_CHOICES];
        match state.stage {
            DealStage::In(DealPhase::Tricks) => {
                let played = self.places.distinct_cards(
                    state,
                    playable_cards(self.rules, state).cards,
                    &mut choices,
                );
                if self.rules.pam_civil.value.0.is_some()
                    && move_offer(self.rules, state, Verb::DemandCivility).is_some()
                {
                    choices[played] = Some(Move::DemandCivility);
                }
            }
            DealStage::In(DealPhase::Naming) => {
                choices[0] = Some(Move::KeepTrump);
                let others = Suit::ALL.into_iter().filter(|suit| *suit != state.trump);
                for (choice, suit) in choices[1..].iter_mut().zip(others) {
                    *choice = Some(Move::Name(suit));
                }
            }
            _ => {}
        }
        choices.into_iter().flatten()
    }

    /// Returns what can come of a deal after a move.
    fn explore_move(&mut self, state: &DealState, player_move: Move) -> ReachableResults {
        if let Some((next, _)) = self.apply_move(state, player_move) {
            self.explore_position(&next)
        } else {
            ReachableResults::of_result(self.ends.number_of_result(state))
        }
    }

    /// Returns the deal after a move, and who has won the trick if the move ends it; `None` if the move is refused.
    fn apply_move(
        &mut self,
        state: &DealState,
        player_move: Move,
    ) -> Option<(DealState, Option<Seat>)> {
        let mut next = *state;
        self.events.clear();
        apply(
            self.rules,
            &mut next,
            TrickAct::Move(state.mover, player_move),
            &mut self.events,
        )
        .ok()?;
        Some((
            next,
            self.events
                .iter()
                .find_map(|event| event.details.as_trick_winner()),
        ))
    }

    /// Returns who can win the trick after a move of the mover.
    pub fn trick_winners(
        &mut self,
        state: &DealState,
        player_move: Move,
    ) -> PossibleAndBestPlayWinners {
        PossibleAndBestPlayWinners {
            all: self.possible_trick_winners(state, player_move),
            best: self.expected_trick_winner(state, player_move),
        }
    }

    fn possible_trick_winners(&mut self, state: &DealState, player_move: Move) -> SeatSet {
        match self.apply_move(state, player_move) {
            Some((_, Some(winner))) => SeatSet::NONE.with(winner),
            Some((next, None)) => {
                let mut takers = SeatSet::NONE;
                for reply in self.distinct_moves(&next) {
                    takers = takers.union(self.possible_trick_winners(&next, reply));
                }
                takers
            }
            None => SeatSet::NONE,
        }
    }

    fn expected_trick_winner(&mut self, state: &DealState, player_move: Move) -> Option<Seat> {
        match self.apply_move(state, player_move)? {
            (_, won @ Some(_)) => won,
            (next, None) => self
                .best_move(&next)
                .and_then(|reply| self.expected_trick_winner(&next, reply)),
        }
    }
}

/// The moves that the players made before the first card was played, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesBeforeFirstCard(pub Vec<(Seat, Move)>);

/// The solver that was used last, and the deal for which it was made.
pub type LastSolverAndDeal<'a> = Option<(Solver<'a>, DealState)>;

/// The moves of a player who may not make the move that they made, or was not asked then: the first that is legal.
const FALLBACK_MOVES: [Move; 9] = [
    Move::LeaveTurnUp,
    Move::Claim,
    Move::LeavePack,
    Move::KeepTrump,
    Move::Stand,
    Move::Join,
    Move::Pass,
    Move::Lurk,
    Move::Fold,
];

impl MovesBeforeFirstCard {
    /// Returns what can come of the deal for the mover if they declare this, chips counted from before the declaration; `None`
    /// if the declaration is refused.
    ///
    /// Later players make the moves that they made, with the same cards. A player who may not make their move, or was not
    /// asked then, stands and goes in, and claims a flush. `cache` is used if it is for the same deal, and is updated.
    pub fn outcome_with_declaration<'a>(
        &self,
        rules: &'a TrickRules,
        state: &DealState,
        player_move: Move,
        cache: &mut LastSolverAndDeal<'a>,
    ) -> Option<SeatOutcomeRange> {
        let since = with_unlimited_purses(state);
        let after = self.finish_declarations(rules, &since, player_move)?;
        if !cache.as_ref().is_some_and(|(_, begins)| *begins == after) {
            *cache = Some((Solver::new(rules, &after)?, after));
        }
        Some(cache.as_mut()?.0.outcome_range(&since, &after, state.mover))
    }

    /// Returns the deal when its first card is to be played, or when it is over without one.
    fn finish_declarations(
        &self,
        rules: &TrickRules,
        state: &DealState,
        declared: Move,
    ) -> Option<DealState> {
        let mut next = try_move(rules, state, declared)?;
        while next.awaits_move() && next.stage != DealStage::In(DealPhase::Tricks) {
            next = self.apply_one_replayed_move(rules, &next)?;
        }
        Some(next)
    }

    /// Returns the state after one move: the first legal one of those that the mover made, or else
    /// of [`FALLBACK_MOVES`].
    fn apply_one_replayed_move(&self, rules: &TrickRules, state: &DealState) -> Option<DealState> {
        for (seat, player_move) in &self.0 {
            if *seat == state.mover
                && let Some(next) = try_move(rules, state, *player_move)
            {
                return Some(next);
            }
        }
        FALLBACK_MOVES
            .into_iter()
            .find_map(|player_move| try_move(rules, state, player_move))
    }
}

/// Returns the deal after a move of the mover; `None` if it is refused.
fn try_move(rules: &TrickRules, state: &DealState, player_move: Move) -> Option<DealState> {
    let mut next = *state;
    let act = TrickAct::Move(state.mover, player_move);
    match apply(rules, &mut next, act, &mut Vec::new()) {
        Ok(()) => Some(next),
        Err(_) => None,
    }
}
