//! What a script expects of choices and refusals, whatever is played.

use super::replay_state::{Replay, ReplayableGame};
use crate::cards::CardLanguage;
use crate::rules::{ClauseId, MoveArgKind, Verb};
use crate::scenario::text::moves_and_line_forms::{
    VerbInflection, write_verb_phrase, write_verb_with_object,
};
use crate::scenario::text::{
    Code, DeclarationChoice, Diagnostic, ExpectedValueOrGap, Keyword, MoveChoices, ParsedMove,
    Spanned, near_candidates, quote,
};

/// The choices that a file expects, or `?`.
pub type ExpectedChoices = Spanned<ExpectedValueOrGap<MoveChoices>>;
/// The name that a file expects, or `?`.
pub type ExpectedClauseId = Spanned<ExpectedValueOrGap<String>>;

/// The choices of the mover, and the clause that allows them.
pub struct AllowedChoices {
    pub choices: MoveChoices,
    pub clause: ClauseId,
    /// Why the clause limits them, where a few words can say that: `A♥ must be beaten, and Denise holds Q♥`.
    pub reason: Option<String>,
}

/// Returns the kind of mistake where a file leaves a value open or tells another than the right
/// one; none if it tells that.
pub fn mismatch_or_gap_code<T: PartialEq>(
    expected: &Spanned<ExpectedValueOrGap<T>>,
    right: &T,
    code: Code,
) -> Option<Code> {
    match &expected.value {
        ExpectedValueOrGap::Known(known) if known == right => None,
        ExpectedValueOrGap::Known(_) => Some(code),
        ExpectedValueOrGap::Open => Some(Code::Unfilled),
    }
}

/// Checks what a mover may do, which the machine has found. A wrong expectation does not stop the deal.
pub fn check_allowed_choices<G: ReplayableGame>(
    replay: &mut Replay<G>,
    expected: &ExpectedChoices,
    clause: Option<&ExpectedClauseId>,
    allowed: &AllowedChoices,
) {
    replay.story.shown.insert(allowed.clause);
    let are_as_told = check_choices(replay, Code::WrongMay, expected, allowed);
    let Some(clause) = clause else { return };
    if are_as_told {
        let reason = allowed.reason.as_deref();
        return check_clause(replay, Code::WrongMay, clause, allowed.clause, reason);
    }
    let is_other = match &clause.value {
        ExpectedValueOrGap::Known(name) => name != allowed.clause.id(),
        ExpectedValueOrGap::Open => true,
    };
    // An author who expects other choices expects them by another clause: that is one mistake, and one fix.
    let words = describe_choices(replay, &allowed.choices);
    if is_other && let Some(wrong) = replay.story.diagnostics.last_mut() {
        wrong.replaced_span = Some(expected.span.start..clause.span.end);
        wrong.fix = Some(format!("{words} ({}", allowed.clause));
    }
}

/// Checks the clause by which an attempt is refused, and what would be legal, if the file says so.
pub fn check_refusal_clause<G: ReplayableGame>(
    replay: &mut Replay<G>,
    topic: ClauseId,
    clause: &ExpectedClauseId,
    legal: Option<(&ExpectedChoices, AllowedChoices)>,
) {
    replay.story.shown.insert(topic);
    let is_other = matches!(&clause.value, ExpectedValueOrGap::Known(name) if name != topic.id());
    let Some((told, allowed)) = legal else {
        return check_clause(replay, Code::WrongRefusal, clause, topic, None);
    };
    // The clause that limits the choice need not be the one that refuses what is tried.
    let reason = match &allowed.reason {
        Some(reason) if allowed.clause == topic => Some(reason.as_str()),
        _ => None,
    };
    let are_other =
        matches!(&told.value, ExpectedValueOrGap::Known(known) if *known != allowed.choices);
    if !is_other || !are_other {
        check_clause(replay, Code::WrongRefusal, clause, topic, reason);
        check_choices(replay, Code::WrongRefusal, told, &allowed);
        return;
    }
    // An author who expects another clause expects other choices by it: that is one mistake, and one fix.
    replay.expected += 1;
    check_clause(replay, Code::WrongRefusal, clause, topic, reason);
    let words = describe_choices(replay, &allowed.choices);
    let label = replay.spell_keyword(Keyword::Legal);
    if let Some(wrong) = replay.story.diagnostics.last_mut() {
        wrong.replaced_span = Some(clause.span.start..told.span.end);
        wrong.fix = Some(format!("{topic}; {label}: {words}"));
        wrong.help.push(format!("legal here: {words}"));
    }
}

