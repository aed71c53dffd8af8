//! A page of HTML in pieces: its tags and the text between them.

/// A piece of a page. Comments, and what scripts and styles hold, are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Text, with its references.
    Text(&'a str),
    /// An opening tag.
    Open(Tag<'a>),
    /// The name in a closing tag.
    Close(&'a str),
}

/// An opening tag without its brackets, and where it begins in the page, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// What stands between the brackets.
    pub(super) text: &'a str,
    /// Where it begins.
    pub(super) at: usize,
}

impl<'a> Tag<'a> {
    /// The element's name as it is written.
    pub(super) fn name(&self) -> &'a str {
        let end = |c: char| c.is_ascii_whitespace() || c == '/';
        self.text.split(end).next().unwrap_or_default()
    }

    /// Whether it is this element, whatever its capitals.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    /// Its attributes in order, as they are written: references are not read.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let mut rest = &self.text[self.name().len()..];
        std::iter::from_fn(move || {
            let (found, after) = attribute(rest)?;
            rest = after;
            Some(found)
        })
    }

    /// One attribute, its references read.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let found = self.attributes().find(|(attribute, _)| attribute.eq_ignore_ascii_case(name));
        found.map(|(_, value)| unescaped(value))
    }

    /// Whether the element has no end of its own.
    pub(super) fn is_void(&self) -> bool {
        const VOID: &[&str] =
            &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
        self.text.ends_with('/') || VOID.iter().any(|name| self.is(name))
    }
}

pub(super) fn pieces(html: &str) -> impl Iterator<Item = Piece<'_>> {
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
        let end = rest.find('<').unwrap_or(rest.len());
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
    let open = Tag { text, at };
    let rest = tag[text.len()..].strip_prefix('>').unwrap_or_default();
    (Some(Piece::Open(open)), after(after_raw(rest, open)))
}

/// Where a tag ends: at the first `>` outside quotes.
fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match quote {
            None if c == '>' => return at,
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
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
    let space = |c: char| c.is_ascii_whitespace() || c == '/';
    let rest = rest.trim_start_matches(space);
    let first = rest.chars().next()?;
    let end = rest.find(|c: char| space(c) || c == '=').unwrap_or(rest.len());
    let (name, after) = rest.split_at(end.max(first.len_utf8()));
    let (value, after) = after.trim_start().strip_prefix('=').map_or(("", after), value);
    Some(((name, value), after))
}

/// A value and what follows it.
fn value(rest: &str) -> (&str, &str) {
    let rest = rest.trim_start();
    for quote in ['"', '\''] {
        if let Some(open) = rest.strip_prefix(quote) {
            return open.split_once(quote).unwrap_or((open, ""));
        }
    }
    rest.split_at(rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_falls_into_its_pieces() {
        let html = "<p a='>'>x &lt; y<!-- <b> --><br/><script>'<i>'</script></p >";
        let said: Vec<String> = pieces(html)
            .map(|piece| match piece {
                Piece::Text(text) => unescaped(text),
                Piece::Open(tag) => format!("<{} {}>", tag.name(), tag.is_void()),
                Piece::Close(name) => format!("</{name}>"),
            })
            .collect();
        assert_eq!(said, ["<p false>", "x < y", "<br true>", "<script false>", "</script>", "</p>"]);
    }

    #[test]
    fn attributes_are_read_as_browsers_read_them() {
        let tag = Tag { text: r#"a id=x href='a>b.html' title="<p id=no>" alt"#, at: 0 };
        let of = |name: &str| tag.attribute(name);
        assert_eq!(of("id").as_deref(), Some("x"));
        assert_eq!(of("href").as_deref(), Some("a>b.html"));
        assert_eq!((of("alt").as_deref(), of("src")), (Some(""), None));
    }
}
