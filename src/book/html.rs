//! A page of HTML in pieces: its tags and the text between them; and the same page without what a browser fills in by itself.
//!
//! The tokenizer of html5ever reads the 20 MB of a sample of our book in 262 ms, this one in 41 ms. Every page is read several
//! times, and html5ever does not say where a tag stands in the page, which the edits need.

use std::ops::Range;

/// A piece of a page. Comments, and what scripts and styles hold, are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlPiece<'a> {
    /// Text, with its references, and where it begins in the page, in bytes.
    Text {
        text: &'a str,
        at: usize,
    },
    Open(HtmlTag<'a>),
    Close(HtmlTag<'a>),
}

impl<'a> HtmlPiece<'a> {
    fn element(&self) -> Option<&'a str> {
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
    /// What stands between its brackets, without the `/` of a closing tag.
    pub(super) text: &'a str,
    /// Where it begins in the page, in bytes: at its `<`.
    pub(super) at: usize,
    /// Where it ends in the page: behind its `>`, or at the end of a page that breaks off in it.
    pub(super) end: usize,
}

/// An attribute of a tag as it is written: its references are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    pub(super) name: &'a str,
    /// Empty where no value is written.
    pub(super) value: &'a str,
    /// Where the value begins in the page, in bytes; none where no value is written.
    pub(super) value_at: Option<usize>,
}

impl<'a> HtmlTag<'a> {
    /// Whether it is this element, whatever its capitals.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(super) fn has_class(&self, classes: &str) -> bool {
        has_class(self.attribute_values(["class"])[0], classes)
    }

    /// Returns where the tag stands in the page, with its brackets.
    pub(super) fn span(&self) -> Range<usize> {
        self.at..self.end
    }

    /// Returns the attributes of an opening tag in their order.
    pub(super) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let text = self.text;
        // The text of an opening tag stands behind its `<`.
        let text_at = self.at + 1;
        let mut at = self.name.len();
        std::iter::from_fn(move || {
            let (attribute, next) = read_attribute(text, at, text_at)?;
            at = next;
            Some(attribute)
        })
    }

    /// What some attributes say, as it is written, read in one go: nothing of those that it has not.
    pub(super) fn attribute_values<const N: usize>(&self, names: [&str; N]) -> [&'a str; N] {
        let mut found = [""; N];
        for attribute in self.attributes() {
            if let Some(at) = names
                .iter()
                .position(|name| attribute.name.eq_ignore_ascii_case(name))
                && found[at].is_empty()
            {
                found[at] = attribute.value;
            }
        }
        found
    }

    /// One attribute, its references read.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let found = self
            .attributes()
            .find(|attribute| attribute.name.eq_ignore_ascii_case(name));
        found.map(|attribute| unescape_html(attribute.value))
    }

    pub(super) fn is_void(&self) -> bool {
        const VOID: &[&str] = &[
            "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
            "track", "wbr",
        ];
        self.text.ends_with('/') || VOID.iter().any(|name| self.is(name))
    }
}

/// Whether one of an element's own classes is one of these. Each are parted by spaces.
pub(super) fn has_class(own: &str, classes: &str) -> bool {
    own.split_ascii_whitespace()
        .any(|own| classes.split(' ').any(|class| class == own))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 12)
}

fn is_between_attributes(byte: u8) -> bool {
    is_space(byte) || byte == b'/'
}

/// The place of the first such byte, or the end. It is asked for ASCII, which is never within another character.
fn position(text: &str, is_it: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(is_it).unwrap_or(text.len())
}

pub(crate) fn html_pieces(html: &str) -> impl Iterator<Item = HtmlPiece<'_>> {
    let mut at = 0;
    let each = std::iter::from_fn(move || {
        let (piece, next) = (at < html.len()).then(|| piece(html, at))?;
        at = next;
        Some(piece)
    });
    each.flatten()
}

