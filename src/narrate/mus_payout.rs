//! The payout of a deal of Mus, as a table: what each phase brings each side.

use super::mus_step_words::{is_stone_shedding, paid_phase, side_names, steps_through};
use super::step_sentences::format_with_true_minus;
use crate::cards::Seat;
use crate::mus::{BettingEnd, MusEarlyDealEnd, MusEventDetails, MusStage, MusState};
use crate::rules::mus_values::BettingPhase;
use crate::scenario::story::{MusStep, StepKind, Story, describe_addition_or_total};

/// The payout of a deal as far as a step has it: of the sides, or of the players.
pub(crate) struct MusPayoutTable {
    pub(crate) sides: Vec<String>,
    pub(crate) phases: Vec<PhasePayoutRow>,
    /// The label of the last row: `Score`, `Stones left`.
    pub(crate) total_label: &'static str,
    /// The stones that each side has after the step.
    pub(crate) totals: Vec<String>,
    /// The reason why nothing more is paid, if the game or the round ended.
    pub(crate) stops: Option<&'static str>,
}

/// The stones that a phase brings each side, and when they are paid.
pub(crate) struct PhasePayoutRow {
    pub(crate) phase: &'static str,
    /// `1 + 1 = 2`; empty where a side is paid nothing.
    pub(crate) sums: Vec<String>,
    /// `now`, in this step, `later`, `never`, or nothing if it was paid before.
    pub(crate) when: &'static str,
}

/// Returns the payout as far as a step has it; none where no payout is shown.
pub(super) fn payout_table(story: &Story, step: &MusStep) -> Option<MusPayoutTable> {
    let hand = &step.after;
    if step.kind != StepKind::Payment
        && (hand.stage != MusStage::Over || step.kind == StepKind::Deal)
    {
        return None;
    }
    let seats: Vec<Seat>;
    let held;
    let total_label;
    if is_stone_shedding(&step.rules) {
        seats = hand.players.iter().collect();
        held = &hand.table.purses;
        total_label = "Stones left";
    } else {
        seats = [0, 1].map(Seat).into();
        held = &hand.table.score;
        total_label = "Score";
    }
    let mut phases = Vec::new();
    for lance in step.rules.phase_order.value.0.iter() {
        phases.push(payout_row(story, step, played_phase(hand, *lance), &seats));
    }
    let sides = seats.iter().map(|seat| side_names(story, step, *seat));
    Some(MusPayoutTable {
        sides: sides.collect(),
        phases,
        total_label,
        totals: seats
            .iter()
            .map(|seat| format_with_true_minus(held[*seat]))
            .collect(),
        stops: hand.end.map(|ended| match ended {
            MusEarlyDealEnd::Game(_) => "The game is won: nothing more is paid.",
            MusEarlyDealEnd::Round(_) => "The round is lost: nothing more is paid.",
        }),
    })
}

/// Returns the phase that was played in the place of a phase: Point for a Jeu that nobody has.
fn played_phase(hand: &MusState, lance: BettingPhase) -> BettingPhase {
    if lance == BettingPhase::Jeu
        && hand.claims[lance.place()].is_empty()
        && hand.outcomes[BettingPhase::Point.place()].result != BettingEnd::Void
    {
        BettingPhase::Point
    } else {
        lance
    }
}

fn payout_row(
    story: &Story,
    step: &MusStep,
    lance: BettingPhase,
    seats: &[Seat],
) -> PhasePayoutRow {
    let steps = steps_through(story, step).iter();
    let deal: Vec<&MusStep> = steps.filter(|other| other.hand == step.hand).collect();
    let mut sums = Vec::new();
    for seat in seats {
        let mut paid = Vec::new();
        for event in deal.iter().flat_map(|other| &other.events) {
            if let MusEventDetails::StonesPaid(phase, payee, count) = event.details
                && phase == lance
                && MusState::first_seat_of_side(&step.rules, payee) == *seat
            {
                paid.push(count);
            }
        }
        sums.push(if paid.is_empty() {
            String::new()
        } else {
            describe_addition_or_total(&paid, paid.iter().sum())
        });
    }
    let when = if paid_phase(step) == Some(lance) {
        "now"
    } else if deal.iter().any(|other| paid_phase(other) == Some(lance)) {
        ""
    } else if step.after.stage == MusStage::Over {
        "never"
    } else {
        "later"
    };
    PhasePayoutRow {
        phase: lance.words(),
        sums,
        when,
    }
}
