//! Chances at Mus by one's four cards: each phase counted over all that the others can hold, and over all that the stock can
//! give for cards laid down. What others keep or lay down is not guessed at: they hold what they were dealt.

use super::{Chance, choose};
use crate::cards::{Rank, Set};
use crate::mus::{Couple, couple, has, strength, total};
use crate::rules::Ruleset;
use crate::rules::mus::{Lance, MusAsk, Royal, Sides};
use std::array::from_fn;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The phases whose chances are counted. That of Jeu is of Point where nobody has Jeu.
pub const PHASES: [Lance; 4] = [Lance::Grande, Lance::Petite, Lance::Couples, Lance::Jeu];

/// Where one sits among those who are against one: it parts what is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
pub struct Phases<'a> {
    rules: &'a Ruleset,
    pack: Set,
    /// It by kinds: cards of one kind are worth the same in every phase.
    kinds: Vec<Set>,
    all: Vec<Holding>,
}

impl<'a> Phases<'a> {
    pub fn new(rules: &'a Ruleset) -> Phases<'a> {
        let (order, pack) = (
            &rules.rank.value,
            rules.pack.value.pack(rules.players.value.from),
        );
        let is_told_apart = rules.jeu_compare.value.royal != Royal::None;
        let kind = |rank: Rank| {
            if is_told_apart {
                rank
            } else {
                order.counts_as(rank)
            }
        };
        let of = |one: Rank| {
            pack.into_iter()
                .filter(|card| kind(card.rank()) == one)
                .collect::<Set>()
        };
        let kinds: Vec<Set> = Rank::ALL
            .into_iter()
            .map(of)
            .filter(|cards| !cards.is_empty())
            .collect();
        let mut all = vec![[0; 10]];
        for (at, cards) in kinds.iter().enumerate() {
            let most = |hand: &Kinds| (4 - hand.iter().sum::<u8>()).min(cards.len() as u8);
            let with =
                |hand: Kinds, number| from_fn(|kind| if kind == at { number } else { hand[kind] });
            all = all
                .into_iter()
                .flat_map(|hand| (0..=most(&hand)).map(move |number| with(hand, number)))
                .collect();
        }
        all.retain(|hand: &Kinds| hand.iter().sum::<u8>() == 4);
        let mut phases = Phases {
            rules,
            pack,
            kinds,
            all: Vec::new(),
        };
        phases.all = all.into_iter().map(|hand| phases.holding(hand)).collect();
        phases
    }

    fn holding(&self, kinds: Kinds) -> Holding {
        let some: Vec<(usize, u8)> = kinds
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, number)| *number > 0)
            .collect();
        let cards = some
            .iter()
            .flat_map(|(kind, number)| self.kinds[*kind].into_iter().take((*number).into()))
            .collect();
        let worth = from_fn(|place| strength(self.rules, Lance::ALL[place], cards));
        Holding {
            cards,
            kinds,
            some,
            worth,
            is_jeu: has(self.rules, Lance::Jeu, cards),
        }
    }

    fn kinds_of(&self, cards: Set) -> Kinds {
        from_fn(|kind| {
            self.kinds
                .get(kind)
                .map_or(0, |kind| (*kind & cards).len() as u8)
        })
    }

    /// The chance of four cards in each phase, if some others are laid down already: that nobody against one holds better
    /// ones. Of Couples it is nought without couples.
    ///
    /// ```
    /// use mouche::cards::{Letters, Set, read_card};
    /// use mouche::explore::odds::{Phases, Place};
    ///
    /// let rules = mouche::editions::by_id("mus-pairs").expect("an edition");
    /// let cards = "K♠ K♥ K♦ A♣".split(' ');
    /// let held: Set = cards.filter_map(|card| read_card(card, Letters::English).ok()).collect();
    /// let chances = Phases::new(rules).chances(held, Set::EMPTY, Place::Last);
    /// assert_eq!(chances.map(|chance| (chance * 100).to_integer()), [98, 14, 92, 85]);
    /// ```
    pub fn chances(&self, held: Set, gone: Set, place: Place) -> [Chance; 4] {
        let (own, left) = (
            self.holding(self.kinds_of(held)),
            self.kinds_of(self.pack - (held | gone)),
        );
        let (won, of) = self.ways(&own, left, place, &mut HashMap::new());
        won.map(|won| Chance::new(won, of))
    }

    /// The same once some of them are laid down, over all that may be served for them, if anything is.
    pub fn changed(&self, held: Set, laid: Set, place: Place) -> [Chance; 4] {
        if self.rules.mus_ask.value == MusAsk::Never {
            return self.chances(held - laid, laid, place);
        }
        let (kept, unseen) = (self.kinds_of(held - laid), self.kinds_of(self.pack - held));
        let (mut won, mut of, mut known) = ([0; 4], 0, HashMap::new());
        for hand in &self.all {
            let Some(drawn) = less(&hand.kinds, &kept) else {
                continue;
            };
            let Some(left) = less(&unseen, &drawn) else {
                continue;
            };
            let here = combinations(&unseen, drawn.iter().copied().enumerate());
            let ways = self.ways(hand, left, place, &mut known);
            won.iter_mut()
                .zip(ways.0)
                .for_each(|(all, won)| *all += here * won);
            of += here * ways.1;
        }
        won.map(|won| Chance::new(won, of))
    }

    /// All that may be laid down of some cards, of what is worth the same once: the fewest cards first.
    pub fn changes(&self, held: Set) -> Vec<Set> {
        let (lays, cards) = (
            self.rules.mus_discard.value,
            self.rules.rank.value.sorted(held),
        );
        let of = |ways: usize| (0..cards.len()).filter(move |at| ways >> at & 1 == 1);
        let mut all: Vec<Set> = (0..1 << cards.len())
            .map(|ways| of(ways).map(|at| cards[at]).collect())
            .collect();
        all.retain(|laid| {
            laid.len() <= lays.to.into() && (!lays.once || laid.len() >= lays.from.into())
        });
        all.sort_by_key(|laid| laid.len());
        let mut known = HashSet::new();
        all.retain(|laid| known.insert(self.kinds_of(*laid)));
        all
    }

    /// The ways in which others can hold what is left so that a hand wins each phase, and all ways there are.
    fn ways(
        &self,
        own: &Holding,
        left: Kinds,
        place: Place,
        known: &mut HashMap<Kinds, u128>,
    ) -> ([u128; 4], u128) {
        let alone = self.rules.sides.value == Sides::Single;
        let unseen: usize = left.iter().map(|number| usize::from(*number)).sum();
        let (before, behind) = (place != Place::First, place == Place::Last);
        let bits = |is_before| {
            self.all
                .iter()
                .map(|other| wins(own, other, is_before))
                .collect::<Vec<u8>>()
        };
        let [first, second] = [bits(before), bits(behind)];
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
                (0..4)
                    .filter(|phase| both >> phase & 1 == 1)
                    .for_each(|phase| won[phase] += here * ways);
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

    /// The ways to draw four of these cards that make no Jeu.
    fn without_jeu(&self, left: Kinds, known: &mut HashMap<Kinds, u128>) -> u128 {
        // Cards of one value are one kind here.
        let mut by_value = [0; 10];
        for (kind, number) in self.kinds.iter().zip(left) {
            let value = kind.nth(0).map_or(0, |card| total(self.rules, card.into()));
            by_value[(value as usize).min(10) - 1] += number;
        }
        let count = || {
            let low = self.all.iter().filter(|hand| !hand.is_jeu);
            low.map(|hand| combinations(&left, hand.some.iter().copied()))
                .sum()
        };
        *known.entry(by_value).or_insert_with(count)
    }

    /// What one player is dealt, and how likely it is; in pairs that nobody has Jeu as well.
    pub fn dealt(&self) -> Vec<(String, Chance)> {
        let (rules, whole) = (self.rules, self.kinds_of(self.pack));
        let share = |fits: &dyn Fn(&Holding) -> bool| {
            let fitting = self.all.iter().filter(|hand| fits(hand));
            let ways = fitting
                .map(|hand| combinations(&whole, hand.some.iter().copied()))
                .sum();
            Chance::new(ways, choose(self.pack.len(), 4))
        };
        let couples = |which| share(&|hand| couple(rules, hand.cards) == Some(which));
        let mut told = vec![
            ("a pair".to_owned(), couples(Couple::Pair)),
            ("three alike".to_owned(), couples(Couple::Moyenne)),
            ("a double".to_owned(), couples(Couple::Double)),
            ("Jeu".to_owned(), share(&|hand| hand.is_jeu)),
        ];
        let sums = [40, 37, 36, 35, 34, 33, 32, 31];
        told.extend(sums.map(|sum| {
            (
                sum.to_string(),
                share(&|hand| total(rules, hand.cards) == sum),
            )
        }));
        told
    }
}

/// The place of Jeu, or Point, among [`PHASES`], as a bit.
const JEU: u8 = 8;

/// In which phases a hand wins against another, a bit each; of equal ones the one that is before wins.
fn wins(own: &Holding, other: &Holding, is_before: bool) -> u8 {
    let beats = |lance: Lance| {
        let [own, other] = [own, other].map(|hand| hand.worth[lance.place()]);
        own > other || (own == other && !is_before)
    };
    let couples = beats(Lance::Couples) && own.worth[Lance::Couples.place()] > 0;
    let jeu = if own.is_jeu {
        beats(Lance::Jeu)
    } else {
        !other.is_jeu && beats(Lance::Point)
    };
    let each = [beats(Lance::Grande), beats(Lance::Petite), couples, jeu];
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
