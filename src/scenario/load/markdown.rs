//! The title and the fences of a Markdown file, each with its place in the file.

use super::content::Content;
use crate::scenario::syntax::{At, Span};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A fenced code block.
#[derive(Clone, Debug)]
pub(super) struct Fence<'a> {
    /// From its first sign to its last.
    pub span: Span,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// The words after the opening signs, as written.
    pub words: Vec<At<&'a str>>,
    /// What it holds.
    pub content: Content,
    /// Whether it has a closing line.
    pub closed: bool,
}

/// What a file has for us.
#[derive(Debug, Default)]
pub(super) struct Markdown<'a> {
    /// The text of the first `#` heading, and where the whole heading stands.
    pub title: Option<At<String>>,
    /// Its fences, in order.
    pub fences: Vec<Fence<'a>>,
}

/// Reads a file. A byte order mark is passed over, and counted in every place.
pub(super) fn read(text: &str) -> Markdown<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fence(text: &str) -> (Vec<&str>, String, bool) {
        let fence = read(text).fences.remove(0);
        for word in &fence.words {
            assert_eq!(&text[word.span.clone()], word.value);
        }
        (fence.words.iter().map(|word| word.value).collect(), fence.content.text().to_owned(), fence.closed)
    }

    #[test]
    fn fences_are_found_wherever_they_stand() {
        let plain = (vec!["deal", "x"], "a\n".to_owned(), true);
        assert_eq!(fence("```deal x\na\n```"), plain);
        assert_eq!(fence("\u{FEFF}```` deal,x \r\na\r\n````\r\n"), plain);
        assert_eq!(fence("> - ~~~deal x\n>   a\n>   ~~~\n"), plain);
    }

    #[test]
    fn an_open_fence_is_seen() {
        assert!(!fence("```deal\na\n").2);
        assert!(!fence("```deal").2);
        assert!(!fence("> ```deal\n> a\n\n```").2);
        assert!(fence("```deal\n```").2);
    }

    #[test]
    fn the_title_is_markdown_without_its_marks() {
        let title = |text| read(text).title.map(|title| title.value);
        assert_eq!(title("## a\n# *B* c {#id}\n# d\n").as_deref(), Some("*B* c"));
        assert_eq!(title("\u{FEFF}B `x`\n===").as_deref(), Some("B `x`"));
        assert_eq!(title("# \n").as_deref(), Some(""));
        assert_eq!(title("a"), None);
    }
}
