//! Rounds, in which each in turn folds, stands, exchanges, or takes the spare hand.

use super::deal::may_take_turn_up;
use super::{Event, Fact, Hand, Misuse, Offered, Refusal, Stage, pam, settle};
use crate::cards::{Seat, Seats, Set};
use crate::rules::{
    AllFold, LastButOne, Move, Offer, Phase, Ruleset, ShortStock, Sort, Topic, TurnOwner, Undertaking, Verb,
};

/// What the round in which a hand stands has of a verb.
fn of_round(hand: &Hand, verb: Verb) -> Option<Undertaking> {
    let Stage::In(Phase::Round(round)) = hand.stage else { return None };
    round.offers.iter().copied().find(|offer| offer.verb == verb)
}

/// What the mover may declare.
#[inline]
pub(super) fn offer(rules: &Ruleset, hand: &Hand, verb: Verb) -> Option<Offered> {
    of_round(hand, verb)?;
    let is_open = |offer: Offer| offer == Offer::Open;
    let offered = Offered::of(verb);
    match verb {
        Verb::Fold => Some(offered.unless(why_no_fold(rules, hand))),
        Verb::Stand => Some(offered.unless((!is_open(rules.decl_stand.value)).then_some(Topic::DeclStand))),
        Verb::Exchange => Some(exchange_offer(rules, hand)),
        Verb::TakeSpare => (is_open(rules.decl_fille.value) && !hand.fille.is_empty()).then_some(offered),
        Verb::TakeTurnUp => {
            let dealer = matches!(rules.turn_owner.value, TurnOwner::Dealer { .. }) && hand.mover == hand.dealer;
            let may = is_open(rules.decl_stand.value) && dealer;
            may.then(|| Offered::with_one_of(verb, hand.held[hand.mover]))
        }
        _ => None,
    }
}

fn why_no_fold(rules: &Ruleset, hand: &Hand) -> Option<Topic> {
    match bound_by(rules, hand) {
        Topic::DeclOrder => (rules.decl_fold.value != Offer::Open).then_some(Topic::DeclFold),
        binding => Some(binding),
    }
}

/// Refuses the turn-up to a mover who may not take it as they declare.
pub(super) fn may_take(rules: &Ruleset, hand: &Hand) -> Result<(), Refusal> {
    let is_theirs = hand.mover == hand.dealer && may_take_turn_up(rules, hand);
    if is_theirs { Ok(()) } else { Err(Refusal::Act(Topic::TurnOwner)) }
}

/// What the mover declares.
pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Some(round) = of_round(hand, does.verb()) else {
        return Err(of_another_round(hand, does.verb()).map_or(Misuse::NotNow.into(), Refusal::Act));
    };
    match *does {
        Move::Fold => fold(rules, hand, events)?,
        Move::Stand => events.push(Event::of(hand.mover, Move::Stand)),
        Move::Exchange(laid, drawn) => exchange(rules, hand, laid, drawn, events)?,
        Move::TakeSpare => take_spare(rules, hand, events)?,
        _ => return Err(Misuse::NotNow.into()),
    }
    let seat = hand.mover;
    if hand.active.has(seat) {
        hand.undertakes[seat] = round.tricks.unwrap_or(hand.undertakes[seat]);
        if seat == hand.dealer {
            pam::not_folded(rules, hand, events);
        }
    }
    next(rules, hand, events);
    Ok(())
}

/// The order of declarations, if what is declared belongs to another round than that in which the hand stands.
pub(super) fn of_another_round(hand: &Hand, verb: Verb) -> Option<Topic> {
    let is_asked = matches!(hand.stage, Stage::In(Phase::Round(_))) && verb.sort() == Sort::Declaration;
    (is_asked && of_round(hand, verb).is_none()).then_some(Topic::DeclOrder)
}

/// The clause that lays down how the mover declares: the first force that is on them, or the order of declarations.
pub(super) fn bound_by(rules: &Ruleset, hand: &Hand) -> Topic {
    // Those who are out, folded or at fault, do not speak: the last but one is who alone is left against the dealer.
    let two = Seats::NONE.with(hand.mover).with(hand.dealer);
    let last_but_one = hand.active == two && hand.mover != hand.dealer;
    if rules.forced.value.0.iter().any(|when| hand.is_when(*when)) {
        Topic::Forced
    } else if rules.forced_last.value == LastButOne::MustPlay && last_but_one {
        Topic::ForcedLast
    } else {
        Topic::DeclOrder
    }
}

fn fold(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    if let Some(clause) = why_no_fold(rules, hand) {
        return Err(Refusal::Act(clause));
    }
    hand.active = hand.active.without(hand.mover);
    events.push(Event::of(hand.mover, Move::Fold));
    Ok(())
}

/// The mover changes all their cards for the spare hand, unseen.
fn take_spare(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if offer(rules, hand, Verb::TakeSpare).is_none() {
        return Err(Refusal::Act(Topic::DeclFille));
    }
    let laid = std::mem::replace(&mut hand.held[seat], std::mem::take(&mut hand.fille));
    hand.lay_down(seat, laid);
    (hand.exchanged, hand.took_fille) = (hand.exchanged.with(seat), hand.took_fille.with(seat));
    events.push(Event { clause: Topic::DeclFille, fact: Fact::Did(seat, Move::TakeSpare, hand.held[seat]) });
    Ok(())
}

