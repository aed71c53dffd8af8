//! The statements of a script, one after another, and what is laid down and drawn in the exchanges among them.

use super::expectations::unlike;
use super::mus::Drawn;
use super::session::{Made, Session, known_to, twice};
use crate::cards::{Card, Seat, Set};
use crate::engine::{Act, Misuse, Move, Refusal, Stage, apply, is_to_speak, knows, offer, why_not};
use crate::rules::{Phase, Sort, Topic, Verb, What};
use crate::scenario::text::{At, Code, Deed, Hole, Keyword, Line, Mood, Read, Span, Statement, bare, say, script};

/// What comes before the statements of a line: what silence says before a trick, and its number.
pub fn before(session: &mut Session, line: &Line) -> Made {
    use Statement::{Does, May, Tries};
    let Some(At { value: told, span }) = &line.trick else { return Ok(()) };
    let first = line.statements.first().map(|first| &first.value);
    if !matches!(first, Some(Does { deed, .. }) if deed.verb == Verb::Claim) {
        session.pass_while(|_| true);
    }
    let (now, mover) = (u32::from(session.hand.finished) + 1, session.hand.mover);
    // Where nobody can play, or another trick should be, what follows would be wrong as well.
    if session.hand.stage != Stage::In(Phase::Tricks) {
        return Err(say!("no-trick", span, whom = session.whom()).into());
    }
    let is_begun = !session.now.trick.is_empty();
    let leads = matches!(first, Some(Does { seat, .. } | May { seat, .. } | Tries { seat, .. }) if seat.value == mover);
    let wrong = match told.saturating_sub(1) {
        _ if is_begun => Some(say!("unfinished-trick", span, now, whom = session.whom())),
        last if last < now || leads => (*told != now).then(|| say!("other-trick", span, now, told)),
        last if last == now => return Err(say!("missing-trick", span, now, whom = session.whom()).into()),
        last => return Err(say!("missing-tricks", span, now, last, whom = session.whom()).into()),
    };
    session.expect(wrong);
    Ok(())
}

/// What comes after them: who wins the trick.
pub fn after(session: &mut Session, line: &Line) {
    let Some(winner) = &line.winner else { return };
    session.pass_while(|session| session.hand.trick.is_some());
    let ends_one = |verb: Verb| matches!(verb.sort(), Sort::Card | Sort::Fault) || verb == Verb::Name;
    let last = line.statements.last().map(|last| &last.value);
    let is_played = matches!(last, Some(Statement::Does { deed, .. }) if ends_one(deed.verb));
    let finished = session.story.steps.iter().rfind(|step| step.hand == session.now.number && !step.trick.is_empty());
    let won = finished.and_then(|step| step.events.iter().find_map(|event| event.fact.won()));
    let Some(won) = won.filter(|_| is_played && session.now.trick.is_empty()) else {
        return session.expect(Some(say!("no-trick-ends", &winner.span, whom = session.whom())));
    };
    let best = finished.and_then(|step| step.trick.iter().find(|(seat, _)| *seat == won));
    let wrong = unlike(winner, &Some(won), Code::WrongWinner).map(|code| {
        let name = session.name(won);
        let not = winner.value.not(|other| other.map_or("nobody", |other| session.name(other)));
        let best = best.map(|(_, card)| format!("{card}, by {name}, is the best of the trick"));
        let wrong = code.at(&winner.span, format!("{name} wins this trick{not}")).label(best.unwrap_or_default());
        wrong.fix(name).clause(Topic::TrickWin.id())
    });
    session.expect(wrong);
}

pub fn does(session: &mut Session, seat: &At<Seat>, deed: &Deed, span: &Span) -> Made {
    match deed.verb {
        Verb::Claim => return claims(session, seat, span),
        Verb::TakeTurnUp => {}
        verb if verb.sort() == Sort::Fault => {}
        verb => session.pass_while(|session| !session.asks(seat.value, verb)),
    }
    if !knows(&session.rules, deed.verb) {
        let known = known_to(|rules| knows(rules, deed.verb));
        let wrong = say!("move-elsewhere", span, edition = session.edition, known);
        let ours = script::meant(deed.verb, |verb| knows(&session.rules, verb));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| wrong.help(format!("here it is called `{ours}`")));
        return Err(wrong.clause(deed.verb.topic().id()).into());
    }
    if let (Some(fault), Sort::Fault) = (deed.told(), deed.verb.sort()) {
        return offends(session, seat, fault, span);
    }
    // What is asked for and may not be made is refused later, by the clause that refuses it.
    let is_declared = matches!(session.hand.stage, Stage::In(Phase::Round(_))) && deed.verb.sort() == Sort::Declaration;
    let is_theirs = session.asks(seat.value, deed.verb) || (session.hand.mover == seat.value && is_declared);
    let before_all = Act::Does(seat.value, Move::BidAll);
    let precedes =
        deed.verb == Verb::BidAll && apply(&session.rules, &session.hand, before_all, &mut Vec::new()).is_ok();
    match deed.told() {
        _ if !is_theirs && !precedes => Err(session.out_of_turn(seat, span).into()),
        Some(Move::Exchange(..) | Move::ThrowIn(_) | Move::Defend(..)) => draws(session, seat.value, deed, span),
        Some(Move::Play(_)) => plays(session, seat.value, &deed.cards[0]),
        Some(does) => {
            holds(session, seat.value, &deed.cards)?;
            act(session, seat.value, does, span)
        }
        // What follows these may be left out where they are only tried.
        None => Err(say!("unknown-defence", span).into()),
    }
}

