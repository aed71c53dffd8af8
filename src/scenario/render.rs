//! Diagnostics as text: whole with their source, a line each, or as records for machines.

mod full;
mod github;
pub mod junit;
mod lines;
mod record;
mod sarif;
mod window;
mod xml;

pub use full::{Look, full, full_as, plain};
pub use github::github;
pub use record::{Place, Range, Record, Related, Write, records, records_in};
pub use sarif::sarif;

use super::diagnostic::Diagnostic;
use super::words::visible;
use lines::Lines;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::diagnostic::Code;

    #[test]
    fn a_line_each_counted_in_characters() {
        let text = "\u{FEFF}a\r\né♥ b\r\n";
        let at = text.find('b').unwrap_or(0);
        let diagnostics = [
            Diagnostic::new(Code::Syntax, at..at + 1, "no \u{1b}[31m"),
            Diagnostic::new(Code::Syntax, 3..4, "a"),
            Diagnostic::new(Code::Syntax, 9999..99999, "far"),
        ];
        let report = Report { path: "a.md", text, diagnostics: &diagnostics };
        let expected =
            "a.md:2:4: error[syntax] no U+001B[31m\na.md:1:1: error[syntax] a\na.md:3:1: error[syntax] far\n";
        assert_eq!(concise(&report), expected);
    }
}
