//! Rounds of declarations, in which each player in turn folds, stands, exchanges, takes the spare hand, or bids.

use super::{DealState, Event, EventDetails, InvalidActReason, MoveAvailability, Refusal};
use super::{deal_and_turn_up, ensure, ensure_not_forbidden, exchange, forced_to_stay_in, settle};
use crate::cards::{CardSet, PerSeat, Seat, SeatSet};
use crate::rules::{
    AllFold, BidAll, ClauseId, ClauseLookup, DeclarationRight, Move, MoveGivingRole, MoveOccasion,
    RoundSpeakers, TrickRules, TurnOwner, TurnedFee, UndertakingRole, Verb,
};

/// Returns what the current round offers for a kind of declaration, and the role that it gives the player.
fn round_offer(state: &DealState, verb: Verb) -> Option<MoveGivingRole> {
    let offers = state.current_round()?.offers;
    offers
        .iter()
        .copied()
        .find(|MoveGivingRole(offered, _)| *offered == verb)
}

/// Returns which players the current round asks: everyone, everyone until one bids, or all after
/// the bidder.
fn round_speaking_rule(state: &DealState) -> RoundSpeakers {
    match state.current_round() {
        Some(round) => round.asks,
        None => RoundSpeakers::Everyone,
    }
}

/// Returns the bidder, if the players after the bidder speak in the current round.
fn bidder_others_answer(state: &DealState) -> Option<Seat> {
    if round_speaking_rule(state) == RoundSpeakers::AfterTheBidder {
        state.bidder
    } else {
        None
    }
}

/// Begins a round of declarations: the player after the last speaker speaks first.
pub(super) fn begin_round(rules: &TrickRules, state: &mut DealState) {
    let last_speaker = bidder_others_answer(state).unwrap_or(state.dealer);
    state.mover = state.next_active_seat(last_speaker);
    if round_speaking_rule(state) == RoundSpeakers::UntilOneBids {
        state.tricks_undertaken =
            PerSeat::all(rules.undertake.value.tricks_for(UndertakingRole::Waiting));
    }
}

/// Returns whether the mover is a dealer who must take the turn-up before anything else.
#[inline]
fn must_take_turn_up(rules: &TrickRules, state: &DealState) -> bool {
    rules.turn_owner.value.must_dealer_take_in_first_deal()
        && state.is_first_deal
        && state.mover == state.dealer
        && !state.is_turn_up_taken
        && round_offer(state, Verb::TakeTurnUp).is_some()
}

/// Returns the offer of a kind of declaration to the mover; `None` if the round does not ask for it.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn declaration_offer(
    rules: &TrickRules,
    state: &DealState,
    verb: Verb,
) -> Option<MoveAvailability> {
    round_offer(state, verb)?;
    if must_take_turn_up(rules, state) {
        return rare_offer(rules, state, verb);
    }
    let offer = MoveAvailability::new(verb);
    match verb {
        Verb::Fold => Some(offer.unless_forbidden(clause_against_folding(rules, state))),
        Verb::Stand if rules.decl_stand.value == DeclarationRight::Open => Some(offer),
        Verb::Stand => Some(offer.forbidden_by(ClauseId::DeclStand)),
        Verb::Exchange => Some(exchange::exchange_offer(rules, state)),
        Verb::TakeSpare if can_take_spare_hand(rules, state) => Some(offer),
        Verb::TakeSpare => None,
        _ => rare_offer(rules, state, verb),
    }
}

/// Returns an offer that few editions make. It is apart so that the common offers are short enough to be inlined.
#[cold]
fn rare_offer(rules: &TrickRules, state: &DealState, verb: Verb) -> Option<MoveAvailability> {
    let offer = MoveAvailability::new(verb);
    let must_take = must_take_turn_up(rules, state);
    match verb {
        Verb::TakeTurnUp if must_take || can_stand_with_turn_up(rules, state) => Some(
            MoveAvailability::with_one_card(verb, state.cards_to_give_for_turn_up()),
        ),
        Verb::TakeTurnUp => None,
        _ if must_take => Some(offer.forbidden_by(ClauseId::TurnOwner)),
        Verb::Pass | Verb::Lurk | Verb::Knock | Verb::Diddle | Verb::Join => Some(offer),
        Verb::DiddleBlind if can_bid_blind(rules, state) => Some(offer),
        Verb::BidAll if rules.decl_all.value != BidAll::None => {
            Some(offer.unless_forbidden(clause_against_bidding_all(rules, state)))
        }
        _ => None,
    }
}

fn can_take_spare_hand(rules: &TrickRules, state: &DealState) -> bool {
    rules.decl_fille.value == DeclarationRight::Open && !state.spare_hand.is_empty()
}

