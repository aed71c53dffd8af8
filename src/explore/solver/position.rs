//! Positions: how they are told apart, how each can end, and how the ends compare.

use crate::cards::{Card, InsertionSort, PerSeat, Rank, Ranks, Seat, Set};
use crate::engine::{DealState, Move, Stage, Trick, Trumps};
use crate::rules::{MustLead, Phase, RankOrder, Ruleset};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

const SEATS_WITH_A_KEY: usize = 6;
/// How many cards of a seat a key has room for.
const MOST_CARDS: usize = 8;
/// The most that a mover may choose among: a card, or something to say.
pub(super) const MOST_CHOICES: usize = MOST_CARDS + 1;

/// All that tells one position of a hand from another. The rest of a [`DealState`] is the same in all of them, or follows: what
/// was paid for the top card, from whether it was played; by whom and to whom a premium was, from whose purse has changed.
/// Its bytes lie anywhere, so that a table wastes no room between them.
pub(super) type Key = [u8; 16];

/// The positions that were looked at, each by the number of its node: many positions come to the same, and nodes are large.
#[derive(Default)]
pub(super) struct Positions {
    numbers: KeyMap<Key, u32>,
    nodes: Vec<Node>,
    known: KeyMap<Node, u32>,
}

type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

impl Positions {
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn get(&self, key: &Key) -> Option<Node> {
        self.numbers
            .get(key)
            .map(|number| self.nodes[*number as usize])
    }

    #[inline]
    pub(super) fn insert(&mut self, key: Key, node: Node) {
        let number = *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        });
        self.numbers.insert(key, number);
    }
}

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a key: the order in which a table holds positions reaches nobody.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // A key; a number comes as a number, and how many there are tells nothing apart.
        let Ok(key) = bytes.try_into().map(u128::from_ne_bytes) else {
            return;
        };
        let (low, high) = ((key as u64).wrapping_mul(ODD), (key >> 64) as u64);
        let mixed = (low ^ low >> 32 ^ high).wrapping_mul(ODD);
        self.0 = mixed ^ mixed >> 29;
    }

    fn write_u16(&mut self, end: u16) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(end)).wrapping_mul(ODD);
    }
}

/// The cards that each seat holds at first, in the order in which equals are chosen.
pub(super) struct Places {
    order: RankOrder,
    /// Cards of which some rule speaks by name: nothing is like them.
    apart: Set,
    cards: [Vec<Card>; SEATS_WITH_A_KEY],
    purses: PerSeat<i64>,
}

impl Places {
    /// None if there are more seats, or cards in a hand, than a key has room for; or more that is paid in play.
    pub(super) fn of(rules: &Ruleset, hand: &DealState) -> Option<Places> {
        let premium = rules.pay_premium.value.0.map(|premium| premium.card);
        if usize::from(hand.seats) > SEATS_WITH_A_KEY
            || premium.is_some() && rules.pam_fee.value.chips > 0
        {
            return None;
        }
        let mut apart = Set::EMPTY;
        if rules.lead_duty.value.0.contains(&MustLead::AceFirst)
            || rules.pam_civil.value.0.is_some()
            || premium.is_some()
        {
            apart = Set::pack(Ranks::from(Rank::Ace));
        }
        if let Some(card) = premium {
            apart = apart.with(card);
        }
        let mut places = Places {
            order: rules.rank.value,
            apart,
            cards: std::array::from_fn(|_| Vec::new()),
            purses: hand.purses,
        };
        for (seat, cards) in (0..hand.seats).map(Seat).zip(0..) {
            let held = if hand.active.has(seat) {
                hand.hands[seat]
            } else {
                Set::EMPTY
            };
            if held.len() > MOST_CARDS {
                return None;
            }
            // Suit by suit, each from its lowest.
            places.cards[cards] = held.into_iter().collect();
            places.cards[cards].insertion_sort_by_key(|card| {
                (
                    card.suit(),
                    Reverse(places.order.index_from_top(card.rank())),
                )
            });
        }
        Some(places)
    }

    #[inline]
    pub(super) fn key(&self, hand: &DealState) -> Key {
        let mut key = 0u128;
        let mut put = |bits: u32, value: u64| key = key << bits | u128::from(value);
        for seat in (0..hand.seats).map(Seat) {
            let held = hand.hands[seat];
            let mask = self.cards[usize::from(seat.0)]
                .iter()
                .map(|card| u64::from(held.has(*card)));
            put(MOST_CARDS as u32, mask.fold(0, |mask, bit| mask << 1 | bit));
            put(4, u64::from(hand.tricks_won[seat]));
        }
        put(3, u64::from(hand.mover.0));
        put(1, hand.trick.is_some().into());
        if let Some(Trick {
            led,
            best,
            winner,
            played,
            ..
        }) = hand.trick
        {
            put(6, led.index().into());
            put(6, best.index().into());
            put(3, winner.0.into());
            put(SEATS_WITH_A_KEY as u32, played.bits().into());
        }
        put(1, hand.best_trump.is_some().into());
        if let Some((card, winner)) = hand.best_trump {
            put(6, card.index().into());
            put(3, winner.0.into());
        }
        put(1, (hand.stage == Stage::In(Phase::Naming)).into());
        put(2, hand.trump as u64);
        put(1, hand.is_civility_demanded.into());
        put(
            4,
            hand.premium_payer.map_or(0, |seat| 1 + u64::from(seat.0)),
        );
        for seat in (0..hand.seats).map(Seat) {
            put(2, hand.purses[seat].cmp(&self.purses[seat]) as u64 & 3);
        }
        key.to_ne_bytes()
    }

