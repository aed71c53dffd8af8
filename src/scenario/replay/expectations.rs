//! What a script expects of choices and refusals, whatever is played.

use super::session::Session;
use crate::cards::Letters;
use crate::rules::{ArgKind, ClauseId, Verb};
use crate::scenario::text::notation::{VerbForm, write_verb, write_verb_phrase};
use crate::scenario::text::{
    Choices, Code, DeclarationChoice, Expected, Keyword, MoveText, Spanned, near_candidates, quote,
};

/// The choices that a file expects, or `?`.
pub type ExpectedChoices = Spanned<Expected<Choices>>;

/// The name that a file expects, or `?`.
pub type ExpectedName = Spanned<Expected<String>>;

pub fn expect_refusal(
    session: &mut Session,
    topic: ClauseId,
    clause: &ExpectedName,
    legal: Option<(&ExpectedChoices, (Choices, ClauseId))>,
) {
    session.story.shown.insert(topic);
    expect_clause(session, Code::WrongRefusal, clause, topic);
    if let Some((legal, (allowed, binding))) = legal {
        expect_choices(session, Code::WrongRefusal, legal, &allowed, binding);
    }
}

/// Holds a set of choices against the one expected; whether it is no other.
pub fn expect_choices(
    session: &mut Session,
    code: Code,
    choices: &ExpectedChoices,
    allowed: &Choices,
    binding: ClauseId,
) -> bool {
    let code = match (&choices.value, allowed) {
        // They may be written in any order.
        (Expected::Known(Choices::Declarations(told)), Choices::Declarations(all)) => {
            let is_same = told.len() == all.len() && all.iter().all(|choice| told.contains(choice));
            (!is_same).then_some(code)
        }
        _ => unlike(choices, allowed, code),
    };
    session.expect(code.map(|code| {
        let (name, words) = (session.name(session.mover()), words_of(session, allowed));
        let not = choices
            .value
            .describe_mismatch(|known| words_of(session, known));
        let wrong = code
            .diagnostic_at(&choices.span, format!("{name} may {words}{not}"))
            .with_fix(words);
        wrong
            .with_clause(binding.id())
            .with_label(format!("bound by {binding}"))
    }));
    matches!(code, None | Some(Code::Unfilled))
}

pub fn expect_clause(session: &mut Session, code: Code, clause: &ExpectedName, binding: ClauseId) {
    let say = |code: Code, message: String| {
        let title = session.rules.title(binding);
        code.diagnostic_at(&clause.span, message)
            .with_fix(binding.id())
            .with_label(title)
            .with_clause(binding.id())
    };
    let wrong = match &clause.value {
        Expected::Open => Some(say(Code::Unfilled, format!("it is {binding}"))),
        Expected::Known(name)
            if ClauseId::by_id(name)
                .is_none_or(|topic| !topic.arises_in(session.rules.machine)) =>
        {
            let wrong = say(
                Code::UnknownClause,
                format!("no clause is called {}", quote(name)),
            );
            let (_, topic) = name.rsplit_once('/').unwrap_or(("", name));
            Some(match ClauseId::by_former_id(name) {
                Some(now) => wrong.with_help(format!("it is called `{now}` now")),
                None if !near_candidates(topic, [binding.id()]).is_empty() => wrong,
                None => wrong.as_guess(),
            })
        }
        Expected::Known(name) => {
            (name != binding.id()).then(|| say(code, format!("it is {binding}, not {name}")))
        }
    };
    session.expect(wrong);
}

/// What kind of mistake it is where something else is told than what is right, or nothing.
pub fn unlike<T: PartialEq>(told: &Spanned<Expected<T>>, right: &T, code: Code) -> Option<Code> {
    match &told.value {
        Expected::Known(known) => (known != right).then_some(code),
        Expected::Open => Some(Code::Unfilled),
    }
}

pub fn words_of(session: &Session, choices: &Choices) -> String {
    match choices {
        Choices::Cards(cards) => session.cards(*cards),
        Choices::Declarations(list) => {
            let or = format!(" {} ", Keyword::Or.spelling_in(session.letters));
            let flush = session.rules.terms.flush;
            let words = |choice: &DeclarationChoice| {
                let verb = write_verb(choice.verb, VerbForm::Imperative, session.letters, flush)
                    .unwrap_or_default();
                if choice.max_cards > 0 {
                    format!("{verb} {}", choice.max_cards)
                } else {
                    verb
                }
            };
            list.iter().map(words).collect::<Vec<_>>().join(&or)
        }
    }
}

/// What is tried, in words, its cards in the order in which they are written.
pub fn tried(session: &Session, deed: &MoveText) -> String {
    let slot = |piece| match piece {
        ArgKind::Laid | ArgKind::Card => deed
            .cards
            .iter()
            .map(|card| card.value.to_string())
            .collect::<Vec<_>>()
            .join(" "),
        ArgKind::Suit => deed
            .suit
            .as_ref()
            .map_or("", |suit| suit.value.name())
            .to_owned(),
        ArgKind::Number => deed
            .number
            .as_ref()
            .map_or_else(String::new, |number| number.value.to_string()),
        ArgKind::Drawn | ArgKind::Word(_) => String::new(),
    };
    let flush = session.rules.terms.flush;
    let words = write_verb_phrase(
        deed.verb,
        VerbForm::Infinitive,
        Letters::English,
        flush,
        &slot,
    )
    .unwrap_or_default();
    if deed.verb == Verb::Play {
        format!("to {} {words}", deed.verb.label())
    } else {
        words
    }
}
