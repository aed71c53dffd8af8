//! The reckoning: shares for tricks, who takes the pool, and who owes.

use super::{Account, Arithmetic, Event, Fact, Hand, Stage, Transfer, pam};
use crate::cards::{Seat, Seats};
use crate::rules::{Alone, Double, FlushPrize, Orphan, Payee, Penalty, Ruleset, Substitute, Topic};

/// Shares for tricks; those without one owe.
pub(super) fn tricks(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    let pool = hand.pool;
    let is_short = |seat: &Seat| hand.tricks[*seat] < hand.undertakes[*seat];
    let short: Seats = hand.among(hand.active).filter(is_short).collect();
    let penalties = |hand: &Hand, seat| rules.debt_make.value.of(hand.undertakes[seat]);
    for seat in hand.among(short) {
        if let Some(Penalty { amount, to: Payee::ThisPool, .. }) = penalties(hand, seat) {
            fine(rules, hand, seat, Account::Pool, rules.chips_of(amount, pool), events);
        }
    }
    pay_shares(rules, hand, last, events);
    for seat in hand.among(short) {
        let Some(Penalty { amount, to, .. }) = penalties(hand, seat) else { continue };
        let chips = rules.chips_of(amount, pool);
        match to {
            Payee::NextPool => owe(rules, hand, seat, chips, Topic::DebtMake, events),
            Payee::ThisPool => {}
            Payee::Each => {
                let others = hand.active.without(seat);
                for other in hand.among(others) {
                    fine(rules, hand, seat, Account::Seat(other), chips, events);
                }
            }
        }
    }
    hand.stage = Stage::Over;
}

/// Pays a penalty at once.
fn fine(rules: &Ruleset, hand: &mut Hand, seat: Seat, to: Account, chips: i64, events: &mut Vec<Event>) {
    let transfer = Transfer { from: Account::Seat(seat), to, chips, sum: Arithmetic::Penalty };
    hand.pay(rules, Topic::DebtMake, transfer, events);
}

/// A claimed flush takes the pool; the others who played owe.
pub(super) fn flush(rules: &Ruleset, hand: &mut Hand, winner: Seat, events: &mut Vec<Event>) {
    let FlushPrize::Pool = rules.flush_take.value;
    let pool = hand.pool;
    take(rules, hand, winner, pool, Topic::FlushTake, Arithmetic::Pool(pool), events);
    if rules.debt_sweep.value.by_flush {
        sweep(rules, hand, winner, events);
    }
    let owes = |seat: &Seat| !is_exempt(rules, hand, *seat);
    let owing: Seats = hand.among(hand.active.without(winner)).filter(owes).collect();
    for seat in hand.among(owing) {
        owe(rules, hand, seat, pool, Topic::FlushOwe, events);
    }
    hand.stage = Stage::Over;
}

/// Whether a seat that is beaten by a flush owes nothing for it.
fn is_exempt(rules: &Ruleset, hand: &Hand, seat: Seat) -> bool {
    let exempt = rules.flush_owe.value;
    let holds_top = !(hand.held[seat] & hand.trumps.top()).is_empty();
    (exempt.losing_flush_exempt && hand.claimed.has(seat)) || (exempt.top_card_exempt && holds_top)
}

/// The one who is left takes the pool.
pub(super) fn alone(rules: &Ruleset, hand: &mut Hand, clause: Topic, events: &mut Vec<Event>) {
    let Alone::TakesPool = rules.alone.value;
    if let Some(seat) = hand.among(hand.active).next() {
        events.push(Event { clause, fact: Fact::Alone(seat) });
        let pool = hand.pool;
        take(rules, hand, seat, pool, clause, Arithmetic::Pool(pool), events);
    }
    hand.stage = Stage::Over;
}

/// Nobody takes it: the pool stays for the next hand.
pub(super) fn void(hand: &mut Hand, events: &mut Vec<Event>) {
    events.push(Event { clause: Topic::Allfold, fact: Fact::Void });
    hand.stage = Stage::Over;
}

