//! The computer's strategy: fixed, and written down as rules in words, of which the first that fits decides.
//!
//! It knows what its seat may know ([`View`]), and asks the engine what is offered and what is legal. It draws no random
//! number: the same view, the same move.

use super::{RandomPlayer, View};
use crate::cards::{Seat, Set, Suit};
use crate::engine::{Act, Event, Hand, Move, Refusal, Stage, advance};
use crate::rules::{Asks, Phase, Round, Ruleset, Topic, Verb};
use std::cmp::Reverse;

/// One rule of a strategy.
pub struct Rule<Does = fn(&View) -> Option<Move>> {
    /// What it says, as the book prints it.
    pub text: &'static str,
    /// What rules must have for it to decide anything; none where any rules will do.
    pub needs: &'static [Topic],
    /// What it does, where it fits.
    pub does: Does,
}

impl<Does> Rule<Does> {
    /// Whether it can decide anything under these rules.
    pub fn concerns(&self, rules: &Ruleset) -> bool {
        self.needs.iter().all(|topic| rules.has(*topic))
    }
}

/// What may be asked of a player.
pub struct Occasion<Does: 'static = fn(&View) -> Option<Move>> {
    /// In a few words.
    pub title: &'static str,
    /// Its rules: the first that fits decides, and the last always fits.
    pub rules: &'static [Rule<Does>],
}

/// A strategy: the rules for each occasion, with those for folding or without.
pub struct Strategy {
    folds: bool,
}

/// The strategy by which others play in play-outs, practice and advice.
pub static STRATEGY: Strategy = Strategy { folds: true };

/// The same, but for folding: it goes in with anything.
pub static NEVER_FOLDS: Strategy = Strategy { folds: false };

/// What is asked of the mover of a hand.
fn occasion(hand: &Hand) -> &'static Occasion {
    let at = match hand.stage {
        Stage::In(Phase::Naming) => 0,
        Stage::In(Phase::Round(Round { asks: Asks::UntilOneBids, .. })) => 1,
        Stage::In(Phase::Round(_)) => 2,
        Stage::In(Phase::TurnUp) => 3,
        Stage::In(Phase::Claims | Phase::ThrowIn) => 4,
        Stage::In(Phase::Defence) => 5,
        _ if hand.trick.is_none() => 6,
        _ => 7,
    };
    &OCCASIONS[at]
}

impl Strategy {
    /// What the mover of a hand does.
    pub fn choose(&self, rules: &Ruleset, hand: &Hand) -> Option<Move> {
        self.decide(rules, hand).map(|(_, does)| does)
    }

    /// The rule that decides it.
    ///
    /// ```
    /// use mouche::explore::{RandomPlayer, example, strategy::{OCCASIONS, STRATEGY}};
    ///
    /// let rules = mouche::editions::ALL[0];
    /// let hand = example(rules, 4, RandomPlayer::sensible(7)).expect("a hand").moves[0].0;
    /// let rule = STRATEGY.rule(rules, &hand).expect("one that fits");
    /// assert!(OCCASIONS[2].rules.iter().any(|other| other.text == rule.text), "a hand begins with a declaration");
    /// ```
    pub fn rule(&self, rules: &Ruleset, hand: &Hand) -> Option<&'static Rule> {
        self.decide(rules, hand).map(|(rule, _)| rule)
    }

    fn decide(&self, rules: &Ruleset, hand: &Hand) -> Option<(&'static Rule, Move)> {
        let view = View::new(rules, hand);
        let does = |rule: &Rule| (rule.does)(&view).filter(|does| self.folds || *does != Move::Fold);
        occasion(hand).rules.iter().find_map(|rule| Some((rule, does(rule)?)))
    }
}

/// From so many players in the hand on, one trump is too few.
const MANY: u8 = 4;

/// Occasions and their rules, for one who sees this of a hand. A row is a rule: its words, what it needs to decide anything,
/// and what it does.
macro_rules! occasions {
    ($view:ty: $($title:literal { $($text:literal $(needs $topic:ident)? => $does:expr;)+ })+) => {
        /// All occasions, in the order of a hand.
        pub static OCCASIONS: &[Occasion<fn(&$view) -> Option<Move>>] = &[$(Occasion {
            title: $title,
            rules: &[$(Rule { text: $text, needs: &[$(Topic::$topic)?], does: $does }),+],
        }),+];
    };
}
pub(super) use occasions;

