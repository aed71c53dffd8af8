//! A deal of Mus, statement by statement: what is said and expected, and who wins a phase; how acts become its steps.

use super::allowed;
use crate::cards::Seat;
use crate::engine::{InvalidAct, Refusal};
use crate::mus::{
    MusAct, MusEvent, MusEventKind, MusStage, MusState, PhaseResult, apply, close_deal,
    comparison_clause, hand_strength, refusing_clause, true_declaration,
};
use crate::rules::mus::{BettingPhase, Sides};
use crate::rules::{ClauseId, Move, Verb};
use crate::scenario::replay::refusal::{RefusedAct, refusal_sentence};
use crate::scenario::replay::session::{CheckResult, NotOver, Session};
use crate::scenario::replay::statements::{
    ExpectedChoices, ExpectedName, check_cards_held, drawn_cards, expect_refusal, place,
    stands_once,
};
use crate::scenario::replay::statements::{tried, unlike, words_of};
use crate::scenario::replay::story::{Kind, Step};
use crate::scenario::replay::task;
use crate::scenario::text::{
    Choices, Code, Diagnostic, Expected, Keyword, MoveText, ScriptLine, Span, Spanned, Statement,
    Task, diagnose,
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

fn declares(verb: Verb) -> bool {
    matches!(verb.topic(), ClauseId::Declare | ClauseId::FaultLie)
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

pub fn seen(session: &mut Session, span: &Span) -> CheckResult {
    act(session, MusAct::CardSeen).map_err(|refusal| match refusal {
        Refusal::Forbidden(clause) => not_here(session, span, clause).into(),
        _ => diagnose!("cannot-be-seen", span, whom = session.whom()).into(),
    })
}

fn not_here(session: &Session, span: &Span, clause: ClauseId) -> Diagnostic {
    diagnose!("not-of-this-mus", span, edition = session.edition).with_clause(clause.id())
}

/// The clause by which the edition has no use for a move, if it has none.
fn foreign(session: &Session, deed: &MoveText) -> Option<ClauseId> {
    let rules = &session.rules;
    let single = rules.sides.value == Sides::Single;
    match deed.verb {
        Verb::Mus | Verb::NoMus if !rules.has(ClauseId::MusAsk) => Some(ClauseId::MusAsk),
        Verb::PassBoth | Verb::RefuseBoth if single => Some(ClauseId::Sides),
        Verb::Discard if deed.drawn.is_some() && rules.mus_discard.value.once => {
            Some(ClauseId::MusDiscard)
        }
        _ => None,
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

fn out_of_turn(session: &Session, seat: &Spanned<Seat>, verb: Verb, span: &Span) -> Diagnostic {
    let (hand, is_mover) = (&session.mus.hand, session.mover() == seat.value);
    let wrong = session.not_asked(seat, span, hand.stage == MusStage::Over, false);
    let is_first = hand.unasked == hand.players
        && !matches!(hand.stage, MusStage::Declaring | MusStage::Betting);
    match refusing_clause(
        &session.rules,
        hand,
        seat.value,
        moved(&MoveText::without_arguments(verb)),
    ) {
        _ if hand.stage == MusStage::Over || is_mover => wrong,
        _ if is_first => {
            let [dealer, first] = [hand.dealer, hand.mover].map(|seat| session.name(seat));
            wrong.with_help(format!(
                "{dealer} deals, so {first} has the hand and speaks first"
            ))
        }
        Some(clause) if clause != ClauseId::BetTurn || hand.bet.bettor.is_some() => wrong
            .with_help(why(session, seat.value, verb, clause))
            .with_clause(clause.id()),
        _ => wrong,
    }
}

fn why(session: &Session, seat: Seat, verb: Verb, clause: ClauseId) -> String {
    super::why(
        &session.rules,
        &session.mus.hand,
        seat,
        verb,
        clause,
        &|seat| session.name(seat).to_owned(),
    )
}

pub fn make_move(
    session: &mut Session,
    seat: &Spanned<Seat>,
    deed: &MoveText,
    span: &Span,
) -> CheckResult {
    if let Some(clause) = foreign(session, deed) {
        return Err(not_here(session, span, clause).into());
    }
    let stage = session.mus.hand.stage;
    if matches!(stage, MusStage::Open | MusStage::Paying | MusStage::Over)
        || session.mover() != seat.value
    {
        return Err(out_of_turn(session, seat, deed.verb, span).into());
    }
    if deed.verb == Verb::Discard {
        stands_once(&deed.cards)?;
        check_cards_held(session, seat.value, &deed.cards)?;
    }
    act(session, MusAct::Move(seat.value, moved(deed)))
        .map_err(|refusal| why_refused(session, seat.value, deed, refusal, span))?;
    if declares(deed.verb) {
        let hand = &session.mus.hand;
        session.mus.is_declared =
            hand.stage == MusStage::Declaring && !hand.unasked.has(seat.value);
    }
    if matches!(stage, MusStage::Discarding | MusStage::AfterCardSeen) && deed.verb == Verb::Discard
    {
        session
            .mus
            .served
            .push((seat.value, deed.drawn.clone(), span.clone()));
    }
    serve(session)?;
    pay(session);
    Ok(())
}

/// A move as it is written; with no number where none is told.
fn moved(deed: &MoveText) -> Move {
    deed.to_move().unwrap_or(Move::BetPass)
}

fn why_refused(
    session: &Session,
    seat: Seat,
    deed: &MoveText,
    refusal: Refusal,
    span: &Span,
) -> Box<Diagnostic> {
    let name = session.name(seat);
    Box::new(match refusal {
        Refusal::Forbidden(clause) => {
            let reason = why(session, seat, deed.verb, clause);
            let message = refusal_sentence(
                &RefusedAct::Move {
                    name,
                    does: deed.verb.info().may,
                },
                &reason,
            );
            let wrong = session.illegal(span, message, clause);
            let wrong = wrong.with_help(format!(
                "legal here: {}",
                words_of(session, &allowed(&session.rules, &session.mus.hand).0)
            ));
            wrong.with_help(session.as_refused(seat, &tried(session, deed), clause))
        }
        Refusal::Invalid(InvalidAct::UntrueDeclaration) => {
            let held = session.cards(session.mus.hand.hands[seat]);
            diagnose!("untrue", span, name, held)
        }
        _ => diagnose!("not-now", span, whom = session.whom()),
    })
}

/// Serves those who laid cards down, once all have.
fn serve(session: &mut Session) -> CheckResult {
    if session.mus.hand.stage != MusStage::Serving {
        if !matches!(
            session.mus.hand.stage,
            MusStage::Discarding | MusStage::AfterCardSeen
        ) {
            session.mus.served.clear();
        }
        return Ok(());
    }
    for (seat, drawn, span) in std::mem::take(&mut session.mus.served) {
        let number = session.mus.hand.unserved_discards[seat].len();
        let cards = drawn_cards(session, Verb::Exchange, number, drawn.as_ref(), &span)?;
        if let Err(refusal) = act(session, MusAct::Serve(cards)) {
            let span = drawn.as_ref().map_or(span, |drawn| place(drawn, refusal));
            let wrong = match refusal {
                Refusal::Invalid(InvalidAct::NotInStock(card)) => {
                    diagnose!("not-in-stock", &span, card, why = "not in it")
                }
                _ => diagnose!("not-to-be-served", &span),
            };
            return Err(wrong.with_clause(ClauseId::ExchangeShort.id()).into());
        }
    }
    Ok(())
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

fn refused(session: &mut Session, seat: Seat, verb: Verb, attempt: String, clause: ClauseId) {
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
fn declare(session: &mut Session, is_wanted: impl Fn(&Session) -> bool) {
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

fn pay(session: &mut Session) {
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
