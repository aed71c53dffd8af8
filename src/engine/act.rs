//! The one door into a hand: what can be done to it, the walk through its phases, faults with a price; and what may be done
//! now, by which clause, and by which not: the one answer for scripts, players, pages and editors.

use super::{
    Account, AmountReason, DealState, DealtCards, Event, EventKind, InvalidAct, MoveOffer, Refusal,
    Stage, Transfer,
};
use super::{breach, deal, declare, ensure, legal, play, settle};
use crate::cards::{InsertionSort, Seat};
use crate::rules::{
    Amount, ClauseId, Fault, Lead, Misdeal, Move, MoveKind, Phase, Ruleset, TurnOwner, Verb,
};

/// What can be done to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Deal(DealtCards),
    /// The dealer misdeals; whether they pay to keep the deal.
    Misdeal(bool),
    Does(Seat, Move),
}

impl Act {
    pub fn as_move(self) -> Option<Move> {
        if let Act::Does(_, does) = self {
            Some(does)
        } else {
            None
        }
    }
}

/// Makes one act: the hand after it, and what happened appended to `events`. A refused one changes nothing.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn apply(
    rules: &Ruleset,
    hand: &DealState,
    act: Act,
    events: &mut Vec<Event>,
) -> Result<DealState, Refusal> {
    let mut next = *hand;
    apply_in_place(rules, &mut next, &act, events)?;
    Ok(next)
}

/// The same on the hand itself, for those who keep no hand before: one that has refused is of no further use.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn apply_in_place(
    rules: &Ruleset,
    next: &mut DealState,
    act: &Act,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match (next.stage, act) {
        (Stage::Open, Act::Deal(dealt)) => deal::deal(rules, next, dealt, events)?,
        (Stage::Open, Act::Misdeal(kept)) => misdeal(rules, next, *kept, events)?,
        (
            _,
            Act::Does(seat, does @ (Move::ShowHand | Move::SpeakOutOfTurn | Move::HoldCards(_))),
        ) => {
            commit(rules, next, *seat, does, events)?;
        }
        (Stage::In(_), Act::Does(seat, does)) if next.mover != *seat => {
            declare::may_precede(rules, next, does)?;
            next.mover = *seat;
            declare::bid_all(rules, next, events);
        }
        (Stage::In(phase), Act::Does(_, does)) => make(rules, next, phase, does, events)?,
        _ => return Err(InvalidAct::NotNow.into()),
    }
    if next.is_phase_over {
        go_on(rules, next, events);
    }
    Ok(())
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn make(
    rules: &Ruleset,
    hand: &mut DealState,
    phase: Phase,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match (phase, does) {
        (Phase::Naming, _) => {
            deal::name(rules, hand, does, events)?;
            // Named in play: the trick goes on.
            if hand.trick.is_some() {
                play::next(rules, hand, events);
            }
            Ok(())
        }
        (Phase::ThrowIn, _) => declare::throw_in(rules, hand, does, events),
        (Phase::Defence, _) => declare::defend(rules, hand, does, events),
        (Phase::Round(_), Move::TakeTurnUp(_)) if !rules.turn_owner.value.is_forced_at_first() => {
            stand_and_take(rules, hand, does, events)
        }
        (Phase::Round(_), _) => declare::make(rules, hand, does, events),
        (Phase::TurnUp, _) => deal::answer(hand, does, events),
        (Phase::Claims, _) => settle::answer(rules, hand, does, events),
        (Phase::Tricks, Move::Play(card)) => play::make(rules, hand, *card, events),
        (Phase::Tricks, _) => play::say(rules, hand, does, events),
    }
}

/// The dealer takes the turn-up in their declaration: they stand, and answer at once what they are asked next.
fn stand_and_take(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let is_theirs = hand.mover == hand.dealer && deal::may_take_turn_up(rules, hand);
    ensure(is_theirs, Refusal::Act(ClauseId::TurnOwner))?;
    declare::make(rules, hand, &Move::Stand, events)?;
    go_on(rules, hand, events);
    if let Stage::In(Phase::TurnUp) = hand.stage {
        deal::answer(hand, does, events)
    } else {
        Err(InvalidAct::NotNow.into())
    }
}

/// Begins the phases that follow those that are over, up to one in which somebody is asked.
fn go_on(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    while std::mem::take(&mut hand.is_phase_over) {
        let Some(phase) = rules
            .decl_order
            .value
            .of(hand.is_first)
            .get(usize::from(hand.phases))
        else {
            return;
        };
        hand.phases += 1;
        hand.stage = Stage::In(*phase);
        match phase {
            Phase::Naming => deal::begin_naming(rules, hand),
            Phase::ThrowIn => declare::begin_throwing_in(rules, hand),
            Phase::Round(_) => declare::begin(rules, hand),
            Phase::Tricks => {
                let bidder = hand
                    .bidder
                    .filter(|_| rules.play_lead.value == Lead::Bidder);
                hand.mover = bidder.unwrap_or_else(|| hand.next_active(hand.dealer));
            }
            Phase::Defence => declare::begin_defence(rules, hand, events),
            Phase::TurnUp => {
                (hand.mover, hand.is_phase_over) =
                    (hand.dealer, !deal::may_take_turn_up(rules, hand))
            }
            Phase::Claims => settle::begin_claims(rules, hand, events),
        }
    }
}

