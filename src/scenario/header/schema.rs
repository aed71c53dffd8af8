//! The header as a JSON Schema: for editors, and for programs that write scenarios.

use super::key::{FORMAT, KEYS, Key, LANGUAGES, Takes};
use super::players::LONGEST;
use crate::editions::{self, MOST_PLAYERS};
use crate::rules::{Agreed, MOST_CHIPS, Setting};
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

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

fn property(key: &Key) -> Value {
    let mut property = takes(key.takes);
    let example = key.example.parse::<toml::Table>().ok().and_then(|table| table.get(key.name).cloned());
    property["description"] = key.says.into();
    property["examples"] = json!(example.into_iter().collect::<Vec<_>>());
    property
}

fn takes(takes: Takes) -> Value {
    match takes {
        Takes::Edition => edition(),
        Takes::Editions => json!({ "type": "array", "items": edition(), "minItems": 1, "uniqueItems": true }),
        Takes::Players => {
            let name = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"^\p{L}" });
            json!({ "type": "array", "items": name, "minItems": 2, "maxItems": MOST_PLAYERS, "uniqueItems": true })
        }
        Takes::Clauses => {
            let ids: Vec<&str> = editions::topics().map(|topic| topic.id()).collect();
            json!({ "type": "array", "items": { "enum": ids } })
        }
        Takes::Options => json!({ "type": "object", "properties": options(), "additionalProperties": false }),
        Takes::Chips => {
            let amount = json!({ "type": "integer", "minimum": -MOST_CHIPS, "maximum": MOST_CHIPS });
            json!({ "anyOf": [amount, { "type": "object", "additionalProperties": amount }] })
        }
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Language => json!({ "enum": LANGUAGES.map(|(name, _)| name) }),
        Takes::Format => json!({ "const": FORMAT }),
    }
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
    let numbers = option.also().iter().map(|also| match also.strip_prefix("{ ").and_then(|also| also.split_once(' ')) {
        Some((name, _)) => json!({
            "type": "object", "properties": { name: { "type": "integer" } }, "required": [name], "additionalProperties": false,
        }),
        None => json!({ "type": "integer" }),
    });
    words.chain(numbers).collect()
}
