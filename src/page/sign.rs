//! The signs of marks in type: behind what a clause says, behind a link to it, and explained once a page.
//!
//! What prints a clause puts its id into `data-clause` of the element that holds what it says.

use crate::editions;
use crate::rules::{ClauseId, Marked, Marks, Ruleset, SIGNS};
use std::fmt::Display;
use std::path::Path;

/// The class of a sign.
pub const SIGN: &str = "sign";
/// What a paragraph has that says what signs mean.
pub const LEGEND: &str = r#"class="legend""#;

/// The signs of marks, as HTML; nothing where nothing has to be said.
pub fn sign(marks: Marks) -> String {
    labelled(marks, &marks.words())
}

/// The same at the end of a link's own words: its name, read aloud, goes on with what they say.
pub fn in_link(marks: Marks) -> String {
    labelled(marks, &format!(", {}", marks.words()))
}

fn labelled(marks: Marks, label: &str) -> String {
    match marks.signs() {
        signs if signs.is_empty() => signs,
        signs => format!(r#"<span class="{SIGN}" role="img" aria-label="{label}">{signs}</span>"#),
    }
}

/// Words of a clause as HTML, with their signs.
pub fn words<T: Display>(said: &Marked<T>) -> String {
    said.render(|said, marks| escaped(&said.to_string()) + &sign(marks))
}

/// HTML that a clause says, with its signs.
pub fn html(said: &Marked<String>) -> String {
    said.render(|said, marks| format!("{said}{}", sign(marks)))
}

/// Words as HTML that shows exactly them.
pub fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The sign behind a link of a hand's prose, wherever the page stands.
pub fn behind(address: &str) -> String {
    clause_of(address, Path::new("")).map_or(String::new(), |(rules, topic)| {
        sign(rules.clause(topic).marks())
    })
}

/// The clause that an address leads to from a page.
pub fn clause_of(address: &str, page: &Path) -> Option<(&'static Ruleset, ClauseId)> {
    let (path, topic) = address.split_once('#')?;
    let here = page
        .parent()
        .filter(|folder| folder.ends_with("rules"))
        .and_then(|_| page.file_stem()?.to_str());
    let edition = match path.trim_start_matches("../") {
        "" => here?,
        path => path.strip_prefix("rules/")?.split('.').next()?,
    };
    Some((editions::by_id(edition)?, editions::clause_id(topic)?))
}

/// What these signs mean, as HTML, whatever stands beside them.
pub fn legend_of(stand: &str) -> String {
    let shown = SIGNS.iter().filter(|(sign, _)| stand.contains(sign));
    let entries: Vec<String> = shown
        .map(|(sign, says)| format!("{sign} {says}."))
        .collect();
    if entries.is_empty() {
        String::new()
    } else {
        format!(r#"<p {LEGEND}>{}</p>"#, entries.join(" "))
    }
}
