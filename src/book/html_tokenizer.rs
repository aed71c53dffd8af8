//! Reads HTML in pieces: its tags, with their attributes, and the text between them.
//!
//! The tokenizer of html5ever needs 262 ms for 20 MB of our book, and this one 41 ms. Every page is
//! read several times. Besides, html5ever does not give the place of a tag in the page, which the
//! edits need.

use std::ops::Range;

/// A piece of a page. Comments and the content of scripts and style sheets are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlPiece<'a> {
    /// Text as it is written, with its position in the page in bytes.
    Text {
        text: &'a str,
        at: usize,
    },
    Open(HtmlTag<'a>),
    Close(HtmlTag<'a>),
}

impl<'a> HtmlPiece<'a> {
    /// Returns the name of the element that a tag opens or closes; none for text.
    pub(super) fn element_name(&self) -> Option<&'a str> {
        match self {
            HtmlPiece::Text { .. } => None,
            HtmlPiece::Open(tag) | HtmlPiece::Close(tag) => Some(tag.name),
        }
    }
}

/// A tag that opens or closes an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HtmlTag<'a> {
    pub(super) name: &'a str,
    /// The text between the brackets, without the `/` of a closing tag.
    pub(super) text: &'a str,
    /// The position of the `<` in the page, in bytes.
    pub(super) at: usize,
    /// The position after the `>` in the page, or the end of a page that ends inside the tag.
    pub(super) end: usize,
}

/// An attribute of a tag as it is written: character references in it are not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    pub(super) name: &'a str,
    /// The value without quotation marks; empty if the attribute has none.
    pub(super) value: &'a str,
    /// The position of the value in the page, in bytes; none if the attribute has no value.
    pub(super) value_at: Option<usize>,
}

impl<'a> HtmlTag<'a> {
    /// Returns whether the tag is of an element of this name, in upper or lower case.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns whether the tag has one of some classes, which are separated by spaces.
    pub(super) fn has_any_class(&self, classes: &str) -> bool {
        has_common_class(self.raw_attribute_values(["class"])[0], classes)
    }

    /// Returns the place of the tag in the page, with its brackets.
    pub(super) fn span(&self) -> Range<usize> {
        self.at..self.end
    }

    /// Returns the attributes of an opening tag in their order.
    pub(super) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        AttributeReader {
            text: self.text,
            text_at: self.at + "<".len(),
            position: self.name.len(),
        }
    }

    /// Returns the values of the attributes with these names, as they are written; empty for a
    /// missing attribute. This reads the tag only once.
    pub(super) fn raw_attribute_values<const N: usize>(&self, names: [&str; N]) -> [&'a str; N] {
        let mut values = [""; N];
        for attribute in self.attributes() {
            for (value, name) in values.iter_mut().zip(names) {
                if value.is_empty() && attribute.name.eq_ignore_ascii_case(name) {
                    *value = attribute.value;
                }
            }
        }
        values
    }

    /// Returns the value of an attribute, with its character references decoded.
    pub(super) fn decoded_attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.attributes();
        let attribute = attributes.find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(unescape_html(attribute.value))
    }

    /// Returns whether the element has no closing tag.
    pub(super) fn is_void(&self) -> bool {
        const VOID: &[&str] = &[
            "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
            "track", "wbr",
        ];
        self.text.ends_with('/') || VOID.iter().any(|name| self.is_named(name))
    }
}

/// Returns whether two lists of classes, separated by spaces, have one in common.
pub(super) fn has_common_class(first: &str, classes: &str) -> bool {
    first
        .split_ascii_whitespace()
        .any(|own| classes.split(' ').any(|class| class == own))
}

/// Returns the pieces of a page in their order.
pub(crate) fn html_pieces(html: &str) -> impl Iterator<Item = HtmlPiece<'_>> {
    HtmlPieceReader { html, position: 0 }
}

