//! What is drawn: from the stock and what serves on after it, for a flush thrown in, and in defence of the pack.

use super::{Account, Event, Fact, Hand, Misuse, Offered, Refusal, Transfer, settle};
use super::{ensure, ensure_free, ensure_none};
use crate::cards::{Seats, Set};
use crate::rules::{Move, Phase, Role, Ruleset, ShortStock, Supply, Topic, Verb};

/// What serves on when the stock is drained, one pile after another.
pub fn served_on(rules: &Ruleset, hand: &Hand) -> [Set; 2] {
    let pile = |supply: Supply| match supply {
        Supply::Discards => hand.discards,
        Supply::Folded => hand.among(hand.folded()).fold(Set::EMPTY, |all, seat| all | hand.held[seat]),
    };
    let ShortStock::Then(supplies) = rules.exchange_short.value else { return [Set::EMPTY; 2] };
    [0, 1].map(|at| supplies.get(at).map_or(Set::EMPTY, |supply| pile(*supply)))
}

#[cold]
pub(super) fn all_served(rules: &Ruleset, hand: &Hand) -> usize {
    served_on(rules, hand).iter().fold(hand.left_in_stock(), |cards, pile| cards + pile.len())
}

/// Takes the cards from the stock; when it runs out, from the piles that serve on. What is left of one is the new stock.
#[inline]
pub(super) fn serve(rules: &Ruleset, hand: &mut Hand, drawn: Set) -> Result<(), Misuse> {
    if drawn.len() > hand.left_in_stock() {
        return serve_on(rules, hand, drawn);
    }
    ensure_none(drawn - hand.stock, Misuse::NotInStock)?;
    hand.stock = hand.stock - drawn;
    Ok(())
}

#[cold]
fn serve_on(rules: &Ruleset, hand: &mut Hand, drawn: Set) -> Result<(), Misuse> {
    let (stock, left, [first, second]) = (hand.stock, hand.left_in_stock(), served_on(rules, hand));
    ensure_none(drawn - stock - first - second, Misuse::NotInStock)?;
    let mut lacking = drawn;
    hand.stock = Set::EMPTY;
    for (pile, gives) in [(stock, left), (first, first.len()), (second, second.len())] {
        // All that a pile can give goes first: a drawn set that leaves more of it behind took a card from elsewhere.
        if (lacking & pile).len() != gives {
            ensure_none(lacking - pile, Misuse::NotInStock)?;
        }
        if !lacking.is_empty() {
            hand.discards = hand.discards - pile;
            hand.among(hand.folded()).for_each(|seat| hand.held[seat] = hand.held[seat] - pile);
            (hand.stock, lacking) = (hand.stock | (pile - drawn), lacking - pile);
        }
    }
    Ok(())
}

/// Asks those who were dealt a hand of one suit, where they must throw it in.
pub(super) fn begin_throwing_in(rules: &Ruleset, hand: &mut Hand) {
    let holds = |seat: &_| rules.flush_redeal.value.0.is_some() && hand.held[*seat].only_suit().is_some();
    hand.unasked = hand.in_turn().filter(holds).collect();
    hand.is_phase_over = !asks_next(hand);
}

/// Asks those who have folded, where one alone is in and they may defend the pack.
pub(super) fn begin_defence(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    hand.is_phase_over = hand.active.len() != 1 || rules.decl_defend.value.0.is_none();
    if !hand.is_phase_over {
        hand.unasked = hand.folded();
        ask_to_defend(rules, hand, events);
    }
}

fn asks_next(hand: &mut Hand) -> bool {
    let next = hand.among(hand.unasked).next();
    hand.mover = next.unwrap_or(hand.mover);
    next.is_some()
}

/// Asks the next who may defend the pack; where nobody does, the one who is in is left alone.
fn ask_to_defend(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if !asks_next(hand) {
        settle::alone(rules, hand, Topic::Alone, events);
    }
}

#[cold]
pub(super) fn offer(rules: &Ruleset, hand: &Hand, phase: Phase, verb: Verb) -> Option<Offered> {
    let short = all_served(rules, hand) < usize::from(rules.decl_defend.value.0.unwrap_or_default());
    match (phase, verb) {
        (Phase::ThrowIn, Verb::ThrowIn) | (Phase::Defence, Verb::LeavePack) => Some(Offered::of(verb)),
        (Phase::Defence, Verb::Defend) => Some(Offered::of(verb).unless(short.then_some(Topic::ExchangeShort))),
        _ => None,
    }
}

pub(super) fn throw_in(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::ThrowIn(drawn) = *does else { return Err(Refusal::Act(Topic::FlushRedeal)) };
    let (seat, laid) = (hand.mover, hand.held[hand.mover]);
    ensure(drawn.len() == laid.len(), Misuse::Uneven)?;
    serve(rules, hand, drawn)?;
    hand.held[seat] = drawn;
    hand.lay_down(seat, laid);
    events.push(Event { clause: Topic::FlushRedeal, fact: Fact::Did(seat, *does, drawn) });
    let chips = rules.flush_redeal.value.0.map_or(0, |amount| rules.chips_of(amount, hand.pool));
    hand.pay(rules, Topic::FlushRedeal, Transfer::penalty(seat, Account::Pool, chips), events);
    hand.unasked = hand.unasked.without(seat);
    hand.is_phase_over = !asks_next(hand);
    Ok(())
}

/// One who has folded draws, lays a card down, and plays against the lone player; or leaves the pack to the next.
pub(super) fn defend(rules: &Ruleset, hand: &mut Hand, does: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seat = hand.mover;
    if *does == Move::LeavePack {
        hand.unasked = hand.unasked.without(seat);
        ask_to_defend(rules, hand, events);
        return Ok(());
    }
    let Move::Defend(drawn, laid) = *does else { return Err(Misuse::NotNow.into()) };
    let offered = offer(rules, hand, Phase::Defence, Verb::Defend);
    ensure_free(offered.filter(|offer| !offer.is_open).map(|offer| offer.clause))?;
    ensure(drawn.len() == usize::from(rules.decl_defend.value.0.unwrap_or_default()), Misuse::Uneven)?;
    ensure(drawn.has(laid), Misuse::NotHeld(laid))?;
    serve(rules, hand, drawn)?;
    // What they had folded lies with the cards laid down, unless it was drawn from.
    hand.discards = hand.discards | hand.held[seat];
    hand.held[seat] = drawn - laid.into();
    hand.lay_down(seat, laid.into());
    hand.undertakes[seat] = rules.undertake.value.of(Role::Playing);
    (hand.active, hand.defender, hand.unasked) = (hand.active.with(seat), Some(seat), Seats::NONE);
    events.push(Event { clause: Topic::DeclDefend, fact: Fact::Did(seat, *does, drawn) });
    hand.is_phase_over = true;
    Ok(())
}