/// Returns whether the mover is a dealer who may stand and take the turn-up with one declaration.
fn can_stand_with_turn_up(rules: &TrickRules, state: &DealState) -> bool {
    let is_dealers = matches!(
        rules.turn_owner.value,
        TurnOwner::Dealer | TurnOwner::DealerUnlessExchanged
    );
    (is_dealers || state.is_bid_blind)
        && state.mover == state.dealer
        && rules.decl_stand.value == DeclarationRight::Open
}

fn can_bid_blind(rules: &TrickRules, state: &DealState) -> bool {
    let ranks = rules.decl_blind.value.0;
    state.mover == state.dealer && ranks.contains(&state.turned_card.rank())
}

fn clause_against_folding(rules: &TrickRules, state: &DealState) -> Option<ClauseId> {
    match forced_to_stay_in::forcing_or_order_clause(rules, state) {
        ClauseId::DeclOrder if rules.decl_fold.value == DeclarationRight::Open => None,
        ClauseId::DeclOrder => Some(ClauseId::DeclFold),
        forcing => Some(forcing),
    }
}

/// Makes a declaration of the mover, and asks the next player.
pub(super) fn make_declaration(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let verb = player_move.verb();
    let Some(MoveGivingRole(_, role)) = round_offer(state, verb) else {
        ensure_not_forbidden(clause_of_other_round(rules, state, verb))?;
        return Err(InvalidActReason::NotNow.into());
    };
    if must_take_turn_up(rules, state) {
        let Move::TakeTurnUp(laid) = *player_move else {
            return Err(Refusal::Forbidden(ClauseId::TurnOwner));
        };
        // The dealer is then asked again.
        return deal_and_turn_up::give_dealer_turn_up(state, laid, events);
    }
    if *player_move == Move::BidAll {
        ensure_not_forbidden(clause_against_bidding_all(rules, state))?;
        bid_all_tricks(rules, state, events);
        return Ok(());
    }
    let seat = state.mover;
    let received = receive_cards_by_declaration(rules, state, player_move)?;
    events.push(Event::new(
        verb.topic(),
        EventDetails::MadeMove(seat, *player_move, received),
    ));
    if state.active.has(seat) {
        if let Some(role) = role {
            state.tricks_undertaken[seat] = rules.undertake.value.tricks_for(role);
        }
        if seat == state.dealer {
            deal_and_turn_up::pay_turner_of_top_card(rules, state, TurnedFee::IfNotFolded, events);
        }
    }
    if let Move::Knock | Move::Diddle | Move::DiddleBlind = player_move {
        // A bid ends the bidding.
        state.is_bid_blind = *player_move == Move::DiddleBlind;
        state.bidder = Some(seat);
        state.is_phase_over = true;
    } else {
        continue_or_end_round(rules, state, events);
    }
    Ok(())
}

/// Makes the change of hand that a declaration brings, or the fold, and returns the cards that the
/// mover receives.
#[inline]
fn receive_cards_by_declaration(
    rules: &TrickRules,
    state: &mut DealState,
    player_move: &Move,
) -> Result<CardSet, Refusal> {
    match *player_move {
        Move::Fold => {
            ensure_not_forbidden(clause_against_folding(rules, state))?;
            state.active = state.active.without(state.mover);
            Ok(CardSet::EMPTY)
        }
        Move::DiddleBlind if !can_bid_blind(rules, state) => {
            Err(Refusal::Forbidden(ClauseId::DeclBlind))
        }
        Move::Stand if rules.decl_stand.value != DeclarationRight::Open => {
            Err(Refusal::Forbidden(ClauseId::DeclStand))
        }
        Move::Stand
        | Move::Pass
        | Move::Lurk
        | Move::Join
        | Move::Knock
        | Move::Diddle
        | Move::DiddleBlind => Ok(CardSet::EMPTY),
        Move::Exchange(laid, drawn) => exchange::exchange_cards(rules, state, laid, drawn),
        Move::TakeSpare => take_spare_hand(rules, state),
        _ => Err(InvalidActReason::NotNow.into()),
    }
}

/// Makes the mover take the spare hand in place of their own, and returns the cards taken.
fn take_spare_hand(rules: &TrickRules, state: &mut DealState) -> Result<CardSet, Refusal> {
    let is_offered = declaration_offer(rules, state, Verb::TakeSpare).is_some();
    ensure(is_offered, Refusal::Forbidden(ClauseId::DeclFille))?;
    let seat = state.mover;
    let laid = state.hands[seat];
    state.hands[seat] = std::mem::take(&mut state.spare_hand);
    state.record_discard(seat, laid);
    state.exchanged = state.exchanged.with(seat);
    state.took_spare = state.took_spare.with(seat);
    Ok(state.hands[seat])
}

