//! Ids and links of a page of HTML, by a scan of its tags.

/// What a page has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    /// Its ids, in order.
    pub(super) ids: Vec<String>,
    /// Where its links, pictures, scripts and sheets point.
    pub(super) links: Vec<String>,
    /// Whether it has a `base`.
    pub(super) has_base: bool,
}

/// Scans a page. Comments, and the insides of scripts and styles, are passed over.
pub(super) fn scan(html: &str) -> Scanned {
    let mut scanned = Scanned::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let tag = &rest[..end_of_tag(rest)];
            rest = after_tag(&rest[tag.len()..], tag);
            note(&mut scanned, tag);
        }
    }
    scanned
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

fn after_tag<'a>(rest: &'a str, tag: &str) -> &'a str {
    let end = match name(tag).as_str() {
        "script" => "</script",
        "style" => "</style",
        _ => return rest,
    };
    rest.find(end).map_or("", |at| &rest[at..])
}

fn name(tag: &str) -> String {
    tag.split(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or_default().to_ascii_lowercase()
}

fn note(scanned: &mut Scanned, tag: &str) {
    let name = name(tag);
    scanned.has_base |= name == "base";
    for (attribute, value) in attributes(&tag[name.len()..]) {
        match attribute.as_str() {
            "id" => scanned.ids.push(value),
            "href" | "src" if name != "base" => scanned.links.push(value),
            _ => {}
        }
    }
}

fn attributes(mut rest: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let space = |c: char| c.is_ascii_whitespace() || c == '/';
    loop {
        rest = rest.trim_start_matches(space);
        if rest.is_empty() {
            return found;
        }
        let end = rest.find(|c: char| space(c) || c == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end.max(1));
        let (value, after) = after.trim_start().strip_prefix('=').map_or(("", after), value);
        found.push((name.to_ascii_lowercase(), unescaped(value)));
        rest = after;
    }
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

fn unescaped(value: &str) -> String {
    let names = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    names.iter().fold(value.to_string(), |text, (name, sign)| text.replace(name, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_as_browsers_read_them() {
        let scanned = scan(r#"<a id=x href='a>b.html' title="<p id=no>">t</a><img alt src="p.png"/><base href="/">"#);
        let links = vec!["a>b.html".to_string(), "p.png".into()];
        assert_eq!(scanned, Scanned { ids: vec!["x".into()], links, has_base: true });
    }
}
