//! Flushes: who may claim one, who is asked, and whose is best.

use super::{Event, Fact, Hand, Misuse, Refusal, Stage, deal, settle};
use crate::cards::{Card, InOrder, Seat, Seats, Set, Suit};
use crate::rules::{
    Claiming, FeeWhen, FlushKind, Move, Obtained, Phase, Ruleset, Substitute, TieBreak, Topic, WildCard,
};
use std::cmp::Ordering;

/// Whether a seat holds a flush that it may claim when asked.
pub fn may_claim(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let dealt = !hand.exchanged.has(seat) || rules.flush_pat.value == Obtained::Anyhow;
    hand.active.has(seat) && dealt && flush_suit(rules, hand, seat).is_some()
}

/// The suit of a seat's five cards, if they are of one: the card that is of all suits may be one of them.
fn flush_suit(rules: &Ruleset, hand: &Hand, seat: Seat) -> Option<Suit> {
    if rules.flush_what.value == FlushKind::None {
        return None;
    }
    let (held, is_wild) = (hand.held[seat], rules.flush_wild.value == WildCard::TopCard);
    held.only_suit().or_else(|| if is_wild { (held - hand.wild).only_suit() } else { None })
}

/// Who of the holders is asked: all of them, or the best alone.
fn to_ask(rules: &Ruleset, hand: &Hand) -> Seats {
    if rules.flush_tie.value.best_alone { best_of(rules, hand, hand.flushes) } else { hand.flushes }
}

/// The clause under which a claim is refused at this moment, or none if the seat is being asked.
pub(super) fn why_not(rules: &Ruleset, hand: &Hand, seat: Seat) -> Option<Topic> {
    let claims = hand.stage == Stage::In(Phase::Claims);
    match seat {
        _ if !hand.active.has(seat) => Some(Topic::DeclFold),
        _ if hand.is_in_play() => Some(Topic::FlushClaim),
        _ if flush_suit(rules, hand, seat).is_none() => Some(Topic::FlushWhat),
        _ if !may_claim(rules, hand, seat) => Some(Topic::FlushPat),
        _ if claims && !to_ask(rules, hand).has(seat) => Some(Topic::FlushTie),
        _ => (!claims || hand.mover != seat).then_some(Topic::FlushClaim),
    }
}

pub(super) fn begin(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if rules.pam_fee.value.when == FeeWhen::Shown
        && let Some(holder) = deal::holder(hand)
    {
        deal::fee(rules, hand, holder, Topic::PamFee, events);
    }
    hand.wild = hand.wild | substitute(rules, hand);
    hand.flushes = hand.among(hand.active).filter(|seat| may_claim(rules, hand, *seat)).collect();
    match rules.flush_claim.value {
        Claiming::Prompt => hand.unasked = to_ask(rules, hand),
        Claiming::Automatic => hand.among(hand.flushes).for_each(|seat| claimed(rules, hand, seat, events)),
    }
    ask(rules, hand, events);
}

/// The card that is of all suits in place of a top card that is away.
fn substitute(rules: &Ruleset, hand: &Hand) -> Set {
    let Substitute::HighestTrump { missing, wild: true } = rules.pam_absent.value else { return Set::EMPTY };
    if !deal::is_missing(missing, hand) {
        return Set::EMPTY;
    }
    let held = hand.among(hand.active).fold(Set::EMPTY, |held, seat| held | hand.held[seat]);
    let trumps = held & hand.trumps.all();
    let is_highest = |card: &Card| (hand.trumps.above(&rules.rank.value, *card) & trumps).is_empty();
    trumps.into_iter().find(is_highest).map_or(Set::EMPTY, Set::from)
}

fn claimed(rules: &Ruleset, hand: &mut Hand, seat: Seat, events: &mut Vec<Event>) {
    hand.claimed = hand.claimed.with(seat);
    events.push(Event::of(seat, Move::Claim));
    if hand.holds_top(seat) && rules.pam_fee.value.when == FeeWhen::Played {
        deal::fee(rules, hand, seat, Topic::PamFee, events);
    }
}

pub(super) fn make(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    match does {
        Move::Claim => claimed(rules, hand, seat, events),
        Move::LetPass => events.push(Event::of(seat, *does)),
        _ => return Err(Misuse::NotNow.into()),
    }
    without(rules, hand, seat, events);
    Ok(())
}

/// One seat is no longer to be asked: it has answered, or is out of the hand.
pub(super) fn without(rules: &Ruleset, hand: &mut Hand, seat: Seat, events: &mut Vec<Event>) {
    hand.unasked = hand.unasked.without(seat);
    if !hand.active.has(seat) {
        (hand.flushes, hand.claimed) = (hand.flushes.without(seat), hand.claimed.without(seat));
        if rules.flush_tie.value.best_alone {
            hand.unasked = to_ask(rules, hand);
        }
    }
    ask(rules, hand, events);
}

fn ask(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if let Some(next) = hand.among(hand.unasked).next() {
        hand.mover = next;
    } else if hand.claimed.is_empty() {
        hand.is_phase_over = true;
    } else {
        let clause = if hand.claimed.len() > 1 { Topic::FlushTie } else { Topic::FlushTake };
        let best = best_of(rules, hand, hand.claimed);
        events.extend(hand.among(best).map(|seat| Event { clause, fact: Fact::BestFlush(seat) }));
        settle::flush(rules, hand, best, events);
    }
}

/// The best flush of these holders'; more than one only where what is equal is divided.
fn best_of(rules: &Ruleset, hand: &Hand, holders: Seats) -> Seats {
    // In turn order and only where strictly better: the seat nearest the dealer's right wins what is still tied.
    let better = |best, seat| if compare(rules, hand, seat, best) == Ordering::Greater { seat } else { best };
    let Some(best) = hand.among(holders).reduce(better) else { return Seats::NONE };
    let divides = rules.flush_tie.value.then.contains(&TieBreak::Divide);
    hand.among(holders).filter(|seat| *seat == best || (divides && compare(rules, hand, *seat, best).is_eq())).collect()
}

fn compare(rules: &Ruleset, hand: &Hand, a: Seat, b: Seat) -> Ordering {
    let trump = |seat| flush_suit(rules, hand, seat) == Some(hand.trump);
    let points = |seat| rules.flush_points.value.of(hand.held[seat]);
    let by = |criterion: TieBreak| match criterion {
        TieBreak::TopCard => hand.holds_top(a).cmp(&hand.holds_top(b)),
        TieBreak::Trump => trump(a).cmp(&trump(b)),
        TieBreak::Points => points(a).cmp(&points(b)),
        TieBreak::HighCard => places(rules, hand, b)[0].cmp(&places(rules, hand, a)[0]),
        TieBreak::CardsDown => places(rules, hand, b).cmp(&places(rules, hand, a)),
        TieBreak::Seat | TieBreak::Divide => Ordering::Equal,
    };
    rules.flush_tie.value.criteria().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The places of its cards from the top, the smaller the better; the top card's is 0. No hand has more than this holds.
fn places(rules: &Ruleset, hand: &Hand, seat: Seat) -> [u32; 8] {
    let place = |card: Card| {
        let is_top = hand.trumps.top().has(card);
        if is_top { 0 } else { 1 + rules.rank.value.place(card.rank()) }
    };
    let mut places = [u32::MAX; 8];
    places.iter_mut().zip(hand.held[seat]).for_each(|(place_of, card)| *place_of = place(card));
    places.in_order_of(|place| *place);
    places
}
