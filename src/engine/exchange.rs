//! Exchanges, served in turn.

use super::{Event, Fact, Hand, Misuse, Offered, Refusal, declare};
use crate::cards::Set;
use crate::rules::{Move, Offer, Ruleset, ShortStock, Topic, Verb};

/// The most cards the mover may exchange.
fn most(rules: &Ruleset, hand: &Hand) -> u8 {
    let stock = hand.left_in_stock();
    let served = match rules.exchange_short.value {
        ShortStock::FirstCome => stock,
        ShortStock::ReshuffleDiscards => stock + hand.discards.len(),
        ShortStock::CapPerPlayer(most) => stock.min(usize::from(most)),
    };
    rules.exchange_once.value.most.min(served as u8)
}

/// What the mover may exchange, and what lets him exchange no more where he may exchange fewer than the rules allow at most.
pub(super) fn offer(rules: &Ruleset, hand: &Hand) -> Offered {
    let binding = declare::bound_by(rules, hand);
    let open = rules.decl_exchange.value == Offer::Open && binding != Topic::ForcedLast;
    let most = if open { most(rules, hand) } else { 0 };
    let fewer = most < rules.exchange_once.value.most;
    let clause = if fewer { why_short(rules, binding, usize::from(most) + 1) } else { Topic::DeclExchange };
    Offered { verb: Verb::Exchange, clause, is_open: most > 0, cards: hand.held[hand.mover], most }
}

/// The clause under which the mover may not exchange so many cards.
pub(super) fn why_not(rules: &Ruleset, hand: &Hand, cards: usize) -> Option<Topic> {
    (cards > usize::from(offer(rules, hand).most)).then(|| why_short(rules, declare::bound_by(rules, hand), cards))
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
    hand.lay_down(hand.mover, laid);
    hand.exchanged = hand.exchanged.with(hand.mover);
    events.push(Event { clause: Topic::DeclExchange, fact: Fact::Did(hand.mover, Move::Exchange(laid, drawn), drawn) });
    declare::goes_in(rules, hand, events);
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
