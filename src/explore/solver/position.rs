//! Positions, and how they are told apart.

use super::node::Node;
use crate::cards::{Card, Seat, Set};
use crate::engine::{Hand, Trick, Trumps};
use crate::rules::{RankOrder, Ruleset};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How many seats a key has room for.
const SEATS_WITH_A_KEY: usize = 6;
/// How many cards of a seat a key has room for.
const MOST_CARDS: usize = 8;

/// All that tells one position of a hand from another. The rest of a [`Hand`] is the same in all of them, or follows: what
/// was paid for the top card, from whether it was played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u128);

/// The positions that were looked at.
#[derive(Default)]
pub(super) struct Positions(HashMap<Key, Node, BuildHasherDefault<Mixer>>);

impl Positions {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, key: Key) -> Option<Node> {
        self.0.get(&key).copied()
    }

    pub(super) fn insert(&mut self, key: Key, node: Node) {
        self.0.insert(key, node);
    }
}

impl std::hash::Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.0);
    }
}

/// Mixes the bits of a key: the order in which a table holds positions reaches nobody.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u128(&mut self, key: u128) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let low = (key as u64).wrapping_mul(ODD);
        let high = (key >> 64) as u64;
        let mixed = (low ^ low >> 32 ^ high).wrapping_mul(ODD);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// The cards that each seat holds at first, in the order in which equals are chosen.
pub(super) struct Places {
    order: RankOrder,
    trumps: Trumps,
    cards: [Vec<Card>; SEATS_WITH_A_KEY],
}

impl Places {
    /// None if there are more seats, or cards in a hand, than a key has room for.
    pub(super) fn of(rules: &Ruleset, hand: &Hand) -> Option<Places> {
        if usize::from(hand.seats) > SEATS_WITH_A_KEY {
            return None;
        }
        let mut places =
            Places { order: rules.rank.value, trumps: hand.trumps, cards: std::array::from_fn(|_| Vec::new()) };
        for (seat, cards) in (0..hand.seats).map(Seat).zip(0..) {
            let held = if hand.active.has(seat) { hand.held[seat] } else { Set::EMPTY };
            if held.len() > MOST_CARDS {
                return None;
            }
            places.cards[cards] = places.sorted(held);
        }
        Some(places)
    }

    /// Plain cards before trumps, suit by suit, each from its lowest, and the top card last.
    fn sorted(&self, set: Set) -> Vec<Card> {
        let mut cards: Vec<Card> = set.into_iter().collect();
        let place = |card: &Card| std::cmp::Reverse(self.order.place(card.rank()));
        let (top, trumps) = (self.trumps.top(), self.trumps.all());
        cards.sort_by_key(|card| (top.has(*card), trumps.has(*card), card.suit(), place(card)));
        cards
    }

    pub(super) fn key(&self, hand: &Hand) -> Key {
        let mut key = 0u128;
        let mut put = |bits: u32, value: u64| key = key << bits | u128::from(value);
        for seat in (0..hand.seats).map(Seat) {
            let held = hand.held[seat];
            let mask = self.cards[usize::from(seat.0)].iter().map(|card| u64::from(held.has(*card)));
            put(MOST_CARDS as u32, mask.fold(0, |mask, bit| mask << 1 | bit));
            put(4, u64::from(hand.tricks[seat]));
        }
        put(3, u64::from(hand.mover.0));
        match hand.trick {
            None => put(1, 0),
            Some(Trick { led, best, winner, played }) => {
                put(1, 1);
                put(6, led.index().into());
                put(6, best.index().into());
                put(3, winner.0.into());
                put(SEATS_WITH_A_KEY as u32, played.bits().into());
            }
        }
        key_of_best(hand, &mut put);
        Key(key)
    }

    /// Of the legal cards, in the order in which equals are chosen, one of each run that nothing tells apart: the lowest of
    /// those of a suit between which no card lies that is still to be beaten.
    pub(super) fn choices(&self, hand: &Hand, legal: Set) -> Choices {
        let mut choices = Choices { cards: [None; MOST_CARDS], at: 0 };
        let seen = self.seen(hand);
        let mut last = None;
        let mut count = 0;
        for card in self.cards[usize::from(hand.mover.0)].iter().copied().filter(|card| legal.has(*card)) {
            if last.is_none_or(|last| !self.alike(last, card, seen)) {
                choices.cards[count] = Some(card);
                count += 1;
            }
            last = Some(card);
        }
        choices
    }

    /// The cards against which the mover's may be held: those of the others, the best of the trick, and the best trump
    /// that has won one.
    fn seen(&self, hand: &Hand) -> Set {
        let others = hand.in_turn().filter(|seat| *seat != hand.mover && hand.active.has(*seat));
        let held = others.fold(Set::EMPTY, |held, seat| held | hand.held[seat]);
        let best = hand.trick.map_or(Set::EMPTY, |trick| Set::from(trick.best));
        held | best | hand.best_trump.map_or(Set::EMPTY, |(card, _)| Set::from(card))
    }

    /// Whether two cards, the higher one second, are of one suit, and no seen card lies between them.
    fn alike(&self, low: Card, high: Card, seen: Set) -> bool {
        let above = |card| self.trumps.above(&self.order, card);
        self.trumps.suit_of(low).has(high)
            && !self.trumps.top().has(high)
            && ((above(low) - above(high)) & seen).is_empty()
    }
}

fn key_of_best(hand: &Hand, put: &mut impl FnMut(u32, u64)) {
    match hand.best_trump {
        None => put(1, 0),
        Some((card, winner)) => {
            put(1, 1);
            put(6, card.index().into());
            put(3, winner.0.into());
        }
    }
}

/// Cards to choose from.
pub(super) struct Choices {
    cards: [Option<Card>; MOST_CARDS],
    at: usize,
}

impl Iterator for Choices {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = *self.cards.get(self.at)?;
        self.at += 1;
        card
    }
}

const _: () = assert!(SEATS_WITH_A_KEY * (MOST_CARDS + 4) + 3 + 22 + 10 <= 128, "a key has room for a position");
