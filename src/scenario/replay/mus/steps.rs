//! How acts of Mus become steps: of the moves, of declarations that nobody wrote, of the payments.

use super::super::session::{NotOver, Session};
use super::super::story::{Kind, Step};
use super::super::task;
use crate::cards::Seat;
use crate::engine::Refusal;
use crate::mus::{
    MusAct, MusEvent, MusEventKind, MusStage, MusState, apply, close_deal, true_declaration,
};
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, Verb};
use crate::scenario::text::Task;

pub fn act(session: &mut Session, act: MusAct) -> Result<(), Refusal> {
    let (before, mut events) = (session.mus.hand, Vec::new());
    let (kind, mover, id) = match act {
        MusAct::Deal(_) | MusAct::Misdeal => (Kind::Deal, None, session.asked_at_mus().0),
        MusAct::Pay => {
            let lance = session
                .rules
                .phase_order
                .value
                .0
                .get(before.phase_index)
                .copied()
                .unwrap_or(BettingPhase::Point);
            let is_point = lance == BettingPhase::Jeu && before.claims[lance.place()].is_empty();
            (
                Kind::Payment,
                None,
                format!(
                    "pay-{}",
                    if is_point { BettingPhase::Point } else { lance }.word()
                ),
            )
        }
        MusAct::Move(..) | MusAct::Serve(_) => (
            Kind::Declaration,
            Some(before.mover),
            session.asked_at_mus().0,
        ),
        MusAct::CardSeen => (
            Kind::Declaration,
            None,
            format!("seen{}", session.mus.rounds.max(1)),
        ),
    };
    let mus = &mut session.mus;
    apply(&session.rules, &mut mus.hand, act, &mut events)?;
    if !matches!(act, MusAct::Pay) {
        let closed = events.iter().filter_map(|event| match event.kind {
            MusEventKind::PhaseClosed(lance, _) => {
                Some((lance, mus.hand.outcomes[lance.place()].winner))
            }
            _ => None,
        });
        // Where nobody has Jeu, that phase ends with what was said.
        let no_jeu = before.phase == BettingPhase::Jeu && mus.hand.phase == BettingPhase::Point;
        mus.closed = no_jeu
            .then_some((BettingPhase::Jeu, None))
            .into_iter()
            .chain(closed)
            .collect();
    }
    let stage = mus.hand.stage;
    let goes_on =
        (stage, mus.hand.phase) == (before.stage, before.phase) && before.stage != MusStage::Open;
    mus.said = if goes_on { mus.said + 1 } else { 0 };
    mus.is_declared &= stage == MusStage::Declaring && goes_on;
    mus.rounds += usize::from(stage == MusStage::AskingMus && before.stage != MusStage::AskingMus);
    session.now.tries = 0;
    step(session, kind, id, before, events, mover);
    Ok(())
}

fn step(
    session: &mut Session,
    kind: Kind,
    id: String,
    before: MusState,
    events: Vec<MusEvent>,
    mover: Option<Seat>,
) {
    session
        .story
        .shown
        .extend(events.iter().map(|event| event.clause));
    let is_answer = kind == Kind::Declaration && mover.is_some();
    let fits = |task: &Task| task::fits_bidding(task, before.stage, is_answer);
    let is_refused = matches!(kind, Kind::Refused { .. });
    let frame = session.frame(kind, id, mover, if is_refused { None } else { Some(&fits) });
    session
        .story
        .mus
        .push(Step::new(frame, before, session.mus.hand, events));
}

pub fn refused(session: &mut Session, seat: Seat, verb: Verb, attempt: String, clause: ClauseId) {
    session.now.tries += 1;
    session.story.proved.refusals += 1;
    let (hand, id) = (
        session.mus.hand,
        format!("{}-try{}", session.asked_at_mus().0, session.now.tries),
    );
    let kind = Kind::Refused {
        seat,
        verb,
        card: None,
        attempt,
        clause,
    };
    step(session, kind, id, hand, Vec::new(), Some(hand.mover));
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn declare(session: &mut Session, is_wanted: impl Fn(&Session) -> bool) {
    while session.mus.hand.stage == MusStage::Declaring
        && !session.mus.is_declared
        && is_wanted(session)
    {
        let lance = session.mus.hand.phase;
        while session.mus.hand.stage == MusStage::Declaring && session.mus.hand.phase == lance {
            let says = true_declaration(&session.rules, &session.mus.hand);
            if act(session, MusAct::Move(session.mus.hand.mover, says)).is_err() {
                return;
            }
        }
    }
}

pub fn pay(session: &mut Session) {
    if session.mus.hand.stage == MusStage::Paying {
        step(
            session,
            Kind::Payment,
            "show".into(),
            session.mus.hand,
            Vec::new(),
            None,
        );
    }
    while session.mus.hand.stage == MusStage::Paying && act(session, MusAct::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table.
///
/// # Errors
/// If the deal is not over: [`Session::whom`] says who is asked for what.
pub fn finish(session: &mut Session) -> Result<(), NotOver> {
    declare(session, |_| true);
    pay(session);
    if session.mus.hand.stage != MusStage::Over {
        return Err(NotOver);
    }
    close_deal(&session.rules, &session.mus.hand, &mut session.mus.table);
    Ok(())
}
