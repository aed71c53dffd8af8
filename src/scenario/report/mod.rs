//! Diagnostics as text: a line each, as annotations for GitHub's runner, each with its source for a terminal, or as records for
//! machines; and places of a text in lines and columns.

mod places;
mod record;
mod window;

use crate::cards::count_in_words;
use crate::scenario::text::{Code, Diagnostic, Span, escape_hidden, is_hidden};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use places::LineIndex;
pub use places::{LineColumn, LineColumnRange};
#[cfg(feature = "cli")]
pub(crate) use record::json_struct;
pub use record::{
    JunitSuite, Record, RelatedPlace, SuggestedText, UnreadableFile, diagnostic_records,
    junit_suite, render_junit, render_sarif, unreadable_suite,
};
use window::{Window, short};

/// How many diagnostics of a file are told: of the others, how many they are. Who has read a hundred knows what is wrong.
const MOST: usize = 100;

/// The diagnostics of one file.
#[expect(missing_docs, reason = "what has no doc is what its name says")]
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The file, as it should be named.
    pub path: &'a str,
    /// Of a file that is not UTF-8, as [`String::from_utf8_lossy`] gives it.
    pub text: &'a str,
    pub diagnostics: &'a [Diagnostic],
}

impl<'a> Report<'a> {
    /// Returns the diagnostics that are shown.
    pub fn reported(&self) -> &'a [Diagnostic] {
        &self.diagnostics[..self.diagnostics.len().min(MOST)]
    }

    /// Returns how many diagnostics are not shown, in words; nothing if all are.
    pub fn omitted_summary(&self) -> Option<String> {
        let first = self.diagnostics.get(MOST)?;
        let more = count_in_words(
            self.diagnostics.len() - MOST,
            &format!("more {}", first.code.severity()),
        );
        Some(format!(
            "{}: {more}, not told here",
            escape_hidden(self.path)
        ))
    }
}

/// Returns the editions it was found under, as words, where the file names several.
pub fn editions_in_words(diagnostic: &Diagnostic) -> Option<String> {
    let (last, rest) = diagnostic.editions.split_last()?;
    let words = if rest.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", rest.join(", "))
    };
    Some(escape_hidden(&words))
}

fn editions_in_brackets(diagnostic: &Diagnostic) -> String {
    editions_in_words(diagnostic)
        .map_or_else(String::new, |editions| format!(" (under {editions})"))
}

/// Returns one line for each diagnostic: `path:line:column: error[code] message: label`. Columns are characters from 1.
///
/// ```
/// use mouche::scenario::diagnostic::Code;
/// use mouche::scenario::report::{Report, render_concise};
///
/// let wrong = [Code::BadCard.diagnostic_at(&(5..7), "`1♥` is not a card")];
/// let report = Report { path: "a.md", text: "Anne 1♥", diagnostics: &wrong };
/// assert_eq!(render_concise(&report), "a.md:1:6: error[bad-card] `1♥` is not a card\n");
/// ```
pub fn render_concise(report: &Report) -> String {
    let lines = LineIndex::new(report.text);
    let path = escape_hidden(report.path);
    let line = |wrong: &Diagnostic| {
        let place = lines.place(lines.clamp(&wrong.span).start);
        let (severity, code, message) = (
            wrong.code.severity(),
            wrong.code.id(),
            escape_hidden(&wrong.message_and_label()),
        );
        format!(
            "{path}:{}:{}: {severity}[{code}] {message}{}\n",
            place.line,
            place.column,
            editions_in_brackets(wrong)
        )
    };
    report
        .reported()
        .iter()
        .map(line)
        .chain(report.omitted_summary().map(|more| more + "\n"))
        .collect()
}

