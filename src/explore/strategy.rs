//! The computer's strategy: fixed, and written down as rules in words, of which the first that fits decides. It draws no
//! random number: the same view, the same move. It asks the engine what is offered and what is legal, and knows what a seat
//! may know ([`PlayerView`]): its own cards, what lies open, and what everyone has seen; never what others hold.

use crate::cards::{Card, Seat, Set, Suit};
use crate::engine::{
    DealState, Move, PlayableCards, Stage, can_claim_flush, move_offer, playable_cards,
};
use crate::rules::{
    Amount, ClauseId, DeclarationRound, Obtained, Phase, RoundSpeakers, Ruleset, Undertaking, Verb,
    WildCard,
};
use std::cmp::Reverse;

/// One rule of a strategy.
pub struct StrategyRule<Does = fn(&PlayerView) -> Option<Move>> {
    /// What it says, as the book prints it.
    pub text: &'static str,
    /// What rules must have for it to decide anything; none where any rules will do.
    pub needs: &'static [ClauseId],
    pub does: Does,
}

impl<Does> StrategyRule<Does> {
    /// Whether it can decide anything under these rules.
    pub fn concerns(&self, rules: &Ruleset) -> bool {
        self.needs.iter().all(|topic| rules.has(*topic))
    }
}

pub struct Occasion<Does: 'static = fn(&PlayerView) -> Option<Move>> {
    pub title: &'static str,
    /// Its rules: the first that fits decides, and the last always fits.
    pub rules: &'static [StrategyRule<Does>],
}

/// A strategy: the rules for each occasion, with those for folding or without.
pub struct Strategy {
    folds: bool,
}

/// The strategy by which others play in play-outs, practice and advice.
pub static STRATEGY: Strategy = Strategy { folds: true };

/// The same, but for folding: it goes in with anything.
pub static NEVER_FOLDS: Strategy = Strategy { folds: false };

impl Strategy {
    pub fn choose(&self, rules: &Ruleset, hand: &DealState) -> Option<Move> {
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
    pub fn rule(&self, rules: &Ruleset, hand: &DealState) -> Option<&'static StrategyRule> {
        self.decide(rules, hand).map(|(rule, _)| rule)
    }

    pub(crate) fn decide(
        &self,
        rules: &Ruleset,
        hand: &DealState,
    ) -> Option<(&'static StrategyRule, Move)> {
        let asked = match hand.stage {
            Stage::In(Phase::Naming) => 0,
            Stage::In(Phase::Round(DeclarationRound {
                asks: RoundSpeakers::UntilOneBids,
                ..
            })) => 1,
            Stage::In(Phase::Round(_)) => 2,
            Stage::In(Phase::TurnUp) => 3,
            Stage::In(Phase::Claims | Phase::ThrowIn) => 4,
            Stage::In(Phase::Defence) => 5,
            _ if hand.trick.is_none() => 6,
            _ => 7,
        };
        let view = PlayerView::new(rules, hand);
        let does = |rule: &StrategyRule| {
            (rule.does)(&view).filter(|does| self.folds || *does != Move::Fold)
        };
        OCCASIONS[asked]
            .rules
            .iter()
            .find_map(|rule| Some((rule, does(rule)?)))
    }
}

/// Occasions and their rules. A row is a rule: its words, what it needs to decide anything, and what it does.
macro_rules! occasions {
    ($view:ty: $($title:literal { $($text:literal $(needs $topic:ident)? => $does:expr;)+ })+) => {
        /// All occasions, in the order of a hand.
        pub static OCCASIONS: &[Occasion<fn(&$view) -> Option<Move>>] = &[$(Occasion {
            title: $title,
            rules: &[$(StrategyRule { text: $text, needs: &[$(ClauseId::$topic)?], does: $does }),+],
        }),+];
    };
}
pub(super) use occasions;

