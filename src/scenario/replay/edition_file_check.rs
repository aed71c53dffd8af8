//! The edition files of authors: reading them, and what is wrong with them.

use super::edition_file_errors::describe_error;
use super::edition_name_conflicts::find_taken_or_template_name;
use super::edition_places::{
    span_in_clause, span_of_base_or_first_same, span_of_value, span_of_value_at_keys,
};
use super::edition_toml_slips::find_unclosed_text;
use super::language_tag_check::is_language_tag;
use super::offered_option_errors::find_author_option_error;
use super::unranked_cards::find_unranked_cards;
use crate::editions;
use crate::editions::author_editions::{
    clauses_not_taken_over, clauses_without_source_or_reading, takeover_bases,
};
use crate::editions::clause_in_edition_file::{clause_table, inherited_edition};
use crate::editions::house_table::why_page_name_refused;
use crate::rules::{ClauseId, ClauseLookup, ClauseSource, Exclusion, Ruleset, WORKS, Work};
use crate::scenario::text::{Diagnostic, FolderRules, Span, diagnose, quote};
use std::path::Path;
use toml::de::DeTable;

/// The folder whose TOML files are editions.
pub const EDITIONS_FOLDER: &str = "editions";

/// The keys that only an edition has; a TOML file without all of them is none.
const KEYS_OF_EDITIONS: [&str; 4] = ["id", "name", "based_on", "machine"];

/// Returns whether a file may be an edition, by its path: a TOML file in a folder `editions`.
pub fn is_edition_path(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    folder.is_some_and(|name| name == EDITIONS_FOLDER)
        && path.extension().is_some_and(|end| end == "toml")
}

/// Returns whether a TOML file in a folder `editions` is an edition: it has a key of one, or cannot be read.
pub fn has_edition_key_or_unreadable(text: &str) -> bool {
    match DeTable::parse(text) {
        Ok(table) => KEYS_OF_EDITIONS
            .iter()
            .any(|key| table.get_ref().contains_key(*key)),
        Err(_) => true,
    }
}

/// Checks an edition file in a folder whose files can name these editions. Returns the errors and the warnings.
pub fn check_edition_file(
    house: FolderRules,
    path: &Path,
    text: &str,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    if !has_edition_key_or_unreadable(text) {
        return (Vec::new(), Vec::new());
    }
    let printed = house.printed_editions();
    match read_edition_file(&printed, path, text) {
        Ok(rules) => (Vec::new(), find_unsourced_clauses(&rules, text)),
        Err(wrong) => (vec![*wrong], Vec::new()),
    }
}

/// Returns a warning for each clause that has a value, and neither a source nor a reading that says who decided it.
fn find_unsourced_clauses(rules: &Ruleset, text: &str) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for topic in clauses_without_source_or_reading(rules) {
        let span = span_in_clause(text, topic, "source").unwrap_or_default();
        warnings.push(diagnose!("clause-unsourced", &span, topic));
    }
    warnings
}

/// Reads the edition of a file, which can be based on our editions and on these.
pub fn read_edition_file(
    known: &[&'static Ruleset],
    path: &Path,
    text: &str,
) -> Result<Ruleset, Box<Diagnostic>> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if let Some(mark) = find_unclosed_text(text) {
        return Err(diagnose!("text-not-closed", &mark).into());
    }
    let find_edition = |id: &str| find_base(known, &stem, id);
    let rules = Ruleset::read(text, &find_edition);
    let rules = rules.map_err(|error| describe_error(&error, known, text))?;
    if let Some(why) = why_edition_id_refused(rules.id, &stem) {
        let span = span_of_value_at_keys(text, &["id"]).unwrap_or_default();
        let written = quote(rules.id);
        return Err(diagnose!("no-edition-id", &span, written, why).into());
    }
    if let Some(wrong) = find_clause_given_and_not_there(text) {
        return Err(wrong.into());
    }
    if let Some(wrong) = repeated_work_id_error(&rules, known, text) {
        return Err(wrong.into());
    }
    if let Some(wrong) = find_taken_or_template_name(&rules, known, text) {
        return Err(wrong.into());
    }
    if let Some(topic) = find_empty_own_text(text) {
        let span = span_in_clause(text, topic, "text").unwrap_or_default();
        return Err(diagnose!("clause-text-empty", &span, topic).into());
    }
    if let Some(topic) = find_clause_with_only_readings(text) {
        let span = span_in_clause(text, topic, "reading").unwrap_or_default();
        return Err(diagnose!("reading-without-clause", &span, topic).into());
    }
    if let Some(wrong) = quotation_language_error(&rules, text) {
        return Err(wrong.into());
    }
    if let Some(topic) = find_clause_without_text(&rules, text) {
        let span = span_in_clause(text, topic, "text").unwrap_or_default();
        return Err(diagnose!("clause-text-empty", &span, topic).into());
    }
    if let Some(exclusion) = rules.find_exclusion() {
        return Err(exclusion_error(&rules, exclusion, text).into());
    }
    for base in takeover_bases(&rules, find_edition) {
        let broken =
            rules.find_idle_inherited_value(base, &|topic| span_of_value(text, topic).is_some());
        if let Some(broken) = broken {
            return Err(exclusion_error(&rules, broken, text).into());
        }
    }
    if let Some(wrong) = find_unranked_cards(&rules, text) {
        return Err(wrong.into());
    }
    if let Some(idle) = exclusion_of_idle_change(&rules, text, find_edition) {
        return Err(idle_value_error(&rules, idle, text).into());
    }
    match find_author_option_error(&rules, text) {
        Some(wrong) => Err(wrong.into()),
        None => Ok(rules),
    }
}

