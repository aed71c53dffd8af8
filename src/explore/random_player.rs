//! Who plays a deal: a player who chooses at random from what the engine allows; and play-outs by the strategy.

use super::strategy::{PlayerView, STRATEGY};
use crate::cards::{Card, CardSet, PerSeat, Rank, Seat, Suit};
use crate::engine::{
    DealStage, DealState, DealtCards, Event, Move, MoveAvailability, Refusal, TrickAct, apply,
    can_claim_flush, move_offer, piles_replacing_stock, playable_cards,
};
use crate::rules::{
    BidAll, ClauseId, DealPhase, DeclarationRound, MoveGivingRole, PlayerMoveDetails,
    RoundSpeakers, SeparateRound, SpareHand, TrickRules, TurnCard, UndertakingRole, Verb,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// Deals the cards and chooses moves at random, the same for the same seed.
#[derive(Clone)]
pub struct RandomPlayer {
    random: ChaCha8Rng,
    /// The pack that was dealt last, and its cards in order.
    pack: CardSet,
    sorted_pack: Vec<Card>,
    /// The cards of the deal: those before `next_place` are drawn, the others are shuffled as they are drawn.
    deck: Vec<Card>,
    next_place: usize,
    /// The stock from its top, if it was preset.
    preset_stock: VecDeque<Card>,
    is_sensible: bool,
}

impl RandomPlayer {
    /// Returns a player for a seed who chooses uniformly.
    ///
    /// ```
    /// use mouche::cards::{PerSeat, Seat};
    /// use mouche::engine::{DealState, TableBetweenDeals};
    /// use mouche::{editions, explore::RandomPlayer};
    ///
    /// let rules = editions::built_in_trick_editions().next().expect("an edition");
    /// let opened = DealState::at_table(&TableBetweenDeals::new(4, Seat(0), PerSeat::all(0)));
    /// let deal = |seed| RandomPlayer::new(seed).deal(rules, &opened);
    /// assert_eq!(deal(7), deal(7), "the same seed deals the same cards");
    /// assert_ne!(deal(7), deal(8));
    /// ```
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer {
            random: ChaCha8Rng::seed_from_u64(seed),
            pack: CardSet::EMPTY,
            sorted_pack: Vec::new(),
            deck: Vec::new(),
            next_place: 0,
            preset_stock: VecDeque::new(),
            is_sensible: false,
        }
    }

    /// Returns a player who deals the same cards as [`RandomPlayer::new`], but looks at their hand before they declare.
    pub fn with_sensible_declarations(seed: u64) -> RandomPlayer {
        RandomPlayer {
            is_sensible: true,
            ..RandomPlayer::new(seed)
        }
    }

    /// Presets the stock of a deal that another has dealt: it gives these cards first, and then the others at random.
    pub fn preset_draws(&mut self, first: &[Card], stock: CardSet) {
        self.preset_stock = first.iter().copied().collect();
        let mut rest = stock - first.iter().copied().collect();
        while !rest.is_empty() {
            let card = self.random_card(rest);
            self.preset_stock.push_back(card);
            rest = rest.without(card);
        }
    }

    /// Returns a deal of random cards by the dealer of a deal that is opened.
    pub fn deal(&mut self, rules: &TrickRules, opened: &DealState) -> TrickAct {
        self.preset_stock.clear();
        let seats = opened.seats;
        let pack = rules.pack.value.pack(seats);
        if self.pack != pack {
            self.pack = pack;
            self.sorted_pack = pack.into_iter().collect();
        }
        self.deck.clone_from(&self.sorted_pack);
        self.next_place = 0;
        let hand_size = usize::from(rules.deal_packets.value.hand);
        let mut hands = PerSeat::default();
        for seat in (0..seats).map(Seat) {
            hands[seat] = self.draw_from_deck(hand_size);
        }
        let spare_hand = if rules.fille_deal.value == SpareHand::BeforeDealer {
            self.draw_from_deck(hand_size)
        } else {
            CardSet::EMPTY
        };
        let turned_card = match rules.turn_card.value {
            TurnCard::TopOfStock => self.next_card(),
            TurnCard::DealersLast => self.random_card(hands[opened.dealer]),
        };
        TrickAct::Deal(DealtCards {
            hands,
            spare_hand,
            turned_card,
        })
    }

    /// Returns a sensible or random move of the mover, as an act.
    #[inline]
    pub fn choose_move_act(&mut self, rules: &TrickRules, state: &DealState) -> TrickAct {
        TrickAct::Move(state.mover, self.choose_sensible_or_random(rules, state))
    }

    /// Chooses a legal move: a sensible one if the player is sensible, else a random one.
    #[inline]
    fn choose_sensible_or_random(&mut self, rules: &TrickRules, state: &DealState) -> Move {
        // First, because most acts are cards, and a sensible player plays them at random too.
        if let DealStage::In(DealPhase::Tricks) = state.stage {
            if rules.pam_civil.value.0.is_some()
                && self.chooses_rarely(rules, state, Verb::DemandCivility, 2)
            {
                return Move::DemandCivility;
            }
            return Move::Play(self.random_card(playable_cards(rules, state).cards));
        }
        if self.is_sensible
            && let Some(sensible) = sensible_move(self, rules, state)
        {
            return sensible;
        }
        self.random_move(rules, state)
    }

    /// Returns whether the player makes a rare move now: once in so many times that it is open to them.
    #[cold]
    fn chooses_rarely(
        &mut self,
        rules: &TrickRules,
        state: &DealState,
        verb: Verb,
        one_in: usize,
    ) -> bool {
        open_offer(rules, state, verb).is_some() && self.random_below(one_in) == 0
    }

    fn random_move(&mut self, rules: &TrickRules, state: &DealState) -> Move {
        let DealStage::In(phase) = state.stage else {
            return self.random_declaration(rules, state);
        };
        match phase {
            DealPhase::ThrowIn | DealPhase::Defence => self.throw_in_flush_or_defend(rules, state),
            DealPhase::Naming if state.move_by_silence().is_some() && self.random_below(2) == 0 => {
                Move::KeepTrump
            }
            DealPhase::Naming => Move::Name(Suit::ALL[self.random_below(Suit::ALL.len())]),
            DealPhase::TurnUp if self.random_below(2) == 0 => Move::LeaveTurnUp,
            DealPhase::TurnUp => {
                Move::TakeTurnUp(self.random_card(state.cards_to_give_for_turn_up()))
            }
            DealPhase::Claims if self.random_below(2) == 0 => Move::LetPass,
            DealPhase::Claims => Move::Claim,
            DealPhase::Round(round)
                if has_bidding(rules) || open_offer(rules, state, Verb::Stand).is_none() =>
            {
                self.random_round_move(rules, state, round)
            }
            DealPhase::Round(_) | DealPhase::Tricks => self.random_declaration(rules, state),
        }
    }

    /// Returns one of: fold, stand, take the spare hand, and an exchange of each number of cards that is allowed.
    fn random_declaration(&mut self, rules: &TrickRules, state: &DealState) -> Move {
        if rules.decl_all.value != BidAll::None
            && self.chooses_rarely(rules, state, Verb::BidAll, 8)
        {
            return Move::BidAll;
        }
        let max_exchange = match open_offer(rules, state, Verb::Exchange) {
            Some(offer) => usize::from(offer.max_cards),
            None => 0,
        };
        let can_fold = usize::from(open_offer(rules, state, Verb::Fold).is_some());
        let can_take_spare = usize::from(open_offer(rules, state, Verb::TakeSpare).is_some());
        match self.random_below(1 + can_fold + can_take_spare + max_exchange) {
            0 if can_fold == 1 => Move::Fold,
            number if number == can_fold => Move::Stand,
            number if can_take_spare == 1 && number == 1 + can_fold => Move::TakeSpare,
            number => {
                let count = number - can_fold - can_take_spare;
                let laid = self.random_subset(state.hands[state.mover], count);
                self.exchange_for_random_cards(rules, state, laid)
            }
        }
    }

    /// Returns one of the moves that are open in a round. An exchange of each number of cards counts as a move.
    #[cold]
    fn random_round_move(
        &mut self,
        rules: &TrickRules,
        state: &DealState,
        round: &DeclarationRound,
    ) -> Move {
        let mut offers = Vec::new();
        for MoveGivingRole(verb, _) in round.offers {
            offers.extend(open_offer(rules, state, *verb));
        }
        let count = offers.iter().map(|offer| ways_by_card_count(*offer)).sum();
        let mut number = self.random_below(count);
        for offer in offers {
            let ways = ways_by_card_count(offer);
            if number < ways {
                let cards = (number + 1).min(offer.max_cards.into());
                return self.move_with_cards(rules, state, offer, cards);
            }
            number -= ways;
        }
        Move::Stand
    }

    /// Returns a move of an offer with this number of random cards.
    fn move_with_cards(
        &mut self,
        rules: &TrickRules,
        state: &DealState,
        offer: MoveAvailability,
        cards: usize,
    ) -> Move {
        let laid = self.random_subset(offer.cards, cards);
        if offer.verb == Verb::Exchange {
            return self.exchange_for_random_cards(rules, state, laid);
        }
        let args = PlayerMoveDetails {
            card: laid.nth(0),
            ..PlayerMoveDetails::default()
        };
        offer.verb.with_args(args).unwrap_or(Move::Stand)
    }

    /// Returns the exchange of these cards for as many random ones of the stock.
    fn exchange_for_random_cards(
        &mut self,
        rules: &TrickRules,
        state: &DealState,
        laid: CardSet,
    ) -> Move {
        Move::Exchange(laid, self.draw_stock_cards(rules, state, laid.len()))
    }

    /// Throws in a flush; or defends the pack, or leaves it.
    #[cold]
    fn throw_in_flush_or_defend(&mut self, rules: &TrickRules, state: &DealState) -> Move {
        if let DealStage::In(DealPhase::ThrowIn) = state.stage {
            let count = state.hands[state.mover].len();
            return Move::ThrowIn(self.draw_stock_cards(rules, state, count));
        }
        if let Some(cards) = rules.decl_defend.value.0
            && open_offer(rules, state, Verb::Defend).is_some()
            && self.random_below(2) == 0
        {
            let drawn = self.draw_stock_cards(rules, state, cards.into());
            return Move::Defend(drawn, self.random_card(drawn));
        }
        Move::LeavePack
    }

    /// Returns cards drawn from the stock, and then from the piles that replace it.
    fn draw_stock_cards(&mut self, rules: &TrickRules, state: &DealState, count: usize) -> CardSet {
        let from_stock = count.min(state.available_stock());
        let mut drawn = if self.preset_stock.len() >= from_stock.max(1) {
            self.preset_stock.drain(..from_stock).collect()
        } else if self.deck.len() - self.next_place == state.stock.len() {
            // No discards have been shuffled into the stock yet, so that the deck has the same cards.
            self.draw_from_deck(from_stock)
        } else {
            self.random_subset(state.stock, from_stock)
        };
        if from_stock < count {
            for pile in piles_replacing_stock(rules, state) {
                let from_pile = (count - drawn.len()).min(pile.len());
                drawn = drawn | self.random_subset(pile, from_pile);
            }
        }
        drawn
    }

    fn draw_from_deck(&mut self, count: usize) -> CardSet {
        (0..count).map(|_| self.next_card()).collect()
    }

    /// Returns the next card of the deck, which is shuffled as it is drawn from.
    fn next_card(&mut self) -> Card {
        let left = self.deck.len() - self.next_place;
        let chosen = self.next_place + self.random_below(left);
        self.deck.swap(self.next_place, chosen);
        self.next_place += 1;
        self.deck[self.next_place - 1]
    }

    /// Returns a number of random cards of a set.
    pub fn random_subset(&mut self, cards: CardSet, count: usize) -> CardSet {
        let total = cards.len();
        let mut subset = CardSet::EMPTY;
        for drawn in 0..count {
            subset = subset.with(self.random_card_of(cards - subset, total - drawn));
        }
        subset
    }

    #[inline]
    fn random_card(&mut self, cards: CardSet) -> Card {
        self.random_card_of(cards, cards.len())
    }

    /// Returns a random card of a set whose length is known.
    #[inline]
    fn random_card_of(&mut self, cards: CardSet, len: usize) -> Card {
        cards
            .nth(self.random_below(len))
            .expect("an index below the length of the set")
    }

    /// Returns a random number of at least 0 and less than 1.
    pub(super) fn random_fraction(&mut self) -> f64 {
        f64::from(self.random.random_range(0..1 << 24)) / f64::from(1 << 24)
    }

    #[inline]
    pub(super) fn random_below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound as u32) as usize
    }
}

