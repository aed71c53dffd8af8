//! How the others play: a fixed strategy, written down as rules in words, of which the first that fits decides.
//!
//! It knows what its seat may know ([`View`]), and asks the engine what is offered and what is legal. It draws no random
//! number: the same view, the same move.

mod claim;
mod declare;
mod naming;
mod play;
mod turn_up;

use super::View;
use crate::cards::{Card, Seat, Set, Suit};
use crate::engine::{Act, Hand, Stage};
use crate::rules::{Phase, Ruleset};

/// What a seat does. What it is given from the stock is not its to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Names trumps.
    Name(Suit),
    /// Folds.
    Fold,
    /// Keeps its cards.
    Stand,
    /// Lays these down for as many.
    Exchange(Set),
    /// Takes the spare hand.
    TakeFille,
    /// Takes the card turned up for this one.
    TakeTurnUp(Card),
    /// Leaves it.
    LeaveTurnUp,
    /// Claims its flush.
    Claim,
    /// Lets it pass.
    LetPass,
    /// Plays a card.
    Play(Card),
}

impl Move {
    /// The move as the engine takes it from a seat; `draw` gives so many cards for those laid down.
    pub fn act(self, seat: Seat, draw: impl FnOnce(usize) -> Set) -> Act {
        match self {
            Move::Name(suit) => Act::Name(seat, suit),
            Move::Fold => Act::Fold(seat),
            Move::Stand => Act::Stand(seat),
            Move::Exchange(laid) => Act::Exchange(seat, laid, draw(laid.len())),
            Move::TakeFille => Act::TakeFille(seat),
            Move::TakeTurnUp(card) => Act::TakeTurnUp(seat, card),
            Move::LeaveTurnUp => Act::LeaveTurnUp(seat),
            Move::Claim => Act::Claim(seat),
            Move::LetPass => Act::LetPass(seat),
            Move::Play(card) => Act::Play(seat, card),
        }
    }
}

/// One rule of a strategy.
pub struct Rule {
    /// What it says, as the book prints it.
    pub text: &'static str,
    /// What it does, where it fits.
    pub does: fn(&View) -> Option<Move>,
}

/// What may be asked of a player.
pub struct Occasion {
    /// In a few words.
    pub title: &'static str,
    /// Its rules: the first that fits decides, and the last always fits.
    pub rules: &'static [Rule],
}

/// A strategy: its rules for each occasion.
pub struct Strategy {
    /// The dealer names trumps.
    pub naming: Occasion,
    /// A declaration.
    pub declaring: Occasion,
    /// The dealer may take the turn-up.
    pub turn_up: Occasion,
    /// A flush may be claimed.
    pub claiming: Occasion,
    /// A card is led.
    pub leading: Occasion,
    /// A card is played to a trick.
    pub following: Occasion,
}

/// The strategy by which others play in play-outs, practice and advice.
pub static STRATEGY: Strategy = STRATEGY_OF_ALL;

const STRATEGY_OF_ALL: Strategy = Strategy {
    naming: naming::NAMING,
    declaring: declare::DECLARING,
    turn_up: turn_up::TURN_UP,
    claiming: claim::CLAIMING,
    leading: play::LEADING,
    following: play::FOLLOWING,
};

/// The same, but for folding: it goes in with anything.
pub static NEVER_FOLDS: Strategy = Strategy { declaring: declare::GOING_IN, ..STRATEGY_OF_ALL };

impl Strategy {
    /// Its occasions, in the order of a hand.
    pub const fn occasions(&self) -> [&Occasion; 6] {
        [&self.naming, &self.declaring, &self.turn_up, &self.claiming, &self.leading, &self.following]
    }

    /// What is asked of the mover of a hand.
    pub fn occasion(&self, hand: &Hand) -> &Occasion {
        match hand.stage {
            Stage::In(Phase::Naming) => &self.naming,
            Stage::In(Phase::Declarations) => &self.declaring,
            Stage::In(Phase::TurnUp) => &self.turn_up,
            Stage::In(Phase::Claims) => &self.claiming,
            _ if hand.trick.is_none() => &self.leading,
            _ => &self.following,
        }
    }

    /// What the mover of a hand does.
    pub fn choose(&self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        let view = View::new(rules, hand);
        self.occasion(hand).rules.iter().find_map(|rule| (rule.does)(&view))
    }

    /// The rule that decides it.
    pub fn rule(&self, rules: &Ruleset, hand: &Hand) -> Option<&'static Rule> {
        let view = View::new(rules, hand);
        self.occasion(hand).rules.iter().find(|rule| (rule.does)(&view).is_some())
    }
}
