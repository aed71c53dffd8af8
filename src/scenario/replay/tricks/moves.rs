//! The moves of a game with tricks, as a script tells them.

use super::super::draws::{check_cards_held, drawn_cards, place, stands_once};
use super::super::errors::known_to;
use super::super::refusal::{RefusalReason, RefusedAct, refusal_sentence};
use super::super::session::{CheckResult, Session};
use crate::cards::{Card, CardSet, Seat, count_in_words};
use crate::engine::{
    Act, Move, Refusal, Stage, apply_to_copy, edition_has_move, is_to_declare, move_offer,
    refusing_clause,
};
use crate::rules::{ClauseId, MoveArgs, MoveKind, Phase, Verb};
use crate::scenario::text::notation::{VerbForm, write_verb};
use crate::scenario::text::{Diagnostic, Keyword, MoveText, Span, Spanned, diagnose, script};

pub fn make_move(
    session: &mut Session,
    seat: &Spanned<Seat>,
    deed: &MoveText,
    span: &Span,
) -> CheckResult {
    match deed.verb {
        Verb::Claim => return claims(session, seat, span),
        Verb::TakeTurnUp => {}
        verb if verb.kind() == MoveKind::Fault => {}
        verb => session.pass_while(|session| !session.asks(seat.value, verb)),
    }
    if !edition_has_move(&session.rules, deed.verb) {
        let known = known_to(|rules| edition_has_move(rules, deed.verb));
        let wrong = diagnose!("move-elsewhere", span, edition = session.edition, known);
        let ours =
            script::known_verb_word(deed.verb, |verb| edition_has_move(&session.rules, verb));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| {
            wrong.with_help(format!("here it is called `{ours}`"))
        });
        return Err(wrong.with_clause(deed.verb.topic().id()).into());
    }
    if let (Some(fault), MoveKind::Fault) = (deed.to_move(), deed.verb.kind()) {
        return offends(session, seat, fault, span);
    }
    // What is asked for and may not be made is refused later, by the clause that refuses it.
    let is_declared = matches!(session.hand.stage, Stage::In(Phase::Round(_)))
        && deed.verb.kind() == MoveKind::Declaration;
    let is_theirs =
        session.asks(seat.value, deed.verb) || (session.hand.mover == seat.value && is_declared);
    let before_all = Act::Move(seat.value, Move::BidAll);
    let precedes = deed.verb == Verb::BidAll
        && apply_to_copy(&session.rules, &session.hand, before_all, &mut Vec::new()).is_ok();
    match deed.to_move() {
        _ if !is_theirs && !precedes => Err(session.out_of_turn(seat, span).into()),
        Some(Move::Exchange(..) | Move::ThrowIn(_) | Move::Defend(..)) => {
            draws(session, seat.value, deed, span)
        }
        Some(Move::Play(_)) => plays(session, seat.value, &deed.cards[0]),
        Some(does) => {
            check_cards_held(session, seat.value, &deed.cards)?;
            act(session, seat.value, does, span)
        }
        // What follows these may be left out where they are only tried.
        None => Err(diagnose!("unknown-defence", span).into()),
    }
}

fn offends(session: &mut Session, seat: &Spanned<Seat>, fault: Move, span: &Span) -> CheckResult {
    let name = session.name(seat.value);
    let right = session.hand.hands[seat.value].len() as i64;
    let most = session.hand.max_cards_held(seat.value);
    let wrong = match fault {
        _ if !session.hand.active.has(seat.value) => format!("{name} is out of this hand"),
        Move::HoldCards(cards) if cards as usize > most => {
            return Err(diagnose!("holds-too-many", span, name, cards, most).into());
        }
        Move::HoldCards(cards) if cards == right => format!("to hold {right} cards is no fault"),
        Move::SpeakOutOfTurn if is_to_declare(&session.hand, seat.value) => {
            format!("it is {name}'s turn to speak")
        }
        _ => {
            let before = session.hand.missing_from_stock;
            act(session, seat.value, fault, span)?;
            // What was held beyond its own was the next that the stock had to give.
            let gone =
                usize::from(session.hand.missing_from_stock - before).min(session.now.stock.len());
            session.now.astray = session
                .now
                .stock
                .drain(..gone)
                .fold(session.now.astray, CardSet::with);
            return Ok(());
        }
    };
    Err(diagnose!("no-fault", span, wrong, whom = session.whom()).into())
}

/// Makes a move that the engine cannot refuse but by misuse.
fn act(session: &mut Session, seat: Seat, does: Move, span: &Span) -> CheckResult {
    session.act(Act::Move(seat, does)).map_err(|refusal| {
        let Refusal::Forbidden(topic) = refusal else {
            return session.misused(refusal, span).into();
        };
        let refused = RefusedAct::Move {
            name: session.name(seat),
            does: does.verb().info().may,
        };
        let wrong = refused_act(session, span, seat, &refused, topic);
        let is_asked = |verb| move_offer(&session.rules, &session.hand, verb).is_some();
        let ours =
            script::known_verb_word(does.verb(), is_asked).filter(|_| !is_asked(does.verb()));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| {
            wrong.with_help(format!("here it is called `{ours}`"))
        });
        wrong
            .with_help(session.as_refused(seat, &format!("{} …", session.word(Keyword::To)), topic))
            .into()
    })
}

