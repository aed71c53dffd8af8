//! Reads and plays one file.

pub use super::agreed_rules::read_house_rules;
#[cfg(feature = "cli")]
use super::edition_file_check::{check_edition_file, is_edition_path};
use super::promised_clauses::{
    find_breaking_changes, is_broken_by_change, play_and_check_promises,
};
use super::story::{ClauseWithOtherValue, EngineCheckCounts, Story};
use super::warnings::find_warnings;
use crate::cards::{CardLanguage, InsertionSort};
use crate::editions;
use crate::rules::ClauseId;
use crate::scenario::lesson::Lesson;
use crate::scenario::text::diagnostic::{Code, Diagnostic, sort_by_place};
use crate::scenario::text::header::TABLE_FILE;
use crate::scenario::text::scenario_loader::{LoadedScenarioFile, decode_utf8, load_in};
use crate::scenario::text::statements_commented_out::find_commented_statements;
use crate::scenario::text::{FolderRules, Scenario, ScriptOrPayoutContent, Spanned};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// A file and its verdict.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// The path by which it was found.
    pub path: String,
    /// Its text: what can be read of it if it is not UTF-8.
    pub text: String,
    /// The text of its heading, as Markdown.
    pub title: String,
    /// True if it has a `toml scenario` fence.
    pub is_scenario: bool,
    /// The story that it became under each edition that it names.
    pub stories: Vec<Story>,
    /// The mistakes, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings to its author, by place; none unless the file holds.
    pub warnings: Vec<Diagnostic>,
    /// The scenario, if its players and editions are known.
    pub scenario: Option<Scenario>,
    /// Its hands, if it is a chapter of a book.
    pub chapter: Option<ChapterHands>,
}

/// The hands of a chapter of a book: those written in its fences, and those that its fences name.
#[derive(Clone, Debug, Default)]
pub struct ChapterHands {
    /// The hands that stand in its fences.
    pub hands: Vec<CheckedFile>,
    /// The files that its fences name.
    pub links: Vec<Spanned<String>>,
    /// The lesson, if the chapter is one.
    pub lesson: Option<Lesson>,
}

impl CheckedFile {
    /// Returns whether it is a scenario and nothing is wrong with it.
    pub fn holds(&self) -> bool {
        self.is_scenario && self.diagnostics.is_empty()
    }

    /// Returns the language of its title and prose as HTML names it, as `fr`, or none if that is English.
    pub fn prose_language_unless_english(&self) -> Option<&'static str> {
        let prose = self
            .scenario
            .as_ref()
            .and_then(|scenario| scenario.header.prose);
        prose.filter(|language| *language != "en")
    }

    /// Returns the clauses that it says it is about.
    pub fn promised_clauses(&self) -> impl Iterator<Item = ClauseId> {
        let named = self
            .scenario
            .iter()
            .flat_map(|scenario| &scenario.header.shows);
        named.filter_map(|id| editions::clause_id_in_use(&id.value))
    }

    /// Returns the numbers of things that the file proved, over all its editions.
    pub fn total_counts(&self) -> EngineCheckCounts {
        let mut all = EngineCheckCounts::default();
        self.stories.iter().for_each(|story| all += story.proved);
        self.chapter
            .iter()
            .flat_map(|chapter| &chapter.hands)
            .for_each(|hand| all += hand.total_counts());
        all
    }

    /// Returns the place of each hand: from its deal fence to the next, the last to the end of the file.
    pub fn hand_places(&self) -> Vec<Range<usize>> {
        let hands = self.scenario.iter().flat_map(|scenario| &scenario.hands);
        let starts = hands.map(|hand| hand.deal.opening.start);
        starts
            .clone()
            .zip(starts.skip(1).chain([self.text.len() + 1]))
            .map(|(start, end)| start..end)
            .collect()
    }

    /// Returns the ids of the editions that its header names.
    pub fn edition_ids(&self) -> Vec<&str> {
        let editions = self
            .scenario
            .iter()
            .flat_map(|scenario| &scenario.header.editions);
        editions.map(|edition| edition.value.as_str()).collect()
    }

    /// Returns the changes of single clauses under which one of its stories no longer holds; none if the file does not hold.
    pub fn breaking_changes(&self, story: &Story) -> BTreeSet<ClauseWithOtherValue> {
        let scenario = self.scenario.as_ref().filter(|_| self.holds());
        scenario
            .and_then(|scenario| find_breaking_changes(scenario, &story.rules))
            .unwrap_or_default()
    }

    /// Returns the clauses that a story shows: a step carries the clause, or the file would not hold with another value of it.
    /// The first call plays the file under many other rules; the story keeps the answer.
    pub fn clauses_shown<'a>(&self, story: &'a Story) -> &'a BTreeSet<ClauseId> {
        story.shown_or_felt.get_or_init(|| {
            let topics = ClauseId::ALL.iter().copied();
            topics
                .filter(|topic| self.shows_clause(story, *topic))
                .collect()
        })
    }

    /// Forgets the steps of its stories and what its script says, after it has found out which clauses the stories show,
    /// unless those are `known_shown_clauses` of each story.
    #[cfg(feature = "cli")]
    pub fn replace_steps_by_clauses(&mut self, known_shown_clauses: Vec<BTreeSet<ClauseId>>) {
        if known_shown_clauses.len() == self.stories.len() {
            for (story, shown) in self.stories.iter_mut().zip(known_shown_clauses) {
                story.shown_or_felt = shown.into();
            }
        }
        for story in &self.stories {
            self.clauses_shown(story);
        }
        for story in &mut self.stories {
            story.forget_steps();
        }
        if let Some(scenario) = &mut self.scenario {
            scenario.hands = Vec::new();
        }
    }

    /// Returns whether a step of a story carries a clause, or the file would not hold with another value of the clause.
    pub fn shows_clause(&self, story: &Story, topic: ClauseId) -> bool {
        if story.shown.contains(&topic) {
            return true;
        }
        let scenario = self.scenario.as_ref().filter(|_| self.holds());
        scenario.is_some_and(|scenario| is_broken_by_change(scenario, &story.rules, topic))
    }
}

