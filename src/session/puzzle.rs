//! Puzzles: a decision of the learner between two answers, one of which is clearly better for a player who sees their own cards
//! only. A sharp player judges that; what the others really hold plays no part.

use super::drill::play_deal_by_strategy;
use super::{GameDeals, PlayersAndTable, Session, mean_in_words};
use crate::cards::Seat;
use crate::engine::{DealState, Move, Stage, move_offer, playable_cards};
use crate::explore::{ComputerLevel, MoveWithMeanChips, SamplingPlayer, considered_moves};
use crate::rules::{DealPhase, TrickRules, Verb};

/// The name of the puzzles in the question of a page.
pub(crate) const PUZZLE: &str = "puzzle";
/// The name of puzzles at a table where folding is never the question.
pub(crate) const CARD_PUZZLE: &str = "card-puzzle";

/// The most deals that are searched for a puzzle.
const MOST_DEALS: u64 = 2_000;
/// The number of samples with which most decisions are ruled out.
const FEW_SAMPLES: u32 = 12;
/// With few samples the right answer leads by this number of standard errors.
const FEW_SAMPLES_LEAD: f64 = 1.0;
/// The right answer leads the other by this number of standard errors. A decision without such an answer is no puzzle.
const CLEAR_LEAD: f64 = 4.0;

/// By more than this number of chips the right answer leads on average. In games with small pools, few answers lead by a whole chip.
const LEAST_LEAD_IN_CHIPS: f64 = 0.5;

/// The decision that a puzzle asks for. It follows from the seed alone, so that each answer is right equally often.
#[derive(Clone, Copy, Debug)]
struct SoughtPuzzleDecision {
    /// True for folding or staying in, false for one of two cards.
    is_declaration: bool,
    /// Which of the two answers is right.
    right: usize,
    /// A number that chooses two cards of several.
    pair: usize,
}

impl SoughtPuzzleDecision {
    fn of_seed(seed: u64, has_folding: bool) -> SoughtPuzzleDecision {
        let roll = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize;
        SoughtPuzzleDecision {
            is_declaration: has_folding && roll.is_multiple_of(3),
            right: roll / 3 % 2,
            pair: roll / 6,
        }
    }

    /// Returns the moves between which the mover decides, if the decision is of this kind: a move for the first answer, and the
    /// others for the second.
    fn compared_moves(self, rules: &TrickRules, state: &DealState) -> Option<Vec<Move>> {
        match state.stage {
            Stage::In(DealPhase::Tricks) if !self.is_declaration => {
                let playable = playable_cards(rules, state).cards;
                let order = &rules.rank.value;
                let cards = order.sort_cards_by_suit(playable);
                if cards.len() < 2 {
                    return None;
                }
                let first = self.pair % (cards.len() - 1);
                let second = first + 1 + self.pair / 8 % (cards.len() - 1 - first);
                let mut pair = [cards[first], cards[second]];
                // The higher rank comes first, so that neither high nor low cards are right more often.
                if order.index_from_top(pair[0].rank()) > order.index_from_top(pair[1].rank()) {
                    pair.reverse();
                }
                Some(pair.map(Move::Play).to_vec())
            }
            Stage::In(DealPhase::Round(_)) if self.is_declaration => {
                move_offer(rules, state, Verb::Fold).filter(|fold| fold.is_open)?;
                let mut moves = considered_moves(rules, state)?;
                moves.retain(|does| *does != Move::Fold);
                moves.insert(0, Move::Fold);
                Some(moves)
            }
            _ => None,
        }
    }
}

/// A decision between two answers, as a sharp player judges it.
pub(crate) struct Puzzle {
    /// The two answers, with the best move of each.
    pub(crate) answers: [MoveWithMeanChips; 2],
    /// By how many standard errors the second answer leads.
    lead: f64,
    /// By how many chips the second answer leads on average.
    chips: f64,
}

impl Puzzle {
    /// Returns the place of the right answer.
    pub(crate) fn right(&self) -> usize {
        usize::from(self.lead > 0.0)
    }

    /// Returns what an answer brings.
    pub(crate) fn result_in_words(&self, answer: usize) -> String {
        mean_in_words(self.answers[answer].chips)
    }
}

/// Returns a session that stands at the decision of a puzzle, the first from the seed on, and the puzzle.
pub(crate) fn find_puzzle(
    company: &PlayersAndTable,
    seed: u64,
    has_folding: bool,
) -> Option<(Session, Puzzle)> {
    let target = SoughtPuzzleDecision::of_seed(seed, has_folding);
    let seats = company.players.len() as u64;
    for deal_seed in seed..seed.saturating_add(MOST_DEALS) {
        let company = PlayersAndTable {
            learner: Seat((deal_seed % seats) as u8),
            ..company.clone()
        };
        let mut found = None;
        // Of a deal in which the learner defends the pack, the strategy plays only a part.
        let session = play_deal_by_strategy(company, deal_seed, &mut |session, _| {
            found = session.puzzle(target);
            found.is_some()
        });
        if let Some(session) = session
            && let Some(puzzle) = found
        {
            return Some((session, puzzle));
        }
    }
    None
}

impl Session {
    /// Returns the puzzle of the learner's decision, if its right answer is that of the target.
    fn puzzle(&self, target: SoughtPuzzleDecision) -> Option<Puzzle> {
        self.weigh_answers(target, FEW_SAMPLES)
            .filter(|puzzle| puzzle.is_clear(target, FEW_SAMPLES_LEAD))?;
        self.weigh_answers(target, ComputerLevel::Sharp.sample_count())
            .filter(|puzzle| puzzle.is_clear(target, CLEAR_LEAD) && puzzle.is_worth_finding())
    }

    /// Returns a puzzle of the two best answers, if the learner's decision is of the target's kind.
    fn weigh_answers(&self, target: SoughtPuzzleDecision, samples: u32) -> Option<Puzzle> {
        let GameDeals::Tricks(tricks) = &self.game else {
            return None;
        };
        let rules = &tricks.deals.rules;
        let state = tricks.current_deal_asking_learner(&self.company)?;
        let moves = target.compared_moves(rules, state)?;
        let past = &tricks.deals.all.last()?.moves;
        let weighed = SamplingPlayer::new(samples).weigh_moves(rules, past, state, moves);
        let (first, others) = weighed.split_first()?;
        let second = others
            .iter()
            .filter(|choice| choice.chips.of > 0)
            .max_by(|one, other| {
                let [one, other] = [one, other].map(|choice| choice.chips.estimate());
                one.total_cmp(&other)
            })?;
        Some(Puzzle {
            answers: [*first, *second],
            lead: second.lead_in_errors(),
            chips: second.lead_in_chips(),
        })
    }
}

impl Puzzle {
    /// Returns whether the right answer brings enough chips more to be worth finding.
    fn is_worth_finding(&self) -> bool {
        self.chips.abs() > LEAST_LEAD_IN_CHIPS
    }

    /// Returns whether the right answer is that of the target, and leads by more than this number of standard errors.
    fn is_clear(&self, target: SoughtPuzzleDecision, errors: f64) -> bool {
        self.right() == target.right && self.lead.abs() > errors
    }
}

#[cfg(test)]
#[path = "../../tests/unit/session_puzzle.rs"]
mod tests;
