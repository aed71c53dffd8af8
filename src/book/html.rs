//! A page of HTML in pieces: its tags and the text between them.

use memchr::{memchr, memchr3};

/// A piece of a page. Comments, and what scripts and styles hold, are passed over.
/// An opening tag without its brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text, with its references.
    Text(&'a str),
    Open(Tag<'a>),
    Close(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// The element's name as it is written.
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    /// Where it begins in the page, in bytes.
    pub(super) at: usize,
}

impl<'a> Tag<'a> {
    /// Whether it is this element, whatever its capitals.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether it has one of these classes, which are parted by spaces.
    pub(super) fn has_class(&self, classes: &str) -> bool {
        let [own] = self.values(["class"]);
        has_class(own, classes)
    }

    /// Its attributes in order, as they are written: references are not read.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let mut rest = &self.text[self.name.len()..];
        std::iter::from_fn(move || {
            let (found, after) = attribute(rest)?;
            rest = after;
            Some(found)
        })
    }

    /// What some attributes say, as it is written, read in one go: nothing of those that it has not.
    pub(super) fn values<const N: usize>(&self, names: [&str; N]) -> [&'a str; N] {
        let mut found = [""; N];
        for (attribute, value) in self.attributes() {
            let at = names.iter().position(|name| attribute.eq_ignore_ascii_case(name));
            at.filter(|at| found[*at].is_empty()).into_iter().for_each(|at| found[at] = value);
        }
        found
    }

    /// One attribute, its references read.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let found = self.attributes().find(|(attribute, _)| attribute.eq_ignore_ascii_case(name));
        found.map(|(_, value)| unescaped(value))
    }

    pub(super) fn is_void(&self) -> bool {
        const VOID: &[&str] =
            &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
        self.text.ends_with('/') || VOID.iter().any(|name| self.is(name))
    }
}

/// Whether one of an element's own classes is one of these. Each are parted by spaces.
pub(super) fn has_class(own: &str, classes: &str) -> bool {
    own.split_ascii_whitespace().any(|own| classes.split(' ').any(|class| class == own))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 12)
}

/// The place of the first such byte, or the end. It is asked for ASCII, which is never within another character.
fn position(text: &str, is_it: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(is_it).unwrap_or(text.len())
}

pub(crate) fn pieces(html: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < html.len() {
            let (piece, next) = piece(html, at);
            at = next;
            if piece.is_some() {
                return piece;
            }
        }
        None
    })
}

/// The piece at a place, and where the next begins.
fn piece(html: &str, at: usize) -> (Option<Piece<'_>>, usize) {
    let rest = &html[at..];
    let after = |text: &str| html.len() - text.len();
    let Some(tag) = rest.strip_prefix('<') else {
        let end = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
        return (Some(Piece::Text(&rest[..end])), at + end);
    };
    if let Some(comment) = tag.strip_prefix("!--") {
        return (None, after(comment.split_once("-->").map_or("", |(_, after)| after)));
    }
    if let Some(close) = tag.strip_prefix('/') {
        let (name, rest) = close.split_once('>').unwrap_or((close, ""));
        return (Some(Piece::Close(name.trim_end())), after(rest));
    }
    if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return (Some(Piece::Text("<")), at + 1);
    }
    let text = &tag[..end_of_tag(tag)];
    let open = Tag { name: &text[..position(text, |byte| is_space(byte) || byte == b'/')], text, at };
    let rest = tag[text.len()..].strip_prefix('>').unwrap_or_default();
    (Some(Piece::Open(open)), after(after_raw(rest, open)))
}

/// Where a tag ends: at the first `>` outside quotes.
fn end_of_tag(tag: &str) -> usize {
    let bytes = tag.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr3(b'>', b'"', b'\'', &bytes[at..]) {
        at += found;
        if bytes[at] == b'>' {
            return at;
        }
        let Some(close) = memchr(bytes[at], &bytes[at + 1..]) else { break };
        at += close + 2;
    }
    tag.len()
}

/// What follows the inside of an element whose inside is not HTML.
fn after_raw<'a>(rest: &'a str, tag: Tag) -> &'a str {
    let raw = [("script", "</script"), ("style", "</style")].into_iter().find(|(name, _)| tag.is(name));
    raw.map_or(rest, |(_, end)| rest.find(end).map_or("", |at| &rest[at..]))
}

/// The first attribute of what is left of a tag, and what follows it.
fn attribute(rest: &str) -> Option<((&str, &str), &str)> {
    let is_between = |byte| is_space(byte) || byte == b'/';
    let rest = &rest[position(rest, |byte| !is_between(byte))..];
    let first = rest.chars().next()?;
    let end = position(rest, |byte| is_between(byte) || byte == b'=');
    let (name, after) = rest.split_at(end.max(first.len_utf8()));
    let (value, after) = after.trim_start().strip_prefix('=').map_or(("", after), value);
    Some(((name, value), after))
}

fn value(rest: &str) -> (&str, &str) {
    let rest = rest.trim_start();
    for quote in [b'"', b'\''] {
        if rest.as_bytes().first() == Some(&quote) {
            let open = &rest[1..];
            return memchr(quote, open.as_bytes()).map_or((open, ""), |end| (&open[..end], &open[end + 1..]));
        }
    }
    rest.split_at(position(rest, is_space))
}

/// Text with its references read: those that a serializer writes.
pub(super) fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_string();
    }
    let names = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#10;", "\n"),
        ("&nbsp;", "\u{a0}"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    names.iter().fold(text.to_string(), |text, (name, sign)| text.replace(name, sign))
}
