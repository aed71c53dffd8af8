//! What the program offers to write: what a message proposes, the `?`s filled, the canonical spelling.

use super::diagnostics::{found, told};
use super::document::Document;
use super::rewriting::{edits, filled, spelled};
use crate::scenario::diagnostic::{Code, Diagnostic};
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
        all.extend(found(document).filter(meets).filter_map(|wrong| fix(document, wrong, book)));
    }
    // What an editor may do at each save without asking: `?`s are there to be filled, a wrong expectation is not.
    let holes = filled(document, Fill::Holes);
    let wrong = if holes.is_some() { None } else { filled(document, Fill::Wrong) };
    let offers = [
        ("Fill in every `?` of this file", CodeActionKind::SOURCE_FIX_ALL, holes),
        ("Write what the engine finds instead of what is expected", CodeActionKind::SOURCE, wrong),
        ("Spell the cards and align the fences", CodeActionKind::SOURCE, spelled(document)),
    ];
    let offers = offers.into_iter().filter(|(_, kind, _)| asked(kind));
    all.extend(offers.filter_map(|(title, kind, text)| Some(whole(document, title, kind, &text?))));
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
    let lines = document.lines();
    let edit = TextEdit::new(lines.range(&wrong.span), lines_at(&document.text, wrong.span.start, fix));
    Some(CodeAction {
        diagnostics: Some(vec![told(document, wrong, &lines, book)]),
        is_preferred: Some(true),
        ..action(document, format!("{verb} `{shown}`{under}"), CodeActionKind::QUICKFIX, vec![edit])
    })
}

fn whole(document: &Document, title: &str, kind: CodeActionKind, text: &str) -> CodeAction {
    action(document, title.to_owned(), kind, edits(document, text))
}

#[expect(clippy::mutable_key_type, reason = "the protocol's own map; an address is not changed in it")]
fn action(document: &Document, title: String, kind: CodeActionKind, edits: Vec<TextEdit>) -> CodeAction {
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    let edit = Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    CodeAction { title, kind: Some(kind), edit, ..CodeAction::default() }
}
