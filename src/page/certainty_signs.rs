//! The signs as HTML. A sign shows how sure a clause is: `∼`, `∗`, `°` or `†`. Signs stand after the
//! text of a clause and after a link to it, and a legend explains them.
//!
//! Code that prints a clause writes its id into `data-clause` of the element that holds its text.

use crate::editions;
use crate::rules::{
    CertaintyMarkSet, ClauseId, ClauseLookup, MarkedWithCertainty, Ruleset, SIGNS,
    SuggestedTableCustom,
};
use std::fmt::Display;
use std::path::Path;

/// The class of an element with signs.
pub const SIGN_CLASS: &str = "sign";
/// The attribute of a paragraph that explains signs.
pub const LEGEND_ATTRIBUTE: &str = r#"class="legend""#;

/// Returns the signs of marks as HTML; empty if they have none.
pub fn signs_html(marks: CertaintyMarkSet) -> String {
    labelled_signs(marks, &marks.explanations())
}

/// Returns the signs of marks as HTML at the end of the words of a link. Read aloud, the words of
/// the marks continue those of the link.
pub fn signs_in_link_html(marks: CertaintyMarkSet) -> String {
    labelled_signs(marks, &format!(", {}", marks.explanations()))
}

/// Returns the signs of marks as HTML, with the words by which they are read aloud.
fn labelled_signs(marks: CertaintyMarkSet, label: &str) -> String {
    let signs = marks.signs();
    if signs.is_empty() {
        return signs;
    }
    format!(r#"<span class="{SIGN_CLASS}" role="img" aria-label="{label}">{signs}</span>"#)
}

/// Returns marked words as HTML, with their signs.
pub fn words_html_with_signs<T: Display>(words: &MarkedWithCertainty<T>) -> String {
    words.render(|words, marks| escape_html(&words.to_string()) + &signs_html(marks))
}

/// Returns marked HTML with its signs.
pub fn html_with_signs(html: &MarkedWithCertainty<String>) -> String {
    html.render(|html, marks| format!("{html}{}", signs_html(marks)))
}

/// Returns HTML that shows exactly these words.
pub fn escape_html(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Returns the signs, as HTML, after a link in the prose of a hand; empty if the link leads to no
/// clause.
pub fn signs_after_link(address: &str) -> String {
    match linked_clause(address, Path::new("")) {
        Some((rules, topic)) => signs_html(rules.marks(topic)),
        None => String::new(),
    }
}

/// Returns the clause that an address leads to from a page.
pub fn linked_clause(address: &str, page: &Path) -> Option<(&'static Ruleset, ClauseId)> {
    let (path, anchor) = address.split_once('#')?;
    let edition = match path.trim_start_matches("../") {
        "" => edition_of_rules_page(page)?,
        path => path.strip_prefix("rules/")?.split('.').next()?,
    };
    Some((
        editions::by_id(edition)?,
        editions::clause_id_in_use(anchor)?,
    ))
}

/// Returns the id of the edition whose rules a page prints: its name in the folder `rules`.
fn edition_of_rules_page(page: &Path) -> Option<&str> {
    if !page.parent()?.ends_with("rules") {
        return None;
    }
    page.file_stem()?.to_str()
}

/// Returns the meaning of each sign that is among these characters, as HTML; empty if there is
/// none.
pub fn legend_html(characters: &str) -> String {
    let mut entries = Vec::new();
    for (sign, meaning) in SIGNS
        .iter()
        .chain(&[(SuggestedTableCustom::SIGN, SuggestedTableCustom::MEANING)])
    {
        if characters.contains(sign) {
            entries.push(format!("{sign} {meaning}."));
        }
    }
    if entries.is_empty() {
        return String::new();
    }
    format!(r#"<p {LEGEND_ATTRIBUTE}>{}</p>"#, entries.join(" "))
}
