//! Diagnostics as text: a line each, as annotations for GitHub's runner, each with its source for a terminal, or as records for
//! machines; and places of a text in lines and columns.

mod record;

use crate::cards::{InsertionSort, count_in_words};
use crate::scenario::text::{Code, Diagnostic, Span, is_hidden, visible, without_mark};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
#[cfg(feature = "cli")]
pub(crate) use record::told;
pub use record::{
    Record, Related, Suite, Unreadable, Write, junit, records_in, sarif, suite, unreadable,
};
use schemars::JsonSchema;
use serde::Serialize;

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
    /// The diagnostics that are told.
    pub fn told(&self) -> &'a [Diagnostic] {
        &self.diagnostics[..self.diagnostics.len().min(MOST)]
    }

    /// How many more there are, in words; nothing if all are told.
    pub fn more(&self) -> Option<String> {
        let first = self.diagnostics.get(MOST)?;
        let more = count_in_words(
            self.diagnostics.len() - MOST,
            &format!("more {}", first.code.severity()),
        );
        Some(format!("{}: {more}, not told here", visible(self.path)))
    }
}

/// The editions it was found under, as words, where the file names several.
pub fn under(diagnostic: &Diagnostic) -> Option<String> {
    let (last, rest) = diagnostic.editions.split_last()?;
    let words = if rest.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", rest.join(", "))
    };
    Some(visible(&words))
}

fn in_brackets(diagnostic: &Diagnostic) -> String {
    under(diagnostic).map_or_else(String::new, |editions| format!(" (under {editions})"))
}

/// A line each: `path:line:column: error[code] message: label`. Columns are characters from 1.
///
/// ```
/// use mouche::scenario::diagnostic::Code;
/// use mouche::scenario::report::{Report, concise};
///
/// let wrong = [Code::BadCard.at(&(5..7), "`1♥` is not a card")];
/// let report = Report { path: "a.md", text: "Anne 1♥", diagnostics: &wrong };
/// assert_eq!(concise(&report), "a.md:1:6: error[bad-card] `1♥` is not a card\n");
/// ```
pub fn concise(report: &Report) -> String {
    let lines = Lines::new(report.text);
    let path = visible(report.path);
    let line = |wrong: &Diagnostic| {
        let place = lines.place(lines.clamp(&wrong.span).start);
        let (severity, code, message) = (
            wrong.code.severity(),
            wrong.code.id(),
            visible(&wrong.reason()),
        );
        format!(
            "{path}:{}:{}: {severity}[{code}] {message}{}\n",
            place.line,
            place.column,
            in_brackets(wrong)
        )
    };
    report
        .told()
        .iter()
        .map(line)
        .chain(report.more().map(|more| more + "\n"))
        .collect()
}

/// A workflow command a diagnostic: `::error file=…,line=…::…`; pages at the address of a published book.
pub fn github(report: &Report, book: &str) -> String {
    let lines = Lines::new(report.text);
    let path = visible(report.path);
    let file = property(&path);
    let annotation = |wrong: &Diagnostic| {
        let Range { start, end } = lines.range(&wrong.span);
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
        let (kind, title) = (wrong.code.severity(), property(wrong.code.id()));
        // The runner hides the properties in its log, so the place stands in the message too.
        let place = format!("{path}:{}:{}", start.line, start.column);
        let mut message = format!(
            "{place}: {}{}",
            visible(&wrong.reason()),
            in_brackets(wrong)
        );
        let fix = wrong
            .fix
            .iter()
            .filter(|fix| !fix.is_empty())
            .map(|fix| ("write", visible(fix.trim())));
        let help = wrong.help.iter().map(|help| ("help", visible(help)));
        let clause = wrong
            .clause
            .iter()
            .map(|clause| ("clause", visible(clause)));
        let page = wrong
            .page(book)
            .filter(|_| !book.is_empty())
            .map(|page| ("book", page));
        for (what, words) in help.chain(fix).chain(clause).chain(page) {
            message += &format!("\n{what}: {words}");
        }
        let message = data(&message);
        format!(
            "::{kind} title={title},file={file},line={},endLine={}{columns}::{message}\n",
            start.line, end.line
        )
    };
    let more = report
        .more()
        .map(|words| format!("::notice file={file}::{}\n", data(&words)));
    report.told().iter().map(annotation).chain(more).collect()
}

