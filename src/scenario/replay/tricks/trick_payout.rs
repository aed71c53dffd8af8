//! The payout of a deal with tricks, in chips.

use super::super::payout_line_forms::PayoutForm;
use super::super::story::payout_of_event;
use super::TrickReplay;
use crate::cards::{Seat, SeatSet};
use crate::engine::{AmountCalculation, Event, EventDetails, table_marking_last_deal};
use crate::rules::{ClauseId, ClauseLookup};
use crate::scenario::text::{Diagnostic, PayoutSubject, Span, diagnose};

/// Returns what an entry should say.
pub fn due_amount(replay: &TrickReplay, subject: PayoutSubject) -> i64 {
    let rules = &replay.rules;
    let table = &replay.table;
    match subject {
        PayoutSubject::Pool => replay.own.pool,
        PayoutSubject::NextPool => table_marking_last_deal(rules, table).next_pool(rules),
        PayoutSubject::Waiting => {
            table_marking_last_deal(rules, table).debts_after_next_pool(rules)
        }
        PayoutSubject::SidePot => table_marking_last_deal(rules, table).next_side_pot(rules),
        PayoutSubject::Points(seat) => points_of(replay, seat).unwrap_or_default(),
        PayoutSubject::Takes(_) | PayoutSubject::Pays(..) | PayoutSubject::PaysIn(_) => {
            let amounts = booked_amounts(replay, subject);
            amounts.map(|amount| amount.chips).sum()
        }
        PayoutSubject::Owes(seat) => replay.deal.debts_made[seat],
        PayoutSubject::Has(seat) => table.purses[seat],
        _ => 0,
    }
}

/// Returns the points of a player, if the edition counts points.
fn points_of(replay: &TrickReplay, seat: Seat) -> Option<i64> {
    let score = replay.rules.score.value.0?;
    Some(i64::from(score.start - replay.table.points_down[seat]))
}

/// Chips that move or come to be owed, with their clause.
pub struct BookedAmount {
    pub clause: ClauseId,
    pub reason: AmountCalculation,
    pub chips: i64,
}

/// Returns the amounts of a deal that a payout calls so.
pub fn booked_amounts(
    replay: &TrickReplay,
    subject: PayoutSubject,
) -> impl Iterator<Item = BookedAmount> {
    let events = replay.own.events.iter();
    events.filter_map(move |event| booked_amount(event, subject))
}

/// Returns the amount of an event that a payout calls so.
fn booked_amount(event: &Event, subject: PayoutSubject) -> Option<BookedAmount> {
    if let EventDetails::DebtMade(debtor, chips, reason) = event.details
        && subject == PayoutSubject::Owes(debtor)
    {
        return Some(BookedAmount {
            clause: event.clause,
            reason,
            chips,
        });
    }
    let (called, moved) = payout_of_event(event)?;
    (subject == called).then_some(BookedAmount {
        clause: event.clause,
        reason: moved.reason,
        chips: moved.chips,
    })
}

/// Returns the error for an entry of what there is not: the game has nothing of the kind, or is over.
pub fn no_such_amount_error(
    replay: &TrickReplay,
    subject: PayoutSubject,
    entry: &Span,
    span: &Span,
) -> Option<Diagnostic> {
    let is_of_next_deal = matches!(
        subject,
        PayoutSubject::NextPool | PayoutSubject::Waiting | PayoutSubject::SidePot
    );
    if is_of_next_deal && replay.is_session_over() {
        return Some(diagnose!("no-next-pool", span).with_fix_at(entry.clone(), ""));
    }
    let topic = match subject {
        PayoutSubject::SidePot => ClauseId::PoolCap,
        PayoutSubject::Points(_) => ClauseId::Score,
        _ => return None,
    };
    if replay.rules.has_subject_of(topic) {
        return None;
    }
    Some(replay.not_in_edition_error(span, topic))
}

/// Returns the whole payout, in the order in which an author would write it.
pub fn payout_subjects(replay: &TrickReplay) -> Vec<PayoutSubject> {
    let mut subjects = vec![PayoutSubject::Pool];
    for seat in replay.deal.seats_in_turn() {
        push_subject_if_paid(replay, &mut subjects, PayoutSubject::Takes(seat));
    }
    for seat in replay.deal.seats_in_turn() {
        push_subject_if_paid(replay, &mut subjects, PayoutSubject::Owes(seat));
    }
    let seats = SeatSet::all(replay.deal.seats);
    for from in seats.iter() {
        for to in seats.iter() {
            let subject = PayoutSubject::Pays(from, to);
            if booked_amounts(replay, subject).next().is_some() {
                subjects.push(subject);
            }
        }
    }
    for seat in replay.deal.seats_in_turn() {
        push_subject_if_paid(replay, &mut subjects, PayoutSubject::PaysIn(seat));
    }
    if replay.rules.score.value.0.is_some() {
        subjects.extend(seats.iter().map(PayoutSubject::Points));
    }
    if !replay.is_session_over() {
        subjects.push(PayoutSubject::NextPool);
        push_subject_if_paid(replay, &mut subjects, PayoutSubject::Waiting);
        if replay.rules.pool_cap.value.0.is_some() {
            subjects.push(PayoutSubject::SidePot);
        }
    }
    subjects
}

/// Adds a subject of the payout if chips are paid for it.
fn push_subject_if_paid(
    replay: &TrickReplay,
    subjects: &mut Vec<PayoutSubject>,
    subject: PayoutSubject,
) {
    if due_amount(replay, subject) > 0 {
        subjects.push(subject);
    }
}

/// Returns how a payout writes an amount about this subject: in a file and in a message.
pub fn form_of(replay: &TrickReplay, subject: PayoutSubject) -> PayoutForm {
    match subject {
        PayoutSubject::Pool => PayoutForm::new("pool N", "the pool is N", Seat(0)),
        PayoutSubject::NextPool => PayoutForm::new("next pool N", "the next pool is N", Seat(0)),
        PayoutSubject::Waiting => PayoutForm::new("waiting N", "the waiting debts are N", Seat(0)),
        PayoutSubject::SidePot => PayoutForm::new("side pot N", "the side pot is N", Seat(0)),
        PayoutSubject::Takes(seat) => PayoutForm::new("WHO takes N", "WHO takes ANY", seat),
        PayoutSubject::Owes(seat) => PayoutForm::new("WHO owes N", "WHO owes ANY", seat),
        PayoutSubject::Has(seat) => PayoutForm::new("WHO has N", "WHO has ANY", seat),
        PayoutSubject::Points(seat) => {
            PayoutForm::new("WHO has N points", "WHO has N points", seat)
        }
        PayoutSubject::PaysIn(seat) => {
            PayoutForm::new("WHO pays N to the pool", "WHO pays the pool ANY", seat)
        }
        PayoutSubject::Pays(seat, payee) => {
            PayoutForm::new("WHO pays N to WHOM", "WHO pays WHOM ANY", seat)
                .with_gap("WHOM", replay.name(payee).to_owned())
        }
        _ => PayoutForm::new("?", "?", Seat(0)),
    }
}
