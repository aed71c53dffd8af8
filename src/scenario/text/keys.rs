//! What a scenario may say, as data tell it; and the header as a JSON Schema: for editors, and for programs that write
//! scenarios.

use super::keyword::LONGEST;
use crate::cards::{Letters, once};
use crate::editions::{self, house, known};
use crate::rules::from_toml::told;
use crate::rules::{Agreed, MOST_CHIPS, Setting, Topic, data};
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The one format that is read.
pub const FORMAT: i64 = 1;

/// The languages that a file may be written in, with their letters of cards.
pub const LANGUAGES: [(&str, Letters); 3] =
    [("en", Letters::English), ("fr", Letters::French), ("de", Letters::German)];

data! {
    /// What data tell of the grammar: the lines of a header, and those of each fence that are no moves. `end` follows the faults of
    /// a script.
    pub(super) struct Grammar {
        header: &'static [Row],
        table: &'static [Row],
        pub(super) deal: &'static [Row],
        pub(super) script: &'static [Row],
        pub(super) end: &'static [Row],
        pub(super) payout: &'static [Row],
        pub(super) task: &'static [Row],
    }

    /// A line, the same in a French file if it differs, what it says, and what it is about, where not every game has that.
    pub(super) struct Row {
        pub(super) line: &'static str,
        pub(super) french: Option<&'static str>,
        pub(super) says: &'static str,
        pub(super) about: Option<Topic>,
    }
}

pub(super) static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| told("grammar.toml", include_str!("grammar.toml")));

/// A key of a header, a line with it, and what it says.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub example: &'static str,
    pub says: &'static str,
}

/// All keys.
pub static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| GRAMMAR.header.iter().map(Key::of).collect());

/// Those of the table of a folder.
pub static TABLE_KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| GRAMMAR.table.iter().map(Key::of).collect());

impl Key {
    fn of(row: &Row) -> Key {
        Key { name: row.line.split(' ').next().unwrap_or_default(), example: row.line, says: row.says }
    }
}

/// The schema of a `toml scenario` fence, its TOML read as JSON. What hangs on the game itself, such as whether a clause is
/// shown, only `check` can tell.
pub fn schema() -> Schema {
    let properties: Map<String, Value> = KEYS.iter().map(|key| (key.name.into(), property(key))).collect();
    let all = known().map(|edition| {
        let names: Vec<&str> = Agreed::known_to(edition).map(|option| option.name).collect();
        let is_it = json!({ "properties": { "edition": { "const": edition.id } }, "required": ["edition"] });
        json!({ "if": is_it, "then": { "properties": { "options": { "propertyNames": { "enum": names } } } } })
    });
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The header of a scenario",
        "type": "object",
        "properties": properties,
        "required": ["players"],
        "oneOf": [{ "required": ["edition"] }, { "required": ["editions"] }],
        "allOf": all.collect::<Vec<Value>>(),
        "additionalProperties": false,
    });
    if !house::all().is_empty() {
        let one_of = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        one_of.into_iter().for_each(|ways| ways.push(json!({ "not": { "anyOf": ways } })));
    }
    schema
}

/// What stands after a key. Not in its row: the engine in a page knows the keys, and has no use for schemas.
fn takes(key: &str) -> Value {
    match key {
        "edition" => edition(),
        "editions" => json!({ "type": "array", "items": edition(), "minItems": 1, "uniqueItems": true }),
        "players" => {
            let name = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"^\p{L}" });
            json!({ "type": "array", "items": name, "minItems": 2, "maxItems": editions::most_players(), "uniqueItems": true })
        }
        "shows" => {
            let ids: Vec<&str> = editions::topics().map(|topic| topic.id()).collect();
            json!({ "type": "array", "items": { "enum": ids } })
        }
        "options" => json!({ "type": "object", "properties": options(), "additionalProperties": false }),
        "chips" => {
            let amount = json!({ "type": "integer", "minimum": -MOST_CHIPS, "maximum": MOST_CHIPS });
            json!({ "anyOf": [amount, { "type": "object", "additionalProperties": amount }] })
        }
        "advice" => json!({ "type": "boolean" }),
        "lang" => json!({ "enum": LANGUAGES.map(|(name, _)| name) }),
        "format" => json!({ "const": FORMAT }),
        _ => Value::Null,
    }
}

fn property(key: &Key) -> Value {
    let mut property = takes(key.name);
    let example = key.example.parse::<toml::Table>().ok().and_then(|table| table.get(key.name).cloned());
    property["description"] = key.says.into();
    property["examples"] = json!(example.into_iter().collect::<Vec<_>>());
    property
}

fn edition() -> Value {
    json!({ "enum": known().map(|edition| edition.id).collect::<Vec<_>>() })
}

/// What each option takes, of those that some edition knows.
fn options() -> BTreeMap<&'static str, Value> {
    let all = known().flat_map(Agreed::known_to);
    all.map(|option| (option.name, json!({ "anyOf": values(option) }))).collect()
}

fn values(option: &Agreed) -> Vec<Value> {
    let words = option.values().into_iter().map(|value| match value {
        Setting::Word(word) => json!({ "const": word }),
        Setting::Flag(flag) => json!({ "const": flag }),
        Setting::Number(number) => json!({ "const": number }),
        Setting::Table(name, number) => json!({ "const": { name: number } }),
    });
    let those = known().filter(|edition| option.is_known_to(edition));
    let also = once(those.flat_map(|edition| option.also(edition))).into_iter();
    let numbers = also.map(|also| match also.strip_prefix("{ ").and_then(|also| also.split_once(' ')) {
        Some((name, _)) => json!({
            "type": "object", "properties": { name: { "type": "integer" } }, "required": [name], "additionalProperties": false,
        }),
        None => json!({ "type": "integer" }),
    });
    words.chain(numbers).collect()
}
