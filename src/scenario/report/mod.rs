//! Diagnostics as text: a line each, as annotations for GitHub's runner, each with its source for a terminal, or as records for
//! machines; and places of a text in lines and columns.

mod diagnostic_record;
mod file_excerpt;
mod junit;
mod markdown;
mod sarif;
mod text_positions;

use crate::cards::count_of_or_no;
use crate::scenario::text::{Code, Diagnostic, Span, is_hidden, name_hidden_characters};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
#[cfg(feature = "cli")]
pub(crate) use diagnostic_record::json_struct;
pub use diagnostic_record::{
    Record, RelatedPlace, SuggestedText, UnreadableFile, diagnostic_records,
};
use file_excerpt::{FileExcerpt, shorten_line};
pub use junit::{JunitSuite, junit_suite, render_junit, unreadable_suite};
pub use markdown::{MARKDOWN_TITLE, render_markdown};
pub use sarif::render_sarif;
use text_positions::LineIndex;
pub use text_positions::{LineColumn, LineColumnRange};

/// The most diagnostics of a file that are shown; the others are counted. A reader of a hundred knows what is wrong.
const MOST: usize = 100;

/// The diagnostics of one file.
#[derive(Clone, Copy, Debug)]
pub struct FileDiagnostics<'a> {
    /// The path of the file, as messages name it.
    pub path: &'a str,
    /// The text of the file; of a file that is not UTF-8, what [`String::from_utf8_lossy`] returns.
    pub text: &'a str,
    /// The mistakes in the file, in the order of their places.
    pub diagnostics: &'a [Diagnostic],
}

impl<'a> FileDiagnostics<'a> {
    /// Returns the diagnostics that are shown.
    pub fn shown_diagnostics(&self) -> &'a [Diagnostic] {
        &self.diagnostics[..self.diagnostics.len().min(MOST)]
    }

    /// Returns how many diagnostics are not shown, in words; nothing if all are.
    pub fn omitted_summary(&self) -> Option<String> {
        let first = self.diagnostics.get(MOST)?;
        let more = count_of_or_no(
            self.diagnostics.len() - MOST,
            &format!("more {}", first.code.severity()),
        );
        Some(format!(
            "{}: {more}, not shown here",
            name_hidden_characters(self.path)
        ))
    }
}

/// Returns the editions under which a diagnostic was found, as words, where the file names several.
pub fn editions_in_words(diagnostic: &Diagnostic) -> Option<String> {
    let (last, rest) = diagnostic.editions.split_last()?;
    let words = if rest.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", rest.join(", "))
    };
    Some(name_hidden_characters(&words))
}

/// Returns the editions under which a diagnostic was found, as the end of a line; empty where the file names one.
fn editions_in_brackets(diagnostic: &Diagnostic) -> String {
    match editions_in_words(diagnostic) {
        Some(editions) => format!(" (under {editions})"),
        None => String::new(),
    }
}

/// Returns one line for each diagnostic: `path:line:column: error[code] message: label`. Columns are characters from 1.
///
/// ```
/// use mouche::scenario::diagnostic::Code;
/// use mouche::scenario::report::{FileDiagnostics, render_concise};
///
/// let wrong = [Code::BadCard.diagnostic_at(&(5..7), "`1♥` is not a card")];
/// let report = FileDiagnostics { path: "a.md", text: "Anne 1♥", diagnostics: &wrong };
/// assert_eq!(render_concise(&report), "a.md:1:6: error[bad-card] `1♥` is not a card\n");
/// ```
pub fn render_concise(report: &FileDiagnostics) -> String {
    let lines = LineIndex::new(report.text);
    let path = name_hidden_characters(report.path);
    let mut text = String::new();
    for diagnostic in report.shown_diagnostics() {
        text += &concise_line(&path, &lines, diagnostic);
    }
    if let Some(summary) = report.omitted_summary() {
        text += &summary;
        text.push('\n');
    }
    text
}

