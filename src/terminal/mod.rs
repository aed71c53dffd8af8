//! A hand stepped through, and a session played, in a terminal: the facts of the page, from the same steps.

mod flush_point_words;
pub(crate) mod step_viewer;
pub(crate) mod terminal_session;

use crate::rules::{CertaintyMarkSet, ClauseId, ClauseLookup, Ruleset};
use crate::scenario::{PROSE_OPTIONS, is_unsafe_in_prose};
use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Result, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// The output of the program. If its reader closes it, what comes then is not printed, and all else is done.
pub(crate) struct ProgramOutput<W>(W);

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns the output for words in colours, which are printed on a terminal alone, or where they are asked for.
pub(crate) fn coloured_output() -> ProgramOutput<anstream::AutoStream<Stdout>> {
    ProgramOutput(anstream::stdout())
}

/// Returns the output for words without colours.
pub(crate) fn plain_output() -> ProgramOutput<Stdout> {
    ProgramOutput(stdout())
}

/// Returns whether the reader of the output has closed it.
pub(crate) fn is_output_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Returns the result of printing; where the output is closed, the result of having printed all.
fn full_result_if_pipe_broken<T>(printed: Result<T>, full_result: T) -> Result<T> {
    match printed {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(full_result)
        }
        done => done,
    }
}

impl<W: Write> Write for ProgramOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        full_result_if_pipe_broken(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        full_result_if_pipe_broken(self.0.flush(), ())
    }
}

const HEADING: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// Returns the width of the terminal, or of a page where there is none.
pub(crate) fn page_width() -> usize {
    if stdout().is_terminal() {
        textwrap::termwidth()
    } else {
        100
    }
}

/// The column at which the words after a card or a name begin.
pub(crate) const INDENT: usize = 16;

/// Below this, in columns, words would be broken more often than read.
pub(super) const MOST_NARROW: usize = 20;

/// A page of wrapped lines, to be printed as a whole.
pub(crate) struct TerminalPage {
    pub(super) text: String,
    width: usize,
    indent: usize,
    /// True if a word that is longer than a line is broken, so that no line is longer than the page.
    breaks: bool,
    /// The marks whose signs stand on it.
    pub(crate) marks: CertaintyMarkSet,
}

impl TerminalPage {
    /// Returns an empty page for the terminal. Words after a label begin at the indent.
    pub(crate) fn new(indent: usize) -> TerminalPage {
        TerminalPage {
            width: page_width().max(2 * indent),
            breaks: false,
            ..TerminalPage::with_width(0, indent)
        }
    }

    /// Returns an empty page whose lines are never longer than this, in columns.
    pub(crate) fn with_width(width: usize, indent: usize) -> TerminalPage {
        TerminalPage {
            text: String::new(),
            width: width.max(MOST_NARROW),
            indent,
            breaks: true,
            marks: CertaintyMarkSet::default(),
        }
    }

    pub(crate) fn write_heading(&mut self, words: &str) {
        self.write_lines(words, &|line| format!("{HEADING}{line}{HEADING:#}"));
    }

    pub(crate) fn write_wrapped_text(&mut self, words: &str) {
        self.write_lines(words, &str::to_owned);
    }

    /// Writes lines of a template: a heading behind `# `, a label and its words with a tab between, else a paragraph.
    pub(crate) fn write_template(&mut self, lines: &str) {
        for line in lines.lines() {
            match (line.strip_prefix("# "), line.split_once('\t')) {
                (Some(heading), _) => self.write_heading(heading),
                (_, Some((label, words))) => self.write_labelled(label, words),
                _ => self.write_wrapped_text(line),
            }
        }
    }

    pub(crate) fn write_with_red_cards(&mut self, words: &str) {
        self.write_lines(words, &colour_red_cards);
    }

    fn write_lines(&mut self, words: &str, style_line: &dyn Fn(&str) -> String) {
        for line in self.wrap_words(words, self.width) {
            let _ = writeln!(self.text, "{}", style_line(&line));
        }
    }

    pub(crate) fn write_labelled(&mut self, label: &str, words: &str) {
        self.write_beside(label, words, &|text| format!("{LABEL}{text}{LABEL:#}"));
    }

