//! The course of a deal: mus or no mus, cards laid down and served; then the phases in their order: what is declared before
//! them, how they are opened and closed, who wins them, and what is bet. Where each is alone, all answer by turns, in rounds
//! that go to the right and to the left; stones are set apart, and who has staked all is not asked any more.

use super::hand::{MusEvent, MusEventKind, MusStage, MusState, PhaseOutcome, PhaseResult, push};
use super::settle::{self, best, has, honest, won, worst};
use crate::cards::{Seat, Seats, Set};
use crate::engine::{InvalidAct, ensure, ensure_none};
use crate::rules::mus::{Bare, BettingPhase, Dropped, MusAsk, Number, Ordago, Sides, Speech};
use crate::rules::{ClauseId, Move, Ruleset, ShortStock};

/// Asks all in turn from the hand on.
pub(super) fn ask(hand: &mut MusState, stage: MusStage) {
    (hand.stage, hand.due, hand.mover) = (stage, hand.players, hand.eldest());
}

/// After the deal, and after each change of cards.
pub(super) fn begin(rules: &Ruleset, hand: &mut MusState) {
    ask(
        hand,
        if rules.mus_ask.value == MusAsk::Never {
            MusStage::Laying
        } else {
            MusStage::Asked
        },
    );
}

fn next(hand: &mut MusState) -> bool {
    hand.due = hand.due.without(hand.mover);
    hand.ask_next(hand.due, hand.dealer)
}

pub(super) fn mus(hand: &mut MusState) {
    if !next(hand) {
        ask(hand, MusStage::Laying);
    }
}

pub(super) fn lay(rules: &Ruleset, hand: &mut MusState, cards: Set, events: &mut Vec<MusEvent>) {
    let seat = hand.mover;
    hand.held[seat] = hand.held[seat] - cards;
    (hand.laid, hand.lays[seat], hand.short) = (hand.laid | cards, cards, hand.short.with(seat));
    answered(rules, hand, events);
}

pub(super) fn answered(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    if next(hand) {
        return;
    }
    if rules.mus_discard.value.once {
        hand.short = Seats::NONE;
    }
    if hand.ask_next(hand.short, hand.dealer) {
        hand.stage = MusStage::Serving;
    } else {
        enter(rules, hand, events);
    }
}

/// What the mover is served: cards that come in any case, as the last of the stock, and those of which the rest come.
pub(super) fn may_draw(rules: &Ruleset, hand: &MusState) -> (Set, Set) {
    if hand.stock.len() >= hand.lays[hand.mover].len() {
        return (Set::EMPTY, hand.stock);
    }
    let is_alone = hand.short.len() == 1 && rules.exchange_short.value == ShortStock::SparingLast;
    (
        hand.stock,
        if is_alone {
            hand.laid - hand.lays[hand.mover]
        } else {
            hand.laid
        },
    )
}

pub(super) fn serve(
    rules: &Ruleset,
    hand: &mut MusState,
    cards: Set,
    events: &mut Vec<MusEvent>,
) -> Result<(), InvalidAct> {
    let (seat, number) = (hand.mover, hand.lays[hand.mover].len());
    let (first, from) = may_draw(rules, hand);
    ensure(cards.len() == number, InvalidAct::Uneven)?;
    ensure_none(cards - first - from, InvalidAct::NotInStock)?;
    // What was left of the stock is served before anything that is shuffled.
    if !first.is_within(cards) {
        ensure_none(cards - first, InvalidAct::NotInStock)?;
        return Err(InvalidAct::Uneven);
    }
    if hand.stock.len() < number {
        push(
            events,
            ClauseId::ExchangeShort,
            MusEventKind::Shuffled(from.len() as u8),
        );
        (hand.stock, hand.laid) = (from, hand.laid - from);
    }
    (hand.stock, hand.held[seat]) = (hand.stock - cards, hand.held[seat] | cards);
    (hand.lays[seat], hand.short) = (Set::EMPTY, hand.short.without(seat));
    push(
        events,
        ClauseId::MusDiscard,
        MusEventKind::Served(seat, cards),
    );
    let is_done = !hand.ask_next(hand.short, hand.dealer);
    if is_done && hand.is_served {
        enter(rules, hand, events);
    } else if is_done {
        begin(rules, hand);
    }
    Ok(())
}

