//! The computer's strategy: fixed, and written as rules in words, of which the first that fits decides. It draws no random
//! number: the same view gives the same move. It asks the engine what is legal, and knows what a player may know
//! ([`PlayerView`]): their own cards, what lies open, and what everyone has seen.

use crate::cards::{Card, CardSet, Seat, Suit};
use crate::engine::{
    DealStage, DealState, Move, PlayableCards, can_claim_flush, move_offer, playable_cards,
};
use crate::rules::{
    Amount, ClauseId, ClauseLookup, DealPhase, FlushCards, MoveGivingRole, RoundSpeakers,
    TrickRules, Undertaking, Verb, WildCard,
};
use std::cmp::Reverse;

/// One rule of a strategy.
pub struct StrategyRule<Choose = fn(&PlayerView) -> Option<Move>> {
    /// The rule in words, as the book prints it.
    pub text: &'static str,
    /// The clauses that an edition must have for the rule to decide anything.
    pub needs: &'static [ClauseId],
    /// Returns the move of the rule, if the rule fits.
    pub choose: Choose,
}

impl<Choose> StrategyRule<Choose> {
    /// Returns whether the rule can decide anything in an edition.
    pub fn applies_to(&self, rules: &impl ClauseLookup) -> bool {
        self.needs
            .iter()
            .all(|clause| rules.has_subject_of(*clause))
    }
}

/// An occasion on which a player chooses a move.
pub struct StrategyRulesForOccasion<Choose: 'static = fn(&PlayerView) -> Option<Move>> {
    /// The title, as the book prints it.
    pub title: &'static str,
    /// The rules. The first that fits decides, and the last always fits.
    pub rules: &'static [StrategyRule<Choose>],
}

/// A strategy: the rules for each occasion, with or without those for folding.
pub struct Strategy {
    may_fold: bool,
}

/// The strategy by which the other players play in play-outs, practice and advice.
pub static STRATEGY: Strategy = Strategy { may_fold: true };

/// The strategy without folding: it goes in with any cards.
pub static NEVER_FOLDS: Strategy = Strategy { may_fold: false };

impl Strategy {
    /// Returns the mover's move.
    pub fn choose_move(&self, rules: &TrickRules, state: &DealState) -> Option<Move> {
        self.choose_rule(rules, state).map(|(_, chosen)| chosen)
    }

    /// Returns the rule that decides the mover's move.
    ///
    /// ```
    /// use mouche::explore::{RandomPlayer, play_example, strategy::{OCCASIONS, STRATEGY}};
    ///
    /// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
    /// let state = play_example(rules, 4, RandomPlayer::with_sensible_declarations(7)).expect("a deal").moves[0].0;
    /// let rule = STRATEGY.deciding_rule(rules, &state).expect("a rule that fits");
    /// assert!(OCCASIONS[2].rules.iter().any(|other| other.text == rule.text), "a deal begins with a declaration");
    /// ```
    pub fn deciding_rule(
        &self,
        rules: &TrickRules,
        state: &DealState,
    ) -> Option<&'static StrategyRule> {
        self.choose_rule(rules, state).map(|(rule, _)| rule)
    }

    pub(crate) fn choose_rule(
        &self,
        rules: &TrickRules,
        state: &DealState,
    ) -> Option<(&'static StrategyRule, Move)> {
        let view = PlayerView::new(rules, state);
        for rule in OCCASIONS[occasion_index(state)].rules {
            if let Some(chosen) = (rule.choose)(&view)
                && (self.may_fold || chosen != Move::Fold)
            {
                return Some((rule, chosen));
            }
        }
        None
    }
}

/// Returns the place in [`OCCASIONS`] of the occasion on which the mover chooses.
fn occasion_index(state: &DealState) -> usize {
    match state.stage {
        DealStage::In(DealPhase::Naming) => 0,
        DealStage::In(DealPhase::Round(round)) if round.asks == RoundSpeakers::UntilOneBids => 1,
        DealStage::In(DealPhase::Round(_)) => 2,
        DealStage::In(DealPhase::TurnUp) => 3,
        DealStage::In(DealPhase::Claims | DealPhase::ThrowIn) => 4,
        DealStage::In(DealPhase::Defence) => 5,
        _ if state.trick.is_none() => 6,
        _ => 7,
    }
}

