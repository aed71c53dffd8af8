//! Rounds, in which each in turn folds, stands, exchanges, or takes the spare hand; and what is drawn: from the stock and
//! what serves on after it, for a flush thrown in, and in defence of the pack.

use super::{Account, DealState, Event, EventKind, InvalidAct, MoveOffer, Refusal, Transfer};
use super::{deal, ensure, ensure_none, ensure_not_forbidden, settle};
use crate::cards::{PerSeat, Seat, Seats, Set};
use crate::rules::{
    AllFold, BidAll, ClauseId, LastButOne, Move, MoveKind, Offer, PlayerRole, RoleOf,
    RoundSpeakers, Ruleset, ShortStock, Supply, TurnOwner, TurnedFee, Verb,
};

fn of_round(hand: &DealState, verb: Verb) -> Option<RoleOf> {
    hand.current_round()?
        .offers
        .iter()
        .copied()
        .find(|RoleOf(offered, _)| *offered == verb)
}

fn asks(hand: &DealState) -> RoundSpeakers {
    hand.current_round()
        .map_or(RoundSpeakers::Everyone, |round| round.asks)
}

/// The bidder, where the round asks those after them.
fn bidder_before(hand: &DealState) -> Option<Seat> {
    hand.bidder
        .filter(|_| asks(hand) == RoundSpeakers::AfterTheBidder)
}

pub(super) fn begin(rules: &Ruleset, hand: &mut DealState) {
    hand.mover = hand.next_active(bidder_before(hand).unwrap_or(hand.dealer));
    if asks(hand) == RoundSpeakers::UntilOneBids {
        hand.undertakes = PerSeat::all(rules.undertake.value.of(PlayerRole::Waiting));
    }
}