/// Checks a file, and leaves every fix as the reader of the line proposes it: nothing is known yet of what it leads to.
pub(super) fn check_without_trying_fixes(
    house: FolderRules,
    path: &str,
    bytes: &[u8],
) -> CheckedFile {
    // No page has such a file.
    let is_table = cfg!(feature = "cli")
        && Path::new(path)
            .file_name()
            .is_some_and(|name| name == TABLE_FILE);
    let text = String::from_utf8_lossy(bytes).into_owned();
    #[cfg(feature = "cli")]
    let is_edition = is_edition_path(Path::new(path));
    #[cfg(not(feature = "cli"))]
    let is_edition = false;
    let unread = CheckedFile {
        path: path.to_owned(),
        is_scenario: !is_table && !is_edition,
        ..CheckedFile::default()
    };
    if let Err(wrong) = decode_utf8(bytes) {
        return CheckedFile {
            text,
            diagnostics: vec![wrong],
            ..unread
        };
    }
    if is_table {
        let (.., diagnostics) = read_house_rules(house.editions, &text);
        return CheckedFile {
            text,
            diagnostics,
            ..unread
        };
    }
    #[cfg(feature = "cli")]
    if is_edition {
        let (diagnostics, warnings) = check_edition_file(house, Path::new(path), &text);
        return CheckedFile {
            text,
            diagnostics,
            warnings,
            ..unread
        };
    }
    let mut checked = check_loaded(path, text, house, &mut play_editions);
    if let Some(scenario) = &checked.scenario
        && checked.diagnostics.is_empty()
    {
        checked.warnings = find_warnings(&checked.text, scenario, &checked.stories);
    }
    checked
}

/// Reads a text and has it played by `play`, which returns a story for each edition and adds what is wrong.
pub fn check_loaded(
    path: &str,
    text: String,
    house: FolderRules,
    play: &mut dyn FnMut(&Scenario, &mut Vec<Diagnostic>) -> Vec<Story>,
) -> CheckedFile {
    let LoadedScenarioFile {
        scenario,
        is_scenario,
        mut diagnostics,
    } = load_in(house, &text);
    let unread = CheckedFile {
        path: path.to_owned(),
        is_scenario,
        ..CheckedFile::default()
    };
    let Some(told) = &scenario else {
        let diagnostics = respell_diagnostics(diagnostics, &text, CardLanguage::default());
        return CheckedFile {
            text,
            diagnostics,
            ..unread
        };
    };
    if let Some((from, left)) = describe_unread(told) {
        let cause = diagnostics
            .iter()
            .position(|wrong| wrong.span.start >= from && wrong.fix.is_none());
        if let Some(wrong) = diagnostics.get_mut(cause.unwrap_or_default()) {
            wrong.help.push(left);
        }
    }
    let stories = play(told, &mut diagnostics);
    point_to_commented_out_move(&text, told, &mut diagnostics);
    if diagnostics
        .iter()
        .any(|wrong| wrong.code == Code::UnknownName)
    {
        // A list that lacks a player is too short.
        diagnostics.retain(|wrong| wrong.code != Code::PlayerCount);
    }
    let diagnostics = respell_diagnostics(
        sort_and_merge_diagnostics(diagnostics),
        &text,
        told.header.letters,
    );
    let title = told.title.clone();
    CheckedFile {
        text,
        title,
        stories,
        diagnostics,
        scenario,
        ..unread
    }
}

