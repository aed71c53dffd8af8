//! Words for a terminal, wrapped at its width.

use super::colour::coloured;
use anstyle::Style;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

const HEADING: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// The width of the terminal, or of a page where there is none.
pub(crate) fn width() -> usize {
    if std::io::stdout().is_terminal() { textwrap::termwidth() } else { 100 }
}

/// Below this, in columns, words would be broken more often than read.
pub(super) const MOST_NARROW: usize = 20;

/// A page in the making. It is printed with colours on a terminal alone.
pub(crate) struct Paper {
    text: String,
    width: usize,
    indent: usize,
    /// Whether a word that is longer than a line is broken, so that no line is.
    breaks: bool,
}

impl Paper {
    /// An empty page as wide as the terminal, on which the words after a label begin in this column.
    pub(crate) fn new(indent: usize) -> Paper {
        Paper { text: String::new(), width: width().max(2 * indent), indent, breaks: false }
    }

    /// An empty page of this width.
    pub(crate) fn wide(width: usize, indent: usize) -> Paper {
        Paper { text: String::new(), width: width.max(MOST_NARROW), indent, breaks: true }
    }

    /// The page as it is, with its colours.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A line that stands out.
    pub(crate) fn heading(&mut self, words: &str) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{HEADING}{line}{HEADING:#}");
        }
    }

    /// Wrapped words.
    pub(crate) fn paragraph(&mut self, words: &str) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Wrapped words with cards among them.
    pub(crate) fn cards(&mut self, words: &str) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{}", coloured(&line));
        }
    }

    /// A dim label, and wrapped words beside it.
    pub(crate) fn fact(&mut self, label: &str, words: &str) {
        self.beside(label, words, &|label| format!("{LABEL}{label}{LABEL:#}"));
    }

    /// A card or a name, and wrapped words beside it; a card that is red is red.
    pub(crate) fn row(&mut self, label: &str, words: &str) {
        self.beside(label, words, &coloured);
    }

    /// Where a label is too wide to have words beside it, they are on lines of their own.
    fn beside(&mut self, label: &str, words: &str, dressed: &dyn Fn(&str) -> String) {
        let width = self.indent.min(self.width / 2);
        if display_width(label) >= width {
            self.paragraph(label);
            return self.beside("", words, dressed);
        }
        for (index, line) in self.wrapped(words, self.width - width).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let gap = " ".repeat(width - display_width(label));
            let _ = writeln!(self.text, "{}{gap}{}", dressed(label), coloured(line));
        }
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// Prints it.
    pub(crate) fn print(self) -> std::io::Result<()> {
        anstream::stdout().lock().write_all(self.text.as_bytes())
    }

    fn wrapped<'a>(&self, words: &'a str, width: usize) -> Vec<Cow<'a, str>> {
        let options = Options::new(width)
            .break_words(self.breaks)
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
        let mut paper = Paper { text: String::new(), width: 24, indent: 12, breaks: false };
        paper.fact("source", "one two three four");
        paper.fact("engine", "");
        let plain = anstream::adapter::strip_str(&paper.text).to_string();
        assert_eq!(plain, "source      one two\n            three four\nengine      \n");
    }
}
