//! The statements of a script, one after another.

use super::session::Session;
use super::{attempt, exchange, expectation};
use crate::cards::{Card, Seat};
use crate::engine::{Act, Refusal, Stage};
use crate::rules::{Phase, Topic};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Deed, Hole, Line, Span, Statement};

/// Replays a script; false if the hand cannot go on.
pub(super) fn script(session: &mut Session, lines: &[Line]) -> bool {
    lines.iter().all(|line| session.stopped_before(line) || one(session, line))
}

fn one(session: &mut Session, line: &Line) -> bool {
    for (index, statement) in line.statements.iter().enumerate() {
        if index == 0 {
            let claims = matches!(&statement.value, Statement::Does { deed: Deed::Claims, .. });
            if line.trick.is_some() && !claims {
                session.let_all_pass();
            }
            number(session, line.trick.as_ref());
        }
        session.part_span = statement.span.clone();
        if session.paid {
            session.wrong(Diagnostic::new(
                Code::MisplacedFence,
                statement.span.clone(),
                "the payout ends a hand, and nothing follows it",
            ));
            return false;
        }
        match &statement.value {
            Statement::Stop => session.stopped = true,
            Statement::Does { seat, deed } => {
                if !does(session, seat, deed, &statement.span) {
                    return false;
                }
            }
        }
    }
    if let Some(winner) = &line.winner {
        let played = line.statements.last().is_some_and(|last| plays_a_card(&last.value));
        expect_winner(session, winner, played);
    }
    true
}

impl Session<'_> {
    /// Notes what stands after `stop`.
    fn stopped_before(&mut self, line: &Line) -> bool {
        if self.stopped
            && !self.diagnostics.iter().any(|wrong| wrong.code == Code::NotReached)
            && let Some(first) = line.statements.first()
        {
            let wrong =
                Diagnostic::new(Code::NotReached, first.span.clone(), "this stands after `stop`, which ends the file");
            self.wrong(wrong);
        }
        self.stopped
    }
}

fn number(session: &mut Session, number: Option<&At<u32>>) {
    let Some(number) = number else { return };
    let tricks = session.hand.stage == Stage::In(Phase::Tricks);
    let now = u32::from(session.hand.finished) + 1;
    let wrong = |message: String| Diagnostic::new(Code::WrongTrick, number.span.clone(), message);
    let found = if !tricks {
        Some(wrong("no trick is being played".into()).label(session.whom()))
    } else if !session.trick.is_empty() {
        Some(wrong(format!("trick {now} is not finished")).help("a trick's number stands before its first card"))
    } else {
        (number.value != now).then(|| wrong(format!("this is trick {now}")).fix(format!("{now}.")))
    };
    session.expect(found);
}

fn plays_a_card(statement: &Statement) -> bool {
    matches!(statement, Statement::Does { deed: Deed::Plays(_), .. })
}

fn expect_winner(session: &mut Session, winner: &At<Hole<Seat>>, played: bool) {
    let finished = session.steps.iter().rev().find(|step| step.hand == session.number && !step.trick.is_empty());
    let won = finished.filter(|step| step.after.trick.is_none()).map(|step| match step.after.stage {
        Stage::Over => session.last_winner(),
        _ => step.after.mover,
    });
    let Some(won) = won.filter(|_| played && session.trick.is_empty()) else {
        let wrong = Diagnostic::new(Code::WrongWinner, winner.span.clone(), "no trick ends here").label(session.whom());
        return session.expect(Some(wrong));
    };
    let name = session.name(won).to_string();
    let wrong = match winner.value {
        Hole::Known(seat) if seat == won => None,
        Hole::Known(_) => {
            Some(Diagnostic::new(Code::WrongWinner, winner.span.clone(), format!("{name} wins this trick")))
        }
        Hole::Open => Some(Diagnostic::new(Code::Unfilled, winner.span.clone(), format!("{name} wins this trick"))),
    };
    let clause = session.clause(Topic::TrickWin);
    session.expect(wrong.map(|wrong| wrong.fix(name).clause(clause)));
}

impl Session<'_> {
    fn last_winner(&self) -> Seat {
        let won = self.events.iter().rev().find_map(|event| match event.fact {
            crate::engine::Fact::Won(seat, _) => Some(seat),
            _ => None,
        });
        won.unwrap_or(self.hand.mover)
    }
}

