//! How acts become the steps of a deal of Mus, and what their ids are.

use crate::cards::Seat;
use crate::engine::Refusal;
use crate::mus::{Act, Event, Fact, Hand, Stage, apply, choices, most, truth};
use crate::rules::mus::Lance;
use crate::rules::{Topic, Verb};
use crate::scenario::replay::session::{Bidding, Session};
use crate::scenario::replay::story::{Kind, MusStep};
use crate::scenario::replay::task;
use crate::scenario::text::{Choice, Choices, Task};

/// The id of what is asked now.
fn asked(mus: &Bidding) -> String {
    let (round, said) = (mus.rounds.max(1), mus.said + 1);
    match mus.hand.stage {
        Stage::Open => "deal".into(),
        Stage::Asked => format!("mus{round}-{said}"),
        Stage::Laying | Stage::Seen => format!("lay{round}-{said}"),
        Stage::Serving => format!("serve{round}-{said}"),
        Stage::Declaring => format!("{}-says-{said}", mus.hand.lance.word()),
        Stage::Betting => format!("{}-{said}", mus.hand.lance.word()),
        Stage::Paying | Stage::Over => "show".into(),
    }
}

/// The id of the next payment.
fn paid(session: &Session) -> String {
    let hand = &session.mus.hand;
    let lance = session.rules.phase_order.value.0.get(hand.at).copied().unwrap_or(Lance::Point);
    let is_point = lance == Lance::Jeu && hand.says[Lance::Jeu.place()].is_empty();
    format!("pay-{}", if is_point { Lance::Point } else { lance }.word())
}

/// Makes an act; the step it gives is added.
pub fn act(session: &mut Session, act: Act) -> Result<(), Refusal> {
    let (before, mut events) = (session.mus.hand, Vec::new());
    let (kind, mover, id) = match act {
        Act::Deal(_) | Act::Misdeal => (Kind::Deal, None, asked(&session.mus)),
        Act::Pay => (Kind::Payment, None, paid(session)),
        Act::Does(..) | Act::Serve(_) => (Kind::Declaration, Some(before.mover), asked(&session.mus)),
        Act::Seen => (Kind::Declaration, None, format!("seen{}", session.mus.rounds.max(1))),
    };
    let mus = &mut session.mus;
    apply(&session.rules, &mut mus.hand, act, &mut events)?;
    if !matches!(act, Act::Pay) {
        let closed = events.iter().filter_map(|event| match event.fact {
            Fact::Closed(lance, _) => Some((lance, mus.hand.outcomes[lance.place()].winner)),
            _ => None,
        });
        // Where nobody has Jeu, that phase ends with what was said.
        let no_jeu = before.lance == Lance::Jeu && mus.hand.lance == Lance::Point;
        mus.closed = no_jeu.then_some((Lance::Jeu, None)).into_iter().chain(closed).collect();
    }
    let stage = mus.hand.stage;
    let goes_on = (stage, mus.hand.lance) == (before.stage, before.lance) && before.stage != Stage::Open;
    mus.said = if goes_on { mus.said + 1 } else { 0 };
    mus.is_declared &= stage == Stage::Declaring && goes_on;
    mus.rounds += usize::from(stage == Stage::Asked && before.stage != Stage::Asked);
    session.now.tries = 0;
    step(session, kind, id, before, events, mover);
    Ok(())
}

fn step(session: &mut Session, kind: Kind, id: String, before: Hand, events: Vec<Event>, mover: Option<Seat>) {
    session.shown.extend(events.iter().map(|event| event.clause));
    let is_answer = kind == Kind::Declaration && mover.is_some();
    let fits = |task: &Task| task::fits_bidding(task, before.stage, is_answer);
    let is_refused = matches!(kind, Kind::Refused { .. });
    let frame = session.frame(kind, id, mover, if is_refused { None } else { Some(&fits) });
    session.mus_steps.push(MusStep { frame, before, after: session.mus.hand, events });
}

/// What the mover may do, and the clause that binds.
pub fn allowed(session: &Session) -> (Choices, Topic) {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let (all, clause) = choices(rules, hand);
    let choice = |verb: &Verb| Choice { verb: *verb, most: most(rules, hand, *verb) };
    (Choices::Declarations(all.iter().map(choice).collect()), clause)
}

/// Adds a refusal as a step of its own.
pub fn refused(session: &mut Session, seat: Seat, verb: Verb, attempt: String, clause: Topic) {
    session.now.tries += 1;
    session.proved.refusals += 1;
    let (hand, id) = (session.mus.hand, format!("{}-try{}", asked(&session.mus), session.now.tries));
    let kind = Kind::Refused { seat, verb, card: None, attempt, clause };
    step(session, kind, id, hand, Vec::new(), Some(hand.mover));
}

/// Makes the declarations that nobody wrote, truly, as long as they are wanted.
pub fn declare(session: &mut Session, is_wanted: impl Fn(&Session) -> bool) {
    while session.mus.hand.stage == Stage::Declaring && !session.mus.is_declared && is_wanted(session) {
        let lance = session.mus.hand.lance;
        while session.mus.hand.stage == Stage::Declaring && session.mus.hand.lance == lance {
            let says = truth(&session.rules, &session.mus.hand);
            if act(session, Act::Does(session.mus.hand.mover, says)).is_err() {
                return;
            }
        }
    }
}

/// Shows the cards and pays what is to be paid, phase by phase.
pub fn pay(session: &mut Session) {
    if session.mus.hand.stage == Stage::Paying {
        step(session, Kind::Payment, "show".into(), session.mus.hand, Vec::new(), None);
    }
    while session.mus.hand.stage == Stage::Paying && act(session, Act::Pay).is_ok() {}
}

/// Goes to the end of the deal, as far as silence does, and back to the table; who is asked for what if it is not over.
pub fn finish(session: &mut Session) -> Result<(), String> {
    declare(session, |_| true);
    pay(session);
    if session.mus.hand.stage != Stage::Over {
        return Err(session.whom());
    }
    session.mus.table = session.mus.hand.close(&session.rules);
    Ok(())
}
