//! The values that a clause can have in an edition file, in words.

use crate::rules::{ClauseId, IdKind, TableKeyForm, ValueForm};

/// The label of the row with an example.
pub const FOR_EXAMPLE: &str = "for example";

/// Returns the rows that `mouche explain` prints about the value of a clause: what is written, and what it means.
pub fn value_rows(topic: ClauseId) -> Vec<(String, String)> {
    let form = topic.value_form();
    let mut rows = Vec::new();
    for choice in form.choices() {
        let written = match &choice.with {
            Some(_) => format!("{{ {} = … }}", choice.word),
            None => choice.word.clone(),
        };
        let mut meaning = vec![choice.means.to_owned()];
        meaning.extend(choice.with.as_ref().map(describe_form));
        meaning.retain(|words| !words.is_empty());
        rows.push((written, meaning.join("; ")));
    }
    for field in form.fields() {
        rows.push((format!("{{ {} = … }}", field.key), describe_field(field)));
    }
    if rows.is_empty() {
        rows.push(("value".to_owned(), describe_form(&form)));
    }
    let has_parts =
        !form.fields().is_empty() || form.choices().iter().any(|choice| choice.with.is_some());
    if has_parts && let Some(example) = form.example() {
        rows.push((FOR_EXAMPLE.to_owned(), example));
    }
    rows
}

/// Returns what a key says, and the values that it can have.
fn describe_field(field: &TableKeyForm) -> String {
    let form = describe_form(&field.form);
    if field.about.is_empty() {
        form
    } else {
        format!("{}: {form}", field.about)
    }
}

/// Returns the values of a form in words.
fn describe_form(form: &ValueForm) -> String {
    match form {
        ValueForm::Words("") => "words".to_owned(),
        ValueForm::Words(what) => (*what).to_owned(),
        ValueForm::Name(IdKind::Edition) => "the id of an edition".to_owned(),
        ValueForm::Name(IdKind::Clause) => "the id of a clause".to_owned(),
        ValueForm::Name(IdKind::Work) => "the id of a work".to_owned(),
        ValueForm::Flag => "`true` or `false`".to_owned(),
        ValueForm::Number(i64::MIN, i64::MAX) => "a whole number".to_owned(),
        ValueForm::Number(least, most) => format!("a number from {least} to {most}"),
        ValueForm::List(item) => format!("a list, each item of it {}", describe_form(item)),
        ValueForm::Row(items) => {
            let items: Vec<String> = items.iter().map(describe_form).collect();
            format!("a list of {}", items.join(", then "))
        }
        ValueForm::Table(fields) => {
            let fields: Vec<String> = fields.iter().map(describe_key_and_values).collect();
            format!("a table with {}", fields.join(", "))
        }
        ValueForm::Map(key, item) => {
            format!("a table from {key} to {}", describe_form(item))
        }
        ValueForm::Choice(choices) => {
            let mut words = Vec::new();
            for choice in choices {
                let meaning = match choice.means {
                    "" => String::new(),
                    means => format!(" ({means})"),
                };
                let written = match &choice.with {
                    Some(_) => format!("`{{ {} = … }}`", choice.word),
                    None => format!("`{}`", choice.word),
                };
                words.push(format!("{written}{meaning}"));
            }
            words.join(" or ")
        }
        ValueForm::Either(forms) => {
            let forms: Vec<String> = forms.iter().map(describe_form).collect();
            forms.join(", or ")
        }
        ValueForm::Nothing => "no value".to_owned(),
        ValueForm::Anything => "a value of the clause".to_owned(),
    }
}

/// Returns a key of a table, with the values that it can have in brackets.
fn describe_key_and_values(field: &TableKeyForm) -> String {
    format!("`{}` ({})", field.key, describe_field(field))
}
