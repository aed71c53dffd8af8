//! The clauses that the edition files of a run decide, and which of them no hand of the run shows.

use crate::cards::{count_of, deduplicated};
use crate::cmd::command_files::InputFileOrStdin;
use crate::editions::author_editions::{
    clauses_not_taken_over, clauses_without_source_or_reading, options_closed_since_base,
    takeover_sources_and_clause_count,
};
use crate::editions::inherited_texts_to_review::{
    InheritedTextToReview, inherited_texts_to_review, is_reworded, own_texts_with_old_numbers,
    own_values_with_text_of_base,
};
use crate::rules::{ClauseId, Ruleset, clauses_reviewed_by_author};
use crate::scenario::{CheckedFile, Story, house_rules_of, is_edition_path};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How many clauses that no hand shows are named at the end of a run.
const MOST_NAMED: usize = 4;

/// The edition files of a run that covers their folders.
#[derive(Default)]
pub(super) struct UnshownClausesByEdition(Vec<UnshownEditionClauses>);

/// An edition file, and the clauses of it that no hand has shown so far.
struct UnshownEditionClauses {
    file: String,
    rules: &'static Ruleset,
    not_shown: Mutex<Vec<ClauseId>>,
    /// The texts that are taken over and that the author has not read again yet.
    unread_texts: Vec<InheritedTextToReview>,
    /// The clauses whose own text has a number of the base that is not in their value, each with the number.
    old_numbers: Vec<(ClauseId, String)>,
    /// The clauses with a value of their own and the text of the base.
    texts_of_base: Vec<ClauseId>,
}

/// What an edition file decides, for a machine.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EditionFile")]
pub(in crate::cmd) struct EditionFileTally {
    /// The path of the file.
    file: String,
    /// The id of the edition.
    edition: &'static str,
    /// The number of clauses that the file decides by itself.
    decided: usize,
    /// The number of clauses that it takes over from other editions.
    taken_over: usize,
    /// The clauses that have neither a source nor a reading.
    unsourced: Vec<&'static str>,
    /// The clauses that the file decides and no hand shows, though one could.
    not_shown: Vec<&'static str>,
    /// The clauses whose texts are taken over, and have words about a clause that the edition changes; and those whose own text has a
    /// number of the base.
    read_again: Vec<&'static str>,
    /// The options that the base leaves to the players and the edition does not.
    lost_options: Vec<&'static str>,
}

impl UnshownClausesByEdition {
    /// Returns the clauses of the edition files among these targets whose folders lie under a path
    /// of the run; none is shown yet.
    pub(super) fn of_edition_files(
        targets: &[InputFileOrStdin],
        paths: &[PathBuf],
    ) -> UnshownClausesByEdition {
        let mut tallies = Vec::new();
        for target in targets {
            if let Ok(path) = &target.source
                && is_edition_path(path)
                && are_edition_hands_read(path, paths)
                && let Some(rules) = edition_of_file(path)
            {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                tallies.push(UnshownEditionClauses::new(
                    target.name.clone(),
                    rules,
                    &text,
                ));
            }
        }
        UnshownClausesByEdition(tallies)
    }

    /// Notes which clauses the hands of a file show.
    pub(super) fn note_shown(&self, checked: &CheckedFile) {
        for tally in &self.0 {
            for story in &checked.stories {
                tally.note_story(checked, story);
            }
            for hand in checked.chapter.iter().flat_map(|chapter| &chapter.hands) {
                for story in &hand.stories {
                    tally.note_story(hand, story);
                }
            }
        }
    }

    /// Returns what each edition file decides, for a machine.
    pub(super) fn records(&self) -> Vec<EditionFileTally> {
        self.0.iter().map(UnshownEditionClauses::record).collect()
    }

    /// Returns what each edition file decides, as lines of text. The clauses that no hand shows are named only if all hands
    /// hold, because a hand with a mistake may be meant to show them.
    pub(super) fn describe_edition_files(&self, names_unshown: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for tally in &self.0 {
            lines.push(format!(
                "{}: {}",
                tally.rules.id,
                describe_clause_origins(tally.rules)
            ));
            lines.extend(describe_texts_to_read_again(&tally.unread_texts));
            lines.extend(describe_numbers_unlike_value(
                tally.rules,
                &tally.old_numbers,
            ));
            lines.extend(describe_unrevised_texts(&tally.texts_of_base));
            lines.extend(describe_lost_options(tally.rules));
            if names_unshown {
                lines.extend(tally.describe_not_shown());
            }
        }
        lines
    }
}

