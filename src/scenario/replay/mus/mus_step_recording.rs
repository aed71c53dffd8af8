//! How acts of Mus become steps: of the moves, of declarations that nobody wrote, of the payments.

use super::super::replay_state::DealNotOver;
use super::super::story::{Step, StepKind};
use super::super::task_step_fit::fits_mus_step;
use super::{MusReplay, pending_move_of};
use crate::cards::Seat;
use crate::engine::Refusal;
use crate::mus::{
    MusAct, MusEvent, MusEventDetails, MusStage, MusState, apply, close_deal, true_declaration,
};
use crate::rules::mus_values::BettingPhase;
use crate::rules::{ClauseId, Verb};

/// The kind, id and mover of a step, which are known before its act is applied.
struct StepBeforeAct {
    kind: StepKind,
    id: String,
    mover: Option<Seat>,
}

/// Applies an act to the deal, and adds the step that it is.
pub fn apply_act(replay: &mut MusReplay, act: MusAct) -> Result<(), Refusal> {
    let before = replay.deal;
    let head = head_of_act(replay, act);
    let mut events = Vec::new();
    apply(&replay.rules, &mut replay.deal, act, &mut events)?;
    if !matches!(act, MusAct::Pay) {
        note_closed_phases(replay, &before, &events);
    }
    count_act_in_phase(replay, &before);
    replay.now.tries = 0;
    add_step(replay, head, before, events);
    Ok(())
}

/// Returns the kind, the id and the mover of the step that an act is.
fn head_of_act(replay: &MusReplay, act: MusAct) -> StepBeforeAct {
    let (kind, mover) = match act {
        MusAct::Deal(_) | MusAct::Misdeal => (StepKind::Deal, None),
        MusAct::Pay => (StepKind::Payment, None),
        MusAct::Move(..) | MusAct::Serve(_) => (StepKind::Declaration, Some(replay.deal.mover)),
        MusAct::CardSeen => (StepKind::Declaration, None),
    };
    let id = match act {
        MusAct::Pay => format!("pay-{}", phase_to_pay(replay).word()),
        MusAct::CardSeen => format!("seen{}", replay.own.rounds.max(1)),
        _ => pending_move_of(replay).id,
    };
    StepBeforeAct { kind, id, mover }
}

/// Returns the phase that is paid next.
fn phase_to_pay(replay: &MusReplay) -> BettingPhase {
    let hand = &replay.deal;
    let order = replay.rules.phase_order.value.0;
    match order.get(hand.phase_index) {
        None => BettingPhase::Point,
        Some(BettingPhase::Jeu) if hand.claims[BettingPhase::Jeu.place()].is_empty() => {
            BettingPhase::Point
        }
        Some(lance) => *lance,
    }
}

/// Notes the phases that an act closed, and who won them.
fn note_closed_phases(replay: &mut MusReplay, before: &MusState, events: &[MusEvent]) {
    replay.own.closed.clear();
    // Where nobody has Jeu, that phase ends with what was said.
    if before.phase == BettingPhase::Jeu && replay.deal.phase == BettingPhase::Point {
        replay.own.closed.push((BettingPhase::Jeu, None));
    }
    for event in events {
        if let MusEventDetails::PhaseClosed(lance, _) = event.details {
            let winner = replay.deal.outcomes[lance.place()].winner;
            replay.own.closed.push((lance, winner));
        }
    }
}

/// Counts an act among those of its phase, and the rounds of mus: ids are made of these numbers.
fn count_act_in_phase(replay: &mut MusReplay, before: &MusState) {
    let stage = replay.deal.stage;
    let is_same_phase = stage == before.stage && replay.deal.phase == before.phase;
    if is_same_phase && stage != MusStage::Open {
        replay.own.said += 1;
        replay.own.is_declared &= stage == MusStage::Declaring;
    } else {
        replay.own.said = 0;
        replay.own.is_declared = false;
    }
    if stage == MusStage::AskingMus && before.stage != MusStage::AskingMus {
        replay.own.rounds += 1;
    }
}

fn add_step(replay: &mut MusReplay, head: StepBeforeAct, before: MusState, events: Vec<MusEvent>) {
    for event in &events {
        replay.story.shown.insert(event.clause);
    }
    let StepBeforeAct { kind, id, mover } = head;
    if !matches!(kind, StepKind::Refused { .. }) {
        let is_answer = kind == StepKind::Declaration && mover.is_some();
        replay.assign_or_report_waiting_tasks(|task| fits_mus_step(task, before.stage, is_answer));
    }
    let frame = replay.next_frame(kind, &id, mover);
    let step = Step::new(frame, &replay.rules, before, replay.deal, events);
    replay.steps.push(step);
}

/// Adds an attempt that was refused as a step.
pub fn add_refusal(
    replay: &mut MusReplay,
    seat: Seat,
    verb: Verb,
    attempt: String,
    clause: ClauseId,
) {
    replay.now.tries += 1;
    replay.story.proved.refusals += 1;
    let pending = pending_move_of(replay);
    let hand = replay.deal;
    let head = StepBeforeAct {
        kind: StepKind::Refused {
            seat,
            verb,
            card: None,
            attempt,
            clause,
        },
        id: format!("{}-try{}", pending.id, replay.now.tries),
        mover: Some(hand.mover),
    };
    add_step(replay, head, hand, Vec::new());
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn make_true_declarations_while(
    replay: &mut MusReplay,
    is_wanted: impl Fn(&MusReplay) -> bool,
) {
    while replay.deal.stage == MusStage::Declaring && !replay.own.is_declared && is_wanted(replay) {
        let lance = replay.deal.phase;
        while replay.deal.stage == MusStage::Declaring && replay.deal.phase == lance {
            let declaration = true_declaration(&replay.rules, &replay.deal);
            let act = MusAct::Move(replay.deal.mover, declaration);
            if apply_act(replay, act).is_err() {
                return;
            }
        }
    }
}

/// Pays the phases of a deal whose betting is over, after the cards are shown.
pub fn show_and_pay_phases(replay: &mut MusReplay) {
    if replay.deal.stage == MusStage::Paying {
        let head = StepBeforeAct {
            kind: StepKind::Payment,
            id: "show".to_owned(),
            mover: None,
        };
        add_step(replay, head, replay.deal, Vec::new());
    }
    while replay.deal.stage == MusStage::Paying && apply_act(replay, MusAct::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table.
///
/// # Errors
/// If the deal is not over: [`MusReplay::describe_pending_move`] says who is asked for what.
pub fn finish_mus_deal(replay: &mut MusReplay) -> Result<(), DealNotOver> {
    make_true_declarations_while(replay, |_| true);
    show_and_pay_phases(replay);
    if replay.deal.stage != MusStage::Over {
        return Err(DealNotOver);
    }
    close_deal(&replay.rules, &replay.deal, &mut replay.table);
    Ok(())
}
