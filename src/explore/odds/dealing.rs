//! What is dealt: chances counted over all hands that an edition's pack can give.

use crate::cards::{Card, Set, Suit, many};
use crate::engine::Trumps;
use crate::rules::{Obtained, Ruleset, Topic, TurnedTrump, When, WildCard};
use num_rational::Ratio;
use std::collections::BTreeMap;

/// All that is counted of an edition for so many players: what may be dealt, in the words of the edition, and how likely
/// it is.
pub fn counted(rules: &Ruleset, seats: u8) -> Vec<(String, Chance)> {
    let dealing = Dealing::new(rules, seats);
    let (flush, top) = (rules.terms.flush, rules.terms.top_card);
    let mut all = Vec::new();
    if rules.has(Topic::FlushWhat) {
        all.push((format!("a {flush} dealt to one player"), dealing.flush()));
        if dealing.has_top() {
            let suits = if dealing.wild { "of one suit only" } else { "of every suit" };
            all.push((format!("the same, were {top} {suits}"), dealing.with_wild(!dealing.wild).flush()));
        }
        if usize::from(seats) <= MOST_HANDS {
            all.push((format!("a {flush} dealt to anyone at the table"), dealing.flush_at_table()));
        }
        all.push((format!("a {flush} of the suit turned up, to one player"), dealing.flush_of_trumps()));
        if let Some(drawn) = dealing.flush_drawn(false) {
            let most = rules.exchange_once.value.most;
            let to = format!("a {flush} dealt or drawn, to one who keeps their longest suit and changes up to {most}");
            all.push((to, drawn));
            let with_top = |drawn| (format!("the same, with {top} in it"), drawn);
            all.extend(dealing.flush_drawn(true).map(with_top));
        }
    }
    all.extend(
        dealing.forces().map(|(suit, chance)| (format!("everyone must play: {} are trump", suit.name()), chance)),
    );
    let trumps = |trumps| (many(trumps, "trump") + " in a hand", dealing.trumps(trumps));
    all.extend((0..=dealing.hand).map(trumps));
    all
}

/// So many hands are counted together.
const MOST_HANDS: usize = 6;

/// A chance, in its lowest terms. The largest here, of six hands out of 52 cards, needs 115 bits.
pub type Chance = Ratio<u128>;

/// A chance as a number from 0 to 1.
pub fn decimal(chance: Chance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// How many sets of `k` there are among `n`.
pub fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |ways, i| ways * (n - i) as u128 / (i + 1) as u128)
}

/// A pack dealt to a company.
#[derive(Clone, Copy, Debug)]
pub struct Dealing<'a> {
    rules: &'a Ruleset,
    pack: Set,
    seats: u8,
    hand: usize,
    wild: bool,
}

/// Cards of each suit but the top card, and whether that one is still there.
type Left = ([usize; 4], bool);

impl<'a> Dealing<'a> {
    /// What so many players are dealt by an edition's rules.
    pub fn new(rules: &'a Ruleset, seats: u8) -> Dealing<'a> {
        let hand = usize::from(rules.deal_packets.value.hand);
        let wild = rules.flush_wild.value == WildCard::TopCard;
        Dealing { rules, pack: rules.pack.value.pack(seats), seats, hand, wild }
    }

    /// The same, with the top card of every suit in a flush, or not.
    pub fn with_wild(self, wild: bool) -> Dealing<'a> {
        Dealing { wild, ..self }
    }

    /// The cards of the pack.
    pub fn cards(&self) -> usize {
        self.pack.len()
    }

    /// The players.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whether the pack has a card that can be of every suit in a flush.
    pub fn has_top(&self) -> bool {
        !self.top().is_empty()
    }

    fn top(&self) -> Set {
        self.rules.pam_card.value.set() & self.pack
    }