    /// Writes a card or a name as the label, and wrapped words beside it; red cards are printed in
    /// red.
    pub(crate) fn write_words_beside_card(&mut self, label: &str, words: &str) {
        self.write_beside(label, words, &colour_red_cards);
    }

    /// Writes a label and words beside it, or below it where the label is too wide.
    fn write_beside(&mut self, label: &str, words: &str, style_label: &dyn Fn(&str) -> String) {
        let width = self.indent.min(self.width / 2);
        if display_width(label) >= width {
            self.write_wrapped_text(label);
            return self.write_beside("", words, style_label);
        }
        for (index, line) in self
            .wrap_words(words, self.width - width)
            .iter()
            .enumerate()
        {
            let label = if index == 0 { label } else { "" };
            let gap = " ".repeat(width - display_width(label));
            let _ = writeln!(
                self.text,
                "{}{gap}{}",
                style_label(label),
                colour_red_cards(line)
            );
        }
    }

    /// Returns a clause as words on the page refer to it: its id with its signs.
    pub(crate) fn clause_id_with_marks(&mut self, rules: &Ruleset, topic: ClauseId) -> String {
        let marks = rules.marks(topic);
        self.note_marks(marks);
        format!("{topic}{}", marks.signs())
    }

    /// Notes that the signs of these marks stand on the page.
    pub(crate) fn note_marks(&mut self, marks: CertaintyMarkSet) {
        self.marks = self.marks.union(marks);
    }

    /// Writes what these signs mean, a line each after a blank one; nothing where there are none.
    pub(crate) fn write_legend(&mut self, marks: CertaintyMarkSet) {
        for (at, (sign, says)) in marks.sign_meanings().enumerate() {
            if at == 0 {
                self.write_blank_line();
            }
            self.write_wrapped_text(&format!("{sign} {says}."));
        }
    }

    /// Writes a blank line between what is written and what follows.
    pub(crate) fn write_blank_unless_empty(&mut self) {
        if !self.text.is_empty() {
            self.write_blank_line();
        }
    }

    /// Writes lines as they are, behind an indent.
    pub(crate) fn write_indented(&mut self, lines: &str) {
        for line in lines.lines() {
            let _ = writeln!(self.text, "    {line}");
        }
    }

    pub(crate) fn write_blank_line(&mut self) {
        self.text.push('\n');
    }

    /// Writes the text to the terminal, in colours if it has them.
    pub(crate) fn print_text(self) -> Result<()> {
        coloured_output().write_all(self.text.as_bytes())
    }

    fn wrap_words<'a>(&self, words: &'a str, width: usize) -> Vec<Cow<'a, str>> {
        let options = Options::new(width)
            .break_words(self.breaks)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::wrap(words, options)
    }
}

/// Returns the paragraphs of a piece of Markdown without their markup. Nothing in them can steer a terminal.
pub(super) fn plain_text_blocks(markdown: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for event in Parser::new_ext(markdown, PROSE_OPTIONS) {
        let last = all.last_mut().expect("one at least");
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                last.push_str(&text)
            }
            Event::SoftBreak | Event::HardBreak => last.push(' '),
            Event::End(TagEnd::TableCell) => last.push_str("  |  "),
            Event::FootnoteReference(name) => last.push_str(&format!("[{name}]")),
            Event::Start(Tag::FootnoteDefinition(name)) => last.push_str(&format!("[{name}] ")),
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                let row = last.trim_end_matches([' ', '|']).len();
                last.truncate(row);
                all.push(String::new());
            }
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::HtmlBlock,
            ) => all.push(String::new()),
            _ => {}
        }
    }
    let mut paragraphs = Vec::new();
    for words in all {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.replace(is_unsafe_in_prose, "");
        if !words.is_empty() {
            paragraphs.push(words);
        }
    }
    paragraphs
}

const RED: Style = AnsiColor::Red.on_default();

/// Returns a line whose red cards and suits are red, if the terminal has colours.
pub(super) fn colour_red_cards(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_inclusive(' ') {
        let bare = word.trim_end();
        let is_red = word.contains(['♥', '♦']);
        let space = &word[bare.len()..];
        let _ = if is_red {
            write!(out, "{RED}{bare}{RED:#}{space}")
        } else {
            write!(out, "{word}")
        };
    }
    out
}
