//! What may be done now, by which clause, and by which not: the one answer for scripts, players, pages and editors.

use super::{Hand, Stage, breach, claim, declare, exchange, play, turn_up};
use crate::cards::{Seat, Set, Suit};
use crate::rules::{Move, Phase, Ruleset, Topic, TurnOwner, Verb, What};

/// A kind of move that the mover is asked for, or kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Which.
    pub verb: Verb,
    /// The clause that offers it; or the one that forbids it, or sets its limit.
    pub clause: Topic,
    /// Whether he may.
    pub is_open: bool,
    /// The cards it may be made with.
    pub cards: Set,
    /// At most so many of them.
    pub most: u8,
}

impl Offered {
    /// A move without cards, under its own clause.
    pub(super) fn of(verb: Verb) -> Offered {
        Offered { verb, clause: verb.topic(), is_open: true, cards: Set::EMPTY, most: 0 }
    }

    /// One with one of these cards.
    pub(super) fn with_one_of(verb: Verb, cards: Set) -> Offered {
        Offered { cards, most: 1, ..Offered::of(verb) }
    }

    /// The same, forbidden if a clause says so.
    pub(super) fn unless(self, forbidden: Option<Topic>) -> Offered {
        forbidden.map_or(self, |clause| Offered { clause, is_open: false, ..self })
    }

    /// Each move of its kind.
    pub fn moves(self) -> Vec<Move> {
        let with =
            |cards: Set| What { laid: Some(cards), drawn: Some(Set::EMPTY), card: cards.nth(0), ..What::default() };
        match self.verb {
            _ if !self.is_open => Vec::new(),
            Verb::Name => Suit::ALL.map(Move::Name).into(),
            verb => self.sets().filter_map(|cards| verb.with(with(cards))).collect(),
        }
    }

    /// The cards it may be made with, each way; once without any, if it takes none.
    fn sets(self) -> impl Iterator<Item = Set> {
        let cards: Vec<_> = self.cards.into_iter().collect();
        let marked = move |marks: u32| (0..cards.len()).filter(|at| marks >> at & 1 == 1).map(|at| cards[at]).collect();
        let fits = move |set: &Set| set.is_empty() == (self.most == 0) && set.len() <= usize::from(self.most);
        (0..1_u32 << self.cards.len()).map(marked).filter(fits)
    }
}

/// Whether the mover is asked for such a move, and may make it. None if it does not arise where the hand stands.
pub fn offer(rules: &Ruleset, hand: &Hand, verb: Verb) -> Option<Offered> {
    let Stage::In(phase) = hand.stage else { return None };
    match phase {
        Phase::Naming => (verb == Verb::Name).then(|| Offered::of(verb)),
        Phase::Declarations => declare::offer(rules, hand, verb),
        Phase::TurnUp => turn_up::offer(hand, verb),
        Phase::Claims => matches!(verb, Verb::Claim | Verb::LetPass).then(|| Offered::of(verb)),
        Phase::Tricks => play::offer(rules, hand, verb),
    }
}

/// All that the mover is asked for, in the order of [`Verb::ALL`].
pub fn offers(rules: &Ruleset, hand: &Hand) -> impl Iterator<Item = Offered> {
    Verb::ALL.iter().filter_map(|verb| offer(rules, hand, *verb))
}

/// Every move that is taken from the mover: those without a card first, those with several last; few cards before many.
pub fn moves(rules: &Ruleset, hand: &Hand) -> Vec<Move> {
    let mut open: Vec<Offered> = offers(rules, hand).collect();
    open.sort_by_key(|offer| if offer.verb == Verb::Exchange { 2 } else { offer.most });
    open.into_iter().flat_map(Offered::moves).collect()
}

/// The clause that binds the mover; none if nobody is asked.
pub fn binding(rules: &Ruleset, hand: &Hand) -> Option<Topic> {
    match hand.stage {
        Stage::In(Phase::Declarations) => Some(declare::bound_by(rules, hand)),
        _ => offers(rules, hand).next().map(|offer| offer.clause),
    }
}

/// The clause under which a seat may not make a move now; none if it may. That it holds the cards is for the caller to know.
pub fn why_not(rules: &Ruleset, hand: &Hand, seat: Seat, does: Move) -> Option<Topic> {
    let verb = does.verb();
    match (does, offer(rules, hand, verb).filter(|_| hand.mover == seat)) {
        (Move::Claim, _) => claim::why_not(rules, hand, seat),
        (Move::Play(card), Some(_)) => breach(rules, hand, card),
        (Move::Play(_), None) => Some(Topic::DeclOrder),
        (Move::Exchange(laid, _), Some(_)) => exchange::why_not(rules, hand, laid.len()),
        (_, Some(offer)) => (!offer.is_open).then_some(offer.clause),
        (_, None) => Some(not_asked(rules, hand, seat, verb)),
    }
}

/// The clause under which a seat is refused what it is not asked for.
fn not_asked(rules: &Ruleset, hand: &Hand, seat: Seat, verb: Verb) -> Topic {
    let again = hand.stage != Stage::In(Phase::Declarations) && knows(rules, verb);
    match verb {
        Verb::Exchange if again && hand.exchanged.has(seat) => Topic::ExchangeOnce,
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::TakeSpare if again => Topic::DeclFinal,
        _ => verb.topic(),
    }
}

/// Whether an edition knows what a move is about.
pub fn knows(rules: &Ruleset, verb: Verb) -> bool {
    match verb {
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass | Verb::Play => true,
        Verb::TakeTurnUp | Verb::LeaveTurnUp => rules.turn_owner.value != TurnOwner::Nobody,
        verb => rules.has(verb.topic()),
    }
}

impl Hand {
    /// What the mover does who says nothing, where silence says something.
    pub fn silent(&self) -> Option<Move> {
        match self.stage {
            Stage::In(Phase::TurnUp) => Some(Move::LeaveTurnUp),
            Stage::In(Phase::Claims) => Some(Move::LetPass),
            _ => None,
        }
    }
}
