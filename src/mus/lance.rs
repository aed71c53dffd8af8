//! The phases in their order: what is declared before them, how they are opened and closed, and who wins them.

use super::compare::{best, has, honest, won, worst};
use super::hand::{Event, Fact, Hand, Outcome, Stage, Way, push};
use super::settle;
use crate::cards::Seats;
use crate::rules::mus::{Dropped, Lance, Ordago, Sides};
use crate::rules::{Move, Ruleset, Topic};

/// Begins the phase at the hand's place in the order, or the payment after the last.
pub(super) fn enter(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let rest = hand.players.minus(hand.through);
    let next = rules.phase_order.value.0.get(hand.at).filter(|_| !rest.is_empty());
    hand.bet = Default::default();
    let Some(lance) = next else {
        (hand.stage, hand.at) = (Stage::Paying, 0);
        return;
    };
    hand.lance = *lance;
    if matches!(lance, Lance::Couples | Lance::Jeu) {
        (hand.stage, hand.due) = (Stage::Declaring, rest);
        hand.ask_next(rest, hand.dealer);
    } else {
        open(rules, hand, events);
    }
}

/// A player says whether they have what is bid on, truly or not.
pub(super) fn declare(rules: &Ruleset, hand: &mut Hand, has: bool, is_false: bool, events: &mut Vec<Event>) {
    let (seat, place) = (hand.mover, hand.lance.place());
    if has {
        hand.says[place] = hand.says[place].with(seat);
    }
    if has && is_false {
        hand.liars[place] = hand.liars[place].with(seat);
    }
    hand.due = hand.due.without(seat);
    if hand.ask_next(hand.due, hand.dealer) {
        return;
    }
    if hand.lance == Lance::Jeu && hand.says[place].is_empty() {
        hand.lance = Lance::Point;
    }
    open(rules, hand, events);
}

/// The declaration that the mover's cards ask for.
pub fn truth(rules: &Ruleset, hand: &Hand) -> Move {
    match (has(rules, hand.lance, hand.held[hand.mover]), hand.lance) {
        (false, _) => Move::HasNone,
        (true, Lance::Couples) => Move::HasCouples,
        (true, _) => Move::HasJeu,
    }
}

fn open(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    let parts = hand.in_lance();
    let speakers: Seats = parts.each().filter(|seat| hand.means(rules, *seat) > 0).collect();
    let sides: Seats = speakers.each().map(|seat| Hand::side(rules, seat)).collect();
    if parts.is_empty() {
        close(rules, hand, Way::Void, events);
    } else if sides.len() < 2 {
        close(rules, hand, Way::Unbet, events);
    } else {
        (hand.stage, hand.bet.speakers, hand.bet.due) = (Stage::Betting, speakers, speakers);
        hand.ask_next(speakers, hand.dealer);
    }
}

/// Closes the phase, pays what is paid at once, and goes on to the next.
pub(super) fn close(rules: &Ruleset, hand: &mut Hand, way: Way, events: &mut Vec<Event>) {
    let (lance, parts) = (hand.lance, hand.in_lance());
    let staked = hand.heaps[lance.place()];
    let counted = match (way, rules.bet_pass.value.dropped) {
        (Way::Accepted | Way::Ordago, Dropped::Dead) => parts.minus(hand.bet.out),
        (Way::Accepted | Way::Ordago, Dropped::HeapBack) => parts.each().filter(|seat| staked[*seat] > 0).collect(),
        _ => parts,
    };
    let true_ones = honest(rules, hand, lance, counted);
    let bettor = hand.bet.bettor.filter(|_| way == Way::Refused);
    let winner = match bettor {
        Some(bettor) if true_ones.has(bettor) => Some(bettor),
        Some(_) if rules.sides.value == Sides::Single => None,
        _ => best(rules, hand, lance, true_ones),
    };
    let stake = if way == Way::Accepted { hand.bet.standing } else { 0 };
    let way = if way == Way::Ordago && winner.is_none() { Way::Void } else { way };
    hand.outcomes[lance.place()] = Outcome { way, winner, stake, counted };
    push(events, Topic::PhaseOrder, Fact::Closed(lance, way));
    match (way, bettor) {
        (Way::Refused, Some(bettor)) => settle::refused(rules, hand, bettor, winner == Some(bettor), events),
        (Way::Ordago, _) => {
            won(rules, hand, lance, events);
            if rules.bet_ordago.value == Ordago::WinsGame {
                settle::win(rules, hand, winner.unwrap_or(hand.mover), events);
            } else {
                let last = |among| worst(rules, hand, lance, among);
                let worst = last(counted.minus(true_ones)).or_else(|| last(counted)).unwrap_or(hand.mover);
                hand.through = hand.through.and(counted);
                settle::pick_up(rules, hand, worst, events);
            }
        }
        _ => {}
    }
    if hand.stage != Stage::Over {
        hand.at += 1;
        enter(rules, hand, events);
    }
}
