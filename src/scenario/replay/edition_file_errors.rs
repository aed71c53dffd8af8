//! What a mistake in the data of an edition file is, in words, and what to write instead.

use super::edition_places::span_of_value_at_keys;
use super::edition_toml_slips::find_edition_toml_slip;
use super::new_game_errors::missing_parts_error;
use super::offered_option_errors::cut_to_first_line;
use crate::cards::deduplicated;
use crate::editions::{self, clause_in_edition_file::written_or_inherited_part};
use crate::rules::{ClauseId, DataError, DataProblem, Ruleset, WORKS};
use crate::scenario::text::{Diagnostic, Span, diagnose, header};
use toml::de::DeTable;

/// Returns the diagnostic for a mistake in an edition file.
pub(super) fn describe_error(
    error: &DataError,
    known: &[&'static Ruleset],
    text: &str,
) -> Box<Diagnostic> {
    let span = match error.span() {
        Some(span) => cut_to_first_line(text, span.clone()),
        None => 0..0,
    };
    let key = error.key_path();
    let is_about_edition_or_clause = match error.problem() {
        DataProblem::Missing => !key.contains('.') || key.starts_with("terms."),
        DataProblem::MissingPart(_) => true,
        _ => false,
    };
    if is_about_edition_or_clause && let Some(wrong) = missing_parts_error(text) {
        return wrong.into();
    }
    let wrong = match error.problem() {
        DataProblem::NoToml(what) => find_edition_toml_slip(text, &span, what)
            .or_else(|| header::find_toml_error(text, "this edition"))
            .unwrap_or_else(|| diagnose!("edition-not-toml", &span, what)),
        DataProblem::Unexpected { expected, found } => {
            let wrong = diagnose!("edition-value", &span, key, expected, found);
            with_help_on_value(wrong, &key, expected, found, text)
        }
        DataProblem::UnfitVariant(word) => {
            let wrong = diagnose!("edition-variant", &span, key, word);
            with_example(wrong, &key, text)
        }
        DataProblem::Missing => missing_edition_key_error(&key, &span),
        DataProblem::MissingPart(part) => {
            let span = match error.span() {
                Some(_) => span,
                None => span_of_value_at_keys(text, &["id"]).unwrap_or_default(),
            };
            diagnose!("clause-part-missing", &span, key, part)
        }
        DataProblem::UnknownKey(written)
        | DataProblem::Unknown {
            kind: "clause",
            name: written,
        } => unknown_key_error(written, &span, text),
        DataProblem::ClauseOfOtherGame(id) => diagnose!("clause-of-other-game", &span, id),
        DataProblem::Unknown {
            kind: "edition",
            name,
        } => {
            let printed = editions::built_in_editions().chain(known.iter().copied());
            let known_ids: Vec<&str> = deduplicated(printed.map(|rules| rules.id));
            let all = known_ids.join(", ");
            let near = header::near_keys(name, &known_ids);
            diagnose!("base-unknown", &span, name, all).with_suggestions(&near, quote_word)
        }
        DataProblem::Unknown { kind, name } => unknown_name_error(kind, name, &span, text),
    };
    wrong.into()
}

/// Returns the diagnostic for a name that nothing of its kind has: a work or a reading.
fn unknown_name_error(kind: &str, name: &str, span: &Span, text: &str) -> Diagnostic {
    let wrong = diagnose!("edition-reference", span, kind, name);
    if kind != "work" {
        return wrong;
    }
    let known = citable_work_ids(text);
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut near = header::near_keys(name, &known);
    if near.is_empty() {
        near.extend(ids_with_prefix_either_way(name, &known));
    }
    let near: Vec<String> = near.iter().map(|id| format!("`{id}`")).collect();
    if near.is_empty() {
        wrong
    } else {
        wrong.with_help(format!("did you mean {}?", near.join(" or ")))
    }
}

/// Returns the ids that begin with a name, or with which the name begins.
fn ids_with_prefix_either_way(name: &str, known: &[&str]) -> Vec<String> {
    let mut alike = Vec::new();
    for id in known {
        if id.starts_with(name) || name.starts_with(id) {
            alike.push((*id).to_owned());
        }
    }
    alike
}

/// Returns the ids of the works that a file can cite: its own first.
fn citable_work_ids(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    if let Ok(file) = DeTable::parse(text) {
        let works = file.get_ref().get("work");
        let works = works.and_then(|works| works.get_ref().as_array());
        for work in works.into_iter().flat_map(|works| works.iter()) {
            let id = work.get_ref().get("id");
            let id = id.and_then(|id| id.get_ref().as_str());
            ids.extend(id.map(str::to_owned));
        }
    }
    ids.extend(WORKS.iter().map(|work| work.id.to_owned()));
    ids
}

/// Returns the diagnostic for a key that is missing: in the file, or in one table of a list.
fn missing_edition_key_error(key: &str, span: &Span) -> Diagnostic {
    let Some((list, last)) = key.rsplit_once('.') else {
        return diagnose!("edition-key-missing", span, key);
    };
    let form = if last == "choice" { "[…]" } else { "\"…\"" };
    diagnose!("edition-part-missing", span, list, key = last, form)
}

/// Adds what helps to write a value: the brackets of a list of tables, the form of a source, or an example.
fn with_help_on_value(
    wrong: Diagnostic,
    key: &str,
    expected: &str,
    found: &str,
    text: &str,
) -> Diagnostic {
    if expected == "a list" && !key.contains('.') {
        return wrong.with_help(format!("write the line `[[{key}]]`, with two brackets"));
    }
    if key.ends_with(".source") {
        let works = citable_work_ids(text);
        let work = match works.first() {
            Some(work) => work.as_str(),
            None => "lebrun-manual",
        };
        return wrong.with_help(format!(
            "write `[\"{work}\", \"p. 12\"]`, a work by its id and the place in it; or `\"silent\"`, `\"without\"`, or \
             `{{ period = \"hoyle\" }}` for a work of the time about the same custom"
        ));
    }
    let key_of_clause = found.trim_matches('`');
    if key.contains(".reading") && Ruleset::CLAUSE_KEYS.contains(&key_of_clause) {
        return wrong.with_help(format!(
            "`{key_of_clause}` is a key of the clause: write it above the line `[[…reading]]`"
        ));
    }
    with_example(wrong, key, text)
}

/// Adds an example of a value, and where the values of a clause are explained, to a mistake in the value of a clause.
fn with_example(wrong: Diagnostic, key: &str, text: &str) -> Diagnostic {
    let Some(topic) = clause_of_value(key) else {
        return wrong;
    };
    let wrong = match example_of_value(topic, key, text) {
        // A word alone is among the words that the message lists.
        Some(example) if !example.starts_with('"') || !wrong.label.contains("one of") => {
            wrong.with_help(format!("such as `{example}`"))
        }
        _ => wrong,
    };
    wrong.with_help(format!(
        "`mouche explain {topic}` says what each value means"
    ))
}

/// Returns an example of what can stand under a key in the value of a clause: the whole value as the base or another edition has
/// it, or a part made up by its form.
fn example_of_value(topic: ClauseId, key: &str, text: &str) -> Option<String> {
    let (_, inner) = key.split_once(".value")?;
    let mut form = &topic.value_form();
    for part in inner.split('.').filter(|part| !part.is_empty()) {
        // The number of an item of a list: the form of the list leads to that of its items.
        if part.parse::<usize>().is_err() {
            form = form.under(part)?;
        }
    }
    if !inner.is_empty() {
        return form.example();
    }
    example_value_of_clause(topic, text).or_else(|| form.example())
}

/// Returns a value of a clause to copy: that of the base of a file, or of the first edition that
/// has one.
fn example_value_of_clause(topic: ClauseId, text: &str) -> Option<String> {
    let file = DeTable::parse(text).ok()?;
    let base = file.get_ref().get("based_on");
    let base = base.and_then(|base| base.get_ref().as_str());
    let others = editions::built_in_editions().map(|edition| edition.id);
    let mut values = base
        .into_iter()
        .chain(others)
        .filter_map(|id| written_or_inherited_part(id, topic, "value"));
    values.find(|value| value.len() < 100 && value != "[]" && value != "\"none\"")
}

/// Returns the diagnostic for a key that is neither one of an edition nor a clause, or not one of a clause.
fn unknown_key_error(written: &str, span: &Span, text: &str) -> Diagnostic {
    let of_clause = written
        .rsplit_once('.')
        .filter(|(clause, _)| ClauseId::by_id(clause).is_some());
    if let Some((_, key)) = of_clause {
        if Ruleset::HEAD_KEYS.contains(&key) {
            return diagnose!("head-key-in-clause", span, key);
        }
        let near = near_keys_within_clause(key);
        let keys = Ruleset::CLAUSE_KEYS.join(", ");
        return diagnose!("clause-key", span, written, keys).with_suggestions(&near, str::to_owned);
    }
    if let Some(id) = clause_without_quotes(written, span, text) {
        return diagnose!("clause-id-unquoted", span, id);
    }
    let mut known_keys: Vec<&str> = Ruleset::HEAD_KEYS.to_vec();
    known_keys.extend(ClauseId::ALL.iter().map(|topic| topic.id()));
    let near = header::near_keys(written, &known_keys);
    let base = base_or_oldest_edition_id(text);
    diagnose!("edition-key", span, written, base).with_suggestions(&near, str::to_owned)
}

/// Returns the clause whose id with a dot a line has before `=`, without quotation marks: `pam.card = "none"`.
fn clause_without_quotes(written: &str, span: &Span, text: &str) -> Option<&'static str> {
    let before = text.get(..span.start)?;
    let start = match before.rfind('\n') {
        Some(at) => at + 1,
        None => 0,
    };
    let (key, _) = text[start..].lines().next()?.split_once('=')?;
    let id = ClauseId::by_id(key.trim())?.id();
    (id.contains('.') && id.starts_with(written)).then_some(id)
}

