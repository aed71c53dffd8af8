//! A file as it is open in the editor: its places, what is wrong with it, and what the program offers to write, as actions.

use crate::author::{
    Document, FILE_OFFERS, FileOffer, Fix, OfferOccasion, diagnostic_text, diagnostics_of,
    quick_fix,
};
use crate::scenario::{
    Diagnostic, Span, escape_hidden, house_rules_of, is_too_long, too_long_message,
};
use lsp_types::{Diagnostic as LspDiagnostic, *};
use similar::{DiffOp, TextDiff};
use std::collections::HashMap;
use std::path::Path;

pub(super) struct OpenFile {
    uri: Uri,
    version: i32,
    pub(super) document: Document,
    /// What a column counts: bytes, or units of UTF-16, as every editor can.
    encoding: PositionEncodingKind,
}

impl OpenFile {
    pub(super) fn new(
        uri: Uri,
        version: i32,
        text: String,
        encoding: PositionEncodingKind,
    ) -> OpenFile {
        let path = uri
            .path()
            .as_estr()
            .decode()
            .into_string_lossy()
            .into_owned();
        OpenFile {
            uri,
            version,
            document: read_document(path, text),
            encoding,
        }
    }

    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Document { path, mut text, .. } = std::mem::take(&mut self.document);
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = LinePositions::new(&text, &self.encoding).bytes(range);
                    text.replace_range(span, &change.text);
                }
                None => text = change.text,
            }
        }
        self.version = version;
        self.document = read_document(path, text);
    }

    /// Reads it anew if its folder's table has changed; whether it has.
    pub(super) fn reload_if_table_changed(&mut self) -> bool {
        let Document {
            path, text, house, ..
        } = &mut self.document;
        let has_changed = !house_rules_of(Path::new(path)).is_same_as(*house);
        if has_changed {
            self.document = read_document(std::mem::take(path), std::mem::take(text));
        }
        has_changed
    }

    /// Returns whether it lies where scenarios do, or has the word of a fence of ours.
    fn may_be_scenario(&self) -> bool {
        let is_among_scenarios = self
            .document
            .path
            .split('/')
            .rev()
            .skip(1)
            .any(|folder| folder == "scenarios");
        is_among_scenarios || self.document.text.contains("toml scenario")
    }

    /// Returns whether it is longer than any file that `check` reads.
    pub(super) fn is_too_long(&self) -> bool {
        is_too_long(self.document.text.len())
    }

    pub(super) fn lines(&self) -> LinePositions<'_> {
        LinePositions::new(&self.document.text, &self.encoding)
    }
}

fn read_document(path: String, text: String) -> Document {
    let house = house_rules_of(Path::new(&path));
    Document::new(path, text, house)
}

pub(super) struct LinePositions<'a> {
    text: &'a str,
    starts: Vec<usize>,
    encoding: &'a PositionEncodingKind,
}

impl<'a> LinePositions<'a> {
    /// Returns the lines of a text; `\r` alone ends one too.
    fn new(text: &'a str, encoding: &'a PositionEncodingKind) -> LinePositions<'a> {
        let bytes = text.as_bytes();
        let ends = |at: &usize| {
            bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        };
        let starts = std::iter::once(0)
            .chain((0..bytes.len()).filter(ends).map(|at| at + 1))
            .collect();
        LinePositions {
            text,
            starts,
            encoding,
        }
    }

    fn length(&self, text: &str) -> usize {
        if *self.encoding == PositionEncodingKind::UTF8 {
            text.len()
        } else {
            text.encode_utf16().count()
        }
    }

    /// Returns the byte that a position means; one beyond its line, or the text, means the end of it.
    pub(super) fn byte(&self, position: Position) -> usize {
        let start_of = |line: usize| self.starts.get(line).copied().unwrap_or(self.text.len());
        let start = start_of(position.line as usize);
        let line =
            self.text[start..start_of(position.line as usize + 1)].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, character) in line.char_indices() {
            let units = self.length(character.encode_utf8(&mut [0; 4]));
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    fn bytes(&self, range: Range) -> Span {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }

    /// Returns the position of a byte; of one within a character, that of the character.
    fn position(&self, byte: usize) -> Position {
        let byte = (0..=byte.min(self.text.len()))
            .rev()
            .find(|at| self.text.is_char_boundary(*at))
            .unwrap_or(0);
        let line = self
            .starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1);
        let column = self.length(&self.text[self.starts[line]..byte]);
        Position::new(line as u32, column as u32)
    }

    pub(super) fn range(&self, span: &Span) -> Range {
        Range::new(
            self.position(span.start),
            self.position(span.end.max(span.start)),
        )
    }
}

pub(super) fn published_diagnostics(file: &OpenFile, book: &str) -> PublishDiagnosticsParams {
    if file.is_too_long() {
        let all = if file.may_be_scenario() {
            vec![long_file_diagnostic()]
        } else {
            Vec::new()
        };
        return PublishDiagnosticsParams::new(file.uri.clone(), all, Some(file.version));
    }
    let lines = file.lines();
    let all = diagnostics_of(&file.document)
        .map(|wrong| lsp_diagnostic(file, wrong, &lines, book))
        .collect();
    PublishDiagnosticsParams::new(file.uri.clone(), all, Some(file.version))
}

