//! The course of a deal: mus or no mus, cards laid down and served, and a stock that runs out; then the phases in their
//! order: what is declared before them, how they are opened and closed, and who wins them.

use super::compare::{best, has, honest, won, worst};
use super::hand::{Event, Fact, Hand, Outcome, Stage, Way, push};
use super::settle;
use crate::cards::{Seats, Set};
use crate::engine::{Misuse, ensure, ensure_none};
use crate::rules::mus::{Dropped, Lance, MusAsk, Ordago, Sides};
use crate::rules::{Move, Ruleset, ShortStock, Topic};

/// Asks all in turn from the hand on.
pub(super) fn ask(hand: &mut Hand, stage: Stage) {
    (hand.stage, hand.due, hand.mover) = (stage, hand.players, hand.eldest());
}

/// After the deal, and after each change of cards.
pub(super) fn begin(rules: &Ruleset, hand: &mut Hand) {
    ask(hand, if rules.mus_ask.value == MusAsk::Never { Stage::Laying } else { Stage::Asked });
}

fn next(hand: &mut Hand) -> bool {
    hand.due = hand.due.without(hand.mover);
    hand.ask_next(hand.due, hand.dealer)
}

pub(super) fn mus(hand: &mut Hand) {
    if !next(hand) {
        ask(hand, Stage::Laying);
    }
}

pub(super) fn lay(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) {
    let seat = hand.mover;
    hand.held[seat] = hand.held[seat] - cards;
    (hand.laid, hand.lays[seat], hand.short) = (hand.laid | cards, cards, hand.short.with(seat));
    answered(rules, hand, events);
}

pub(super) fn answered(rules: &Ruleset, hand: &mut Hand, events: &mut Vec<Event>) {
    if next(hand) {
        return;
    }
    if rules.mus_discard.value.once {
        hand.short = Seats::NONE;
    }
    if hand.ask_next(hand.short, hand.dealer) {
        hand.stage = Stage::Serving;
    } else {
        enter(rules, hand, events);
    }
}

/// What the mover is served: cards that come in any case, as the last of the stock, and those of which the rest come.
pub(super) fn may_draw(rules: &Ruleset, hand: &Hand) -> (Set, Set) {
    if hand.stock.len() >= hand.lays[hand.mover].len() {
        return (Set::EMPTY, hand.stock);
    }
    let is_alone = hand.short.len() == 1 && rules.exchange_short.value == ShortStock::SparingLast;
    (hand.stock, if is_alone { hand.laid - hand.lays[hand.mover] } else { hand.laid })
}

pub(super) fn serve(rules: &Ruleset, hand: &mut Hand, cards: Set, events: &mut Vec<Event>) -> Result<(), Misuse> {
    let (seat, number) = (hand.mover, hand.lays[hand.mover].len());
    let (first, from) = may_draw(rules, hand);
    ensure(cards.len() == number, Misuse::Uneven)?;
    ensure_none(cards - first - from, Misuse::NotInStock)?;
    // What was left of the stock is served before anything that is shuffled.
    if !first.is_within(cards) {
        ensure_none(cards - first, Misuse::NotInStock)?;
        return Err(Misuse::Uneven);
    }
    if hand.stock.len() < number {
        push(events, Topic::ExchangeShort, Fact::Shuffled(from.len() as u8));
        (hand.stock, hand.laid) = (from, hand.laid - from);
    }
    (hand.stock, hand.held[seat]) = (hand.stock - cards, hand.held[seat] | cards);
    (hand.lays[seat], hand.short) = (Set::EMPTY, hand.short.without(seat));
    push(events, Topic::MusDiscard, Fact::Served(seat, cards));
    let is_done = !hand.ask_next(hand.short, hand.dealer);
    if is_done && hand.is_served {
        enter(rules, hand, events);
    } else if is_done {
        begin(rules, hand);
    }
    Ok(())
}

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
    if next(hand) {
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
    if sides.len() < 2 {
        return close(rules, hand, if parts.is_empty() { Way::Void } else { Way::Unbet }, events);
    }
    (hand.stage, hand.bet.speakers, hand.bet.due) = (Stage::Betting, speakers, speakers);
    hand.ask_next(speakers, hand.dealer);
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