fn has_bidding(rules: &TrickRules) -> bool {
    rules.decl_bid.value != SeparateRound::None || rules.decl_join.value != SeparateRound::None
}

/// Returns in how many ways an offer can be taken: each number of cards is one.
fn ways_by_card_count(offer: MoveAvailability) -> usize {
    offer.max_cards.max(1).into()
}

/// Returns the offer of a kind of move, if it is open to the mover. It is inlined because the offer of a known kind is short.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn open_offer(rules: &TrickRules, state: &DealState, verb: Verb) -> Option<MoveAvailability> {
    move_offer(rules, state, verb).filter(|offer| offer.is_open)
}

/// Returns a sensible move of the mover; `None` where any move is as good.
fn sensible_move(player: &mut RandomPlayer, rules: &TrickRules, state: &DealState) -> Option<Move> {
    match state.stage {
        DealStage::In(DealPhase::Round(round)) if round.asks == RoundSpeakers::UntilOneBids => {
            sensible_bid_or_decline(player, rules, state, round)
        }
        DealStage::In(DealPhase::Round(_)) if must_take_turn_up(rules, state) => {
            card_for_turn_up(rules, state).map(Move::TakeTurnUp)
        }
        DealStage::In(DealPhase::Round(_)) => Some(sensible_declaration(player, rules, state)),
        DealStage::In(DealPhase::TurnUp) => match card_for_turn_up(rules, state) {
            Some(card) => Some(Move::TakeTurnUp(card)),
            None => Some(Move::LeaveTurnUp),
        },
        DealStage::In(DealPhase::Claims) => Some(Move::Claim),
        _ => None,
    }
}

