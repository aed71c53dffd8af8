//! The payout of a deal of Mus, in stones, games or lost rounds.

use super::super::payout_line_forms::{AmountExplanation, PayoutForm};
use super::MusReplay;
use super::name_side_players;
use crate::cards::{Seat, SeatSet};
use crate::mus::{MusEarlyDealEnd, MusEventDetails, MusState};
use crate::rules::mus_values::{BettingPhase, Sides};
use crate::rules::{ClauseId, SessionEndEvent};
use crate::scenario::text::parsed_scenario::SideSeats;
use crate::scenario::text::{
    ExpectedValueOrGap, PayoutEntry, PayoutSubject, Spanned, TaskQuestion, diagnose,
};

/// Assigns the tasks about what a side takes to the step at which the cards are shown.
pub fn assign_takings_tasks_to_showdown(replay: &mut MusReplay) {
    let number = replay.now.number;
    let steps = &replay.steps;
    let Some(last) = steps.len().checked_sub(1) else {
        return;
    };
    let shown = steps
        .iter()
        .rposition(|step| step.hand == number && step.id.ends_with("-show"))
        .unwrap_or(last);
    let about_stones = replay
        .tasks
        .extract_if(.., |task| matches!(task.asks, TaskQuestion::Takes(_)));
    for task in about_stones {
        replay.asked.push((shown, task));
    }
}

/// Returns whether the players play each for themselves, without partners.
fn is_without_sides(replay: &MusReplay) -> bool {
    replay.rules.sides.value == Sides::Single
}

/// Returns what an entry is about, a side named by its first seat. Reports an entry of which the edition has nothing, and one
/// about no side.
pub fn subject_of_entry_or_report(
    replay: &mut MusReplay,
    entry: &Spanned<PayoutEntry>,
) -> Option<PayoutSubject> {
    let is_single = is_without_sides(replay);
    let is_of_other_mus = match entry.value.subject {
        PayoutSubject::Score(_) | PayoutSubject::Games(_) => is_single,
        PayoutSubject::Has(_) | PayoutSubject::Lost(_) => !is_single,
        _ => false,
    };
    if is_of_other_mus {
        let edition = replay.edition;
        replay.report(diagnose!("of-the-other-mus", &entry.span, edition));
        return None;
    }
    let subject = match entry.value.subject {
        PayoutSubject::BettingPhase(lance, told) => first_seat_of_side(replay, told)
            .map(|side| PayoutSubject::BettingPhase(lance, (side, None))),
        PayoutSubject::Ordago(told) => {
            first_seat_of_side(replay, told).map(|side| PayoutSubject::Ordago((side, None)))
        }
        subject => Some(subject),
    };
    if subject.is_none() {
        let help = hint_to_name_sides(replay);
        let named = subject_widened_to_side(replay, entry);
        let whole = named.or_else(|| side_matching_amount(replay, entry));
        let mut wrong = diagnose!("no-side", &entry.span, help);
        if let Some(side) = whole
            && let Some(amount) = written_amount(entry)
        {
            wrong = wrong.with_fix(form_of(replay, side).write_line(replay, amount));
        }
        if named.is_none() {
            wrong = wrong.as_guess();
        }
        replay.report(wrong);
        return whole;
    }
    subject
}

fn written_amount(entry: &Spanned<PayoutEntry>) -> Option<i64> {
    match entry.value.amount.as_ref()?.value {
        ExpectedValueOrGap::Known(amount) => Some(amount),
        ExpectedValueOrGap::Open => None,
    }
}

/// Returns what an entry that names one player of a pair is about, as if it named both.
fn subject_widened_to_side(
    replay: &MusReplay,
    entry: &Spanned<PayoutEntry>,
) -> Option<PayoutSubject> {
    if is_without_sides(replay) {
        return None;
    }
    match entry.value.subject {
        PayoutSubject::BettingPhase(lance, (seat, None)) => {
            let side = MusState::first_seat_of_side(&replay.rules, seat);
            Some(PayoutSubject::BettingPhase(lance, (side, None)))
        }
        PayoutSubject::Ordago((seat, None)) => {
            let side = MusState::first_seat_of_side(&replay.rules, seat);
            Some(PayoutSubject::Ordago((side, None)))
        }
        _ => None,
    }
}

