//! The statements of a script, one after another.

use super::session::Session;
use super::{attempt, exchange, expectation};
use crate::cards::{Card, Seat};
use crate::editions;
use crate::engine::{Act, Event, Fact, Offence, Refusal, Stage, is_to_speak};
use crate::rules::{Fault, Offer, Phase, Ruleset, Topic, TurnOwner};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::story::Step;
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
            session.wrong(
                Diagnostic::new(
                    Code::MisplacedFence,
                    statement.span.clone(),
                    "the payout ends a hand, and nothing follows it",
                )
                .label("after the payout")
                .help("a new hand opens with a ```deal fence"),
            );
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
            self.wrong(wrong.label("never reached"));
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
        let wrong = wrong(format!("trick {now} is not finished")).label(session.whom());
        Some(wrong.help("a trick's number stands before its first card"))
    } else {
        (number.value != now).then(|| {
            wrong(format!("this is trick {now}")).label(format!("not trick {}", number.value)).fix(format!("{now}."))
        })
    };
    session.expect(found);
}

fn plays_a_card(statement: &Statement) -> bool {
    matches!(statement, Statement::Does { deed, .. } if matches!(deed, Deed::Plays(_)) || offence(deed).is_some())
}

fn expect_winner(session: &mut Session, winner: &At<Hole<Seat>>, played: bool) {
    let finished = session.steps.iter().rev().find(|step| step.hand == session.number && !step.trick.is_empty());
    let won = finished.and_then(|step| step.events.iter().find_map(won_by));
    let Some(won) = won.filter(|_| played && session.trick.is_empty()) else {
        let wrong = Diagnostic::new(Code::WrongWinner, winner.span.clone(), "no trick ends here").label(session.whom());
        return session.expect(Some(wrong));
    };
    let name = session.name(won).to_string();
    let wrong = match winner.value {
        Hole::Known(seat) if seat == won => None,
        Hole::Known(_) => Some(Code::WrongWinner),
        Hole::Open => Some(Code::Unfilled),
    };
    let clause = session.clause(Topic::TrickWin);
    let best = finished.and_then(|step| best(session, step, won));
    session.expect(wrong.map(|code| {
        let wrong = Diagnostic::new(code, winner.span.clone(), format!("{name} wins this trick"));
        wrong.label(best.unwrap_or_default()).fix(name).clause(clause)
    }));
}

/// The card that won a trick, in words.
fn best(session: &Session, step: &Step, won: Seat) -> Option<String> {
    let (_, card) = step.trick.iter().find(|(seat, _)| *seat == won)?;
    Some(format!("{card}, by {}, is the best of the trick", session.name(won)))
}

fn won_by(event: &Event) -> Option<Seat> {
    match event.fact {
        Fact::Won(seat, _) => Some(seat),
        _ => None,
    }
}

fn does(session: &mut Session, seat: &At<Seat>, deed: &Deed, span: &Span) -> bool {
    match deed {
        Deed::May(choices, clause) => return expectation::may(session, seat, choices, clause.as_ref()),
        Deed::Tries(what, clause, legal) => return attempt::tries(session, seat, what, clause, legal.as_ref()),
        Deed::Claims => return claims(session, seat, span),
        Deed::TakesTurnUp(_) | Deed::ShowsHand | Deed::SpeaksOutOfTurn | Deed::Holds(_) => {}
        _ => session.let_all_pass(),
    }
    if let Some(topic) = foreign(&session.rules, deed) {
        let message = format!("{} does not know this", session.edition);
        let wrong = Diagnostic::new(Code::NotInEdition, span.clone(), message).label("a rule of other editions");
        let wrong = wrong.help(known_to(|rules| foreign(rules, deed).is_none())).clause(session.clause(topic));
        session.wrong(wrong);
        return false;
    }
    if let Some(offence) = offence(deed) {
        return offends(session, seat, offence, span);
    }
    if session.hand.mover != seat.value || !asked(session, deed) {
        session.wrong(out_of_turn(session, seat, span));
        return false;
    }
    match deed {
        Deed::Folds => act(session, Act::Fold(seat.value), span),
        Deed::Stands => act(session, Act::Stand(seat.value), span),
        Deed::Exchanges(laid, drawn) => exchange::exchange(session, seat, laid, drawn.as_ref(), span),
        Deed::TakesFille => act(session, Act::TakeFille(seat.value), span),
        Deed::TakesTurnUp(card) => takes_turn_up(session, seat.value, card, span),
        Deed::Names(suit) => act(session, Act::Name(seat.value, suit.value), span),
        Deed::Plays(card) => plays(session, seat.value, card),
        _ => true,
    }
}

