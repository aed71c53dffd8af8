//! Faults with a price: misdeals, hands shown, speech out of turn, wrong numbers of cards.

use super::{Account, Arithmetic, Event, Fact, Hand, Misuse, Refusal, Stage, Transfer, claim, declare, play, settle};
use crate::cards::Seat;
use crate::rules::{Amount, Fault, Misdeal, Move, Phase, Ruleset, Topic};

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) const fn is_one(does: &Move) -> bool {
    matches!(does, Move::ShowHand | Move::SpeakOutOfTurn | Move::HoldCards(_))
}

fn price(rules: &Ruleset, fault: Move) -> Fault {
    match fault {
        Move::ShowHand => rules.fault_show.value,
        Move::SpeakOutOfTurn => rules.fault_turn.value,
        Move::HoldCards(_) => rules.fault_cards.value,
        _ => Fault::Untold,
    }
}

/// Whether it is this seat's turn to declare.
pub fn is_to_speak(hand: &Hand, seat: Seat) -> bool {
    matches!(hand.stage, Stage::In(Phase::Round(_))) && hand.mover == seat
}

/// The offender is out of the hand, and may owe for it; the others play on.
pub(super) fn commit(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    fault: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !hand.active.has(seat) || !hand.asks() || hand.stage == Stage::In(Phase::Naming) {
        return Err(Misuse::NotNow.into());
    }
    if *fault == Move::SpeakOutOfTurn && is_to_speak(hand, seat) {
        return Err(Misuse::NotNow.into());
    }
    if let Move::HoldCards(cards) = *fault {
        hold(hand, seat, cards as usize)?;
    }
    let clause = fault.verb().topic();
    let owes = match price(rules, *fault) {
        Fault::Untold => return Err(Refusal::Act(clause)),
        Fault::Out => false,
        Fault::OutOwing => true,
        Fault::OutOwingInPlay => hand.is_in_play(),
    };
    events.push(Event::of(seat, *fault));
    hand.active = hand.active.without(seat);
    if owes {
        settle::owe(rules, hand, seat, Amount::Pool(1), hand.pool, clause, events);
    }
    go_on(rules, hand, seat, events);
    Ok(())
}

/// What a seat holds beyond its own cards came from the stock, as long as that has any; else it was never laid down.
fn hold(hand: &mut Hand, seat: Seat, cards: usize) -> Result<(), Misuse> {
    if cards > hand.most_held(seat) {
        return Err(Misuse::NoSuchCards(seat, hand.most_held(seat)));
    }
    let beyond = cards.saturating_sub(hand.held[seat].len());
    hand.astray += beyond.min(hand.left_in_stock()) as u8;
    Ok(())
}

/// The hand without one of its players.
fn go_on(rules: &Ruleset, hand: &mut Hand, gone: Seat, events: &mut Vec<Event>) {
    match hand.stage {
        _ if hand.active.len() == 1 && !hand.is_in_play() => declare::one_left(rules, hand, events),
        Stage::In(Phase::Round(_)) if hand.mover == gone => declare::next(rules, hand, events),
        Stage::In(Phase::TurnUp) if hand.dealer == gone => hand.is_phase_over = true,
        Stage::In(Phase::Claims) => claim::without(rules, hand, gone, events),
        Stage::In(Phase::Tricks) => in_tricks(rules, hand, gone, events),
        _ => {}
    }
}

fn in_tricks(rules: &Ruleset, hand: &mut Hand, gone: Seat, events: &mut Vec<Event>) {
    if hand.mover == gone {
        hand.mover = hand.next_active(gone);
    }
    play::go_on(rules, hand, events);
    if hand.active.is_empty() && hand.stage != Stage::Over {
        settle::tricks(rules, hand, hand.dealer, events);
    }
}

/// The deal has failed: the dealer loses it, or pays to keep it.
pub(super) fn misdeal(rules: &Ruleset, hand: &mut Hand, kept: bool, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Misdeal::DealOr(chips) = rules.fault_misdeal.value else { return Err(Refusal::Act(Topic::FaultMisdeal)) };
    events.push(Event { clause: Topic::FaultMisdeal, fact: Fact::Misdealt(hand.dealer, kept) });
    if kept {
        let transfer =
            Transfer { from: Account::Seat(hand.dealer), to: Account::Pool, chips, sum: Arithmetic::Misdeal };
        hand.pay(rules, Topic::FaultMisdeal, transfer, events);
    }
    (hand.deal_kept, hand.stage) = (kept, Stage::Over);
    Ok(())
}
