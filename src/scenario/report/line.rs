//! Diagnostics a line each: for a person, and as annotations that GitHub's runner reads off the log of a workflow.

use super::source::{Lines, Range};
use crate::scenario::text::diagnostic::Diagnostic;
use crate::scenario::text::lex::visible;

/// How many diagnostics of a file are told: of the others, how many they are. Who has read a hundred knows what is wrong.
const MOST: usize = 100;

/// The diagnostics of one file.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The file, as it should be named.
    pub path: &'a str,
    /// Its text; of a file that is not UTF-8, as [`String::from_utf8_lossy`] gives it.
    pub text: &'a str,
    /// What is wrong with it.
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
        let more = self.diagnostics.len() - MOST;
        let end = if more == 1 { "" } else { "s" };
        Some(format!("{}: {more} more {}{end}, not told here", visible(self.path), first.code.severity().word()))
    }
}

/// The editions it was found under, as words, where the file names several.
pub fn under(diagnostic: &Diagnostic) -> Option<String> {
    let (last, rest) = diagnostic.editions.split_last()?;
    let words = if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) };
    Some(visible(&words))
}

/// A line each: `path:line:column: error[code] message`. Columns are characters from 1.
///
/// ```
/// use mouche::scenario::diagnostic::Code;
/// use mouche::scenario::render::{Report, concise};
///
/// let wrong = [Code::BadCard.at(&(5..7), "`1♥` is not a card")];
/// let report = Report { path: "a.md", text: "Anne 1♥", diagnostics: &wrong };
/// assert_eq!(concise(&report), "a.md:1:6: error[bad-card] `1♥` is not a card\n");
/// ```
pub fn concise(report: &Report) -> String {
    let lines = Lines::new(report.text);
    let path = visible(report.path);
    let line = |diagnostic: &Diagnostic| {
        let place = lines.place(lines.clamp(&diagnostic.span).start);
        let (code, message) = (diagnostic.code.id(), visible(&diagnostic.message));
        let severity = diagnostic.code.severity().word();
        let under = under(diagnostic).map_or(String::new(), |editions| format!(" (under {editions})"));
        format!("{path}:{}:{}: {severity}[{code}] {message}{under}\n", place.line, place.column)
    };
    report.told().iter().map(line).chain(report.more().map(|more| more + "\n")).collect()
}

/// A workflow command a diagnostic: `::error file=…,line=…::…`.
pub fn github(report: &Report) -> String {
    let lines = Lines::new(report.text);
    let (file, path) = (property(report.path), visible(report.path));
    let annotation = |wrong: &Diagnostic| {
        let Range { start, end } = lines.range(&wrong.span);
        // Columns are read only where a span keeps to one line.
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.column, end.column.max(start.column + 1)),
            false => String::new(),
        };
        let (kind, title) = (wrong.code.severity().word(), property(wrong.code.id()));
        let under = under(wrong).map_or(String::new(), |editions| format!(" (under {editions})"));
        // The runner hides the properties in its log, so the place stands in the message too.
        let head = format!("{path}:{}:{}: {}{under}", start.line, start.column, visible(&wrong.message));
        let clause = wrong.clause.iter().map(|clause| format!("clause: {}", visible(clause)));
        let help = wrong.help.iter().map(|help| format!("help: {}", visible(help)));
        let message = data(&std::iter::once(head).chain(help).chain(clause).collect::<Vec<_>>().join("\n"));
        format!("::{kind} title={title},file={file},line={},endLine={}{columns}::{message}\n", start.line, end.line)
    };
    let more = report.more().map(|words| format!("::notice file={file}::{}\n", data(&words)));
    report.told().iter().map(annotation).chain(more).collect()
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