occasions! { PlayerView:
    "Naming trumps" {
        "If no suit in hand is longer than trumps, leave trumps as they are, where that is allowed." needs PamCalls
            => |view| {
                let longest = Suit::ALL.into_iter().map(|suit| view.of_suit(suit).len()).max();
                let is_trumps = longest == Some(view.of_suit(view.hand.trump).len());
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
                let held = view.held() | view.hand.turn_up().map_or(Set::EMPTY, Set::from);
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
        "With a flush that may be claimed, go in and keep it." => |view| view.has_flush().then(|| view.goes_in());
        "Where who goes in promises tricks, fold with less than one in hand, if that is allowed." needs Undertake
            => |view| {
                let promises = view.rules.undertake.value != Undertaking::ONE;
                (view.may(Verb::Fold) && promises && view.half_tricks(view.held()) < 2).then_some(Move::Fold)
            };
        "Without a trump, fold, if that is allowed; but not where a debt is a fixed sum, at most a quarter of what lies in the pool, and cards can still be changed."
            => |view| (view.may(Verb::Fold) && view.trumps().is_empty() && !view.risks_little()).then_some(Move::Fold);
        "With one trump, fold too if four or more are in the hand, counting those who have still to speak; unless that trump is the top card or one of the two highest."
            => |view| {
                let low = view.trumps().into_iter().all(|card| !view.hand.trumps.top.has(card) && view.place(card) > 1);
                let alone = view.trumps().len() == 1 && low && !view.risks_little();
                (view.may(Verb::Fold) && alone && view.hand.active.len() >= 4).then_some(Move::Fold)
            };
        "Without a trump, where folding is not allowed or little is at stake, take the spare hand, if it is there and the stock cannot replace the whole hand." needs DeclFille
            => |view| {
                let short = view.most() < view.held().len();
                (view.may(Verb::TakeSpare) && short && view.trumps().is_empty()).then_some(Move::TakeSpare)
            };
        "With cards worth playing, go in, where that is said before any are changed." needs DeclJoin
            => |view| view.may(Verb::Join).then_some(Move::Join);
        "With all cards but one of a suit, where a flush may be drawn and a debt is a fixed sum: change that one." needs FlushPat
            => |view| {
                let wild = view.rules.flush_wild.value == WildCard::TopCard;
                let counted = if wild { view.held() - view.hand.trumps.top } else { view.held() };
                let odd = Suit::ALL.into_iter().map(|suit| counted - Set::of_suit(suit)).find(|odd| odd.len() == 1)?;
                let may_draw = view.rules.flush_pat.value == Obtained::Anyhow && view.most() > 0;
                (may_draw && view.comes(|phase| matches!(phase, Phase::Claims)) && view.owes_fixed()).then(|| Move::exchange_of(odd))
            };
        "With cards worth playing, go in, and lay down the plain losers: every card that is neither a trump nor the highest of its suit. If so many may not be changed, lay down the lowest of them." needs DeclExchange
            => |view| {
                let laid = view.lowest_of(view.plain_losers(), view.most());
                (!laid.is_empty()).then(|| Move::exchange_of(laid))
            };
        "With nothing to lay down, or nothing to draw, stand." => |_| Some(Move::Stand);
    }

    "The card turned up, where it is the dealer’s" {
        "Take it for the lowest card in hand, if it is higher than that one: any trump is higher than any other card."
            => |view| {
                let (turned, lowest) = (view.hand.turn_up()?, view.lowest(view.hand.cards_for_turn_up())?);
                (view.height(turned) > view.height(lowest)).then_some(Move::TakeTurnUp(lowest))
            };
        "If it is no higher than the lowest card in hand, leave it." => |_| Some(Move::LeaveTurnUp);
    }

    "A flush" {
        "Throw it in for other cards, where one must." needs FlushRedeal
            => |view| view.may(Verb::ThrowIn).then_some(Move::ThrowIn(Set::EMPTY));
        "Claim it, always." => |_| Some(Move::Claim);
    }

    "Defending the pack" {
        "Defend it, since that costs nothing, and lay down the lowest of the cards drawn; without enough cards to draw, leave it." needs DeclDefend
            => |view| view.defends(Set::EMPTY).filter(|_| view.may(Verb::Defend)).or(Some(Move::LeavePack));
    }

    "Leading" {
        "With the ace of trumps, while the top card is in another hand or unseen, ask that it keep still, where one may." needs PamCivil
            => |view| {
                let may_fall = !(view.hand.trumps.top & view.unseen()).is_empty();
                (view.may(Verb::DemandCivility) && may_fall).then_some(Move::DemandCivility)
            };
        "With the highest trump that is left, lead it."
            => |view| view.highest(view.masters() & view.trumps() & view.legal().cards).map(Move::Play);
        "With a card that no other of its suit can beat any more, lead it."
            => |view| view.highest(view.masters() & view.legal().cards).map(Move::Play);
        "With nothing that is sure to win, lead the lowest card that may be led; any trump is higher than any other card." => lowest;
    }

    "Playing to a trick" {
        "If the trick can be beaten, beat it, with the lowest card that does."
            => |view| view.lowest(view.legal().cards & view.hand.trick?.beating_cards).map(Move::Play);
        "If the trick cannot be beaten, play the lowest card that is allowed; of two as low, the one of the suit with fewer cards in hand."
            => lowest;
    }
}

fn lowest(view: &PlayerView) -> Option<Move> {
    view.lowest(view.legal().cards).map(Move::Play)
}

/// The hand as its mover sees it.
///
/// ```
/// use mouche::explore::{RandomPlayer, PlayerView, example};
///
/// let rules = mouche::editions::ALL[0];
/// let hand = example(rules, 4, RandomPlayer::new(7)).expect("a hand").moves[0].0;
/// let view = PlayerView::new(rules, &hand);
/// assert_eq!(view.trumps() | view.plain(), view.held());
/// ```
#[derive(Clone, Copy)]
pub struct PlayerView<'a> {
    pub(super) rules: &'a Ruleset,
    /// Rules of play read of it what lies open, and never what others hold.
    pub(super) hand: &'a DealState,
}

