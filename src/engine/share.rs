//! Shares of the pool for tricks won.

use super::settle::{Few, sweep, take};
use super::{Arithmetic, Event, Hand, pam};
use crate::cards::Seat;
use crate::rules::{Double, Orphan, Ruleset, Substitute, Topic};

/// Pays each trick its share, and the trick of the top card one more. What the parts leave over stays in the pool.
pub(super) fn pay(rules: &Ruleset, hand: &mut Hand, last: Seat, events: &mut Vec<Event>) {
    let (pool, parts) = (hand.pool, rules.pay_share.value.parts);
    let double = double(rules, hand);
    for seat in hand.in_turn().filter(|seat| hand.tricks[*seat] > 0).collect::<Few>() {
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
