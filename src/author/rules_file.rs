//! Help in the files that describe rules: the edition files of authors, and `mouche.toml`. What can be written follows from the
//! form that the reader of these files has.

mod lesson_header_completion;
mod toml_cursor;

use super::completion::{Completion, CompletionKind, complete_at};
use super::hover::{clause_as_markdown, describe_option, describe_option_value, explain_at};
use super::{Document, is_rules_file_path};
use crate::editions::{self, clause_in_edition_file::written_or_inherited_part};
use crate::rules::{
    AllowedValueWord, ClauseId, IdKind, OptionDef, OptionValue, Ruleset, TableKeyForm, ValueForm,
    WORKS, edition_form,
};
use crate::scenario::{HOUSE_RULE_REASON, HOUSE_RULE_TEXT, Span, TABLE_KEYS, is_edition_path};
use lesson_header_completion::complete_lesson_header;
use std::collections::BTreeSet;
use std::path::Path;
use toml::de::{DeTable, DeValue};
use toml_cursor::{AwaitedTomlPart, TomlCursor, TomlPathPart};

/// A file that describes rules, and what it says already.
struct RulesFile<'a> {
    document: &'a Document,
    form: ValueForm,
    /// The edition on which it is based, if it names one that is known.
    base: Option<&'static Ruleset>,
    /// The works that it describes, each with its citation.
    works: Vec<(String, String)>,
}

