//! The title and the fences of a Markdown file, each with its place in the file, and the prose between them.

use super::syntax::{At, Span};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Fence<'a> {
    pub span: Span,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// The words after the opening signs, as written.
    pub words: Vec<At<&'a str>>,
    pub content: Content,
    pub closed: bool,
}

/// What a file has for us.
#[derive(Debug, Default)]
pub struct Markdown<'a> {
    /// The text of the first `#` heading, and where the whole heading stands.
    pub title: Option<At<String>>,
    pub fences: Vec<Fence<'a>>,
}

/// Reads a file. A byte order mark is passed over, and counted in every place.
pub fn read(text: &str) -> Markdown<'_> {
    let mark = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
    let mut walk = Walk { text, found: Markdown::default(), fence: None, heading: None };
    let options = Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, range) in Parser::new_ext(&text[mark..], options).into_offset_iter() {
        walk.event(event, range.start + mark..range.end + mark);
    }
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    found: Markdown<'a>,
    fence: Option<Fence<'a>>,
    /// Where the inside of the title stands, as far as it is read.
    heading: Option<Span>,
}

impl<'a> Walk<'a> {
    fn event(&mut self, event: Event<'a>, span: Span) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => self.fence = Some(open(self.text, span)),
            Event::End(TagEnd::CodeBlock) => self.close(),
            Event::Text(piece) if self.fence.is_some() => self.piece(&piece, span),
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) if self.found.title.is_none() => {
                self.heading = Some(span.end..span.start);
            }
            Event::End(TagEnd::Heading(_)) => self.end_heading(span),
            _ => self.inside_heading(span),
        }
    }

    fn piece(&mut self, piece: &str, span: Span) {
        if let Some(fence) = &mut self.fence {
            fence.content.push(piece, &self.text[span.clone()], span);
        }
    }

    fn close(&mut self) {
        if let Some(mut fence) = self.fence.take() {
            let inside = fence.content.whole().end.max(fence.opening.end).min(fence.span.end);
            fence.closed = self.text[inside..fence.span.end].contains(['`', '~']);
            self.found.fences.push(fence);
        }
    }

    fn inside_heading(&mut self, span: Span) {
        if let Some(inside) = &mut self.heading {
            *inside = inside.start.min(span.start)..inside.end.max(span.end);
        }
    }

    fn end_heading(&mut self, span: Span) {
        if let Some(inside) = self.heading.take() {
            let title = self.text.get(inside).unwrap_or("");
            let value = title.split_whitespace().collect::<Vec<_>>().join(" ");
            let line = self.text.get(span.clone()).map_or(0, |heading| heading.trim_end().len());
            self.found.title = Some(At { value, span: span.start..span.start + line });
        }
    }
}

/// A fence as its opening line says. Its words are read from the file: Markdown decodes them and loses their place.
fn open(text: &str, span: Span) -> Fence<'_> {
    let line = text[span.clone()].lines().next().unwrap_or("");
    let signs = line.bytes().take_while(|byte| matches!(byte, b'`' | b'~')).count();
    let words = words(line, signs, span.start);
    let end = words.last().map_or(span.start + signs, |word: &At<&str>| word.span.end);
    let inside = (span.start + line.len() + 1).min(span.end);
    let content = Content::new(if text.is_char_boundary(inside) { inside } else { span.end });
    Fence { opening: span.start..end, span, words, content, closed: false }
}

/// The words of an opening line after its signs, parted by spaces and commas.
fn words(line: &str, signs: usize, start: usize) -> Vec<At<&str>> {
    let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let parts = line[signs..].split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    parts.map(|word| At { value: word, span: start + place(word)..start + place(word) + word.len() }).collect()
}

/// The text of a fence without the marks of quotations and lists around it.
#[derive(Clone, Debug, Default)]
pub struct Content {
    text: String,
    pieces: Vec<Piece>,
    start: usize,
}

/// A stretch of the text and the stretch of the file it came from.
#[derive(Clone, Debug)]
struct Piece {
    text: usize,
    file: Span,
    /// Markdown put other characters in its place: spaces for half a tab.
    replaced: bool,
}

impl Content {
    /// No text yet; what comes begins at this place of the file.
    pub fn new(start: usize) -> Content {
        Content { start, ..Content::default() }
    }

    /// Adds a piece; `source` is what the file has at `file`.
    pub fn push(&mut self, piece: &str, source: &str, file: Span) {
        self.pieces.push(Piece { text: self.text.len(), file, replaced: piece != source });
        self.text.push_str(piece);
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it stands in the file.
    pub fn whole(&self) -> Span {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => first.file.start..last.file.end,
            _ => self.start..self.start,
        }
    }

    /// The place in the file of a range of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        let end = if range.is_empty() { start } else { self.place(range.end - 1, true) };
        start..end.max(start)
    }

    fn place(&self, at: usize, end: bool) -> usize {
        let after = self.pieces.partition_point(|piece| piece.text <= at);
        let Some(piece) = self.pieces[..after].last() else { return self.start };
        match (piece.replaced, end) {
            (true, true) => piece.file.end,
            (true, false) => piece.file.start,
            (false, _) => (piece.file.start + at - piece.text + usize::from(end)).min(piece.file.end),
        }
    }

    /// Its lines, each with where it begins in the text.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            at += line.len();
            (at - line.len(), line)
        })
    }
}

/// The prose of a file, handed out piece by piece.
pub struct Prose<'a> {
    text: &'a str,
    title: Option<Span>,
    /// How far the file is read.
    at: usize,
    /// What no fence has taken yet.
    pending: Vec<String>,
}

impl<'a> Prose<'a> {
    /// The prose of a file without its title.
    pub fn new(text: &'a str, title: Option<Span>) -> Prose<'a> {
        let at = text.len() - text.trim_start_matches('\u{FEFF}').len();
        Prose { text, title, at, pending: Vec::new() }
    }

    /// Reads on up to a fence of ours, and past it.
    pub fn up_to(&mut self, fence: &Fence) {
        self.read(line_start(self.text, fence.span.start));
        self.at = self.at.max(fence.span.end);
    }

    /// What was read and not taken.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.pending).join("\n\n")
    }

    pub fn rest(mut self) -> String {
        self.read(self.text.len());
        self.take()
    }

    fn read(&mut self, end: usize) {
        match self.title.clone().filter(|title| title.start >= self.at && title.end <= end) {
            Some(title) => {
                self.piece(self.at..title.start);
                self.piece(title.end..end);
            }
            None => self.piece(self.at..end),
        }
        self.at = self.at.max(end);
    }

    fn piece(&mut self, span: Span) {
        let piece = trimmed(self.text.get(span).unwrap_or(""));
        if !piece.is_empty() {
            self.pending.push(piece.to_owned());
        }
    }
}

/// The beginning of the line, if only marks of quotations and lists stand before this place.
fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let marks = |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')');
    if text[start..at].chars().all(marks) { start } else { at }
}

/// The text without blank lines around it, those of a quotation included.
fn trimmed(text: &str) -> &str {
    let blank = |line: &str| line.chars().all(|c| c.is_whitespace() || c == '>');
    let start: usize = text.split_inclusive('\n').take_while(|line| blank(line)).map(str::len).sum();
    let rest = &text[start..];
    let lines = rest.split('\n').rev();
    let end: usize = lines.take_while(|line| blank(line)).map(|line| line.len() + 1).sum();
    rest[..rest.len().saturating_sub(end)].trim()
}