/// Returns the diagnostic for a clause that stands in `[not_there]` and in a table of its own.
fn find_clause_given_and_not_there(text: &str) -> Option<Diagnostic> {
    let file = DeTable::parse(text).ok()?;
    let absent = file.get_ref().get("not_there")?;
    for key in absent.get_ref().as_table()?.keys() {
        let topic = ClauseId::by_id(key.get_ref())?;
        let mut parts = Ruleset::CLAUSE_KEYS.iter();
        let given = parts.find_map(|part| span_in_clause(text, topic, part));
        if let Some(span) = given {
            let wrong = diagnose!("absent-clause-given", &span, topic);
            return Some(wrong.with_related(key.span(), "it is in `[not_there]`".to_owned()));
        }
    }
    None
}

/// Returns the diagnostic for a work, or for words of a source, in this file, whose `lang` names no language.
fn quotation_language_error(rules: &Ruleset, text: &str) -> Option<Diagnostic> {
    let mut languages: Vec<&str> = rules.works.iter().filter_map(Work::language).collect();
    for clause in clauses_not_taken_over(rules) {
        languages.extend(clause.quotation.map(|quotation| quotation.lang));
        for reading in clause.readings {
            languages.extend(reading.turns_on.map(|phrase| phrase.lang));
        }
    }
    languages.retain(|language| !is_language_tag(language));
    let mut unknown = languages.into_iter();
    unknown.find_map(|language| {
        let span = find_written_language(text, language)?;
        Some(diagnose!(
            "language-unknown",
            &span,
            written = quote(language)
        ))
    })
}

/// Returns the place of a language in a file: the value of a key `lang`.
fn find_written_language(text: &str, language: &str) -> Option<Span> {
    let quoted = format!("\"{language}\"");
    for (at, _) in text.match_indices(&quoted) {
        let before = text[..at].trim_end();
        let key = before.strip_suffix('=').map(str::trim_end);
        if key.is_some_and(|key| key.ends_with("lang")) {
            return Some(at..at + quoted.len());
        }
    }
    None
}

/// Returns the first clause with a table in the file whose text has no words.
fn find_empty_own_text(text: &str) -> Option<ClauseId> {
    let file = DeTable::parse(text).ok()?;
    let mut topics = ClauseId::ALL.iter().copied();
    topics.find(|topic| {
        let table = clause_table(file.get_ref(), *topic);
        let written = table.and_then(|table| table.get("text")?.get_ref().as_str());
        written.is_some_and(|words| words.trim().is_empty())
    })
}

/// Returns the first clause of which the file gives readings and nothing else. They would explain the text of another work.
fn find_clause_with_only_readings(text: &str) -> Option<ClauseId> {
    let file = DeTable::parse(text).ok()?;
    let mut topics = ClauseId::ALL.iter().copied();
    topics.find(|topic| {
        let Some(table) = clause_table(file.get_ref(), *topic) else {
            return false;
        };
        let mut given = Ruleset::CLAUSE_KEYS
            .iter()
            .filter(|key| table.contains_key(**key));
        given.next() == Some(&"reading") && given.next().is_none()
    })
}

/// Returns the first clause that decides something, in the file itself, and has no text for its page.
fn find_clause_without_text(rules: &Ruleset, text: &str) -> Option<ClauseId> {
    let mut clauses = rules.clauses().into_iter();
    let found = clauses.find(|clause| {
        // A clause that is taken over has the text of the base, or one of the file.
        let is_written = span_in_clause(text, clause.topic, "text").is_some();
        if !is_written && matches!(clause.source, ClauseSource::Same { .. }) {
            return false;
        }
        let is_empty = clause.text().render(|words, _| words.trim().is_empty());
        let differs = rules
            .parent
            .is_some_and(|base| !rules.decides_as(base, clause.topic));
        is_empty && (rules.has_subject_of(clause.topic) || differs)
    });
    Some(found?.topic)
}

/// Returns what excludes the first value that the file changes from its base and that has no
/// effect. A new game must have every clause that it takes over from nowhere, also those that
/// change nothing in it.
fn exclusion_of_idle_change(
    rules: &Ruleset,
    text: &str,
    find_edition: impl Fn(&str) -> Option<&'static Ruleset>,
) -> Option<Exclusion> {
    let file = DeTable::parse(text).ok()?;
    for topic in ClauseId::ALL.iter().copied() {
        let is_own = span_in_clause(text, topic, "value").is_some();
        let base = inherited_edition(file.get_ref(), topic).and_then(&find_edition);
        let Some(base) = base.filter(|_| is_own) else {
            continue;
        };
        let idle = rules.find_idle_value(topic);
        let idle = idle.or_else(|| find_change_outside_pack(rules, base, topic));
        if !base.decides_as(rules, topic) && idle.is_some() {
            return idle;
        }
    }
    None
}

