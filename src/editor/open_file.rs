//! A file as it is open in the editor: its places, what is wrong with it, and what the program offers to write, as actions.

use crate::author::{
    Document, FILE_OFFERS, ProposedFix, WholeFileChangeOccasion, diagnostic_text, diagnostics_of,
    is_formatting_cached, quick_fix,
};
use crate::scenario::{
    Code, Diagnostic, Span, house_rules_of, is_too_long, name_hidden_characters, too_long_message,
};
use lsp_types::{Diagnostic as LspDiagnostic, *};
use similar::{DiffOp, TextDiff};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

pub(super) struct OpenFile {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) document: Document,
    /// The units of columns: bytes, or units of UTF-16, which every editor supports.
    encoding: PositionEncodingKind,
    /// How often it was read again because another file has changed.
    reloads: usize,
    /// True if it cannot be prepared in idle time.
    gave_up: Cell<bool>,
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
            document: document_with_table(path, text),
            encoding,
            reloads: 0,
            gave_up: Cell::new(false),
        }
    }

    /// Applies the changes of a new version, in their order.
    pub(super) fn apply_changes(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let document = std::mem::take(&mut self.document);
        let mut text = document.text.clone();
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = LinePositions::new(&text, &self.encoding).span_of_range(range);
                    text.replace_range(span, &change.text);
                }
                None => text = change.text,
            }
        }
        self.version = version;
        let house = house_rules_of(Path::new(&document.path));
        self.document = if house.is_same_as(document.house) {
            document.with_text(text)
        } else {
            Document::new(document.path, text, house)
        };
    }

    /// Reads the file again, because another file has changed.
    pub(super) fn reread_text(&mut self) {
        let Document { path, text, .. } = std::mem::take(&mut self.document);
        self.document = document_with_table(path, text);
        self.reloads += 1;
    }

    /// Returns whether something that takes long is not known of the file yet.
    pub(super) fn must_be_prepared(&self) -> bool {
        !self.is_too_long() && !self.gave_up.get() && !is_formatting_cached(&self.document)
    }

    /// Leaves it unprepared after a failure.
    pub(super) fn give_up_preparing(&self) {
        self.gave_up.set(true);
    }

    /// Returns a name for the state in which the file is checked: it changes with the text, and with other files.
    pub(super) fn state_id(&self) -> String {
        format!("{}-{}", self.version, self.reloads)
    }

    /// Reads the file again if the table of its folder has changed, and returns whether it has.
    pub(super) fn reread_if_table_changed(&mut self) -> bool {
        let Document { path, house, .. } = &self.document;
        let has_changed = !house_rules_of(Path::new(path)).is_same_as(*house);
        if has_changed {
            self.reread_text();
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

/// Returns a text as a document, with the table of its folder.
pub(super) fn document_with_table(path: String, text: String) -> Document {
    let house = house_rules_of(Path::new(&path));
    Document::new(path, text, house)
}

/// A text whose places are converted between bytes and the lines and columns of the protocol.
pub(super) struct LinePositions<'a> {
    text: &'a str,
    starts: Vec<usize>,
    encoding: &'a PositionEncodingKind,
}

impl<'a> LinePositions<'a> {
    /// Returns the lines of a text; `\r` alone ends one too.
    pub(super) fn new(text: &'a str, encoding: &'a PositionEncodingKind) -> LinePositions<'a> {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        LinePositions {
            text,
            starts,
            encoding,
        }
    }

    /// Returns the length of a text in the units of the encoding.
    pub(super) fn length_in_encoding_units(&self, text: &str) -> usize {
        if *self.encoding == PositionEncodingKind::UTF8 {
            text.len()
        } else {
            count_utf16_units(text)
        }
    }

    /// Returns the byte that a position means; one beyond its line, or the text, means the end of it.
    pub(super) fn byte_of_position(&self, position: Position) -> usize {
        let line = position.line as usize;
        let start = self.line_start(line);
        let line = self.text[start..self.line_start(line + 1)].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, character) in line.char_indices() {
            let units = self.length_in_encoding_units(character.encode_utf8(&mut [0; 4]));
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    /// Returns the byte at which a line begins; that of a line after the last is the end of the text.
    fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// Returns the bytes that a range means.
    pub(super) fn span_of_range(&self, range: Range) -> Span {
        let start = self.byte_of_position(range.start);
        start..self.byte_of_position(range.end).max(start)
    }

    /// Returns the position of a byte; of one within a character, that of the character.
    pub(super) fn position_of_byte(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self
            .starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1);
        let column = self.length_in_encoding_units(&self.text[self.starts[line]..byte]);
        Position::new(line as u32, column as u32)
    }

    /// Returns the range of some bytes.
    pub(super) fn range_of_span(&self, span: &Span) -> Range {
        Range::new(
            self.position_of_byte(span.start),
            self.position_of_byte(span.end.max(span.start)),
        )
    }
}

/// Counts the units of a text in UTF-16: one for each character, and another for one of four bytes in UTF-8.
fn count_utf16_units(text: &str) -> usize {
    let bytes = text.bytes();
    bytes
        .map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0))
        .sum()
}

/// Returns the diagnostics of a file as they are sent to the editor.
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