fn must_take_turn_up(rules: &TrickRules, state: &DealState) -> bool {
    match move_offer(rules, state, Verb::Stand) {
        Some(offer) => offer.clause == ClauseId::TurnOwner,
        None => false,
    }
}

/// Returns the plain card that the mover gives for the turn-up.
fn card_for_turn_up(rules: &TrickRules, state: &DealState) -> Option<Card> {
    let plain_cards = PlayerView::new(rules, state).plain_cards();
    (plain_cards & state.cards_to_give_for_turn_up()).nth(0)
}

/// Returns a bid, mostly, if the mover holds a trump; else a declaration that is no bid.
fn sensible_bid_or_decline(
    player: &mut RandomPlayer,
    rules: &TrickRules,
    state: &DealState,
    round: &DeclarationRound,
) -> Option<Move> {
    let view = PlayerView::new(rules, state);
    let wants_to_bid = !view.trumps().is_empty() && player.random_below(4) > 0;
    for MoveGivingRole(verb, role) in round.offers {
        let is_bid = *role == Some(UndertakingRole::Bidding);
        if is_bid == wants_to_bid && *verb != Verb::DiddleBlind && view.can_make(*verb) {
            return verb.with_args(PlayerMoveDetails::default());
        }
    }
    None
}

fn sensible_declaration(player: &mut RandomPlayer, rules: &TrickRules, state: &DealState) -> Move {
    let view = PlayerView::new(rules, state);
    let has_no_trump = view.trumps().is_empty();
    let unwanted: CardSet = view
        .plain_cards()
        .into_iter()
        .filter(|card| card.rank() != Rank::King)
        .collect();
    let max_exchange = if view.can_make(Verb::Exchange) {
        view.max_exchange().min(unwanted.len())
    } else {
        0
    };
    if can_claim_flush(rules, state, state.mover) && view.can_make(Verb::Stand) {
        return Move::Stand;
    }
    if has_no_trump && view.can_make(Verb::TakeSpare) && player.random_below(2) == 0 {
        return Move::TakeSpare;
    }
    let can_fold = has_no_trump && view.can_make(Verb::Fold) && state.active.len() > 2;
    if can_fold && player.random_below(4) > 0 {
        return Move::Fold;
    }
    if max_exchange > 0 && player.random_below(4) > 0 {
        let count = 1 + player.random_below(max_exchange);
        let laid = player.random_subset(unwanted, count);
        return player.exchange_for_random_cards(rules, state, laid);
    }
    view.move_to_stay_in()
}

