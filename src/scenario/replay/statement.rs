//! The statements of a script, one after another.

use super::session::Session;
use super::{attempt, exchange, expectation};
use crate::cards::{Card, Seat, Set};
use crate::editions;
use crate::engine::{Act, Move, Refusal, Stage, is_to_speak, knows, offer, why_not};
use crate::rules::{Phase, Ruleset, Sort, Topic, Verb};
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
            let claims = matches!(&statement.value, Statement::Does { deed, .. } if deed.verb == Verb::Claim);
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
            Statement::May { seat, choices, clause } => expectation::may(session, seat, choices, clause.as_ref()),
            Statement::Tries { seat, deed, clause, legal } => {
                attempt::tries(session, seat, deed, clause, legal.as_ref());
            }
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
    matches!(statement, Statement::Does { deed, .. } if matches!(deed.verb.sort(), Sort::Card | Sort::Fault))
}

fn expect_winner(session: &mut Session, winner: &At<Hole<Seat>>, played: bool) {
    let finished = session.steps.iter().rev().find(|step| step.hand == session.number && !step.trick.is_empty());
    let won = finished.and_then(|step| step.events.iter().find_map(|event| event.fact.won()));
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

fn does(session: &mut Session, seat: &At<Seat>, deed: &Deed, span: &Span) -> bool {
    match deed.verb {
        Verb::Claim => return claims(session, seat, span),
        Verb::TakeTurnUp => {}
        verb if verb.sort() == Sort::Fault => {}
        _ => session.let_all_pass(),
    }
    if !knows(&session.rules, deed.verb) {
        let message = format!("{} does not know this", session.edition);
        let wrong = Diagnostic::new(Code::NotInEdition, span.clone(), message).label("a rule of other editions");
        let wrong = wrong.help(known_to(|rules| knows(rules, deed.verb))).clause(session.clause(deed.verb.topic()));
        session.wrong(wrong);
        return false;
    }
    if let (Some(fault), Sort::Fault) = (deed.told(), deed.verb.sort()) {
        return offends(session, seat, fault, span);
    }
    if session.hand.mover != seat.value
        || offer(&session.rules, &session.hand, deed.verb).is_none() && !asked(session, deed.verb)
    {
        session.wrong(out_of_turn(session, seat, span));
        return false;
    }
    match deed.told() {
        Some(Move::Exchange(..)) => exchange::exchange(session, seat, &deed.cards, deed.drawn.as_ref(), span),
        Some(Move::Play(_)) => plays(session, seat.value, &deed.cards[0]),
        Some(does) => holds(session, seat.value, &deed.cards) && act(session, Act::Does(seat.value, does), span),
        None => true,
    }
}

/// Whether a seat holds the cards that it names; said, if not.
fn holds(session: &mut Session, seat: Seat, cards: &[At<Card>]) -> bool {
    let foreign = cards.iter().find(|card| !session.hand.held[seat].has(card.value));
    if let Some(card) = foreign {
        let wrong = not_held(session, seat, card);
        session.wrong(wrong);
    }
    foreign.is_none()
}

fn offends(session: &mut Session, seat: &At<Seat>, fault: Move, span: &Span) -> bool {
    let name = session.name(seat.value);
    let right = session.hand.held[seat.value].len() as u32;
    let most = session.hand.most_held(seat.value);
    let wrong = match fault {
        _ if !session.hand.active.has(seat.value) => format!("{name} is out of this hand"),
        Move::HoldCards(cards) if cards as usize > most => {
            let wrong = Diagnostic::new(Code::BadDraw, span.clone(), format!("{name} cannot hold {cards} cards"))
                .label(format!("the pack has no more than {most} for {name}"))
                .clause(session.clause(Topic::Pack))
                .help("a card too many comes from the stock, or was never laid down");
            session.wrong(wrong);
            return false;
        }
        Move::HoldCards(cards) if cards == right => format!("to hold {right} cards is no fault"),
        Move::SpeakOutOfTurn if is_to_speak(&session.hand, seat.value) => format!("it is {name}'s turn to speak"),
        _ => {
            let before = session.hand.astray;
            let done = act(session, Act::Does(seat.value, fault), span);
            // What he held beyond his own was the next that the stock had to give.
            let gone = usize::from(session.hand.astray - before).min(session.stock.len());
            session.astray = session.stock.drain(..gone).fold(session.astray, Set::with);
            return done;
        }
    };
    let wrong = Diagnostic::new(Code::OutOfTurn, span.clone(), wrong).label(session.whom());
    session.wrong(wrong);
    false
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

/// Whether such a move is asked for, though this mover may not make it: what refuses it is said then.
fn asked(session: &Session, verb: Verb) -> bool {
    matches!(session.hand.stage, Stage::In(Phase::Round(_))) && verb.sort() == Sort::Declaration
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
    if let Some(topic) = why_not(&session.rules, &session.hand, seat.value, Move::Claim) {
        let (name, flush) = (session.name(seat.value), session.rules.terms.flush);
        let wrong = Diagnostic::new(Code::Illegal, span.clone(), format!("{name} may not claim"))
            .label(format!("refused: {topic}"))
            .clause(session.clause(topic))
            .help(format!("to show the refusal itself, write `{name} tries to claim the {flush} (refused: {topic})`"));
        session.wrong(wrong);
        return false;
    }
    act(session, Act::Does(seat.value, Move::Claim), span)
}

fn plays(session: &mut Session, seat: Seat, card: &At<Card>) -> bool {
    if !holds(session, seat, std::slice::from_ref(card)) {
        return false;
    }
    match session.act(Act::Does(seat, Move::Play(card.value))) {
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
