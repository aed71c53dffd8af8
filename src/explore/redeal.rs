//! The cards that a player cannot see, dealt anew as they might lie.

use super::strategy::STRATEGY;
use super::{RandomPlayer, View, act};
use crate::cards::{Seat, Set};
use crate::engine::{Hand, Misuse, Move, Refusal, advance};
use crate::rules::{Ruleset, Verb, What};

/// How often a hand is dealt to one who has spoken, in search of one with which the strategy would have said the same.
const TRIES: usize = 24;

/// A declaration as the other players hear it: what is done, and with how many cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// What is done.
    pub verb: Verb,
    /// How many cards are laid down.
    pub cards: usize,
}

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Heard { verb, cards } = self;
        if *cards == 0 { write!(f, "{verb:?}") } else { write!(f, "{verb:?}({cards})") }
    }
}

impl Heard {
    /// What is heard of a move.
    pub fn of(does: Move) -> Heard {
        Heard { verb: does.verb(), cards: does.what().laid.map_or(0, Set::len) }
    }

    /// The move of one who said so, though the strategy would not have.
    fn forced(self, view: &View) -> Option<Move> {
        let laid = view.lowest_of(view.held(), self.cards);
        self.verb.with(What { laid: Some(laid), drawn: Some(Set::EMPTY), ..What::default() })
    }
}

/// The hand at a seat's declaration, with all that the seat cannot see dealt anew. `first` is the hand before anyone has
/// declared, `said` what was declared since. Who has spoken gets a hand with which the strategy would have said the same,
/// where one is found.
///
/// # Errors
/// What the engine refuses: declarations that cannot be made with other cards.
pub fn redeal(rules: &Ruleset, first: &Hand, said: &[Heard], cards: &mut RandomPlayer) -> Result<Hand, Refusal> {
    let mut hand = *first;
    let seat = first.in_turn().nth(said.len()).unwrap_or(first.dealer);
    let mut unseen = others(first, seat) | first.fille | first.stock;
    let mut events = Vec::new();
    for word in said {
        let to = speaker(rules, &mut hand, *word, unseen, cards).ok_or(Misuse::NotNow)?;
        let speaker = hand.mover;
        let before = hand.held[speaker];
        let act = act(&hand, to, cards);
        advance(rules, &mut hand, act, &mut events)?;
        unseen = unseen - (before | hand.held[speaker]);
    }
    let later = hand.in_turn().skip(said.len() + 1).filter(|other| *other != seat);
    for other in later {
        hand.held[other] = cards.some_of(unseen, first.held[other].len());
        unseen = unseen - hand.held[other];
    }
    hand.fille = cards.some_of(unseen, hand.fille.len());
    // What is left is the stock, but for discards that were shuffled and drawn from.
    hand.stock = (unseen - hand.fille) | (hand.stock - others(&hand, seat) - hand.held[seat] - hand.discards - unseen);
    Ok(hand)
}

/// The cards of all seats but one.
fn others(hand: &Hand, seat: Seat) -> Set {
    hand.in_turn().filter(|other| *other != seat).fold(Set::EMPTY, |all, other| all | hand.held[other])
}

/// Deals to the mover and the stock, until the strategy would say this or the tries are over; the move he makes. After the
/// last try he gets a hand with which it would at least have gone in, or folded, as he did, if one was seen.
fn speaker(rules: &Ruleset, hand: &mut Hand, said: Heard, unseen: Set, cards: &mut RandomPlayer) -> Option<Move> {
    let (seat, size) = (hand.mover, hand.held[hand.mover].len());
    let (spare, stock) = (hand.fille.len(), hand.stock.len());
    let mut near = None;
    for _ in 0..TRIES {
        hand.held[seat] = cards.some_of(unseen, size);
        let to = STRATEGY.choose(rules, hand);
        if let Some(to) = to.filter(|to| Heard::of(*to) == said) {
            lay_out(hand, unseen - hand.held[seat], spare, stock, cards);
            return Some(to);
        }
        if (to == Some(Move::Fold)) == (said.verb == Verb::Fold) {
            near = Some(hand.held[seat]);
        }
    }
    hand.held[seat] = near.unwrap_or(hand.held[seat]);
    lay_out(hand, unseen - hand.held[seat], spare, stock, cards);
    said.forced(&View::new(rules, hand))
}

/// Spare hand and stock out of what nobody has.
fn lay_out(hand: &mut Hand, unseen: Set, spare: usize, stock: usize, cards: &mut RandomPlayer) {
    hand.fille = cards.some_of(unseen, spare);
    hand.stock = cards.some_of(unseen - hand.fille, stock);
}
