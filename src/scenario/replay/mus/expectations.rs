//! What a script of Mus expects: the phase, its winner, the score, refusals.

use super::super::draws::check_cards_held;
use super::super::expectations::{ExpectedChoices, ExpectedName, expect_refusal, tried, unlike};
use super::super::session::{CheckResult, Session};
use super::allowed;
use super::moves::{declares, foreign, moved, not_here, out_of_turn};
use super::steps::{declare, pay, refused};
use crate::cards::Seat;
use crate::mus::{MusStage, PhaseResult, comparison_clause, hand_strength, refusing_clause};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Verb};
use crate::scenario::text::{
    Choices, Code, Expected, Keyword, MoveText, ScriptLine, Spanned, Statement, diagnose,
};

/// Makes the declarations that the file leaves out before a statement, and checks the word of the phase.
pub fn check_before_statement(
    session: &mut Session,
    statement: &Statement,
    marker: Option<&Spanned<BettingPhase>>,
) -> CheckResult {
    if is_after_declarations(session, statement) {
        declare(session, |_| true);
    }
    let Some(marker) = marker else { return Ok(()) };
    let hand = &session.mus.hand;
    let is_on = matches!(hand.stage, MusStage::Declaring | MusStage::Betting);
    if is_on && hand.phase == marker.value {
        session.expect(None);
        return Ok(());
    }
    let is = if is_on {
        format!("this is {}", hand.phase.words())
    } else {
        "no phase is being played".into()
    };
    let wrong = diagnose!(
        "other-phase",
        &marker.span,
        is,
        told = marker.value.words(),
        whom = session.whom()
    );
    Err(if is_on {
        wrong.with_fix(format!("{}:", hand.phase.word()))
    } else {
        wrong
    }
    .into())
}

/// Returns whether a statement can only be made once all players have declared what they have. A `may ?` of the player who is
/// asked to declare is about the declaration.
fn is_after_declarations(session: &Session, statement: &Statement) -> bool {
    match statement {
        Statement::Move {
            move_text: deed, ..
        } => !declares(deed.verb),
        Statement::Choices { seat, choices, .. } => match &choices.value {
            Expected::Known(Choices::Declarations(choices)) => {
                !choices.iter().any(|choice| declares(choice.verb))
            }
            Expected::Known(Choices::Cards(_)) => true,
            Expected::Open => session.mover() != seat.value,
        },
        _ => false,
    }
}

/// Checks the phase of a line without statements, and the winner that the line names.
pub fn check_phase_winner(session: &mut Session, line: &ScriptLine) {
    let alone = line.phase.as_ref().filter(|_| line.statements.is_empty());
    if let Some(Spanned { value: lance, span }) = alone {
        session.now.part_span = span.clone();
        session.mus.closed.clear();
        let is_open = |session: &Session| {
            session.mus.hand.outcomes[lance.place()].result == PhaseResult::default()
        };
        declare(session, |session| {
            is_open(session) && !is_past(session, *lance)
        });
        pay(session);
    }
    let Some(winner) = &line.winner else { return };
    let outcome = |lance: BettingPhase| (lance, session.mus.hand.outcomes[lance.place()].winner);
    let found = match alone {
        None => session.mus.closed.first().copied(),
        Some(marker) => Some(marker.value)
            .filter(|lance| is_past(session, *lance))
            .map(outcome),
    };
    let Some((lance, won)) = found else {
        return session.expect(Some(diagnose!(
            "no-phase-ends",
            &winner.span,
            whom = session.whom()
        )));
    };
    let wrong = unlike(winner, &won, Code::WrongWinner).map(|code| {
        let name = |seat: Option<Seat>| seat.map_or("nobody", |seat| session.name(seat));
        let not = winner.value.describe_mismatch(|other| name(*other));
        let nobody = Keyword::None.spelling_in(session.letters);
        let word = won.map_or(nobody, |seat| session.name(seat));
        let other = if let Expected::Known(other) = winner.value {
            other
        } else {
            None
        };
        let (why, clause) = decided(session, lance, won, other);
        let message = format!("{} wins {}{not}", name(won), lance.words());
        code.diagnostic_at(&winner.span, message)
            .with_fix(word)
            .with_label(why)
            .with_clause(clause.id())
    });
    session.expect(wrong);
}