/// Checks a set of choices against the one that is expected, and returns whether it is that, or was left open.
fn check_choices<G: ReplayableGame>(
    replay: &mut Replay<G>,
    code: Code,
    expected: &ExpectedChoices,
    allowed: &AllowedChoices,
) -> bool {
    let code = match (&expected.value, &allowed.choices) {
        // They may be written in any order.
        (
            ExpectedValueOrGap::Known(MoveChoices::Declarations(told)),
            MoveChoices::Declarations(all),
        ) => {
            let is_same = told.len() == all.len() && all.iter().all(|choice| told.contains(choice));
            if is_same { None } else { Some(code) }
        }
        _ => mismatch_or_gap_code(expected, &allowed.choices, code),
    };
    let wrong = code.map(|code| choices_error(replay, code, expected, allowed));
    replay.count_expectation_and_report(wrong);
    matches!(code, None | Some(Code::Unfilled))
}

fn choices_error<G: ReplayableGame>(
    replay: &Replay<G>,
    code: Code,
    expected: &ExpectedChoices,
    allowed: &AllowedChoices,
) -> Diagnostic {
    let name = replay.name(replay.player_asked_now_or_last());
    let words = describe_choices(replay, &allowed.choices);
    let mismatch = expected
        .value
        .not_written_value_ending(|known| describe_choices(replay, known));
    code.diagnostic_at(&expected.span, format!("{name} may {words}{mismatch}"))
        .with_fix(words)
        .with_clause(allowed.clause.id())
        .with_label(match &allowed.reason {
            Some(reason) => reason.clone(),
            None => format!("the clause {} limits the choice", allowed.clause),
        })
}

/// Returns choices as a file writes them: `K♠ 10♠`, `play or fold`.
pub fn describe_choices<G: ReplayableGame>(replay: &Replay<G>, choices: &MoveChoices) -> String {
    let declarations = match choices {
        MoveChoices::Cards(cards) => return replay.sort_and_spell_cards(*cards),
        MoveChoices::Declarations(declarations) => declarations,
    };
    let mut words = Vec::new();
    for choice in declarations {
        words.push(describe_declaration(replay, choice));
    }
    words.join(&format!(" {} ", Keyword::Or.spelling_in(replay.letters)))
}