impl<'a> PlayerView<'a> {
    pub fn new(rules: &'a Ruleset, hand: &'a DealState) -> PlayerView<'a> {
        PlayerView { rules, hand }
    }

    pub fn held(&self) -> Set {
        self.hand.hands[self.hand.mover]
    }

    /// Their trumps, the top card among them.
    pub fn trumps(&self) -> Set {
        self.held() & self.hand.trumps.cards
    }

    pub fn plain(&self) -> Set {
        self.held() - self.hand.trumps.cards
    }

    /// Their cards of a suit, the top card apart.
    pub(super) fn of_suit(&self, suit: Suit) -> Set {
        (self.held() & Set::of_suit(suit)) - self.hand.trumps.top
    }

    pub(super) fn may(&self, verb: Verb) -> bool {
        move_offer(self.rules, self.hand, verb).is_some_and(|offer| offer.is_open)
    }

    pub fn most(&self) -> usize {
        move_offer(self.rules, self.hand, Verb::Exchange)
            .map_or(0, |offer| usize::from(offer.max_cards))
    }

    pub(super) fn has_flush(&self) -> bool {
        can_claim_flush(self.rules, self.hand, self.hand.mover)
            && self.comes(|phase| matches!(phase, Phase::Claims))
    }

    fn comes(&self, is_it: fn(&Phase) -> bool) -> bool {
        self.rules
            .decl_order
            .value
            .of(self.hand.is_first_deal)
            .iter()
            .skip(self.hand.phases_begun.into())
            .any(is_it)
    }

    pub(super) fn goes_in(&self) -> Move {
        if self.may(Verb::Join) {
            Move::Join
        } else {
            Move::Stand
        }
    }

    /// How many tricks they promise by a move of the round they are asked in.
    pub(super) fn promised(&self, verb: Verb) -> u32 {
        let offered = self
            .hand
            .current_round()
            .and_then(|round| round.offers.iter().find(|offer| offer.0 == verb));
        offered
            .and_then(|offer| offer.1)
            .map_or(0, |role| self.rules.undertake.value.of(role).into())
    }

    /// The tricks that some cards of theirs promise, in halves: one for the top card and each of the three highest trumps,
    /// half a one for any other trump and for the highest card of another suit.
    pub(super) fn half_tricks(&self, cards: Set) -> u32 {
        let worth = |card: Card| match (self.hand.trumps.cards.has(card), self.above(card)) {
            (true, ..=2) => 2,
            (true, _) => 1,
            (false, _) => u32::from(self.place(card) == 0),
        };
        cards.into_iter().map(worth).sum()
    }

    pub(super) fn owes_fixed(&self) -> bool {
        self.rules
            .debt_make
            .value
            .0
            .iter()
            .all(|debt| !matches!(debt.amount, Amount::Pool(_)))
    }

    /// Whether a debt is one, and at most a quarter of what lies in the pool, and cards can be changed now or later.
    pub(super) fn risks_little(&self) -> bool {
        let is_exchange = |phase: &Phase| match phase {
            Phase::Round(round) => round.offers.iter().any(|offer| offer.0 == Verb::Exchange),
            _ => false,
        };
        let debts = self.rules.debt_make.value.0;
        let chips = debts
            .iter()
            .map(|debt| self.rules.amount_in_chips(debt.amount, self.hand.pool))
            .max();
        let is_little = self.owes_fixed() && chips.is_some_and(|chips| 4 * chips <= self.hand.pool);
        is_little && (self.most() > 0 || self.comes(is_exchange))
    }

    /// What they do who defend the pack with these cards: they lay down the lowest.
    pub(super) fn defends(&self, drawn: Set) -> Option<Move> {
        Some(Move::Defend(
            drawn,
            self.lowest(drawn).unwrap_or(self.hand.turned_card),
        ))
    }

    pub(super) fn legal(&self) -> PlayableCards {
        playable_cards(self.rules, self.hand)
    }

    pub(super) fn height(&self, card: Card) -> u32 {
        if self.hand.trumps.cards.has(card) {
            40 - self.above(card)
        } else {
            13 - self.place(card)
        }
    }

    fn above(&self, card: Card) -> u32 {
        (self.hand.trumps.cards_above(&self.rules.rank.value, card) & self.hand.trumps.cards).len()
            as u32
    }

    /// The lowest of some cards, those of the suit of which they hold fewest first among equals.
    pub fn lowest(&self, cards: Set) -> Option<Card> {
        cards
            .into_iter()
            .min_by_key(|card| (self.height(*card), self.of_suit(card.suit()).len()))
    }

    /// The highest of some cards, those of the suit of which they hold fewest first among equals.
    pub(super) fn highest(&self, cards: Set) -> Option<Card> {
        cards
            .into_iter()
            .min_by_key(|card| (Reverse(self.height(*card)), self.of_suit(card.suit()).len()))
    }

    /// So many of the lowest of some cards.
    pub fn lowest_of(&self, cards: Set, most: usize) -> Set {
        let mut left = cards;
        while left.len() > cards.len().min(most) {
            left = self
                .highest(left)
                .map_or(Set::EMPTY, |card| left.without(card));
        }
        left
    }

    /// The place of a card in its suit from the top, the highest being 0.
    pub(super) fn place(&self, card: Card) -> u32 {
        self.rules.rank.value.index_from_top(card.rank())
    }

    /// Their cards that are neither trumps nor the best of their suit in the pack.
    pub fn plain_losers(&self) -> Set {
        self.plain()
            .into_iter()
            .filter(|card| self.place(*card) > 0)
            .collect()
    }

    /// Those of their cards that no card they have not seen can beat by following suit.
    pub(super) fn masters(&self) -> Set {
        let (trumps, unseen) = (&self.hand.trumps, self.unseen());
        let above = |card: &Card| {
            trumps.cards_above(&self.rules.rank.value, *card)
                & trumps.same_suit_cards(*card)
                & unseen
        };
        self.held()
            .into_iter()
            .filter(|card| above(card).is_empty())
            .collect()
    }

    /// The cards of the pack that they have not seen: neither theirs nor turned up nor played.
    pub(super) fn unseen(&self) -> Set {
        let hand = self.hand;
        others(hand, hand.mover) | hand.spare_hand | hand.stock | hand.discards
    }
}

pub(super) fn others(hand: &DealState, seat: Seat) -> Set {
    hand.seats_in_turn()
        .filter(|other| *other != seat)
        .fold(Set::EMPTY, |all, other| all | hand.hands[other])
}
