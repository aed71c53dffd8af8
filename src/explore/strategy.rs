//! The computer's strategy: fixed, and written down as rules in words, of which the first that fits decides.
//!
//! It knows what its seat may know ([`View`]), and asks the engine what is offered and what is legal. It draws no random
//! number: the same view, the same move.

use super::{RandomPlayer, View};
use crate::cards::{Seat, Suit};
use crate::engine::{Act, Event, Hand, Move, Refusal, Stage, advance};
use crate::rules::{Phase, Ruleset, Verb};
use std::cmp::Reverse;

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
#[expect(missing_docs, reason = "its fields are what they are called")]
pub struct Strategy {
    pub naming: Occasion,
    pub declaring: Occasion,
    /// The dealer may take the turn-up.
    pub turn_up: Occasion,
    pub claiming: Occasion,
    pub leading: Occasion,
    /// A card is played to a trick.
    pub following: Occasion,
}

/// The strategy by which others play in play-outs, practice and advice.
pub static STRATEGY: Strategy = STRATEGY_OF_ALL;

const STRATEGY_OF_ALL: Strategy = Strategy {
    naming: NAMING,
    declaring: DECLARING,
    turn_up: TURN_UP,
    claiming: CLAIMING,
    leading: LEADING,
    following: FOLLOWING,
};

/// The same, but for folding: it goes in with anything.
pub static NEVER_FOLDS: Strategy = Strategy { declaring: GOING_IN, ..STRATEGY_OF_ALL };

impl Strategy {
    /// Its occasions, in the order of a hand.
    pub const fn occasions(&self) -> [&Occasion; 6] {
        [&self.naming, &self.declaring, &self.turn_up, &self.claiming, &self.leading, &self.following]
    }

