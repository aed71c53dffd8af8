//! A player without a plan: deals from a seed, and chooses at random among what the engine allows.

use super::sense;
use crate::cards::{Card, PerSeat, Seat, Set, Suit};
use crate::engine::{Act, Deal, Hand, Stage, legal, offers};
use crate::rules::{Phase, Ruleset, SpareHand};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Deals cards and chooses acts, the same for the same seed.
pub struct RandomPlayer {
    random: ChaCha8Rng,
    deck: Vec<Card>,
    top: usize,
    sensible: bool,
}

impl RandomPlayer {
    /// A player who draws from this seed, and chooses uniformly.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: ChaCha8Rng::seed_from_u64(seed), deck: Vec::new(), top: 0, sensible: false }
    }

    /// A player who draws from this seed, and declares as one might who looks at his cards. He is dealt the same ones.
    pub fn sensible(seed: u64) -> RandomPlayer {
        RandomPlayer { sensible: true, ..RandomPlayer::new(seed) }
    }

    /// Shuffles the pack and deals to so many seats.
    pub fn deal(&mut self, rules: &Ruleset, seats: u8) -> Act {
        self.deck.clear();
        self.deck.extend(rules.pack.value.pack(seats));
        self.top = 0;
        let size = usize::from(rules.deal_packets.value.hand);
        let mut hands = PerSeat::default();
        for seat in (0..seats).map(Seat) {
            hands[seat] = self.draw(size);
        }
        let spare = rules.fille_deal.value == SpareHand::BeforeDealer;
        let fille = if spare { self.draw(size) } else { Set::EMPTY };
        Act::Deal(Deal { hands, fille, turned: self.next_card() })
    }

    /// An act that the hand allows its mover.
    pub fn choose(&mut self, rules: &Ruleset, hand: &Hand) -> Act {
        if let Some(act) = self.sensible.then(|| sense::act(self, rules, hand)).flatten() {
            return act;
        }
        match hand.stage {
            Stage::In(Phase::Naming) => Act::Name(hand.mover, Suit::ALL[self.below(Suit::ALL.len())]),
            Stage::In(Phase::Declarations) => self.declare(rules, hand),
            Stage::In(Phase::TurnUp) if self.below(2) == 0 => Act::LeaveTurnUp(hand.mover),
            Stage::In(Phase::TurnUp) => Act::TakeTurnUp(hand.mover, self.one_of(hand.held[hand.mover])),
            Stage::In(Phase::Claims) if self.below(2) == 0 => Act::LetPass(hand.mover),
            Stage::In(Phase::Claims) => Act::Claim(hand.mover),
            _ => Act::Play(hand.mover, self.one_of(legal(rules, hand).cards)),
        }
    }

    /// One of folding, standing, taking the spare hand, and each number of cards that may be exchanged.
    fn declare(&mut self, rules: &Ruleset, hand: &Hand) -> Act {
        let seat = hand.mover;
        let Some(offers) = offers(rules, hand) else { return Act::Stand(seat) };
        let (fold, fille) = (usize::from(offers.fold), usize::from(offers.fille));
        match self.below(1 + fold + fille + usize::from(offers.exchange)) {
            0 if offers.fold => Act::Fold(seat),
            number if number == fold => Act::Stand(seat),
            number if offers.fille && number == 1 + fold => Act::TakeFille(seat),
            number => {
                let laid = self.some_of(hand.held[hand.mover], number - fold - fille);
                self.exchange(hand, laid)
            }
        }
    }

    /// These cards for as many that are drawn.
    pub(super) fn exchange(&mut self, hand: &Hand, laid: Set) -> Act {
        let cards = laid.len();
        let from_stock = cards.min(hand.stock.len());
        let mut drawn =
            if self.deals_the_stock(hand) { self.draw(from_stock) } else { self.some_of(hand.stock, from_stock) };
        drawn = drawn | self.some_of(hand.discards, cards - from_stock);
        Act::Exchange(hand.mover, laid, drawn)
    }

    /// Whether the deck still holds what the stock does: until discards have been shuffled into it.
    fn deals_the_stock(&self, hand: &Hand) -> bool {
        self.deck.len() - self.top == hand.stock.len()
    }

    fn draw(&mut self, cards: usize) -> Set {
        (0..cards).map(|_| self.next_card()).collect()
    }

    /// The next card of a deck that is shuffled as it is drawn from.
    fn next_card(&mut self) -> Card {
        let chosen = self.top + self.below(self.deck.len() - self.top);
        self.deck.swap(self.top, chosen);
        self.top += 1;
        self.deck[self.top - 1]
    }

    /// So many cards of a set, drawn at random.
    pub fn some_of(&mut self, set: Set, cards: usize) -> Set {
        (0..cards).fold(Set::EMPTY, |some, _| some.with(self.one_of(set - some)))
    }

    fn one_of(&mut self, set: Set) -> Card {
        let index = self.below(set.len());
        set.nth(index).expect("an index below the length of the set")
    }

    /// A number below this one.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound as u32) as usize
    }
}
