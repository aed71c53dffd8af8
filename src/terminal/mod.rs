//! A hand stepped through, and a session played, in a terminal: the facts of the page, from the same steps.

pub(crate) mod play;
pub(crate) mod show;

use crate::rules::{ClauseId, Marks, Ruleset};
use crate::scenario::{PROSE, is_unseen};
use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Result, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// What is printed. Whoever reads it may have seen enough and close it: what comes then is not printed, and all else is done.
pub(crate) struct Out<W>(W);

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Printed with colours on a terminal alone, or where they are asked for.
pub(crate) fn out() -> Out<anstream::AutoStream<Stdout>> {
    Out(anstream::stdout())
}

pub(crate) fn plain() -> Out<Stdout> {
    Out(stdout())
}

pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// What came of it; where it is closed, as if all were done.
fn or_closed<T>(done: Result<T>, all: T) -> Result<T> {
    match done {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(all)
        }
        done => done,
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        or_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        or_closed(self.0.flush(), ())
    }
}

const HEADING: Style = Style::new().bold();
const LABEL: Style = Style::new().dimmed();

/// The width of the terminal, or of a page where there is none.
pub(crate) fn width() -> usize {
    if stdout().is_terminal() {
        textwrap::termwidth()
    } else {
        100
    }
}

/// Where the words after a card or a name begin, in columns.
pub(crate) const INDENT: usize = 16;

/// Below this, in columns, words would be broken more often than read.
pub(super) const MOST_NARROW: usize = 20;

pub(crate) struct Paper {
    pub(super) text: String,
    width: usize,
    indent: usize,
    /// Whether a word that is longer than a line is broken, so that no line is.
    breaks: bool,
    /// The marks whose signs stand on it.
    pub(crate) marks: Marks,
}

impl Paper {
    pub(crate) fn new(indent: usize) -> Paper {
        Paper {
            width: width().max(2 * indent),
            breaks: false,
            ..Paper::wide(0, indent)
        }
    }

    pub(crate) fn wide(width: usize, indent: usize) -> Paper {
        Paper {
            text: String::new(),
            width: width.max(MOST_NARROW),
            indent,
            breaks: true,
            marks: Marks::default(),
        }
    }

    pub(crate) fn heading(&mut self, words: &str) {
        self.lines(words, &|line| format!("{HEADING}{line}{HEADING:#}"));
    }

    pub(crate) fn paragraph(&mut self, words: &str) {
        self.lines(words, &str::to_owned);
    }

    /// Lines as a template writes them: a heading behind `# `, a label and its words with a tab between, else a paragraph.
    pub(crate) fn page(&mut self, lines: &str) {
        for line in lines.lines() {
            match (line.strip_prefix("# "), line.split_once('\t')) {
                (Some(heading), _) => self.heading(heading),
                (_, Some((label, words))) => self.fact(label, words),
                _ => self.paragraph(line),
            }
        }
    }

    pub(crate) fn cards(&mut self, words: &str) {
        self.lines(words, &coloured);
    }

    fn lines(&mut self, words: &str, dressed: &dyn Fn(&str) -> String) {
        for line in self.wrapped(words, self.width) {
            let _ = writeln!(self.text, "{}", dressed(&line));
        }
    }

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

    /// A clause as words on the page refer to it: its id with its signs.
    pub(crate) fn refer(&mut self, rules: &Ruleset, topic: ClauseId) -> String {
        let marks = rules.clause(topic).marks();
        self.bear(marks);
        format!("{topic}{}", marks.signs())
    }

    /// Keeps in mind that the signs of these marks stand on the page.
    pub(crate) fn bear(&mut self, marks: Marks) {
        self.marks = self.marks.and(marks);
    }

    /// What these signs mean, a line each after one of air; nothing where there are none.
    pub(crate) fn legend(&mut self, marks: Marks) {
        let told: Vec<String> = marks
            .sign_meanings()
            .map(|(sign, says)| format!("{sign} {says}."))
            .collect();
        if !told.is_empty() {
            self.gap();
        }
        told.iter().for_each(|words| self.paragraph(words));
    }

    pub(crate) fn gap(&mut self) {
        self.text.push('\n');
    }

    pub(crate) fn print(self) -> Result<()> {
        out().write_all(self.text.as_bytes())
    }

    fn wrapped<'a>(&self, words: &'a str, width: usize) -> Vec<Cow<'a, str>> {
        let options = Options::new(width)
            .break_words(self.breaks)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::wrap(words, options)
    }
}

/// The paragraphs of a piece of Markdown without their markup. Nothing in them can steer a terminal.
pub(super) fn paragraphs(markdown: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for event in Parser::new_ext(markdown, PROSE) {
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
    let seen = |words: String| {
        words
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace(is_unseen, "")
    };
    all.into_iter()
        .map(seen)
        .filter(|words| !words.is_empty())
        .collect()
}

const RED: Style = AnsiColor::Red.on_default();

/// A line whose red cards and suits are red, if the terminal has colours.
pub(super) fn coloured(line: &str) -> String {
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