/// Begins the phase at the hand's place in the order, or the payment after the last.
pub(super) fn enter(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    let rest = hand.players.minus(hand.through);
    let next = rules
        .phase_order
        .value
        .0
        .get(hand.at)
        .filter(|_| !rest.is_empty());
    hand.bet = Default::default();
    let Some(lance) = next else {
        (hand.stage, hand.at) = (MusStage::Paying, 0);
        return;
    };
    hand.lance = *lance;
    if matches!(lance, BettingPhase::Couples | BettingPhase::Jeu) {
        (hand.stage, hand.due) = (MusStage::Declaring, rest);
        hand.ask_next(rest, hand.dealer);
    } else {
        open(rules, hand, events);
    }
}

pub(super) fn declare(
    rules: &Ruleset,
    hand: &mut MusState,
    has: bool,
    is_false: bool,
    events: &mut Vec<MusEvent>,
) {
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
    if hand.lance == BettingPhase::Jeu && hand.says[place].is_empty() {
        hand.lance = BettingPhase::Point;
    }
    open(rules, hand, events);
}

/// The declaration that the mover's cards ask for.
pub fn true_declaration(rules: &Ruleset, hand: &MusState) -> Move {
    match (has(rules, hand.lance, hand.held[hand.mover]), hand.lance) {
        (false, _) => Move::HasNone,
        (true, BettingPhase::Couples) => Move::HasCouples,
        (true, _) => Move::HasJeu,
    }
}

fn open(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    let parts = hand.in_lance();
    let speakers: Seats = parts
        .iter()
        .filter(|seat| hand.means(rules, *seat) > 0)
        .collect();
    let sides: Seats = speakers
        .iter()
        .map(|seat| MusState::side(rules, seat))
        .collect();
    if sides.len() < 2 {
        return close(
            rules,
            hand,
            if parts.is_empty() {
                PhaseResult::Void
            } else {
                PhaseResult::Unbet
            },
            events,
        );
    }
    (hand.stage, hand.bet.speakers, hand.bet.due) = (MusStage::Betting, speakers, speakers);
    hand.ask_next(speakers, hand.dealer);
}

/// Closes the phase, pays what is paid at once, and goes on to the next.
pub(super) fn close(
    rules: &Ruleset,
    hand: &mut MusState,
    way: PhaseResult,
    events: &mut Vec<MusEvent>,
) {
    let (lance, parts) = (hand.lance, hand.in_lance());
    let staked = hand.heaps[lance.place()];
    let counted = match (way, rules.bet_pass.value.dropped) {
        (PhaseResult::Accepted | PhaseResult::Ordago, Dropped::Dead) => parts.minus(hand.bet.out),
        (PhaseResult::Accepted | PhaseResult::Ordago, Dropped::HeapBack) => {
            parts.iter().filter(|seat| staked[*seat] > 0).collect()
        }
        _ => parts,
    };
    let true_ones = honest(rules, hand, lance, counted);
    let bettor = hand.bet.bettor.filter(|_| way == PhaseResult::Refused);
    let winner = match bettor {
        Some(bettor) if true_ones.has(bettor) => Some(bettor),
        Some(_) if rules.sides.value == Sides::Single => None,
        _ => best(rules, hand, lance, true_ones),
    };
    let stake = if way == PhaseResult::Accepted {
        hand.bet.standing
    } else {
        0
    };
    let is_void_ordago = way == PhaseResult::Ordago && winner.is_none();
    let way = if is_void_ordago {
        PhaseResult::Void
    } else {
        way
    };
    hand.outcomes[lance.place()] = PhaseOutcome {
        way,
        winner,
        stake,
        counted,
    };
    push(
        events,
        ClauseId::PhaseOrder,
        MusEventKind::Closed(lance, way),
    );
    // An ordago is settled at once, and so is one that nobody can win: what was staked may be bet in the next phase.
    if is_void_ordago {
        hand.players
            .iter()
            .for_each(|seat| settle::home(hand, lance, seat, ClauseId::FaultLie, events));
    }
    match (way, bettor) {
        (PhaseResult::Refused, Some(bettor)) => {
            settle::refused(rules, hand, bettor, winner == Some(bettor), events)
        }
        (PhaseResult::Ordago, _) => {
            won(rules, hand, lance, events);
            if rules.bet_ordago.value == Ordago::WinsGame {
                settle::win(rules, hand, winner.unwrap_or(hand.mover), events);
            } else {
                let last = |among| worst(rules, hand, lance, among);
                let worst = last(counted.minus(true_ones))
                    .or_else(|| last(counted))
                    .unwrap_or(hand.mover);
                hand.through = hand.through.and(counted);
                settle::pick_up(rules, hand, worst, events);
            }
        }
        _ => {}
    }
    if hand.stage != MusStage::Over {
        hand.at += 1;
        enter(rules, hand, events);
    }
}