    fn left(&self) -> Left {
        let suits = Suit::ALL.map(|suit| ((self.pack & Set::of_suit(suit)) - self.top()).len());
        (suits, self.has_top())
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

    /// That at least one of the players is.
    pub fn flush_at_table(&self) -> Chance {
        Chance::from_integer(1) - self.none(self.seats)
    }

    /// That none of so many players is dealt a flush.
    fn none(&self, players: u8) -> Chance {
        let hands = (0..usize::from(players)).map(|before| choose(self.cards() - before * self.hand, self.hand));
        Chance::new(self.ways_without(self.left(), players, &mut BTreeMap::new()), hands.product())
    }

    /// The ways to deal so many hands out of what is left, none of them a flush.
    fn ways_without(&self, left: Left, players: u8, known: &mut BTreeMap<(Left, u8), u128>) -> u128 {
        if players == 0 {
            return 1;
        }
        let left = self.alike(left);
        if let Some(ways) = known.get(&(left, players)) {
            return *ways;
        }
        let mut ways = 0;
        for (taken, top) in hands(left, self.hand).into_iter().filter(|hand| !self.is_flush(*hand)) {
            let here: u128 = left.0.iter().zip(taken).map(|(suit, cards)| choose(*suit, cards)).product();
            let rest = std::array::from_fn(|suit| left.0[suit] - taken[suit]);
            ways += here * self.ways_without((rest, left.1 && !top), players - 1, known);
        }
        known.insert((left, players), ways);
        ways
    }

    /// The same as far as flushes go: suits that may stand for each other in one order, so that fewer are counted.
    fn alike(&self, (mut suits, top): Left) -> Left {
        if self.wild || !top {
            suits.sort_unstable();
        }
        (suits, top)
    }

    fn is_flush(&self, (taken, top): Left) -> bool {
        let own = self.top().only_suit();
        let completes = |suit: Suit| top && (self.wild || own == Some(suit));
        Suit::ALL.into_iter().any(|suit| taken[suit as usize] + usize::from(completes(suit)) == self.hand)
    }

    /// That one player has a flush once they have changed cards who keeps the longest suit dealt to them, the top card counted
    /// where it is of every suit, and changes the others: if they may change so many, and the stock serves them first. All such
    /// flushes are counted, or those with the top card alone. None where no flush is drawn, or none has that card.
    pub fn flush_drawn(&self, with_top: bool) -> Option<Chance> {
        let is_drawn = self.rules.has(Topic::FlushWhat) && self.rules.flush_pat.value == Obtained::Anyhow;
        if !is_drawn || with_top && !(self.wild && self.has_top()) {
            return None;
        }
        let (top, most) = (self.top(), usize::from(self.rules.exchange_once.value.most));
        let own = top.only_suit();
        Some(self.turned(|_, left| {
            let suits = Suit::ALL.map(|suit| ((left & Set::of_suit(suit)) - top).len());
            let unseen = left.len() - self.hand;
            let mut all = Chance::from_integer(0);
            for (taken, has_top) in hands((suits, !(top & left).is_empty()), self.hand) {
                let ways: u128 = suits.iter().zip(taken).map(|(suit, cards)| choose(*suit, cards)).product();
                let counts = |suit: Suit| self.wild || own == Some(suit);
                let chance = |suit: Suit| {
                    let kept = taken[suit as usize] + usize::from(has_top && counts(suit));
                    let out = usize::from(!has_top && !(top & left).is_empty() && counts(suit));
                    let fitting = suits[suit as usize] - taken[suit as usize] + out;
                    let draws = self.hand - kept;
                    let lacking = if with_top && !has_top { choose(fitting - out, draws) } else { 0 };
                    let drawn = Chance::new(choose(fitting, draws) - lacking, choose(unseen, draws));
                    (kept, if draws <= most && draws <= unseen { drawn } else { Chance::from_integer(0) })
                };
                let best =
                    Suit::ALL.map(chance).into_iter().max().map_or(Chance::from_integer(0), |(_, chance)| chance);
                all += best * ways;
            }
            all / choose(left.len(), self.hand)
        }))
    }

    /// That one player is dealt a flush of the suit turned up.
    pub fn flush_of_trumps(&self) -> Chance {
        let (own, top) = (self.top().only_suit(), self.top());
        self.turned(|turned, left| {
            let suit = ((left & Set::of_suit(turned.suit())) - top).len();
            let helped = !(top & left).is_empty() && (self.wild || own == Some(turned.suit()));
            let ways = choose(suit, self.hand) + if helped { choose(suit, self.hand - 1) } else { 0 };
            Chance::new(ways, choose(left.len(), self.hand))
        })
    }

    /// That one player is dealt so many trumps, the top card counted as one.
    pub fn trumps(&self, trumps: usize) -> Chance {
        self.turned(|turned, left| {
            let all = (left & Trumps::of(self.rules, turned.suit()).all()).len();
            let ways = choose(all, trumps) * choose(left.len() - all, self.hand - trumps);
            Chance::new(ways, choose(left.len(), self.hand))
        })
    }

    /// The suit that forces everyone to play when it is turned up, and that it is; none where no suit does.
    pub fn forces(&self) -> Option<(Suit, Chance)> {
        let suit = self.rules.forced.value.0.iter().find_map(|when| match when {
            When::Trump(suit) => Some(*suit),
            _ => None,
        })?;
        Some((suit, Chance::new((self.pack & Set::of_suit(suit)).len() as u128, self.cards() as u128)))
    }

    /// The mean of a chance over the cards that can be turned up. Where the dealer who turns the top card names trumps,
    /// that card is left out: what they name depends on their hand.
    fn turned(&self, chance: impl Fn(Card, Set) -> Chance) -> Chance {
        let named = self.rules.pam_names.value == TurnedTrump::DealerNames;
        let cards = if named { self.pack - self.top() } else { self.pack };
        let sum: Chance = cards.into_iter().map(|card| chance(card, self.pack.without(card))).sum();
        sum / cards.len() as u128
    }

    /// That one player is dealt these cards, whatever the others of that hand.
    pub fn holding(&self, cards: Set) -> Chance {
        let rest = self.hand.saturating_sub(cards.len());
        let ways = if cards.is_within(self.pack) { choose(self.cards() - cards.len(), rest) } else { 0 };
        Chance::new(if cards.len() > self.hand { 0 } else { ways }, choose(self.cards(), self.hand))
    }

    /// That none of the others is dealt a card that beats this one by suit, as one knows it who holds these cards and
    /// sees the card turned up.
    pub fn is_best(&self, card: Card, held: Set, turned: Card) -> Chance {
        let trumps = Trumps::of(self.rules, turned.suit());
        let unseen = (self.pack - held).without(turned);
        let above = trumps.above(&self.rules.rank.value, card) & trumps.suit_of(card) & unseen;
        let dealt = self.hand * usize::from(self.seats - 1);
        Chance::new(choose(unseen.len() - above.len(), dealt), choose(unseen.len(), dealt))
    }
}

/// The hands of so many cards, by how many of each suit they have and whether they have the top card.
fn hands((suits, top): Left, cards: usize) -> Vec<Left> {
    let mut found = vec![([0; 4], false)];
    if top {
        found.push(([0; 4], true));
    }
    for suit in 0..4 {
        let more = |(taken, top): ([usize; 4], bool)| {
            let room = cards - taken.iter().sum::<usize>() - usize::from(top);
            (0..=room.min(suits[suit])).map(move |count| {
                let mut taken = taken;
                taken[suit] = count;
                (taken, top)
            })
        };
        found = found.into_iter().flat_map(more).collect();
    }
    found.retain(|(taken, top)| taken.iter().sum::<usize>() + usize::from(*top) == cards);
    found
}
