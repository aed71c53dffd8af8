//! Chances: counted where they can be counted, played out where they cannot; and how far what was found may be trusted.

mod mus;

pub use super::session::{Evening, Row, Trial, evenings, trial};
use crate::cards::{Card, Set, Suit, count_in_words};
use crate::engine::Trumps;
use crate::rules::{ClauseId, DealCondition, Obtained, Ruleset, TurnedTrump, WildCard};
pub use mus::{PHASES, PhaseChances, TurnToSpeak};
use num_rational::Ratio;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The 97.5th percentile of the normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959964;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    pub hits: u64,
    pub of: u64,
}

impl Proportion {
    /// One more, which is one of them or not.
    pub fn count(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.of += 1;
    }

    pub fn found(self) -> f64 {
        if self.of == 0 {
            0.0
        } else {
            self.hits as f64 / self.of as f64
        }
    }

    /// Wilson's interval, in which 95 of 100 such intervals have the true share.
    ///
    /// ```
    /// let interval = |hits| mouche::explore::odds::Proportion { hits, of: 20 }.interval();
    /// assert_eq!(format!("{:.4?}, {:.4?}", interval(10), interval(0)), "(0.2993, 0.7007), (0.0000, 0.1611)");
    /// ```
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.of as f64, self.found());
        let (middle, whole) = (p + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        (
            (middle - half).max(0.0) / whole,
            (middle + half).min(whole) / whole,
        )
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    pub of: u64,
    pub sum: f64,
    pub squares: f64,
}

impl Mean {
    pub fn count(&mut self, result: f64) {
        self.of += 1;
        self.sum += result;
        self.squares += result * result;
    }

    pub fn found(self) -> f64 {
        if self.of == 0 {
            0.0
        } else {
            self.sum / self.of as f64
        }
    }

    /// How far the true mean may lie to either side, for 95 of 100 such means.
    pub fn within(self) -> f64 {
        if self.of < 2 {
            return f64::INFINITY;
        }
        let (n, mean) = (self.of as f64, self.found());
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        Z * (variance / n).sqrt()
    }
}

/// All that is counted of an edition for so many players: what may be dealt, in its words, and how likely it is.
pub fn counted(rules: &Ruleset, seats: u8) -> Vec<(String, Chance)> {
    let dealing = Dealing::new(rules, seats);
    let (flush, top) = (rules.terms.flush, rules.terms.top_card);
    let mut all = Vec::new();
    let mut tell = |what: String, chance: Chance| all.push((what, chance));
    if rules.has(ClauseId::FlushWhat) {
        tell(format!("a {flush} dealt to one player"), dealing.flush());
        if dealing.has_top() {
            let suits = if dealing.wild {
                "of one suit only"
            } else {
                "of every suit"
            };
            tell(
                format!("the same, were {top} {suits}"),
                dealing.with_wild(!dealing.wild).flush(),
            );
        }
        // Of more hands together a chance has no room for the numbers.
        if seats <= 6 {
            tell(
                format!("a {flush} dealt to anyone at the table"),
                dealing.flush_at_table(),
            );
        }
        tell(
            format!("a {flush} of the suit turned up, to one player"),
            dealing.flush_of_trumps(),
        );
        if let Some(drawn) = dealing.flush_drawn(false) {
            let most = rules.exchange_once.value.most;
            let to = format!(
                "a {flush} dealt or drawn, to one who keeps their longest suit and changes up to {most}"
            );
            tell(to, drawn);
        }
        if let Some(drawn) = dealing.flush_drawn(true) {
            tell(format!("the same, with {top} in it"), drawn);
        }
    }
    if let Some((suit, chance)) = dealing.forces() {
        tell(
            format!("everyone must play: {} are trump", suit.name()),
            chance,
        );
    }
    (0..=dealing.hand).for_each(|trumps| {
        tell(
            count_in_words(trumps, "trump") + " in a hand",
            dealing.trumps(trumps),
        )
    });
    all
}

/// A chance, in its lowest terms. The largest here, of six hands out of 52 cards, needs 115 bits.
pub type Chance = Ratio<u128>;

pub fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// How many sets of `k` there are among `n`.
pub fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |ways, i| {
        ways * n.saturating_sub(i) as u128 / (i + 1) as u128
    })
}

#[derive(Clone, Copy, Debug)]
pub struct Dealing<'a> {
    rules: &'a Ruleset,
    pack: Set,
    pub seats: u8,
    hand: usize,
    wild: bool,
}

/// Cards of each suit but the top card, and whether that one is still there.
type Left = ([usize; 4], bool);

