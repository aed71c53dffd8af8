//! The styles that mdBook writes into tags, as classes of the theme. Any other is left, and found by the checks.

use super::html::{Piece, Tag, pieces};

/// A style of mdBook's, and the class that stands for it.
const CLASSES: &[(&str, &str)] = &[
    ("text-align: left", "align-left"),
    ("text-align: center", "align-center"),
    ("text-align: right", "align-right"),
    ("clear: both", "clear"),
    ("break-before: page; page-break-before: always;", "new-page"),
];

/// A page with classes instead of styles.
pub(super) fn without_styles(html: &str) -> String {
    if !html.contains(" style=\"") {
        return html.to_string();
    }
    let mut out = String::with_capacity(html.len());
    let mut copied = 0;
    for tag in pieces(html).filter_map(styled) {
        let Some(changed) = changed(tag.text) else { continue };
        out.push_str(&html[copied..=tag.at]);
        out.push_str(&changed);
        copied = tag.at + 1 + tag.text.len();
    }
    out.push_str(&html[copied..]);
    out
}

fn styled(piece: Piece) -> Option<Tag> {
    match piece {
        Piece::Open(tag) if tag.text.contains(" style=\"") => Some(tag),
        _ => None,
    }
}

/// A tag with a class instead of its style, if it is one that mdBook writes and has no class yet.
fn changed(tag: &str) -> Option<String> {
    let bare = Tag { text: tag, at: 0 };
    let style = bare.attribute("style").filter(|_| bare.attribute("class").is_none())?;
    let (_, class) = CLASSES.iter().find(|(wanted, _)| *wanted == style)?;
    Some(tag.replacen(&format!("style=\"{style}\""), &format!("class=\"{class}\""), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_mdbook_writes_is_changed() {
        let html = r#"é<td id="a" style="text-align: right">style="clear: both"</td><br style="clear: both">"#;
        let classes = r#"é<td id="a" class="align-right">style="clear: both"</td><br class="clear">"#;
        assert_eq!(without_styles(html), classes);
        let ours = r#"<p style="color: red"><p class="x" style="clear: both">"#;
        assert_eq!(without_styles(ours), ours);
    }
}