/// Occasions and their rules. A row is a rule: its words, what it needs to decide anything, and the move that it chooses.
macro_rules! occasions {
    ($view:ty: $($title:literal { $($text:literal $(needs $topic:ident)? => $choose:expr;)+ })+) => {
        /// All occasions, in the order of a hand.
        pub static OCCASIONS: &[StrategyRulesForOccasion<fn(&$view) -> Option<Move>>] = &[$(StrategyRulesForOccasion {
            title: $title,
            rules: &[$(StrategyRule { text: $text, needs: &[$(ClauseId::$topic)?], choose: $choose }),+],
        }),+];
    };
}
pub(super) use occasions;

occasions! { PlayerView:
    "Naming trumps" {
        "If no suit in your hand is longer than trumps, leave trumps as they are, if the rules allow it." needs PamCalls
            => |view| {
                let longest = Suit::ALL.into_iter().map(|suit| view.suit_cards_without_top(suit).len()).max();
                let is_trumps = longest == Some(view.suit_cards_without_top(view.state.trump).len());
                (view.can_make(Verb::KeepTrump) && is_trumps).then_some(Move::KeepTrump)
            };
        "Name the longest suit in your hand. If two are equally long, name the one whose highest card is higher."
            => |view| {
                let highest = |suit| view.suit_cards_without_top(suit).into_iter().map(|card| view.rank_index_from_top(card)).min().map(Reverse);
                Suit::ALL.into_iter().max_by_key(|suit| (view.suit_cards_without_top(*suit).len(), highest(*suit))).map(Move::Name)
            };
    }

    "Bidding" {
        "A dealer who bids without seeing the cards gets the turn-up, so count it as held. Make this bid if your tricks in hand are at most half a trick below what it promises." needs DeclBlind
            => |view| {
                let held = view.hand() | view.state.turn_up_on_table().map(CardSet::from).unwrap_or_default();
                let enough = view.estimated_half_tricks(held) + 1 >= 2 * view.promised_tricks(Verb::DiddleBlind);
                (view.can_make(Verb::DiddleBlind) && enough).then_some(Move::DiddleBlind)
            };
        "Bid if your tricks in hand are at most half a trick below what the bid promises." needs DeclBid
            => |view| {
                let enough = |verb| view.can_make(verb) && view.estimated_half_tricks(view.hand()) + 1 >= 2 * view.promised_tricks(verb);
                [Move::Knock, Move::Diddle].into_iter().find(|bid| enough(bid.verb()))
            };
        "With less, do not bid." needs DeclBid
            => |view| [Move::Pass, Move::Lurk].into_iter().find(|word| view.can_make(word.verb()));
    }

    "Declaring" {
        "If you must take the turn-up before anything else, discard your lowest card for it." needs TurnOwner
            => |view| {
                let must = view.can_make(Verb::TakeTurnUp) && !view.can_make(Verb::Stand);
                view.lowest_card(view.hand()).filter(|_| must).map(Move::TakeTurnUp)
            };
        "If no unseen card beats any of your cards in its suit, and at least three of your cards are trumps, bid all the tricks." needs DeclAll
            => |view| {
                let sure = || view.unbeatable_in_suit() == view.hand() && view.trumps().len() >= 3;
                (view.can_make(Verb::BidAll) && sure()).then_some(Move::BidAll)
            };
        "If you hold a flush that may be claimed, stay in and keep it." => |view| view.can_claim_flush_later().then(|| view.move_to_stay_in());
        "If a player who stays in promises tricks, fold with less than one trick in hand, if you may." needs Undertake
            => |view| {
                let promises = view.rules.undertake.value != Undertaking::ONE;
                (view.can_make(Verb::Fold) && promises && view.estimated_half_tricks(view.hand()) < 2).then_some(Move::Fold)
            };
        "Without a trump, fold if you may. Do not fold if a debt is a fixed sum of at most a quarter of the pool and you can still exchange cards."
            => |view| (view.can_make(Verb::Fold) && view.trumps().is_empty() && !view.can_exchange_at_low_risk()).then_some(Move::Fold);
        "With one trump, fold too if at least four players are in the deal, counting the players who have still to declare. Do not fold if that trump is the top card or one of the two highest."
            => |view| {
                let low = view.trumps().into_iter().all(|card| !view.state.trumps.top.has(card) && view.rank_index_from_top(card) > 1);
                let alone = view.trumps().len() == 1 && low && !view.can_exchange_at_low_risk();
                (view.can_make(Verb::Fold) && alone && view.state.active.len() >= 4).then_some(Move::Fold)
            };
        "Without a trump, if you may not fold or risk little, take the spare hand. Do this only if it is still there and the stock cannot replace your whole hand." needs DeclFille
            => |view| {
                let short = view.max_exchange() < view.hand().len();
                (view.can_make(Verb::TakeSpare) && short && view.trumps().is_empty()).then_some(Move::TakeSpare)
            };
        "If your cards are worth playing and players declare before they exchange cards, join." needs DeclJoin
            => |view| view.can_make(Verb::Join).then_some(Move::Join);
        "If all your cards but one are of one suit, a flush may be drawn and a debt is a fixed sum, exchange the other card." needs FlushPat
            => |view| {
                let wild = view.rules.flush_wild.value == WildCard::TopCard;
                let counted = if wild { view.hand() - view.state.trumps.top } else { view.hand() };
                let odd = Suit::ALL.into_iter().map(|suit| counted - CardSet::of_suit(suit)).find(|odd| odd.len() == 1)?;
                let may_draw = view.rules.flush_pat.value == FlushCards::Anyhow && view.max_exchange() > 0;
                (may_draw && view.has_later_claims() && view.are_debts_pool_independent()).then(|| Move::exchange_of(odd))
            };
        "If your cards are worth playing, stay in and exchange your plain losers: every card that is neither a trump nor the highest of its suit. If you may not exchange so many, exchange the lowest of them." needs DeclExchange
            => |view| {
                let laid = view.lowest_cards(view.plain_losers(), view.max_exchange());
                (!laid.is_empty()).then(|| Move::exchange_of(laid))
            };
        "If there is nothing to discard or nothing to draw, stand." => |_| Some(Move::Stand);
    }

    "The dealer’s turn-up" {
        "Take the turn-up for your lowest card if the turn-up is higher. Any trump is higher than any other card."
            => |view| {
                let (turned, lowest) = (view.state.turn_up_on_table()?, view.lowest_card(view.state.cards_to_give_for_turn_up())?);
                (view.card_height(turned) > view.card_height(lowest)).then_some(Move::TakeTurnUp(lowest))
            };
        "Leave the turn-up if it is not higher than your lowest card." => |_| Some(Move::LeaveTurnUp);
    }

    "A flush" {
        "Throw it in for other cards if you must." needs FlushRedeal
            => |view| view.can_make(Verb::ThrowIn).then_some(Move::ThrowIn(CardSet::EMPTY));
        "Always claim it." => |_| Some(Move::Claim);
    }

    "Defending the pack" {
        "Defend the pack, because this costs nothing, and discard the lowest of the cards that you draw. Leave the pack if there are not enough cards to draw." needs DeclDefend
            => |view| Some(if view.can_make(Verb::Defend) { view.defend_discarding_lowest(CardSet::EMPTY) } else { Move::LeavePack });
    }

    "Leading" {
        "If you hold the ace of trumps and another player may hold the top card, demand that it is held back, if you may." needs PamCivil
            => |view| {
                let may_fall = !(view.state.trumps.top & view.unseen_cards()).is_empty();
                (view.can_make(Verb::DemandCivility) && may_fall).then_some(Move::DemandCivility)
            };
        "If you hold the highest trump that is left, lead it."
            => |view| view.highest_card(view.unbeatable_in_suit() & view.trumps() & view.playable_cards().cards).map(Move::Play);
        "If you hold a card that no other card of its suit can beat any more, lead it."
            => |view| view.highest_card(view.unbeatable_in_suit() & view.playable_cards().cards).map(Move::Play);
        "If no card is sure to win, lead the lowest card that you may lead. Any trump is higher than any other card." => play_lowest;
    }

    "Playing to a trick" {
        "If you can win the trick so far, play the lowest card that beats it."
            => |view| view.lowest_card(view.playable_cards().cards & view.state.trick?.beating_cards).map(Move::Play);
        "If you cannot beat the trick, play the lowest card that you may play. If two are equally low, play the one of the suit in which you hold fewer cards."
            => play_lowest;
    }
}

