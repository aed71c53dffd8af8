//! A page of HTML in pieces: its tags and the text between them; and the same page without what a browser fills in by itself.

use memchr::{memchr, memchr3};

/// A piece of a page. Comments, and what scripts and styles hold, are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text, with its references.
    Text(&'a str),
    /// An opening tag, without its brackets.
    Open(Tag<'a>),
    Close(&'a str),
}

impl<'a> Piece<'a> {
    fn element(&self) -> Option<&'a str> {
        match self {
            Piece::Text(_) => None,
            Piece::Open(Tag { name, .. }) | Piece::Close(name) => Some(name),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
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

    pub(super) fn has_class(&self, classes: &str) -> bool {
        has_class(self.values(["class"])[0], classes)
    }

    /// Its attributes in order, as they are written: references are not read.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let is_between = |byte| is_space(byte) || byte == b'/';
        let mut rest = &self.text[self.name.len()..];
        std::iter::from_fn(move || {
            rest = &rest[position(rest, |byte| !is_between(byte))..];
            let first = rest.chars().next()?;
            let end = position(rest, |byte| is_between(byte) || byte == b'=');
            let (name, after) = rest.split_at(end.max(first.len_utf8()));
            let (value, after) = after.trim_start().strip_prefix('=').map_or(("", after), value);
            rest = after;
            Some((name, value))
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
    let each = std::iter::from_fn(move || {
        let (piece, next) = (at < html.len()).then(|| piece(html, at))?;
        at = next;
        Some(piece)
    });
    each.flatten()
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
    // What is inside of these is not HTML.
    let raw = [("script", "</script"), ("style", "</style")].into_iter().find(|(name, _)| open.is(name));
    let rest = raw.map_or(rest, |(_, end)| rest.find(end).map_or("", |at| &rest[at..]));
    (Some(Piece::Open(open)), after(rest))
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

/// What an attribute says, and what follows it.
fn value(rest: &str) -> (&str, &str) {
    let rest = rest.trim_start();
    match rest.as_bytes() {
        [quote @ (b'"' | b'\''), open @ ..] => {
            let end = memchr(*quote, open).map_or(rest.len(), |end| end + 1);
            (&rest[1..end], rest.get(end + 1..).unwrap_or_default())
        }
        _ => rest.split_at(position(rest, is_space)),
    }
}

/// Text with its references read: those that a serializer writes.
pub(super) fn unescaped(text: &str) -> String {
    const NAMES: [&str; 9] = ["&quot;", "&#34;", "&#39;", "&#x27;", "&#10;", "&nbsp;", "&lt;", "&gt;", "&amp;"];
    const SIGNS: [&str; 9] = ["\"", "\"", "'", "'", "\n", "\u{a0}", "<", ">", "&"];
    if !text.contains('&') {
        return text.to_string();
    }
    NAMES.iter().zip(SIGNS).fold(text.to_string(), |text, (name, sign)| text.replace(name, sign))
}

/// A page whose steps of hands are without what a browser fills in by itself or does not show: a book has ten thousand.
pub(crate) fn thin(html: &str) -> String {
    let span = html.find("<ol class=\"hand-steps\"").zip(html.rfind("</ol>")).filter(|(from, to)| from < to);
    let Some((from, to)) = span else { return html.to_string() };
    let mut out = String::with_capacity(html.len());
    out += &html[..from];
    let is_blank = |piece: &Piece| matches!(piece, Piece::Text(text) if text.trim_ascii().is_empty());
    let (mut stands_alone, mut rest) = (true, pieces(&html[from..to]).peekable());
    while let Some(piece) = rest.next() {
        if is_blank(&piece) && (stands_alone || rest.peek().is_none_or(|next| next.element().is_some_and(is_block))) {
            continue;
        }
        stands_alone = piece.element().is_some_and(is_block);
        match piece {
            Piece::Text(text) => out += text,
            Piece::Open(tag) => open(&mut out, tag),
            Piece::Close(name) => {
                while rest.next_if(|next| stands_alone && is_blank(next)).is_some() {}
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
fn is_ended_by(name: &str, next: &Piece) -> bool {
    let (begun, ended) = match name {
        "li" => ("li", "ul ol"),
        "p" => ("div ul ol p h2 details table", "div li details"),
        "td" | "th" => ("td th", "tr"),
        "tr" => ("tr", "tbody"),
        _ => return false,
    };
    let enders = if let Piece::Open(_) = next { begun } else { ended };
    next.element().is_some_and(|element| enders.split(' ').any(|one| one == element))
}

/// A tag whose attributes are in quotes only where they must be.
fn open(out: &mut String, tag: Tag) {
    out.extend(["<", tag.name]);
    for (name, value) in tag.attributes() {
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
    fn steps_say_the_same_in_fewer_signs() {
        let page = "<p id=\"a\"> a </p> <ol class=\"hand-steps\" start=\"1\"> <li class=\"s0 out\" data-say=\"\"> <p>A <b>K♠</b> <i class=\"top\">♥</i> </p> </li> \
             <li><p><a href=\"../x/\">x</a></p> and</li> <li title='\"'><pre> <b>a</b> </pre></li> </ol> <p> b </p>";
        let lean = "<p id=\"a\"> a </p> <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
             <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre> <b>a</b> </pre></li></ol> <p> b </p>";
        assert_eq!(thin(page), lean);
        assert_eq!(thin(lean), lean);
        assert_eq!(thin("<p> </p>"), "<p> </p>");
    }
}