pub(super) fn turns(rules: &Ruleset) -> bool {
    rules.bet_turn.value == Speech::TurningRounds
}

pub(super) fn opening(rules: &Ruleset, number: i64) -> i64 {
    if number == 0 {
        rules.bet_open.value.envido
    } else {
        number
    }
}

/// What stands after a raise, in stones.
pub(super) fn raised(rules: &Ruleset, standing: i64, number: i64) -> i64 {
    let raise = rules.bet_raise.value;
    match (number, raise.bare, raise.number) {
        (0, Bare::Two, _) => standing + 2,
        (0, Bare::Double, _) => standing.saturating_mul(2),
        (_, _, Number::By) => standing.saturating_add(number),
        (_, _, Number::To) => number,
    }
}

pub(super) fn pass(rules: &Ruleset, hand: &mut MusState, those: Seats, events: &mut Vec<MusEvent>) {
    hand.bet.due = hand.bet.due.minus(those);
    if !hand.ask_next(hand.bet.due, hand.dealer) {
        close(rules, hand, PhaseResult::Passed, events);
    }
}

pub(super) fn bet(
    rules: &Ruleset,
    hand: &mut MusState,
    standing: i64,
    is_ordago: bool,
    events: &mut Vec<MusEvent>,
) {
    let seat = hand.mover;
    let is_first = hand.bet.bettor.is_none();
    (hand.bet.agreed, hand.bet.standing, hand.bet.ordago) =
        (hand.bet.standing, standing, is_ordago);
    (hand.bet.bettor, hand.bet.opener) = (Some(seat), hand.bet.opener.or(Some(seat)));
    if !turns(rules) {
        hand.bet.due = hand.speakers().minus(hand.of_side(rules, seat));
        if !hand.ask_next(hand.bet.due, seat) {
            close(rules, hand, PhaseResult::Refused, events);
        }
        return;
    }
    let others = hand.speakers().without(seat);
    stake(rules, hand, events);
    if is_first {
        (hand.bet.round, hand.bet.due) = (1, others);
    } else {
        hand.bet.due = hand.bet.due.without(seat);
        if is_ordago {
            hand.bet.later = others.minus(hand.bet.due);
        }
    }
    go_on(rules, hand, events);
}

pub(super) fn accept(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    if turns(rules) {
        stake(rules, hand, events);
        return stay(rules, hand, events);
    }
    close(
        rules,
        hand,
        if hand.bet.ordago {
            PhaseResult::Ordago
        } else {
            PhaseResult::Accepted
        },
        events,
    );
}

pub(super) fn stay(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    hand.bet.due = hand.bet.due.without(hand.mover);
    go_on(rules, hand, events);
}

