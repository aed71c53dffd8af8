//! Chances at Mus by one's four cards: each phase counted over all that the others can hold, and over all that the stock can
//! give for cards laid down. What others keep or lay down is not guessed at: they hold what they were dealt.

use super::{Chance, choose};
use crate::cards::{Card, Rank, Set};
use crate::mus::{Couple, card_total, couple_in, hand_strength, qualifies_for};
use crate::rules::Ruleset;
use crate::rules::mus::{BettingPhase, MusAsk, Royal, Sides};
use std::array::from_fn;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The phases whose chances are counted. That of Jeu is of Point where nobody has Jeu.
pub const PHASES: [BettingPhase; 4] = [
    BettingPhase::Grande,
    BettingPhase::Petite,
    BettingPhase::Couples,
    BettingPhase::Jeu,
];

/// Where one sits among those who are against one: it parts what is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnToSpeak {
    First,
    /// Behind one of two.
    Between,
    Last,
}

/// Ways to draw four cards of ten kinds: so many of each.
type Kinds = [u8; 10];

/// One of them.
struct Holding {
    cards: Set,
    kinds: Kinds,
    /// The kinds that it has cards of.
    some: Vec<(usize, u8)>,
    worth: [u64; 5],
    is_jeu: bool,
}

/// All hands of a pack, for chances to be counted over.
pub struct PhaseChances<'a> {
    rules: &'a Ruleset,
    pack: Set,
    /// It by kinds: cards of one kind are worth the same in every phase.
    kinds: Vec<Set>,
    all: Vec<Holding>,
}

