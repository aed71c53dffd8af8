//! What has to be right in a page: its ids, its links, and that nothing in it works by itself.

use super::html::{Piece, Tag, pieces, unescaped};
use std::collections::BTreeSet;

/// What a page has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    /// Its ids.
    pub(super) ids: BTreeSet<String>,
    /// Those of them that stand there again.
    pub(super) again: Vec<String>,
    /// Where its links, pictures, scripts and sheets point.
    pub(super) links: BTreeSet<String>,
    /// Ids that its elements name: labels, descriptions, what a button opens.
    pub(super) references: BTreeSet<String>,
    /// Styles and scripts that stand in the page itself, as they would be shown to somebody who looks for them.
    pub(super) inline: Vec<String>,
    /// What is told of a clause without the signs of its marks.
    pub(super) unsigned: Vec<String>,
}

/// Attributes that hold ids, one or several.
const REFERENCES: &[&str] = &["for", "aria-labelledby", "aria-describedby", "aria-controls", "popovertarget"];

/// Attributes that hold an address.
const LINKS: &[&str] = &["href", "src", "data-script", "data-index", "data-practice", "data-quiz"];

/// Scans a page.
pub(super) fn scan(html: &str) -> Scanned {
    let mut scanned = Scanned::default();
    for piece in pieces(html) {
        if let Piece::Open(tag) = piece {
            note(&mut scanned, tag);
        }
    }
    scanned
}

fn note(scanned: &mut Scanned, tag: Tag) {
    if works_alone(tag) {
        scanned.inline.push(format!("<{}>", tag.text));
    }
    for (attribute, value) in tag.attributes() {
        match attribute {
            "id" => {
                let id = unescaped(value);
                if !scanned.ids.insert(id.clone()) {
                    scanned.again.push(id);
                }
            }
            "href" if tag.is("use") => scanned.references.extend(value.strip_prefix('#').map(unescaped)),
            "href" if tag.is("base") => {}
            "data-index" if value.is_empty() => {}
            one if LINKS.contains(&one) => {
                scanned.links.insert(unescaped(value));
            }
            one if REFERENCES.contains(&one) => {
                scanned.references.extend(unescaped(value).split_whitespace().map(str::to_string));
            }
            _ => {}
        }
    }
}

/// Whether an element is a script or a style, or has one in an attribute.
fn works_alone(tag: Tag) -> bool {
    let has_source = || tag.attribute("src").is_some();
    let is_data = || tag.attribute("type").is_some_and(|kind| kind == "application/json");
    let runs = |(attribute, value): (&str, &str)| {
        attribute.eq_ignore_ascii_case("style")
            || attribute.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"))
            || value.contains("script:") && unescaped(value).trim_start().starts_with("javascript:")
    };
    tag.is("style") || tag.is("script") && !has_source() && !is_data() || tag.attributes().any(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_links_and_references_are_told_apart() {
        let scanned = scan(r##"<a id=x href="p.html"><use href="#s"/><label for="a"><base href="/">"##);
        assert_eq!(scanned.ids.into_iter().collect::<Vec<_>>(), ["x"]);
        assert_eq!(scanned.links.into_iter().collect::<Vec<_>>(), ["p.html"]);
        assert_eq!(scanned.references.into_iter().collect::<Vec<_>>(), ["a", "s"]);
    }

    #[test]
    fn what_works_by_itself_is_seen() {
        let alone = [
            "<p style='color:red'>",
            "<script>x</script>",
            "<style>p{}</style>",
            "<p onclick='x'>",
            "<a href=' javascript:x'>",
        ];
        alone.iter().for_each(|html| assert_eq!(scan(html).inline.len(), 1, "{html}"));
        let quiet = "<script src='a.js'></script><script type='application/json'>{}</script><p>style='x'</p>";
        assert_eq!(scan(quiet).inline, Vec::<String>::new());
    }
}