/// Returns the reason if the order or the points of the cards differ from another edition only in cards that the pack does not have.
fn find_change_outside_pack(rules: &Ruleset, base: &Ruleset, topic: ClauseId) -> Option<Exclusion> {
    let is_on_cards = [ClauseId::Rank, ClauseId::FlushPoints].contains(&topic);
    let is_same = is_on_cards && base.describe_value(topic) == rules.describe_value(topic);
    is_same.then_some(Exclusion {
        topic,
        other: Some(ClauseId::Pack),
        why: "it differs from the base only in cards that the pack does not have",
    })
}

/// Returns the diagnostic for a value that changes nothing because of another clause.
fn idle_value_error(rules: &Ruleset, idle: Exclusion, text: &str) -> Diagnostic {
    let Exclusion { topic, other, why } = idle;
    let span = span_of_value(text, topic).unwrap_or_default();
    let value = rules.describe_value(topic).unwrap_or_default();
    let other = other.unwrap_or(topic);
    let other_value = rules.describe_value(other).unwrap_or_default();
    let wrong = diagnose!("value-idle", &span, topic, other, why, value);
    match span_of_value(text, other) {
        Some(other_span) if other != topic => {
            wrong.with_related(other_span, format!("{other}: {other_value}"))
        }
        _ => wrong,
    }
}

/// Returns the edition that a file calls by an id. No edition is based on itself.
fn find_base(known: &[&'static Ruleset], stem: &str, id: &str) -> Option<&'static Ruleset> {
    let authors = known.iter().copied().filter(|rules| rules.id != stem);
    editions::built_in_editions()
        .chain(authors)
        .find(|rules| rules.id == id)
}

/// Returns why an edition cannot have an id.
pub fn why_edition_id_refused(id: &str, stem: &str) -> Option<String> {
    if id.is_empty() || !id.chars().all(can_be_in_id) {
        return Some("an id has small letters, digits and hyphens only".to_owned());
    }
    if editions::built_in_by_id(id).is_some() {
        return Some("an edition of the program has this id".to_owned());
    }
    if ClauseId::by_id(id).is_some() {
        return Some("a clause has this id".to_owned());
    }
    if id != stem {
        return Some(format!("the file is called {stem}.toml"));
    }
    why_page_name_refused(id).map(str::to_owned)
}

/// Returns the diagnostic for a work whose id another work of the book has. Pages link to works by their ids.
fn repeated_work_id_error(
    rules: &Ruleset,
    known: &[&'static Ruleset],
    text: &str,
) -> Option<Diagnostic> {
    for work in rules.works {
        let authors = known.iter().filter(|other| other.id != rules.id);
        let others = WORKS.iter().chain(authors.flat_map(|other| other.works));
        let other = others
            .into_iter()
            .find(|other| other.id == work.id && *other != work);
        let Some(other) = other else { continue };
        let quoted = format!("\"{}\"", work.id);
        let start = text.find(&format!("id = {quoted}"))?;
        let span = start + "id = ".len()..start + "id = ".len() + quoted.len();
        let id = quote(work.id);
        return Some(diagnose!("work-twice", &span, id, other = other.short));
    }
    None
}

/// Returns whether a character may stand in the id of an edition.
fn can_be_in_id(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// Returns the diagnostic for values that exclude each other. It shows both places.
fn exclusion_error(rules: &Ruleset, exclusion: Exclusion, text: &str) -> Diagnostic {
    let Exclusion { topic, other, why } = exclusion;
    // The value that the file gives is the one to change.
    let (topic, other) = match other {
        Some(other)
            if span_of_value(text, topic).is_none() && span_of_value(text, other).is_some() =>
        {
            (other, Some(topic))
        }
        _ => (topic, other),
    };
    let value = rules.describe_value(topic).unwrap_or_default();
    let span = span_of_value(text, topic)
        .or_else(|| span_of_base_or_first_same(text))
        .unwrap_or_default();
    let Some(other) = other else {
        return diagnose!("value-impossible", &span, topic, why, value);
    };
    let other_value = rules.describe_value(other).unwrap_or_default();
    let wrong = diagnose!("values-exclude", &span, topic, other, why, value);
    match span_of_value(text, other) {
        Some(other_span) => wrong.with_related(other_span, format!("{other}: {other_value}")),
        None => {
            let origin = rules.source(other).map(|source| source.to_string());
            let origin = origin.unwrap_or_default();
            wrong
                .with_help(format!("{other} is “{other_value}” ({origin})"))
                .with_help(format!(
                    "to change it, add a table `[{other}]`: `mouche explain {other}` lists what its value can be"
                ))
        }
    }
}