fn holds(session: &Session, seat: Seat, cards: &[At<Card>]) -> Made {
    let foreign = cards.iter().find(|card| !session.hand.held[seat].has(card.value));
    foreign.map_or(Ok(()), |card| Err(session.not_held(seat, card).into()))
}

fn offends(session: &mut Session, seat: &At<Seat>, fault: Move, span: &Span) -> Made {
    let name = session.name(seat.value);
    let right = session.hand.held[seat.value].len() as i64;
    let most = session.hand.most_held(seat.value);
    let wrong = match fault {
        _ if !session.hand.active.has(seat.value) => format!("{name} is out of this hand"),
        Move::HoldCards(cards) if cards as usize > most => {
            return Err(say!("holds-too-many", span, name, cards, most).into());
        }
        Move::HoldCards(cards) if cards == right => format!("to hold {right} cards is no fault"),
        Move::SpeakOutOfTurn if is_to_speak(&session.hand, seat.value) => format!("it is {name}'s turn to speak"),
        _ => {
            let before = session.hand.astray;
            act(session, seat.value, fault, span)?;
            // What was held beyond its own was the next that the stock had to give.
            let gone = usize::from(session.hand.astray - before).min(session.now.stock.len());
            session.now.astray = session.now.stock.drain(..gone).fold(session.now.astray, Set::with);
            return Ok(());
        }
    };
    Err(say!("no-fault", span, wrong, whom = session.whom()).into())
}

/// Makes a move that the engine cannot refuse but by misuse.
fn act(session: &mut Session, seat: Seat, does: Move, span: &Span) -> Made {
    session.act(Act::Does(seat, does)).map_err(|refusal| {
        let Refusal::Act(topic) = refusal else { return session.misused(refusal, span).into() };
        let message = format!("{} may not do this", session.name(session.hand.mover));
        let wrong = session.illegal(span, message, topic);
        let is_asked = |verb| offer(&session.rules, &session.hand, verb).is_some();
        let ours = script::meant(does.verb(), is_asked).filter(|_| !is_asked(does.verb()));
        let wrong = ours.into_iter().fold(wrong, |wrong, ours| wrong.help(format!("here it is called `{ours}`")));
        wrong.help(session.as_refused(seat, &format!("{} …", session.word(Keyword::To)), topic)).into()
    })
}

fn claims(session: &mut Session, seat: &At<Seat>, span: &Span) -> Made {
    session.pass_while(|session| match session.hand.stage {
        Stage::In(Phase::TurnUp) => true,
        Stage::In(Phase::Claims) => session.hand.mover != seat.value && session.hand.unasked.has(seat.value),
        _ => false,
    });
    if let Some(topic) = why_not(&session.rules, &session.hand, seat.value, Move::Claim) {
        let (name, flush) = (session.name(seat.value), session.rules.terms.flush);
        let tried = bare(Verb::Claim, Mood::Tries, session.letters, flush).unwrap_or_default();
        let help = session.as_refused(seat.value, &tried, topic);
        return Err(session.illegal(span, format!("{name} may not claim"), topic).help(help).into());
    }
    act(session, seat.value, Move::Claim, span)
}

fn plays(session: &mut Session, seat: Seat, card: &At<Card>) -> Made {
    holds(session, seat, std::slice::from_ref(card))?;
    session.act(Act::Does(seat, Move::Play(card.value))).map_err(|refusal| {
        let Refusal::Card(topic, legal) = refusal else { return session.misused(refusal, &card.span).into() };
        let (name, played, cards) = (session.name(seat), card.value, session.cards(legal.cards));
        let wrong = session.illegal(&card.span, format!("{name} may not play {played}"), topic);
        let wrong = wrong.help(format!("legal here: {cards} ({})", legal.clause));
        wrong.help(session.as_refused(seat, &played.to_string(), topic)).into()
    })
}

