//! An amount of a payout, or the winner of a trick: what it comes to, and how.

use super::Said;
use crate::editions;
use crate::editor::clause;
use crate::editor::cursor::Cursor;
use crate::editor::document::{Document, touches};
use crate::editor::rewriting::opened;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::syntax::{Body, Entry, Line, Part, Span};

/// What is said of the expectation here.
pub(super) fn hover(document: &Document, cursor: &Cursor, book: &str) -> Option<Said> {
    let span = expected(document, cursor.byte)?;
    let found = opened(&document.path(), &document.text, &span);
    let said: Vec<String> = found.iter().map(|wrong| told(document, wrong, book)).collect();
    (!said.is_empty()).then_some((said, span))
}

/// Where the amount or the winner stands that holds this byte.
fn expected(document: &Document, byte: usize) -> Option<Span> {
    let hands = document.checked().scenario()?.hands.iter();
    let spans = hands.flat_map(|hand| &hand.parts).flat_map(spans);
    spans.into_iter().find(|span| touches(span, byte))
}

fn spans(part: &Part) -> Vec<Span> {
    match &part.body {
        Body::Script(lines) => lines.iter().filter_map(winner).collect(),
        Body::Payout(entries) => entries.iter().filter_map(|entry| amount(&entry.value)).collect(),
    }
}

fn winner(line: &Line) -> Option<Span> {
    line.winner.as_ref().map(|winner| winner.span.clone())
}

fn amount(entry: &Entry) -> Option<Span> {
    match entry {
        Entry::Pool(at) | Entry::NextPool(at) | Entry::Waiting(at) => Some(at.span.clone()),
        Entry::Takes(_, at) | Entry::Owes(_, at) | Entry::Has(_, at) | Entry::Pays(_, at, _) => Some(at.span.clone()),
        Entry::All => None,
    }
}

/// The value with its sums, and the clause it rests on.
fn told(document: &Document, wrong: &Diagnostic, book: &str) -> String {
    let editions = wrong.editions.iter().map(|edition| format!("`{edition}`: ")).next().unwrap_or_default();
    let why = if wrong.help.is_empty() { vec![&wrong.label] } else { wrong.help.iter().collect() };
    let why: Vec<&str> = why.into_iter().map(String::as_str).collect();
    let head = format!("{editions}**{}**\n\n{}", wrong.message, why.join("  \n"));
    let topic =
        wrong.clause.as_ref().and_then(|id| Some((id.split_once('/')?.0, editions::topic(id.split_once('/')?.1)?)));
    let Some((edition, topic)) = topic else { return head };
    let rules = clause::rules(document);
    match rules.iter().find(|rules| rules.id == edition) {
        Some(rules) => format!("{head}\n\n{}", clause::told(rules, topic, book)),
        None => head,
    }
}
