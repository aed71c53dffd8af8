//! What the author of a file that holds may want to know.

use super::idle_options::{IdleOptionTrials, find_idle_options};
use super::promised_clauses::{changes_check_messages, play_and_check_promises};
use super::story::Story;
use crate::rules::{ClauseId, OptionValue};
use crate::scenario::text::diagnostic::{Diagnostic, sort_by_place};
use crate::scenario::text::statements_commented_out::find_commented_statements;
use crate::scenario::text::{
    FenceKind, ParsedHand, ParsedScriptLine, Scenario, ScriptOrPayoutContent, ScriptOrPayoutFence,
    Spanned, Statement, diagnose, quote,
};
use std::collections::BTreeMap;

/// Finds what should be said of a scenario that holds, by place.
pub fn find_warnings(text: &str, scenario: &Scenario, stories: &[Story]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for place in find_commented_statements(text, scenario) {
        warnings.push(diagnose!("commented-statement", &place));
    }
    for hand in &scenario.hands {
        if !has_prose(hand) {
            warnings.push(diagnose!("untold", &hand.deal.opening));
        }
        if has_untold_payout(hand) {
            let place = match hand.parts.last() {
                Some(part) => &part.opening,
                None => &hand.deal.opening,
            };
            let word = FenceKind::Payout.spelling(scenario.header.letters);
            warnings.push(diagnose!("unpaid", place, word));
        }
    }
    let mut trials = FileTrials {
        scenario,
        without: scenario.clone(),
        stories,
    };
    for name in find_idle_options(&scenario.header, &mut trials) {
        if let Some(place) = scenario.header.option_names.get(&name) {
            warnings.push(diagnose!("idle-option", place, option = quote(&name)));
        }
    }
    sort_by_place(&mut warnings, |wrong| (wrong.span.start, 0));
    warnings
}

/// Returns whether some prose stands before, between or after the fences of a hand.
fn has_prose(hand: &ParsedHand) -> bool {
    let between = hand.parts.iter().map(|part| &part.narration);
    let mut prose = between.chain([&hand.narration, &hand.closing]);
    prose.any(|words| !words.trim().is_empty())
}

/// Returns whether a hand is played to its end, and does not say what it comes to.
fn has_untold_payout(hand: &ParsedHand) -> bool {
    hand.deal.misdeal.is_none() && hand.parts.iter().all(is_unstopped_script)
}

/// Returns whether a part is a script that no `stop` ends.
fn is_unstopped_script(part: &ScriptOrPayoutFence) -> bool {
    let ScriptOrPayoutContent::Script(lines) = &part.body else {
        return false;
    };
    !lines.iter().any(has_stop)
}

fn has_stop(line: &ParsedScriptLine) -> bool {
    let mut statements = line.statements.iter();
    statements.any(|statement| statement.value == Statement::Stop)
}

/// Trials of a whole file that holds.
struct FileTrials<'a> {
    scenario: &'a Scenario,
    /// The same with fewer options.
    without: Scenario,
    stories: &'a [Story],
}

impl FileTrials<'_> {
    /// Returns whether an earlier story of the same edition has ended too, or has not ended
    /// either.
    fn agrees_on_having_ended(&self, other: &Story) -> bool {
        self.stories.iter().any(|story| {
            story.rules.id == other.rules.id
                && story.has_session_ended() == other.has_session_ended()
        })
    }
}

impl IdleOptionTrials for FileTrials<'_> {
    fn holds_and_ends_alike_with(
        &mut self,
        options: &BTreeMap<String, Spanned<OptionValue>>,
    ) -> bool {
        self.without.header.options.clone_from(options);
        for edition in &self.scenario.header.editions {
            let Ok(story) = play_and_check_promises(&self.without, edition) else {
                return false;
            };
            if !story.diagnostics.is_empty() || !self.agrees_on_having_ended(&story) {
                return false;
            }
        }
        true
    }

    fn depends_on_clause(&mut self, topic: ClauseId) -> bool {
        self.stories
            .iter()
            .any(|story| changes_check_messages(self.scenario, story.rules.id, &story.rules, topic))
    }
}