fn play_lowest(view: &PlayerView) -> Option<Move> {
    view.lowest_card(view.playable_cards().cards)
        .map(Move::Play)
}

/// A deal as its mover sees it.
///
/// ```
/// use mouche::explore::{PlayerView, RandomPlayer, play_example};
///
/// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// let state = play_example(rules, 4, RandomPlayer::new(7)).expect("a deal").moves[0].0;
/// let view = PlayerView::new(rules, &state);
/// assert_eq!(view.trumps() | view.plain_cards(), view.hand());
/// ```
#[derive(Clone, Copy)]
pub struct PlayerView<'a> {
    pub(super) rules: &'a TrickRules,
    /// The deal. The rules of the strategy read what lies open, and never what other players hold.
    pub(super) state: &'a DealState,
}

impl<'a> PlayerView<'a> {
    /// Returns the view of the mover.
    pub fn new(rules: &'a TrickRules, state: &'a DealState) -> PlayerView<'a> {
        PlayerView { rules, state }
    }

    /// Returns the mover's cards.
    pub fn hand(&self) -> CardSet {
        self.state.hands[self.state.mover]
    }

    /// Returns the mover's trumps, the top card among them.
    pub fn trumps(&self) -> CardSet {
        self.hand() & self.state.trumps.cards
    }

    /// Returns the mover's cards that are not trumps.
    pub fn plain_cards(&self) -> CardSet {
        self.hand() - self.state.trumps.cards
    }

    /// Returns the mover's cards of a suit, without the top card.
    pub(super) fn suit_cards_without_top(&self, suit: Suit) -> CardSet {
        (self.hand() & CardSet::of_suit(suit)) - self.state.trumps.top
    }

    /// Returns whether a kind of move is open to the mover.
    pub(super) fn can_make(&self, verb: Verb) -> bool {
        match move_offer(self.rules, self.state, verb) {
            Some(offer) => offer.is_open,
            None => false,
        }
    }

    /// Returns the most cards that the mover may exchange.
    pub fn max_exchange(&self) -> usize {
        match move_offer(self.rules, self.state, Verb::Exchange) {
            Some(offer) => offer.max_cards.into(),
            None => 0,
        }
    }

    /// Returns whether the mover holds a flush that they may claim later.
    pub(super) fn can_claim_flush_later(&self) -> bool {
        can_claim_flush(self.rules, self.state, self.state.mover) && self.has_later_claims()
    }

    fn later_phases(&self) -> &'static [DealPhase] {
        let phases = self
            .rules
            .decl_order
            .value
            .for_deal(self.state.is_first_deal);
        phases
            .get(usize::from(self.state.phases_begun)..)
            .unwrap_or_default()
    }

    fn has_later_claims(&self) -> bool {
        let mut later = self.later_phases().iter();
        later.any(|phase| matches!(phase, DealPhase::Claims))
    }

    /// Returns whether a later round of this deal lets players exchange cards.
    fn has_later_exchange_round(&self) -> bool {
        for phase in self.later_phases() {
            if let DealPhase::Round(round) = phase
                && round.offers.iter().any(|offer| offer.0 == Verb::Exchange)
            {
                return true;
            }
        }
        false
    }

    /// Returns the declaration of a mover who goes in with the cards they hold.
    pub(super) fn move_to_stay_in(&self) -> Move {
        if self.can_make(Verb::Join) {
            Move::Join
        } else {
            Move::Stand
        }
    }

    /// Returns how many tricks the mover undertakes to win by a declaration in the current round.
    pub(super) fn promised_tricks(&self, verb: Verb) -> u32 {
        let Some(round) = self.state.current_round() else {
            return 0;
        };
        for MoveGivingRole(offered, role) in round.offers {
            if *offered == verb
                && let Some(role) = role
            {
                return self.rules.undertake.value.tricks_for(*role).into();
            }
        }
        0
    }

    /// Returns the tricks that some cards promise, in halves: two for the top card and each of the three highest trumps, one
    /// for any other trump and for the highest card of another suit.
    pub(super) fn estimated_half_tricks(&self, cards: CardSet) -> u32 {
        let mut half_tricks = 0;
        for card in cards {
            half_tricks += if !self.state.trumps.cards.has(card) {
                u32::from(self.rank_index_from_top(card) == 0)
            } else if self.count_higher_pack_trumps(card) <= 2 {
                2
            } else {
                1
            };
        }
        half_tricks
    }

    /// Returns whether no debt depends on the size of the pool.
    pub(super) fn are_debts_pool_independent(&self) -> bool {
        let debts = self.rules.debt_make.value.0;
        !debts
            .iter()
            .any(|debt| matches!(debt.amount, Amount::Pool(_)))
    }

    /// Returns whether a debt is a fixed sum of at most a quarter of the pool, and cards can still be changed.
    pub(super) fn can_exchange_at_low_risk(&self) -> bool {
        if !self.are_debts_pool_independent()
            || !(self.max_exchange() > 0 || self.has_later_exchange_round())
        {
            return false;
        }
        let debts = self.rules.debt_make.value.0.iter();
        let pool = self.state.pool;
        match debts
            .map(|debt| self.rules.amount_in_chips(debt.amount, pool))
            .max()
        {
            Some(largest) => 4 * largest <= pool,
            None => false,
        }
    }

    /// Returns the move of a mover who draws these cards to defend the pack: they discard the lowest.
    pub(super) fn defend_discarding_lowest(&self, drawn: CardSet) -> Move {
        let laid = self.lowest_card(drawn).unwrap_or(self.state.turned_card);
        Move::Defend(drawn, laid)
    }

    pub(super) fn playable_cards(&self) -> PlayableCards {
        playable_cards(self.rules, self.state)
    }

    /// Returns a number that is higher for a higher card. Any trump is higher than any other card.
    pub(super) fn card_height(&self, card: Card) -> u32 {
        if self.state.trumps.cards.has(card) {
            40 - self.count_higher_pack_trumps(card)
        } else {
            13 - self.rank_index_from_top(card)
        }
    }

    /// Returns how many trumps of the pack beat a trump.
    fn count_higher_pack_trumps(&self, card: Card) -> u32 {
        let trumps = &self.state.trumps;
        let above = trumps.cards_beating(&self.rules.rank.value, card) & trumps.cards;
        above.len() as u32
    }

    /// Returns the lowest of some cards; of equal ones that of the suit of which the mover holds fewest.
    pub fn lowest_card(&self, cards: CardSet) -> Option<Card> {
        cards.into_iter().min_by_key(|card| {
            (
                self.card_height(*card),
                self.suit_cards_without_top(card.suit()).len(),
            )
        })
    }

    /// Returns the highest of some cards; of equal ones that of the suit of which the mover holds fewest.
    pub(super) fn highest_card(&self, cards: CardSet) -> Option<Card> {
        cards.into_iter().min_by_key(|card| {
            let suit_len = self.suit_cards_without_top(card.suit()).len();
            (Reverse(self.card_height(*card)), suit_len)
        })
    }

    /// Returns at most this number of cards, the lowest.
    pub fn lowest_cards(&self, cards: CardSet, max: usize) -> CardSet {
        let mut lowest = cards;
        while lowest.len() > max
            && let Some(highest) = self.highest_card(lowest)
        {
            lowest = lowest.without(highest);
        }
        lowest
    }

    /// Returns the place of a card in its suit from the top; 0 for the highest.
    pub(super) fn rank_index_from_top(&self, card: Card) -> u32 {
        self.rules.rank.value.index_from_top(card.rank())
    }

    /// Returns the mover's cards that are neither trumps nor the highest of their suit in the pack.
    pub fn plain_losers(&self) -> CardSet {
        self.plain_cards()
            .into_iter()
            .filter(|card| self.rank_index_from_top(*card) > 0)
            .collect()
    }

    /// Returns the mover's cards that no unseen card can beat by following suit.
    pub(super) fn unbeatable_in_suit(&self) -> CardSet {
        let trumps = &self.state.trumps;
        let unseen = self.unseen_cards();
        let mut unbeatable = CardSet::EMPTY;
        for card in self.hand() {
            let higher = trumps.cards_beating(&self.rules.rank.value, card);
            if (higher & trumps.same_suit_cards(card) & unseen).is_empty() {
                unbeatable = unbeatable.with(card);
            }
        }
        unbeatable
    }

    /// Returns the cards of the pack that the mover has not seen: neither their own nor turned up nor played.
    pub(super) fn unseen_cards(&self) -> CardSet {
        let state = self.state;
        cards_of_others(state, state.mover) | state.spare_hand | state.stock | state.discards
    }
}

/// Returns the cards that all other seats hold.
pub(super) fn cards_of_others(state: &DealState, seat: Seat) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for other in state.seats_in_turn() {
        if other != seat {
            cards = cards | state.hands[other];
        }
    }
    cards
}