/// Returns the keys of a clause that a word may be meant as: nearly so spelled, or with the same beginning.
fn near_keys_within_clause(key: &str) -> Vec<String> {
    let near = header::near_keys(key, Ruleset::CLAUSE_KEYS);
    if !near.is_empty() {
        return near;
    }
    let beginning: String = key.chars().take(4).collect();
    let keys = Ruleset::CLAUSE_KEYS.iter();
    keys.filter(|known| known.starts_with(&beginning))
        .map(|known| (*known).to_owned())
        .collect()
}

/// Returns the id of the edition on which a file is based; that of the oldest where it names none.
fn base_or_oldest_edition_id(text: &str) -> String {
    let file = DeTable::parse(text).ok();
    let base = file
        .as_ref()
        .and_then(|file| file.get_ref().get("based_on"));
    let base = base.and_then(|base| base.get_ref().as_str());
    base.unwrap_or(editions::default_id()).to_owned()
}

/// Returns the clause in whose value a key stands: `jeu.compare` for `jeu.compare.value.order`.
fn clause_of_value(key: &str) -> Option<ClauseId> {
    let (clause, _) = key.split_once(".value")?;
    ClauseId::by_id(clause.strip_prefix("option.choice.").unwrap_or(clause))
}

fn quote_word(word: &str) -> String {
    format!("\"{word}\"")
}
