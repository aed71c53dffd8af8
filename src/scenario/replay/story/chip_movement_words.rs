//! Moves of chips in words: what a payout calls them, and how a number of chips came about.

use crate::cards::count_of_or_no;
use crate::engine::{Account, AmountCalculation, Event, EventDetails, Transfer};
use crate::rules::ClauseId;
use crate::scenario::text::PayoutSubject;
use askama::Template;

/// Returns what a payout calls an event, and the move of chips itself; none where it has no line for it.
pub fn payout_of_event(event: &Event) -> Option<(PayoutSubject, Transfer)> {
    let EventDetails::Transferred(transfer) = event.details else {
        return None;
    };
    let payment = match (transfer.from, transfer.to) {
        (Account::Pool, Account::Seat(to)) => PayoutSubject::Takes(to),
        (Account::Seat(_), Account::Seat(to)) if event.clause == ClauseId::DebtSweep => {
            PayoutSubject::Takes(to)
        }
        (Account::Seat(from), Account::Seat(to)) => PayoutSubject::Pays(from, to),
        (Account::Seat(from), Account::Pool)
            if event.is_part_of_payout() && event.clause != ClauseId::FaultMisdeal =>
        {
            PayoutSubject::PaysIn(from)
        }
        _ => return None,
    };
    Some((payment, transfer))
}

/// Writes a number with a true minus.
pub fn format_with_true_minus(count: i64) -> String {
    if count < 0 {
        format!("−{}", count.unsigned_abs())
    } else {
        count.to_string()
    }
}

#[derive(Template)]
#[template(path = "sum.txt")]
struct AmountCalculationTemplate<'a> {
    sum: AmountCalculation,
    chips: i64,
    total: String,
    waiting: &'a [i64],
}

/// Says how a number of chips came about: `3 tricks × 15 ÷ 5 = 9`. `waiting` are the debts that were swept, one a number.
pub fn describe_sum(sum: AmountCalculation, chips: i64, swept_debts: &[i64]) -> String {
    AmountCalculationTemplate {
        sum,
        chips,
        total: format_with_true_minus(chips),
        waiting: swept_debts,
    }
    .render()
    .expect("text has room")
}

/// Returns what each player gets of debts that are shared equally, and what is left over.
fn share_equally(debts: i64, players: u8) -> (i64, i64) {
    (debts / i64::from(players), debts % i64::from(players))
}

/// Writes a number of shares of a pool: `3 tricks × 15 ÷ 5`. Where the pool does not divide, each share is rounded down first:
/// `2 shares of 1 (a sixth of 9; the rest stays)`.
fn describe_shares(count: u8, unit: &str, pool: i64, parts: i64) -> String {
    let units = count_of_or_no(usize::from(count), unit);
    if pool % parts == 0 {
        return format!("{units} × {pool} ÷ {parts}");
    }
    let share = pool / parts;
    let part = match parts {
        2 => "half".to_owned(),
        3 => "a third".to_owned(),
        4 => "a quarter".to_owned(),
        5 => "a fifth".to_owned(),
        6 => "a sixth".to_owned(),
        7 => "a seventh".to_owned(),
        _ => format!("1/{parts}"),
    };
    let each = if unit == "share" {
        format!("{units} of {share}")
    } else {
        format!("{units} at {share} each")
    };
    format!("{each} ({part} of {pool}; the rest stays)")
}

/// Writes parts whose sum is the whole, or else the whole alone.
pub(crate) fn describe_addition_or_total(parts: &[i64], total: i64) -> String {
    if parts.len() < 2 || parts.iter().sum::<i64>() != total {
        return total.to_string();
    }
    let parts: Vec<String> = parts.iter().map(i64::to_string).collect();
    format!("{} = {total}", parts.join(" + "))
}