/// Returns what an entry is about that names two players who are not partners: the side that took these stones.
fn side_matching_amount(replay: &MusReplay, entry: &Spanned<PayoutEntry>) -> Option<PayoutSubject> {
    let PayoutSubject::BettingPhase(told, _) = entry.value.subject else {
        return None;
    };
    let amount = written_amount(entry)?;
    payout_subjects(replay).into_iter().find(|subject| {
        let is_phase = matches!(subject, PayoutSubject::BettingPhase(phase, _) if *phase == told);
        is_phase && due_amount(replay, *subject) == amount
    })
}

/// Returns advice on how a file names the sides of its game.
pub fn hint_to_name_sides(replay: &MusReplay) -> String {
    if is_without_sides(replay) {
        return "each player plays alone: write one name".to_owned();
    }
    let mut pairs = Vec::new();
    for seat in replay.deal.players.iter() {
        if MusState::first_seat_of_side(&replay.rules, seat) == seat {
            let names: Vec<&str> = replay
                .deal
                .side_players(&replay.rules, seat)
                .iter()
                .map(|player| replay.name(player))
                .collect();
            pairs.push(format!("`{}`", names.join("+")));
        }
    }
    format!("write both names of a pair: {}", pairs.join(" or "))
}

/// Returns the first seat of the side that these seats make; none if they are no side of this
/// edition.
fn first_seat_of_side(replay: &MusReplay, seats: SideSeats) -> Option<Seat> {
    let is_single = is_without_sides(replay);
    let (first, partner) = seats;
    let Some(partner) = partner else {
        return is_single.then_some(first);
    };
    let side = MusState::first_seat_of_side(&replay.rules, first);
    let is_pair = first != partner && side == MusState::first_seat_of_side(&replay.rules, partner);
    (!is_single && is_pair).then_some(side)
}

/// Returns what an entry should say.
pub fn due_amount(replay: &MusReplay, subject: PayoutSubject) -> i64 {
    let deal = &replay.deal;
    match subject {
        PayoutSubject::Has(seat) => deal.table.purses[seat],
        PayoutSubject::BettingPhase(lance, (side, _)) => deal.stones_taken[lance.place()][side],
        PayoutSubject::Ordago((side, _)) => deal.ordago_stones[side],
        PayoutSubject::Score(side) => deal.table.score[side],
        PayoutSubject::Games(side) => deal.table.games_won[side],
        PayoutSubject::Lost(seat) => deal.table.rounds_lost[seat],
        _ => 0,
    }
}

/// Returns the whole payout, in the order in which an author would write it.
pub fn payout_subjects(replay: &MusReplay) -> Vec<PayoutSubject> {
    let deal = &replay.deal;
    let mut sides = SeatSet::NONE;
    for seat in deal.players.iter() {
        sides = sides.with(MusState::first_seat_of_side(&replay.rules, seat));
    }
    let mut subjects = Vec::new();
    for lance in phases_in_order(replay) {
        for side in sides.iter() {
            subjects.push(PayoutSubject::BettingPhase(lance, (side, None)));
        }
    }
    for side in sides.iter() {
        subjects.push(PayoutSubject::Ordago((side, None)));
    }
    subjects.retain(|subject| due_amount(replay, *subject) > 0);
    if is_without_sides(replay) {
        for seat in SeatSet::all(deal.table.seats).iter() {
            subjects.push(PayoutSubject::Has(seat));
        }
        let counts_losses = matches!(replay.rules.end.value.finish, SessionEndEvent::Losses(_));
        if let Some(MusEarlyDealEnd::Round(seat)) = deal.end
            && counts_losses
        {
            subjects.push(PayoutSubject::Lost(seat));
        }
        return subjects;
    }
    subjects.push(PayoutSubject::Score(Seat(0)));
    subjects.push(PayoutSubject::Score(Seat(1)));
    if matches!(deal.end, Some(MusEarlyDealEnd::Game(_))) {
        subjects.push(PayoutSubject::Games(Seat(0)));
        subjects.push(PayoutSubject::Games(Seat(1)));
    }
    subjects
}

