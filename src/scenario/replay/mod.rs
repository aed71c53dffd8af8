//! A scenario held against the engine, under one edition.

mod attempt;
mod deal;
mod exchange;
mod expectation;
mod header;
mod reason;
mod reckoning;
mod session;
mod statement;
mod steps;

use super::diagnostic::{Code, Diagnostic};
use super::story::Story;
use super::syntax::{At, Body, HandText, Part, Scenario};
use crate::engine::Stage;
use crate::rules::Ruleset;
use session::Session;

/// Plays a scenario under one of the editions its header names.
///
/// # Errors
/// The diagnostics, where the header does not allow any hand to be opened.
pub fn replay(scenario: &Scenario, edition: &At<String>) -> Result<Story, Vec<Diagnostic>> {
    let rules = header::agreed(scenario, edition)?;
    let mut session = header::begin(scenario, &edition.value, rules)?;
    play(&mut session, scenario);
    if let (Some(step), Some(last)) = (session.steps.last_mut(), scenario.hands.last()) {
        step.closing = last.closing.clone();
    }
    Ok(session.finish(scenario))
}

/// Whether everything that a scenario expects holds under these rules, whatever its header agrees.
pub fn holds(scenario: &Scenario, edition: &str, rules: Ruleset) -> bool {
    header::begin(scenario, edition, rules).is_ok_and(|mut session| {
        play(&mut session, scenario);
        session.diagnostics.is_empty()
    })
}

fn play(session: &mut Session, scenario: &Scenario) {
    let mut hands = scenario.hands.iter().enumerate();
    if hands.all(|(index, text)| hand(session, index, text, scenario.hands.len())) {
        session.end();
    }
}

/// Plays one hand; whether the next may be played.
fn hand(session: &mut Session, index: usize, text: &HandText, hands: usize) -> bool {
    session.begin_hand(index, text);
    if text.broken {
        // The parser has said why.
        return false;
    }
    if !deal::deal(session, &text.deal) {
        return false;
    }
    let parts = read(&text.parts, session.edition);
    for (at, part) in parts.iter().enumerate() {
        session.tell(&part.narration);
        let done = match &part.body {
            Body::Script(lines) => statement::script(session, lines),
            Body::Payout(entries) => reckoning::payout(session, entries, &part.opening),
        };
        if !done {
            not_checked(session, &parts[at..], hands - index - 1);
            return false;
        }
        if session.stopped {
            return stopped(session, &parts[at + 1..], hands - index - 1);
        }
    }
    finished(session)
}

/// The fences that an edition reads: all those for everyone, until the first of its own; then its own.
fn read<'a>(parts: &'a [Part], edition: &str) -> Vec<&'a Part> {
    let names = |part: &Part| part.editions.iter().any(|name| name.value == edition);
    let own = parts.iter().position(names).unwrap_or(parts.len());
    parts
        .iter()
        .enumerate()
        .filter(|(at, part)| names(part) || (part.editions.is_empty() && *at < own))
        .map(|(_, part)| part)
        .collect()
}

fn stopped(session: &mut Session, rest: &[&Part], hands: usize) -> bool {
    if let Some(part) = rest.first().filter(|part| !part.span.is_empty()) {
        let told = session.diagnostics.iter().any(|wrong| wrong.code == Code::NotReached);
        let span = part.opening.clone();
        let wrong = Diagnostic::new(Code::NotReached, span, "this stands after `stop`, which ends the file");
        session.diagnostics.extend((!told).then(|| wrong.label("never reached")));
    } else if hands > 0 {
        let span = session.part_span.clone();
        let wrong = Diagnostic::new(Code::NotReached, span, "`stop` ends the file, but another hand follows");
        session.wrong(wrong.label("the file ends here"));
    }
    session.proved.hands += 1;
    false
}

fn finished(session: &mut Session) -> bool {
    session.let_all_pass();
    if session.hand.stage != Stage::Over {
        let (last, asked) = (session.part_span.clone(), session.whom());
        let wrong = Diagnostic::new(Code::Unfinished, last, "the hand stops before its end")
            .label(asked)
            .help("play it to its end, or write `stop` on a line of its own");
        session.wrong(wrong);
        return false;
    }
    session.close_hand();
    session.proved.hands += 1;
    true
}

/// Says once what was left unchecked because something before it was wrong.
fn not_checked(session: &mut Session, parts: &[&Part], hands: usize) {
    let statements: usize = parts
        .iter()
        .map(|part| match &part.body {
            Body::Script(lines) => {
                lines.iter().flat_map(|line| &line.statements).filter(|at| session.is_later(at)).count()
            }
            Body::Payout(entries) => entries.iter().filter(|at| session.is_later(at)).count(),
        })
        .sum();
    let Some(last) = session.diagnostics.last_mut() else { return };
    let mut left = Vec::new();
    match statements {
        0 => {}
        1 => left.push("1 later statement of this hand".to_string()),
        many => left.push(format!("{many} later statements of this hand")),
    }
    match hands {
        0 => {}
        1 => left.push("1 later hand".to_string()),
        many => left.push(format!("{many} later hands")),
    }
    if !left.is_empty() {
        last.help.push(format!("not checked because of this: {}", left.join(" and ")));
    }
}

impl Session<'_> {
    fn is_later<T>(&self, at: &At<T>) -> bool {
        self.diagnostics.last().is_some_and(|last| at.span.start > last.span.start)
    }
}
