//! What a seat may know: its own cards, what lies open, and what everyone has seen. Never what others hold.

use crate::cards::{Card, Set, Suit};
use crate::engine::{Hand, Legal, Move, Stage, legal, may_claim, offer};
use crate::rules::{Amount, Obtained, Phase, Ruleset, Undertaking, Verb, WildCard};

/// The hand as its mover sees it.
///
/// ```
/// use mouche::explore::{RandomPlayer, View, example};
///
/// let rules = mouche::editions::ALL[0];
/// let hand = example(rules, 4, RandomPlayer::new(7)).expect("a hand").moves[0].0;
/// let view = View::new(rules, &hand);
/// assert_eq!(view.trumps() | view.plain(), view.held());
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    rules: &'a Ruleset,
    /// Private, so that no rule of play can look into other hands.
    pub(super) hand: &'a Hand,
}

impl<'a> View<'a> {
    /// What the mover of a hand sees of it.
    pub fn new(rules: &'a Ruleset, hand: &'a Hand) -> View<'a> {
        View { rules, hand }
    }

    /// Their cards.
    pub fn held(&self) -> Set {
        self.hand.held[self.hand.mover]
    }

    /// Their trumps, the top card among them.
    pub fn trumps(&self) -> Set {
        self.held() & self.hand.trumps.all()
    }

    /// Their other cards.
    pub fn plain(&self) -> Set {
        self.held() - self.hand.trumps.all()
    }

    /// Their cards of a suit, the top card apart.
    pub fn of_suit(&self, suit: Suit) -> Set {
        (self.held() & Set::of_suit(suit)) - self.hand.trumps.top()
    }

    /// How many are in the hand, the mover included.
    pub fn players(&self) -> u8 {
        self.hand.active.len()
    }

    /// Whether they may make such a move.
    pub fn may(&self, verb: Verb) -> bool {
        offer(self.rules, self.hand, verb).is_some_and(|offer| offer.is_open)
    }

    /// How many cards they may exchange.
    pub fn most(&self) -> usize {
        offer(self.rules, self.hand, Verb::Exchange).map_or(0, |offer| usize::from(offer.most))
    }

    /// Whether their cards are a flush that they may claim, now or later.
    pub fn has_flush(&self) -> bool {
        may_claim(self.rules, self.hand, self.hand.mover) && self.comes(|phase| matches!(phase, Phase::Claims))
    }

    /// The card that keeps all their cards from being a flush, which may still be drawn.
    pub fn odd_one_out(&self) -> Option<Card> {
        let (held, wild) = (self.held(), self.rules.flush_wild.value == WildCard::TopCard);
        let joker = if wild { held & self.hand.trumps.top() } else { Set::EMPTY };
        let suits = || Suit::ALL.into_iter().map(|suit| held - Set::of_suit(suit) - joker);
        let may = || self.rules.flush_pat.value == Obtained::Anyhow && self.most() > 0;
        let odd = suits().find(|others| others.len() == 1).filter(|_| may())?;
        odd.nth(0).filter(|_| self.comes(|phase| matches!(phase, Phase::Claims)))
    }

    /// Whether such a phase of the hand is still to come.
    fn comes(&self, is_it: fn(&Phase) -> bool) -> bool {
        self.rules.decl_order.value.of(self.hand.is_first).iter().skip(self.hand.phases.into()).any(is_it)
    }

    /// What they say who go in with the cards they have.
    pub fn goes_in(&self) -> Move {
        if self.may(Verb::Join) { Move::Join } else { Move::Stand }
    }

    /// How many tricks they promise by a move of the round they are asked in.
    pub fn promised(&self, verb: Verb) -> u32 {
        let Stage::In(Phase::Round(round)) = self.hand.stage else { return 0 };
        let role = round.offers.iter().find(|offer| offer.0 == verb).and_then(|offer| offer.1);
        role.map_or(0, |role| self.rules.undertake.value.of(role).into())
    }

    /// Whether it makes a difference in which role one plays.
    pub fn promises(&self) -> bool {
        self.rules.undertake.value != Undertaking::ONE
    }

    /// The tricks that some cards of theirs promise, in halves: one for the top card and each of the three highest trumps,
    /// half a one for any other trump and for the highest card of another suit.
    pub fn half_tricks(&self, cards: Set) -> u32 {
        let worth = |card: Card| match (self.hand.trumps.all().has(card), self.above(card)) {
            (true, ..=2) => 2,
            (true, _) => 1,
            (false, _) => u32::from(self.place(card) == 0),
        };
        cards.into_iter().map(worth).sum()
    }

    /// Whether a debt is a fixed sum, whatever lies in the pool.
    pub fn owes_fixed(&self) -> bool {
        self.rules.debt_make.value.0.iter().all(|debt| !matches!(debt.amount, Amount::Pool(_)))
    }

    /// Whether a debt is one, and at most a quarter of what lies in the pool, and cards can still be changed.
    pub fn risks_little(&self) -> bool {
        let debts = self.rules.debt_make.value.0;
        let chips = debts.iter().map(|debt| self.rules.chips_of(debt.amount, self.hand.pool)).max();
        self.owes_fixed() && chips.is_some_and(|chips| 4 * chips <= self.hand.pool) && self.changes()
    }

    /// Whether they may change cards now or later.
    fn changes(&self) -> bool {
        let is_one = |phase: &Phase| matches!(phase, Phase::Round(round) if round.offers.iter().any(|offer| offer.0 == Verb::Exchange));
        self.most() > 0 || self.comes(is_one)
    }

    /// Whether they lead the ace of trumps, may ask that the top card keep still, and have not seen that one.
    pub fn fears_the_top_card(&self) -> bool {
        self.may(Verb::DemandCivility) && !(self.hand.trumps.top() & self.unseen()).is_empty()
    }

    /// What they do who defend the pack with these cards: they lay down the lowest.
    pub fn defends(&self, drawn: Set) -> Option<Move> {
        Some(Move::Defend(drawn, self.lowest(drawn).unwrap_or(self.hand.turned)))
    }

    /// The cards they may play.
    pub fn legal(&self) -> Legal {
        legal(self.rules, self.hand)
    }

    /// The suit that is trump.
    pub fn trump(&self) -> Suit {
        self.hand.trump
    }

    /// The card turned up, while it lies there.
    pub fn turn_up(&self) -> Option<Card> {
        self.hand.turn_up()
    }

    /// The cards of theirs that would win the trick as it lies.
    pub fn winning(&self) -> Set {
        self.hand.trick.map_or(Set::EMPTY, |trick| self.legal().cards & trick.heading)
    }

    /// How high a card stands: trumps above all others, then by rank.
    pub fn height(&self, card: Card) -> u32 {
        if self.hand.trumps.all().has(card) { 40 - self.above(card) } else { 13 - self.place(card) }
    }

    /// How many trumps beat this one.
    fn above(&self, card: Card) -> u32 {
        (self.hand.trumps.above(&self.rules.rank.value, card) & self.hand.trumps.all()).len() as u32
    }

    /// The lowest of some cards, those of the suit of which they hold fewest first among equals.
    pub fn lowest(&self, cards: Set) -> Option<Card> {
        cards.into_iter().min_by_key(|card| (self.height(*card), self.of_suit(card.suit()).len()))
    }

    /// The highest of some cards, those of the suit of which they hold fewest first among equals.
    pub fn highest(&self, cards: Set) -> Option<Card> {
        cards.into_iter().min_by_key(|card| (std::cmp::Reverse(self.height(*card)), self.of_suit(card.suit()).len()))
    }

    /// So many of the lowest of some cards.
    pub fn lowest_of(&self, cards: Set, most: usize) -> Set {
        let mut left = cards;
        while left.len() > cards.len().min(most) {
            left = self.highest(left).map_or(Set::EMPTY, |card| left.without(card));
        }
        left
    }

    /// The place of a card in its suit from the top, the highest being 0.
    pub fn place(&self, card: Card) -> u32 {
        self.rules.rank.value.place(card.rank())
    }

    /// Whether it is the top card.
    pub fn is_top(&self, card: Card) -> bool {
        self.hand.trumps.top().has(card)
    }

    /// Their cards that are neither trumps nor the best of their suit in the pack.
    pub fn plain_losers(&self) -> Set {
        self.plain().into_iter().filter(|card| self.place(*card) > 0).collect()
    }

    /// Those of their cards that no card they have not seen can beat by following suit.
    pub fn masters(&self) -> Set {
        let unseen = self.unseen();
        let beaten = |card: &Card| {
            !(self.hand.trumps.above(&self.rules.rank.value, *card) & self.hand.trumps.suit_of(*card) & unseen)
                .is_empty()
        };
        self.held().into_iter().filter(|card| !beaten(card)).collect()
    }

    /// The cards of the pack that they have not seen: neither theirs nor turned up nor played.
    fn unseen(&self) -> Set {
        let hand = self.hand;
        let held =
            hand.in_turn().filter(|seat| *seat != hand.mover).fold(Set::EMPTY, |all, seat| all | hand.held[seat]);
        held | hand.fille | hand.stock | hand.discards
    }
}