/// Returns the line of [`render_concise`] for one diagnostic of the file at this path.
fn concise_line(path: &str, lines: &LineIndex, diagnostic: &Diagnostic) -> String {
    let place = lines.place(lines.clamp(&diagnostic.span).start);
    format!(
        "{path}:{}:{}: {}[{}] {}{}\n",
        place.line,
        place.column,
        diagnostic.code.severity(),
        diagnostic.code.id(),
        name_hidden_characters(&diagnostic.message_and_label()),
        editions_in_brackets(diagnostic)
    )
}

/// Returns one workflow command for each diagnostic: `::error file=…,line=…::…`; pages at the address of a published book.
pub fn render_github(report: &FileDiagnostics, book: &str) -> String {
    let lines = LineIndex::new(report.text);
    let path = name_hidden_characters(report.path);
    let file = escape_property(&path);
    let mut commands = String::new();
    for diagnostic in report.shown_diagnostics() {
        let LineColumnRange { start, end } = lines.range(&diagnostic.span);
        // Columns are read only where a span keeps to one line.
        let columns = if start.line == end.line {
            let end_column = end.column.max(start.column + 1);
            format!(",col={},endColumn={end_column}", start.column)
        } else {
            String::new()
        };
        let kind = diagnostic.code.severity();
        let title = escape_property(diagnostic.code.id());
        // The runner hides the properties in its log, so the place stands in the message too.
        let place = format!("{path}:{}:{}", start.line, start.column);
        let message = escape_workflow_message(&format!(
            "{place}: {}",
            unescaped_github_message(diagnostic, book)
        ));
        commands += &format!(
            "::{kind} title={title},file={file},line={},endLine={}{columns}::{message}\n",
            start.line, end.line
        );
    }
    if let Some(summary) = report.omitted_summary() {
        commands += &format!(
            "::notice file={file}::{}\n",
            escape_workflow_message(&summary)
        );
    }
    commands
}

/// Returns the message of an annotation, and below it a line for each help, the fix, the clause and its page.
fn unescaped_github_message(diagnostic: &Diagnostic, book: &str) -> String {
    let mut message = name_hidden_characters(&diagnostic.message_and_label());
    message += &editions_in_brackets(diagnostic);
    for help in &diagnostic.help {
        message += &format!("\nhelp: {}", name_hidden_characters(help));
    }
    if let Some(fix) = &diagnostic.fix
        && !fix.is_empty()
    {
        message += &format!("\nwrite: {}", name_hidden_characters(fix.trim()));
    }
    if let Some(clause) = &diagnostic.clause {
        message += &format!("\nclause: {}", name_hidden_characters(clause));
    }
    if !book.is_empty()
        && let Some(page) = diagnostic.clause_or_message_page(book)
    {
        message += &format!("\nbook: {page}");
    }
    message
}

/// Returns the annotation of a file that could not be read.
pub fn render_github_unreadable(path: &str, why: &str) -> String {
    let path = name_hidden_characters(path);
    let message = format!("{path} cannot be read: {}", name_hidden_characters(why));
    format!(
        "::error file={}::{}\n",
        escape_property(&path),
        escape_workflow_message(&message)
    )
}

/// Returns a text as the message of a workflow command has it.
fn escape_workflow_message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Returns a text as a property of a workflow command has it.
fn escape_property(text: &str) -> String {
    escape_workflow_message(text)
        .replace(':', "%3A")
        .replace(',', "%2C")
}

/// The most lines between two places that are shown in the same stretch of source.
const NEAR: usize = 100;

/// Returns each diagnostic with its source, its help and what to write instead; long lines cut to `width` characters or so.
pub fn render_full(report: &FileDiagnostics, color: bool, width: usize) -> String {
    render_full_with(
        report,
        &DiagnosticsOutputStyle {
            color,
            width,
            ..DiagnosticsOutputStyle::default()
        },
    )
}

/// Returns each diagnostic in words alone, without marks under the source: for a screen reader, and for logs.
pub fn render_without_marks(report: &FileDiagnostics) -> String {
    render_full_with(
        report,
        &DiagnosticsOutputStyle {
            graphics: false,
            ..DiagnosticsOutputStyle::default()
        },
    )
}