pub(super) fn refuse(
    rules: &Ruleset,
    hand: &mut MusState,
    those: Seats,
    events: &mut Vec<MusEvent>,
) {
    for seat in those.iter().filter(|seat| hand.bet.due.has(*seat)) {
        hand.bet.out = hand.bet.out.with(seat);
        push(events, ClauseId::BetPass, MusEventKind::Out(seat));
    }
    hand.bet.due = hand.bet.due.minus(those);
    if turns(rules) {
        if rules.bet_pass.value.dropped == Dropped::HeapBack {
            those
                .iter()
                .for_each(|seat| settle::home(hand, hand.lance, seat, ClauseId::PayOrder, events));
        }
        go_on(rules, hand, events);
    } else if !hand.ask_next(hand.bet.due, hand.mover) {
        close(rules, hand, PhaseResult::Refused, events);
    }
}

/// Moves stones of the mover's from the purse to the heap, as many as are offered.
fn stake(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    let (seat, level) = (
        hand.mover,
        if hand.bet.ordago {
            i64::MAX
        } else {
            hand.bet.standing
        },
    );
    let (heap, purse) = (
        &mut hand.heaps[hand.lance.place()][seat],
        &mut hand.table.purses[seat],
    );
    let more = (level - *heap).min(*purse);
    (*heap, *purse) = (*heap + more, *purse - more);
    if *purse > 0 {
        return;
    }
    hand.bet.all_in = hand.bet.all_in.with(seat);
    if !hand.bet.ordago && rules.bet_raise.value.all_in_bars {
        push(events, ClauseId::BetRaise, MusEventKind::AllIn(seat));
    }
}

/// Whether a player has staked as much as is offered, or all they have.
pub(super) fn is_level(hand: &MusState, seat: Seat) -> bool {
    !hand.bet.ordago
        && (hand.heaps[hand.lance.place()][seat] >= hand.bet.standing || hand.bet.all_in.has(seat))
}

/// Whether a player has staked all, so that nobody may raise.
fn is_barred(rules: &Ruleset, hand: &MusState) -> bool {
    rules.bet_raise.value.all_in_bars && !hand.bet.all_in.minus(hand.bet.out).is_empty()
}

pub(super) fn may_raise(rules: &Ruleset, hand: &MusState) -> bool {
    !is_barred(rules, hand) && hand.means(rules, hand.mover) > hand.bet.standing
}

fn next_in_round(hand: &MusState, from: Seat) -> Option<Seat> {
    if hand.bet.round.is_multiple_of(2) {
        let before = Seat(from.0.checked_sub(1).unwrap_or(hand.table.seats - 1));
        hand.bet.due.in_turn(before).last()
    } else {
        hand.bet.due.in_turn(from).next()
    }
}

/// Asks the next; begins the next round, or closes the betting.
fn go_on(rules: &Ruleset, hand: &mut MusState, events: &mut Vec<MusEvent>) {
    let speakers = hand.speakers();
    if speakers.len() < 2 {
        return close(rules, hand, PhaseResult::Refused, events);
    }
    // After the first in a round all go on from whoever spoke.
    let mut from = hand.mover;
    loop {
        while let Some(next) = next_in_round(hand, from) {
            if hand.bet.ordago || hand.bet.round < 3 || !is_level(hand, next) {
                hand.mover = next;
                return;
            }
            (hand.bet.due, from) = (hand.bet.due.without(next), next);
        }
        if hand.bet.ordago && hand.bet.later.is_empty() {
            return close(rules, hand, PhaseResult::Ordago, events);
        }
        let all_level = speakers.iter().all(|seat| is_level(hand, seat));
        if !hand.bet.ordago && all_level && (hand.bet.round > 1 || is_barred(rules, hand)) {
            return close(rules, hand, PhaseResult::Accepted, events);
        }
        hand.bet.due = if hand.bet.ordago {
            std::mem::take(&mut hand.bet.later)
        } else {
            speakers
        };
        hand.bet.round += 1;
        from = hand.bet.opener.unwrap_or(hand.mover);
    }
}