/// Adds the comment before the first missing move, if it reads as a statement: it was probably meant to be one.
fn point_to_commented_out_move(text: &str, scenario: &Scenario, diagnostics: &mut [Diagnostic]) {
    let missing_move = diagnostics.iter_mut().find(|wrong| {
        matches!(
            wrong.code,
            Code::WrongTrick | Code::OutOfTurn | Code::WrongPhase | Code::Unfinished
        )
    });
    let Some(wrong) = missing_move else {
        return;
    };
    let mut comments = find_commented_statements(text, scenario).into_iter();
    if let Some(comment) = comments.rfind(|comment| comment.end <= wrong.span.start) {
        let label = "this comment reads as a statement, and is not played";
        wrong.related.push((comment, label.to_owned()));
    }
}

/// Writes diagnostics in the letters of the file. What a fix leaves out of the file is left out whole.
fn respell_diagnostics(
    mut found: Vec<Diagnostic>,
    text: &str,
    letters: CardLanguage,
) -> Vec<Diagnostic> {
    for wrong in &mut found {
        wrong.respell_cards(letters);
        if wrong.deletes_statement()
            && let Some(span) = wrong.replaced_span.take()
        {
            wrong.replaced_span = Some(extend_entry_to_separator(text, span));
        }
    }
    found
}

/// Returns an entry with what parts it from the others: a comma after it, or before it a comma or the end of a line.
fn extend_entry_to_separator(text: &str, span: Range<usize>) -> Range<usize> {
    if let Some(next) = text[span.end..].trim_start_matches(' ').strip_prefix(',') {
        return span.start..text.len() - next.trim_start_matches(' ').len();
    }
    let before = text[..span.start].trim_end_matches(' ');
    for sign in [",", "\r\n", "\n"] {
        if let Some(rest) = before.strip_suffix(sign) {
            return rest.len()..span.end;
        }
    }
    span
}

/// Returns the byte from which on the file is left unchecked because something cannot be read, and
/// words for what is left.
fn describe_unread(scenario: &Scenario) -> Option<(usize, String)> {
    let hands = &scenario.hands;
    if let Some(broken) = hands.iter().position(|hand| hand.is_broken) {
        let help = match hands.len() - broken {
            1 => "not played because of this: this deal".to_owned(),
            more => {
                format!("not played because of this: this deal and all later deals, {more} in all")
            }
        };
        return Some((0, help));
    }
    let mut parts = hands.iter().flat_map(|hand| &hand.parts);
    let unread = parts.find(|part| matches!(part.body, ScriptOrPayoutContent::Unread))?;
    let help = "not checked because of this: this payout".to_owned();
    Some((unread.opening.start, help))
}

/// Plays a scenario under each edition that its header names.
fn play_editions(scenario: &Scenario, diagnostics: &mut Vec<Diagnostic>) -> Vec<Story> {
    let editions = &scenario.header.editions;
    let mut stories = Vec::new();
    for edition in editions {
        // What is wrong with a header is of no edition, or says of which.
        let story = match play_and_check_promises(scenario, edition) {
            Ok(story) => story,
            Err(wrong) => {
                diagnostics.extend(wrong.0);
                continue;
            }
        };
        for wrong in &story.diagnostics {
            let mut wrong = wrong.clone();
            wrong.editions.clear();
            if editions.len() > 1 {
                wrong.editions.push(edition.value.clone());
            }
            diagnostics.push(wrong);
        }
        stories.push(story);
    }
    stories
}

/// Sorts mistakes by place. One that several editions find is reported once, and names them.
fn sort_and_merge_diagnostics(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort_by_place(&mut found, |wrong| (wrong.span.start, wrong.span.end));
    for same in found.chunk_by_mut(|one, next| one.span == next.span) {
        same.insertion_sort_by_key(|wrong| wrong.code);
    }
    let mut merged: Vec<Diagnostic> = Vec::new();
    for wrong in found {
        match find_same_in_other_edition(&mut merged, &wrong) {
            Some(first) => first.editions.extend(wrong.editions),
            None => merged.push(wrong),
        }
    }
    for wrong in &mut merged {
        wrong.editions.dedup();
    }
    // A value that could not be read was left open: that is told once, with what the engine finds there. The slip comes
    // first: they are in the order of their places, and there of their kinds.
    merged.dedup_by(|hole, slip| {
        let is_about_hole =
            hole.code == Code::Unfilled && slip.code < Code::ForeignCard && hole.span == slip.span;
        if is_about_hole && !slip.help.contains(&hole.message) {
            slip.help.push(std::mem::take(&mut hole.message));
        }
        is_about_hole
    });
    merged
}

/// Returns the mistake that another edition has found as well. Each edition has its own clause.
fn find_same_in_other_edition<'a>(
    merged: &'a mut [Diagnostic],
    wrong: &Diagnostic,
) -> Option<&'a mut Diagnostic> {
    for first in merged.iter_mut().rev() {
        if first.span != wrong.span || first.code != wrong.code {
            return None;
        }
        let mut same = wrong.clone();
        same.clause.clone_from(&first.clause);
        same.editions.clone_from(&first.editions);
        if same == *first {
            return Some(first);
        }
    }
    None
}
