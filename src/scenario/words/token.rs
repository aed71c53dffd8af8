//! A line of a fence cut into words and signs.

use crate::scenario::syntax::Span;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword, a card, an amount, a topic, or a piece of a name.
    Word,
    /// `3.` at the beginning of a line; the text is its digits.
    Number,
    /// `,`
    Comma,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `->` or `→`
    Arrow,
    /// `?`
    Hole,
    /// The end of the line, as an empty place after its last token.
    End,
}

/// A token and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// As written.
    pub text: &'a str,
    /// Where, in the file.
    pub span: Span,
}

/// The tokens of a line without its comment, ended by one [`Kind::End`]. `place` turns a range of the line into one
/// of the file.
pub fn tokens(line: &str, place: impl Fn(Range<usize>) -> Span) -> Vec<Token<'_>> {
    let line = line.split('#').next().unwrap_or("");
    let mut found = Vec::new();
    let mut at = skip_space(line, 0);
    while at < line.len() {
        let (kind, length) = first(&line[at..], found.is_empty());
        let text = if kind == Kind::Number { digits(&line[at..]) } else { &line[at..at + length] };
        found.push(Token { kind, text, span: place(at..at + length) });
        at = skip_space(line, at + length);
    }
    let end = found.last().map_or_else(|| place(0..0).start, |token| token.span.end);
    found.push(Token { kind: Kind::End, text: "", span: end..end });
    found
}

fn skip_space(line: &str, at: usize) -> usize {
    line.len() - line[at..].trim_start().len()
}

/// The kind and the length of the first token of a text that begins with one.
fn first(rest: &str, opens_line: bool) -> (Kind, usize) {
    if let Some(length) = opens_line.then(|| number_length(rest)).flatten() {
        return (Kind::Number, length);
    }
    let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
    sign.map_or_else(|| (Kind::Word, word_length(rest)), |(sign, kind)| (*kind, sign.len()))
}

impl Kind {
    /// How it is written, if it is a sign; of two, the plainer.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.iter().find(|(_, kind)| *kind == self).map(|(sign, _)| *sign)
    }
}

const SIGNS: [(&str, Kind); 8] = [
    (",", Kind::Comma),
    ("(", Kind::Open),
    (")", Kind::Close),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    ("->", Kind::Arrow),
    ("→", Kind::Arrow),
    ("?", Kind::Hole),
];

fn digits(rest: &str) -> &str {
    &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()]
}

/// The length of `12.` or `12 .` at the beginning of a text.
fn number_length(rest: &str) -> Option<usize> {
    let digits = digits(rest).len();
    let dot = skip_space(rest, digits);
    let after = rest[dot..].strip_prefix('.')?;
    let is_fraction = after.starts_with(|next: char| next.is_ascii_digit());
    (digits > 0 && !is_fraction).then_some(dot + 1)
}

fn word_length(rest: &str) -> usize {
    let ends = |(at, character): &(usize, char)| {
        character.is_whitespace()
            || matches!(character, ',' | '(' | ')' | ';' | ':' | '→' | '?')
            || rest[*at..].starts_with("->")
    };
    rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(Kind, &str)> {
        let mut found: Vec<_> = tokens(line, |range| range).into_iter().map(|t| (t.kind, t.text)).collect();
        assert_eq!(found.pop(), Some((Kind::End, "")));
        found
    }

    #[test]
    fn a_line_is_cut_into_its_tokens() {
        let found = read(" 12. Mme\u{a0}d'Ys-Z. 10♥,Bo->C # 3. x");
        let words: Vec<&str> = found.iter().map(|(_, text)| *text).collect();
        assert_eq!(words, ["12", "Mme", "d'Ys-Z.", "10♥", ",", "Bo", "->", "C"]);
        assert_eq!(found[0].0, Kind::Number);
    }

    #[test]
    fn a_number_stands_only_at_the_beginning() {
        assert_eq!(read("a 3."), [(Kind::Word, "a"), (Kind::Word, "3.")]);
        assert_eq!(read("10♦"), [(Kind::Word, "10♦")]);
        assert_eq!(read("1.5"), [(Kind::Word, "1.5")]);
    }

    #[test]
    fn spans_are_those_of_the_line() {
        let found = tokens("  é →", |range| range.start + 7..range.end + 7);
        assert_eq!(found.iter().map(|t| t.span.clone()).collect::<Vec<_>>(), [9..11, 12..15, 15..15]);
        assert_eq!(tokens(" # x", |range| range)[0].span, 0..0);
    }
}