/// Returns one workflow command for each diagnostic: `::error file=…,line=…::…`; pages at the address of a published book.
pub fn render_github(report: &Report, book: &str) -> String {
    let lines = LineIndex::new(report.text);
    let path = escape_hidden(report.path);
    let file = escape_property(&path);
    let annotation = |wrong: &Diagnostic| {
        let LineColumnRange { start, end } = lines.range(&wrong.span);
        // Columns are read only where a span keeps to one line.
        let columns = format!(
            ",col={},endColumn={}",
            start.column,
            end.column.max(start.column + 1)
        );
        let columns = if start.line == end.line {
            columns
        } else {
            String::new()
        };
        let (kind, title) = (wrong.code.severity(), escape_property(wrong.code.id()));
        // The runner hides the properties in its log, so the place stands in the message too.
        let place = format!("{path}:{}:{}", start.line, start.column);
        let mut message = format!(
            "{place}: {}{}",
            escape_hidden(&wrong.message_and_label()),
            editions_in_brackets(wrong)
        );
        let fix = wrong
            .fix
            .iter()
            .filter(|fix| !fix.is_empty())
            .map(|fix| ("write", escape_hidden(fix.trim())));
        let help = wrong.help.iter().map(|help| ("help", escape_hidden(help)));
        let clause = wrong
            .clause
            .iter()
            .map(|clause| ("clause", escape_hidden(clause)));
        let page = wrong
            .book_page(book)
            .filter(|_| !book.is_empty())
            .map(|page| ("book", page));
        for (what, words) in help.chain(fix).chain(clause).chain(page) {
            message += &format!("\n{what}: {words}");
        }
        let message = escape_data(&message);
        format!(
            "::{kind} title={title},file={file},line={},endLine={}{columns}::{message}\n",
            start.line, end.line
        )
    };
    let more = report
        .omitted_summary()
        .map(|words| format!("::notice file={file}::{}\n", escape_data(&words)));
    report
        .reported()
        .iter()
        .map(annotation)
        .chain(more)
        .collect()
}

/// Returns the annotation of a file that could not be read.
pub fn render_github_unreadable(path: &str, why: &str) -> String {
    let (path, why) = (escape_hidden(path), escape_hidden(why));
    format!(
        "::error file={}::{}\n",
        escape_property(&path),
        escape_data(&format!("{path} cannot be read: {why}"))
    )
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// How many lines away another place may be to be shown in the same stretch of source.
const NEAR: usize = 100;

/// Returns each diagnostic with its source, its help and what to write instead; long lines cut to `width` characters or so.
pub fn render_full(report: &Report, color: bool, width: usize) -> String {
    render_full_with(
        report,
        &RenderStyle {
            color,
            width,
            ..RenderStyle::default()
        },
    )
}

/// Words alone, without signs drawn under the source: for a screen reader, and for logs.
pub fn render_plain(report: &Report) -> String {
    render_full_with(
        report,
        &RenderStyle {
            graphics: false,
            ..RenderStyle::default()
        },
    )
}

/// How a diagnostic is shown.
#[derive(Clone, Copy, Debug)]
pub struct RenderStyle<'a> {
    /// In colour, with the code as a link where the book's address is known.
    pub color: bool,
    /// Whether the source is shown with marks under it.
    pub graphics: bool,
    /// How wide a line may be, in characters.
    pub width: usize,
    /// The address of the published book; none where pages are named as they lie in it.
    pub book: &'a str,
}

impl Default for RenderStyle<'_> {
    fn default() -> Self {
        RenderStyle {
            color: false,
            graphics: true,
            width: 120,
            book: "",
        }
    }
}

/// Returns each diagnostic as [`render_full`] does, in another style.
pub fn render_full_with(report: &Report, look: &RenderStyle) -> String {
    let renderer = if look.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer.term_width(look.width).no_graphics(!look.graphics);
    let page = SnippetPage {
        lines: LineIndex::new(report.text),
        path: escape_hidden(report.path),
        look,
    };
    // What is left open is no mistake: a line for each is enough.
    let one = |diagnostic: &Diagnostic| match diagnostic.code {
        Code::Unfilled => render_concise(&Report {
            diagnostics: std::slice::from_ref(diagnostic),
            ..*report
        }),
        _ => page.with_places(&renderer.render(&page.groups(diagnostic)), diagnostic) + "\n\n",
    };
    let more =
        |words| renderer.render(&[Group::with_title(Level::NOTE.primary_title(words))]) + "\n\n";
    report
        .reported()
        .iter()
        .map(one)
        .chain(report.omitted_summary().map(more))
        .collect()
}

/// The path, as the renderer is told it. No other text that it is given has this sign.
const PATH: &str = "\u{1}";

struct SnippetPage<'a> {
    lines: LineIndex<'a>,
    path: String,
    look: &'a RenderStyle<'a>,
}

