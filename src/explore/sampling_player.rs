//! A player who samples. The cards that the player cannot see are dealt anew a number of times, each legal move is played
//! out by the strategy with the same cards, and the move with the best mean is chosen.

use super::odds::Mean;
use super::redeal::KnownCards;
use super::strategy::{PlayerView, STRATEGY};
use super::unseen_hand_fit::UnseenHandWeigher;
use super::{DeclarationPlan, RandomPlayer, chips_gained, play_out_by_strategy};
use crate::cards::{Seat, Suit};
use crate::engine::{DealStage, DealState, Event, Move, playable_cards};
use crate::rules::{DealPhase, TrickRules, Verb};

/// The seed of the random numbers. The same view of a deal gives the same move.
const SEED: u64 = 1;

/// A move replaces that of the strategy if its mean is better by this number of standard errors.
const NEEDED_ERRORS: f64 = 2.0;
/// After a quarter of the samples a move is dropped if it is worse than the best by this number of standard errors.
const DROPPED_ERRORS: f64 = 3.0;

/// A player who samples the cards that they cannot see.
///
/// ```
/// use mouche::explore::{RandomPlayer, SamplingPlayer, play_example};
///
/// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// let moves = play_example(rules, 3, RandomPlayer::with_sensible_declarations(3)).expect("a deal").moves;
/// let (state, _) = moves[moves.len() - 1];
/// let player = SamplingPlayer::new(4);
/// let chosen = player.choose_move(rules, &moves[..moves.len() - 1], &state);
/// assert_eq!(chosen, player.choose_move(rules, &moves[..moves.len() - 1], &state), "the same view, the same move");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SamplingPlayer {
    samples: u32,
    sees_all_cards: bool,
}

impl SamplingPlayer {
    /// Returns a player who deals the unseen cards this number of times.
    pub fn new(samples: u32) -> SamplingPlayer {
        SamplingPlayer {
            samples,
            sees_all_cards: false,
        }
    }

    /// Returns a player who sees the cards of all players. Only the order of the stock is unknown to them. No such player is
    /// fair: they are a measure for the others.
    pub fn seeing_all_hands(samples: u32) -> SamplingPlayer {
        SamplingPlayer {
            samples,
            sees_all_cards: true,
        }
    }

    /// Returns the mover's move; `None` if nobody has to move. `past` has the moves made in the deal, each with the state
    /// before it.
    pub fn choose_move(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
    ) -> Option<Move> {
        let [best, _] = self.best_and_strategy_moves(rules, past, state)?;
        Some(best.player_move)
    }

    /// Returns the best move of the mover, and that of the strategy, each with its mean result;
    /// none if nobody has to move.
    pub fn best_and_strategy_moves(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
    ) -> Option<[MoveWithMeanChips; 2]> {
        let moves = considered_moves(rules, state)?;
        let weighed = self.weigh_choices(rules, past, state, moves, true);
        let by_the_book = weighed[0];
        let best = weighed
            .iter()
            .skip(1)
            .filter(|choice| !choice.is_dropped && choice.is_better_than_first(NEEDED_ERRORS))
            .max_by(|one, other| one.lead.estimate().total_cmp(&other.lead.estimate()));
        Some([*best.unwrap_or(&by_the_book), by_the_book])
    }

    /// Returns these moves of the mover, each with its mean result, and with its lead over the first of them.
    pub fn weigh_moves(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
        moves: Vec<Move>,
    ) -> Vec<MoveWithMeanChips> {
        self.weigh_choices(rules, past, state, moves, false)
    }

    /// Returns these moves of the mover, each with its mean result. If there is only one, nothing is dealt. `drops_worse` is true
    /// if only the best of them matters.
    fn weigh_choices(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
        moves: Vec<Move>,
        drops_worse: bool,
    ) -> Vec<MoveWithMeanChips> {
        let mut choices: Vec<MoveWithMeanChips> =
            moves.into_iter().map(MoveWithMeanChips::new).collect();
        if choices.len() < 2 {
            return choices;
        }
        let known_cards = KnownCards::new(rules, past, state).expecting_no_discarded_trumps(past);
        let likelihood = UnseenHandWeigher::new(rules, past, state);
        let mut cards = RandomPlayer::new(SEED);
        let mut events = Vec::new();
        for time in 0..self.samples {
            let dealt = if self.sees_all_cards {
                *state
            } else {
                likelihood.sample_fitting_deal(&known_cards, &mut cards)
            };
            let stock_seed = SEED ^ ((u64::from(time) + 1) << 8);
            let mut first_result = 0.0;
            for (index, choice) in choices.iter_mut().enumerate() {
                if choice.is_dropped {
                    continue;
                }
                let mut stock = RandomPlayer::new(stock_seed);
                let Ok(end) = play_out_by_strategy(
                    rules,
                    &dealt,
                    choice.player_move,
                    &mut stock,
                    &mut events,
                ) else {
                    choice.is_dropped = true;
                    continue;
                };
                let result = chips_gained(&dealt, &end, dealt.mover) as f64;
                if index == 0 {
                    first_result = result;
                }
                choice.chips.add_result(result);
                choice.lead.add_result(result - first_result);
                choice.tricks.add_deal(dealt.mover, &end, &events, result);
            }
            if drops_worse && time + 1 == self.samples.div_ceil(4) {
                drop_worse_choices(&mut choices);
            }
        }
        choices
    }
}