/// Returns the note on the texts that an edition takes over though they speak about something that it changes, a line for each
/// clause that it changes, and how the author can say that they are right; none if there are none.
fn describe_texts_to_read_again(texts: &[InheritedTextToReview]) -> Option<String> {
    let mut note = String::from(
        "note: read these texts again. They are taken over, and have words about what this edition changes:",
    );
    let mut changed = None;
    for text in texts {
        let place = format!("{} (“{}”)", text.clause, text.words);
        if changed == Some(text.changed) {
            note += &format!(", {place}");
        } else {
            note += &format!("\n      {}: {place}", text.changed);
            changed = Some(text.changed);
        }
    }
    changed?;
    let clauses = texts.iter().map(|text| format!("\"{}\"", text.clause));
    let list = deduplicated(clauses).join(", ");
    note += &format!("\n      if they are right, name them in the file: texts_read = [{list}]");
    Some(note)
}

/// Returns the note on the edition's own texts that have a number which their value does not have;
/// none without such texts.
fn describe_numbers_unlike_value(rules: &Ruleset, texts: &[(ClauseId, String)]) -> Option<String> {
    let mut note = String::from(
        "note: read these texts of this edition again. Each has a number that its value does not have:",
    );
    for (topic, number) in texts {
        let value = rules.describe_value(*topic).unwrap_or_default();
        note += &format!("\n      {topic}: “{number}” in the text; the value is “{value}”");
    }
    let (first, _) = texts.first()?;
    note += &format!(
        "\n      if a text is right, name its clause in the file: texts_read = [\"{first}\"]"
    );
    Some(note)
}

/// Returns the note on the clauses that have a value of their own and the text of the base; none if there are none.
fn describe_unrevised_texts(topics: &[ClauseId]) -> Option<String> {
    let first = topics.first()?;
    let names: Vec<&str> = topics.iter().map(|topic| topic.id()).collect();
    Some(format!(
        "note: read these texts of this edition again. Each has a value of its own, but the words of the base: {}.\n      \
         if a text is right, name its clause in the file: texts_read = [\"{first}\"]",
        names.join(", ")
    ))
}

/// Returns the note on the options that the base of an edition has and the edition does not; none if there are none.
fn describe_lost_options(rules: &Ruleset) -> Option<String> {
    let base = rules.parent?;
    let lost: Vec<String> = options_closed_since_base(rules)
        .iter()
        .map(|option| format!("{} ({})", option.name, option.topic))
        .collect();
    if lost.is_empty() {
        return None;
    }
    Some(format!(
        "note: {} leaves these options to the players, and this edition does not: {}",
        base.id,
        lost.join(", ")
    ))
}

/// Returns whether a run over these paths reads the hands of the folder of an edition file.
fn are_edition_hands_read(file: &Path, paths: &[PathBuf]) -> bool {
    let file = std::path::absolute(file).unwrap_or_default();
    let folder = file.parent().and_then(Path::parent);
    paths.iter().any(|path| {
        let path = std::path::absolute(path).unwrap_or_default();
        folder.is_some_and(|folder| folder.starts_with(path))
    })
}

/// Returns the edition of a file; none if the file has a mistake.
fn edition_of_file(path: &Path) -> Option<&'static Ruleset> {
    let id = path.file_stem()?.to_str()?;
    house_rules_of(path).editions?.by_id(id)
}

impl UnshownEditionClauses {
    /// Returns an edition file, with its text, before any hand has shown a clause.
    fn new(file: String, rules: &'static Ruleset, text: &str) -> UnshownEditionClauses {
        let read = clauses_reviewed_by_author(text);
        let mut unread_texts = inherited_texts_to_review(rules);
        unread_texts.retain(|unread| !read.contains(&unread.clause));
        let mut old_numbers = own_texts_with_old_numbers(rules);
        old_numbers.retain(|(topic, _)| !read.contains(topic));
        let mut texts_of_base = own_values_with_text_of_base(rules);
        texts_of_base.retain(|topic| !read.contains(topic));
        let mut not_shown = Vec::new();
        for clause in clauses_not_taken_over(rules) {
            if clause.unseen.is_none() {
                not_shown.push(clause.topic);
            }
        }
        UnshownEditionClauses {
            file,
            rules,
            not_shown: Mutex::new(not_shown),
            unread_texts,
            old_numbers,
            texts_of_base,
        }
    }