impl<'a> Dealing<'a> {
    pub fn new(rules: &'a Ruleset, seats: u8) -> Dealing<'a> {
        let hand = usize::from(rules.deal_packets.value.hand);
        let wild = rules.flush_wild.value == WildCard::TopCard;
        Dealing {
            rules,
            pack: rules.pack.value.pack(seats),
            seats,
            hand,
            wild,
        }
    }

    /// The same, with the top card of every suit in a flush, or not.
    pub fn with_wild(self, wild: bool) -> Dealing<'a> {
        Dealing { wild, ..self }
    }

    pub fn cards(&self) -> usize {
        self.pack.len()
    }

    /// Whether the pack has a card that can be of every suit in a flush.
    pub fn has_top(&self) -> bool {
        !self.top().is_empty()
    }

    fn top(&self) -> Set {
        self.rules.pam_card.value.set() & self.pack
    }

    fn left_of(&self, cards: Set) -> Left {
        let suits = Suit::ALL.map(|suit| ((cards & Set::of_suit(suit)) - self.top()).len());
        (suits, !(self.top() & cards).is_empty())
    }

    /// That one player is dealt a flush.
    ///
    /// ```
    /// let dealing = mouche::explore::odds::Dealing::new(mouche::editions::ALL[0], 4);
    /// assert_eq!((dealing.cards(), dealing.flush().to_string()), (36, "1/748".to_owned()));
    /// ```
    pub fn flush(&self) -> Chance {
        Chance::from_integer(1) - self.none(1)
    }

    pub fn flush_at_table(&self) -> Chance {
        Chance::from_integer(1) - self.none(self.seats)
    }

    /// That none of so many players is dealt a flush.
    fn none(&self, players: u8) -> Chance {
        let hands = (0..usize::from(players))
            .map(|before| choose(self.cards() - before * self.hand, self.hand));
        Chance::new(
            self.ways_without(self.left_of(self.pack), players, &mut BTreeMap::new()),
            hands.product(),
        )
    }

    /// The ways to deal so many hands out of what is left, none of them a flush.
    fn ways_without(
        &self,
        mut left: Left,
        players: u8,
        known: &mut BTreeMap<(Left, u8), u128>,
    ) -> u128 {
        if players == 0 {
            return 1;
        }
        // As far as flushes go, these suits may stand for each other: in one order, fewer are counted.
        if self.wild || !left.1 {
            left.0.sort_unstable();
        }
        if let Some(ways) = known.get(&(left, players)) {
            return *ways;
        }
        let mut ways = 0;
        for (taken, top) in hands(left, self.hand)
            .into_iter()
            .filter(|hand| !self.is_flush(*hand))
        {
            let rest = std::array::from_fn(|suit| left.0[suit] - taken[suit]);
            ways += combinations(left.0, taken)
                * self.ways_without((rest, left.1 && !top), players - 1, known);
        }
        known.insert((left, players), ways);
        ways
    }

    fn is_flush(&self, (taken, top): Left) -> bool {
        Suit::ALL.into_iter().any(|suit| {
            taken[suit as usize] + usize::from(top && self.top_is_of(suit)) == self.hand
        })
    }

    fn top_is_of(&self, suit: Suit) -> bool {
        self.wild || self.top().only_suit() == Some(suit)
    }

    /// That one player has a flush who keeps the longest suit dealt to them, the top card counted where it is of every suit,
    /// and changes the others, if so many may be changed: any flush, or one with the top card; none where none can be.
    pub fn flush_drawn(&self, with_top: bool) -> Option<Chance> {
        let is_drawn =
            self.rules.has(ClauseId::FlushWhat) && self.rules.flush_pat.value == Obtained::Anyhow;
        if !is_drawn || with_top && !(self.wild && self.has_top()) {
            return None;
        }
        let (zero, most) = (
            Chance::from_integer(0),
            usize::from(self.rules.exchange_once.value.most),
        );
        Some(self.turned(|_, left| {
            let (suits, top_is_in) = self.left_of(left);
            let unseen = left.len() - self.hand;
            let mut all = zero;
            for (taken, has_top) in hands((suits, top_is_in), self.hand) {
                let chance = |suit: Suit| {
                    let counts = self.top_is_of(suit);
                    let kept = taken[suit as usize] + usize::from(has_top && counts);
                    let out = usize::from(!has_top && top_is_in && counts);
                    let fitting = suits[suit as usize] - taken[suit as usize] + out;
                    let draws = self.hand - kept;
                    let lacking = if with_top && !has_top {
                        choose(fitting - out, draws)
                    } else {
                        0
                    };
                    let drawn =
                        Chance::new(choose(fitting, draws) - lacking, choose(unseen, draws));
                    (
                        kept,
                        if draws <= most && draws <= unseen {
                            drawn
                        } else {
                            zero
                        },
                    )
                };
                let best = Suit::ALL
                    .map(chance)
                    .into_iter()
                    .max()
                    .map_or(zero, |(_, chance)| chance);
                all += best * combinations(suits, taken);
            }
            all / choose(left.len(), self.hand)
        }))
    }