/// Whether a phase is over: that of the deal is behind it.
fn is_past(session: &Session, lance: BettingPhase) -> bool {
    let (order, hand) = (session.rules.phase_order.value.0, &session.mus.hand);
    let at = order
        .iter()
        .position(|other| *other == lance)
        .unwrap_or(order.len() - 1);
    let point = lance == BettingPhase::Jeu && hand.phase == BettingPhase::Point;
    hand.phase_index > at || point || matches!(hand.stage, MusStage::Paying | MusStage::Over)
}

/// What decided a phase, against one who did not win it, and the clause.
fn decided(
    session: &Session,
    lance: BettingPhase,
    winner: Option<Seat>,
    other: Option<Seat>,
) -> (String, ClauseId) {
    let (rules, hand) = (&session.rules, &session.mus.hand);
    let outcome = hand.outcomes[lance.place()];
    let name = |seat| session.name(seat);
    let has = |seat| {
        format!(
            "{} has {}",
            name(seat),
            super::worth(rules, lance, hand.hands[seat])
        )
    };
    let Some(winner) = winner else {
        return (
            format!("{} is nobody's", lance.words()),
            ClauseId::PhaseOrder,
        );
    };
    match other {
        _ if outcome.result == PhaseResult::Refused => (
            format!("the bet of {} was refused", name(winner)),
            ClauseId::BetRefuse,
        ),
        None => (has(winner), comparison_clause(lance)),
        Some(other) if !outcome.contenders.has(other) => (
            format!("{} has no part in {}", name(other), lance.words()),
            ClauseId::Declare,
        ),
        Some(other) => {
            let [own, theirs] =
                [winner, other].map(|seat| hand_strength(rules, lance, hand.hands[seat]));
            let (tie, clause) = match own == theirs {
                true => (", and sits nearer to the hand", ClauseId::Tie),
                false => ("", comparison_clause(lance)),
            };
            (format!("{}, {}{tie}", has(other), has(winner)), clause)
        }
    }
}

pub fn score(session: &mut Session, told: &[Spanned<Expected<i64>>; 2]) {
    if session.rules.sides.value == Sides::Single {
        let span = told[0].span.start..told[1].span.end;
        return session.wrong(not_here(session, &span, ClauseId::Sides));
    }
    for (told, now) in told.iter().zip(session.mus.hand.scores()) {
        session.expect(unlike(told, &now, Code::WrongPayout).map(|code| {
            let not = told.value.describe_mismatch(|known| *known);
            code.diagnostic_at(&told.span, format!("the score of this side is {now}{not}"))
                .with_label("so far")
                .with_fix(now.to_string())
        }));
    }
}

/// Checks that an attempt is refused, and why. A wrong expectation does not stop the deal.
pub fn tries(
    session: &mut Session,
    seat: &Spanned<Seat>,
    what: &Spanned<MoveText>,
    clause: &ExpectedName,
    legal: Option<&ExpectedChoices>,
) {
    let (deed, seat_of) = (&what.value, seat.value);
    // An edition without mus says so in a clause: a player may try to ask for it, and is refused by that clause.
    let asks_for_mus = matches!(deed.verb, Verb::Mus | Verb::NoMus);
    if !asks_for_mus && let Some(clause) = foreign(session, deed) {
        return session.wrong(not_here(session, &what.span, clause));
    }
    let out = (!session.mus.hand.players.has(seat_of))
        .then(|| out_of_turn(session, seat, deed.verb, &what.span));
    if let Some(wrong) = out.or_else(|| {
        check_cards_held(session, seat_of, &deed.cards)
            .err()
            .map(|wrong| *wrong)
    }) {
        return session.expect(Some(wrong));
    }
    let Some(topic) = refusing_clause(&session.rules, &session.mus.hand, seat_of, moved(deed))
    else {
        let wrong = diagnose!("not-refused", &what.span, name = session.name(seat_of));
        return session.expect(Some(
            wrong.with_help("tell it as done, or try something that is refused"),
        ));
    };
    let legal = legal.map(|legal| (legal, allowed(&session.rules, &session.mus.hand)));
    expect_refusal(session, topic, clause, legal);
    refused(session, seat_of, deed.verb, tried(session, deed), topic);
}