/// The next to speak, or the end of the round.
pub(super) fn next(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let next = next_to_speak(hand);
    hand.mover = next.unwrap_or(hand.mover);
    if hand.active.len() == 1 {
        one_left(rules, hand, events);
    } else {
        hand.is_phase_over = next.is_none();
    }
}

fn next_to_speak(hand: &Hand) -> Option<Seat> {
    let mut seat = hand.mover;
    while seat != hand.dealer {
        seat = seat.next(hand.seats);
        if hand.active.has(seat) {
            return Some(seat);
        }
    }
    None
}

/// One is left before a card is led, and is not asked any more. A dealer who has not spoken has all the others out.
pub(super) fn one_left(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if !matches!(hand.stage, Stage::In(Phase::Round(_))) || !hand.active.has(hand.dealer) {
        return settle::alone(rules, hand, Topic::Alone, events);
    }
    pam::not_folded(rules, hand, events);
    match rules.allfold.value {
        AllFold::DealerTakes => settle::alone(rules, hand, Topic::Allfold, events),
        AllFold::Void => settle::void(hand, events),
    }
}

/// The most cards that the mover may exchange, who declares under this clause.
fn most_exchanged(rules: &Ruleset, hand: &Hand, binding: Topic) -> u8 {
    if rules.decl_exchange.value == Offer::Closed || binding == Topic::ForcedLast {
        return 0;
    }
    let stock = hand.left_in_stock();
    let served = match rules.exchange_short.value {
        ShortStock::FirstCome => stock,
        ShortStock::ReshuffleDiscards => stock + hand.discards.len(),
        ShortStock::CapPerPlayer(most) => stock.min(usize::from(most)),
    };
    rules.exchange_once.value.most.min(served.min(hand.held[hand.mover].len()) as u8)
}

/// What the mover may exchange, and what lets them exchange no more where they may exchange fewer than the rules allow.
fn exchange_offer(rules: &Ruleset, hand: &Hand) -> Offered {
    let binding = bound_by(rules, hand);
    let most = most_exchanged(rules, hand, binding);
    let fewer = most < rules.exchange_once.value.most;
    let clause = if fewer { why_short(rules, binding, usize::from(most) + 1) } else { Topic::DeclExchange };
    Offered { verb: Verb::Exchange, clause, is_open: most > 0, cards: hand.held[hand.mover], most }
}

/// The clause under which the mover may not exchange so many cards.
pub(super) fn why_no_exchange(rules: &Ruleset, hand: &Hand, cards: usize) -> Option<Topic> {
    let binding = bound_by(rules, hand);
    let too_many = cards > usize::from(most_exchanged(rules, hand, binding));
    too_many.then(|| why_short(rules, binding, cards))
}

fn why_short(rules: &Ruleset, binding: Topic, cards: usize) -> Topic {
    if binding == Topic::ForcedLast {
        Topic::ForcedLast
    } else if rules.decl_exchange.value == Offer::Closed {
        Topic::DeclExchange
    } else if cards > usize::from(rules.exchange_once.value.most) {
        Topic::ExchangeOnce
    } else {
        Topic::ExchangeShort
    }
}

fn exchange(rules: &Ruleset, hand: &mut Hand, laid: Set, drawn: Set, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if let Some(card) = (laid - hand.held[seat]).nth(0) {
        return Err(Misuse::NotHeld(card).into());
    }
    if let Some(topic) = why_no_exchange(rules, hand, laid.len()) {
        return Err(Refusal::Act(topic));
    }
    if laid.is_empty() || laid.len() != drawn.len() {
        return Err(Misuse::Uneven.into());
    }
    serve(hand, drawn)?;
    hand.held[seat] = (hand.held[seat] - laid) | drawn;
    hand.lay_down(seat, laid);
    hand.exchanged = hand.exchanged.with(seat);
    events.push(Event { clause: Topic::DeclExchange, fact: Fact::Did(seat, Move::Exchange(laid, drawn), drawn) });
    Ok(())
}

/// Takes the cards from the stock; when it runs out, what is lacking from the discards, which become the new stock.
fn serve(hand: &mut Hand, drawn: Set) -> Result<(), Misuse> {
    if drawn.len() <= hand.left_in_stock() {
        hand.stock = without(hand.stock, drawn)?;
        return Ok(());
    }
    // All that the stock can give goes first: a drawn set that leaves more of it behind took a card from elsewhere.
    let shuffled = without(hand.stock | hand.discards, drawn)?;
    let left = hand.stock.len() - hand.left_in_stock();
    if let Some(card) = (drawn - hand.stock).nth(0).filter(|_| (hand.stock - drawn).len() != left) {
        return Err(Misuse::NotInStock(card));
    }
    (hand.stock, hand.discards) = (shuffled, Set::EMPTY);
    Ok(())
}

fn without(source: Set, drawn: Set) -> Result<Set, Misuse> {
    (drawn - source).nth(0).map_or(Ok(source - drawn), |card| Err(Misuse::NotInStock(card)))
}
