//! Puzzles: a decision of the learner between two answers, one of which is clearly better for a player who sees their own cards
//! only. A sharp player judges that; what the others really hold plays no part.

use super::drill::play_by_strategy_until;
use super::{GameDeals, Session, SessionSetup, mean_in_words, move_words};
use crate::cards::{CardSet, Seat};
use crate::engine::{DealStage, DealState, Move, move_offer, playable_cards};
use crate::explore::odds::Mean;
use crate::explore::{ComputerLevel, MoveWithMeanChips, SamplingPlayer, considered_moves};
use crate::narrate::format_decimal;
use crate::rules::{CommonRules, DealPhase, TrickRules, Verb};

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
            DealStage::In(DealPhase::Tricks) if !self.is_declaration => {
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
            DealStage::In(DealPhase::Round(_)) if self.is_declaration => {
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

/// By this many of 100 deals two answers differ enough to be a reason.
const TELLING_DEALS: u64 = 5;
/// By this many tricks two answers differ enough to be a reason.
const TELLING_TRICKS: f64 = 0.1;

/// A decision between two answers, as a sharp player judges it.
pub(crate) struct Puzzle {
    /// The cards of the player who decides.
    hand: CardSet,
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

    /// Says why the right answer is better: what happened after each in the deals that were played out.
    pub(crate) fn reason(&self, rules: &CommonRules) -> String {
        match self.answers.map(|answer| answer.player_move) {
            [Move::Play(_), Move::Play(_)] => self.compare_cards(),
            [_, staying] => self.describe_staying(&move_words(rules, staying)),
        }
    }

    /// Says what each of two cards does for the trick, for the tricks of the deal, and for the chips.
    fn compare_cards(&self) -> String {
        let right = self.right();
        let answers = [right, 1 - right].map(|at| self.answers[at]);
        let [card, other] = answers.map(MoveWithMeanChips::played_card_sign);
        let takes = answers.map(|answer| answer.of_100_deals(answer.tricks.first_trick));
        let losses = answers.map(|answer| answer.of_100_deals(answer.tricks.too_few.of));
        let won = answers.map(MoveWithMeanChips::mean_tricks);
        let mut words = if takes[0] == takes[1] {
            format!(
                "Both {card} and {other} take this trick in {} of 100 deals.",
                takes[0]
            )
        } else {
            let [first, second] = takes;
            format!("{card} takes this trick in {first} of 100 deals, {other} in {second}.")
        };
        // A card that takes the trick less often must have another advantage.
        let but = if takes[0] < takes[1] {
            "But with"
        } else {
            "With"
        };
        if losses[0] + TELLING_DEALS <= losses[1] {
            let few = answers[0].losing_tricks_in_words();
            let [first, second] = losses;
            words += &format!(
                " {but} {card} you win {few} in {first} of 100 deals, with {other} in {second}."
            );
        } else if won[0] > won[1] + TELLING_TRICKS {
            let [first, second] = won.map(|tricks| format_decimal(tricks, 1));
            words +=
                &format!(" {but} {card} you win {first} tricks on average, with {other} {second}.");
        }
        let [first, second] = answers.map(|answer| mean_in_words(answer.chips));
        words + &format!(" On average {card} brings {first}, {other} {second}.")
    }

    /// Says what staying in with these cards brings, in the deals with too few tricks and in the others, and what folding brings.
    fn describe_staying(&self, words: &str) -> String {
        let [folding, staying] = self.answers;
        let hand = self.hand;
        let deals = staying.of_100_deals(staying.tricks.too_few.of);
        let few = staying.losing_tricks_in_words();
        let mut words = format!(
            "With {hand} the best way to stay in is to {words}. Then you win {few} in {deals} of 100 deals"
        );
        if let Some([short, others]) = staying.mean_chips_losing_and_others() {
            words += &format!(", and these bring {short} on average, the others {others}");
        }
        let [first, second] = [staying, folding].map(|answer| mean_in_words(answer.chips));
        words + &format!(". Staying in brings {first} on average, folding {second}.")
    }
}

/// Returns a session that stands at the decision of a puzzle, the first from the seed on, and the puzzle.
pub(crate) fn find_puzzle(
    setup: &SessionSetup,
    seed: u64,
    has_folding: bool,
) -> Option<(Session, Puzzle)> {
    let target = SoughtPuzzleDecision::of_seed(seed, has_folding);
    let seats = setup.players.len() as u64;
    for deal_seed in seed..seed.saturating_add(MOST_DEALS) {
        let setup = SessionSetup {
            learner: Seat((deal_seed % seats) as u8),
            ..setup.clone()
        };
        let mut found = None;
        // Of a deal in which the learner defends the pack, the strategy plays only a part.
        let session = play_by_strategy_until(setup, deal_seed, &mut |session, _| {
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
        self.puzzle_of_kind(target, FEW_SAMPLES)
            .filter(|puzzle| puzzle.is_clear(target, FEW_SAMPLES_LEAD))?;
        self.puzzle_of_kind(target, ComputerLevel::Sharp.sample_count())
            .filter(|puzzle| puzzle.is_clear(target, CLEAR_LEAD) && puzzle.is_worth_finding())
    }

    /// Returns a puzzle of the two best answers, if the learner's decision is of the target's kind.
    fn puzzle_of_kind(&self, target: SoughtPuzzleDecision, samples: u32) -> Option<Puzzle> {
        let GameDeals::Tricks(tricks) = &self.game else {
            return None;
        };
        let rules = &tricks.deals.rules;
        let state = tricks.current_deal_asking_learner(&self.setup)?;
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
            hand: state.hands[state.mover],
            answers: [*first, *second],
            lead: second.lead_in_standard_errors(),
            chips: second.lead_in_chips(),
        })
    }
}

impl MoveWithMeanChips {
    /// Returns a number of the deals that were played out, as a number of 100 deals.
    fn of_100_deals(self, number: u64) -> u64 {
        let deals = self.chips.of.max(1);
        (number * 100 + deals / 2) / deals
    }

    /// Returns the mean number of tricks.
    fn mean_tricks(self) -> f64 {
        f64::from(self.tricks.won) / self.chips.of.max(1) as f64
    }

    /// Returns the card that is played, as it is written.
    fn played_card_sign(self) -> String {
        match self.player_move {
            Move::Play(card) => card.to_string(),
            _ => String::new(),
        }
    }

    /// Returns the words for the tricks of a player who loses.
    fn losing_tricks_in_words(self) -> &'static str {
        if self.tricks.needed > 1 {
            "too few tricks"
        } else {
            "no trick"
        }
    }

    /// Returns what the deals with too few tricks bring on average, and what the others bring; none if all deals are of one kind.
    fn mean_chips_losing_and_others(self) -> Option<[String; 2]> {
        let short = self.tricks.too_few;
        let others = Mean {
            of: self.chips.of - short.of,
            sum: self.chips.sum - short.sum,
            ..Mean::default()
        };
        (short.of > 0 && others.of > 0).then(|| [short, others].map(mean_in_words))
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
