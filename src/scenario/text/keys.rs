//! The keys that a header may have, and the header as a JSON Schema: for editors, and for programs that write scenarios.

use super::names::LONGEST;
use crate::cards::Letters;
use crate::editions;
use crate::rules::{Agreed, MOST_CHIPS, Setting};
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The one format that is read.
pub const FORMAT: i64 = 1;

/// The languages that a file may be written in, with their letters of cards.
pub const LANGUAGES: [(&str, Letters); 2] = [("en", Letters::English), ("fr", Letters::French)];

/// A key, and what stands after it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// A line with it.
    pub example: &'static str,
    /// What it says.
    pub says: &'static str,
}

const fn key(name: &'static str, example: &'static str, says: &'static str) -> Key {
    Key { name, example, says }
}

/// All of them.
pub const KEYS: &[Key] = &[
    key("edition", "edition = \"mouche-1718\"", "The rules it is played by. It, or `editions`, must be there."),
    key("editions", "editions = [\"mouche-1718\", \"mouche-1730\"]", "Several: the file must hold under each."),
    key(
        "players",
        "players = [\"Anne\", \"Claude\", \"Denise\"]",
        "Their names, in playing order: each sits at the right of the one before, or at the left where the game runs so. It must be there.",
    ),
    key("shows", "shows = [\"play.trump\"]", "Clauses that the file is about. One that it does not show is an error."),
    key(
        "options",
        "options = { debts = \"staged\" }",
        "What is agreed before play; `mouche editions` lists what can be.",
    ),
    key(
        "chips",
        "chips = { Anne = 1000, Claude = 200, Denise = 1000 }",
        "What each starts with, or one amount for all. Where there is credit it may be below nothing.",
    ),
    key("advice", "advice = true", "Each declaration then shows what the other ones may come to."),
    key("lang", "lang = \"fr\"", "French words and letters; `en` if it is left out."),
    key("format", "format = 1", "The format of the file. There is one so far."),
];

pub fn key_names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}

/// The schema of a `toml scenario` fence, its TOML read as JSON. What hangs on the game itself, such as whether a clause is
/// shown, only `check` can tell.
pub fn schema() -> Schema {
    let properties: Map<String, Value> = KEYS.iter().map(|key| (key.name.into(), property(key))).collect();
    let known = editions::ALL.iter().map(|edition| {
        let names: Vec<&str> = Agreed::known_to(edition).map(|option| option.name).collect();
        let is_it = json!({ "properties": { "edition": { "const": edition.id } }, "required": ["edition"] });
        json!({ "if": is_it, "then": { "properties": { "options": { "propertyNames": { "enum": names } } } } })
    });
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The header of a scenario",
        "type": "object",
        "properties": properties,
        "required": ["players"],
        "oneOf": [{ "required": ["edition"] }, { "required": ["editions"] }],
        "allOf": known.collect::<Vec<Value>>(),
        "additionalProperties": false,
    })
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
    json!({ "enum": editions::ALL.iter().map(|edition| edition.id).collect::<Vec<_>>() })
}

/// What each option takes, of those that some edition knows.
fn options() -> BTreeMap<&'static str, Value> {
    let all = editions::ALL.iter().flat_map(|edition| Agreed::known_to(edition));
    all.map(|option| (option.name, json!({ "anyOf": values(option) }))).collect()
}

fn values(option: &Agreed) -> Vec<Value> {
    let words = option.values().into_iter().map(|value| match value {
        Setting::Word(word) => json!({ "const": word }),
        Setting::Flag(flag) => json!({ "const": flag }),
        Setting::Number(number) => json!({ "const": number }),
        Setting::Table(name, number) => json!({ "const": { name: number } }),
    });
    let numbers = option.also().map(|also| match also.strip_prefix("{ ").and_then(|also| also.split_once(' ')) {
        Some((name, _)) => json!({
            "type": "object", "properties": { name: { "type": "integer" } }, "required": [name], "additionalProperties": false,
        }),
        None => json!({ "type": "integer" }),
    });
    words.chain(numbers).collect()
}
