//! Why each amount of a payout is what it is.

use super::super::payout_line_forms::AmountExplanation;
use super::super::shared_diagnostics::join_with_commas;
use super::super::story::{StepKind, describe_sum, format_with_true_minus};
use super::TrickReplay;
use super::trick_diagnostics::reason_for_no_trick;
use super::trick_payout::{BookedAmount, booked_amounts};
use crate::cards::Seat;
use crate::engine::{Account, Event, EventDetails, table_marking_last_deal};
use crate::rules::ClauseId;
use crate::scenario::text::PayoutSubject;

/// Explains an amount: by what was booked, or why nothing was.
pub fn explain_amount(replay: &TrickReplay, subject: PayoutSubject) -> AmountExplanation {
    let amounts: Vec<BookedAmount> = booked_amounts(replay, subject).collect();
    if let Some(explanation) = explain_booked_amounts(&amounts) {
        return explanation;
    }
    match subject {
        PayoutSubject::Pool => explain_pool(replay),
        PayoutSubject::NextPool => {
            AmountExplanation::by_clause(ClauseId::DebtEnter, describe_next_pool(replay))
        }
        PayoutSubject::Waiting => explain_waiting_debts(replay),
        PayoutSubject::Takes(seat) => explain_taking_nothing(replay, seat),
        PayoutSubject::Owes(seat) => {
            let clause = match deal_end_without_tricks(replay) {
                Some(Event {
                    details: EventDetails::BestFlush(_),
                    ..
                }) => ClauseId::FlushOwe,
                _ => ClauseId::DebtMake,
            };
            AmountExplanation::by_clause(clause, describe_no_debt(replay, seat))
        }
        PayoutSubject::Has(seat) => AmountExplanation::without_clause("after the deal")
            .with_help(describe_purse_changes(replay, seat)),
        PayoutSubject::Points(_) => AmountExplanation::by_clause(ClauseId::Score, "after the deal"),
        PayoutSubject::Pays(..) => {
            AmountExplanation::without_clause("nothing is owed between these players")
        }
        PayoutSubject::PaysIn(_) => {
            AmountExplanation::by_clause(ClauseId::DebtMake, "nothing is owed to this pool")
        }
        PayoutSubject::SidePot => {
            AmountExplanation::by_clause(ClauseId::PoolCap, "the wrong amount")
        }
        _ => AmountExplanation::without_clause(""),
    }
}

/// Explains how amounts came about, each with its clause; nothing if there are none.
fn explain_booked_amounts(amounts: &[BookedAmount]) -> Option<AmountExplanation> {
    let first = amounts.first()?;
    let mut sums = Vec::new();
    for amount in amounts {
        let sum = describe_sum(amount.reason, amount.chips, &[]);
        sums.push(format!("{sum} ({})", amount.clause));
    }
    Some(AmountExplanation::by_clause(
        first.clause,
        sums.join(" and "),
    ))
}

/// Explains the pool by what was paid into it when it was made.
fn explain_pool(replay: &TrickReplay) -> AmountExplanation {
    let mut paid_in = Vec::new();
    for event in opening_events(replay) {
        if let EventDetails::Transferred(moved) = event.details
            && moved.to == Account::Pool
        {
            paid_in.push(BookedAmount {
                clause: event.clause,
                reason: moved.reason,
                chips: moved.chips,
            });
        }
    }
    let reason = match explain_booked_amounts(&paid_in) {
        Some(explanation) => explanation.reason,
        None => "the wrong amount".to_owned(),
    };
    AmountExplanation::by_clause(ClauseId::Stake, reason)
}

fn explain_waiting_debts(replay: &TrickReplay) -> AmountExplanation {
    let entering = replay.table.entering_debts(&replay.rules);
    let mut debts = Vec::new();
    for (at, debt) in replay.table.debts.iter().enumerate() {
        if !entering.contains(&at) {
            let name = replay.name(debt.debtor);
            debts.push(format!(
                "{} owed by {name}",
                format_with_true_minus(debt.chips)
            ));
        }
    }
    if debts.is_empty() {
        return AmountExplanation::by_clause(ClauseId::DebtEnter, "no debt waits beside the pool");
    }
    AmountExplanation::by_clause(ClauseId::DebtEnter, "the sum of the waiting debts")
        .with_help(join_with_commas(debts.iter()))
}