/// Returns the annotation of a file that could not be read.
pub fn github_unreadable(path: &str, why: &str) -> String {
    let (path, why) = (visible(path), visible(why));
    format!(
        "::error file={}::{}\n",
        property(&path),
        data(&format!("{path} cannot be read: {why}"))
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// How many lines away another place may be to be shown in the same stretch of source.
const NEAR: usize = 100;

/// Each diagnostic with its source, its help and what to write instead; long lines cut to `width` characters or so.
pub fn full(report: &Report, color: bool, width: usize) -> String {
    full_as(
        report,
        &Look {
            color,
            width,
            ..Look::default()
        },
    )
}

/// Words alone, without signs drawn under the source: for a screen reader, and for logs.
pub fn plain(report: &Report) -> String {
    full_as(
        report,
        &Look {
            graphics: false,
            ..Look::default()
        },
    )
}

/// How a diagnostic is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// In colour, with the code as a link where the book's address is known.
    pub color: bool,
    /// Whether the source is shown with marks under it.
    pub graphics: bool,
    /// How wide a line may be, in characters.
    pub width: usize,
    /// The address of the published book; none where pages are named as they lie in it.
    pub book: &'a str,
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look {
            color: false,
            graphics: true,
            width: 120,
            book: "",
        }
    }
}

/// Each diagnostic as [`full`] shows it, but as asked.
pub fn full_as(report: &Report, look: &Look) -> String {
    let renderer = if look.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer.term_width(look.width).no_graphics(!look.graphics);
    let page = Page {
        lines: Lines::new(report.text),
        path: visible(report.path),
        look,
    };
    // What is left open is no mistake: a line for each is enough.
    let one = |diagnostic: &Diagnostic| match diagnostic.code {
        Code::Unfilled => concise(&Report {
            diagnostics: std::slice::from_ref(diagnostic),
            ..*report
        }),
        _ => page.placed(&renderer.render(&page.groups(diagnostic)), diagnostic) + "\n\n",
    };
    let more =
        |words| renderer.render(&[Group::with_title(Level::NOTE.primary_title(words))]) + "\n\n";
    report
        .told()
        .iter()
        .map(one)
        .chain(report.more().map(more))
        .collect()
}

/// The path, as the renderer is told it. No other text that it is given has this sign.
const PATH: &str = "\u{1}";

struct Page<'a> {
    lines: Lines<'a>,
    path: String,
    look: &'a Look<'a>,
}

