//! What wins a phase: what four cards are worth in each, and who of several is the best. Every comparison is a strict order of
//! the players: where two hold the same, their seats decide.

use super::hand::Hand;
use crate::cards::{Rank, Seat, Seats, Set};
use crate::rules::mus::{Compare, CoupleOrder, JeuOrder, Lance, Royal, Tie};
use crate::rules::{Ruleset, Topic};

/// Cards that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Couple {
    /// Two.
    Pair,
    /// Three.
    Moyenne,
    /// Two pairs, or four.
    Double,
}

/// The levels of cards, from the highest down: of the rank at the top of the order 13.
fn levels(rules: &Ruleset, cards: Set) -> ([u32; 5], usize) {
    let (mut levels, mut count) = ([0; 5], 0);
    for card in cards.into_iter().take(5) {
        levels[count] = 13 - rules.rank.value.place(card.rank());
        count += 1;
    }
    levels[..count].sort_unstable_by(|one, other| other.cmp(one));
    (levels, count)
}

fn number(digits: impl Iterator<Item = u32>) -> u64 {
    digits.fold(0, |number, digit| number * 16 + u64::from(digit))
}

/// What the cards come to for Jeu and Point.
pub fn total(rules: &Ruleset, cards: Set) -> u32 {
    let worth = |rank: Rank| match rules.rank.value.counts_as(rank) {
        Rank::King | Rank::Queen | Rank::Jack => u32::from(rules.value.value.court),
        Rank::Ace => 1,
        rank => rank as u32 + 2,
    };
    cards.into_iter().map(|card| worth(card.rank())).sum()
}

/// The couples of a hand, the levels of their ranks from the higher down, and the levels of what is in none.
fn couples(rules: &Ruleset, cards: Set) -> Option<(Couple, [u32; 2], u64)> {
    let (levels, count) = levels(rules, cards);
    let runs = || levels[..count].chunk_by(|one, other| one == other);
    let kicker = number(runs().filter(|run| run.len() == 1).map(|run| run[0]));
    let mut pairs = runs().filter(|run| run.len() > 1);
    let (first, second) = (pairs.next()?, pairs.next());
    Some(match (first.len(), second) {
        (4.., _) => (Couple::Double, [first[0]; 2], kicker),
        (_, Some(second)) => (Couple::Double, [first[0], second[0]], kicker),
        (3, None) => (Couple::Moyenne, [first[0], 0], kicker),
        (_, None) => (Couple::Pair, [first[0], 0], kicker),
    })
}

/// The couples of a hand, if it has any.
pub fn couple(rules: &Ruleset, cards: Set) -> Option<Couple> {
    couples(rules, cards).map(|(couple, ..)| couple)
}

/// Whether a hand has what is bid on in a phase.
pub fn has(rules: &Ruleset, lance: Lance, cards: Set) -> bool {
    match lance {
        Lance::Couples => couple(rules, cards).is_some(),
        Lance::Jeu => total(rules, cards) > 30,
        _ => true,
    }
}

/// Whether a 31 is royal.
pub(super) fn is_royal(rules: &Ruleset, cards: Set) -> bool {
    let sevens = cards.into_iter().filter(|card| card.rank() == Rank::Seven).count();
    let with = cards.into_iter().map(|card| card.rank()).find(|rank| *rank != Rank::Seven);
    let fits = match rules.jeu_compare.value.royal {
        Royal::None => false,
        Royal::King => with == Some(Rank::King),
        Royal::Figure => matches!(with, Some(Rank::King | Rank::Queen | Rank::Jack)),
    };
    sevens == 3 && fits
}

/// How good a hand is in a phase: the higher the better, and the same for hands that are alike in it.
///
/// ```
/// use mouche::cards::{Letters, Set, read_card};
/// use mouche::mus::strength;
/// use mouche::rules::mus::Lance;
///
/// let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
/// let hand = |cards: &str| -> Set {
///     cards.split(' ').filter_map(|card| read_card(card, Letters::English).ok()).collect()
/// };
/// let (kings, queens) = (hand("K♠ 4♥ 5♦ A♣"), hand("Q♠ Q♥ Q♦ Q♣"));
/// assert!(strength(rules, Lance::Grande, kings) > strength(rules, Lance::Grande, queens));
/// assert!(strength(rules, Lance::Couples, kings) < strength(rules, Lance::Couples, queens));
/// ```
pub fn strength(rules: &Ruleset, lance: Lance, cards: Set) -> u64 {
    let by = |compare: Compare| {
        let (levels, count) = levels(rules, cards);
        match compare {
            Compare::HighestFirst => number(levels[..count].iter().copied()),
            Compare::LowestFirst => number(levels[..count].iter().rev().map(|level| 15 - level)),
            Compare::HighestTo30 => {
                u64::from(Some(total(rules, cards)).filter(|total| *total <= 30).unwrap_or_default())
            }
        }
    };
    match lance {
        Lance::Grande => by(rules.grande_compare.value),
        Lance::Petite => by(rules.petite_compare.value),
        Lance::Point => by(rules.point_compare.value),
        Lance::Couples => couples(rules, cards).map_or(0, |(couple, [high, low], kicker)| {
            let kicker = if rules.couples_compare.value == CoupleOrder::Kicker { kicker } else { 0 };
            (number([couple as u32 + 1, high, low].into_iter()) << 16) + kicker
        }),
        Lance::Jeu => match (total(rules, cards), rules.jeu_compare.value.order) {
            (..31, _) => 0,
            (31, _) => 1000 + u64::from(is_royal(rules, cards)),
            (32, JeuOrder::Standard) => 999,
            (total, _) => u64::from(total),
        },
    }
}

/// The best of some players in a phase.
pub fn best(rules: &Ruleset, hand: &Hand, lance: Lance, among: Seats) -> Option<Seat> {
    in_order(rules, hand, lance, among).next_back()
}

/// Players from the worst to the best.
pub(super) fn in_order(
    rules: &Ruleset,
    hand: &Hand,
    lance: Lance,
    among: Seats,
) -> impl DoubleEndedIterator<Item = Seat> + use<> {
    let mut order: Vec<(u64, Seat)> =
        among.in_turn(hand.dealer).map(|seat| (strength(rules, lance, hand.held[seat]), seat)).collect();
    if rules.tie.value == Tie::NearestTheHand {
        order.reverse();
    }
    // Of equals the later of the list is the better: the sort keeps them so.
    order.sort_by_key(|(strength, _)| *strength);
    order.into_iter().map(|(_, seat)| seat)
}

/// The clause that a phase is compared by.
pub fn compared_by(lance: Lance) -> Topic {
    match lance {
        Lance::Grande => Topic::GrandeCompare,
        Lance::Petite => Topic::PetiteCompare,
        Lance::Couples => Topic::CouplesCompare,
        Lance::Jeu => Topic::JeuCompare,
        Lance::Point => Topic::PointCompare,
    }
}