/// The style in which all diagnostics of a run are shown.
#[derive(Clone, Copy, Debug)]
pub struct DiagnosticsOutputStyle<'a> {
    /// True for colours, with the code as a link where the book's address is known.
    pub color: bool,
    /// True if the source is shown with marks under it.
    pub graphics: bool,
    /// The most characters of a line.
    pub width: usize,
    /// The address of the published book; none where pages are named as they lie in it.
    pub book: &'a str,
}

impl Default for DiagnosticsOutputStyle<'_> {
    fn default() -> Self {
        DiagnosticsOutputStyle {
            color: false,
            graphics: true,
            width: 120,
            book: "",
        }
    }
}

/// Returns each diagnostic as [`render_full`] does, in another style.
pub fn render_full_with(report: &FileDiagnostics, style: &DiagnosticsOutputStyle) -> String {
    let renderer = if style.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer
        .term_width(style.width)
        .no_graphics(!style.graphics);
    let page = ExcerptedFile {
        lines: LineIndex::new(report.text),
        path: name_hidden_characters(report.path),
        style,
    };
    let mut text = String::new();
    for diagnostic in report.shown_diagnostics() {
        if diagnostic.code == Code::Unfilled {
            // A `?` is no mistake: a line for each is enough.
            text += &concise_line(&page.path, &page.lines, diagnostic);
        } else {
            let rendered = renderer.render(&page.snippet_groups(diagnostic));
            text += &page.replace_path_placeholders(&rendered, diagnostic);
            text += "\n\n";
        }
    }
    if let Some(summary) = report.omitted_summary() {
        let note = Group::with_title(Level::NOTE.primary_title(summary));
        text += &renderer.render(&[note]);
        text += "\n\n";
    }
    text
}

/// The path that the renderer gets instead of the real one. No other text that it gets has this character.
const PATH: &str = "\u{1}";

/// A file whose source is shown with marks under it.
struct ExcerptedFile<'a> {
    lines: LineIndex<'a>,
    /// The path of the file, without hidden characters.
    path: String,
    style: &'a DiagnosticsOutputStyle<'a>,
}

/// A label under a stretch of the file.
struct ExcerptLabel {
    span: Span,
    label: String,
    kind: AnnotationKind,
}