/// Makes a move of the mover and plays the deal to its end by the strategy. `cards` gives the cards that are drawn; `events`
/// is cleared first.
///
/// # Errors
/// If the move is refused.
///
/// ```
/// use mouche::engine::{Move, DealStage};
/// use mouche::explore::{RandomPlayer, chips_gained, play_example, play_out_by_strategy};
///
/// let rules = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// let (state, _) = play_example(rules, 4, RandomPlayer::with_sensible_declarations(7)).expect("a deal").moves[0];
/// let end = play_out_by_strategy(rules, &state, Move::Fold, &mut RandomPlayer::new(1), &mut Vec::new()).expect("a legal move");
/// assert_eq!(end.stage, DealStage::Over);
/// assert_eq!(chips_gained(&state, &end, state.mover), 0, "folding costs nothing");
/// ```
pub fn play_out_by_strategy(
    rules: &TrickRules,
    state: &DealState,
    first_move: Move,
    cards: &mut RandomPlayer,
    events: &mut Vec<Event>,
) -> Result<DealState, Refusal> {
    events.clear();
    let mut end = *state;
    let mut next_move = Some(first_move);
    while let Some(player_move) = next_move {
        let act = fill_random_draws(rules, &end, player_move, cards);
        apply(rules, &mut end, act, events)?;
        next_move = if end.awaits_move() {
            STRATEGY.choose_move(rules, &end)
        } else {
            None
        };
    }
    Ok(end)
}

/// Returns the mover's act of a move, with random cards where the move draws any. A defender
/// discards the lowest of them.
pub fn fill_random_draws(
    rules: &TrickRules,
    state: &DealState,
    player_move: Move,
    cards: &mut RandomPlayer,
) -> TrickAct {
    let with_draws = match player_move {
        Move::Exchange(laid, _) => cards.exchange_for_random_cards(rules, state, laid),
        Move::ThrowIn(_) => cards.throw_in_flush_or_defend(rules, state),
        Move::Defend(..) => {
            let count = rules.decl_defend.value.0.unwrap_or_default();
            let drawn = cards.draw_stock_cards(rules, state, count.into());
            PlayerView::new(rules, state).defend_discarding_lowest(drawn)
        }
        _ => player_move,
    };
    TrickAct::Move(state.mover, with_draws)
}

/// Returns the chips that a seat has gained between two states of a deal. A debt made counts as lost.
pub fn chips_gained(from: &DealState, to: &DealState, seat: Seat) -> i64 {
    (to.purses[seat] - to.debts_made[seat]) - (from.purses[seat] - from.debts_made[seat])
}