/// The piece at a place, and where the next begins.
fn piece(html: &str, at: usize) -> (Option<HtmlPiece<'_>>, usize) {
    let rest = &html[at..];
    let after = |text: &str| html.len() - text.len();
    let Some(tag) = rest.strip_prefix('<') else {
        let end = rest.find('<').unwrap_or(rest.len());
        return (
            Some(HtmlPiece::Text {
                text: &rest[..end],
                at,
            }),
            at + end,
        );
    };
    if let Some(comment) = tag.strip_prefix("!--") {
        return (
            None,
            after(comment.split_once("-->").map_or("", |(_, after)| after)),
        );
    }
    if let Some(close) = tag.strip_prefix('/') {
        let (text, rest) = close.split_once('>').unwrap_or((close, ""));
        let end = after(rest);
        return (
            Some(HtmlPiece::Close(HtmlTag {
                name: text.trim_end(),
                text,
                at,
                end,
            })),
            end,
        );
    }
    if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return (Some(HtmlPiece::Text { text: "<", at }), at + 1);
    }
    let text = &tag[..end_of_tag(tag)];
    let name = &text[..position(text, is_between_attributes)];
    let rest = tag[text.len()..].strip_prefix('>').unwrap_or_default();
    let open = HtmlTag {
        name,
        text,
        at,
        end: after(rest),
    };
    // What is inside of these is not HTML.
    let raw = [("script", "</script"), ("style", "</style")]
        .into_iter()
        .find(|(name, _)| open.is(name));
    let rest = raw.map_or(rest, |(_, end)| rest.find(end).map_or("", |at| &rest[at..]));
    (Some(HtmlPiece::Open(open)), after(rest))
}

/// Where a tag ends: at the first `>` outside quotes.
fn end_of_tag(tag: &str) -> usize {
    let bytes = tag.as_bytes();
    let mut at = 0;
    while let Some(found) = tag[at..].find(['>', '"', '\'']) {
        at += found;
        if bytes[at] == b'>' {
            return at;
        }
        let Some(close) = tag[at + 1..].find(char::from(bytes[at])) else {
            break;
        };
        at += close + 2;
    }
    tag.len()
}

/// Returns the attribute that follows this place of a tag's text, and where it ends there. `text_at` is where the text begins
/// in the page.
fn read_attribute(text: &str, from: usize, text_at: usize) -> Option<(Attribute<'_>, usize)> {
    let start = from + position(&text[from..], |byte| !is_between_attributes(byte));
    let first = text[start..].chars().next()?;
    let length = position(&text[start..], |byte| {
        is_between_attributes(byte) || byte == b'='
    });
    let name_end = start + length.max(first.len_utf8());
    let name = &text[start..name_end];
    let after_name = text[name_end..].trim_start();
    if !after_name.starts_with('=') {
        return Some((
            Attribute {
                name,
                value: "",
                value_at: None,
            },
            name_end,
        ));
    }
    let (value, end) = value_span(text, text.len() - after_name.len() + 1);
    let value_at = Some(text_at + value.start);
    Some((
        Attribute {
            name,
            value: &text[value],
            value_at,
        },
        end,
    ))
}

/// Returns where the value stands that follows an attribute's `=`, without its quotes, and where it ends with them.
fn value_span(text: &str, from: usize) -> (Range<usize>, usize) {
    let start = text.len() - text[from..].trim_start().len();
    match text[start..].chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let length = text[start + 1..].find(quote);
            let end = length.map_or(text.len(), |length| start + 1 + length);
            (start + 1..end, (end + 1).min(text.len()))
        }
        _ => {
            let end = start + position(&text[start..], is_space);
            (start..end, end)
        }
    }
}

/// Text with its references read: those that a serializer writes.
pub(super) fn unescape_html(text: &str) -> String {
    const NAMES: [&str; 9] = [
        "&quot;", "&#34;", "&#39;", "&#x27;", "&#10;", "&nbsp;", "&lt;", "&gt;", "&amp;",
    ];
    const SIGNS: [&str; 9] = ["\"", "\"", "'", "'", "\n", "\u{a0}", "<", ">", "&"];
    if !text.contains('&') {
        return text.to_string();
    }
    NAMES
        .iter()
        .zip(SIGNS)
        .fold(text.to_string(), |text, (name, sign)| {
            text.replace(name, sign)
        })
}

