//! The signs of marks in type: behind what a clause says, behind a link to it, and explained once a page.
//!
//! What prints a clause puts its id into `data-clause` of the element that holds what it says.

use crate::editions;
use crate::rules::{ClauseId, Marked, Marks, Ruleset, SIGNS};
use std::fmt::Display;
use std::path::Path;

/// The class of a sign.
pub const SIGN: &str = "sign";
/// The attribute of a paragraph that says what signs mean.
pub const LEGEND: &str = r#"class="legend""#;

/// Returns the signs of marks as HTML; empty where there is nothing to say.
pub fn sign(marks: Marks) -> String {
    sign_with_label(marks, &marks.words())
}

/// Returns the signs of marks at the end of a link's own words, whose name read aloud goes on with what the signs say.
pub fn sign_in_link(marks: Marks) -> String {
    sign_with_label(marks, &format!(", {}", marks.words()))
}

fn sign_with_label(marks: Marks, label: &str) -> String {
    let signs = marks.signs();
    if signs.is_empty() {
        return signs;
    }
    format!(r#"<span class="{SIGN}" role="img" aria-label="{label}">{signs}</span>"#)
}

/// Returns the words of a clause as HTML, with their signs.
pub fn words<T: Display>(said: &Marked<T>) -> String {
    said.render(|said, marks| escape_html(&said.to_string()) + &sign(marks))
}

/// Returns the HTML of a clause, with its signs.
pub fn html(said: &Marked<String>) -> String {
    said.render(|said, marks| format!("{said}{}", sign(marks)))
}

/// Returns HTML that shows exactly these words.
pub fn escape_html(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Returns the sign that stands after a link of a hand's prose, wherever the page stands; empty if it leads to no clause.
pub fn sign_behind_link(address: &str) -> String {
    match linked_clause(address, Path::new("")) {
        Some((rules, topic)) => sign(rules.clause(topic).marks()),
        None => String::new(),
    }
}

/// Returns the clause that an address leads to from a page.
pub fn linked_clause(address: &str, page: &Path) -> Option<(&'static Ruleset, ClauseId)> {
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

/// Returns what the signs in a piece of HTML mean, as HTML.
pub fn legend_html(stand: &str) -> String {
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