impl Page<'_> {
    fn groups(&self, diagnostic: &Diagnostic) -> Vec<Group<'static>> {
        let level = if diagnostic.code.is_warning() {
            Level::WARNING
        } else {
            Level::ERROR
        };
        let title = level
            .primary_title(visible(&diagnostic.message))
            .id(diagnostic.code.id());
        let snippets = self
            .pieces(diagnostic)
            .into_iter()
            .map(|marks| self.snippet(marks));
        let group = snippets.fold(Group::with_title(title), Group::element);
        let helps = diagnostic
            .help
            .iter()
            .map(|help| Level::HELP.message(visible(help)));
        let clause = diagnostic
            .clause
            .as_ref()
            .map(|clause| format!("the clause is {}", visible(clause)));
        let page = diagnostic
            .page(self.look.book)
            .map(|page| format!("book: {page}"));
        let editions = under(diagnostic).map(|editions| format!("it is found under {editions}"));
        let notes = [clause, page, editions]
            .into_iter()
            .flatten()
            .map(|note| Level::NOTE.message(note));
        let group = helps.chain(notes).fold(group, Group::element);
        std::iter::once(group).chain(self.fix(diagnostic)).collect()
    }

    /// The marks of each piece of source: the token and near places in one, others alone; the first is its place.
    fn pieces(&self, diagnostic: &Diagnostic) -> Vec<Vec<Mark>> {
        let span = self.lines.clamp(&diagnostic.span);
        let line = self.lines.line(span.start);
        let mut pieces = vec![vec![(
            span,
            visible(&diagnostic.label),
            AnnotationKind::Primary,
        )]];
        for (span, label) in &diagnostic.related {
            let mark = (
                self.lines.clamp(span),
                visible(label),
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
        let snippet = Snippet::source(in_signs(&window.text))
            .path(PATH)
            .line_start(first + 1);
        (window, snippet)
    }

    fn snippet(&self, marks: Vec<Mark>) -> Snippet<'static, Annotation<'static>> {
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

    fn fix(&self, diagnostic: &Diagnostic) -> Option<Group<'static>> {
        let text = diagnostic.fix.as_ref()?;
        let span = self.lines.clamp(diagnostic.replaced());
        let (window, snippet) = self.source([&span].into_iter());
        let lines: Vec<String> = text.split('\n').map(|line| short(&visible(line))).collect();
        let patch = Patch::new(window.range(&span), lines.join("\n"));
        Some(
            Level::HELP
                .secondary_title("write")
                .element(snippet.patch(patch)),
        )
    }

    /// Says where each piece of source stands. The renderer counts columns in what it is shown, which may be cut.
    fn placed(&self, rendered: &str, diagnostic: &Diagnostic) -> String {
        let mut pieces = rendered.split(PATH);
        let first = pieces.next().unwrap_or_default().to_owned();
        let places = self
            .pieces(diagnostic)
            .into_iter()
            .map(|marks| self.lines.place(marks[0].0.start));
        pieces.zip(places).fold(first, |shown, (piece, place)| {
            let rest = after_number(after_number(piece));
            format!("{shown}{}:{}:{}{rest}", self.path, place.line, place.column)
        })
    }
}

fn after_number(text: &str) -> &str {
    text.strip_prefix(':').map_or(text, |text| {
        text.trim_start_matches(|sign: char| sign.is_ascii_digit())
    })
}

type Mark = (Span, String, AnnotationKind);

/// The source with hidden characters, of which the renderer replaces only some, as signs of the same length.
fn in_signs(source: &str) -> String {
    let sign = |c: char| match c.len_utf8() {
        2 if is_hidden(c) => '·',
        3 if is_hidden(c) => '\u{FFFD}',
        4 if is_hidden(c) => '🛇',
        _ => c,
    };
    source.chars().map(sign).collect()
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1; a byte order mark is none.
    pub column: usize,
    /// Its byte, from 0; a byte order mark counts.
    pub byte: usize,
}

/// A stretch of a file; its end is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Range {
    /// Its beginning.
    pub start: Place,
    /// What follows it.
    pub end: Place,
}

struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mark = text.len() - without_mark(text).len();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(mark)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        Lines { text, starts }
    }

    /// The span within the text and on character boundaries; never less than what it covered of the text.
    fn clamp(&self, span: &Span) -> Span {
        let (last, is_whole) = (self.text.len(), |at: &usize| {
            self.text.is_char_boundary(*at)
        });
        let start = (0..=span.start.min(last))
            .rev()
            .find(is_whole)
            .unwrap_or(0)
            .max(self.starts[0]);
        let end = (span.end.max(span.start)..last)
            .find(is_whole)
            .unwrap_or(last)
            .max(start);
        start..end
    }

    /// The line of a byte, from 0.
    fn line(&self, byte: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1)
    }

    fn place(&self, byte: usize) -> Place {
        let line = self.line(byte);
        let before = self.text.get(self.starts[line]..byte).unwrap_or("");
        Place {
            line: line + 1,
            column: before.chars().count() + 1,
            byte,
        }
    }

    /// A span made fit, in lines and columns.
    fn range(&self, span: &Span) -> Range {
        let span = self.clamp(span);
        Range {
            start: self.place(span.start),
            end: self.place(span.end),
        }
    }

    /// Where a line stands, with its end.
    fn whole(&self, line: usize) -> Span {
        self.starts[line]
            ..self
                .starts
                .get(line + 1)
                .copied()
                .unwrap_or(self.text.len())
    }
}

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 300;

