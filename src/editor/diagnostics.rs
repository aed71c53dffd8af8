//! What is wrong with a file, as an editor underlines it, and what the program offers to write: what a message proposes, the
//! `?`s filled, the canonical spelling.

use super::document::{Document, Lines};
use crate::cards::read_card;
use crate::scenario::diagnostic::{Code, Diagnostic, Severity};
use crate::scenario::reference::Keyword;
use crate::scenario::render::under;
use crate::scenario::syntax::Span;
use crate::scenario::{Fill, Rewritten, bless, check, format, lines_at, visible};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeDescription, Diagnostic as Told, DiagnosticRelatedInformation,
    DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams, TextEdit, WorkspaceEdit,
};
use similar::{DiffOp, TextDiff};
use std::collections::HashMap;

/// All that is wrong with a file, and what its author may want to know. `book` is the address of the published book, or
/// empty.
pub(super) fn published(document: &Document, book: &str) -> PublishDiagnosticsParams {
    let lines = document.lines();
    let all = found(document).map(|wrong| told(document, wrong, &lines, book)).collect();
    PublishDiagnosticsParams::new(document.uri.clone(), all, Some(document.version))
}

/// The same, as the program has them.
fn found(document: &Document) -> impl Iterator<Item = &Diagnostic> {
    let checked = document.is_ours().then(|| document.checked());
    checked.into_iter().flat_map(|checked| checked.diagnostics.iter().chain(&checked.warnings))
}

fn told(document: &Document, wrong: &Diagnostic, lines: &Lines, book: &str) -> Told {
    let related = |(span, label): &(_, String)| DiagnosticRelatedInformation {
        location: Location::new(document.uri.clone(), lines.range(span)),
        message: visible(label),
    };
    let page = wrong.page(book).filter(|_| !book.is_empty()).and_then(|page| page.parse().ok());
    Told {
        range: lines.range(&wrong.span),
        severity: Some(match wrong.code.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(wrong.code.id().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("mouche".to_owned()),
        message: words(wrong),
        related_information: Some(wrong.related.iter().map(related).collect()).filter(|all: &Vec<_>| !all.is_empty()),
        ..Told::default()
    }
}

/// What is wrong, what is said under the token, and what was expected: a line each.
fn words(wrong: &Diagnostic) -> String {
    let under = under(wrong).map_or_else(String::new, |editions| format!(" (under {editions})"));
    let head = wrong.message.clone() + &under;
    let label = Some(&wrong.label).filter(|label| !label.is_empty());
    let lines = std::iter::once(&head).chain(label).chain(&wrong.help);
    let clause = wrong.clause.iter().map(|clause| format!("clause: {clause}"));
    lines.cloned().chain(clause).map(|line| visible(&line)).collect::<Vec<_>>().join("\n")
}

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

/// The file in its canonical spelling, unless something in it cannot be read.
pub(super) fn spelled(document: &Document) -> Option<String> {
    new_text(document, format(document.text.as_bytes()))
}

/// The file with what the program can fill in, unless something else is wrong with it.
fn filled(document: &Document, fill: Fill) -> Option<String> {
    new_text(document, bless(&document.path(), document.text.as_bytes(), fill))
}

fn new_text(document: &Document, rewritten: Rewritten) -> Option<String> {
    match rewritten {
        Rewritten::Text(text, _) if text != document.text => Some(text),
        _ => None,
    }
}

/// What makes a file into another text: whole lines, and only those that differ.
pub(super) fn edits(document: &Document, text: &str) -> Vec<TextEdit> {
    let lines = document.lines();
    let diff = TextDiff::from_lines(document.text.as_str(), text);
    let place = |line: usize| diff.iter_old_slices().take(line).map(str::len).sum::<usize>();
    let edit = |op: &DiffOp| {
        let (old, new) = (op.old_range(), op.new_range());
        let written = diff.iter_new_slices().skip(new.start).take(new.len()).collect();
        TextEdit::new(lines.range(&(place(old.start)..place(old.end))), written)
    };
    diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).map(edit).collect()
}

/// What is said of the `?` at this place of a text: of each edition, if they do not agree.
pub(super) fn fillings(path: &str, text: &str, place: usize) -> Vec<Diagnostic> {
    let is_it = |wrong: &Diagnostic| wrong.code == Code::Unfilled && wrong.span.start == place && wrong.fix.is_some();
    check(path, text.as_bytes()).diagnostics.into_iter().filter(is_it).collect()
}

/// What is said of an expectation that stands in a text, as if it were left open.
pub(super) fn opened(path: &str, text: &str, span: &Span) -> Vec<Diagnostic> {
    let mut open = text.to_owned();
    open.replace_range(span.clone(), "?");
    fillings(path, &open, span.start)
}
