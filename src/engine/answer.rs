//! What a hand answers: what it offers, and why a move is refused.

use crate::cards::{Card, Seat, Set, Suit};
use crate::rules::{Move, Topic, Verb, What};

/// A kind of move that the mover is asked for, or kept from.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    pub verb: Verb,
    /// The clause that offers it; or the one that forbids it, or sets its limit.
    pub clause: Topic,
    pub is_open: bool,
    pub cards: Set,
    pub most: u8,
}

impl Offered {
    /// A move without cards, under its own clause.
    pub(super) fn of(verb: Verb) -> Offered {
        Offered { verb, clause: verb.topic(), is_open: true, cards: Set::EMPTY, most: 0 }
    }

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

/// The cards a mover may play, and the clause that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The cards, never none for a mover who holds any.
    pub cards: Set,
    /// The clause that binds.
    pub clause: Topic,
}

/// Why an act is not made. The hand stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A card that a duty forbids: the first duty broken, and what may be played.
    Card(Topic, Legal),
    /// Another act that a clause forbids.
    Act(Topic),
    /// An act that makes no sense at this point; no clause speaks of it.
    Misuse(Misuse),
}

/// An act that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// The hand is at another stage: the act is not asked for.
    NotNow,
    /// It is another seat's turn.
    NotYourTurn(Seat),
    /// The seat does not hold this card.
    NotHeld(Card),
    /// The card does not belong to the pack.
    Foreign(Card),
    /// The card was dealt or turned twice.
    Twice(Card),
    /// A hand of the wrong size was dealt.
    HandSize(Seat, usize),
    /// A spare hand of the wrong size was dealt.
    FilleSize(usize),
    /// As many cards must be drawn as are laid down, and at least one.
    Uneven,
    /// The seat cannot hold so many cards: with those that are left it would hold this many.
    NoSuchCards(Seat, usize),
    /// The stock cannot give this card.
    NotInStock(Card),
    /// What is declared is not so, or what is called untrue is.
    Untrue,
}

impl Refusal {
    /// The clause it rests on, if one does.
    pub fn clause(self) -> Option<Topic> {
        match self {
            Refusal::Card(topic, _) | Refusal::Act(topic) => Some(topic),
            Refusal::Misuse(_) => None,
        }
    }
}

impl From<Misuse> for Refusal {
    fn from(misuse: Misuse) -> Refusal {
        Refusal::Misuse(misuse)
    }
}
