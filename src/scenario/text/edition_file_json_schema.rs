//! The JSON Schemas of edition files and of `mouche.toml`, from the forms that the reader of these files has.

use super::header::TABLE_FILE;
use super::moves_and_line_forms::{TABLE_KEYS, value_schemas};
use crate::editions::{self, editions_and_house_tables};
use crate::rules::{AllowedValueWord, IdKind, OptionDef, TableKeyForm, ValueForm, edition_form};
use schemars::Schema;
use serde_json::{Map, Value, json};

/// The version of JSON Schema in which the schemas are written.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of an edition file, its TOML read as JSON. Which works it names, and which values exclude each other, only
/// `check` can tell.
pub fn edition_schema() -> Schema {
    let mut schema = schema_of_form(&edition_form());
    schema["$schema"] = DRAFT.into();
    schema["title"] = "An edition file".into();
    schema.try_into().expect("an object")
}

/// Returns the schema of a `mouche.toml`, its TOML read as JSON.
pub fn table_file_schema() -> Schema {
    let mut options = Map::new();
    for option in editions_and_house_tables().flat_map(OptionDef::open_in) {
        options.insert(option.name.to_owned(), house_rule_schema(option));
    }
    let mut keys = Map::new();
    for row in TABLE_KEYS.iter() {
        let mut key_schema = match row.toml_key() {
            "name" => json!({ "type": "string", "minLength": 1 }),
            "edition" => schema_of_name(IdKind::Edition),
            "options" => {
                json!({ "type": "object", "properties": options, "additionalProperties": false })
            }
            _ => json!({}),
        };
        key_schema["description"] = row.says.into();
        keys.insert(row.toml_key().to_owned(), key_schema);
    }
    let table = json!({
        "type": "object",
        "properties": keys,
        "required": ["name", "edition"],
        "additionalProperties": false,
    });
    let min_version = json!({
        "type": "string",
        "pattern": "^[0-9]+(\\.[0-9]+){0,2}$",
        "description": "The oldest version of mouche that can check the files of this folder",
    });
    let schema = json!({
        "$schema": DRAFT,
        "title": TABLE_FILE,
        "type": "object",
        "properties": { "table": table, "min-version": min_version },
        "additionalProperties": false,
    });
    schema.try_into().expect("an object")
}

/// Returns the schema of an option in a house table: its value, or a table with its value and words of the players.
fn house_rule_schema(option: &OptionDef) -> Value {
    let values = json!({ "anyOf": value_schemas(option) });
    let with_words = json!({
        "type": "object",
        "properties": {
            "value": values,
            "text": { "type": "string", "description": HOUSE_RULE_TEXT },
            "reason": { "type": "string", "description": HOUSE_RULE_REASON },
        },
        "required": ["value"],
        "additionalProperties": false,
    });
    json!({ "description": option.question(), "anyOf": [values, with_words] })
}

/// What the key `text` of a house rule is.
pub const HOUSE_RULE_TEXT: &str = "the rule in your own words";
/// What the key `reason` of a house rule is.
pub const HOUSE_RULE_REASON: &str = "why the players agreed on it";

/// Returns the schema of a form.
fn schema_of_form(form: &ValueForm) -> Value {
    match form {
        ValueForm::Words("") => json!({ "type": "string" }),
        ValueForm::Words(about) => json!({ "type": "string", "description": about }),
        ValueForm::Name(kind) => schema_of_name(*kind),
        ValueForm::Flag => json!({ "type": "boolean" }),
        ValueForm::Number(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        ValueForm::List(item) => json!({ "type": "array", "items": schema_of_form(item) }),
        ValueForm::Row(items) => json!({
            "type": "array",
            "prefixItems": items.iter().map(schema_of_form).collect::<Vec<_>>(),
            "minItems": items.len(),
            "items": false,
        }),
        ValueForm::Table(fields) => schema_of_table(fields),
        ValueForm::Map(about, value) => json!({
            "type": "object",
            "propertyNames": { "description": about },
            "additionalProperties": schema_of_form(value),
        }),
        ValueForm::Choice(choices) => {
            json!({ "anyOf": choices.iter().map(schema_of_word).collect::<Vec<_>>() })
        }
        ValueForm::Either(forms) => {
            json!({ "anyOf": forms.iter().map(schema_of_form).collect::<Vec<_>>() })
        }
        ValueForm::Nothing => json!({ "not": {} }),
        ValueForm::Anything => json!({}),
    }
}

/// Returns the schema of a table with these keys and no others.
fn schema_of_table(fields: &[TableKeyForm]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let mut schema = schema_of_form(&field.form);
        if !field.about.is_empty() {
            schema["description"] = field.about.into();
        }
        properties.insert(field.key.to_owned(), schema);
        if field.is_required {
            required.push(field.key);
        }
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the schema of one word of a choice, alone or with its value.
fn schema_of_word(choice: &AllowedValueWord) -> Value {
    let word = &choice.word;
    match &choice.with {
        Some(with) => json!({
            "type": "object",
            "properties": { word: schema_of_form(with) },
            "required": [word],
            "additionalProperties": false,
        }),
        None => json!({ "const": word, "description": choice.means }),
    }
}

/// Returns the schema of a name. Another file may give an edition or a work its name, so that those that are known are proposed,
/// and others are allowed.
fn schema_of_name(kind: IdKind) -> Value {
    match kind {
        IdKind::Edition => {
            let ids: Vec<&str> = editions::printed_editions().map(|rules| rules.id).collect();
            json!({ "anyOf": [{ "enum": ids }, { "type": "string", "pattern": "^[a-z0-9-]+$" }] })
        }
        IdKind::Clause => {
            let ids: Vec<&str> = editions::clause_ids_in_use()
                .map(|topic| topic.id())
                .collect();
            json!({ "enum": ids })
        }
        IdKind::Work => json!({ "type": "string" }),
    }
}
