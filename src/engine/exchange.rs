//! Exchanges, served in turn.

use super::{Event, Fact, Hand, Misuse, Refusal, declare};
use crate::cards::Set;
use crate::rules::{Offer, Ruleset, ShortStock, Topic};

/// The most cards the mover may exchange.
pub(super) fn most(rules: &Ruleset, hand: &Hand) -> u8 {
    let stock = hand.stock.len();
    let served = match rules.exchange_short.value {
        ShortStock::FirstCome => stock,
        ShortStock::ReshuffleDiscards => stock + hand.discards.len(),
        ShortStock::CapPerPlayer(most) => stock.min(usize::from(most)),
    };
    rules.exchange_once.value.most.min(served as u8)
}

/// The clause under which the mover may not exchange so many cards.
pub fn why_not(rules: &Ruleset, hand: &Hand, cards: usize) -> Option<Topic> {
    let offers = declare::offers(rules, hand)?;
    let refused = cards > usize::from(offers.exchange);
    let by = if offers.clause == Topic::ForcedLast { Topic::ForcedLast } else { why_short(rules, cards) };
    refused.then_some(by)
}

fn why_short(rules: &Ruleset, cards: usize) -> Topic {
    if rules.decl_exchange.value == Offer::Closed {
        Topic::DeclExchange
    } else if cards > usize::from(rules.exchange_once.value.most) {
        Topic::ExchangeOnce
    } else {
        Topic::ExchangeShort
    }
}

pub(super) fn exchange(
    rules: &Ruleset,
    hand: &mut Hand,
    laid: Set,
    drawn: Set,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if let Some(card) = (laid - hand.held[hand.mover]).nth(0) {
        return Err(Misuse::NotHeld(card).into());
    }
    if let Some(topic) = why_not(rules, hand, laid.len()) {
        return Err(Refusal::Act(topic));
    }
    if laid.is_empty() || laid.len() != drawn.len() {
        return Err(Misuse::Uneven.into());
    }
    serve(hand, drawn)?;
    hand.held[hand.mover] = (hand.held[hand.mover] - laid) | drawn;
    hand.discards = hand.discards | laid;
    hand.exchanged = hand.exchanged.with(hand.mover);
    events.push(Event { clause: Topic::DeclExchange, fact: Fact::Exchanged(hand.mover, laid, drawn) });
    declare::goes_in(rules, hand, events);
    Ok(())
}

/// Takes the cards from the stock; when it runs out, what is lacking from the discards, which become the new stock.
fn serve(hand: &mut Hand, drawn: Set) -> Result<(), Misuse> {
    if drawn.len() <= hand.stock.len() {
        hand.stock = without(hand.stock, drawn)?;
        return Ok(());
    }
    // The whole stock goes first: a drawn set that leaves a card of it behind took one from elsewhere.
    let shuffled = without(hand.stock | hand.discards, drawn)?;
    if let Some(card) = (drawn - hand.stock).nth(0).filter(|_| !hand.stock.is_within(drawn)) {
        return Err(Misuse::NotInStock(card));
    }
    (hand.stock, hand.discards) = (shuffled, Set::EMPTY);
    Ok(())
}

fn without(source: Set, drawn: Set) -> Result<Set, Misuse> {
    (drawn - source).nth(0).map_or(Ok(source - drawn), |card| Err(Misuse::NotInStock(card)))
}