/// Returns the phases in the order in which the edition plays them. Point takes the place of a Jeu that nobody has.
fn phases_in_order(replay: &MusReplay) -> Vec<BettingPhase> {
    let mut phases = Vec::new();
    for phase in replay.rules.phase_order.value.0.iter().copied() {
        phases.push(phase);
        if phase == BettingPhase::Jeu {
            phases.push(BettingPhase::Point);
        }
    }
    phases
}

/// Returns how a payout writes an amount about this subject: in a file and in a message. What both
/// sides have is one line, that of the first.
pub fn form_of(replay: &MusReplay, subject: PayoutSubject) -> PayoutForm {
    match subject {
        PayoutSubject::Has(seat) => PayoutForm::new("WHO has N", "WHO has N", seat),
        PayoutSubject::Lost(seat) => {
            PayoutForm::new("WHO lost N", "the rounds lost by WHO are N", seat)
        }
        PayoutSubject::BettingPhase(lance, (side, _)) => {
            let message = if is_without_sides(replay) {
                "at PHASE WHO sheds N"
            } else {
                "at PHASE NAMES take N"
            };
            side_form(replay, "LANCE SIDE N", message, side)
                .with_gap("LANCE", lance.word_in(replay.letters).to_owned())
                .with_gap("PHASE", lance.words().to_owned())
        }
        PayoutSubject::Ordago((side, _)) if is_without_sides(replay) => {
            side_form(replay, "ordago SIDE N", "WHO picks up N", side)
        }
        PayoutSubject::Ordago((side, _)) => {
            side_form(replay, "ordago SIDE", "by the órdago NAMES take N", side)
        }
        PayoutSubject::Score(side) => {
            let line = if side.0 == 0 { "score N OTHER" } else { "" };
            let other = due_amount(replay, PayoutSubject::Score(Seat(1)));
            side_form(replay, line, "the score of NAMES is N", side)
                .with_gap("OTHER", other.to_string())
        }
        PayoutSubject::Games(side) => {
            let line = if side.0 == 0 { "games N OTHER" } else { "" };
            let other = due_amount(replay, PayoutSubject::Games(Seat(1)));
            side_form(replay, line, "the games won by NAMES are N", side)
                .with_gap("OTHER", other.to_string())
        }
        _ => PayoutForm::new("?", "?", Seat(0)),
    }
}

/// Returns forms that name a side: SIDE is `Ana+Carlos`, NAMES is `Ana and Carlos`.
fn side_form(
    replay: &MusReplay,
    line: &'static str,
    message: &'static str,
    side_seat: Seat,
) -> PayoutForm {
    let deal = &replay.deal;
    let rules = &replay.rules;
    let mut names = Vec::new();
    for seat in SeatSet::all(deal.table.seats).iter() {
        if MusState::first_seat_of_side(rules, seat)
            == MusState::first_seat_of_side(rules, side_seat)
        {
            names.push(replay.name(seat));
        }
    }
    let name = |seat| replay.name(seat).to_owned();
    PayoutForm::new(line, message, side_seat)
        .with_gap("SIDE", names.join("+"))
        .with_gap(
            "NAMES",
            name_side_players(&replay.rules, deal, side_seat, &name),
        )
}

/// Returns what an amount is made of: each payment with its clause.
pub fn explain_amount(replay: &MusReplay, subject: PayoutSubject) -> AmountExplanation {
    let PayoutSubject::BettingPhase(lance, (side, _)) = subject else {
        return AmountExplanation::by_clause(ClauseId::PayOrder, "the wrong number");
    };
    let mut payments = Vec::new();
    for step in &replay.steps {
        for event in &step.events {
            if step.hand == replay.now.number
                && let MusEventDetails::StonesPaid(paid_lance, seat, stones) = event.details
                && paid_lance == lance
                && MusState::first_seat_of_side(&replay.rules, seat) == side
            {
                payments.push(format!("{stones} ({})", event.clause));
            }
        }
    }
    let reason = if payments.is_empty() {
        "nothing was paid".to_owned()
    } else {
        payments.join(" + ")
    };
    AmountExplanation::by_clause(ClauseId::PayOrder, reason)
}