/// A page whose steps of hands are without what a browser fills in by itself or does not show: a book has ten thousand.
pub(crate) fn minify_hand_steps(html: &str) -> String {
    let span = html
        .find("<ol class=\"hand-steps\"")
        .zip(html.rfind("</ol>"))
        .filter(|(from, to)| from < to);
    let Some((from, to)) = span else {
        return html.to_string();
    };
    let mut out = String::with_capacity(html.len());
    out += &html[..from];
    let is_blank = |piece: &HtmlPiece| matches!(piece, HtmlPiece::Text { text, .. } if text.trim_ascii().is_empty());
    let (mut stands_alone, mut rest) = (true, html_pieces(&html[from..to]).peekable());
    while let Some(piece) = rest.next() {
        if is_blank(&piece)
            && (stands_alone
                || rest
                    .peek()
                    .is_none_or(|next| next.element().is_some_and(is_block)))
        {
            continue;
        }
        stands_alone = piece.element().is_some_and(is_block);
        match piece {
            HtmlPiece::Text { text, .. } => out += text,
            HtmlPiece::Open(tag) => open(&mut out, tag),
            HtmlPiece::Close(HtmlTag { name, .. }) => {
                while rest
                    .next_if(|next| stands_alone && is_blank(next))
                    .is_some()
                {}
                if !rest.peek().is_some_and(|next| is_ended_by(name, next)) {
                    out.extend(["</", name, ">"]);
                }
            }
        }
    }
    out + &html[to..]
}

/// Whether an element begins and ends a line, so that what is blank beside it is not shown.
fn is_block(name: &str) -> bool {
    let all = "div ul ol li p h2 details summary table caption thead tbody tr th td";
    all.split(' ').any(|block| block == name)
}

/// Whether what follows ends an element as well as its own mark does.
fn is_ended_by(name: &str, next: &HtmlPiece) -> bool {
    let (begun, ended) = match name {
        "li" => ("li", "ul ol"),
        "p" => ("div ul ol p h2 details table", "div li details"),
        "td" | "th" => ("td th", "tr"),
        "tr" => ("tr", "tbody"),
        _ => return false,
    };
    let enders = if let HtmlPiece::Open(_) = next {
        begun
    } else {
        ended
    };
    next.element()
        .is_some_and(|element| enders.split(' ').any(|one| one == element))
}

/// A tag whose attributes are in quotes only where they must be.
fn open(out: &mut String, tag: HtmlTag) {
    out.extend(["<", tag.name]);
    for Attribute { name, value, .. } in tag.attributes() {
        out.extend([" ", name]);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/#?&;".contains(c);
        let quote = match value {
            "" => continue,
            value if value.chars().all(is_plain) && !value.ends_with('/') => "",
            value if value.contains('"') => "'",
            _ => "\"",
        };
        out.extend(["=", quote, value, quote]);
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_knows_where_it_stands() {
        let page = "é<a href=\"x\" k = v hidden>&amp;</a ><!-- --><P id='y'>< b</P><br/";
        for piece in html_pieces(page) {
            match piece {
                HtmlPiece::Text { text, at } => assert_eq!(page[at..at + text.len()], *text),
                HtmlPiece::Open(tag) => {
                    let written = format!("<{}>", tag.text);
                    assert!(written.starts_with(&page[tag.span()]), "{tag:?}");
                }
                HtmlPiece::Close(tag) => assert_eq!(page[tag.span()], format!("</{}>", tag.text)),
            }
        }
        let opened = |piece| {
            if let HtmlPiece::Open(tag) = piece {
                Some(tag)
            } else {
                None
            }
        };
        let attributes: Vec<Attribute> = html_pieces(page)
            .filter_map(opened)
            .flat_map(|tag| tag.attributes())
            .collect();
        let found: Vec<_> = attributes
            .iter()
            .map(|one| (one.name, one.value, one.value_at))
            .collect();
        let expected = [
            ("href", "x", Some(11)),
            ("k", "v", Some(18)),
            ("hidden", "", None),
            ("id", "y", Some(52)),
        ];
        assert_eq!(found, expected);
        for Attribute {
            value, value_at, ..
        } in attributes
        {
            assert!(
                value_at.is_none_or(|at| page[at..].starts_with(value)),
                "{value}"
            );
        }
    }

    #[test]
    fn steps_say_the_same_in_fewer_signs() {
        let page = "<p id=\"a\"> a </p> <ol class=\"hand-steps\" start=\"1\"> <li class=\"s0 out\" data-say=\"\"> <p>A <b>K♠</b> <i class=\"top\">♥</i> </p> </li> \
             <li><p><a href=\"../x/\">x</a></p> and</li> <li title='\"'><pre> <b>a</b> </pre></li> </ol> <p> b </p>";
        let lean = "<p id=\"a\"> a </p> <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
             <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre> <b>a</b> </pre></li></ol> <p> b </p>";
        assert_eq!(minify_hand_steps(page), lean);
        assert_eq!(minify_hand_steps(lean), lean);
        assert_eq!(minify_hand_steps("<p> </p>"), "<p> </p>");
    }
}
