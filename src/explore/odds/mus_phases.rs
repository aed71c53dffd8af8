//! The chances of four cards in each phase of Mus, counted over all that the other players can hold, and over all that the
//! stock can give for discards. The other players are taken to hold the cards that they were dealt.

use super::{ExactChance, binomial};
use crate::cards::{Card, CardSet, Rank};
use crate::mus::{PairKind, card_total, couple_in, hand_strength, qualifies_for};
use crate::rules::MusRules;
use crate::rules::mus_values::{BettingPhase, MusAgreement, RoyalThirtyOne, Sides};
use std::array::from_fn;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The phases whose chances are counted. The chance of Jeu is that of Point if nobody has Jeu.
pub const PHASES: [BettingPhase; 4] = [
    BettingPhase::Grande,
    BettingPhase::Petite,
    BettingPhase::Couples,
    BettingPhase::Jeu,
];

/// The place of a player among their opponents, which decides between equal cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAmongOpponents {
    /// Before all opponents.
    First,
    /// Behind one of two opponents.
    Between,
    /// Behind all opponents.
    Last,
}

/// The number of cards of each of the ten kinds of a Mus pack.
type MusRankCounts = [u8; 10];

/// A hand of four cards.
struct MusHand {
    cards: CardSet,
    counts: MusRankCounts,
    /// The kinds of which it has cards, each with their number.
    kinds_held: Vec<(usize, u8)>,
    /// The strength of the cards in each phase.
    strengths: [u64; 5],
    is_jeu: bool,
}

impl MusHand {
    /// Returns whether the hand is better than another in the phase of this place, or equal and before it.
    #[inline]
    fn beats_in_phase(&self, other: &MusHand, phase_index: usize, is_other_before: bool) -> bool {
        let [own, theirs] = [self, other].map(|hand| hand.strengths[phase_index]);
        own > theirs || (own == theirs && !is_other_before)
    }
}

/// All hands of a pack, over which chances are counted.
pub struct AllMusHands<'a> {
    rules: &'a MusRules,
    pack: CardSet,
    /// The pack by kinds. Cards of one kind are equal in every phase.
    kinds: Vec<CardSet>,
    all_hands: Vec<MusHand>,
}