/// Returns a diagnostic as the protocol has it.
fn lsp_diagnostic(
    file: &OpenFile,
    diagnostic: &Diagnostic,
    lines: &LinePositions,
    book: &str,
) -> LspDiagnostic {
    let severity = if diagnostic.code.is_warning() {
        DiagnosticSeverity::WARNING
    } else {
        DiagnosticSeverity::ERROR
    };
    let data = if diagnostic.fix.is_some() {
        Some(serde_json::json!({ "applicability": diagnostic.applicability().id() }))
    } else {
        None
    };
    let page = if book.is_empty() {
        None
    } else {
        diagnostic.clause_or_message_page(book)
    };
    LspDiagnostic {
        range: lines.range_of_span(&diagnostic.span),
        data,
        severity: Some(severity),
        code: Some(NumberOrString::String(diagnostic.code.id().to_owned())),
        code_description: page
            .and_then(|page| page.parse().ok())
            .map(|href| CodeDescription { href }),
        source: Some("mouche".to_owned()),
        message: diagnostic_text(diagnostic),
        related_information: related_information(file, diagnostic, lines),
        ..LspDiagnostic::default()
    }
}

/// Returns the other places that explain a diagnostic, if there are any.
fn related_information(
    file: &OpenFile,
    diagnostic: &Diagnostic,
    lines: &LinePositions,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    if diagnostic.related.is_empty() {
        return None;
    }
    let mut places = Vec::new();
    for (span, label) in &diagnostic.related {
        places.push(DiagnosticRelatedInformation {
            location: Location::new(file.uri.clone(), lines.range_of_span(span)),
            message: name_hidden_characters(label),
        });
    }
    Some(places)
}

/// Returns the actions that are offered for a stretch of a file, of the kinds that the editor asks for.
pub(super) fn code_actions(
    file: &OpenFile,
    params: &CodeActionParams,
    book: &str,
) -> Vec<CodeAction> {
    let only = params.context.only.as_deref();
    let lines = file.lines();
    let stretch = lines.span_of_range(params.range);
    let mut actions = Vec::new();
    for diagnostic in diagnostics_of(&file.document) {
        let touches_stretch =
            diagnostic.span.start <= stretch.end && stretch.start <= diagnostic.span.end;
        if touches_stretch && is_kind_wanted(&action_kind(diagnostic), only) {
            actions.extend(quick_fix_action(file, diagnostic, &lines, book));
        }
    }
    for offer in &FILE_OFFERS {
        let kind = match offer.occasion {
            WholeFileChangeOccasion::Save => CodeActionKind::SOURCE_FIX_ALL,
            WholeFileChangeOccasion::Rewrite => CodeActionKind::REFACTOR_REWRITE,
            WholeFileChangeOccasion::Source => CodeActionKind::SOURCE,
        };
        if !is_kind_wanted(&kind, only) {
            continue;
        }
        if let Some(text) = (offer.new)(&file.document) {
            let edits = text_edits(file, &text);
            actions.push(code_action(file, offer.title.to_owned(), kind, edits));
        }
    }
    actions
}

/// Returns whether an editor that asks only for some kinds wants a kind: one of them, or a kind within one of them, as
/// `source.fixAll` is within `source`.
fn is_kind_wanted(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    let Some(only) = only else {
        return true;
    };
    only.iter().any(|outer| {
        kind.as_str()
            .strip_prefix(outer.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Returns the kind of the action that a diagnostic proposes. To fill in a `?` changes the text and corrects nothing.
fn action_kind(diagnostic: &Diagnostic) -> CodeActionKind {
    if diagnostic.code == Code::Unfilled {
        CodeActionKind::REFACTOR_REWRITE
    } else {
        CodeActionKind::QUICKFIX
    }
}

/// Returns the action that makes the change which a diagnostic proposes.
fn quick_fix_action(
    file: &OpenFile,
    diagnostic: &Diagnostic,
    lines: &LinePositions,
    book: &str,
) -> Option<CodeAction> {
    let ProposedFix {
        title,
        text,
        is_certain,
    } = quick_fix(&file.document, diagnostic)?;
    let edit = TextEdit::new(lines.range_of_span(diagnostic.span_to_replace()), text);
    let kind = action_kind(diagnostic);
    Some(CodeAction {
        diagnostics: Some(vec![lsp_diagnostic(file, diagnostic, lines, book)]),
        is_preferred: if is_certain { Some(true) } else { None },
        ..code_action(file, title, kind, vec![edit])
    })
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

/// Returns the edits that make a file into another text: whole lines, and only those that differ.
pub(super) fn text_edits(file: &OpenFile, wanted_text: &str) -> Vec<TextEdit> {
    let lines = file.lines();
    let diff = TextDiff::from_lines(file.document.text.as_str(), wanted_text);
    let old_lines: Vec<&str> = diff.iter_old_slices().collect();
    let new_lines: Vec<&str> = diff.iter_new_slices().collect();
    let mut edits = Vec::new();
    for op in diff.ops() {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let old = op.old_range();
        let start: usize = old_lines[..old.start].iter().map(|line| line.len()).sum();
        let length: usize = old_lines[old].iter().map(|line| line.len()).sum();
        let range = lines.range_of_span(&(start..start + length));
        edits.push(TextEdit::new(range, new_lines[op.new_range()].concat()));
    }
    edits
}