    /// Notes which clauses a story shows, if it is played by this edition.
    fn note_story(&self, checked: &CheckedFile, story: &Story) {
        let played_by = house_rules_of(Path::new(&checked.path)).edition_by_id(story.rules.id);
        if !played_by.is_some_and(|rules| std::ptr::eq(rules, self.rules)) {
            return;
        }
        // What an earlier hand has shown need not be looked for again.
        let mut shown = self.not_shown();
        shown.retain(|topic| checked.shows_clause(story, *topic));
        let mut not_shown = self
            .not_shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        not_shown.retain(|topic| !shown.contains(topic));
    }

    /// Returns the clauses that no hand has shown so far.
    fn not_shown(&self) -> Vec<ClauseId> {
        let not_shown = self.not_shown.lock();
        not_shown.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn record(&self) -> EditionFileTally {
        let unsourced = clauses_without_source_or_reading(self.rules);
        let taken_over = self.unread_texts.iter().map(|text| text.clause.id());
        let own = self.old_numbers.iter().map(|(topic, _)| topic.id());
        let of_base = self.texts_of_base.iter().map(|topic| topic.id());
        let lost = options_closed_since_base(self.rules);
        EditionFileTally {
            file: self.file.clone(),
            edition: self.rules.id,
            decided: clauses_not_taken_over(self.rules).len(),
            taken_over: takeover_sources_and_clause_count(self.rules).1,
            unsourced: unsourced.iter().map(|topic| topic.id()).collect(),
            not_shown: self.not_shown().iter().map(|topic| topic.id()).collect(),
            read_again: deduplicated(taken_over.chain(own).chain(of_base)),
            lost_options: lost.iter().map(|option| option.name).collect(),
        }
    }

    /// Returns the first clauses that no hand shows, and the commands that list all and find a hand; none if hands show all.
    fn describe_not_shown(&self) -> Option<String> {
        let topics = self.not_shown();
        let first = topics.first()?;
        let id = self.rules.id;
        let mut names: Vec<&str> = topics.iter().map(|topic| topic.id()).collect();
        names.truncate(MOST_NAMED);
        let mut named = names.join(", ");
        if topics.len() > names.len() {
            named += &format!(" and {} more", topics.len() - names.len());
        }
        let decided = clauses_not_taken_over(self.rules).len();
        Some(format!(
            "note: no hand shows {} of these {decided}: {named}\n      \
             to list all: mouche coverage --edition {id}\n      \
             to find a hand: {}",
            topics.len(),
            command_to_find_hand(self.rules, *first)
        ))
    }
}

/// Returns how many clauses an edition decides by itself, and from where it takes over the others.
pub(in crate::cmd) fn describe_clause_origins(rules: &Ruleset) -> String {
    let decided = count_of(clauses_not_taken_over(rules).len(), "clause");
    let (editions, taken_over) = takeover_sources_and_clause_count(rules);
    if taken_over == 0 {
        return format!("{decided} of its own");
    }
    let editions = editions.join(", ");
    let origins = format!("{decided} of its own, {taken_over} taken over from {editions}");
    let reworded = ClauseId::ALL
        .iter()
        .filter(|topic| is_reworded(rules, **topic))
        .count();
    if reworded == 0 {
        return origins;
    }
    format!("{origins}, {reworded} of them in other words")
}

/// Returns the command that finds a hand which shows a clause of an edition.
pub(in crate::cmd) fn command_to_find_hand(rules: &Ruleset, topic: ClauseId) -> String {
    let players = rules.players.read();
    let seats = players.render(|players, _| {
        if players.allows(4) {
            String::new()
        } else {
            format!(" --players {}", players.to)
        }
    });
    format!("mouche new --edition {}{seats} --shows {topic}", rules.id)
}
