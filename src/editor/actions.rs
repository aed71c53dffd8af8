//! What the program offers to write: what a message proposes, the `?`s filled, the canonical spelling.

use super::diagnostics::{found, told};
use super::document::Document;
use super::rewriting::{edits, filled, spelled};
use crate::cards::read_card;
use crate::scenario::diagnostic::{Code, Diagnostic};
use crate::scenario::reference::Keyword;
use crate::scenario::{Fill, lines_at, visible};
use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, TextEdit, WorkspaceEdit};
use std::collections::HashMap;

/// What is offered for a stretch of a file, of the kinds that are asked for.
pub(super) fn actions(document: &Document, params: &CodeActionParams, book: &str) -> Vec<CodeAction> {
    let kinds = params.context.only.as_deref();
    let asked = |kind: &CodeActionKind| kinds.is_none_or(|kinds| kinds.iter().any(|only| is_within(kind, only)));
    let here = document.lines().bytes(params.range);
    let mut all = Vec::new();
    if asked(&CodeActionKind::QUICKFIX) {
        let meets = |wrong: &&Diagnostic| wrong.span.start <= here.end && here.start <= wrong.span.end;
        for wrong in found(document).filter(meets) {
            all.extend(fix(document, wrong, book).or_else(|| refusal(document, wrong, book)));
        }
    }
    all.extend(OFFERS.iter().filter(|(_, kind, _)| asked(kind)).filter_map(|offer| whole(document, offer)));
    all
}

/// Whether a kind is one that is asked for, or one of its sort: `source.fixAll` is of the sort `source`.
fn is_within(kind: &CodeActionKind, only: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(only.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What a message proposes to write instead.
fn fix(document: &Document, wrong: &Diagnostic, book: &str) -> Option<CodeAction> {
    let fix = wrong.fix.as_deref()?;
    let verb = if wrong.code == Code::Unfilled { "Fill in" } else { "Write" };
    let under = wrong.editions.first().filter(|_| wrong.editions.len() == 1);
    let under = under.map_or_else(String::new, |edition| format!(" (as under {edition})"));
    let shown = visible(&fix.trim().replace('\n', ", "));
    Some(CodeAction {
        is_preferred: Some(true),
        ..quick(document, wrong, book, format!("{verb} `{shown}`{under}"), fix)
    })
}

/// A card that is refused, told as tried and refused: what the rule forbids is often what a hand is about.
fn refusal(document: &Document, wrong: &Diagnostic, book: &str) -> Option<CodeAction> {
    let letters = document.outline().letters;
    let card = document.text.get(wrong.span.clone()).filter(|text| read_card(text, letters).is_ok())?;
    let (_, topic) = wrong.clause.as_ref().filter(|_| wrong.code == Code::Illegal)?.split_once('/')?;
    let [tries, refused] = [Keyword::Tries, Keyword::Refused].map(|keyword| keyword.word(letters));
    let text = format!("{tries} {card} ({refused}: {topic})");
    Some(quick(document, wrong, book, format!("Show the refusal: `{text}`"), &text))
}

/// A text instead of what a message is about.
fn quick(document: &Document, wrong: &Diagnostic, book: &str, title: String, text: &str) -> CodeAction {
    let lines = document.lines();
    let edit = TextEdit::new(lines.range(&wrong.span), lines_at(&document.text, wrong.span.start, text));
    let diagnostics = Some(vec![told(document, wrong, &lines, book)]);
    CodeAction { diagnostics, ..action(document, title, CodeActionKind::QUICKFIX, vec![edit]) }
}

/// What a file may be rewritten by: its title, its kind, and the new text if there is any.
type Offer = (&'static str, CodeActionKind, fn(&Document) -> Option<String>);

/// What is offered for the whole file. The first an editor may do at each save without asking: `?`s are there to be filled;
/// an expectation that does not hold is not.
const OFFERS: &[Offer] = &[
    ("Fill in every `?` of this file", CodeActionKind::SOURCE_FIX_ALL, |file| filled(file, Fill::Holes)),
    ("Write what the engine finds instead of what is expected", CodeActionKind::SOURCE, corrected),
    ("Spell the cards and align the fences", CodeActionKind::SOURCE, spelled),
];

/// The file as the engine finds it, where more than `?`s is to be written.
fn corrected(document: &Document) -> Option<String> {
    let is_wrong = found(document).any(|wrong| wrong.fix.is_some() && wrong.code != Code::Unfilled);
    is_wrong.then(|| filled(document, Fill::Wrong)).flatten()
}

fn whole(document: &Document, (title, kind, new): &Offer) -> Option<CodeAction> {
    let edits = edits(document, &new(document)?);
    Some(action(document, (*title).to_owned(), kind.clone(), edits))
}

#[expect(clippy::mutable_key_type, reason = "the protocol's own map; an address is not changed in it")]
fn action(document: &Document, title: String, kind: CodeActionKind, edits: Vec<TextEdit>) -> CodeAction {
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    let edit = Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    CodeAction { title, kind: Some(kind), edit, ..CodeAction::default() }
}