/// Returns the clause of a kind of declaration that the edition has in another round than the current one.
pub(super) fn clause_of_other_round(
    rules: &TrickRules,
    state: &DealState,
    verb: Verb,
) -> Option<ClauseId> {
    let is_of_other_round = state.current_round().is_some()
        && verb.kind() == MoveOccasion::Declaration
        && rules.has_clause_on(verb.topic())
        && round_offer(state, verb).is_none();
    is_of_other_round.then_some(verb.topic())
}

/// Makes the mover bid to win all the tricks. All players are in the deal again, and the round is over.
pub(super) fn bid_all_tricks(rules: &TrickRules, state: &mut DealState, events: &mut Vec<Event>) {
    let bidder = state.mover;
    state.bidder = Some(bidder);
    state.active = SeatSet::all(state.seats);
    state.tricks_undertaken[bidder] = rules.deal_packets.value.hand;
    events.push(Event::move_made_without_cards(bidder, Move::BidAll));
    state.is_phase_over = true;
}

/// Returns whether a seat had declared when the bidder bid to win all the tricks. The bidder has.
pub(super) fn declared_before_bid(
    rules: &TrickRules,
    state: &DealState,
    seat: Seat,
    bidder: Seat,
) -> bool {
    if seat == bidder {
        return true;
    }
    let mut earlier_seats = state
        .seats_in_turn()
        .take_while(|earlier| *earlier != bidder);
    rules.decl_all.value == BidAll::InTurn && earlier_seats.any(|earlier| earlier == seat)
}

/// Returns the clause by which the mover may not bid to win all the tricks.
fn clause_against_bidding_all(rules: &TrickRules, state: &DealState) -> Option<ClauseId> {
    if rules.decl_all.value == BidAll::InTurn || can_anyone_bid_all(rules, state) {
        None
    } else {
        Some(ClauseId::DeclAll)
    }
}

/// Returns whether anyone may bid to win all the tricks because nobody has declared yet.
fn can_anyone_bid_all(rules: &TrickRules, state: &DealState) -> bool {
    rules.decl_all.value == BidAll::BeforeAll
        && state.mover == state.dealer.next(state.seats)
        && round_offer(state, Verb::BidAll).is_some()
}

/// Refuses a move out of turn, unless it is a bid that may be made before all declarations.
#[cold]
pub(super) fn refuse_out_of_turn_unless_bid(
    rules: &TrickRules,
    state: &DealState,
    player_move: &Move,
) -> Result<(), InvalidActReason> {
    let is_early_bid = *player_move == Move::BidAll && can_anyone_bid_all(rules, state);
    ensure(is_early_bid, InvalidActReason::NotYourTurn(state.mover))
}

/// Asks the next player to declare, or ends the round.
#[inline]
pub(super) fn continue_or_end_round(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    let next = next_declarer(state);
    if let Some(next) = next {
        state.mover = next;
    }
    let asks_lone_dealer =
        next == Some(state.dealer) && rules.allfold.value == AllFold::DealerAsked;
    let left = state.active.len();
    if left == 1 && !asks_lone_dealer && rules.decl_defend.value.0.is_some() {
        state.is_phase_over = true;
    } else if left <= 1 && !asks_lone_dealer {
        settle_one_or_none_left(rules, state, events);
    } else if next.is_none() && round_speaking_rule(state) == RoundSpeakers::UntilOneBids {
        settle::void_deal_after_folds(rules, state, events);
    } else {
        state.is_phase_over = next.is_none();
    }
}

fn next_declarer(state: &DealState) -> Option<Seat> {
    let bidder = bidder_others_answer(state);
    let last = bidder.unwrap_or(state.dealer);
    let mut seat = state.mover;
    while seat != last {
        seat = seat.next(state.seats);
        if state.active.has(seat) && bidder != Some(seat) {
            return Some(seat);
        }
    }
    None
}

/// Settles the deal when at most one player is left before play. If only the dealer is left and has not spoken, or nobody
/// is, the rule for that case decides.
pub(super) fn settle_one_or_none_left(
    rules: &TrickRules,
    state: &mut DealState,
    events: &mut Vec<Event>,
) {
    let has_everybody_folded = state.active.is_empty();
    let is_round = state.current_round().is_some() && state.bidder.is_none();
    if !is_round || !(state.active.has(state.dealer) || has_everybody_folded) {
        return settle::settle_lone_player(rules, state, ClauseId::Alone, events);
    }
    if !has_everybody_folded {
        deal_and_turn_up::pay_turner_of_top_card(rules, state, TurnedFee::IfNotFolded, events);
    }
    match rules.allfold.value {
        AllFold::DealerTakes => {
            settle::settle_lone_player(rules, state, ClauseId::Allfold, events);
        }
        AllFold::DealerAsked if !has_everybody_folded => {
            settle::settle_lone_player(rules, state, ClauseId::Alone, events);
        }
        AllFold::Void | AllFold::LastPays | AllFold::DealerAsked => {
            settle::void_deal_after_folds(rules, state, events);
        }
    }
}