/// Returns the place of the element that a tag opens.
pub(super) fn place_of_element(html: &str, opening_tag: HtmlTag) -> Option<Range<usize>> {
    let mut depth = 0;
    for piece in html_pieces(&html[opening_tag.at..]) {
        match piece {
            HtmlPiece::Open(tag) if tag.is_named(opening_tag.name) => depth += 1,
            HtmlPiece::Close(tag) if tag.is_named(opening_tag.name) => {
                depth -= 1;
                if depth == 0 {
                    return Some(opening_tag.at..opening_tag.at + tag.end);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reads the pieces of a page from front to back.
struct HtmlPieceReader<'a> {
    html: &'a str,
    position: usize,
}

impl<'a> Iterator for HtmlPieceReader<'a> {
    type Item = HtmlPiece<'a>;

    fn next(&mut self) -> Option<HtmlPiece<'a>> {
        while self.position < self.html.len() {
            if let Some(piece) = self.read_piece_unless_comment() {
                return Some(piece);
            }
        }
        None
    }
}

impl<'a> HtmlPieceReader<'a> {
    /// Reads the next piece; returns none for a comment.
    fn read_piece_unless_comment(&mut self) -> Option<HtmlPiece<'a>> {
        let at = self.position;
        let rest = &self.html[at..];
        let Some(tag) = rest.strip_prefix('<') else {
            let end = find_byte_or_end(rest, |byte| byte == b'<');
            self.position += end;
            let text = &rest[..end];
            return Some(HtmlPiece::Text { text, at });
        };
        if let Some(comment) = tag.strip_prefix("!--") {
            let (_, after) = comment.split_once("-->").unwrap_or_default();
            self.continue_at(after);
            return None;
        }
        if let Some(tag) = tag.strip_prefix('/') {
            let text = &tag[..find_byte_or_end(tag, |byte| byte == b'>')];
            self.continue_at(tag[text.len()..].strip_prefix('>').unwrap_or_default());
            return Some(HtmlPiece::Close(HtmlTag {
                name: text.trim_end(),
                text,
                at,
                end: self.position,
            }));
        }
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.position += 1;
            return Some(HtmlPiece::Text { text: "<", at });
        }
        Some(HtmlPiece::Open(self.read_open_tag(tag)))
    }

    /// Reads an opening tag after its `<`. The content of a script or a style sheet is not HTML,
    /// and is left out.
    fn read_open_tag(&mut self, rest: &'a str) -> HtmlTag<'a> {
        let at = self.position;
        let text = &rest[..end_of_tag(rest)];
        let after = rest[text.len()..].strip_prefix('>').unwrap_or_default();
        self.continue_at(after);
        let tag = HtmlTag {
            name: &text[..find_byte_or_end(text, is_between_attributes)],
            text,
            at,
            end: self.position,
        };
        for (element, closing_tag) in [("script", "</script"), ("style", "</style")] {
            if tag.is_named(element) {
                let length = after.find(closing_tag).unwrap_or(after.len());
                self.position += length;
            }
        }
        tag
    }

    /// Continues where this end of the page begins.
    fn continue_at(&mut self, rest: &str) {
        self.position = self.html.len() - rest.len();
    }
}

/// Returns the length of a tag: up to the first `>` outside quotation marks.
fn end_of_tag(tag: &str) -> usize {
    let mut open_quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match open_quote {
            Some(quote) if byte == quote => open_quote = None,
            Some(_) => {}
            None if byte == b'>' => return at,
            None if matches!(byte, b'"' | b'\'') => open_quote = Some(byte),
            None => {}
        }
    }
    tag.len()
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 12)
}

fn is_between_attributes(byte: u8) -> bool {
    is_space(byte) || byte == b'/'
}

fn ends_attribute_name(byte: u8) -> bool {
    is_between_attributes(byte) || byte == b'='
}

/// Returns the position of the first ASCII byte of a kind, or the length of the text.
fn find_byte_or_end(text: &str, is_wanted: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(is_wanted).unwrap_or(text.len())
}

/// Reads the attributes of a tag.
struct AttributeReader<'a> {
    text: &'a str,
    /// The position of the text in the page, in bytes.
    text_at: usize,
    /// The position in the text.
    position: usize,
}

impl<'a> Iterator for AttributeReader<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        let text = self.text;
        let start = self.position
            + find_byte_or_end(&text[self.position..], |byte| !is_between_attributes(byte));
        let first = text[start..].chars().next()?;
        // An attribute name may begin with `=`.
        let length = find_byte_or_end(&text[start..], ends_attribute_name).max(first.len_utf8());
        let name = &text[start..start + length];
        self.position = start + length;
        let after_name = text[self.position..].trim_start();
        if !after_name.starts_with('=') {
            return Some(Attribute {
                name,
                value: "",
                value_at: None,
            });
        }
        self.position = text.len() - after_name.len() + "=".len();
        let value = self.read_value();
        Some(Attribute {
            name,
            value_at: Some(self.text_at + value.start),
            value: &text[value],
        })
    }
}

impl AttributeReader<'_> {
    /// Reads the value after a `=`, and returns its place in the text, without quotation marks.
    fn read_value(&mut self) -> Range<usize> {
        let text = self.text;
        let start = text.len() - text[self.position..].trim_start().len();
        match text[start..].chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let start = start + 1;
                let end =
                    start + find_byte_or_end(&text[start..], |byte| char::from(byte) == quote);
                self.position = (end + 1).min(text.len());
                start..end
            }
            _ => {
                let end = start + find_byte_or_end(&text[start..], is_space);
                self.position = end;
                start..end
            }
        }
    }
}

/// The character references that programs write. `&amp;` is the last, because what it stands for
/// may begin another reference.
const REFERENCES: [(&str, &str); 9] = [
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

/// Returns a text with its character references decoded.
pub(super) fn unescape_html(text: &str) -> String {
    let mut decoded = text.to_string();
    if text.contains('&') {
        for (reference, character) in REFERENCES {
            decoded = decoded.replace(reference, character);
        }
    }
    decoded
}

#[cfg(test)]
#[path = "../../tests/unit/book_html_tokenizer.rs"]
mod tests;