/// An exchange; or another hand for a flush, or for the pack.
fn draws(session: &mut Session, seat: Seat, deed: &Deed, span: &Span) -> Made {
    let (cards, drawn) = (&deed.cards, deed.drawn.as_ref());
    let number = match deed.verb {
        Verb::Exchange => cards.len(),
        Verb::ThrowIn => session.hand.held[seat].len(),
        _ => usize::from(session.rules.decl_defend.value.0.unwrap_or_default()),
    };
    for (index, card) in cards.iter().enumerate().filter(|_| deed.verb == Verb::Exchange) {
        holds(session, seat, std::slice::from_ref(card))?;
        stands_once(&cards[..=index])?;
    }
    if let Some(topic) = deed.told().and_then(|does| why_not(&session.rules, &session.hand, seat, does)) {
        let name = session.name(seat);
        if deed.verb != Verb::Exchange {
            return Err(session.illegal(span, format!("{name} may not do this"), topic).into());
        }
        let most = offer(&session.rules, &session.hand, deed.verb).map_or(0, |offer| offer.most);
        let wrong = session.illegal(span, format!("{name} may not exchange {number} cards"), topic);
        return Err(wrong.help(format!("{name} may exchange at most {most}")).into());
    }
    let gives = drawn_cards(session, deed.verb, number, drawn, span)?;
    if let Some(laid) = cards.iter().find(|card| deed.verb == Verb::Defend && !gives.has(card.value)) {
        return Err(say!("not-drawn", &laid.span, card = laid.value, drawn = session.cards(gives)).into());
    }
    let laid: Set = cards.iter().map(|card| card.value).collect();
    let what = What { laid: Some(laid), drawn: Some(gives), card: laid.nth(0), ..What::default() };
    let Some(does) = deed.verb.with(what) else { return Ok(()) };
    session.act(Act::Does(seat, does)).map_err(|refusal| {
        let span = drawn.map_or(span.clone(), |drawn| place(drawn, refusal));
        session.misused(refusal, &span).into()
    })
}

pub fn stands_once(cards: &[At<Card>]) -> Made {
    twice(cards).map_or(Ok(()), |wrong| Err(wrong.into()))
}

/// The card a refusal is about, where it is one of those written.
pub fn place(drawn: &Drawn, refusal: Refusal) -> Span {
    let named = match (&drawn.value, refusal) {
        (Hole::Known(cards), Refusal::Misuse(Misuse::NotInStock(wrong))) => {
            cards.iter().find(|card| card.value == wrong)
        }
        _ => None,
    };
    named.map_or(&drawn.span, |card| &card.span).clone()
}

/// The cards drawn: as written, or as the stock was told.
pub fn drawn_cards(session: &mut Session, verb: Verb, number: usize, drawn: Option<&Drawn>, span: &Span) -> Read<Set> {
    if let Some(At { value: Hole::Known(cards), span }) = drawn {
        return written(session, verb, number, cards, span);
    }
    let told: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    if told.len() < number {
        let span = drawn.map_or(span, |drawn| &drawn.span);
        return Err(match told.len() {
            0 if !session.now.tells_stock => say!("unknown-draw", span).into(),
            left => say!("stock-ends", span, number, left).into(),
        });
    }
    if let Some(hole) = drawn {
        let cards = told.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        session.expect(Some(say!("open-draw", &hole.span, cards)));
    }
    session.now.stock.drain(..number);
    Ok(told.into_iter().collect())
}

fn written(session: &mut Session, verb: Verb, number: usize, cards: &[At<Card>], span: &Span) -> Read<Set> {
    if cards.len() != number {
        let drawn = if cards.len() == 1 { "1 card is".into() } else { format!("{} cards are", cards.len()) };
        return Err(match verb {
            Verb::Defend => say!("defence-of-another-size", span, drawn, number).into(),
            _ => say!("draw-of-another-size", span, drawn, number).into(),
        });
    }
    // What comes next from the stock comes in any order.
    let due: Vec<Card> = session.now.stock.iter().copied().take(number).collect();
    let mut others = number - due.len();
    for (index, card) in cards.iter().enumerate() {
        stands_once(&cards[..=index])?;
        if session.now.astray.has(card.value) {
            let why = "it went with a hand that held too many cards";
            return Err(say!("not-in-stock", &card.span, card = card.value, why).into());
        }
        if due.contains(&card.value) {
            session.expect(None);
            continue;
        }
        let next = due.iter().copied().find(|next| cards.iter().all(|card| card.value != *next));
        if let Some(next) = next.filter(|_| others == 0) {
            session.expected += 1;
            return Err(say!("not-the-next", &card.span, next).into());
        }
        others = others.saturating_sub(1);
    }
    session.now.stock.drain(..number.min(session.now.stock.len()));
    Ok(cards.iter().map(|card| card.value).collect())
}
