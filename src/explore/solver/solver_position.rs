//! Positions: their keys, how each can end, and how the ends compare.

use crate::cards::{Card, CardSet, InsertionSort, PerSeat, Rank, RankSet, Seat};
use crate::engine::{DealStage, DealState, Move, TrickInProgress, Trumps};
use crate::rules::{DealPhase, LeadDuty, RankOrder, TrickRules};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

const SEATS_WITH_A_KEY: usize = 6;
/// The most cards of a seat for which a key has room.
const MOST_CARDS: usize = 8;
/// The most that a mover may choose among: a card, or something to say.
pub(super) const MOST_CHOICES: usize = MOST_CARDS + 1;

/// A key that differs between the positions of a deal. The rest of a [`DealState`] is equal in all of them, or follows from the
/// key: the fee for the top card from whether that card was played, a premium from whose purse has changed. It is an array
/// of bytes, so that a table wastes no room on alignment.
pub(super) type PositionKey = [u8; 16];

/// The game positions that the solver has looked at, each by the number of its node.
#[derive(Default)]
pub(super) struct SolverPositions {
    numbers: PositionKeyMap<PositionKey, u32>,
    nodes: Vec<ReachableResults>,
    known: PositionKeyMap<ReachableResults, u32>,
}

type PositionKeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

impl SolverPositions {
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn get(&self, key: &PositionKey) -> Option<ReachableResults> {
        self.numbers
            .get(key)
            .map(|number| self.nodes[*number as usize])
    }

