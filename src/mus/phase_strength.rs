//! What four cards are worth in each phase.

use crate::cards::{CardSet, InsertionSort, Rank};
use crate::rules::MusRules;
use crate::rules::mus_values::{
    BettingPhase, CoupleOrder, JeuOrder, PhaseHandOrder, RoyalThirtyOne,
};
use std::cmp::Reverse;

/// Cards of equal rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairKind {
    /// Two cards.
    Pair,
    /// Three cards.
    Moyenne,
    /// Two pairs, or four cards.
    Double,
}

/// The levels of some cards, the highest first. The rank at the top of the order has level 13.
struct HeldCardLevels {
    levels: [u32; 5],
    count: usize,
}

impl HeldCardLevels {
    fn new(rules: &MusRules, cards: CardSet) -> HeldCardLevels {
        let mut levels = [0; 5];
        let count = cards.len().min(levels.len());
        for (level, card) in levels.iter_mut().zip(cards) {
            *level = 13 - rules.rank.value.index_from_top(card.rank());
        }
        levels[..count].insertion_sort_by_key(|level| Reverse(*level));
        HeldCardLevels { levels, count }
    }

    fn as_slice(&self) -> &[u32] {
        &self.levels[..self.count]
    }
}

/// Returns a number with these hexadecimal digits, the first one highest.
fn number_from_hex_digits(digits: impl Iterator<Item = u32>) -> u64 {
    let mut number = 0;
    for digit in digits {
        number = number * 16 + u64::from(digit);
    }
    number
}

/// Returns the total of cards for Jeu and Point.
pub fn card_total(rules: &MusRules, cards: CardSet) -> u32 {
    cards
        .into_iter()
        .map(|card| rules.card_points(card.rank()))
        .sum()
}

/// Returns the best couple of a hand and the levels of its ranks, the higher first; 0 for a rank that it lacks.
fn couple_with_levels(rules: &MusRules, cards: CardSet) -> Option<(PairKind, [u32; 2])> {
    let levels = HeldCardLevels::new(rules, cards);
    let mut equal_cards = levels
        .as_slice()
        .chunk_by(u32::eq)
        .filter(|run| run.len() > 1);
    let first = equal_cards.next()?;
    if first.len() >= 4 {
        return Some((PairKind::Double, [first[0]; 2]));
    }
    if let Some(second) = equal_cards.next() {
        return Some((PairKind::Double, [first[0], second[0]]));
    }
    let couple = if first.len() == 3 {
        PairKind::Moyenne
    } else {
        PairKind::Pair
    };
    Some((couple, [first[0], 0]))
}

/// Returns a number for the cards that are in no couple, for editions where they decide between equal couples.
fn kicker_strength(rules: &MusRules, cards: CardSet) -> u64 {
    if rules.couples_compare.value != CoupleOrder::Kicker {
        return 0;
    }
    let levels = HeldCardLevels::new(rules, cards);
    let runs = levels.as_slice().chunk_by(u32::eq);
    number_from_hex_digits(runs.filter(|run| run.len() == 1).map(|run| run[0]))
}

/// Returns the best couple of a hand.
pub fn couple_in(rules: &MusRules, cards: CardSet) -> Option<PairKind> {
    couple_with_levels(rules, cards).map(|(couple, _)| couple)
}

/// Returns whether a hand has what a phase is about.
pub fn qualifies_for(rules: &MusRules, phase: BettingPhase, cards: CardSet) -> bool {
    match phase {
        BettingPhase::Couples => couple_in(rules, cards).is_some(),
        BettingPhase::Jeu => card_total(rules, cards) > 30,
        BettingPhase::Grande | BettingPhase::Petite | BettingPhase::Point => true,
    }
}

/// Returns whether a hand is a royal 31: three sevens and a card of a rank that the edition names.
pub(super) fn is_royal(rules: &MusRules, cards: CardSet) -> bool {
    let mut sevens = 0;
    let mut other_rank = None;
    for card in cards {
        if card.rank() == Rank::Seven {
            sevens += 1;
        } else {
            other_rank = Some(card.rank());
        }
    }
    let is_rank_royal = match rules.jeu_compare.value.royal {
        RoyalThirtyOne::None => false,
        RoyalThirtyOne::King => other_rank == Some(Rank::King),
        RoyalThirtyOne::Figure => matches!(other_rank, Some(Rank::King | Rank::Queen | Rank::Jack)),
    };
    sevens == 3 && is_rank_royal
}

/// Returns how good a hand is in a phase: the higher the better, and equal for hands that are equal in the phase.
///
/// ```
/// use mouche::cards::{CardLanguage, CardSet, read_card};
/// use mouche::mus::hand_strength;
/// use mouche::rules::mus_values::BettingPhase;
///
/// let rules = mouche::editions::mus_edition("mus-pairs").expect("an edition");
/// let hand = |cards: &str| -> CardSet {
///     cards.split(' ').filter_map(|card| read_card(card, CardLanguage::English).ok()).collect()
/// };
/// let (kings, queens) = (hand("K♠ 4♥ 5♦ A♣"), hand("Q♠ Q♥ Q♦ Q♣"));
/// let strength = |phase, cards| hand_strength(rules, phase, cards);
/// assert!(strength(BettingPhase::Grande, kings) > strength(BettingPhase::Grande, queens));
/// assert!(strength(BettingPhase::Couples, kings) < strength(BettingPhase::Couples, queens));
/// ```
pub fn hand_strength(rules: &MusRules, phase: BettingPhase, cards: CardSet) -> u64 {
    match phase {
        BettingPhase::Grande => strength_by(rules, rules.grande_compare.value, cards),
        BettingPhase::Petite => strength_by(rules, rules.petite_compare.value, cards),
        BettingPhase::Point => strength_by(rules, rules.point_compare.value, cards),
        BettingPhase::Couples => couple_strength(rules, cards),
        BettingPhase::Jeu => jeu_strength(rules, cards),
    }
}

fn strength_by(rules: &MusRules, order: PhaseHandOrder, cards: CardSet) -> u64 {
    let levels = HeldCardLevels::new(rules, cards);
    let highest_first = levels.as_slice().iter().copied();
    match order {
        PhaseHandOrder::HighestFirst => number_from_hex_digits(highest_first),
        PhaseHandOrder::LowestFirst => {
            number_from_hex_digits(highest_first.rev().map(|level| 15 - level))
        }
        PhaseHandOrder::HighestTo30 => match card_total(rules, cards) {
            total @ ..=30 => total.into(),
            _ => 0,
        },
    }
}

fn couple_strength(rules: &MusRules, cards: CardSet) -> u64 {
    let Some((couple, [high, low])) = couple_with_levels(rules, cards) else {
        return 0;
    };
    let digits = [couple as u32 + 1, high, low];
    (number_from_hex_digits(digits.into_iter()) << 16) + kicker_strength(rules, cards)
}

fn jeu_strength(rules: &MusRules, cards: CardSet) -> u64 {
    match card_total(rules, cards) {
        ..=30 => 0,
        31 => 1000 + u64::from(is_royal(rules, cards)),
        32 if rules.jeu_compare.value.order == JeuOrder::Standard => 999,
        total => total.into(),
    }
}