/// Whether the mover is the dealer who must take the turn-up before anything else.
#[inline]
fn must_take(rules: &Ruleset, hand: &DealState) -> bool {
    let is_first = rules.turn_owner.value.is_forced_at_first() && hand.is_first;
    is_first
        && hand.mover == hand.dealer
        && !hand.turn_taken
        && of_round(hand, Verb::TakeTurnUp).is_some()
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn offer(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<MoveOffer> {
    of_round(hand, verb)?;
    let offered = MoveOffer::of(verb);
    match verb {
        _ if must_take(rules, hand) => rarely_offered(rules, hand, verb),
        Verb::Fold => Some(offered.unless(why_no_fold(rules, hand))),
        Verb::Stand => Some(
            offered.unless((rules.decl_stand.value != Offer::Open).then_some(ClauseId::DeclStand)),
        ),
        Verb::Exchange => Some(exchange_offer(rules, hand)),
        Verb::TakeSpare => {
            (rules.decl_fille.value == Offer::Open && !hand.fille.is_empty()).then_some(offered)
        }
        _ => rarely_offered(rules, hand, verb),
    }
}

/// What few editions offer. By itself, so that what all of them do is short enough to be read where it is asked.
#[cold]
fn rarely_offered(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<MoveOffer> {
    let offered = MoveOffer::of(verb);
    let must_take = must_take(rules, hand);
    match verb {
        Verb::TakeTurnUp => {
            let is_theirs = hand.is_blind
                || matches!(
                    rules.turn_owner.value,
                    TurnOwner::Dealer | TurnOwner::DealerUnlessExchanged
                );
            let may =
                is_theirs && hand.mover == hand.dealer && rules.decl_stand.value == Offer::Open;
            (must_take || may).then(|| MoveOffer::with_one_of(verb, hand.given_for_turn_up()))
        }
        _ if must_take => Some(offered.unless(Some(ClauseId::TurnOwner))),
        Verb::Pass | Verb::Lurk | Verb::Knock | Verb::Diddle | Verb::Join => Some(offered),
        Verb::DiddleBlind => may_bid_blind(rules, hand).then_some(offered),
        Verb::BidAll => {
            (rules.decl_all.value != BidAll::None).then(|| offered.unless(why_no_bid(rules, hand)))
        }
        _ => None,
    }
}

fn why_no_fold(rules: &Ruleset, hand: &DealState) -> Option<ClauseId> {
    match bound_by(rules, hand) {
        ClauseId::DeclOrder => (rules.decl_fold.value != Offer::Open).then_some(ClauseId::DeclFold),
        binding => Some(binding),
    }
}

pub(super) fn make(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Some(RoleOf(_, role)) = of_round(hand, does.verb()) else {
        return Err(of_another_round(rules, hand, does.verb())
            .map_or(InvalidAct::NotNow.into(), Refusal::Act));
    };
    let seat = hand.mover;
    let given = match *does {
        // The dealer goes on with what they are asked for.
        Move::TakeTurnUp(laid) if must_take(rules, hand) => return deal::take(hand, laid, events),
        _ if must_take(rules, hand) => return Err(Refusal::Act(ClauseId::TurnOwner)),
        Move::Fold => {
            ensure_not_forbidden(why_no_fold(rules, hand))?;
            hand.active = hand.active.without(seat);
            Set::EMPTY
        }
        Move::DiddleBlind if !may_bid_blind(rules, hand) => {
            return Err(Refusal::Act(ClauseId::DeclBlind));
        }
        Move::Stand
        | Move::Pass
        | Move::Lurk
        | Move::Join
        | Move::Knock
        | Move::Diddle
        | Move::DiddleBlind => Set::EMPTY,
        Move::Exchange(laid, drawn) => exchange(rules, hand, laid, drawn)?,
        Move::TakeSpare => take_spare(rules, hand)?,
        Move::BidAll => {
            ensure_not_forbidden(why_no_bid(rules, hand))?;
            bid_all(rules, hand, events);
            return Ok(());
        }
        _ => return Err(InvalidAct::NotNow.into()),
    };
    events.push(Event {
        clause: does.verb().topic(),
        fact: EventKind::Did(seat, *does, given),
    });
    if hand.active.has(seat) {
        hand.undertakes[seat] =
            role.map_or(hand.undertakes[seat], |role| rules.undertake.value.of(role));
        if seat == hand.dealer {
            deal::fee_for_turning(rules, hand, TurnedFee::IfNotFolded, events);
        }
    }
    // A bid ends the bidding.
    if matches!(does, Move::Knock | Move::Diddle | Move::DiddleBlind) {
        hand.is_blind = *does == Move::DiddleBlind;
        (hand.bidder, hand.is_phase_over) = (Some(seat), true);
    } else {
        next(rules, hand, events);
    }
    Ok(())
}

fn may_bid_blind(rules: &Ruleset, hand: &DealState) -> bool {
    hand.mover == hand.dealer && rules.decl_blind.value.0.contains(&hand.turned.rank())
}

/// The clause of what is declared, if the edition has it and it belongs to another round than the one in which the hand stands.
pub(super) fn of_another_round(rules: &Ruleset, hand: &DealState, verb: Verb) -> Option<ClauseId> {
    let is_asked = hand.current_round().is_some() && verb.sort() == MoveKind::Declaration;
    (is_asked && rules.has_clause_on(verb.topic()) && of_round(hand, verb).is_none())
        .then_some(verb.topic())
}

/// The clause that lays down how the mover declares: the first force that is on them, or the order of declarations.
#[inline]
pub(super) fn bound_by(rules: &Ruleset, hand: &DealState) -> ClauseId {
    let is_ever = !rules.forced.value.0.is_empty() || rules.forced_last.value != LastButOne::Free;
    if is_ever {
        force(rules, hand)
    } else {
        ClauseId::DeclOrder
    }
}

fn force(rules: &Ruleset, hand: &DealState) -> ClauseId {
    // Those who are out, folded or at fault, do not speak: the last but one is who alone is left against the dealer.
    let two = hand.active == Seats::NONE.with(hand.mover).with(hand.dealer);
    let bound = match rules.forced_last.value {
        LastButOne::Free => false,
        LastButOne::MustPlay => two && hand.mover != hand.dealer,
        LastButOne::Dealer => hand.active.len() == 2 && hand.mover == hand.dealer,
    };
    match bound {
        _ if rules
            .forced
            .value
            .0
            .iter()
            .any(|when| hand.is_when(rules, *when)) =>
        {
            ClauseId::Forced
        }
        true => ClauseId::ForcedLast,
        false => ClauseId::DeclOrder,
    }
}

/// The mover undertakes all the tricks: everyone is in again, and the round is over.
pub(super) fn bid_all(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    (hand.bidder, hand.active) = (Some(hand.mover), Seats::all(hand.seats));
    hand.undertakes[hand.mover] = rules.deal_packets.value.hand;
    events.push(Event::of(hand.mover, Move::BidAll));
    hand.is_phase_over = true;
}

/// Whether a seat had declared when one bid all the tricks; the bidder has.
pub(super) fn spoke_before_bid(
    rules: &Ruleset,
    hand: &DealState,
    seat: Seat,
    bidder: Seat,
) -> bool {
    let earlier = || {
        hand.in_turn()
            .take_while(|other| *other != bidder)
            .any(|other| other == seat)
    };
    seat == bidder || (rules.decl_all.value == BidAll::InTurn && earlier())
}

/// The clause under which the mover may not bid all the tricks. Before all others is before the eldest has declared.
fn why_no_bid(rules: &Ruleset, hand: &DealState) -> Option<ClauseId> {
    (rules.decl_all.value != BidAll::InTurn && !is_before_all(rules, hand))
        .then_some(ClauseId::DeclAll)
}

/// Whether nobody has declared, and anyone may bid all the tricks before that.
fn is_before_all(rules: &Ruleset, hand: &DealState) -> bool {
    let is_first =
        hand.mover == hand.dealer.next(hand.seats) && of_round(hand, Verb::BidAll).is_some();
    rules.decl_all.value == BidAll::BeforeAll && is_first
}

/// Refuses one who does something before their turn; unless they bid before all others.
#[cold]
pub(super) fn may_precede(
    rules: &Ruleset,
    hand: &DealState,
    does: &Move,
) -> Result<(), InvalidAct> {
    ensure(
        *does == Move::BidAll && is_before_all(rules, hand),
        InvalidAct::NotYourTurn(hand.mover),
    )
}

fn take_spare(rules: &Ruleset, hand: &mut DealState) -> Result<Set, Refusal> {
    let seat = hand.mover;
    ensure(
        offer(rules, hand, Verb::TakeSpare).is_some(),
        Refusal::Act(ClauseId::DeclFille),
    )?;
    let laid = std::mem::replace(&mut hand.held[seat], std::mem::take(&mut hand.fille));
    hand.lay_down(seat, laid);
    (hand.exchanged, hand.took_fille) = (hand.exchanged.with(seat), hand.took_fille.with(seat));
    Ok(hand.held[seat])
}

#[inline]
pub(super) fn next(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let next = next_to_speak(hand);
    hand.mover = next.unwrap_or(hand.mover);
    let asks_the_dealer = next == Some(hand.dealer) && rules.allfold.value == AllFold::DealerAsked;
    if hand.active.len() == 1 && !asks_the_dealer && rules.decl_defend.value.0.is_some() {
        hand.is_phase_over = true;
    } else if hand.active.len() <= 1 && !asks_the_dealer {
        one_left(rules, hand, events);
    } else if next.is_none() && asks(hand) == RoundSpeakers::UntilOneBids {
        settle::void(rules, hand, events);
    } else {
        hand.is_phase_over = next.is_none();
    }
}

fn next_to_speak(hand: &DealState) -> Option<Seat> {
    let bidder = bidder_before(hand);
    let last = bidder.unwrap_or(hand.dealer);
    let mut seat = hand.mover;
    while seat != last {
        seat = seat.next(hand.seats);
        if hand.active.has(seat) && bidder != Some(seat) {
            return Some(seat);
        }
    }
    None
}

/// One is left before a card is led, and is not asked any more. A dealer who has not spoken has all the others out.
pub(super) fn one_left(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    let all_folded = hand.active.is_empty();
    let is_round = hand.current_round().is_some() && hand.bidder.is_none();
    if !is_round || !(hand.active.has(hand.dealer) || all_folded) {
        return settle::alone(rules, hand, ClauseId::Alone, events);
    }
    if !all_folded {
        deal::fee_for_turning(rules, hand, TurnedFee::IfNotFolded, events);
    }
    match rules.allfold.value {
        AllFold::DealerTakes => settle::alone(rules, hand, ClauseId::Allfold, events),
        AllFold::DealerAsked if !all_folded => settle::alone(rules, hand, ClauseId::Alone, events),
        AllFold::Void | AllFold::LastPays | AllFold::DealerAsked => {
            settle::void(rules, hand, events)
        }
    }
}

/// The most cards that the mover may exchange, who declares under this clause.
fn most_exchanged(rules: &Ruleset, hand: &DealState, binding: ClauseId) -> u8 {
    if rules.decl_exchange.value == Offer::Closed || plays_as_it_is(rules, binding) {
        return 0;
    }
    let stock = hand.left_in_stock();
    let served = match rules.exchange_short.value {
        ShortStock::FirstCome | ShortStock::SparingLast => stock,
        ShortStock::Then(_) => all_served(rules, hand),
        ShortStock::CapPerPlayer(most) => stock.min(usize::from(most)),
    };
    (rules.exchange_once.value.most - u8::from(has_had_turn_up(rules, hand)))
        .min(served.min(hand.held[hand.mover].len()) as u8)
}

fn plays_as_it_is(rules: &Ruleset, binding: ClauseId) -> bool {
    binding == ClauseId::ForcedLast && rules.forced_last.value == LastButOne::MustPlay
}

/// Whether the mover had to take the turn-up, and so has changed one card already.
fn has_had_turn_up(rules: &Ruleset, hand: &DealState) -> bool {
    let had_to = rules.turn_owner.value.is_forced_at_first();
    had_to && hand.turn_taken && hand.mover == hand.dealer
}

/// What the mover may exchange, and what lets them exchange no more where they may exchange fewer than the rules allow.
fn exchange_offer(rules: &Ruleset, hand: &DealState) -> MoveOffer {
    let binding = bound_by(rules, hand);
    let most = most_exchanged(rules, hand, binding);
    let fewer = most < rules.exchange_once.value.most;
    let clause = if fewer {
        why_short(rules, hand, binding, usize::from(most) + 1)
    } else {
        ClauseId::DeclExchange
    };
    MoveOffer {
        verb: Verb::Exchange,
        clause,
        is_open: most > 0,
        cards: hand.held[hand.mover],
        most,
    }
}

pub(super) fn why_no_exchange(rules: &Ruleset, hand: &DealState, cards: usize) -> Option<ClauseId> {
    let binding = bound_by(rules, hand);
    let most = usize::from(most_exchanged(rules, hand, binding));
    (cards > most).then(|| why_short(rules, hand, binding, cards))
}

fn why_short(rules: &Ruleset, hand: &DealState, binding: ClauseId, cards: usize) -> ClauseId {
    match cards {
        _ if plays_as_it_is(rules, binding) => ClauseId::ForcedLast,
        _ if rules.decl_exchange.value == Offer::Closed => ClauseId::DeclExchange,
        _ if cards > usize::from(rules.exchange_once.value.most) => ClauseId::ExchangeOnce,
        _ if has_had_turn_up(rules, hand) && cards <= hand.left_in_stock() => ClauseId::TurnOwner,
        _ => ClauseId::ExchangeShort,
    }
}

fn exchange(rules: &Ruleset, hand: &mut DealState, laid: Set, drawn: Set) -> Result<Set, Refusal> {
    let seat = hand.mover;
    ensure_none(laid - hand.held[seat], InvalidAct::NotHeld)?;
    ensure_not_forbidden(why_no_exchange(rules, hand, laid.len()))?;
    ensure(
        !laid.is_empty() && laid.len() == drawn.len(),
        InvalidAct::Uneven,
    )?;
    serve(rules, hand, drawn)?;
    hand.held[seat] = (hand.held[seat] - laid) | drawn;
    if hand.is_blind && hand.bidder == Some(seat) {
        hand.drawn_blind = drawn;
    }
    hand.lay_down(seat, laid);
    hand.exchanged = hand.exchanged.with(seat);
    Ok(drawn)
}

/// What serves on when the stock is drained, one pile after another.
pub fn served_on(rules: &Ruleset, hand: &DealState) -> [Set; 2] {
    let pile = |supply: Supply| match supply {
        Supply::Discards => hand.discards,
        Supply::Folded => hand
            .among(hand.folded())
            .fold(Set::EMPTY, |all, seat| all | hand.held[seat]),
    };
    let ShortStock::Then(supplies) = rules.exchange_short.value else {
        return [Set::EMPTY; 2];
    };
    [0, 1].map(|at| supplies.get(at).map_or(Set::EMPTY, |supply| pile(*supply)))
}

#[cold]
fn all_served(rules: &Ruleset, hand: &DealState) -> usize {
    served_on(rules, hand)
        .iter()
        .fold(hand.left_in_stock(), |cards, pile| cards + pile.len())
}

/// Takes the cards from the stock; when it runs out, from the piles that serve on. What is left of one is the new stock.
#[inline]
fn serve(rules: &Ruleset, hand: &mut DealState, drawn: Set) -> Result<(), InvalidAct> {
    if drawn.len() > hand.left_in_stock() {
        return serve_on(rules, hand, drawn);
    }
    ensure_none(drawn - hand.stock, InvalidAct::NotInStock)?;
    hand.stock = hand.stock - drawn;
    Ok(())
}

#[cold]
fn serve_on(rules: &Ruleset, hand: &mut DealState, drawn: Set) -> Result<(), InvalidAct> {
    let (stock, left, [first, second]) = (hand.stock, hand.left_in_stock(), served_on(rules, hand));
    ensure_none(drawn - stock - first - second, InvalidAct::NotInStock)?;
    let mut lacking = drawn;
    hand.stock = Set::EMPTY;
    for (pile, gives) in [(stock, left), (first, first.len()), (second, second.len())] {
        // All that a pile can give goes first: a drawn set that leaves more of it behind took a card from elsewhere.
        if (lacking & pile).len() != gives {
            ensure_none(lacking - pile, InvalidAct::NotInStock)?;
        }
        if !lacking.is_empty() {
            hand.discards = hand.discards - pile;
            hand.among(hand.folded())
                .for_each(|seat| hand.held[seat] = hand.held[seat] - pile);
            (hand.stock, lacking) = (hand.stock | (pile - drawn), lacking - pile);
        }
    }
    Ok(())
}

/// Asks those who were dealt a hand of one suit, where they must throw it in.
pub(super) fn begin_throwing_in(rules: &Ruleset, hand: &mut DealState) {
    let holds =
        |seat: &_| rules.flush_redeal.value.0.is_some() && hand.held[*seat].only_suit().is_some();
    hand.unasked = hand.in_turn().filter(holds).collect();
    hand.is_phase_over = !asks_next(hand);
}

/// Asks those who have folded, where one alone is in and they may defend the pack.
pub(super) fn begin_defence(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    hand.is_phase_over = hand.active.len() != 1 || rules.decl_defend.value.0.is_none();
    if !hand.is_phase_over {
        hand.unasked = hand.folded();
        ask_to_defend(rules, hand, events);
    }
}

fn asks_next(hand: &mut DealState) -> bool {
    let next = hand.among(hand.unasked).next();
    hand.mover = next.unwrap_or(hand.mover);
    next.is_some()
}

/// Asks the next who may defend the pack; where nobody does, the one who is in is left alone.
fn ask_to_defend(rules: &Ruleset, hand: &mut DealState, events: &mut Vec<Event>) {
    if !asks_next(hand) {
        settle::alone(rules, hand, ClauseId::Alone, events);
    }
}

#[cold]
pub(super) fn why_no_defence(rules: &Ruleset, hand: &DealState) -> Option<ClauseId> {
    let drawn = usize::from(rules.decl_defend.value.0.unwrap_or_default());
    (all_served(rules, hand) < drawn).then_some(ClauseId::ExchangeShort)
}

pub(super) fn throw_in(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Move::ThrowIn(drawn) = *does else {
        return Err(Refusal::Act(ClauseId::FlushRedeal));
    };
    let (seat, laid) = (hand.mover, hand.held[hand.mover]);
    ensure(drawn.len() == laid.len(), InvalidAct::Uneven)?;
    serve(rules, hand, drawn)?;
    hand.held[seat] = drawn;
    hand.lay_down(seat, laid);
    events.push(Event {
        clause: ClauseId::FlushRedeal,
        fact: EventKind::Did(seat, *does, drawn),
    });
    let chips = rules
        .flush_redeal
        .value
        .0
        .map_or(0, |amount| rules.amount_in_chips(amount, hand.pool));
    hand.pay(
        rules,
        ClauseId::FlushRedeal,
        Transfer::penalty(seat, Account::Pool, chips),
        events,
    );
    hand.unasked = hand.unasked.without(seat);
    hand.is_phase_over = !asks_next(hand);
    Ok(())
}

/// One who has folded draws, lays a card down, and plays against the lone player; or leaves the pack to the next.
pub(super) fn defend(
    rules: &Ruleset,
    hand: &mut DealState,
    does: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let seat = hand.mover;
    if *does == Move::LeavePack {
        hand.unasked = hand.unasked.without(seat);
        ask_to_defend(rules, hand, events);
        return Ok(());
    }
    let Move::Defend(drawn, laid) = *does else {
        return Err(InvalidAct::NotNow.into());
    };
    ensure_not_forbidden(why_no_defence(rules, hand))?;
    ensure(
        drawn.len() == usize::from(rules.decl_defend.value.0.unwrap_or_default()),
        InvalidAct::Uneven,
    )?;
    ensure(drawn.has(laid), InvalidAct::NotHeld(laid))?;
    serve(rules, hand, drawn)?;
    // What they had folded lies with the cards laid down, unless it was drawn from.
    hand.discards = hand.discards | hand.held[seat];
    hand.held[seat] = drawn - laid.into();
    hand.lay_down(seat, laid.into());
    hand.undertakes[seat] = rules.undertake.value.of(PlayerRole::Playing);
    (hand.active, hand.defender, hand.unasked) = (hand.active.with(seat), Some(seat), Seats::NONE);
    events.push(Event {
        clause: ClauseId::DeclDefend,
        fact: EventKind::Did(seat, *does, drawn),
    });
    hand.is_phase_over = true;
    Ok(())
}
