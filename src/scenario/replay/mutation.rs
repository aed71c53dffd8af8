//! What becomes of a hand when one clause of its rules has another value: whether a file shows what it promises, and what
//! else an author may want to know of a file that holds.

use super::play::{holds, replay};
use super::session::list;
use super::story::{Change, Kind, Story};
use crate::editions;
use crate::rules::{Agreed, Mutant, Ruleset, Topic};
use crate::scenario::text::diagnostic::{Code, Diagnostic, sort};
use crate::scenario::text::fence::Word;
use crate::scenario::text::lex::quoted;
use crate::scenario::text::syntax::{At, Body, HandText, Scenario, Statement};
use std::collections::BTreeSet;

/// Plays a scenario under one of the editions its header names, and holds it to what its header promises.
pub fn story(scenario: &Scenario, edition: &At<String>) -> Result<Story, Vec<Diagnostic>> {
    let mut story = replay(scenario, edition)?;
    let holds = story.diagnostics.iter().all(|wrong| wrong.code == Code::ProvesNothing);
    if holds && scenario.hands.iter().all(|hand| !hand.broken) {
        let missing: Vec<Diagnostic> =
            scenario.header.shows.iter().filter_map(|id| not_shown(scenario, &story, id)).collect();
        story.diagnostics.extend(missing);
    }
    Ok(story)
}

/// A promised clause that no step carries, and without which the file would hold as well.
fn not_shown(scenario: &Scenario, story: &Story, promised: &At<String>) -> Option<Diagnostic> {
    let At { value, span } = promised;
    let topic = editions::topic(value)?;
    if story.shown.contains(&topic) || is_felt(scenario, story.rules.id, &story.rules, topic) {
        return None;
    }
    let wrong = Code::NotShown.at(span, format!("no step of this file shows {value}")).label("promised here");
    let wrong = wrong.clause(format!("{}/{value}", story.rules.id));
    Some(match story.shown.is_empty() {
        true => wrong.help("it shows no clause: no card is dealt"),
        false => wrong.help(format!("it shows {}", list(story.shown.iter().map(|topic| topic.id())))),
    })
}

/// Whether a scenario that holds under these rules no longer does when the clause on a topic has another value.
pub fn is_felt(scenario: &Scenario, edition: &str, rules: &Ruleset, topic: Topic) -> bool {
    rules.mutants().iter().any(|mutant| mutant.topic == topic && !holds(scenario, edition, mutant.rules))
}

/// The changes under which a scenario no longer holds, of clauses that stand as the edition has them: where an option
/// has changed a clause already, the hand says nothing of the edition's own.
pub fn felt(scenario: &Scenario, edition: &Ruleset, rules: &Ruleset) -> BTreeSet<Change> {
    let agreed = |topic| rules.clause(topic).key() != edition.clause(topic).key();
    let fails = |mutant: &Mutant| !agreed(mutant.topic) && !holds(scenario, edition.id, mutant.rules);
    let mut felt = BTreeSet::new();
    felt.extend(rules.mutants().into_iter().filter(fails).map(|mutant| (mutant.topic, mutant.value)));
    felt
}

/// What should be said of a scenario that holds, by place.
pub fn warnings(scenario: &Scenario, stories: &[Story]) -> Vec<Diagnostic> {
    let hands = scenario.hands.iter();
    let mut warnings: Vec<Diagnostic> =
        hands.flat_map(|hand| untold(hand).into_iter().chain(unpaid(hand, scenario))).collect();
    warnings.extend(scenario.header.options.keys().filter_map(|name| idle(scenario, stories, name)));
    sort(&mut warnings, |wrong| (wrong.span.start, 0));
    warnings
}

/// A hand without a word of prose.
fn untold(hand: &HandText) -> Option<Diagnostic> {
    let mut prose = hand.parts.iter().map(|part| &part.narration).chain([&hand.narration, &hand.closing]);
    if prose.any(|words| !words.trim().is_empty()) {
        return None;
    }
    let wrong = Code::Untold.at(&hand.deal.opening, "this hand has no prose");
    Some(
        wrong
            .label("no text comes before any of its fences")
            .help("prose before a fence is shown at the step that follows it"),
    )
}

/// A hand that is played to its end, and does not say what it comes to.
fn unpaid(hand: &HandText, scenario: &Scenario) -> Option<Diagnostic> {
    let lines =
        hand.parts.iter().filter_map(|part| if let Body::Script(lines) = &part.body { Some(lines) } else { None });
    let stops = lines.flatten().flat_map(|line| &line.statements).any(|said| said.value == Statement::Stop);
    let pays = hand.parts.iter().any(|part| matches!(part.body, Body::Payout(_)));
    if stops || pays || hand.deal.misdeal.is_some() {
        return None;
    }
    let last = hand.parts.last().map_or(&hand.deal.opening, |part| &part.opening);
    let word = Word::Payout.spelling(scenario.header.letters);
    let wrong = Code::Unpaid.at(last, "the hand is played out, and no payout checks its chips");
    let help = format!("add a fence ```{word} with a `?` in it; `mouche bless` fills it");
    Some(wrong.label("no payout follows").help(help))
}

/// An option without which the file holds as well, and ends as it does; and with any other value of it.
fn idle(scenario: &Scenario, stories: &[Story], name: &str) -> Option<Diagnostic> {
    let mut without = scenario.clone();
    without.header.options.remove(name);
    let ends = |story: &Story| story.steps.last().is_some_and(|last| last.kind == Kind::End);
    let ends_so =
        |other: &Story| stories.iter().any(|story| story.rules.id == other.rules.id && ends(story) == ends(other));
    let holds = |edition| story(&without, edition).is_ok_and(|story| story.diagnostics.is_empty() && ends_so(&story));
    let topic = Agreed::by_name(name)?.topic;
    let felt = |story: &Story| is_felt(scenario, story.rules.id, &story.rules, topic);
    if !scenario.header.editions.iter().all(holds) || stories.iter().any(felt) {
        return None;
    }
    let message = format!("the file also holds without the option {}", quoted(name));
    let wrong = Code::IdleOption.at(scenario.header.option_names.get(name)?, message);
    Some(wrong.label("nothing depends on it").help("show what it changes, or leave it out"))
}