fn does(session: &mut Session, seat: &At<Seat>, deed: &Deed, span: &Span) -> bool {
    match deed {
        Deed::May(choices, clause) => return expectation::may(session, seat, choices, clause.as_ref()),
        Deed::Tries(what, clause, legal) => return attempt::tries(session, seat, what, clause, legal.as_ref()),
        Deed::Claims => return claims(session, seat, span),
        _ => session.let_all_pass(),
    }
    if let Some(topic) = foreign(deed) {
        let message = format!("{} does not know this", session.edition);
        let clause = session.clause(topic);
        session.wrong(Diagnostic::new(Code::NotInEdition, span.clone(), message).clause(clause));
        return false;
    }
    if session.hand.mover != seat.value || !asked(session, deed) {
        session.wrong(out_of_turn(session, seat, span));
        return false;
    }
    match deed {
        Deed::Folds => act(session, Act::Fold(seat.value), span),
        Deed::Stands => act(session, Act::Stand(seat.value), span),
        Deed::Exchanges(laid, drawn) => exchange::exchange(session, seat, laid, drawn.as_ref(), span),
        Deed::Plays(card) => plays(session, seat.value, card),
        _ => true,
    }
}

/// The clause under which an edition without the thing lets a deed find nothing.
pub(super) fn foreign(deed: &Deed) -> Option<Topic> {
    match deed {
        Deed::TakesFille => Some(Topic::DeclFille),
        Deed::TakesTurnUp(_) => Some(Topic::TurnOwner),
        Deed::Names(_) => Some(Topic::PamNames),
        Deed::ShowsHand => Some(Topic::FaultShow),
        Deed::SpeaksOutOfTurn => Some(Topic::FaultTurn),
        Deed::Holds(_) => Some(Topic::FaultCards),
        _ => None,
    }
}

fn asked(session: &Session, deed: &Deed) -> bool {
    let declares = matches!(deed, Deed::Folds | Deed::Stands | Deed::Exchanges(..));
    match session.hand.stage {
        Stage::In(Phase::Declarations) => declares,
        Stage::In(Phase::Tricks) => matches!(deed, Deed::Plays(_)),
        _ => false,
    }
}

/// A statement that nobody asked for.
pub(super) fn out_of_turn(session: &Session, seat: &At<Seat>, span: &Span) -> Diagnostic {
    let place = if session.hand.mover == seat.value { span.clone() } else { seat.span.clone() };
    let message = match session.hand.stage {
        Stage::Over => format!("{} has nothing more to do: the hand is over", session.name(seat.value)),
        _ if session.hand.mover == seat.value => format!("{} is asked for something else", session.name(seat.value)),
        _ => format!("it is not {}'s turn", session.name(seat.value)),
    };
    Diagnostic::new(Code::OutOfTurn, place, message).label(session.whom())
}

/// Makes an act that the engine cannot refuse but by misuse.
pub(super) fn act(session: &mut Session, act: Act, span: &Span) -> bool {
    match session.act(act) {
        Ok(()) => true,
        Err(refusal) => {
            let wrong = super::deal::misused(session, refusal, span.clone());
            session.wrong(wrong);
            false
        }
    }
}

fn claims(session: &mut Session, seat: &At<Seat>, span: &Span) -> bool {
    session.let_pass_before(seat.value);
    if let Some(topic) = crate::engine::why_no_claim(&session.rules, &session.hand, seat.value) {
        let name = session.name(seat.value);
        let wrong = Diagnostic::new(Code::Illegal, span.clone(), format!("{name} may not claim"))
            .label(format!("refused: {topic}"))
            .clause(session.clause(topic))
            .help(format!("to show the refusal itself, write `{name} tries to claim the mouche (refused: {topic})`"));
        session.wrong(wrong);
        return false;
    }
    act(session, Act::Claim(seat.value), span)
}

fn plays(session: &mut Session, seat: Seat, card: &At<Card>) -> bool {
    if !session.hand.held[seat].has(card.value) {
        session.wrong(not_held(session, seat, card));
        return false;
    }
    match session.act(Act::Play(seat, card.value)) {
        Err(Refusal::Card(topic, legal)) => {
            let (name, cards) = (session.name(seat), session.cards(legal.cards));
            let wrong =
                Diagnostic::new(Code::Illegal, card.span.clone(), format!("{name} may not play {}", card.value))
                    .label(format!("refused: {topic}"))
                    .clause(session.clause(topic))
                    .help(format!("legal here: {cards} ({})", legal.clause))
                    .help(format!(
                        "to show the refusal itself, write `{name} tries {} (refused: {topic})`",
                        card.value
                    ));
            session.wrong(wrong);
            false
        }
        Err(refusal) => {
            let wrong = super::deal::misused(session, refusal, card.span.clone());
            session.wrong(wrong);
            false
        }
        Ok(()) => true,
    }
}

/// A card that its player does not hold.
pub(super) fn not_held(session: &Session, seat: Seat, card: &At<Card>) -> Diagnostic {
    let held = session.cards(session.hand.held[seat]);
    let name = session.name(seat);
    let whereabouts = session.where_is(card.value);
    Diagnostic::new(Code::NotHeld, card.span.clone(), format!("{name} does not hold {}", card.value))
        .label(whereabouts)
        .help(format!("{name} holds {held}"))
}