impl ExcerptedFile<'_> {
    /// Returns a diagnostic as the renderer takes it: its message, its source and its notes, and then its fix.
    fn snippet_groups(&self, diagnostic: &Diagnostic) -> Vec<Group<'static>> {
        let level = if diagnostic.code.is_warning() {
            Level::WARNING
        } else {
            Level::ERROR
        };
        let title = level
            .primary_title(name_hidden_characters(&diagnostic.message))
            .id(diagnostic.code.id());
        let mut group = Group::with_title(title);
        for marks in self.source_pieces(diagnostic) {
            group = group.element(self.marked_snippet(marks));
        }
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(name_hidden_characters(help)));
        }
        for note in self.clause_and_edition_notes(diagnostic) {
            group = group.element(Level::NOTE.message(note));
        }
        let mut groups = vec![group];
        groups.extend(self.fix_group(diagnostic));
        groups
    }

    /// Returns the notes on a diagnostic: its clause, the page of the clause, and its editions.
    fn clause_and_edition_notes(&self, diagnostic: &Diagnostic) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(clause) = &diagnostic.clause {
            notes.push(format!("the clause is {}", name_hidden_characters(clause)));
        }
        if let Some(page) = diagnostic.clause_or_message_page(self.style.book) {
            notes.push(format!("book: {page}"));
        }
        if let Some(editions) = editions_in_words(diagnostic) {
            notes.push(format!("found under {editions}"));
        }
        notes
    }

    /// Returns the marks of each piece of source: the token and near places in the first, distant places alone. The first
    /// mark of a piece is its place.
    fn source_pieces(&self, diagnostic: &Diagnostic) -> Vec<Vec<ExcerptLabel>> {
        let token = ExcerptLabel {
            span: self.lines.clamp(&diagnostic.span),
            label: name_hidden_characters(&diagnostic.label),
            kind: AnnotationKind::Primary,
        };
        let token_line = self.lines.line(token.span.start);
        let mut pieces = vec![vec![token]];
        for (span, label) in &diagnostic.related {
            let mark = ExcerptLabel {
                span: self.lines.clamp(span),
                label: name_hidden_characters(label),
                kind: AnnotationKind::Context,
            };
            let is_near = self.lines.line(span.start).abs_diff(token_line) <= NEAR;
            if is_near {
                pieces[0].push(mark)
            } else {
                pieces.push(vec![mark])
            }
        }
        pieces
    }

    /// Returns the lines of the file that hold these spans, as a window and as the renderer takes them.
    fn source_window<'s, T: Clone>(
        &self,
        spans: impl Iterator<Item = &'s Span>,
    ) -> (FileExcerpt, Snippet<'static, T>) {
        let places: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
        let first = places
            .iter()
            .map(|place| self.lines.line(*place))
            .min()
            .unwrap_or(0);
        let window = FileExcerpt::around_places(&self.lines, &places, !self.style.graphics);
        let snippet = Snippet::source(replace_hidden_keeping_length(&window.text))
            .path(PATH)
            .line_start(first + 1);
        (window, snippet)
    }

    /// Returns the source of these marks with the marks under it.
    fn marked_snippet(&self, marks: Vec<ExcerptLabel>) -> Snippet<'static, Annotation<'static>> {
        let (window, mut snippet) = self.source_window(marks.iter().map(|mark| &mark.span));
        for mark in marks {
            let mut annotation = mark.kind.span(window.range_in_excerpt(&mark.span));
            if !mark.label.is_empty() {
                annotation = annotation.label(mark.label);
            }
            snippet = snippet.annotation(annotation);
        }
        snippet
    }

    /// Returns the source with the fix in it, under the heading "write"; none where the diagnostic has no fix.
    fn fix_group(&self, diagnostic: &Diagnostic) -> Option<Group<'static>> {
        let text = diagnostic.fix.as_ref()?;
        let span = self.lines.clamp(diagnostic.span_to_replace());
        let (window, snippet) = self.source_window([&span].into_iter());
        let lines: Vec<String> = text
            .split('\n')
            .map(|line| shorten_line(&name_hidden_characters(line)))
            .collect();
        let patch = Patch::new(window.range_in_excerpt(&span), lines.join("\n"));
        Some(
            Level::HELP
                .secondary_title("write")
                .element(snippet.patch(patch)),
        )
    }

    /// Returns the rendered text with the path, line and column of each piece of source in the place of [`PATH`]. The
    /// renderer's own columns are wrong where a line was cut.
    fn replace_path_placeholders(&self, rendered: &str, diagnostic: &Diagnostic) -> String {
        let mut pieces = rendered.split(PATH);
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (piece, marks) in pieces.zip(self.source_pieces(diagnostic)) {
            let place = self.lines.place(marks[0].span.start);
            text += &format!("{}:{}:{}", self.path, place.line, place.column);
            text += skip_colon_number(skip_colon_number(piece));
        }
        text
    }
}

/// Returns a text without a colon and the digits after it, where it begins with them.
fn skip_colon_number(text: &str) -> &str {
    match text.strip_prefix(':') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => text,
    }
}

/// Returns the source with hidden characters, of which the renderer replaces only some, as signs of the same length.
fn replace_hidden_keeping_length(source: &str) -> String {
    source.chars().map(sign_for_hidden).collect()
}

/// Returns the sign that stands for a hidden character, of the same length in UTF-8; any other character as it is.
fn sign_for_hidden(c: char) -> char {
    if !is_hidden(c) {
        return c;
    }
    match c.len_utf8() {
        2 => '·',
        3 => '\u{FFFD}',
        4 => '🛇',
        _ => c,
    }
}