/// A choice of the mover, and what it brings on average.
#[derive(Clone, Copy, Debug)]
pub struct MoveWithMeanChips {
    /// The move.
    pub player_move: Move,
    /// The chips that the move brings.
    pub chips: Mean,
    /// The chips that the move brings more than the first choice, with the same cards.
    lead: Mean,
    /// The tricks that the mover wins after the move.
    pub(crate) tricks: TrickTally,
    /// True if the move is refused, or was clearly worse than another after some samples.
    is_dropped: bool,
}

impl MoveWithMeanChips {
    fn new(player_move: Move) -> MoveWithMeanChips {
        MoveWithMeanChips {
            player_move,
            chips: Mean::default(),
            lead: Mean::default(),
            tricks: TrickTally::default(),
            is_dropped: false,
        }
    }

    /// Returns by how many standard errors the move is better than the first choice; less than 0 if it is worse.
    pub fn lead_in_standard_errors(&self) -> f64 {
        self.lead.estimate() / (self.lead.standard_error() + 1e-9)
    }

    /// Returns by how many chips the move is better than the first choice on average; less than 0 if it is worse.
    pub fn lead_in_chips(&self) -> f64 {
        self.lead.estimate()
    }

    /// Returns whether the move is better than the first choice by this number of standard errors.
    fn is_better_than_first(&self, standard_errors: f64) -> bool {
        self.lead.estimate() > standard_errors * self.lead.standard_error() + 1e-9
    }
}

/// The tricks that a player wins in deals that were played out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TrickTally {
    /// The number of deals in which the player wins the first trick that is finished.
    pub(crate) first_trick: u64,
    /// The number of tricks in all deals.
    pub(crate) won: u32,
    /// The chips that the player gains in the deals in which they win too few tricks.
    pub(crate) too_few: Mean,
    /// The largest number of tricks that the player had to win.
    pub(crate) needed: u8,
}

impl TrickTally {
    /// Counts a deal that has ended, after these events.
    fn add_deal(&mut self, player: Seat, end: &DealState, events: &[Event], chips: f64) {
        let winners = events.iter().map(|event| event.details.as_trick_winner());
        let first = winners.flatten().next();
        self.first_trick += u64::from(first == Some(player));
        self.won += u32::from(end.tricks_won[player]);
        self.needed = self.needed.max(end.tricks_undertaken[player]);
        if first.is_some() && end.is_short_of_tricks(player) {
            self.too_few.add_result(chips);
        }
    }
}

/// Drops the choices that are clearly worse than the best. The first is kept, because the others are compared with it.
fn drop_worse_choices(choices: &mut [MoveWithMeanChips]) {
    let best = choices
        .iter()
        .filter(|choice| !choice.is_dropped)
        .map(|choice| choice.lead.estimate())
        .fold(f64::MIN, f64::max);
    for choice in choices.iter_mut().skip(1) {
        let gap = best - choice.lead.estimate();
        choice.is_dropped |= gap > DROPPED_ERRORS * choice.lead.standard_error() && gap > 0.0;
    }
}

/// Returns the moves that the mover considers, that of the strategy first; `None` if nobody has to move.
pub fn considered_moves(rules: &TrickRules, state: &DealState) -> Option<Vec<Move>> {
    let mut choices = vec![STRATEGY.choose_move(rules, state)?];
    for choice in candidate_moves(rules, state) {
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    Some(choices)
}

/// Returns the moves that are worth a thought at the stage of the deal. Some of them may be refused.
fn candidate_moves(rules: &TrickRules, state: &DealState) -> Vec<Move> {
    let view = PlayerView::new(rules, state);
    let mut moves = Vec::new();
    match state.stage {
        DealStage::In(DealPhase::Tricks) => {
            let cards = playable_cards(rules, state).cards;
            moves.extend(cards.into_iter().map(Move::Play));
        }
        DealStage::In(DealPhase::Naming) => {
            moves.extend(Suit::ALL.into_iter().map(Move::Name));
            if view.can_make(Verb::KeepTrump) {
                moves.push(Move::KeepTrump);
            }
        }
        DealStage::In(DealPhase::TurnUp) => {
            moves.push(Move::LeaveTurnUp);
            let cards = state.cards_to_give_for_turn_up();
            moves.extend(cards.into_iter().map(Move::TakeTurnUp));
        }
        DealStage::In(DealPhase::Round(_)) => {
            for plan in DeclarationPlan::ALL {
                moves.extend(plan.move_for(rules, state));
            }
            for count in 1..=view.max_exchange() {
                moves.push(Move::exchange_of(view.lowest_cards(view.hand(), count)));
            }
        }
        _ => {}
    }
    moves
}