/// Explains why a player takes nothing.
fn explain_taking_nothing(replay: &TrickReplay, seat: Seat) -> AmountExplanation {
    for event in &replay.own.events {
        if let EventDetails::PoolStays(reason) = event.details {
            let reason = format!("{}, so nobody takes the pool", reason.words());
            return AmountExplanation::by_clause(event.clause, reason);
        }
    }
    let Some(Event { details, clause }) = deal_end_without_tricks(replay) else {
        let name = replay.name(seat);
        let reason = format!("{name} {}", reason_for_no_trick(replay, seat));
        return AmountExplanation::by_clause(ClauseId::PayShare, reason);
    };
    match details {
        EventDetails::BestFlush(winner) => {
            let reason = format!("{}'s flush takes the pool", replay.name(winner));
            AmountExplanation::by_clause(ClauseId::FlushTake, reason)
        }
        EventDetails::LeftAlone(winner) => {
            let name = replay.name(winner);
            AmountExplanation::by_clause(clause, format!("{name} is left alone and takes the pool"))
        }
        _ => AmountExplanation::by_clause(clause, "the pool stays for the next deal"),
    }
}

/// Returns the event that ended the deal, if its tricks did not.
fn deal_end_without_tricks(replay: &TrickReplay) -> Option<Event> {
    for event in &replay.own.events {
        if matches!(
            event.details,
            EventDetails::Void | EventDetails::BestFlush(_) | EventDetails::LeftAlone(_)
        ) {
            return Some(*event);
        }
    }
    None
}

/// Says why a player owes nothing.
fn describe_no_debt(replay: &TrickReplay, seat: Seat) -> String {
    let name = replay.name(seat);
    let reason = reason_for_no_trick(replay, seat);
    if deal_end_without_tricks(replay).is_some() {
        if reason == "folded" {
            return format!("{name} folded, and a player who folds owes nothing");
        }
        return format!("no trick decided the deal, so {name} owes nothing");
    }
    match replay.deal.tricks_won[seat] {
        0 => format!("{name} {reason}"),
        1 => format!("{name} won a trick"),
        tricks => format!("{name} won {tricks} tricks"),
    }
}

/// Returns the events by which this deal began.
fn opening_events<'a>(replay: &'a TrickReplay) -> &'a [Event] {
    for step in &replay.steps {
        if step.hand == replay.now.number && step.kind == StepKind::Deal {
            return &step.events;
        }
    }
    &[]
}

/// Says what the next pool is made of.
fn describe_next_pool(replay: &TrickReplay) -> String {
    let rules = &replay.rules;
    let table = &replay.table;
    let mut parts = Vec::new();
    if table.pool > 0 {
        parts.push(format!(
            "{} left in the pool",
            format_with_true_minus(table.pool)
        ));
    }
    if table.side_pot > 0 {
        let chips = format_with_true_minus(table.side_pot);
        parts.push(format!("{chips} from the side pot"));
    }
    for debt in &table.debts[table.entering_debts(rules)] {
        let name = replay.name(debt.debtor);
        let chips = format_with_true_minus(debt.chips);
        parts.push(format!(
            "{chips} from {name}'s debt ({})",
            ClauseId::DebtEnter
        ));
    }
    let stake = table.next_stakes(rules);
    if stake > 0 {
        let chips = format_with_true_minus(stake);
        parts.push(format!("{chips} as the stake ({})", ClauseId::Stake));
    }
    let sum = parts.join(" + ");
    match rules.pool_cap.value.0 {
        Some(limit) if table_marking_last_deal(rules, table).next_side_pot(rules) > 0 => {
            let clause = ClauseId::PoolCap;
            format!("{sum}, but it may hold at most {limit} ({clause})")
        }
        _ => sum,
    }
}

/// Says what a player had before the deal, and what they paid and took in it.
fn describe_purse_changes(replay: &TrickReplay, seat: Seat) -> String {
    let opening = opening_events(replay)
        .iter()
        .filter(|event| matches!(event.clause, ClauseId::Stake | ClauseId::DebtEnter));
    let mut paid = 0;
    let mut taken = 0;
    for event in opening.chain(&replay.own.events) {
        let EventDetails::Transferred(moved) = event.details else {
            continue;
        };
        if moved.from == Account::Seat(seat) {
            paid += moved.chips;
        }
        if moved.to == Account::Seat(seat) {
            taken += moved.chips;
        }
    }
    let now = replay.table.purses[seat];
    format!(
        "{} before the deal − {} paid + {} taken = {}",
        format_with_true_minus(now - taken + paid),
        format_with_true_minus(paid),
        format_with_true_minus(taken),
        format_with_true_minus(now)
    )
}