occasions! { View:
    "Naming trumps" {
        "If no suit in hand is longer than trumps, leave trumps as they are, where that is allowed." needs PamCalls
            => |view| {
                let longest = Suit::ALL.into_iter().map(|suit| view.of_suit(suit).len()).max();
                let is_trumps = longest == Some(view.of_suit(view.trump()).len());
                (view.may(Verb::KeepTrump) && is_trumps).then_some(Move::KeepTrump)
            };
        "Name the longest suit in hand; of two that are as long, the one whose highest card is higher."
            => |view| {
                let highest = |suit| view.of_suit(suit).into_iter().map(|card| view.place(card)).min().map(Reverse);
                Suit::ALL.into_iter().max_by_key(|suit| (view.of_suit(*suit).len(), highest(*suit))).map(Move::Name)
            };
    }

    "Bidding" {
        "The dealer who may bid unseen, and so have the card turned up, counts it as held: with no more than half a trick less in hand than a bid promises, bid so." needs DeclBlind
            => |view| {
                let held = view.held() | view.turn_up().map_or(Set::EMPTY, Set::from);
                let enough = view.half_tricks(held) + 1 >= 2 * view.promised(Verb::DiddleBlind);
                (view.may(Verb::DiddleBlind) && enough).then_some(Move::DiddleBlind)
            };
        "With no more than half a trick less in hand than a bid promises, bid." needs DeclBid
            => |view| {
                let enough = |verb| view.may(verb) && view.half_tricks(view.held()) + 1 >= 2 * view.promised(verb);
                [Move::Knock, Move::Diddle].into_iter().find(|bid| enough(bid.verb()))
            };
        "With less, do not bid." needs DeclBid
            => |view| [Move::Pass, Move::Lurk].into_iter().find(|word| view.may(word.verb()));
    }

    "Declaring" {
        "Where the card turned up must be taken before anything else, take it for the lowest card in hand." needs TurnOwner
            => |view| {
                let must = view.may(Verb::TakeTurnUp) && !view.may(Verb::Stand);
                view.lowest(view.held()).filter(|_| must).map(Move::TakeTurnUp)
            };
        "If no card that has not been seen beats one of yours in its suit, and three of them are trumps, bid all the tricks." needs DeclAll
            => |view| {
                let sure = || view.masters() == view.held() && view.trumps().len() >= 3;
                (view.may(Verb::BidAll) && sure()).then_some(Move::BidAll)
            };
        "With a flush that may be claimed, go in and keep it."
            => |view| view.has_flush().then(|| view.goes_in());
        "Where who goes in promises tricks, fold with less than one in hand, if that is allowed." needs Undertake
            => |view| (view.may(Verb::Fold) && view.promises() && view.half_tricks(view.held()) < 2).then_some(Move::Fold);
        "Without a trump, fold, if that is allowed; but not where a debt is a fixed sum, at most a quarter of what lies in the pool, and cards can still be changed."
            => |view| (view.may(Verb::Fold) && view.trumps().is_empty() && !view.risks_little()).then_some(Move::Fold);
        "With one trump, fold too if four or more are in the hand, counting those who have still to speak; unless that trump is the top card or one of the two highest."
            => |view| {
                let low = view.trumps().into_iter().all(|card| !view.is_top(card) && view.place(card) > 1);
                let alone = view.trumps().len() == 1 && low && !view.risks_little();
                (view.may(Verb::Fold) && alone && view.players() >= MANY).then_some(Move::Fold)
            };
        "Without a trump, where folding is not allowed or little is at stake, take the spare hand, if it is there and the stock cannot replace the whole hand." needs DeclFille
            => |view| {
                let short = view.most() < view.held().len();
                (view.may(Verb::TakeSpare) && short && view.trumps().is_empty()).then_some(Move::TakeSpare)
            };
        "With cards worth playing, go in, where that is said before any are changed." needs DeclJoin
            => |view| view.may(Verb::Join).then_some(Move::Join);
        "With all cards but one of a suit, where a flush may be drawn and a debt is a fixed sum: change that one." needs FlushPat
            => |view| view.odd_one_out().filter(|_| view.owes_fixed()).map(|card| Move::lay(card.into()));
        "With cards worth playing, go in, and lay down the plain losers: every card that is neither a trump nor the highest of its suit. If so many may not be changed, lay down the lowest of them." needs DeclExchange
            => |view| {
                let laid = view.lowest_of(view.plain_losers(), view.most());
                (!laid.is_empty()).then(|| Move::lay(laid))
            };
        "With nothing to lay down, or nothing to draw, stand."
            => |_| Some(Move::Stand);
    }

    "The card turned up, where it is the dealer’s" {
        "Take it for the lowest card in hand, if it is higher than that one: any trump is higher than any other card."
            => |view| {
                let (turned, lowest) = (view.turn_up()?, view.lowest(view.hand.given_for_turn_up())?);
                (view.height(turned) > view.height(lowest)).then_some(Move::TakeTurnUp(lowest))
            };
        "If it is no higher than the lowest card in hand, leave it."
            => |_| Some(Move::LeaveTurnUp);
    }

    "A flush" {
        "Throw it in for other cards, where one must." needs FlushRedeal
            => |view| view.may(Verb::ThrowIn).then_some(Move::ThrowIn(Set::EMPTY));
        "Claim it, always."
            => |_| Some(Move::Claim);
    }

    "Defending the pack" {
        "Defend it, since that costs nothing, and lay down the lowest of the cards drawn; without enough cards to draw, leave it." needs DeclDefend
            => |view| view.defends(Set::EMPTY).filter(|_| view.may(Verb::Defend)).or(Some(Move::LeavePack));
    }

    "Leading" {
        "With the ace of trumps, while the top card is in another hand or unseen, ask that it keep still, where one may." needs PamCivil
            => |view| view.fears_the_top_card().then_some(Move::DemandCivility);
        "With the highest trump that is left, lead it."
            => |view| view.highest(view.masters() & view.trumps() & view.legal().cards).map(Move::Play);
        "With a card that no other of its suit can beat any more, lead it."
            => |view| view.highest(view.masters() & view.legal().cards).map(Move::Play);
        "With nothing that is sure to win, lead the lowest card that may be led."
            => lowest;
    }

    "Playing to a trick" {
        "If the trick can be beaten, beat it, with the lowest card that does."
            => |view| view.lowest(view.winning()).map(Move::Play);
        "If the trick cannot be beaten, play the lowest card that is allowed; of two as low, the one of the suit with fewer cards in hand."
            => lowest;
    }
}

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

/// A move of the mover's with the cards that come from the stock, for those laid down or for the pack.
pub fn act(rules: &Ruleset, hand: &Hand, to: Move, cards: &mut RandomPlayer) -> Act {
    Act::Does(hand.mover, cards.with_drawn(rules, hand, to))
}

/// What a seat has gained from one moment of a hand to its end, in chips; a debt made in it counts as lost.
pub fn result(from: &Hand, to: &Hand, seat: Seat) -> i64 {
    (to.purses[seat] - to.owes[seat]) - (from.purses[seat] - from.owes[seat])
}