    /// Of the legal cards, in the order in which equals are chosen, one of each run that nothing tells apart: the lowest of
    /// those of a suit between which no card lies that is still to be beaten. Plain cards come before trumps, and the top
    /// card last. Says how many they are.
    #[inline]
    pub(super) fn choices(
        &self,
        hand: &DealState,
        legal: Set,
        choices: &mut [Option<Move>; MOST_CHOICES],
    ) -> usize {
        let seen = self.seen(hand);
        let trumps = &hand.trumps;
        let mut count = 0;
        let top = legal & trumps.top;
        for kind in [legal - trumps.cards, (legal & trumps.cards) - top, top] {
            let mut last = None;
            let cards = if kind.is_empty() {
                &[][..]
            } else {
                &self.cards[usize::from(hand.mover.0)]
            };
            for card in cards.iter().copied().filter(|card| kind.has(*card)) {
                if last.is_none_or(|last| !self.alike(trumps, last, card, seen)) {
                    choices[count] = Some(Move::Play(card));
                    count += 1;
                }
                last = Some(card);
            }
        }
        count
    }

    /// The cards against which the mover's may be held: those of the others, and the best of this trick and of those won.
    #[inline]
    fn seen(&self, hand: &DealState) -> Set {
        let mut seen = Set::EMPTY;
        for seat in hand.seats_in_turn() {
            if seat != hand.mover && hand.active.has(seat) {
                seen = seen | hand.hands[seat];
            }
        }
        if let Some(trick) = hand.trick {
            seen = seen.with(trick.best);
        }
        if let Some((card, _)) = hand.best_trump {
            seen = seen.with(card);
        }
        seen
    }

    /// Whether two cards of a kind, the higher one second, are of one suit, and no seen card lies between them.
    fn alike(&self, trumps: &Trumps, low: Card, high: Card, seen: Set) -> bool {
        let above = |card| trumps.cards_above(&self.order, card);
        low.suit() == high.suit()
            && !self.apart.has(low)
            && !self.apart.has(high)
            && ((above(low) - above(high)) & seen).is_empty()
    }
}

const _: () = assert!(
    SEATS_WITH_A_KEY * (MOST_CARDS + 4 + 2) + 3 + 22 + 10 + 8 <= 128,
    "a key has room for a position"
);

/// The ends that a position can come to, each by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) best: u16,
    /// For each seat, ends at which it has the fewest and the most chips.
    pub(super) chips: PerSeat<(u16, u16)>,
    /// For each seat, ends at which it has the fewest and the most tricks.
    pub(super) tricks: PerSeat<(u16, u16)>,
}

/// Ends with as many chips have as many tricks, nearly always.
impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.best, self.chips).hash(state);
    }
}

impl Node {
    pub(super) fn end(end: u16) -> Node {
        Node {
            best: end,
            chips: PerSeat::all((end, end)),
            tricks: PerSeat::all((end, end)),
        }
    }

    /// This or another, as the mover of a hand chooses, who takes this one if both bring as much.
    #[inline]
    pub(super) fn or(mut self, other: Node, hand: &DealState, ends: &Ends) -> Node {
        for seat in hand.seats_in_turn() {
            widen(&mut self.chips[seat], other.chips[seat], |end| {
                ends.chips(end, seat)
            });
            widen(&mut self.tricks[seat], other.tricks[seat], |end| {
                i64::from(ends.tricks(end, seat))
            });
        }
        if ends.prefers(hand.mover, other.best, self.best) {
            self.best = other.best;
        }
        self
    }
}

fn widen(range: &mut (u16, u16), other: (u16, u16), worth: impl Fn(u16) -> i64) {
    if other.0 != range.0 && worth(other.0) < worth(range.0) {
        range.0 = other.0;
    }
    if other.1 != range.1 && worth(other.1) > worth(range.1) {
        range.1 = other.1;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    chips: PerSeat<i64>,
    off: PerSeat<u8>,
    tricks: PerSeat<u8>,
}

/// The ends of one hand. They are few: they differ by who won how many tricks, who the last, and who with the best trump.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends(Vec<End>);

/// What a seat has: its purse less what it has come to owe in this hand.
pub(super) fn chips_of(hand: &DealState, seat: Seat) -> i64 {
    hand.purses[seat] - hand.debts_made[seat]
}

impl Ends {
    pub(super) fn number(&mut self, hand: &DealState) -> u16 {
        let mut end = End {
            chips: PerSeat::default(),
            off: hand.points_down,
            tricks: hand.tricks_won,
        };
        for seat in hand.seats_in_turn() {
            end.chips[seat] = chips_of(hand, seat);
        }
        if let Some(number) = self.0.iter().position(|other| *other == end) {
            return number as u16;
        }
        self.0.push(end);
        (self.0.len() - 1) as u16
    }

    pub(super) fn chips(&self, end: u16, seat: Seat) -> i64 {
        self.0[usize::from(end)].chips[seat]
    }

    pub(super) fn tricks(&self, end: u16, seat: Seat) -> u8 {
        self.0[usize::from(end)].tricks[seat]
    }

    pub(super) fn prefers(&self, seat: Seat, one: u16, other: u16) -> bool {
        let worth = |end| {
            (
                self.chips(end, seat),
                self.0[usize::from(end)].off[seat],
                self.tricks(end, seat),
            )
        };
        one != other && worth(one) > worth(other)
    }
}