/// Returns the error for an act that a clause refuses to a seat.
fn refused_act(
    session: &Session,
    span: &Span,
    seat: Seat,
    act: &RefusedAct,
    clause: ClauseId,
) -> Diagnostic {
    let (rules, hand, name) = (&session.rules, &session.hand, session.name(seat));
    let reason = RefusalReason {
        rules,
        hand,
        seat,
        name,
        clause,
        shows_hand: true,
    }
    .in_words();
    session.illegal(span, refusal_sentence(act, &reason), clause)
}

fn claims(session: &mut Session, seat: &Spanned<Seat>, span: &Span) -> CheckResult {
    session.pass_while(|session| match session.hand.stage {
        Stage::In(Phase::TurnUp) => true,
        Stage::In(Phase::Claims) => {
            session.hand.mover != seat.value && session.hand.unasked.has(seat.value)
        }
        _ => false,
    });
    if let Some(topic) = refusing_clause(&session.rules, &session.hand, seat.value, Move::Claim) {
        let (name, flush) = (session.name(seat.value), session.rules.terms.flush);
        let tried = write_verb(Verb::Claim, VerbForm::Infinitive, session.letters, flush)
            .unwrap_or_default();
        let help = session.as_refused(seat.value, &tried, topic);
        let refused = RefusedAct::Move {
            name,
            does: &format!("claim a {flush}"),
        };
        return Err(refused_act(session, span, seat.value, &refused, topic)
            .with_help(help)
            .into());
    }
    act(session, seat.value, Move::Claim, span)
}

fn plays(session: &mut Session, seat: Seat, card: &Spanned<Card>) -> CheckResult {
    check_cards_held(session, seat, std::slice::from_ref(card))?;
    session
        .act(Act::Move(seat, Move::Play(card.value)))
        .map_err(|refusal| {
            let Refusal::ForbiddenCard(topic, legal) = refusal else {
                return session.misused(refusal, &card.span).into();
            };
            let wrong = refused_act(
                session,
                &card.span,
                seat,
                &RefusedAct::Card(card.value),
                topic,
            );
            let wrong = wrong.with_help(format!(
                "legal here: {} ({})",
                session.cards(legal.cards),
                legal.clause
            ));
            wrong
                .with_help(session.as_refused(seat, &card.value.to_string(), topic))
                .into()
        })
}

/// An exchange; or another hand for a flush, or for the pack.
fn draws(session: &mut Session, seat: Seat, deed: &MoveText, span: &Span) -> CheckResult {
    let (cards, drawn) = (&deed.cards, deed.drawn.as_ref());
    let number = match deed.verb {
        Verb::Exchange => cards.len(),
        Verb::ThrowIn => session.hand.hands[seat].len(),
        _ => usize::from(session.rules.decl_defend.value.0.unwrap_or_default()),
    };
    for (index, card) in cards
        .iter()
        .enumerate()
        .filter(|_| deed.verb == Verb::Exchange)
    {
        check_cards_held(session, seat, std::slice::from_ref(card))?;
        stands_once(&cards[..=index])?;
    }
    if let Some(topic) = deed
        .to_move()
        .and_then(|does| refusing_clause(&session.rules, &session.hand, seat, does))
    {
        let name = session.name(seat);
        if deed.verb != Verb::Exchange {
            let refused = RefusedAct::Move {
                name,
                does: deed.verb.info().may,
            };
            return Err(refused_act(session, span, seat, &refused, topic).into());
        }
        let most =
            move_offer(&session.rules, &session.hand, deed.verb).map_or(0, |offer| offer.max_cards);
        let refused = RefusedAct::Move {
            name,
            does: &format!("exchange {}", count_in_words(number, "card")),
        };
        let wrong = refused_act(session, span, seat, &refused, topic);
        return Err(wrong
            .with_help(format!("{name} may exchange at most {most}"))
            .into());
    }
    let gives = drawn_cards(session, deed.verb, number, drawn, span)?;
    if let Some(laid) = cards
        .iter()
        .find(|card| deed.verb == Verb::Defend && !gives.has(card.value))
    {
        return Err(diagnose!(
            "not-drawn",
            &laid.span,
            card = laid.value,
            drawn = session.cards(gives)
        )
        .into());
    }
    let laid: CardSet = cards.iter().map(|card| card.value).collect();
    let what = MoveArgs {
        laid: Some(laid),
        drawn: Some(gives),
        card: laid.nth(0),
        ..MoveArgs::default()
    };
    let Some(does) = deed.verb.with_args(what) else {
        return Ok(());
    };
    session.act(Act::Move(seat, does)).map_err(|refusal| {
        let span = drawn.map_or(span.clone(), |drawn| place(drawn, refusal));
        session.misused(refusal, &span).into()
    })
}
