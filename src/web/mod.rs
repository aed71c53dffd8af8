//! The door for a page: a question in, an answer out, both JSON; what is to be shown comes as HTML. An answer follows from its
//! question alone, so that an address is a session, an undo a shorter one, and nothing is lost when a worker ends.

#[cfg(target_arch = "wasm32")]
mod door;
mod table;
mod text;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;
use table::Table;
use text::{At, Beginning, Text};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Table(Table),
    Text(Text),
    At(At),
    Beginning(Beginning),
}

/// The answer to a question.
///
/// ```
/// let table = r#"{ "edition": "mouche-1718", "players": 3, "seat": 0, "seed": 7, "words": [] }"#;
/// let answer = mouche::web::answer(format!(r#"{{ "table": {table} }}"#).as_bytes());
/// assert!(answer.starts_with(r#"{"html":"#), "{answer}");
/// assert_eq!(mouche::web::answer(b"?"), r#"{"failed":"that is no question: expected value at line 1 column 1"}"#);
/// ```
pub fn answer(question: &[u8]) -> String {
    of(question).unwrap_or_else(|error| json!({ "failed": format!("{error:#}") }).to_string())
}

fn of(question: &[u8]) -> Result<String> {
    let answer = match serde_json::from_slice(question).context("that is no question")? {
        Question::Table(table) => serde_json::to_string(&table.told()?),
        Question::Text(text) => serde_json::to_string(&text.told()?),
        Question::At(at) => serde_json::to_string(&at.told()),
        Question::Beginning(beginning) => serde_json::to_string(&json!({ "text": beginning.text()? })),
    };
    Ok(answer?)
}
