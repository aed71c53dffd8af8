//! Every way a hand can still be played, with open cards.
//!
//! What may be played, who wins a trick and what the reckoning pays, the engine says: here positions are only visited, and
//! remembered, so that each is looked at once.
//!
//! *Best* means: whoever is to play takes the card after which they end with the most chips, given that all who play after
//! them choose likewise and everyone sees all cards. Chips are those of this hand: what comes into their purse less what
//! goes out of it, less what they come to owe. Of cards that bring as many chips they take the one that brings more
//! tricks; of those, a plain card before a trump, the earlier of ♠ ♥ ♦ ♣, and the lowest.

mod position;

use crate::cards::{Card, Seat, Seats, Set};
use crate::engine::{Act, Event, Hand, Move, advance, legal};
use crate::rules::Ruleset;
use position::{Ends, Node, Places, Positions, chips_of};
use serde::{Deserialize, Serialize};

/// Chips in a purse out of which everything can be paid.
const AMPLE: i64 = i64::MAX / 4;

/// What can still come of a hand for one seat. Chips are counted from a moment that the asker names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prospect {
    /// The fewest and the most tricks of the whole hand that any way to play leads to.
    pub tricks: (u8, u8),
    /// The fewest and the most chips that any way to play leads to.
    pub chips: (i64, i64),
    /// Tricks of the whole hand if all play their best.
    pub best_tricks: u8,
    /// Chips if all play their best.
    pub best_chips: i64,
}

/// Who takes a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takers {
    /// All who can.
    pub all: Seats,
    /// Who does if all play their best.
    pub best: Option<Seat>,
}

/// All positions that can be reached from one, each looked at once. The hands it is asked about are those that the engine
/// makes of the one it begins with.
///
/// ```
/// use mouche::engine::Stage;
/// use mouche::explore::{RandomPlayer, Solver, example, on_credit};
/// use mouche::rules::Phase;
///
/// let rules = mouche::editions::ALL[0];
/// let one = example(rules, 3, RandomPlayer::sensible(3)).expect("a hand");
/// let (hand, _) = one.moves.iter().find(|(hand, _)| hand.stage == Stage::In(Phase::Tricks)).expect("a card to play");
/// let hand = on_credit(hand);
/// let mut solver = Solver::new(rules, &hand).expect("room for its cards");
/// let best = solver.best(&hand).expect("a card");
/// let prospect = solver.had_they_played(&hand, best).expect("it is legal");
/// assert!((prospect.chips.0..=prospect.chips.1).contains(&prospect.best_chips));
/// ```
pub struct Solver<'a> {
    rules: &'a Ruleset,
    places: Places,
    positions: Positions,
    ends: Ends,
    events: Vec<Event>,
}

/// The same hand with purses so full that nobody has to buy chips: what is bought would look like what is won.
pub fn on_credit(hand: &Hand) -> Hand {
    let mut hand = *hand;
    hand.in_turn().for_each(|seat| hand.purses[seat] = AMPLE);
    hand
}

impl<'a> Solver<'a> {
    /// For what can be reached from this hand, [`on_credit`], in play or over. None if it holds more cards than a position
    /// has room for.
    pub fn new(rules: &'a Ruleset, hand: &Hand) -> Option<Solver<'a>> {
        let places = Places::of(rules, hand)?;
        let events = Vec::with_capacity(64);
        Some(Solver { rules, places, positions: Positions::default(), ends: Ends::default(), events })
    }

    /// How many positions were looked at.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// What can come of a hand for a seat, its chips counted from how the seat stood in `since`.
    pub fn prospect(&mut self, since: &Hand, hand: &Hand, seat: Seat) -> Prospect {
        let node = self.visit(hand);
        let stood = chips_of(since, seat);
        let chips = |end: u16| self.ends.chips(end, seat) - stood;
        let tricks = |end: u16| self.ends.tricks(end, seat);
        let ((few, many), (least, most)) = (node.tricks[seat], node.chips[seat]);
        Prospect {
            tricks: (tricks(few), tricks(many)),
            chips: (chips(least), chips(most)),
            best_tricks: tricks(node.best),
            best_chips: chips(node.best),
        }
    }

    /// What would come of a card for the mover, chips counted from before it. None if the card may not be played.
    pub fn had_they_played(&mut self, hand: &Hand, card: Card) -> Option<Prospect> {
        let (next, _) = self.play(hand, card)?;
        Some(self.prospect(hand, &next, hand.mover))
    }

    /// The mover's best card; none if nobody is to play.
    pub fn best(&mut self, hand: &Hand) -> Option<Card> {
        let mut best: Option<(Card, u16)> = None;
        for card in self.choices(hand) {
            let end = self.after(hand, card).best;
            if best.is_none_or(|(_, other)| self.ends.prefers(hand.mover, end, other)) {
                best = Some((card, end));
            }
        }
        best.map(|(card, _)| card)
    }

    fn visit(&mut self, hand: &Hand) -> Node {
        if !hand.asks() {
            return Node::end(self.ends.number(hand));
        }
        let key = self.places.key(hand);
        if let Some(node) = self.positions.get(&key) {
            return node;
        }
        let mut found: Option<Node> = None;
        for card in self.choices(hand) {
            let node = self.after(hand, card);
            found = Some(found.map_or(node, |found| found.or(node, hand, &self.ends)));
        }
        let node = found.unwrap_or_else(|| Node::end(self.ends.number(hand)));
        self.positions.insert(key, node);
        node
    }

    /// What the mover may play, of cards that nothing tells apart one.
    fn choices(&self, hand: &Hand) -> impl Iterator<Item = Card> + use<> {
        let cards = if hand.asks() { legal(self.rules, hand).cards } else { Set::EMPTY };
        self.places.choices(hand, cards)
    }

    fn after(&mut self, hand: &Hand, card: Card) -> Node {
        match self.play(hand, card) {
            Some((next, _)) => self.visit(&next),
            None => Node::end(self.ends.number(hand)),
        }
    }

    /// The hand after a card, and who has won the trick if that ends it. None if the card may not be played.
    fn play(&mut self, hand: &Hand, card: Card) -> Option<(Hand, Option<Seat>)> {
        let mut next = *hand;
        self.events.clear();
        advance(self.rules, &mut next, &Act::Does(hand.mover, Move::Play(card)), &mut self.events).ok()?;
        Some((next, self.events.iter().find_map(|event| event.fact.won())))
    }

    /// Who can take the trick to which the mover plays this card.
    pub fn takers(&mut self, hand: &Hand, card: Card) -> Takers {
        Takers { all: self.all_takers(hand, card), best: self.best_taker(hand, card) }
    }

    fn all_takers(&mut self, hand: &Hand, card: Card) -> Seats {
        match self.play(hand, card) {
            Some((_, Some(winner))) => Seats::NONE.with(winner),
            Some((next, None)) => {
                let choices = self.choices(&next);
                choices.fold(Seats::NONE, |takers, card| takers.and(self.all_takers(&next, card)))
            }
            None => Seats::NONE,
        }
    }

    fn best_taker(&mut self, hand: &Hand, card: Card) -> Option<Seat> {
        match self.play(hand, card) {
            Some((_, won @ Some(_))) => won,
            Some((next, None)) => {
                let card = self.best(&next)?;
                self.best_taker(&next, card)
            }
            None => None,
        }
    }
}
