//! What wins a phase: what four cards are worth in each, who of several is the best, and who has told the truth. Every
//! comparison is a strict order of the players: where two hold the same, their seats decide.

use super::hand::{Event, Fact, Hand, Way, push};
use crate::cards::{InOrder, Rank, Seat, Seats, Set};
use crate::rules::mus::{Compare, CoupleOrder, JeuOrder, Lance, Royal, Tie};
use crate::rules::{Ruleset, Topic};
use std::cmp::Reverse;

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
    let (mut levels, count) = ([0; 5], cards.len().min(5));
    let of = |rank| 13 - rules.rank.value.place(rank);
    levels.iter_mut().zip(cards).for_each(|(level, card)| *level = of(card.rank()));
    levels[..count].in_order_of(|level| Reverse(*level));
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

/// The couples of a hand, and the levels of their ranks from the higher down.
fn couples(rules: &Ruleset, cards: Set) -> Option<(Couple, [u32; 2])> {
    let (levels, count) = levels(rules, cards);
    let mut pairs = levels[..count].chunk_by(u32::eq).filter(|run| run.len() > 1);
    let (first, second) = (pairs.next()?, pairs.next());
    Some(match (first.len(), second) {
        (4.., _) => (Couple::Double, [first[0]; 2]),
        (_, Some(second)) => (Couple::Double, [first[0], second[0]]),
        (3, None) => (Couple::Moyenne, [first[0], 0]),
        (_, None) => (Couple::Pair, [first[0], 0]),
    })
}

/// The levels of the cards that are in no couple, for editions where they count.
fn kicker(rules: &Ruleset, cards: Set) -> u64 {
    if rules.couples_compare.value != CoupleOrder::Kicker {
        return 0;
    }
    let (levels, count) = levels(rules, cards);
    number(levels[..count].chunk_by(u32::eq).filter(|run| run.len() == 1).map(|run| run[0]))
}

/// The couples of a hand, if it has any.
pub fn couple(rules: &Ruleset, cards: Set) -> Option<Couple> {
    couples(rules, cards).map(|(couple, _)| couple)
}

/// Whether a hand has what is bid on in a phase.
pub fn has(rules: &Ruleset, lance: Lance, cards: Set) -> bool {
    match lance {
        Lance::Couples => couple(rules, cards).is_some(),
        Lance::Jeu => total(rules, cards) > 30,
        _ => true,
    }
}

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
            Compare::HighestTo30 if total(rules, cards) > 30 => 0,
            Compare::HighestTo30 => total(rules, cards).into(),
        }
    };
    match lance {
        Lance::Grande => by(rules.grande_compare.value),
        Lance::Petite => by(rules.petite_compare.value),
        Lance::Point => by(rules.point_compare.value),
        Lance::Couples => couples(rules, cards).map_or(0, |(couple, [high, low])| {
            (number([couple as u32 + 1, high, low].into_iter()) << 16) + kicker(rules, cards)
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
    by_worth(rules, hand, lance, among).max().map(|(.., seat)| seat)
}

pub(super) fn worst(rules: &Ruleset, hand: &Hand, lance: Lance, among: Seats) -> Option<Seat> {
    by_worth(rules, hand, lance, among).min().map(|(.., seat)| seat)
}

/// Players, each behind what their cards are worth and then what their seat is.
fn by_worth(rules: &Ruleset, hand: &Hand, lance: Lance, among: Seats) -> impl Iterator<Item = (u64, i8, Seat)> {
    let nearest = rules.tie.value == Tie::NearestTheHand;
    let places = (0..).map(move |place: i8| if nearest { -place } else { place });
    let worth = move |(seat, place)| (strength(rules, lance, hand.held[seat]), place, seat);
    among.in_turn(hand.dealer).zip(places).map(worth)
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

/// Those of some players whose side has told the truth.
pub(super) fn honest(rules: &Ruleset, hand: &Hand, lance: Lance, among: Seats) -> Seats {
    hand.liars[lance.place()].each().fold(among, |honest, liar| honest.minus(hand.of_side(rules, liar)))
}

/// Says who wins a phase by the cards, and whether a seat decided it; or whose untrue word did.
pub(super) fn won(rules: &Ruleset, hand: &Hand, lance: Lance, events: &mut Vec<Event>) {
    let outcome = hand.outcomes[lance.place()];
    hand.liars[lance.place()].each().for_each(|liar| push(events, Topic::FaultLie, Fact::Lied(lance, liar)));
    let Some(winner) = outcome.winner.filter(|_| outcome.way != Way::Refused) else { return };
    push(events, compared_by(lance), Fact::Won(lance, winner));
    let worth = |seat: Seat| strength(rules, lance, hand.held[seat]);
    let others = honest(rules, hand, lance, outcome.counted).minus(hand.of_side(rules, winner));
    if others.each().any(|seat| worth(seat) == worth(winner)) {
        push(events, Topic::Tie, Fact::Tied(lance, winner));
    }
}