/// How much of a longer line is shown on each side of a place, in characters.
const AROUND: usize = 30;

const CUT: char = '…';

#[derive(Default)]
struct Window {
    text: String,
    /// Each piece of the file that is in it: where it stands there, and where it begins here.
    pieces: Vec<(Span, usize)>,
}

impl Window {
    /// The lines that hold these places. `from_start` cuts one only after the last of its places, so that columns stay.
    fn around(lines: &Lines, places: &[usize], from_start: bool) -> Window {
        let at = |byte: &usize| lines.line(*byte);
        let first = places.iter().map(at).min().unwrap_or(0);
        let last = places.iter().map(at).max().unwrap_or(first);
        let (mut window, mut end) = (Window::default(), lines.whole(first).start);
        for line in first..=last {
            let here = places.iter().copied().filter(|place| at(place) == line);
            for part in shown(lines, line, here, from_start) {
                window.text.extend((part.start > end).then_some(CUT));
                end = part.end;
                if !part.is_empty() {
                    window.pieces.push((part.clone(), window.text.len()));
                    window.text.push_str(lines.text.get(part).unwrap_or(""));
                }
            }
        }
        window
    }

    /// A range of the file in the text.
    fn range(&self, span: &Span) -> Span {
        let at = |byte: usize| {
            let before = self.pieces.partition_point(|(file, _)| file.start <= byte);
            let piece = before.checked_sub(1).map(|index| &self.pieces[index]);
            piece.map_or(0, |(file, here)| here + byte.min(file.end) - file.start)
        };
        at(span.start)..at(span.end)
    }
}

/// The parts of a line that are shown for these places in it, and its end; without a place, its beginning.
fn shown(
    lines: &Lines,
    line: usize,
    places: impl Iterator<Item = usize>,
    from_start: bool,
) -> Vec<Span> {
    let whole = lines.whole(line);
    let source = lines.text.get(whole.clone()).unwrap_or("");
    if source.len() <= LONGEST {
        return vec![whole];
    }
    let body = source.trim_end_matches(['\n', '\r']);
    let end = whole.start + body.len();
    let mut places: Vec<usize> = places.map(|place| place.min(end)).collect();
    places.insertion_sort_by_key(|place| *place);
    if places.is_empty() || from_start {
        places.insert(0, whole.start);
    }
    let mut apart: Vec<Span> = Vec::new();
    for place in places {
        let Span { start, end } = near(body, place - whole.start);
        let part = whole.start + start..whole.start + end;
        match apart.last_mut() {
            // A sign in the place of a character or two would save nothing.
            Some(last) if from_start || part.start <= last.end + CUT.len_utf8() => {
                last.end = last.end.max(part.end)
            }
            _ => apart.push(part),
        }
    }
    apart.push(end..whole.end);
    apart
}

fn near(line: &str, place: usize) -> Span {
    let before = line[..place]
        .char_indices()
        .rev()
        .nth(AROUND - 1)
        .map_or(0, |(at, _)| at);
    let after = line[place..]
        .char_indices()
        .nth(AROUND)
        .map_or(line.len(), |(at, _)| place + at);
    before..after
}

/// A line of words, without its end if it is long.
fn short(line: &str) -> String {
    if line.len() > LONGEST {
        format!("{}{CUT}", &line[near(line, 0)])
    } else {
        line.to_owned()
    }
}
