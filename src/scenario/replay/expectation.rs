//! `may`: what the mover is allowed, and by which clause.

use super::session::Session;
use crate::cards::{Letters, Seat};
use crate::editions;
use crate::engine::{Offered, Stage, binding, offers};
use crate::rules::{Phase, Sort, Topic, Verb};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::notation::{Mood, bare};
use crate::scenario::syntax::{At, Choice, Choices, Hole};
use crate::scenario::words::{Keyword, quoted};

/// Checks what a mover may do. A wrong expectation does not stop the hand.
pub(super) fn may(
    session: &mut Session,
    seat: &At<Seat>,
    choices: &At<Hole<Choices>>,
    clause: Option<&At<Hole<String>>>,
) {
    let declares = match &choices.value {
        Hole::Known(known) => matches!(known, Choices::Declarations(_)),
        // The dealer never leads to the first trick: what is open is the turn-up.
        Hole::Open => session.hand.stage == Stage::In(Phase::TurnUp),
    };
    if !(declares && session.hand.mover == seat.value) {
        session.let_all_pass();
    }
    let Some((allowed, binding)) = allowed(session).filter(|_| session.hand.mover == seat.value) else {
        let over = session.hand.stage == Stage::Over;
        let code = if over { Code::NotReached } else { Code::OutOfTurn };
        let message = format!("{} is not asked for anything here", session.name(seat.value));
        let wrong = Diagnostic::new(code, seat.span.clone(), message).label(session.whom());
        session.expect(Some(wrong));
        return;
    };
    session.shown.insert(binding);
    expect_choices(session, Code::WrongMay, choices, &allowed, binding);
    if let Some(clause) = clause {
        expect_clause(session, Code::WrongMay, clause, binding);
    }
}

/// What the mover may do, and the clause that binds him; none when nobody is asked for what a script expects.
pub(super) fn allowed(session: &Session) -> Option<(Choices, Topic)> {
    let (rules, hand) = (&session.rules, &session.hand);
    let clause = binding(rules, hand)?;
    let open = || offers(rules, hand).filter(|offer| offer.is_open);
    if let Some(cards) = open().find(|offer| offer.verb.sort() == Sort::Card) {
        return Some((Choices::Cards(cards.cards), clause));
    }
    let mut choices: Vec<Choice> = open().filter(|offer| offer.verb.sort() == Sort::Declaration).map(choice).collect();
    choices.sort();
    (!choices.is_empty()).then_some((Choices::Declarations(choices), clause))
}

/// An offer as a script has it. The turn-up is left without a word: who stands does not take it.
fn choice(offer: Offered) -> Choice {
    let is_written = offer.verb.words(Letters::English).is_some();
    let verb = if is_written { offer.verb } else { Verb::Stand };
    Choice { verb, most: if verb.tail().starts_with("CARDS") { offer.most } else { 0 } }
}

/// Holds a set of choices against the one expected.
pub(super) fn expect_choices(
    session: &mut Session,
    code: Code,
    choices: &At<Hole<Choices>>,
    allowed: &Choices,
    binding: Topic,
) {
    let words = words_of(session, allowed);
    let name = session.name(session.hand.mover).to_string();
    let say = |code| {
        Diagnostic::new(code, choices.span.clone(), format!("{name} may {words}"))
            .fix(words.clone())
            .clause(session.clause(binding))
            .label(format!("bound by {binding}"))
    };
    let wrong = match &choices.value {
        Hole::Open => Some(say(Code::Unfilled)),
        Hole::Known(known) => (!same(known, allowed)).then(|| say(code)),
    };
    session.expect(wrong);
}

fn same(a: &Choices, b: &Choices) -> bool {
    match (a, b) {
        (Choices::Declarations(a), Choices::Declarations(b)) => {
            let (mut a, mut b) = (a.clone(), b.clone());
            a.sort();
            b.sort();
            a == b
        }
        _ => a == b,
    }
}

/// Choices as they are written.
pub(super) fn words_of(session: &Session, choices: &Choices) -> String {
    match choices {
        Choices::Cards(cards) => session.cards(*cards),
        Choices::Declarations(list) => {
            let or = format!(" {} ", Keyword::Or.word(session.letters));
            list.iter().map(|one| words(session, *one)).collect::<Vec<_>>().join(&or)
        }
    }
}

fn words(session: &Session, choice: Choice) -> String {
    let verb = bare(choice.verb, Mood::Says, session.letters, session.rules.terms.flush).unwrap_or_default();
    if choice.most > 0 { format!("{verb} {}", choice.most) } else { verb }
}

/// Holds the name of a clause against the one expected.
pub(super) fn expect_clause(session: &mut Session, code: Code, clause: &At<Hole<String>>, binding: Topic) {
    let say = |code, message: String| {
        let title = session.rules.title(binding);
        let wrong = Diagnostic::new(code, clause.span.clone(), message).fix(binding.id());
        wrong.label(format!("{binding}: {title}")).clause(session.clause(binding))
    };
    let wrong = match &clause.value {
        Hole::Open => Some(say(Code::Unfilled, format!("it is {binding}"))),
        Hole::Known(name) if editions::topic(name).is_none() => {
            let wrong = say(Code::UnknownClause, format!("no clause is called {}", quoted(name)));
            Some(match Topic::formerly(name) {
                Some(now) => wrong.help(format!("it is called `{now}` now")),
                None => wrong,
            })
        }
        Hole::Known(name) => (name != binding.id()).then(|| say(code, format!("it is {binding}, not {name}"))),
    };
    session.expect(wrong);
}