impl<'a> AllMusHands<'a> {
    /// Returns all hands of an edition's pack.
    pub fn new(rules: &'a MusRules) -> AllMusHands<'a> {
        let pack = rules.pack.value.pack(rules.players.value.from);
        let kinds = kinds_of_pack(rules, pack);
        let holdings = hands_of_four(&kinds);
        let mut phases = AllMusHands {
            rules,
            pack,
            kinds,
            all_hands: Vec::new(),
        };
        phases.all_hands = holdings
            .into_iter()
            .map(|hand| phases.holding(hand))
            .collect();
        phases
    }

    fn holding(&self, kinds: MusRankCounts) -> MusHand {
        let mut kinds_held = Vec::new();
        let mut cards = CardSet::EMPTY;
        for (kind, number) in kinds.into_iter().enumerate() {
            if number == 0 {
                continue;
            }
            kinds_held.push((kind, number));
            for card in self.kinds[kind].into_iter().take(number.into()) {
                cards = cards.with(card);
            }
        }
        MusHand {
            cards,
            counts: kinds,
            kinds_held,
            strengths: from_fn(|place| hand_strength(self.rules, BettingPhase::ALL[place], cards)),
            is_jeu: qualifies_for(self.rules, BettingPhase::Jeu, cards),
        }
    }

    fn kinds_of(&self, cards: CardSet) -> MusRankCounts {
        let mut numbers = [0; 10];
        for (number, kind) in numbers.iter_mut().zip(&self.kinds) {
            *number = (*kind & cards).len() as u8;
        }
        numbers
    }

    /// Returns the chance of four cards in each phase that no opponent holds better cards. `discarded` are cards that were discarded
    /// before. The chance of Couples is 0 without couples.
    ///
    /// ```
    /// use mouche::cards::{CardLanguage, CardSet, read_card};
    /// use mouche::explore::odds::{AllMusHands, SeatAmongOpponents};
    ///
    /// let rules = mouche::editions::mus_edition("mus-pairs").expect("an edition");
    /// let cards = "K♠ K♥ K♦ A♣".split(' ');
    /// let held: CardSet = cards.filter_map(|card| read_card(card, CardLanguage::English).ok()).collect();
    /// let chances = AllMusHands::new(rules).win_chances(held, CardSet::EMPTY, SeatAmongOpponents::Last);
    /// assert_eq!(chances.map(|chance| (chance * 100).to_integer()), [98, 14, 92, 85]);
    /// ```
    pub fn win_chances(
        &self,
        held: CardSet,
        discarded: CardSet,
        place: SeatAmongOpponents,
    ) -> [ExactChance; 4] {
        let own = self.holding(self.kinds_of(held));
        let left = self.kinds_of(self.pack - (held | discarded));
        let (won, of) = self.ways_to_win_phases(&own, left, place, &mut HashMap::new());
        won.map(|won| ExactChance::new(won, of))
    }

    /// Returns the chances after some of the cards are discarded, over all cards that may be served for them.
    pub fn win_chances_after_discard(
        &self,
        held: CardSet,
        laid: CardSet,
        place: SeatAmongOpponents,
    ) -> [ExactChance; 4] {
        if self.rules.mus_ask.value == MusAgreement::Never {
            return self.win_chances(held - laid, laid, place);
        }
        let kept = self.kinds_of(held - laid);
        let unseen = self.kinds_of(self.pack - held);
        let mut won = [0; 4];
        let mut of = 0;
        let mut known = HashMap::new();
        for hand in &self.all_hands {
            let Some(drawn) = without_cards(&hand.counts, &kept) else {
                continue;
            };
            let Some(left) = without_cards(&unseen, &drawn) else {
                continue;
            };
            let here = ways_to_choose(&unseen, drawn.iter().copied().enumerate());
            let (won_here, of_here) = self.ways_to_win_phases(hand, left, place, &mut known);
            for (sum, ways) in won.iter_mut().zip(won_here) {
                *sum += here * ways;
            }
            of += here * of_here;
        }
        won.map(|won| ExactChance::new(won, of))
    }

    /// Returns the discards that are allowed, one of each that are equal, the fewest cards first.
    pub fn distinct_discards(&self, held: CardSet) -> Vec<CardSet> {
        let lays = self.rules.mus_discard.value;
        let mut changes = Vec::new();
        for laid in all_subsets(&self.rules.rank.value.sort_cards_by_suit(held)) {
            if laid.len() <= lays.to.into() && (!lays.once || laid.len() >= lays.from.into()) {
                changes.push(laid);
            }
        }
        changes.sort_by_key(|laid| laid.len());
        let mut known = HashSet::new();
        changes.retain(|laid| known.insert(self.kinds_of(*laid)));
        changes
    }

    /// Returns in how many ways the other players can hold the cards that are left so that a hand wins each phase, and in how many
    /// ways in all.
    fn ways_to_win_phases(
        &self,
        own: &MusHand,
        left: MusRankCounts,
        place: SeatAmongOpponents,
        known: &mut HashMap<MusRankCounts, u128>,
    ) -> ([u128; 4], u128) {
        let alone = self.rules.sides.value == Sides::Single;
        let unseen: usize = left.iter().map(|number| usize::from(*number)).sum();
        let first = self.won_phase_bits_by_hand(own, place != SeatAmongOpponents::First);
        let second = self.won_phase_bits_by_hand(own, place == SeatAmongOpponents::Last);
        let mut won = [0; 4];
        for (opponent, won_phases) in self
            .all_hands
            .iter()
            .zip(&first)
            .filter(|(_, mask)| **mask > 0)
        {
            let here = ways_to_choose(&left, opponent.kinds_held.iter().copied());
            let Some(left) = without_cards(&left, &opponent.counts).filter(|_| here > 0) else {
                continue;
            };
            // Point is played if the partner has no Jeu either.
            let point = !own.is_jeu && won_phases & JEU > 0;
            let mut by_mask = [0; 16];
            by_mask[15] = u128::from(alone);
            for (other, also_won) in self
                .all_hands
                .iter()
                .zip(&second)
                .filter(|(_, mask)| !alone && **mask > 0)
            {
                let ways = ways_to_choose(&left, other.kinds_held.iter().copied());
                if ways == 0 {
                    continue;
                }
                let partner = binomial(unseen - 8, 4);
                by_mask[usize::from(also_won & !JEU)] += ways * partner;
                if also_won & JEU > 0 {
                    let rest = if point {
                        without_cards(&left, &other.counts)
                    } else {
                        None
                    };
                    let third = match rest {
                        Some(rest) => self.count_hands_without_jeu(rest, known),
                        None => partner,
                    };
                    by_mask[usize::from(JEU)] += ways * third;
                }
            }
            for (both, ways) in by_mask.into_iter().enumerate() {
                let both = both as u8 & won_phases;
                for (phase, sum) in won.iter_mut().enumerate() {
                    if both >> phase & 1 == 1 {
                        *sum += here * ways;
                    }
                }
            }
        }
        let of = binomial(unseen, 4)
            * if alone {
                1
            } else {
                binomial(unseen - 4, 4) * binomial(unseen - 8, 4)
            };
        (won, of)
    }

    /// Returns for each other hand, as bits, the phases that this hand wins against it.
    fn won_phase_bits_by_hand(&self, own: &MusHand, is_other_before: bool) -> Vec<u8> {
        self.all_hands
            .iter()
            .map(|other| won_phase_bits(own, other, is_other_before))
            .collect()
    }

    /// Returns in how many ways four of these cards make no Jeu.
    fn count_hands_without_jeu(
        &self,
        left: MusRankCounts,
        known: &mut HashMap<MusRankCounts, u128>,
    ) -> u128 {
        // Cards of one value are one kind here.
        let mut by_value = [0; 10];
        for (kind, number) in self.kinds.iter().zip(left) {
            let value = kind
                .nth(0)
                .map_or(0, |card| card_total(self.rules, card.into()));
            by_value[(value as usize).min(10) - 1] += number;
        }
        if let Some(ways) = known.get(&by_value) {
            return *ways;
        }
        let mut ways = 0;
        for hand in &self.all_hands {
            if !hand.is_jeu {
                ways += ways_to_choose(&left, hand.kinds_held.iter().copied());
            }
        }
        known.insert(by_value, ways);
        ways
    }

    /// Returns what one player may be dealt, each with a label and its chance.
    pub fn hand_chances(&self) -> Vec<(String, ExactChance)> {
        let rules = self.rules;
        let mut chances = Vec::new();
        let couples = [
            ("a pair", PairKind::Pair),
            ("three alike", PairKind::Moyenne),
            ("a double", PairKind::Double),
        ];
        for (name, which) in couples {
            let chance =
                self.chance_of_holding(&|hand| couple_in(rules, hand.cards) == Some(which));
            chances.push((name.to_owned(), chance));
        }
        chances.push((
            "Jeu".to_owned(),
            self.chance_of_holding(&|hand| hand.is_jeu),
        ));
        for sum in [40, 37, 36, 35, 34, 33, 32, 31] {
            let chance = self.chance_of_holding(&|hand| card_total(rules, hand.cards) == sum);
            chances.push((sum.to_string(), chance));
        }
        chances
    }

    /// Returns how likely one player is dealt a hand that fits.
    fn chance_of_holding(&self, fits: &dyn Fn(&MusHand) -> bool) -> ExactChance {
        let pack = self.kinds_of(self.pack);
        let mut ways = 0;
        for hand in &self.all_hands {
            if fits(hand) {
                ways += ways_to_choose(&pack, hand.kinds_held.iter().copied());
            }
        }
        ExactChance::new(ways, binomial(self.pack.len(), 4))
    }
}

/// Returns the cards of a pack by kinds. Ranks that count as one another are one kind, unless one of them can beat the other.
fn kinds_of_pack(rules: &MusRules, pack: CardSet) -> Vec<CardSet> {
    let is_rank_distinct = rules.jeu_compare.value.royal != RoyalThirtyOne::None;
    let mut kinds = Vec::new();
    for kind in Rank::ALL {
        let mut cards = CardSet::EMPTY;
        for card in pack {
            let rank = card.rank();
            if rank == kind && is_rank_distinct
                || !is_rank_distinct && rules.rank.value.counts_as(rank) == kind
            {
                cards = cards.with(card);
            }
        }
        if !cards.is_empty() {
            kinds.push(cards);
        }
    }
    kinds
}

/// Returns all ways to hold four cards of these kinds.
fn hands_of_four(kinds: &[CardSet]) -> Vec<MusRankCounts> {
    let mut hands = vec![[0; 10]];
    for (kind, cards) in kinds.iter().enumerate() {
        let mut longer = Vec::new();
        for hand in hands {
            let room = 4 - hand.iter().sum::<u8>();
            for number in 0..=room.min(cards.len() as u8) {
                let mut with_kind: MusRankCounts = hand;
                with_kind[kind] = number;
                longer.push(with_kind);
            }
        }
        hands = longer;
    }
    hands.retain(|hand| hand.iter().sum::<u8>() == 4);
    hands
}

/// Returns all sets that can be made of some cards.
fn all_subsets(cards: &[Card]) -> Vec<CardSet> {
    let mut subsets = Vec::new();
    for bits in 0..1usize << cards.len() {
        let mut subset = CardSet::EMPTY;
        for (at, card) in cards.iter().enumerate() {
            if bits >> at & 1 == 1 {
                subset = subset.with(*card);
            }
        }
        subsets.push(subset);
    }
    subsets
}

/// The place of Jeu, or Point, among [`PHASES`], as a bit.
const JEU: u8 = 8;

/// Returns in which phases a hand beats another, a bit for each. Of equal hands the one before the other wins.
fn won_phase_bits(own: &MusHand, other: &MusHand, is_other_before: bool) -> u8 {
    let beats = |phase: BettingPhase| own.beats_in_phase(other, phase.place(), is_other_before);
    let couples = beats(BettingPhase::Couples) && own.strengths[BettingPhase::Couples.place()] > 0;
    let jeu = if own.is_jeu {
        beats(BettingPhase::Jeu)
    } else {
        !other.is_jeu && beats(BettingPhase::Point)
    };
    let each = [
        beats(BettingPhase::Grande),
        beats(BettingPhase::Petite),
        couples,
        jeu,
    ];
    each.into_iter()
        .enumerate()
        .map(|(at, wins)| u8::from(wins) << at)
        .sum()
}

/// Returns what is left of some cards without others; `None` if there are too few.
fn without_cards(counts: &MusRankCounts, some: &MusRankCounts) -> Option<MusRankCounts> {
    let mut left = *counts;
    for (count, taken) in left.iter_mut().zip(some) {
        *count = count.checked_sub(*taken)?;
    }
    Some(left)
}

fn ways_to_choose(counts: &MusRankCounts, chosen: impl Iterator<Item = (usize, u8)>) -> u128 {
    let choose = &*BINOMIALS;
    chosen
        .map(|(kind, number)| choose[usize::from(counts[kind])][usize::from(number)])
        .product()
}

/// The binomial coefficients of the cards of a kind: no kind has more than 16.
static BINOMIALS: LazyLock<[[u128; 5]; 17]> =
    LazyLock::new(|| from_fn(|n| from_fn(|k| binomial(n, k))));