/// Says that a file is too long, at its beginning, in the words of `check`.
fn long_file_diagnostic() -> LspDiagnostic {
    LspDiagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("mouche".to_owned()),
        message: format!("this file cannot be read: {}", too_long_message()),
        ..LspDiagnostic::default()
    }
}

fn lsp_diagnostic(
    file: &OpenFile,
    wrong: &Diagnostic,
    lines: &LinePositions,
    book: &str,
) -> LspDiagnostic {
    let related = |(span, label): &(_, String)| DiagnosticRelatedInformation {
        location: Location::new(file.uri.clone(), lines.range(span)),
        message: escape_hidden(label),
    };
    let page = wrong
        .book_page(book)
        .filter(|_| !book.is_empty())
        .and_then(|page| page.parse().ok());
    LspDiagnostic {
        range: lines.range(&wrong.span),
        data: wrong
            .fix
            .as_ref()
            .map(|_| serde_json::json!({ "applicability": wrong.applicability().id() })),
        severity: Some(match wrong.code.is_warning() {
            true => DiagnosticSeverity::WARNING,
            false => DiagnosticSeverity::ERROR,
        }),
        code: Some(NumberOrString::String(wrong.code.id().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("mouche".to_owned()),
        message: diagnostic_text(wrong),
        related_information: Some(wrong.related.iter().map(related).collect())
            .filter(|all: &Vec<_>| !all.is_empty()),
        ..LspDiagnostic::default()
    }
}

/// Returns what is offered for a stretch of a file, of the kinds that are asked for.
pub(super) fn code_actions(
    file: &OpenFile,
    params: &CodeActionParams,
    book: &str,
) -> Vec<CodeAction> {
    // A kind that is asked for, or one of its sort: `source.fixAll` is of the sort `source`.
    let is_within = |kind: &CodeActionKind, only: &CodeActionKind| {
        kind.as_str()
            .strip_prefix(only.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let only = params.context.only.as_deref();
    let asked = |kind: &CodeActionKind| {
        only.is_none_or(|kinds| kinds.iter().any(|only| is_within(kind, only)))
    };
    let lines = file.lines();
    let here = lines.bytes(params.range);
    let mut all = Vec::new();
    if asked(&CodeActionKind::QUICKFIX) {
        // A text instead of what a message is about.
        let quick = |wrong: &Diagnostic| {
            let Fix {
                title,
                text,
                is_certain,
            } = quick_fix(&file.document, wrong)?;
            let edit = TextEdit::new(lines.range(wrong.span_to_replace()), text);
            let diagnostics = Some(vec![lsp_diagnostic(file, wrong, &lines, book)]);
            let is_preferred = is_certain.then_some(true);
            Some(CodeAction {
                diagnostics,
                is_preferred,
                ..code_action(file, title, CodeActionKind::QUICKFIX, vec![edit])
            })
        };
        let meets =
            |wrong: &&Diagnostic| wrong.span.start <= here.end && here.start <= wrong.span.end;
        all.extend(
            diagnostics_of(&file.document)
                .filter(meets)
                .filter_map(quick),
        );
    }
    for FileOffer {
        title,
        new,
        occasion,
    } in &FILE_OFFERS
    {
        let kind = match occasion {
            OfferOccasion::Save => CodeActionKind::SOURCE_FIX_ALL,
            OfferOccasion::Rewrite => CodeActionKind::REFACTOR_REWRITE,
            OfferOccasion::Source => CodeActionKind::SOURCE,
        };
        let text = asked(&kind).then(|| new(&file.document)).flatten();
        all.extend(
            text.map(|text| code_action(file, (*title).to_owned(), kind, text_edits(file, &text))),
        );
    }
    all
}

fn code_action(
    file: &OpenFile,
    title: String,
    kind: CodeActionKind,
    edits: Vec<TextEdit>,
) -> CodeAction {
    let edit = Some(WorkspaceEdit::new(HashMap::from([(
        file.uri.clone(),
        edits,
    )])));
    CodeAction {
        title,
        kind: Some(kind),
        edit,
        ..CodeAction::default()
    }
}

/// Returns what makes a file into another text: whole lines, and only those that differ.
pub(super) fn text_edits(file: &OpenFile, text: &str) -> Vec<TextEdit> {
    let lines = file.lines();
    let diff = TextDiff::from_lines(file.document.text.as_str(), text);
    let place = |line: usize| {
        diff.iter_old_slices()
            .take(line)
            .map(str::len)
            .sum::<usize>()
    };
    let edit = |op: &DiffOp| {
        let old = op.old_range();
        let new = op.new_range();
        let written = diff
            .iter_new_slices()
            .skip(new.start)
            .take(new.len())
            .collect();
        TextEdit::new(lines.range(&(place(old.start)..place(old.end))), written)
    };
    diff.ops()
        .iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(edit)
        .collect()
}
