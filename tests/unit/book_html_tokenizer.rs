//! Tests of `src/book/html_tokenizer.rs`, from within.

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
