//! Makes the steps of hands smaller, because a book has ten thousand of them: what a browser does
//! not need is left out.

use super::html_tokenizer::{Attribute, HtmlPiece, HtmlTag, html_pieces, unescape_html};
use std::ops::Range;

/// The beginning and the end of a hand.
pub(super) const HAND_START: &str = "<section class=\"hand\"";
pub(super) const HAND_END: &str = "</section>";

/// Returns a page whose hands are without optional closing tags, white space that is not shown, and
/// quotation marks and character references that are not needed.
pub(super) fn minify_hands(html: &str) -> String {
    let Some(hands) = range_of_all_hands(html) else {
        return html.to_string();
    };
    let mut minified = String::with_capacity(html.len());
    minified += &html[..hands.start];
    write_minified(&html[hands.clone()], &mut minified);
    minified += &html[hands.end..];
    minified
}

/// Returns the part of a page from the content of its first hand to the end of its last one.
fn range_of_all_hands(html: &str) -> Option<Range<usize>> {
    let hand = html.find(HAND_START)?;
    let start = hand + html[hand..].find('>')? + 1;
    let end = html.rfind(HAND_END)?;
    (start < end).then_some(start..end)
}

/// Returns an element of a minified page as every browser writes it; none if browsers write it
/// differently.
pub(super) fn html_if_browsers_agree(minified_element: &str) -> Option<String> {
    let html = as_browser_writes(minified_element);
    // Only new browsers write `<` in an attribute as a reference.
    let is_certain = !["&lt;", "&gt;", "&nbsp;", "\u{a0}"]
        .iter()
        .any(|sign| minified_element.contains(sign));
    is_certain.then_some(html)
}

/// Returns HTML of a minified page as a browser writes it: with all closing tags and quotation
/// marks, and without the character references that it does not need.
pub(super) fn as_browser_writes(html: &str) -> String {
    let mut written = String::with_capacity(html.len());
    visit_pieces_without_blanks(html, |piece, _| match piece {
        HtmlPiece::Text { text, .. } => {
            let text = unescape_html(text).replace('&', "&amp;");
            written += &text.replace('<', "&lt;").replace('>', "&gt;");
        }
        HtmlPiece::Open(tag) => {
            written.extend(["<", tag.name]);
            for Attribute { name, value, .. } in tag.attributes() {
                let value = unescape_html(value).replace('&', "&amp;");
                written.extend([" ", name, "=\"", &value.replace('"', "&quot;"), "\""]);
            }
            written.push('>');
        }
        HtmlPiece::Close(HtmlTag { name, .. }) => written.extend(["</", name, ">"]),
    });
    written
}

/// Writes HTML without the white space that is not shown, and without optional closing tags.
fn write_minified(html: &str, out: &mut String) {
    visit_pieces_without_blanks(html, |piece, next| match piece {
        HtmlPiece::Text { text, .. } => write_with_decoded_references(text, out),
        HtmlPiece::Open(tag) => write_minified_tag(tag, out),
        HtmlPiece::Close(HtmlTag { name, .. }) => {
            if !next.is_some_and(|next| implies_end_of(name, next)) {
                out.extend(["</", name, ">"]);
            }
        }
    });
}

/// Writes a text with those character references decoded that only attributes and chapters need.
fn write_with_decoded_references(text: &str, out: &mut String) {
    if !text.contains("&#") && !text.contains("&quot;") {
        out.push_str(text);
        return;
    }
    // A browser drops a line end at the beginning of an element.
    let (first, rest) = text.split_at(text.len() - text.trim_start_matches("&#10;").len());
    out.push_str(first);
    let rest = rest.replace("&#10;", "\n").replace("&quot;", "\"");
    out.push_str(&rest.replace("&#34;", "\"").replace("&#39;", "'"));
}

/// Visits the pieces of HTML without the white space that is not shown, each with the piece after it.
fn visit_pieces_without_blanks<'a>(
    html: &'a str,
    mut visit: impl FnMut(HtmlPiece<'a>, Option<&HtmlPiece<'a>>),
) {
    // White space beside the tag of a block is not shown.
    let mut is_after_block = true;
    let mut pieces = html_pieces(html).peekable();
    while let Some(piece) = pieces.next() {
        if is_blank(&piece) && (is_after_block || pieces.peek().is_none_or(is_block_tag)) {
            continue;
        }
        is_after_block = is_block_tag(&piece);
        if is_after_block && matches!(piece, HtmlPiece::Close(_)) {
            while pieces.next_if(is_blank).is_some() {}
        }
        visit(piece, pieces.peek());
    }
}

/// Returns whether a piece is white space.
fn is_blank(piece: &HtmlPiece) -> bool {
    matches!(piece, HtmlPiece::Text { text, .. } if text.trim_ascii().is_empty())
}

/// Returns whether a piece opens or closes a block, an element that begins and ends a line, or an
/// option of a list.
fn is_block_tag(piece: &HtmlPiece) -> bool {
    const BLOCKS: &str =
        "div ul ol li p h2 details summary table caption thead tbody tr th td option";
    piece
        .element_name()
        .is_some_and(|name| contains_word(BLOCKS, name))
}

/// Returns whether a list of words, separated by spaces, has a word.
fn contains_word(words: &str, wanted: &str) -> bool {
    words.split(' ').any(|word| word == wanted)
}

/// Returns whether a tag ends an element, so that the element needs no closing tag before it.
fn implies_end_of(element: &str, next: &HtmlPiece) -> bool {
    let (opening_tags, closing_tags) = match element {
        "li" => ("li", "ul ol"),
        "p" => ("div ul ol p h2 details table", "div li details"),
        "td" | "th" => ("td th", "tr"),
        "tr" => ("tr", "tbody"),
        "option" => ("option", "select"),
        _ => return false,
    };
    match next {
        HtmlPiece::Text { .. } => false,
        HtmlPiece::Open(tag) => contains_word(opening_tags, tag.name),
        HtmlPiece::Close(tag) => contains_word(closing_tags, tag.name),
    }
}

/// Writes a tag with quotation marks only around the attributes that need them.
fn write_minified_tag(tag: HtmlTag, out: &mut String) {
    out.extend(["<", tag.name]);
    for Attribute { name, value, .. } in tag.attributes() {
        out.extend([" ", name]);
        if !value.is_empty() {
            let quote = needed_quote(value);
            out.extend(["=", quote, value, quote]);
        }
    }
    out.push('>');
}

/// Returns the quotation mark that must stand around a value; empty if it needs none.
fn needed_quote(value: &str) -> &'static str {
    if value.chars().all(can_attribute_stay_unquoted) && !value.ends_with('/') {
        ""
    } else if value.contains('"') {
        "'"
    } else {
        "\""
    }
}

/// Returns whether this character may stand in an HTML attribute value without quotation marks.
fn can_attribute_stay_unquoted(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.:/#?&;".contains(c)
}

#[cfg(test)]
#[path = "../../tests/unit/book_hand_minifier.rs"]
mod tests;
