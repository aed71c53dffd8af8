//! The moves of Mus, as a script tells them.

use super::super::draws::{check_cards_held, drawn_cards, place, stands_once};
use super::super::expectations::{tried, words_of};
use super::super::refusal::{RefusedAct, refusal_sentence};
use super::super::session::{CheckResult, Session};
use super::allowed;
use super::steps::{act, pay};
use crate::cards::Seat;
use crate::engine::{InvalidAct, Refusal};
use crate::mus::{MusAct, MusStage, refusing_clause};
use crate::rules::mus::Sides;
use crate::rules::{ClauseId, Move, Verb};
use crate::scenario::text::{Diagnostic, MoveText, Span, Spanned, diagnose};

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

/// The clause by which the edition has no use for a move, if it has none.
pub fn foreign(session: &Session, deed: &MoveText) -> Option<ClauseId> {
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

pub fn seen(session: &mut Session, span: &Span) -> CheckResult {
    act(session, MusAct::CardSeen).map_err(|refusal| match refusal {
        Refusal::Forbidden(clause) => not_here(session, span, clause).into(),
        _ => diagnose!("cannot-be-seen", span, whom = session.whom()).into(),
    })
}

pub fn not_here(session: &Session, span: &Span, clause: ClauseId) -> Diagnostic {
    diagnose!("not-of-this-mus", span, edition = session.edition).with_clause(clause.id())
}

pub fn out_of_turn(session: &Session, seat: &Spanned<Seat>, verb: Verb, span: &Span) -> Diagnostic {
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

pub fn why(session: &Session, seat: Seat, verb: Verb, clause: ClauseId) -> String {
    super::why(
        &session.rules,
        &session.mus.hand,
        seat,
        verb,
        clause,
        &|seat| session.name(seat).to_owned(),
    )
}

/// A move as it is written; with no number where none is told.
pub fn moved(deed: &MoveText) -> Move {
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

pub fn declares(verb: Verb) -> bool {
    matches!(verb.topic(), ClauseId::Declare | ClauseId::FaultLie)
}