fn misdeal(
    rules: &Ruleset,
    hand: &mut DealState,
    kept: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Misdeal::DealOr(chips) = rules.fault_misdeal.value else {
        return Err(Refusal::Act(ClauseId::FaultMisdeal));
    };
    events.push(Event {
        clause: ClauseId::FaultMisdeal,
        fact: EventKind::Misdealt(hand.dealer, kept),
    });
    if kept {
        let price = Transfer::into_pool(Account::Seat(hand.dealer), chips, AmountReason::Misdeal);
        hand.pay(rules, ClauseId::FaultMisdeal, price, events);
    }
    (hand.deal_kept, hand.stage) = (kept, Stage::Over);
    Ok(())
}

pub fn is_to_speak(hand: &DealState, seat: Seat) -> bool {
    hand.current_round().is_some() && hand.mover == seat
}

/// A fault: the offender is out of the hand, and may owe for it; the others play on.
fn commit(
    rules: &Ruleset,
    hand: &mut DealState,
    seat: Seat,
    fault: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let in_turn = *fault == Move::SpeakOutOfTurn && is_to_speak(hand, seat);
    let may_be = hand.active.has(seat) && hand.asks() && hand.stage != Stage::In(Phase::Naming);
    ensure(may_be && !in_turn, InvalidAct::NotNow)?;
    let price = match *fault {
        Move::ShowHand => rules.fault_show.value,
        Move::SpeakOutOfTurn => rules.fault_turn.value,
        Move::HoldCards(cards) => {
            let (cards, most) = (cards as usize, hand.most_held(seat));
            ensure(cards <= most, InvalidAct::NoSuchCards(seat, most))?;
            // Beyond their own they came from the stock, as long as that has any; else they were never laid down.
            hand.astray += cards
                .saturating_sub(hand.held[seat].len())
                .min(hand.left_in_stock()) as u8;
            rules.fault_cards.value
        }
        _ => Fault::Untold,
    };
    let clause = fault.verb().topic();
    let owes = match price {
        Fault::Untold => return Err(Refusal::Act(clause)),
        Fault::Out => false,
        Fault::OutOwing => true,
        Fault::OutOwingInPlay => hand.is_in_play(),
    };
    events.push(Event::of(seat, *fault));
    hand.active = hand.active.without(seat);
    if owes {
        settle::owe(
            rules,
            hand,
            seat,
            Amount::Pool(1),
            hand.pool,
            clause,
            events,
        );
    }
    go_on_without(rules, hand, seat, events);
    Ok(())
}

fn go_on_without(rules: &Ruleset, hand: &mut DealState, gone: Seat, events: &mut Vec<Event>) {
    match hand.stage {
        _ if hand.active.len() == 1 && !hand.is_in_play() => declare::one_left(rules, hand, events),
        Stage::In(Phase::Round(_)) if hand.mover == gone => declare::next(rules, hand, events),
        Stage::In(Phase::TurnUp) if hand.dealer == gone => hand.is_phase_over = true,
        Stage::In(Phase::Claims) => settle::ask_without(rules, hand, gone, events),
        Stage::In(Phase::Tricks) => {
            if hand.mover == gone {
                hand.mover = hand.next_active(gone);
            }
            play::go_on(rules, hand, events);
            if hand.active.is_empty() && hand.stage != Stage::Over {
                settle::tricks(rules, hand, hand.dealer, events);
            }
        }
        _ => {}
    }
}

/// Whether the mover is asked for such a move, and may make it. None if it does not arise where the hand stands.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn move_offer(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<MoveOffer> {
    match hand.stage {
        Stage::In(Phase::Round(_)) => declare::offer(rules, hand, verb),
        Stage::In(Phase::Tricks) => play::offer(rules, hand, verb),
        Stage::In(phase) => offer_around(rules, hand, phase, verb),
        Stage::Open | Stage::Over => None,
    }
}

/// What is offered around declarations and play. Who turned the top card must name a suit.
#[cold]
fn offer_around(rules: &Ruleset, hand: &DealState, phase: Phase, verb: Verb) -> Option<MoveOffer> {
    let offered = MoveOffer::of(verb);
    match (phase, verb) {
        (Phase::Naming, Verb::KeepTrump) if hand.is_top_turned() => None,
        (Phase::Naming, Verb::Name | Verb::KeepTrump) => Some(MoveOffer {
            clause: deal::named_by(hand),
            ..offered
        }),
        (Phase::TurnUp, Verb::TakeTurnUp) => {
            Some(MoveOffer::with_one_of(verb, hand.given_for_turn_up()))
        }
        (Phase::Defence, Verb::Defend) => {
            Some(offered.unless(declare::why_no_defence(rules, hand)))
        }
        (Phase::ThrowIn, Verb::ThrowIn)
        | (Phase::TurnUp, Verb::LeaveTurnUp)
        | (Phase::Defence, Verb::LeavePack)
        | (Phase::Claims, Verb::Claim | Verb::LetPass) => Some(offered),
        _ => None,
    }
}

