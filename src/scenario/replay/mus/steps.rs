//! How acts of Mus become steps: of the moves, of declarations that nobody wrote, of the payments.

use super::super::session::{NotOver, Session};
use super::super::story::{Kind, Step};
use super::super::task_places::fits_mus_step;
use crate::cards::Seat;
use crate::engine::Refusal;
use crate::mus::{
    MusAct, MusEvent, MusEventKind, MusStage, MusState, apply, close_deal, true_declaration,
};
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, Verb};

/// What of a step is known before its act is applied.
struct StepHead {
    kind: Kind,
    id: String,
    mover: Option<Seat>,
}

/// Applies an act to the deal, and adds the step that it is.
pub fn apply_act(session: &mut Session, act: MusAct) -> Result<(), Refusal> {
    let before = session.mus.hand;
    let head = head_of_act(session, act);
    let mut events = Vec::new();
    apply(&session.rules, &mut session.mus.hand, act, &mut events)?;
    if !matches!(act, MusAct::Pay) {
        note_closed_phases(session, &before, &events);
    }
    count_act(session, &before);
    session.now.tries = 0;
    add_step(session, head, before, events);
    Ok(())
}

/// Returns the kind, the id and the mover of the step that an act is.
fn head_of_act(session: &Session, act: MusAct) -> StepHead {
    let (kind, mover) = match act {
        MusAct::Deal(_) | MusAct::Misdeal => (Kind::Deal, None),
        MusAct::Pay => (Kind::Payment, None),
        MusAct::Move(..) | MusAct::Serve(_) => (Kind::Declaration, Some(session.mus.hand.mover)),
        MusAct::CardSeen => (Kind::Declaration, None),
    };
    let id = match act {
        MusAct::Pay => format!("pay-{}", phase_to_pay(session).word()),
        MusAct::CardSeen => format!("seen{}", session.mus.rounds.max(1)),
        _ => session.mus_question().id,
    };
    StepHead { kind, id, mover }
}

/// Returns the phase that is paid next.
fn phase_to_pay(session: &Session) -> BettingPhase {
    let hand = &session.mus.hand;
    let order = session.rules.phase_order.value.0;
    match order.get(hand.phase_index) {
        None => BettingPhase::Point,
        Some(BettingPhase::Jeu) if hand.claims[BettingPhase::Jeu.place()].is_empty() => {
            BettingPhase::Point
        }
        Some(lance) => *lance,
    }
}

/// Notes the phases that an act closed, and who won them.
fn note_closed_phases(session: &mut Session, before: &MusState, events: &[MusEvent]) {
    let bidding = &mut session.mus;
    bidding.closed.clear();
    // Where nobody has Jeu, that phase ends with what was said.
    if before.phase == BettingPhase::Jeu && bidding.hand.phase == BettingPhase::Point {
        bidding.closed.push((BettingPhase::Jeu, None));
    }
    for event in events {
        if let MusEventKind::PhaseClosed(lance, _) = event.kind {
            let winner = bidding.hand.outcomes[lance.place()].winner;
            bidding.closed.push((lance, winner));
        }
    }
}

/// Counts an act among those of its phase, and the rounds of mus: ids are made of these numbers.
fn count_act(session: &mut Session, before: &MusState) {
    let bidding = &mut session.mus;
    let stage = bidding.hand.stage;
    let is_same_phase = stage == before.stage && bidding.hand.phase == before.phase;
    if is_same_phase && stage != MusStage::Open {
        bidding.said += 1;
        bidding.is_declared &= stage == MusStage::Declaring;
    } else {
        bidding.said = 0;
        bidding.is_declared = false;
    }
    if stage == MusStage::AskingMus && before.stage != MusStage::AskingMus {
        bidding.rounds += 1;
    }
}

fn add_step(session: &mut Session, head: StepHead, before: MusState, events: Vec<MusEvent>) {
    for event in &events {
        session.story.shown.insert(event.clause);
    }
    let StepHead { kind, id, mover } = head;
    if !matches!(kind, Kind::Refused { .. }) {
        let is_answer = kind == Kind::Declaration && mover.is_some();
        session.assign_tasks(|task| fits_mus_step(task, before.stage, is_answer));
    }
    let frame = session.next_frame(kind, &id, mover);
    let step = Step::new(frame, before, session.mus.hand, events);
    session.story.push_mus_step(step);
}

/// Adds an attempt that was refused as a step.
pub fn add_refusal(
    session: &mut Session,
    seat: Seat,
    verb: Verb,
    attempt: String,
    clause: ClauseId,
) {
    session.now.tries += 1;
    session.story.proved.refusals += 1;
    let question = session.mus_question();
    let hand = session.mus.hand;
    let head = StepHead {
        kind: Kind::Refused {
            seat,
            verb,
            card: None,
            attempt,
            clause,
        },
        id: format!("{}-try{}", question.id, session.now.tries),
        mover: Some(hand.mover),
    };
    add_step(session, head, hand, Vec::new());
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn declare_truly(session: &mut Session, is_wanted: impl Fn(&Session) -> bool) {
    while session.mus.hand.stage == MusStage::Declaring
        && !session.mus.is_declared
        && is_wanted(session)
    {
        let lance = session.mus.hand.phase;
        while session.mus.hand.stage == MusStage::Declaring && session.mus.hand.phase == lance {
            let declaration = true_declaration(&session.rules, &session.mus.hand);
            let act = MusAct::Move(session.mus.hand.mover, declaration);
            if apply_act(session, act).is_err() {
                return;
            }
        }
    }
}

/// Pays the phases of a deal whose betting is over, after the cards are shown.
pub fn pay_phases(session: &mut Session) {
    if session.mus.hand.stage == MusStage::Paying {
        let head = StepHead {
            kind: Kind::Payment,
            id: "show".to_owned(),
            mover: None,
        };
        add_step(session, head, session.mus.hand, Vec::new());
    }
    while session.mus.hand.stage == MusStage::Paying && apply_act(session, MusAct::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table.
///
/// # Errors
/// If the deal is not over: [`Session::describe_question`] says who is asked for what.
pub fn finish_mus_deal(session: &mut Session) -> Result<(), NotOver> {
    declare_truly(session, |_| true);
    pay_phases(session);
    if session.mus.hand.stage != MusStage::Over {
        return Err(NotOver);
    }
    close_deal(&session.rules, &session.mus.hand, &mut session.mus.table);
    Ok(())
}