impl<'a> RulesFile<'a> {
    fn new(document: &'a Document) -> RulesFile<'a> {
        let (parsed, _) = DeTable::parse_recoverable(&document.text);
        let file = parsed.get_ref();
        let is_edition = is_edition_path(Path::new(&document.path));
        let base_id = if is_edition {
            text_at(file, &["based_on"])
        } else {
            text_at(file, &["table", "edition"])
        };
        let base = base_id.and_then(|id| document.house.edition_by_id(id));
        RulesFile {
            document,
            form: if is_edition {
                edition_form()
            } else {
                house_table_form(base)
            },
            base,
            works: described_works(file),
        }
    }

    /// Returns the form of the value to which a path leads.
    fn form_at(&self, path: &[TomlPathPart]) -> Option<&ValueForm> {
        path.iter().try_fold(&self.form, |form, part| match part {
            TomlPathPart::Key(key) => form.under(key),
            TomlPathPart::Item(index) => form.item(*index),
        })
    }
}

/// Returns the text under some keys.
fn text_at<'a>(file: &'a DeTable<'a>, keys: &[&str]) -> Option<&'a str> {
    let (last, tables) = keys.split_last()?;
    let mut table = file;
    for key in tables {
        table = table.get(*key)?.get_ref().as_table()?;
    }
    table.get(*last)?.get_ref().as_str()
}

/// Returns the ids of the works that an edition file describes, each with its citation.
fn described_works(file: &DeTable) -> Vec<(String, String)> {
    let mut works = Vec::new();
    let list = file.get("work").and_then(|list| list.get_ref().as_array());
    for work in list.into_iter().flat_map(|list| list.iter()) {
        if let DeValue::Table(table) = work.get_ref()
            && let Some(id) = text_at(table, &["id"])
        {
            let full = text_at(table, &["full"]).unwrap_or_default();
            works.push((id.to_owned(), full.to_owned()));
        }
    }
    works
}

/// Returns the form of a `mouche.toml` whose table starts from an edition.
fn house_table_form(base: Option<&Ruleset>) -> ValueForm {
    let mut options = Vec::new();
    if let Some(base) = base {
        for option in OptionDef::open_in(base) {
            let words = ValueForm::Words("");
            let value = option_form(option, base);
            let with_words = ValueForm::Table(vec![
                TableKeyForm::required("value", value.clone()),
                TableKeyForm::optional("text", words.clone()).saying(HOUSE_RULE_TEXT),
                TableKeyForm::optional("reason", words).saying(HOUSE_RULE_REASON),
            ]);
            let form = ValueForm::Either(vec![value, with_words]);
            options.push(TableKeyForm::optional(option.name, form).saying(option.question()));
        }
    }
    let mut keys = Vec::new();
    for row in TABLE_KEYS.iter() {
        let form = match row.toml_key() {
            "edition" => ValueForm::Name(IdKind::Edition),
            "options" => ValueForm::Table(options.clone()),
            _ => ValueForm::Words(""),
        };
        keys.push(TableKeyForm::optional(row.toml_key(), form).saying(row.says));
    }
    let table = TableKeyForm::optional("table", ValueForm::Table(keys));
    let version = TableKeyForm::optional("min-version", ValueForm::Words(""));
    ValueForm::Table(vec![
        version.saying("the oldest version of mouche that can check the files of the folder"),
        table.saying("the house table of the folder"),
    ])
}

/// Returns the form of the values of an option.
fn option_form(option: &OptionDef, base: &Ruleset) -> ValueForm {
    let mut forms = Vec::new();
    for value in option.agreeable_fixed_values(base) {
        let form = match value {
            OptionValue::Word(word) => {
                let meaning = option.meaning_of_word(&word).unwrap_or_default();
                ValueForm::Choice(vec![AllowedValueWord::alone(&word, meaning)])
            }
            OptionValue::Flag(_) => ValueForm::Flag,
            OptionValue::Number(_) => ValueForm::Number(i64::MIN, i64::MAX),
            OptionValue::Table(word, _) => ValueForm::Choice(vec![AllowedValueWord {
                with: Some(ValueForm::Number(i64::MIN, i64::MAX)),
                ..AllowedValueWord::alone(&word, "")
            }]),
        };
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    ValueForm::Either(forms)
}

/// Returns what can be written at a byte of a scenario or of a file that describes rules, and the stretch that it replaces.
pub(crate) fn complete_scenario_or_rules(
    document: &Document,
    byte: usize,
) -> Option<(Vec<Completion>, Span)> {
    if is_rules_file_path(&document.path) {
        complete_rules(document, byte)
    } else if let Some(found) = complete_lesson_header(document, byte) {
        Some(found)
    } else {
        complete_at(document, byte)
    }
}

/// Returns the explanation of a place in a scenario or in a file that describes rules. `book_address` is the address of the published
/// book, or empty.
pub(crate) fn explain_in_any_file(
    document: &Document,
    byte: usize,
    book_address: &str,
) -> Option<(Vec<String>, Span)> {
    if is_rules_file_path(&document.path) {
        explain_rules(document, byte, book_address)
    } else {
        explain_at(document, byte, book_address)
    }
}

/// Returns what can be written at a byte of a file of rules, and the stretch that it replaces.
fn complete_rules(document: &Document, byte: usize) -> Option<(Vec<Completion>, Span)> {
    let cursor = TomlCursor::at_byte(&document.text, byte)?;
    let file = RulesFile::new(document);
    let items = match cursor.awaits {
        AwaitedTomlPart::Heading => file.missing_headings(),
        AwaitedTomlPart::Key => file.keys(&cursor),
        AwaitedTomlPart::Value => file.values(&cursor),
        AwaitedTomlPart::Nothing => Vec::new(),
    };
    let mut texts = BTreeSet::new();
    let items = items
        .into_iter()
        .filter(|item| texts.insert(item.text.clone()))
        .collect();
    Some((items, cursor.word))
}

impl RulesFile<'_> {
    /// Returns the names of tables that the file does not have yet: its clauses, and those about the edition.
    fn missing_headings(&self) -> Vec<Completion> {
        let text = &self.document.text;
        let mut items = Vec::new();
        if !is_edition_path(Path::new(&self.document.path)) {
            let house_table = "the house table of the folder";
            items.push(Completion::new(CompletionKind::Key, "table", house_table));
            return items;
        }
        for topic in ClauseId::ALL.iter().copied() {
            let is_of_game = self.base.is_none_or(|base| topic.arises_in(base.family()));
            let is_given = text.contains(&format!("\n[{topic}]"));
            if is_of_game && !is_given {
                let item = Completion::new(CompletionKind::Clause, topic.id(), topic.title());
                items.push(item);
            }
        }
        for field in self.form.fields() {
            if ["work", "same", "option", "terms", "not_there"].contains(&field.key) {
                items.push(Completion::new(CompletionKind::Key, field.key, field.about));
            }
        }
        items
    }

    /// Returns the keys of the table at a place, and the words that take a value there.
    fn keys(&self, cursor: &TomlCursor) -> Vec<Completion> {
        let Some(form) = self.form_at(&cursor.path) else {
            return Vec::new();
        };
        let mut items = Vec::new();
        for field in form.fields() {
            let is_table = matches!(&field.form, ValueForm::Table(_)) && cursor.path.is_empty();
            if !is_table {
                let text = format!("{} = ", field.key);
                items.push(Completion::new(CompletionKind::Key, text, field.about));
            }
        }
        for choice in form.choices() {
            if choice.with.is_some() {
                let text = format!("{} = ", choice.word);
                items.push(Completion::new(CompletionKind::Key, text, choice.means));
            }
        }
        items
    }

    /// Returns the values that can be written at a place: first those that the editions have.
    fn values(&self, cursor: &TomlCursor) -> Vec<Completion> {
        let mut items = Vec::new();
        if cursor.last_key() == Some("value")
            && let Some(topic) = clause_of_path(&cursor.path)
        {
            items.extend(self.values_in_editions(topic));
        }
        if let Some(form) = self.form_at(&cursor.path) {
            self.add_values(form, &mut items);
        }
        items
    }

    /// Returns the values that editions have for a clause, that of the base first.
    fn values_in_editions(&self, topic: ClauseId) -> Vec<Completion> {
        let mut items = Vec::new();
        for edition in self.base.into_iter().chain(editions::printed_editions()) {
            let Some(text) = written_or_inherited_part(edition.id, topic, "value") else {
                continue;
            };
            let words = edition.describe_value(topic).unwrap_or_default();
            let detail = format!("{words} ({})", edition.short);
            items.push(Completion::new(CompletionKind::Value, text, detail));
        }
        items
    }

    /// Adds the values of a form.
    fn add_values(&self, form: &ValueForm, items: &mut Vec<Completion>) {
        match form {
            ValueForm::Flag => {
                for (word, meaning) in [("false", "no"), ("true", "yes")] {
                    items.push(Completion::new(CompletionKind::Value, word, meaning));
                }
            }
            ValueForm::Choice(choices) => items.extend(choices.iter().map(choice_item)),
            ValueForm::Either(forms) => {
                for inner in forms {
                    self.add_values(inner, items);
                }
            }
            ValueForm::Name(kind) => {
                for (id, about) in self.names(*kind) {
                    let text = format!("{id:?}");
                    items.push(Completion::new(CompletionKind::Member, text, about));
                }
            }
            ValueForm::Row(parts) if parts.first() == Some(&ValueForm::Name(IdKind::Work)) => {
                for (id, full) in &self.works {
                    let text = format!("[{id:?}, \"\"]");
                    items.push(Completion::new(CompletionKind::Value, text, full.clone()));
                }
            }
            _ => {}
        }
    }

    /// Returns the things of a kind that the file can name, each with what it is.
    fn names(&self, kind: IdKind) -> Vec<(String, String)> {
        let mut names = Vec::new();
        match kind {
            IdKind::Edition => {
                for edition in self.document.house.printed_editions() {
                    names.push((edition.id.to_owned(), edition.name.to_owned()));
                }
            }
            IdKind::Clause => {
                for topic in editions::clause_ids_in_use() {
                    names.push((topic.id().to_owned(), topic.title().to_owned()));
                }
            }
            IdKind::Work => {
                names.extend(self.works.iter().cloned());
                for work in WORKS.iter() {
                    names.push((work.id.to_owned(), work.short.to_owned()));
                }
            }
        }
        names
    }

    /// Returns what is known of a clause: each value in words, and what the base says.
    fn describe_clause(&self, topic: ClauseId, book: &str) -> String {
        let mut text = format!("**{}** (`{topic}`)", topic.title());
        let form = topic.value_form();
        let words = choices_as_markdown_list(&form.choices());
        if !words.is_empty() {
            text += &format!("\n\n{words}");
        }
        if let Some(base) = self.base
            && let Some(clause) = clause_as_markdown(base, topic, book)
        {
            text += &format!("\n\n{clause}");
        }
        text
    }

    /// Returns what an option of a house table means, or one of its values; none at another place.
    fn describe_house_option(&self, cursor: &TomlCursor, word: &str, book: &str) -> Option<String> {
        let base = self.base?;
        let mut keys = Vec::new();
        for part in &cursor.path {
            if let TomlPathPart::Key(key) = part {
                keys.push(key.as_str());
            }
        }
        let ["table", "options", within @ ..] = &keys[..] else {
            return None;
        };
        match within {
            [] => {
                let option = OptionDef::known_by_name(base, word)?;
                Some(describe_option(option, base, book))
            }
            [name] | [name, "value"] => {
                let option = OptionDef::known_by_name(base, name)?;
                describe_option_value(option, word)
            }
            _ => None,
        }
    }

    /// Returns what a name means, if it is one of a thing that the program knows.
    fn describe_name(&self, name: &str) -> Option<String> {
        if let Some(edition) = self.document.house.edition_by_id(name) {
            let about = edition.about;
            return Some(format!("**{}** (`{name}`)\n\n{about}", edition.name));
        }
        if let Some(topic) = editions::clause_id_in_use(name) {
            return Some(format!("**{}** (`{name}`)", topic.title()));
        }
        let works = self.names(IdKind::Work);
        let (_, full) = works.into_iter().find(|(id, _)| id == name)?;
        Some(full)
    }
}

/// Returns an item for a word, alone or with its value.
fn choice_item(choice: &AllowedValueWord) -> Completion {
    let text = match &choice.with {
        Some(_) => format!("{{ {} =  }}", choice.word),
        None => format!("{:?}", choice.word),
    };
    Completion::new(CompletionKind::Value, text, choice.means)
}

/// Returns the words that can be written, a line each with its meaning; empty if there are none.
fn choices_as_markdown_list(choices: &[&AllowedValueWord]) -> String {
    let mut lines = Vec::new();
    for choice in choices {
        let word = match &choice.with {
            Some(_) => format!("{{ {} = … }}", choice.word),
            None => format!("{:?}", choice.word),
        };
        if choice.means.is_empty() {
            lines.push(format!("- `{word}`"));
        } else {
            lines.push(format!("- `{word}`: {}", choice.means));
        }
    }
    lines.join("\n")
}

/// Returns the clause in whose table a place lies: the keys of the path that are the longest id of a clause.
fn clause_of_path(path: &[TomlPathPart]) -> Option<ClauseId> {
    let mut id = String::new();
    let mut found = None;
    for part in path {
        let TomlPathPart::Key(key) = part else { break };
        if !id.is_empty() {
            id.push('.');
        }
        id.push_str(key);
        found = ClauseId::by_id(&id).or(found);
    }
    found
}

/// Returns the explanation of a place in a file of rules, and the stretch that it explains.
fn explain_rules(document: &Document, byte: usize, book: &str) -> Option<(Vec<String>, Span)> {
    let cursor = TomlCursor::at_byte(&document.text, byte)?;
    let file = RulesFile::new(document);
    let word = cursor.word_in(&document.text);
    if word.is_empty() {
        return None;
    }
    if let Some(text) = file.describe_house_option(&cursor, word, book) {
        return Some((vec![text], cursor.word));
    }
    let text = match cursor.awaits {
        AwaitedTomlPart::Heading => {
            let keys: Vec<TomlPathPart> = word
                .split('.')
                .map(|key| TomlPathPart::Key(key.to_owned()))
                .collect();
            match clause_of_path(&keys) {
                Some(topic) => file.describe_clause(topic, book),
                None => about_key(&file.form, word)?,
            }
        }
        AwaitedTomlPart::Key => {
            let form = file.form_at(&cursor.path)?;
            describe_key(form, word)?
        }
        AwaitedTomlPart::Value | AwaitedTomlPart::Nothing => {
            let form = file.form_at(&cursor.path)?;
            let choices = form.choices();
            let choice = choices.iter().find(|choice| choice.word == word);
            match choice {
                Some(choice) if !choice.means.is_empty() => {
                    format!("`{word}`: {}", choice.means)
                }
                _ => match file.describe_name(word) {
                    Some(name) => name,
                    None => file.describe_clause(clause_of_path(&cursor.path)?, book),
                },
            }
        }
    };
    Some((vec![text], cursor.word))
}

/// Returns what a key of a table says.
fn about_key(form: &ValueForm, key: &str) -> Option<String> {
    let fields = form.fields();
    let field = fields.iter().find(|field| field.key == key)?;
    Some(format!("`{key}`: {}", field.about))
}

/// Returns what a key says, and the words that its value may be.
fn describe_key(form: &ValueForm, key: &str) -> Option<String> {
    let inner = form.under(key)?;
    let about = form
        .fields()
        .into_iter()
        .find(|field| field.key == key)
        .map(|field| field.about)
        .unwrap_or_default();
    let words = choices_as_markdown_list(&inner.choices());
    let mut text = format!("`{key}`");
    if !about.is_empty() {
        text += &format!(": {about}");
    }
    if !words.is_empty() {
        text += &format!("\n\n{words}");
    }
    Some(text)
}