impl SnippetPage<'_> {
    fn groups(&self, diagnostic: &Diagnostic) -> Vec<Group<'static>> {
        let level = if diagnostic.code.is_warning() {
            Level::WARNING
        } else {
            Level::ERROR
        };
        let title = level
            .primary_title(escape_hidden(&diagnostic.message))
            .id(diagnostic.code.id());
        let snippets = self
            .source_pieces(diagnostic)
            .into_iter()
            .map(|marks| self.snippet(marks));
        let group = snippets.fold(Group::with_title(title), Group::element);
        let helps = diagnostic
            .help
            .iter()
            .map(|help| Level::HELP.message(escape_hidden(help)));
        let clause = diagnostic
            .clause
            .as_ref()
            .map(|clause| format!("the clause is {}", escape_hidden(clause)));
        let page = diagnostic
            .book_page(self.look.book)
            .map(|page| format!("book: {page}"));
        let editions =
            editions_in_words(diagnostic).map(|editions| format!("it is found under {editions}"));
        let notes = [clause, page, editions]
            .into_iter()
            .flatten()
            .map(|note| Level::NOTE.message(note));
        let group = helps.chain(notes).fold(group, Group::element);
        std::iter::once(group)
            .chain(self.fix_group(diagnostic))
            .collect()
    }

    /// Returns the marks of each piece of source: the token and near places in one, others alone; the first is its place.
    fn source_pieces(&self, diagnostic: &Diagnostic) -> Vec<Vec<SnippetMark>> {
        let span = self.lines.clamp(&diagnostic.span);
        let line = self.lines.line(span.start);
        let mut pieces = vec![vec![(
            span,
            escape_hidden(&diagnostic.label),
            AnnotationKind::Primary,
        )]];
        for (span, label) in &diagnostic.related {
            let mark = (
                self.lines.clamp(span),
                escape_hidden(label),
                AnnotationKind::Context,
            );
            let is_near = self.lines.line(span.start).abs_diff(line) <= NEAR;
            if is_near {
                pieces[0].push(mark)
            } else {
                pieces.push(vec![mark])
            }
        }
        pieces
    }

    fn source<'s, T: Clone>(
        &self,
        spans: impl Iterator<Item = &'s Span>,
    ) -> (Window, Snippet<'static, T>) {
        let places: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
        let first = places
            .iter()
            .map(|place| self.lines.line(*place))
            .min()
            .unwrap_or(0);
        let window = Window::around(&self.lines, &places, !self.look.graphics);
        let snippet = Snippet::source(show_hidden_characters(&window.text))
            .path(PATH)
            .line_start(first + 1);
        (window, snippet)
    }

    fn snippet(&self, marks: Vec<SnippetMark>) -> Snippet<'static, Annotation<'static>> {
        let (window, snippet) = self.source(marks.iter().map(|(span, ..)| span));
        marks
            .into_iter()
            .fold(snippet, |snippet, (span, label, kind)| {
                let annotation = kind.span(window.range(&span));
                snippet.annotation(if label.is_empty() {
                    annotation
                } else {
                    annotation.label(label)
                })
            })
    }

    fn fix_group(&self, diagnostic: &Diagnostic) -> Option<Group<'static>> {
        let text = diagnostic.fix.as_ref()?;
        let span = self.lines.clamp(diagnostic.span_to_replace());
        let (window, snippet) = self.source([&span].into_iter());
        let lines: Vec<String> = text
            .split('\n')
            .map(|line| short(&escape_hidden(line)))
            .collect();
        let patch = Patch::new(window.range(&span), lines.join("\n"));
        Some(
            Level::HELP
                .secondary_title("write")
                .element(snippet.patch(patch)),
        )
    }

    /// Says where each piece of source stands. The renderer counts columns in what it is shown, which may be cut.
    fn with_places(&self, rendered: &str, diagnostic: &Diagnostic) -> String {
        let mut pieces = rendered.split(PATH);
        let first = pieces.next().unwrap_or_default().to_owned();
        let places = self
            .source_pieces(diagnostic)
            .into_iter()
            .map(|marks| self.lines.place(marks[0].0.start));
        pieces.zip(places).fold(first, |shown, (piece, place)| {
            let rest = skip_number(skip_number(piece));
            format!("{shown}{}:{}:{}{rest}", self.path, place.line, place.column)
        })
    }
}

fn skip_number(text: &str) -> &str {
    text.strip_prefix(':').map_or(text, |text| {
        text.trim_start_matches(|sign: char| sign.is_ascii_digit())
    })
}

type SnippetMark = (Span, String, AnnotationKind);

/// Returns the source with hidden characters, of which the renderer replaces only some, as signs of the same length.
fn show_hidden_characters(source: &str) -> String {
    let sign = |c: char| match c.len_utf8() {
        2 if is_hidden(c) => '·',
        3 if is_hidden(c) => '\u{FFFD}',
        4 if is_hidden(c) => '🛇',
        _ => c,
    };
    source.chars().map(sign).collect()
}
