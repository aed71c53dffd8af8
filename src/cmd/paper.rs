//! Words for a terminal, wrapped at its width.

use anstyle::Style;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use textwrap::{Options, WordSeparator, WordSplitter};

const HEADING: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// The width of the terminal, or of a page where there is none.
pub(super) fn width() -> usize {
    if std::io::stdout().is_terminal() { textwrap::termwidth() } else { 100 }
}

/// A page in the making. It is printed with colours on a terminal alone.
pub(super) struct Paper {
    text: String,
    width: usize,
    indent: usize,
}

impl Paper {
    /// An empty page as wide as the terminal, on which the words after a label begin in this column.
    pub(super) fn new(indent: usize) -> Paper {
        Paper { text: String::new(), width: width().max(2 * indent), indent }
    }

    /// A line that stands out.
    pub(super) fn heading(&mut self, words: &str) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{HEADING}{line}{HEADING:#}");
        }
    }

    /// Wrapped words.
    pub(super) fn paragraph(&mut self, words: &str) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// A label, and wrapped words beside it.
    pub(super) fn fact(&mut self, label: &str, words: &str) {
        let width = self.indent;
        for (index, line) in self.wrapped(words, self.width - width).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let _ = writeln!(self.text, "{LABEL}{label:<width$}{LABEL:#}{line}");
        }
    }

    /// An empty line.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// Prints it.
    pub(super) fn print(self) -> std::io::Result<()> {
        anstream::stdout().lock().write_all(self.text.as_bytes())
    }

    fn wrapped<'a>(&self, words: &'a str, width: usize) -> Vec<Cow<'a, str>> {
        let options = Options::new(width)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::wrap(words, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_beside_their_label() {
        let mut paper = Paper { text: String::new(), width: 24, indent: 12 };
        paper.fact("source", "one two three four");
        paper.fact("engine", "");
        let plain = anstream::adapter::strip_str(&paper.text).to_string();
        assert_eq!(plain, "source      one two\n            three four\nengine      \n");
    }
}
