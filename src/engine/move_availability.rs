//! What the mover may do: a kind of move that is offered, and the cards that may be played.

use crate::cards::{CardSet, Suit};
use crate::rules::{ClauseId, Move, PlayerMoveDetails, Verb};

/// A kind of move that the mover is asked for, or kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAvailability {
    /// The kind of move.
    pub verb: Verb,
    /// The clause that offers the move, forbids it, or limits its cards.
    pub clause: ClauseId,
    /// True if the mover may make the move.
    pub is_open: bool,
    /// The cards with which the move may be made.
    pub cards: CardSet,
    /// With how many cards at most the move may be made; 0 if with none.
    pub max_cards: u8,
}

impl MoveAvailability {
    pub(super) fn new(verb: Verb) -> MoveAvailability {
        MoveAvailability {
            verb,
            clause: verb.topic(),
            is_open: true,
            cards: CardSet::EMPTY,
            max_cards: 0,
        }
    }

    pub(super) fn with_one_card(verb: Verb, cards: CardSet) -> MoveAvailability {
        MoveAvailability {
            cards,
            max_cards: 1,
            ..MoveAvailability::new(verb)
        }
    }

    pub(super) fn forbidden_by(self, clause: ClauseId) -> MoveAvailability {
        MoveAvailability {
            clause,
            is_open: false,
            ..self
        }
    }

    pub(super) fn unless_forbidden(self, clause: Option<ClauseId>) -> MoveAvailability {
        match clause {
            Some(clause) => self.forbidden_by(clause),
            None => self,
        }
    }

    /// Returns each move that the offer allows: one for every set of cards with which it may be made.
    pub fn moves(self) -> Vec<Move> {
        if !self.is_open {
            return Vec::new();
        }
        if self.verb == Verb::Name {
            return Suit::ALL.map(Move::Name).into();
        }
        let mut moves = Vec::new();
        for mask in 0..1_u32 << self.cards.len() {
            if self.allows_count(mask.count_ones()) {
                moves.extend(self.move_with(select_cards(self.cards, mask)));
            }
        }
        moves
    }

    fn allows_count(self, count: u32) -> bool {
        (count == 0) == (self.max_cards == 0) && count <= u32::from(self.max_cards)
    }

    fn move_with(self, cards: CardSet) -> Option<Move> {
        self.verb.with_args(PlayerMoveDetails {
            laid: Some(cards),
            drawn: Some(CardSet::EMPTY),
            card: cards.nth(0),
            ..PlayerMoveDetails::default()
        })
    }
}

/// Returns those cards whose place in the set is marked by a bit of the mask.
fn select_cards(cards: CardSet, mask: u32) -> CardSet {
    cards
        .into_iter()
        .enumerate()
        .filter(|(place, _)| mask >> place & 1 == 1)
        .map(|(_, card)| card)
        .collect()
}

/// The cards that the mover may play, and the clause that limits them. A mover with cards always has one to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayableCards {
    /// The cards that the mover may play.
    pub cards: CardSet,
    /// The clause that limits them.
    pub clause: ClauseId,
}
