//! What an edition file without a base lacks: it describes a new game, and must have every clause of it.

use super::edition_places::span_of_value_at_keys;
use crate::cards::count_of;
use crate::editions;
use crate::editions::clause_in_edition_file::{clause_table, inherited_edition};
use crate::rules::{ClauseId, ClauseLookup, EngineKind, Ruleset};
use crate::scenario::text::{Diagnostic, Span, diagnose};
use toml::de::DeTable;

/// What is missing in the edition file of a new game.
#[derive(Default)]
struct NewGameMissingParts {
    /// The keys about the edition.
    keys: Vec<&'static str>,
    /// The clauses that the file neither has nor takes over.
    clauses: Vec<ClauseId>,
    /// The clauses without some of their parts, each with the parts: `stake (text, source)`.
    incomplete: Vec<String>,
    /// The words that are missing in `terms`, each with an example: `flush = "flush"`.
    terms: Vec<String>,
    /// The number of clauses of the game.
    clause_count: usize,
}

/// The keys of `terms` that a new game with tricks needs, each with an example.
const EXAMPLE_TERMS: [(&str, &str); 3] = [
    ("flush", "flush"),
    ("no_trick", "is looed"),
    ("top_card", "Pam"),
];

/// Returns the diagnostic for everything that a file without a base lacks. None if the file has a base, or lacks only a part of one
/// clause or one key: the usual message shows the place.
pub(super) fn missing_parts_error(text: &str) -> Option<Diagnostic> {
    let file = DeTable::parse(text).ok()?;
    let file = file.get_ref();
    if file.contains_key("based_on") {
        return None;
    }
    let missing = NewGameMissingParts::of_file(file);
    if missing.count() < 2 && missing.clauses.is_empty() && missing.terms.is_empty() {
        return None;
    }
    let summary = missing.summary();
    let list = missing.list();
    let wrong = diagnose!(
        "edition-without-base",
        &edition_machine_or_id_span(text),
        summary,
        list
    );
    let wrong = wrong.with_help(
        "to leave clauses out, take them over from a similar game with `[[same]]`, or write `based_on`",
    );
    Some(wrong.with_help("clauses that never matter in the game have a value in `[not_there]`"))
}

/// Returns the place that says that a file describes a game: its machine, its id, or else its first line.
fn edition_machine_or_id_span(text: &str) -> Span {
    let machine =
        span_of_value_at_keys(text, &["machine"]).or_else(|| span_of_value_at_keys(text, &["id"]));
    let first_line = text.lines().next().unwrap_or_default();
    machine.unwrap_or(0..first_line.len())
}

/// Returns the machine that a file names, or that of the games with tricks.
fn machine_of(file: &DeTable) -> EngineKind {
    match file
        .get("machine")
        .and_then(|machine| machine.get_ref().as_str())
    {
        Some("mus") => EngineKind::Mus,
        _ => EngineKind::Tricks,
    }
}

impl NewGameMissingParts {
    /// Collects what a file lacks.
    fn of_file(file: &DeTable) -> NewGameMissingParts {
        let mut missing = NewGameMissingParts::default();
        for key in ["id", "name"] {
            if !file.contains_key(key) {
                missing.keys.push(key);
            }
        }
        let machine = machine_of(file);
        let absent = file.get("not_there");
        let absent = absent.and_then(|absent| absent.get_ref().as_table());
        missing.note_terms(file, machine);
        for topic in ClauseId::ALL.iter().copied() {
            if !topic.arises_in(machine) {
                continue;
            }
            missing.clause_count += 1;
            if absent.is_none_or(|absent| !absent.contains_key(topic.id())) {
                missing.note_clause(file, topic);
            }
        }
        missing
    }

    /// Notes the words that a file lacks in `terms`. A game with tricks needs those of the things that it has.
    fn note_terms(&mut self, file: &DeTable, machine: EngineKind) {
        if machine == EngineKind::Mus {
            return;
        }
        let terms = file.get("terms");
        let terms = terms.and_then(|terms| terms.get_ref().as_table());
        for (key, word) in EXAMPLE_TERMS {
            let is_absent = match key {
                "flush" => says_game_lacks_subject(file, ClauseId::FlushWhat),
                "top_card" => says_game_lacks_subject(file, ClauseId::PamCard),
                _ => false,
            };
            let is_missing = terms.is_none_or(|terms| !terms.contains_key(key));
            if is_missing && !is_absent {
                self.terms.push(format!("{key} = \"{word}\""));
            }
        }
    }

    /// Notes what a file lacks of a clause.
    fn note_clause(&mut self, file: &DeTable, topic: ClauseId) {
        let is_taken_over = inherited_edition(file, topic).is_some();
        let table = clause_table(file, topic).filter(|table| has_part_of_clause(table));
        let Some(table) = table else {
            if !is_taken_over {
                self.clauses.push(topic);
            }
            return;
        };
        let mut parts = Vec::new();
        if !table.contains_key("like") && !is_taken_over {
            if topic.has_no_default_value() {
                parts.push("value");
            }
            parts.push("text");
        }
        if !is_taken_over || table.contains_key("like") {
            parts.push("source");
        }
        parts.retain(|part| !table.contains_key(*part));
        if !parts.is_empty() {
            self.incomplete
                .push(format!("{topic} ({})", parts.join(", ")));
        }
    }

    /// Returns how many things are missing.
    fn count(&self) -> usize {
        self.keys.len() + self.clauses.len() + self.incomplete.len() + self.terms.len()
    }

    /// Returns what is missing in a few words: `the key name, 76 of 78 clauses, and parts of 1 clause`.
    fn summary(&self) -> String {
        let mut kinds = Vec::new();
        if !self.keys.is_empty() {
            kinds.push(count_of(self.keys.len(), "key"));
        }
        if !self.clauses.is_empty() {
            kinds.push(format!(
                "{} of the {} clauses of its game",
                self.clauses.len(),
                self.clause_count
            ));
        }
        if !self.incomplete.is_empty() {
            kinds.push(format!(
                "parts of {}",
                count_of(self.incomplete.len(), "clause")
            ));
        }
        if !self.terms.is_empty() {
            kinds.push("words in `terms`".to_owned());
        }
        kinds.join(", and ")
    }

    /// Returns the names of everything that is missing.
    fn list(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        names.extend(self.keys.iter().map(|key| (*key).to_owned()));
        if !self.terms.is_empty() {
            names.push(format!("terms = {{ {} }}", self.terms.join(", ")));
        }
        names.extend(self.incomplete.iter().cloned());
        names.extend(self.clauses.iter().map(|topic| topic.id().to_owned()));
        names.join(", ")
    }
}

/// Returns whether a file says that its game has nothing of what a clause is about.
fn says_game_lacks_subject(file: &DeTable, topic: ClauseId) -> bool {
    let table = clause_table(file, topic);
    let absent = file
        .get("not_there")
        .and_then(|absent| absent.get_ref().as_table());
    let own_value = table.and_then(|table| table.get("value"));
    let value = own_value.or_else(|| absent?.get(topic.id()));
    if let Some(value) = value {
        return value.get_ref().as_str() == Some("none");
    }
    let other = inherited_edition(file, topic).and_then(editions::built_in_or_author_edition);
    let clause = other.and_then(|other| other.any_clause(topic));
    clause.is_some_and(|clause| clause.value().is_absent())
}

/// Returns whether a table has a part of a clause; `[rank]` may stand there for `[rank.promoted]` only.
fn has_part_of_clause(table: &DeTable) -> bool {
    Ruleset::CLAUSE_KEYS
        .iter()
        .any(|key| table.contains_key(*key))
}
