//! Names of links to clauses. A reader who uses a screen reader may hear the links of a page
//! without the text around them. If the same words link to several clauses, each of these links
//! gets a name that tells them apart.

use super::site_address::{decode_address, resolve_path};
use crate::book::html_tokenizer::{HtmlTag, unescape_html};
use crate::book::prose_file_links::with_slashes;
use crate::book::{HtmlPiece, html_pieces};
use crate::editions;
use crate::page::{COMPARISON, escape_html};
use crate::rules::{ClauseId, Ruleset};
use crate::scenario::{TextReplacement, apply_replacements};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A link to a clause.
struct ClauseLinkToName {
    /// The position at which another attribute can be added: the end of the opening tag.
    end: usize,
    edition: &'static Ruleset,
    topic: ClauseId,
    /// The words between its tags.
    words: String,
    /// The words as they are read aloud: a sign by its name.
    spoken: String,
}

impl ClauseLinkToName {
    /// Returns the words as they are read aloud, with the title and the edition of the clause if
    /// the words do not name them.
    fn spoken_name(&self) -> String {
        let title = self.edition.title(self.topic);
        let mut name = self.spoken.clone();
        if !self.words.contains(&title) {
            name = format!("{name}, {title}");
        }
        let names_edition =
            self.words.starts_with(self.edition.short) || self.words.contains(self.edition.name);
        if !names_edition {
            name = format!("{name}, {}", self.edition.name);
        }
        name
    }
}

/// Returns a page in which no two links with the same name lead to different clauses. Links that
/// need a name get an `aria-label`. A link that has a name already keeps it.
///
/// The comparison of all games is left as it is: it has 900 such links, and their names would be a sixth of its weight. The header
/// of its row tells each of them apart. Where scripts run they make columns of it, whose links have names of their own.
pub(super) fn with_distinct_link_names(page: &str, html: &str) -> String {
    if page.strip_suffix(".html") == Some(COMPARISON) {
        return html.to_owned();
    }
    let links = clause_links(page, html);
    let mut targets: BTreeMap<&str, BTreeSet<(&str, ClauseId)>> = BTreeMap::new();
    for link in &links {
        targets
            .entry(&link.words)
            .or_default()
            .insert((link.edition.id, link.topic));
    }
    let mut edits = Vec::new();
    for link in &links {
        if targets[link.words.as_str()].len() > 1 {
            let text = format!(" aria-label=\"{}\"", escape_html(&link.spoken_name()));
            edits.push(TextReplacement {
                span: link.end..link.end,
                text,
            });
        }
    }
    apply_replacements(html, &edits)
}

/// Returns the links of a page to clauses. Those in a `template` are left out: scripts show one of these blocks at a time.
fn clause_links(page: &str, html: &str) -> Vec<ClauseLinkToName> {
    let mut links = Vec::new();
    let mut open: Option<ClauseLinkToName> = None;
    let mut is_in_sign = false;
    let mut is_in_template = false;
    for piece in html_pieces(html) {
        match (piece, &mut open) {
            (HtmlPiece::Open(tag), _) if tag.is_named("template") => is_in_template = true,
            (HtmlPiece::Close(tag), _) if tag.is_named("template") => is_in_template = false,
            (HtmlPiece::Open(_), _) if is_in_template => {}
            (HtmlPiece::Open(tag), _) if tag.is_named("a") => open = unnamed_clause_link(page, tag),
            (HtmlPiece::Close(tag), _) if tag.is_named("a") => links.extend(open.take()),
            (HtmlPiece::Open(tag), Some(link)) => {
                if let Some(sign) = tag.decoded_attribute("aria-label") {
                    link.spoken += &format!(", {sign}");
                    is_in_sign = true;
                }
            }
            (HtmlPiece::Close(_), Some(_)) => is_in_sign = false,
            (HtmlPiece::Text { text, .. }, Some(link)) => {
                let text = unescape_html(text);
                link.words += &text;
                if !is_in_sign {
                    link.spoken += &text;
                }
            }
            _ => {}
        }
    }
    for link in &mut links {
        for text in [&mut link.words, &mut link.spoken] {
            *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    links
}

/// Returns the clause that a link without a name of its own leads to.
fn unnamed_clause_link(page: &str, tag: HtmlTag) -> Option<ClauseLinkToName> {
    if tag.decoded_attribute("aria-label").is_some() {
        return None;
    }
    let href = tag.decoded_attribute("href")?;
    let (file, anchor) = href.split_once('#')?;
    let target = if file.is_empty() {
        page.to_owned()
    } else {
        with_slashes(&resolve_path(Path::new(page), &decode_address(file))?)
    };
    let edition = editions::by_id(target.strip_prefix("rules/")?.strip_suffix(".html")?)?;
    let topic = editions::clause_id_in_use(&decode_address(anchor))?;
    Some(ClauseLinkToName {
        end: tag.at + 1 + tag.text.len(),
        edition,
        topic,
        words: String::new(),
        spoken: String::new(),
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/book_site_accessible_link_names.rs"]
mod tests;
