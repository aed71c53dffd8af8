//! `may`: what the mover is allowed, and by which clause.

use super::session::Session;
use crate::cards::Seat;
use crate::engine::{Offers, Stage, legal, offers};
use crate::rules::{Phase, Topic};
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::syntax::{At, Choice, Choices, Hole};
use crate::scenario::words::{Keyword, quoted};

/// Checks what a mover may do. A wrong expectation does not stop the hand.
pub(super) fn may(
    session: &mut Session,
    seat: &At<Seat>,
    choices: &At<Hole<Choices>>,
    clause: Option<&At<Hole<String>>>,
) -> bool {
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
        return true;
    };
    session.shown.insert(binding);
    expect_choices(session, Code::WrongMay, choices, &allowed, binding);
    if let Some(clause) = clause {
        expect_clause(session, Code::WrongMay, clause, binding);
    }
    true
}

/// What the mover may do, and the clause that binds him; none when nobody is asked.
pub(super) fn allowed(session: &Session) -> Option<(Choices, Topic)> {
    match session.hand.stage {
        Stage::In(Phase::Tricks) => {
            let legal = legal(&session.rules, &session.hand);
            Some((Choices::Cards(legal.cards), legal.clause))
        }
        Stage::In(Phase::TurnUp) => {
            Some((Choices::Declarations(vec![Choice::Stand, Choice::TakeTurnUp]), Topic::TurnOwner))
        }
        _ => offers(&session.rules, &session.hand).map(|offers| (declarations(&offers), offers.clause)),
    }
}

fn declarations(offers: &Offers) -> Choices {
    let exchange = (offers.exchange > 0).then_some(Choice::Exchange(offers.exchange));
    let fold = offers.fold.then_some(Choice::Fold);
    let stand = offers.stand.then_some(Choice::Stand);
    let fille = offers.fille.then_some(Choice::TakeFille);
    let turn_up = offers.turn_up.then_some(Choice::TakeTurnUp);
    Choices::Declarations([fold, stand, exchange, fille, turn_up].into_iter().flatten().collect())
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
            list.iter().map(|one| choice(session, one)).collect::<Vec<_>>().join(&or)
        }
    }
}

fn choice(session: &Session, choice: &Choice) -> String {
    let words = |keywords: &[Keyword]| {
        keywords.iter().map(|keyword| keyword.word(session.letters)).collect::<Vec<_>>().join(" ")
    };
    match choice {
        Choice::Fold => words(&[Keyword::Fold]),
        Choice::Stand => words(&[Keyword::Stand]),
        Choice::Exchange(most) => format!("{} {most}", words(&[Keyword::Exchange])),
        Choice::TakeFille => words(&[Keyword::Take, Keyword::The, Keyword::Fille]),
        Choice::TakeTurnUp => words(&[Keyword::Take, Keyword::The, Keyword::TurnUp]),
    }
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
        Hole::Known(name) if Topic::by_id(name).is_none() => {
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