    /// What is asked of the mover of a hand.
    pub fn occasion(&self, hand: &Hand) -> &Occasion {
        match hand.stage {
            Stage::In(Phase::Naming) => &self.naming,
            Stage::In(Phase::Round(_)) => &self.declaring,
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
    ///
    /// ```
    /// use mouche::explore::{RandomPlayer, example, strategy::STRATEGY};
    ///
    /// let rules = mouche::editions::ALL[0];
    /// let hand = example(rules, 4, RandomPlayer::sensible(7)).expect("a hand").moves[0].0;
    /// let rule = STRATEGY.rule(rules, &hand).expect("one that fits");
    /// assert!(STRATEGY.declaring.rules.iter().any(|other| other.text == rule.text), "a hand begins with a declaration");
    /// ```
    pub fn rule(&self, rules: &Ruleset, hand: &Hand) -> Option<&'static Rule> {
        let view = View::new(rules, hand);
        self.occasion(hand).rules.iter().find(|rule| (rule.does)(&view).is_some())
    }
}

const NAMING: Occasion = Occasion {
    title: "Naming trumps",
    rules: &[Rule {
        text: "Name the longest suit in hand; of two that are as long, the one whose highest card is higher.",
        does: |view| {
            let highest = |suit| view.of_suit(suit).into_iter().map(|card| view.place(card)).min().map(Reverse);
            Suit::ALL.into_iter().max_by_key(|suit| (view.of_suit(*suit).len(), highest(*suit))).map(Move::Name)
        },
    }],
};

/// From so many players in the hand on, one trump is too few.
const MANY: u8 = 4;

const FLUSH: Rule =
    Rule { text: "With a flush that may be claimed, stand.", does: |view| view.has_flush().then_some(Move::Stand) };
const TRUMPLESS: Rule = Rule {
    text: "Without a trump, fold, if that is allowed.",
    does: |view| (view.may(Verb::Fold) && view.trumps().is_empty()).then_some(Move::Fold),
};
const ONE_TRUMP: Rule = Rule {
    text: "With one trump, fold too if four or more are in the hand, counting those who have still to speak; unless that trump is the top card, the king or the queen.",
    does: |view| {
        let low = view.trumps().into_iter().all(|card| !view.is_top(card) && view.place(card) > 1);
        let alone = view.trumps().len() == 1 && low;
        (view.may(Verb::Fold) && alone && view.players() >= MANY).then_some(Move::Fold)
    },
};
const FILLE: Rule = Rule {
    text: "Without a trump, where folding is not allowed, take the spare hand, if it is there and the stock cannot replace the whole hand.",
    does: |view| {
        let short = view.most() < view.held().len();
        (view.may(Verb::TakeSpare) && short && view.trumps().is_empty()).then_some(Move::TakeSpare)
    },
};
const EXCHANGE: Rule = Rule {
    text: "With cards worth playing, go in, and lay down the plain losers: every card that is neither a trump nor a king. If so many may not be changed, lay down the lowest of them.",
    does: |view| {
        let laid = view.lowest_of(view.plain_losers(), view.most());
        (!laid.is_empty()).then(|| Move::lay(laid))
    },
};
const STAND: Rule = Rule { text: "With nothing to lay down, or nothing to draw, stand.", does: |_| Some(Move::Stand) };

const DECLARING: Occasion =
    Occasion { title: "Declaring", rules: &[FLUSH, TRUMPLESS, ONE_TRUMP, FILLE, EXCHANGE, STAND] };

/// The same without the two rules for folding.
const GOING_IN: Occasion = Occasion { title: "Declaring", rules: &[FLUSH, FILLE, EXCHANGE, STAND] };

const TURN_UP: Occasion = Occasion {
    title: "The card turned up, where it is the dealer’s",
    rules: &[
        Rule {
            text: "Take it for the lowest card in hand, if it is higher than that one: any trump is higher than any other card.",
            does: |view| {
                let (turned, lowest) = (view.turn_up()?, view.lowest(view.held())?);
                (view.height(turned) > view.height(lowest)).then_some(Move::TakeTurnUp(lowest))
            },
        },
        Rule { text: "If it is no higher than the lowest card in hand, leave it.", does: |_| Some(Move::LeaveTurnUp) },
    ],
};

const CLAIMING: Occasion =
    Occasion { title: "A flush", rules: &[Rule { text: "Claim it, always.", does: |_| Some(Move::Claim) }] };

const LEADING: Occasion = Occasion {
    title: "Leading",
    rules: &[
        Rule {
            text: "With the highest trump that is left, lead it.",
            does: |view| view.highest(view.masters() & view.trumps()).map(Move::Play),
        },
        Rule {
            text: "With a card that no other of its suit can beat any more, lead it.",
            does: |view| view.highest(view.masters()).map(Move::Play),
        },
        Rule { text: "With nothing that is sure to win, lead the lowest card.", does: lowest },
    ],
};

const FOLLOWING: Occasion = Occasion {
    title: "Playing to a trick",
    rules: &[
        Rule {
            text: "If the trick can be beaten, beat it, with the lowest card that does.",
            does: |view| view.lowest(view.winning()).map(Move::Play),
        },
        Rule {
            text: "If the trick cannot be beaten, play the lowest card that is allowed; of two as low, the one of the suit with fewer cards in hand.",
            does: lowest,
        },
    ],
};

fn lowest(view: &View) -> Option<Move> {
    view.lowest(view.legal().cards).map(Move::Play)
}

/// Makes the mover's move, and plays the hand to its end by the strategy; `cards` gives what the stock gives.
///
/// ```
/// use mouche::engine::{Move, Stage};
/// use mouche::explore::{RandomPlayer, example, play_on, result};
///
/// let rules = mouche::editions::ALL[0];
/// let (hand, _) = example(rules, 4, RandomPlayer::sensible(7)).expect("a hand").moves[0];
/// let end = play_on(rules, &hand, Move::Fold, &mut RandomPlayer::new(1), &mut Vec::new()).expect("a legal move");
/// assert_eq!(end.stage, Stage::Over);
/// assert_eq!(result(&hand, &end, hand.mover), 0, "folding costs nothing");
/// ```
///
/// # Errors
/// A move that the engine refuses.
pub fn play_on(
    rules: &Ruleset,
    hand: &Hand,
    first: Move,
    cards: &mut RandomPlayer,
    events: &mut Vec<Event>,
) -> Result<Hand, Refusal> {
    let mut hand = *hand;
    let mut next = Some(first);
    while let Some(to) = next {
        let act = act(rules, &hand, to, cards);
        advance(rules, &mut hand, &act, events)?;
        next = if hand.asks() { STRATEGY.choose(rules, &hand) } else { None };
    }
    Ok(hand)
}

/// A move of the mover's with the cards that come from the stock for those laid down.
pub fn act(rules: &Ruleset, hand: &Hand, to: Move, cards: &mut RandomPlayer) -> Act {
    Act::Does(hand.mover, if let Move::Exchange(laid, _) = to { cards.exchange(rules, hand, laid) } else { to })
}

/// What a seat has gained from one moment of a hand to its end, in chips; a debt made in it counts as lost.
pub fn result(from: &Hand, to: &Hand, seat: Seat) -> i64 {
    (to.purses[seat] - to.owes[seat]) - (from.purses[seat] - from.owes[seat])
}