    /// That one player is dealt a flush of the suit turned up.
    pub fn flush_of_trumps(&self) -> Chance {
        self.turned(|turned, left| {
            let (suits, top_is_in) = self.left_of(left);
            let suit = suits[turned.suit() as usize];
            let helped = top_is_in && self.top_is_of(turned.suit());
            let ways = choose(suit, self.hand)
                + if helped {
                    choose(suit, self.hand - 1)
                } else {
                    0
                };
            Chance::new(ways, choose(left.len(), self.hand))
        })
    }

    /// That one player is dealt so many trumps, the top card counted as one.
    pub fn trumps(&self, trumps: usize) -> Chance {
        self.turned(|turned, left| {
            let all = (left & Trumps::for_suit(self.rules, turned.suit()).cards).len();
            let ways = choose(all, trumps) * choose(left.len() - all, self.hand - trumps);
            Chance::new(ways, choose(left.len(), self.hand))
        })
    }

    /// The suit that forces everyone to play when it is turned up, and that it is; none where no suit does.
    pub fn forces(&self) -> Option<(Suit, Chance)> {
        let suit_of = |when: &DealCondition| {
            if let DealCondition::Trump(suit) = when {
                Some(*suit)
            } else {
                None
            }
        };
        let suit = self.rules.forced.value.0.iter().find_map(suit_of)?;
        Some((
            suit,
            Chance::new(
                (self.pack & Set::of_suit(suit)).len() as u128,
                self.cards() as u128,
            ),
        ))
    }

    /// The mean of a chance over the cards that can be turned up. Where the dealer who turns the top card names trumps,
    /// that card is left out: what they name depends on their hand.
    fn turned(&self, chance: impl Fn(Card, Set) -> Chance) -> Chance {
        let named = self.rules.pam_names.value == TurnedTrump::DealerNames;
        let cards = if named {
            self.pack - self.top()
        } else {
            self.pack
        };
        cards
            .into_iter()
            .map(|card| chance(card, self.pack.without(card)))
            .sum::<Chance>()
            / cards.len() as u128
    }

    /// That one player is dealt these cards, whatever the others of that hand.
    pub fn holding(&self, cards: Set) -> Chance {
        let rest = self.hand.saturating_sub(cards.len());
        let ways = if cards.is_within(self.pack) {
            choose(self.cards() - cards.len(), rest)
        } else {
            0
        };
        Chance::new(
            if cards.len() > self.hand { 0 } else { ways },
            choose(self.cards(), self.hand),
        )
    }

    /// That none of the others is dealt a card that beats this one by suit, to one who holds these, and sees the turn-up.
    pub fn is_best(&self, card: Card, held: Set, turned: Card) -> Chance {
        let trumps = Trumps::for_suit(self.rules, turned.suit());
        let unseen = (self.pack - held).without(turned);
        let above = trumps.cards_above(&self.rules.rank.value, card)
            & trumps.same_suit_cards(card)
            & unseen;
        let dealt = self.hand * usize::from(self.seats - 1);
        Chance::new(
            choose(unseen.len() - above.len(), dealt),
            choose(unseen.len(), dealt),
        )
    }
}

fn combinations(of: [usize; 4], taken: [usize; 4]) -> u128 {
    of.into_iter()
        .zip(taken)
        .map(|(suit, cards)| choose(suit, cards))
        .product()
}

/// The hands of so many cards, by how many of each suit they have and whether they have the top card.
fn hands((suits, top): Left, cards: usize) -> Vec<Left> {
    let mut found: Vec<Left> = [false, true]
        .into_iter()
        .filter(|has| top || !has)
        .map(|has| ([0; 4], has))
        .collect();
    let held = |(taken, top): &Left| taken.iter().sum::<usize>() + usize::from(*top);
    for suit in 0..4 {
        let more = |hand: Left| {
            (0..=suits[suit].min(cards - held(&hand))).map(move |count| {
                let (mut taken, top) = hand;
                taken[suit] = count;
                (taken, top)
            })
        };
        found = found.into_iter().flat_map(more).collect();
    }
    found.retain(|hand| held(hand) == cards);
    found
}
