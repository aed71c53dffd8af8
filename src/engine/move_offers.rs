//! What the mover is asked for and may do, and by which clause another move is refused. Scripts, players, pages and editors
//! all ask here.

use super::{
    DealStage, DealState, MoveAvailability, broken_duty, card_play, deal_and_turn_up, exchange,
    flush, forced_to_stay_in, playable_cards, stand_or_fold_rounds,
};
use crate::cards::{InsertionSort, Seat};
use crate::rules::{
    ClauseId, ClauseLookup, DealPhase, Move, MoveOccasion, TrickRules, TurnOwner, Verb,
};

/// Returns the offer of a kind of move to the mover; `None` if the mover is not asked for it.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn move_offer(rules: &TrickRules, state: &DealState, verb: Verb) -> Option<MoveAvailability> {
    match state.stage {
        DealStage::In(DealPhase::Round(_)) => {
            stand_or_fold_rounds::declaration_offer(rules, state, verb)
        }
        DealStage::In(DealPhase::Tricks) => card_play::play_offer(rules, state, verb),
        DealStage::In(phase) => offer_in_side_phase(rules, state, phase, verb),
        DealStage::Open | DealStage::Over => None,
    }
}

/// Returns an offer in the phases around declarations and play.
#[cold]
fn offer_in_side_phase(
    rules: &TrickRules,
    state: &DealState,
    phase: DealPhase,
    verb: Verb,
) -> Option<MoveAvailability> {
    let offer = MoveAvailability::new(verb);
    match (phase, verb) {
        // A dealer who turned the top card must name a suit.
        (DealPhase::Naming, Verb::KeepTrump) if state.is_top_card_turned() => None,
        (DealPhase::Naming, Verb::Name | Verb::KeepTrump) => Some(MoveAvailability {
            clause: deal_and_turn_up::naming_clause(state),
            ..offer
        }),
        (DealPhase::TurnUp, Verb::TakeTurnUp) => Some(MoveAvailability::with_one_card(
            verb,
            state.cards_to_give_for_turn_up(),
        )),
        (DealPhase::Defence, Verb::Defend) => {
            Some(offer.unless_forbidden(exchange::clause_barring_pack_defence(rules, state)))
        }
        (DealPhase::ThrowIn, Verb::ThrowIn)
        | (DealPhase::TurnUp, Verb::LeaveTurnUp)
        | (DealPhase::Defence, Verb::LeavePack)
        | (DealPhase::Claims, Verb::Claim | Verb::LetPass) => Some(offer),
        _ => None,
    }
}

/// Returns all offers to the mover, in the order of [`Verb::ALL`].
pub fn move_offers(
    rules: &TrickRules,
    state: &DealState,
) -> impl Iterator<Item = MoveAvailability> {
    Verb::ALL
        .iter()
        .filter_map(|verb| move_offer(rules, state, *verb))
}

/// Returns every move that the mover may make: moves without a card first, exchanges last.
pub fn legal_moves(rules: &TrickRules, state: &DealState) -> Vec<Move> {
    let mut offers: Vec<MoveAvailability> = move_offers(rules, state).collect();
    offers.insertion_sort_by_key(move_kind_sort_key);
    offers
        .into_iter()
        .flat_map(MoveAvailability::moves)
        .collect()
}

fn move_kind_sort_key(offer: &MoveAvailability) -> u8 {
    if offer.verb == Verb::Exchange {
        2
    } else {
        offer.max_cards
    }
}

/// Returns the clause that says what the mover must do; `None` if nobody has to move.
pub fn mover_duty_clause(rules: &TrickRules, state: &DealState) -> Option<ClauseId> {
    match state.stage {
        DealStage::In(DealPhase::Round(_)) => {
            Some(forced_to_stay_in::forcing_or_order_clause(rules, state))
        }
        DealStage::In(DealPhase::Tricks) => Some(playable_cards(rules, state).clause),
        _ => move_offers(rules, state).next().map(|offer| offer.clause),
    }
}

/// Returns the clause by which a seat may not make a move now; `None` if it may.
///
/// The caller checks that the seat holds the cards of the move.
pub fn refusing_clause(
    rules: &TrickRules,
    state: &DealState,
    seat: Seat,
    player_move: Move,
) -> Option<ClauseId> {
    if player_move == Move::Claim {
        return flush::clause_against_flush_claim(rules, state, seat);
    }
    let verb = player_move.verb();
    let offer = move_offer(rules, state, verb).filter(|_| state.mover == seat);
    let Some(offer) = offer else {
        return Some(clause_against_unasked(rules, state, seat, verb));
    };
    match player_move {
        Move::Play(card) => broken_duty(rules, state, card),
        Move::TakeTurnUp(card) if state.drawn_blind.has(card) => Some(ClauseId::DeclBlind),
        Move::Exchange(laid, _) if offer.is_open || offer.clause != ClauseId::TurnOwner => {
            exchange::clause_against_exchange(rules, state, laid.len())
        }
        _ if offer.is_open => None,
        _ => Some(offer.clause),
    }
}

/// Returns the clause by which a seat may not make a kind of move for which it is not asked.
fn clause_against_unasked(
    rules: &TrickRules,
    state: &DealState,
    seat: Seat,
    verb: Verb,
) -> ClauseId {
    if verb == Verb::Play {
        return ClauseId::DeclOrder;
    }
    if let Some(clause) = stand_or_fold_rounds::clause_of_other_round(rules, state, verb) {
        return clause;
    }
    if state.stage == DealStage::In(DealPhase::ThrowIn) && verb.kind() == MoveOccasion::Declaration
    {
        return ClauseId::FlushRedeal;
    }
    let is_round_over = state.current_round().is_none() && edition_has_move(rules, verb);
    match verb {
        Verb::Exchange if is_round_over && state.exchanged.has(seat) => ClauseId::ExchangeOnce,
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::TakeSpare if is_round_over => {
            clause_against_new_declaration(rules, state, seat)
        }
        Verb::Name if rules.has_clause_on(ClauseId::PamCalls) => ClauseId::PamCalls,
        _ => verb.topic(),
    }
}

/// Returns the clause by which a seat may not declare after its round.
fn clause_against_new_declaration(rules: &TrickRules, state: &DealState, seat: Seat) -> ClauseId {
    // A bid of all the tricks binds the players who have not spoken.
    if let Some(bidder) = state.all_tricks_bidder(rules)
        && !stand_or_fold_rounds::declared_before_bid(rules, state, seat, bidder)
    {
        ClauseId::DeclAll
    } else {
        ClauseId::DeclFinal
    }
}

/// Returns whether an edition knows the thing that a kind of move is about.
pub fn edition_has_move(rules: &TrickRules, verb: Verb) -> bool {
    match verb {
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass | Verb::Play => {
            true
        }
        Verb::TakeTurnUp | Verb::LeaveTurnUp => {
            rules.turn_owner.value != TurnOwner::Nobody || rules.has_subject_of(ClauseId::DeclBlind)
        }
        _ => rules.has_subject_of(verb.topic()),
    }
}

/// Returns whether a round of declarations is under way and it is the turn of this seat.
pub fn is_turn_to_declare(state: &DealState, seat: Seat) -> bool {
    state.current_round().is_some() && state.mover == seat
}