impl<'a> PhaseChances<'a> {
    pub fn new(rules: &'a Ruleset) -> PhaseChances<'a> {
        let pack = rules.pack.value.pack(rules.players.value.from);
        let kinds = kinds_of_pack(rules, pack);
        let holdings = hands_of_four(&kinds);
        let mut phases = PhaseChances {
            rules,
            pack,
            kinds,
            all: Vec::new(),
        };
        phases.all = holdings
            .into_iter()
            .map(|hand| phases.holding(hand))
            .collect();
        phases
    }

    fn holding(&self, kinds: Kinds) -> Holding {
        let mut some = Vec::new();
        let mut cards = Set::EMPTY;
        for (kind, number) in kinds.into_iter().enumerate() {
            if number == 0 {
                continue;
            }
            some.push((kind, number));
            for card in self.kinds[kind].into_iter().take(number.into()) {
                cards = cards.with(card);
            }
        }
        Holding {
            cards,
            kinds,
            some,
            worth: from_fn(|place| hand_strength(self.rules, BettingPhase::ALL[place], cards)),
            is_jeu: qualifies_for(self.rules, BettingPhase::Jeu, cards),
        }
    }

    fn kinds_of(&self, cards: Set) -> Kinds {
        let mut numbers = [0; 10];
        for (number, kind) in numbers.iter_mut().zip(&self.kinds) {
            *number = (*kind & cards).len() as u8;
        }
        numbers
    }

    /// The chance of four cards in each phase, if some others are laid down already: that nobody against one holds better
    /// ones. Of Couples it is nought without couples.
    ///
    /// ```
    /// use mouche::cards::{Letters, Set, read_card};
    /// use mouche::explore::odds::{PhaseChances, TurnToSpeak};
    ///
    /// let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
    /// let cards = "K♠ K♥ K♦ A♣".split(' ');
    /// let held: Set = cards.filter_map(|card| read_card(card, Letters::English).ok()).collect();
    /// let chances = PhaseChances::new(rules).chances(held, Set::EMPTY, TurnToSpeak::Last);
    /// assert_eq!(chances.map(|chance| (chance * 100).to_integer()), [98, 14, 92, 85]);
    /// ```
    pub fn chances(&self, held: Set, gone: Set, place: TurnToSpeak) -> [Chance; 4] {
        let own = self.holding(self.kinds_of(held));
        let left = self.kinds_of(self.pack - (held | gone));
        let (won, of) = self.ways(&own, left, place, &mut HashMap::new());
        won.map(|won| Chance::new(won, of))
    }

    /// The same once some of them are laid down, over all that may be served for them, if anything is.
    pub fn changed(&self, held: Set, laid: Set, place: TurnToSpeak) -> [Chance; 4] {
        if self.rules.mus_ask.value == MusAsk::Never {
            return self.chances(held - laid, laid, place);
        }
        let kept = self.kinds_of(held - laid);
        let unseen = self.kinds_of(self.pack - held);
        let mut won = [0; 4];
        let mut of = 0;
        let mut known = HashMap::new();
        for hand in &self.all {
            let Some(drawn) = less(&hand.kinds, &kept) else {
                continue;
            };
            let Some(left) = less(&unseen, &drawn) else {
                continue;
            };
            let here = combinations(&unseen, drawn.iter().copied().enumerate());
            let (won_here, of_here) = self.ways(hand, left, place, &mut known);
            for (sum, ways) in won.iter_mut().zip(won_here) {
                *sum += here * ways;
            }
            of += here * of_here;
        }
        won.map(|won| Chance::new(won, of))
    }

    /// All that may be laid down of some cards, of what is worth the same once: the fewest cards first.
    pub fn changes(&self, held: Set) -> Vec<Set> {
        let lays = self.rules.mus_discard.value;
        let mut changes = Vec::new();
        for laid in subsets(&self.rules.rank.value.sort_cards(held)) {
            if laid.len() <= lays.to.into() && (!lays.once || laid.len() >= lays.from.into()) {
                changes.push(laid);
            }
        }
        changes.sort_by_key(|laid| laid.len());
        let mut known = HashSet::new();
        changes.retain(|laid| known.insert(self.kinds_of(*laid)));
        changes
    }

    /// The ways in which others can hold what is left so that a hand wins each phase, and all ways there are.
    fn ways(
        &self,
        own: &Holding,
        left: Kinds,
        place: TurnToSpeak,
        known: &mut HashMap<Kinds, u128>,
    ) -> ([u128; 4], u128) {
        let alone = self.rules.sides.value == Sides::Single;
        let unseen: usize = left.iter().map(|number| usize::from(*number)).sum();
        let first = self.wins_against_all(own, place != TurnToSpeak::First);
        let second = self.wins_against_all(own, place == TurnToSpeak::Last);
        let mut won = [0; 4];
        for (one, mask) in self.all.iter().zip(&first).filter(|(_, mask)| **mask > 0) {
            let here = combinations(&left, one.some.iter().copied());
            let Some(left) = less(&left, &one.kinds).filter(|_| here > 0) else {
                continue;
            };
            // Point is played if the partner has no Jeu either.
            let point = !own.is_jeu && mask & JEU > 0;
            let mut by_mask = [0; 16];
            by_mask[15] = u128::from(alone);
            for (other, mask) in self
                .all
                .iter()
                .zip(&second)
                .filter(|(_, mask)| !alone && **mask > 0)
            {
                let ways = combinations(&left, other.some.iter().copied());
                if ways == 0 {
                    continue;
                }
                let partner = choose(unseen - 8, 4);
                by_mask[usize::from(mask & !JEU)] += ways * partner;
                if mask & JEU > 0 {
                    let rest = if point {
                        less(&left, &other.kinds)
                    } else {
                        None
                    };
                    let third = rest.map_or(partner, |rest| self.without_jeu(rest, known));
                    by_mask[usize::from(JEU)] += ways * third;
                }
            }
            for (both, ways) in by_mask.into_iter().enumerate() {
                let both = both as u8 & mask;
                for (phase, sum) in won.iter_mut().enumerate() {
                    if both >> phase & 1 == 1 {
                        *sum += here * ways;
                    }
                }
            }
        }
        let of = choose(unseen, 4)
            * if alone {
                1
            } else {
                choose(unseen - 4, 4) * choose(unseen - 8, 4)
            };
        (won, of)
    }

    /// Returns in which phases a hand wins against each other one.
    fn wins_against_all(&self, own: &Holding, is_before: bool) -> Vec<u8> {
        self.all
            .iter()
            .map(|other| wins(own, other, is_before))
            .collect()
    }

    /// The ways to draw four of these cards that make no Jeu.
    fn without_jeu(&self, left: Kinds, known: &mut HashMap<Kinds, u128>) -> u128 {
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
        for hand in &self.all {
            if !hand.is_jeu {
                ways += combinations(&left, hand.some.iter().copied());
            }
        }
        known.insert(by_value, ways);
        ways
    }

    /// What one player is dealt, and how likely it is; in pairs that nobody has Jeu as well.
    pub fn dealt(&self) -> Vec<(String, Chance)> {
        let rules = self.rules;
        let mut chances = Vec::new();
        let couples = [
            ("a pair", Couple::Pair),
            ("three alike", Couple::Moyenne),
            ("a double", Couple::Double),
        ];
        for (name, which) in couples {
            let chance = self.share_of(&|hand| couple_in(rules, hand.cards) == Some(which));
            chances.push((name.to_owned(), chance));
        }
        chances.push(("Jeu".to_owned(), self.share_of(&|hand| hand.is_jeu)));
        for sum in [40, 37, 36, 35, 34, 33, 32, 31] {
            let chance = self.share_of(&|hand| card_total(rules, hand.cards) == sum);
            chances.push((sum.to_string(), chance));
        }
        chances
    }

    /// Returns how likely one player is dealt a hand that fits.
    fn share_of(&self, fits: &dyn Fn(&Holding) -> bool) -> Chance {
        let pack = self.kinds_of(self.pack);
        let mut ways = 0;
        for hand in &self.all {
            if fits(hand) {
                ways += combinations(&pack, hand.some.iter().copied());
            }
        }
        Chance::new(ways, choose(self.pack.len(), 4))
    }
}

/// Returns the cards of a pack by kinds: of ranks that count as one another, unless a rank of its own may beat the others.
fn kinds_of_pack(rules: &Ruleset, pack: Set) -> Vec<Set> {
    let is_told_apart = rules.jeu_compare.value.royal != Royal::None;
    let mut kinds = Vec::new();
    for kind in Rank::ALL {
        let mut cards = Set::EMPTY;
        for card in pack {
            let rank = card.rank();
            if rank == kind && is_told_apart
                || !is_told_apart && rules.rank.value.counts_as(rank) == kind
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
fn hands_of_four(kinds: &[Set]) -> Vec<Kinds> {
    let mut hands = vec![[0; 10]];
    for (kind, cards) in kinds.iter().enumerate() {
        let mut longer = Vec::new();
        for hand in hands {
            let room = 4 - hand.iter().sum::<u8>();
            for number in 0..=room.min(cards.len() as u8) {
                let mut with_kind: Kinds = hand;
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
fn subsets(cards: &[Card]) -> Vec<Set> {
    let mut subsets = Vec::new();
    for bits in 0..1usize << cards.len() {
        let mut subset = Set::EMPTY;
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

/// In which phases a hand wins against another, a bit each; of equal ones the one that is before wins.
fn wins(own: &Holding, other: &Holding, is_before: bool) -> u8 {
    let beats = |lance: BettingPhase| {
        let place = lance.place();
        own.worth[place] > other.worth[place]
            || (own.worth[place] == other.worth[place] && !is_before)
    };
    let couples = beats(BettingPhase::Couples) && own.worth[BettingPhase::Couples.place()] > 0;
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

fn less(all: &Kinds, some: &Kinds) -> Option<Kinds> {
    let mut left = *all;
    for (left, some) in left.iter_mut().zip(some) {
        *left = left.checked_sub(*some)?;
    }
    Some(left)
}

fn combinations(of: &Kinds, some: impl Iterator<Item = (usize, u8)>) -> u128 {
    let choose = &*CHOOSE;
    some.map(|(kind, number)| choose[usize::from(of[kind])][usize::from(number)])
        .product()
}

/// From so many cards of a kind, so many: none has more than sixteen.
static CHOOSE: LazyLock<[[u128; 5]; 17]> = LazyLock::new(|| from_fn(|n| from_fn(|k| choose(n, k))));