/// Returns statements of the player who is asked, in words: each has a verb and what stands for its cards.
pub fn list_statements<G: ReplayableGame>(
    replay: &Replay<G>,
    verbs: impl Iterator<Item = (Verb, &'static str)>,
) -> Option<String> {
    let name = replay.name(replay.player_asked_now_or_last());
    let flush = replay.rules.terms.flush;
    let mut statements = Vec::new();
    for (verb, cards) in verbs {
        let words =
            write_verb_with_object(verb, VerbInflection::ThirdPerson, replay.letters, flush)?;
        statements.push(format!("`{name} {words}{cards}`"));
    }
    let last = statements.pop()?;
    if statements.is_empty() {
        return Some(last);
    }
    Some(format!("{} or {last}", statements.join(", ")))
}

fn describe_declaration<G: ReplayableGame>(
    replay: &Replay<G>,
    choice: &DeclarationChoice,
) -> String {
    let flush = replay.rules.terms.flush;
    let verb = write_verb_with_object(
        choice.verb,
        VerbInflection::Imperative,
        replay.letters,
        flush,
    )
    .unwrap_or_default();
    if choice.max_cards > 0 {
        format!("{verb} {}", choice.max_cards)
    } else {
        verb
    }
}

/// Checks a clause that a file names. `reason` says why it is another clause, where a few words can say that.
fn check_clause<G: ReplayableGame>(
    replay: &mut Replay<G>,
    code: Code,
    expected: &ExpectedClauseId,
    binding: ClauseId,
    reason: Option<&str>,
) {
    let wrong = match &expected.value {
        ExpectedValueOrGap::Open => {
            let message = format!("the clause is {binding}");
            Some(clause_error(
                replay,
                Code::Unfilled,
                message,
                expected,
                binding,
            ))
        }
        ExpectedValueOrGap::Known(name) if !is_clause_of_game::<G>(name) => {
            Some(unknown_clause_error(replay, name, expected, binding))
        }
        ExpectedValueOrGap::Known(name) if name != binding.id() => {
            let message = format!("the clause is {binding}, not {name}");
            let wrong = clause_error(replay, code, message, expected, binding);
            Some(match reason {
                Some(reason) => wrong.with_label(reason),
                None => wrong.with_label(format!("{binding} is “{}”", replay.rules.title(binding))),
            })
        }
        ExpectedValueOrGap::Known(_) => None,
    };
    replay.count_expectation_and_report(wrong);
}

/// Returns whether a clause of this game has this id.
fn is_clause_of_game<G: ReplayableGame>(name: &str) -> bool {
    ClauseId::by_id(name).is_some_and(|topic| topic.arises_in(G::FAMILY))
}

fn clause_error<G: ReplayableGame>(
    replay: &Replay<G>,
    code: Code,
    message: String,
    expected: &ExpectedClauseId,
    binding: ClauseId,
) -> Diagnostic {
    code.diagnostic_at(&expected.span, message)
        .with_fix(binding.id())
        .with_label(replay.rules.title(binding))
        .with_clause(binding.id())
}

fn unknown_clause_error<G: ReplayableGame>(
    replay: &Replay<G>,
    name: &str,
    expected: &ExpectedClauseId,
    binding: ClauseId,
) -> Diagnostic {
    let message = format!("no clause is called {}", quote(name));
    let wrong = clause_error(replay, Code::UnknownClause, message, expected, binding);
    if let Some(now) = ClauseId::by_former_id(name) {
        return wrong.with_help(format!("it is now called `{now}`"));
    }
    let (_, topic) = name.rsplit_once('/').unwrap_or(("", name));
    if near_candidates(topic, [binding.id()]).is_empty() {
        wrong.as_guess()
    } else {
        wrong
    }
}

/// Returns what is tried, in words of the language of the file, with its cards in the order in which they are written. The cards
/// themselves are spelled as in English.
pub fn describe_attempt<G: ReplayableGame>(replay: &Replay<G>, tried: &ParsedMove) -> String {
    let flush = replay.rules.terms.flush;
    let words = write_verb_phrase(
        tried.verb,
        VerbInflection::Infinitive,
        replay.letters,
        flush,
        &|piece| argument_as_written(tried, piece, replay.letters),
    )
    .unwrap_or_default();
    if tried.verb == Verb::Play && replay.letters == CardLanguage::English {
        format!("to {} {words}", tried.verb.button_label())
    } else {
        words
    }
}

/// Returns an argument of an attempted move as text; empty if it was not given.
fn argument_as_written(tried: &ParsedMove, piece: MoveArgKind, letters: CardLanguage) -> String {
    match piece {
        MoveArgKind::Laid | MoveArgKind::Card => {
            let cards: Vec<String> = tried
                .cards
                .iter()
                .map(|card| card.value.to_string())
                .collect();
            cards.join(" ")
        }
        MoveArgKind::Suit => match &tried.suit {
            Some(suit) => letters.suit_name(suit.value).to_owned(),
            None => String::new(),
        },
        MoveArgKind::Number => match &tried.number {
            Some(number) => number.value.to_string(),
            None => String::new(),
        },
        MoveArgKind::Drawn | MoveArgKind::Word(_) => String::new(),
    }
}