fn takes_turn_up(session: &mut Session, seat: Seat, card: &At<Card>, span: &Span) -> bool {
    if !session.hand.held[seat].has(card.value) {
        let wrong = not_held(session, seat, card);
        session.wrong(wrong);
        return false;
    }
    act(session, Act::TakeTurnUp(seat, card.value), span)
}

fn offence(deed: &Deed) -> Option<Offence> {
    match deed {
        Deed::ShowsHand => Some(Offence::ShowsHand),
        Deed::SpeaksOutOfTurn => Some(Offence::SpeaksOutOfTurn),
        Deed::Holds(cards) => Some(Offence::Holds(cards.value)),
        _ => None,
    }
}

fn offends(session: &mut Session, seat: &At<Seat>, offence: Offence, span: &Span) -> bool {
    let name = session.name(seat.value);
    let right = u32::from(session.rules.deal_packets.value.hand);
    let wrong = match offence {
        _ if !session.hand.active.has(seat.value) => format!("{name} is out of this hand"),
        Offence::Holds(cards) if cards == right => format!("to hold {right} cards is no fault"),
        Offence::SpeaksOutOfTurn if is_to_speak(&session.hand, seat.value) => format!("it is {name}'s turn to speak"),
        _ => return act(session, Act::Offend(seat.value, offence), span),
    };
    let wrong = Diagnostic::new(Code::OutOfTurn, span.clone(), wrong).label(session.whom());
    session.wrong(wrong);
    false
}

/// The clause that says that an edition does not know what a deed is about.
pub(super) fn foreign(rules: &Ruleset, deed: &Deed) -> Option<Topic> {
    let (topic, known) = match deed {
        Deed::TakesFille => (Topic::DeclFille, rules.decl_fille.value != Offer::Closed),
        Deed::TakesTurnUp(_) => (Topic::TurnOwner, rules.turn_owner.value != TurnOwner::Nobody),
        Deed::Names(_) => (Topic::PamNames, !rules.clause(Topic::PamNames).is_absent()),
        Deed::ShowsHand => (Topic::FaultShow, rules.fault_show.value != Fault::Untold),
        Deed::SpeaksOutOfTurn => (Topic::FaultTurn, rules.fault_turn.value != Fault::Untold),
        Deed::Holds(_) => (Topic::FaultCards, rules.fault_cards.value != Fault::Untold),
        _ => return None,
    };
    (!known).then_some(topic)
}

/// The editions that know something, in words.
pub(super) fn known_to(knows: impl Fn(&Ruleset) -> bool) -> String {
    let editions: Vec<&str> = editions::ALL.iter().filter(|rules| knows(rules)).map(|rules| rules.id).collect();
    match editions[..] {
        [] => "no edition knows it unless an option says so".into(),
        [one] => format!("{one} knows it"),
        _ => format!("these know it: {}", editions.join(", ")),
    }
}

fn asked(session: &Session, deed: &Deed) -> bool {
    let turn_up = matches!(deed, Deed::TakesTurnUp(_));
    let declares = matches!(deed, Deed::Folds | Deed::Stands | Deed::Exchanges(..) | Deed::TakesFille);
    match session.hand.stage {
        Stage::In(Phase::Naming) => matches!(deed, Deed::Names(_)),
        Stage::In(Phase::Declarations) => declares || turn_up,
        Stage::In(Phase::TurnUp) => turn_up,
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
            let wrong = match refusal {
                Refusal::Act(topic) => refused(session, topic, span),
                _ => super::deal::misused(session, refusal, span.clone()),
            };
            session.wrong(wrong);
            false
        }
    }
}

/// An act that a clause forbids.
fn refused(session: &Session, topic: Topic, span: &Span) -> Diagnostic {
    Diagnostic::new(Code::Illegal, span.clone(), format!("{} may not do this", session.name(session.hand.mover)))
        .label(format!("refused: {topic}"))
        .clause(session.clause(topic))
        .help(format!("to show the refusal itself, write `tries to …  (refused: {topic})`"))
}

fn claims(session: &mut Session, seat: &At<Seat>, span: &Span) -> bool {
    session.let_pass_before(seat.value);
    if let Some(topic) = crate::engine::why_no_claim(&session.rules, &session.hand, seat.value) {
        let (name, flush) = (session.name(seat.value), session.rules.terms.flush);
        let wrong = Diagnostic::new(Code::Illegal, span.clone(), format!("{name} may not claim"))
            .label(format!("refused: {topic}"))
            .clause(session.clause(topic))
            .help(format!("to show the refusal itself, write `{name} tries to claim the {flush} (refused: {topic})`"));
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