/// All that the mover is asked for, in the order of [`Verb::ALL`].
pub fn move_offers(rules: &Ruleset, hand: &DealState) -> impl Iterator<Item = MoveOffer> {
    Verb::ALL
        .iter()
        .filter_map(|verb| move_offer(rules, hand, *verb))
}

/// Every move that is taken from the mover: those without a card first, those with several last; few cards before many.
pub fn legal_moves(rules: &Ruleset, hand: &DealState) -> Vec<Move> {
    let mut open: Vec<MoveOffer> = move_offers(rules, hand).collect();
    open.insertion_sort_by_key(|offer| {
        if offer.verb == Verb::Exchange {
            2
        } else {
            offer.most
        }
    });
    open.into_iter().flat_map(MoveOffer::moves).collect()
}

/// The clause that binds the mover; none if nobody is asked.
pub fn binding_clause(rules: &Ruleset, hand: &DealState) -> Option<ClauseId> {
    match hand.stage {
        Stage::In(Phase::Round(_)) => Some(declare::bound_by(rules, hand)),
        Stage::In(Phase::Tricks) => Some(legal(rules, hand).clause),
        _ => move_offers(rules, hand).next().map(|offer| offer.clause),
    }
}

/// The clause under which a seat may not make a move now; none if it may. That it holds the cards is for the caller to know.
pub fn refusing_clause(
    rules: &Ruleset,
    hand: &DealState,
    seat: Seat,
    does: Move,
) -> Option<ClauseId> {
    let verb = does.verb();
    match (
        does,
        move_offer(rules, hand, verb).filter(|_| hand.mover == seat),
    ) {
        (Move::Claim, _) => settle::why_no_claim(rules, hand, seat),
        (Move::Play(card), Some(_)) => breach(rules, hand, card),
        (Move::TakeTurnUp(card), Some(_)) if hand.drawn_blind.has(card) => {
            Some(ClauseId::DeclBlind)
        }
        (Move::Play(_), None) => Some(ClauseId::DeclOrder),
        (Move::Exchange(laid, _), Some(offer))
            if offer.is_open || offer.clause != ClauseId::TurnOwner =>
        {
            declare::why_no_exchange(rules, hand, laid.len())
        }
        (_, Some(offer)) => (!offer.is_open).then_some(offer.clause),
        (_, None) => declare::of_another_round(rules, hand, verb)
            .or_else(|| Some(not_asked(rules, hand, seat, verb))),
    }
}

/// The clause under which a seat is refused what it is not asked for.
fn not_asked(rules: &Ruleset, hand: &DealState, seat: Seat, verb: Verb) -> ClauseId {
    let again = hand.current_round().is_none() && edition_has_move(rules, verb);
    match verb {
        _ if hand.stage == Stage::In(Phase::ThrowIn) && verb.sort() == MoveKind::Declaration => {
            ClauseId::FlushRedeal
        }
        Verb::Exchange if again && hand.exchanged.has(seat) => ClauseId::ExchangeOnce,
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::TakeSpare if again => {
            // A bid of all the tricks binds the seats that have not spoken.
            let bidder = hand.bids_all(rules);
            let is_bound =
                bidder.is_some_and(|bidder| !declare::spoke_before_bid(rules, hand, seat, bidder));
            if is_bound {
                ClauseId::DeclAll
            } else {
                ClauseId::DeclFinal
            }
        }
        Verb::Name if rules.has_clause_on(ClauseId::PamCalls) => ClauseId::PamCalls,
        _ => verb.topic(),
    }
}

/// Whether an edition knows what a move is about.
pub fn edition_has_move(rules: &Ruleset, verb: Verb) -> bool {
    match verb {
        Verb::Fold | Verb::Stand | Verb::Exchange | Verb::Claim | Verb::LetPass | Verb::Play => {
            true
        }
        Verb::TakeTurnUp | Verb::LeaveTurnUp => {
            rules.turn_owner.value != TurnOwner::Nobody || rules.has(ClauseId::DeclBlind)
        }
        verb => rules.has(verb.topic()),
    }
}

impl DealState {
    /// What the mover does who says nothing, where silence says something.
    pub fn silent_move(&self) -> Option<Move> {
        match self.stage {
            Stage::In(Phase::Defence) => Some(Move::LeavePack),
            // Who had to take the turn-up need not change more.
            Stage::In(Phase::Round(_)) => {
                (self.turn_taken && self.mover == self.dealer).then_some(Move::Stand)
            }
            Stage::In(Phase::Naming) => (!self.is_top_turned()).then_some(Move::KeepTrump),
            Stage::In(Phase::TurnUp) => Some(Move::LeaveTurnUp),
            Stage::In(Phase::Claims) => Some(Move::LetPass),
            _ => None,
        }
    }
}
