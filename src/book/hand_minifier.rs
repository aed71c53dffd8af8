//! Makes the steps of hands smaller, because a book has ten thousand of them: what a browser does
//! not need is left out.

use super::html::{Attribute, HtmlPiece, HtmlTag, html_pieces};
use std::ops::Range;

/// Returns a page whose steps of hands are without optional closing tags, white space that is not
/// shown, and quotation marks that are not needed.
pub(crate) fn minify_hand_steps(html: &str) -> String {
    let Some(steps) = find_hand_steps(html) else {
        return html.to_string();
    };
    let mut minified = String::with_capacity(html.len());
    minified += &html[..steps.start];
    write_minified(&html[steps.clone()], &mut minified);
    minified += &html[steps.end..];
    minified
}

/// Returns the part of a page from the first list of steps to the end of the last list.
fn find_hand_steps(html: &str) -> Option<Range<usize>> {
    let start = html.find("<ol class=\"hand-steps\"")?;
    let end = html.rfind("</ol>")?;
    (start < end).then_some(start..end)
}

/// Writes HTML without the white space that is not shown.
fn write_minified(html: &str, out: &mut String) {
    // White space beside the tag of a block is not shown.
    let mut is_after_block = true;
    let mut pieces = html_pieces(html).peekable();
    while let Some(piece) = pieces.next() {
        if is_blank(&piece) && (is_after_block || pieces.peek().is_none_or(is_block_tag)) {
            continue;
        }
        is_after_block = is_block_tag(&piece);
        match piece {
            HtmlPiece::Text { text, .. } => out.push_str(text),
            HtmlPiece::Open(tag) => write_minified_tag(tag, out),
            HtmlPiece::Close(HtmlTag { name, .. }) => {
                if is_after_block {
                    while pieces.next_if(is_blank).is_some() {}
                }
                if !pieces.peek().is_some_and(|next| implies_end_of(name, next)) {
                    out.extend(["</", name, ">"]);
                }
            }
        }
    }
}

/// Returns whether a piece is white space.
fn is_blank(piece: &HtmlPiece) -> bool {
    matches!(piece, HtmlPiece::Text { text, .. } if text.trim_ascii().is_empty())
}

/// Returns whether a piece opens or closes a block: an element that begins and ends a line.
fn is_block_tag(piece: &HtmlPiece) -> bool {
    const BLOCKS: &str = "div ul ol li p h2 details summary table caption thead tbody tr th td";
    piece
        .element()
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
    if value.chars().all(can_stay_unquoted) && !value.ends_with('/') {
        ""
    } else if value.contains('"') {
        "'"
    } else {
        "\""
    }
}

/// Returns whether a value with this character needs no quotation marks for it.
fn can_stay_unquoted(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.:/#?&;".contains(c)
}

#[cfg(test)]
#[path = "../../tests/unit/book_hand_minifier.rs"]
mod tests;