    #[inline]
    pub(super) fn insert(&mut self, key: PositionKey, node: ReachableResults) {
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
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Only keys come as 16 bytes. The lengths of arrays, which come as 8, need not be hashed.
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

/// The cards that each seat holds at first, in the order in which equal cards are chosen.
pub(super) struct SortedInitialCards {
    order: RankOrder,
    /// The cards that a rule names: no other card is equal to them.
    unique_cards: CardSet,
    cards: [Vec<Card>; SEATS_WITH_A_KEY],
    purses: PerSeat<i64>,
}

impl SortedInitialCards {
    /// Returns the places of a deal's cards; `None` if a key has no room for its seats, its cards or its payments in play.
    pub(super) fn new(rules: &TrickRules, state: &DealState) -> Option<SortedInitialCards> {
        let premium = rules.pay_premium.value.0.map(|premium| premium.card);
        if usize::from(state.seats) > SEATS_WITH_A_KEY
            || premium.is_some() && rules.pam_fee.value.chips > 0
        {
            return None;
        }
        let mut unique_cards = CardSet::EMPTY;
        if rules.lead_duty.value.0.contains(&LeadDuty::AceFirst)
            || rules.pam_civil.value.0.is_some()
            || premium.is_some()
        {
            unique_cards = CardSet::pack(RankSet::from(Rank::Ace));
        }
        if let Some(card) = premium {
            unique_cards = unique_cards.with(card);
        }
        let mut places = SortedInitialCards {
            order: rules.rank.value,
            unique_cards,
            cards: std::array::from_fn(|_| Vec::new()),
            purses: state.purses,
        };
        for (seat, cards) in (0..state.seats).map(Seat).zip(0..) {
            let held = if state.active.has(seat) {
                state.hands[seat]
            } else {
                CardSet::EMPTY
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
    pub(super) fn key(&self, state: &DealState) -> PositionKey {
        let mut key = 0u128;
        let mut put = |bits: u32, value: u64| key = key << bits | u128::from(value);
        for seat in (0..state.seats).map(Seat) {
            let held = state.hands[seat];
            let mask = self.cards[usize::from(seat.0)]
                .iter()
                .map(|card| u64::from(held.has(*card)));
            put(MOST_CARDS as u32, mask.fold(0, |mask, bit| mask << 1 | bit));
            put(4, u64::from(state.tricks_won[seat]));
        }
        put(3, u64::from(state.mover.0));
        put(1, state.trick.is_some().into());
        if let Some(TrickInProgress {
            led,
            best,
            winner,
            played,
            ..
        }) = state.trick
        {
            put(6, led.bit_index().into());
            put(6, best.bit_index().into());
            put(3, winner.0.into());
            put(SEATS_WITH_A_KEY as u32, played.bits().into());
        }
        put(1, state.best_trump.is_some().into());
        if let Some((card, winner)) = state.best_trump {
            put(6, card.bit_index().into());
            put(3, winner.0.into());
        }
        put(1, (state.stage == DealStage::In(DealPhase::Naming)).into());
        put(2, state.trump as u64);
        put(1, state.is_civility_demanded.into());
        put(
            4,
            state.premium_payer.map_or(0, |seat| 1 + u64::from(seat.0)),
        );
        for seat in (0..state.seats).map(Seat) {
            put(2, state.purses[seat].cmp(&self.purses[seat]) as u64 & 3);
        }
        key.to_ne_bytes()
    }

    /// Writes one of each run of equal legal cards to `choices`, in the order in which equals are chosen, and returns how many.
    ///
    /// Cards of a suit are equal if no card lies between them that is still to be beaten; of a run the lowest is taken. Plain
    /// cards come before trumps, and the top card last.
    #[inline]
    pub(super) fn distinct_cards(
        &self,
        state: &DealState,
        legal: CardSet,
        choices: &mut [Option<Move>; MOST_CHOICES],
    ) -> usize {
        let seen = self.cards_opposing_mover(state);
        let trumps = &state.trumps;
        let mut count = 0;
        let top = legal & trumps.top;
        for kind in [legal - trumps.cards, (legal & trumps.cards) - top, top] {
            let mut last = None;
            let cards = if kind.is_empty() {
                &[][..]
            } else {
                &self.cards[usize::from(state.mover.0)]
            };
            for card in cards.iter().copied().filter(|card| kind.has(*card)) {
                if last.is_none_or(|last| !self.is_equivalent(trumps, last, card, seen)) {
                    choices[count] = Some(Move::Play(card));
                    count += 1;
                }
                last = Some(card);
            }
        }
        count
    }

    /// Returns the cards that the mover's cards may have to beat: those of the other players, the
    /// best of this trick, and the best trump that has won a trick.
    #[inline]
    fn cards_opposing_mover(&self, state: &DealState) -> CardSet {
        let mut seen = CardSet::EMPTY;
        for seat in state.seats_in_turn() {
            if seat != state.mover && state.active.has(seat) {
                seen = seen | state.hands[seat];
            }
        }
        if let Some(trick) = state.trick {
            seen = seen.with(trick.best);
        }
        if let Some((card, _)) = state.best_trump {
            seen = seen.with(card);
        }
        seen
    }

    /// Returns whether two cards, the higher one second, are of one suit, with no compared card between them.
    fn is_equivalent(
        &self,
        trumps: &Trumps,
        low: Card,
        high: Card,
        compared_cards: CardSet,
    ) -> bool {
        let above = |card| trumps.cards_beating(&self.order, card);
        low.suit() == high.suit()
            && !self.unique_cards.has(low)
            && !self.unique_cards.has(high)
            && ((above(low) - above(high)) & compared_cards).is_empty()
    }
}

const _: () = assert!(
    SEATS_WITH_A_KEY * (MOST_CARDS + 4 + 2) + 3 + 22 + 10 + 8 <= 128,
    "a key has room for a position"
);

/// The results that a position can lead to, each by its number in [`PossibleDealResults`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReachableResults {
    pub(super) best: u16,
    /// For each seat, ends at which it has the fewest and the most chips.
    pub(super) chips: PerSeat<(u16, u16)>,
    /// For each seat, ends at which it has the fewest and the most tricks.
    pub(super) tricks: PerSeat<(u16, u16)>,
}

/// Hashes no tricks: ends with equal chips nearly always have equal tricks.
impl Hash for ReachableResults {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.best, self.chips).hash(state);
    }
}

impl ReachableResults {
    /// Returns the node of a position that comes to this end alone.
    pub(super) fn of_result(end: u16) -> ReachableResults {
        ReachableResults {
            best: end,
            chips: PerSeat::all((end, end)),
            tricks: PerSeat::all((end, end)),
        }
    }

    /// Returns the node of a mover who can choose between this node and another. If both are equally good, this one is kept.
    #[inline]
    pub(super) fn merge_choice(
        mut self,
        other: ReachableResults,
        state: &DealState,
        ends: &PossibleDealResults,
    ) -> ReachableResults {
        for seat in state.seats_in_turn() {
            widen_range(&mut self.chips[seat], other.chips[seat], |end| {
                ends.chips(end, seat)
            });
            widen_range(&mut self.tricks[seat], other.tricks[seat], |end| {
                i64::from(ends.tricks(end, seat))
            });
        }
        if ends.is_better_for(state.mover, other.best, self.best) {
            self.best = other.best;
        }
        self
    }
}

/// Widens the range from the end with the lowest worth to the end with the highest.
fn widen_range(range: &mut (u16, u16), other: (u16, u16), worth: impl Fn(u16) -> i64) {
    if other.0 != range.0 && worth(other.0) < worth(range.0) {
        range.0 = other.0;
    }
    if other.1 != range.1 && worth(other.1) > worth(range.1) {
        range.1 = other.1;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DealResult {
    chips: PerSeat<i64>,
    points_down: PerSeat<u8>,
    tricks: PerSeat<u8>,
}

/// The ends of one deal, by number. They are few: they differ in who won how many tricks, the last trick, and the best trump.
#[derive(Clone, Debug, Default)]
pub(super) struct PossibleDealResults(Vec<DealResult>);

/// Returns the chips of a seat: its purse less the debts that it made in this deal.
pub(super) fn chips_less_debts(state: &DealState, seat: Seat) -> i64 {
    state.purses[seat] - state.debts_made[seat]
}

impl PossibleDealResults {
    /// Returns the number of the end of a deal.
    pub(super) fn number_of_result(&mut self, state: &DealState) -> u16 {
        let mut end = DealResult {
            chips: PerSeat::default(),
            points_down: state.points_down,
            tricks: state.tricks_won,
        };
        for seat in state.seats_in_turn() {
            end.chips[seat] = chips_less_debts(state, seat);
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

    /// Returns whether an end is better for a seat than another.
    pub(super) fn is_better_for(&self, seat: Seat, end: u16, other: u16) -> bool {
        end != other && self.result_worth(end, seat) > self.result_worth(other, seat)
    }

    /// Returns the worth of an end for a seat: its chips, then its points, then its tricks.
    #[inline]
    fn result_worth(&self, end: u16, seat: Seat) -> (i64, u8, u8) {
        let points_down = self.0[usize::from(end)].points_down[seat];
        (self.chips(end, seat), points_down, self.tricks(end, seat))
    }
}