/// The debts that wait are paid to the winner at once, their own to themselves.
fn sweep(rules: &Ruleset, hand: &mut Hand, winner: Seat, events: &mut Vec<Event>) {
    for debtor in hand.in_turn() {
        if hand.waiting[debtor] == 0 {
            continue;
        }
        let transfer = Transfer {
            from: Account::Seat(debtor),
            to: Account::Seat(winner),
            chips: hand.waiting[debtor],
            sum: Arithmetic::Waiting,
        };
        hand.pay(rules, Topic::DebtSweep, transfer, events);
        hand.waiting[debtor] = 0;
    }
    hand.swept = true;
}

fn take(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    chips: i64,
    clause: Topic,
    sum: Arithmetic,
    events: &mut Vec<Event>,
) {
    hand.pay(rules, clause, Transfer { from: Account::Pool, to: Account::Seat(seat), chips, sum }, events);
}

pub(super) fn owe(rules: &Ruleset, hand: &mut Hand, seat: Seat, pool: i64, clause: Topic, events: &mut Vec<Event>) {
    let chips = rules.under_ceiling(pool);
    let sum = if chips < pool { Arithmetic::Capped { pool, cap: chips } } else { Arithmetic::Pool(pool) };
    hand.owes[seat] += chips;
    events.push(Event { clause, fact: Fact::Owes(seat, chips, sum) });
}

/// Pays each trick its share, and the trick of the top card one more. What the parts leave over stays in the pool.
fn pay_shares(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    let (pool, parts) = (hand.pool, rules.pay_share.value.parts);
    let double = double(rules, hand);
    for seat in hand.in_turn() {
        if hand.tricks[seat] == 0 {
            continue;
        }
        let extra = double.filter(|(winner, _)| *winner == seat);
        let tricks = hand.tricks[seat] - u8::from(extra.is_some());
        if tricks > 0 {
            let sum = Arithmetic::Share { tricks, pool, parts };
            take(rules, hand, seat, i64::from(tricks) * rules.pay_share.value.of(pool), Topic::PayShare, sum, events);
        }
        if let Some((_, clause)) = extra {
            pay_extra(rules, hand, seat, 2, pool, clause, events);
        }
        if hand.tricks[seat] == rules.deal_packets.value.hand && rules.debt_sweep.value.by_vole {
            sweep(rules, hand, seat, events);
        }
    }
    // With nobody left to play on, what was not won stays in the pool.
    if double.is_none() && hand.finished == rules.deal_packets.value.hand {
        orphan(rules, hand, last, pool, events);
    }
}

/// The winner of the trick that earns two shares, and the clause that says so.
fn double(rules: &Ruleset, hand: &Hand) -> Option<(Seat, Topic)> {
    let (card, winner) = hand.best_trump.filter(|_| rules.pay_double.value != Double::None)?;
    if hand.trumps.top().has(card) {
        return Some((winner, Topic::PayDouble));
    }
    let Substitute::HighestTrump { missing, .. } = rules.pam_absent.value else { return None };
    pam::is_missing(missing, hand).then_some((winner, Topic::PamAbsent))
}

/// The share that no card earned.
fn orphan(rules: &Ruleset, hand: &mut Hand, last: Seat, pool: i64, events: &mut Vec<Event>) {
    let Double::TopCard { orphan } = rules.pay_double.value else { return };
    let to = match orphan {
        Orphan::Dealer => hand.dealer,
        Orphan::LastTrick => last,
        Orphan::Carried => return,
    };
    pay_extra(rules, hand, to, 1, pool, Topic::PayDouble, events);
}

fn pay_extra(
    rules: &Ruleset,
    hand: &mut Hand,
    seat: Seat,
    shares: u8,
    pool: i64,
    clause: Topic,
    events: &mut Vec<Event>,
) {
    let each = rules.pay_share.value;
    let sum = Arithmetic::Extra { shares, pool, parts: each.parts };
    take(rules, hand, seat, i64::from(shares) * each.of(pool), clause, sum, events);
}
