//! The words of a text of TOML, each with its place. A header that is being written is no TOML yet, so the text is cut into words
//! and not parsed.

use std::ops::Range;

/// A word of TOML.
pub(super) struct TomlPiece {
    pub(super) range: Range<usize>,
    pub(super) kind: TomlPieceKind,
    /// True if it is followed by `=`.
    pub(super) is_key: bool,
    /// True if it is a key outside all brackets.
    pub(super) is_top_key: bool,
    /// The key outside all brackets whose value it belongs to.
    pub(super) top_key: String,
}

/// The kind of a word of TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TomlPieceKind {
    /// A word without quotation marks.
    Bare,
    /// What stands between quotation marks.
    Text,
    Comment,
}

/// Returns the words of a text of TOML.
pub(super) fn toml_pieces(text: &str) -> Vec<TomlPiece> {
    let mut pieces = Vec::new();
    let mut top_key = String::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let (kind, range, end) = match first {
            '#' => {
                let end = line_end(text, at);
                (TomlPieceKind::Comment, at..end, end)
            }
            '"' | '\'' => {
                let inside = at + 1..quoted_text_end(text, at + 1, first);
                let end = (inside.end + 1).min(text.len());
                (TomlPieceKind::Text, inside, end)
            }
            first if is_bare_value_char(first) => {
                let rest = text[at..].trim_start_matches(is_bare_value_char);
                let end = text.len() - rest.len();
                (TomlPieceKind::Bare, at..end, end)
            }
            sign => {
                match sign {
                    '[' | '{' => depth += 1,
                    ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                at += sign.len_utf8();
                continue;
            }
        };
        at = end;
        let is_comment = kind == TomlPieceKind::Comment;
        let is_key = !is_comment && text.get(end..).is_some_and(is_before_equals);
        let is_top_key = is_key && depth == 0;
        if is_top_key {
            let key = &text[range.clone()];
            top_key = key.split('.').next().unwrap_or(key).to_owned();
        }
        pieces.push(TomlPiece {
            range,
            kind,
            is_key,
            is_top_key,
            top_key: top_key.clone(),
        });
    }
    pieces
}

fn is_bare_value_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn is_before_equals(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).starts_with('=')
}

fn line_end(text: &str, from: usize) -> usize {
    let line = text[from..].split(['\r', '\n']).next().unwrap_or_default();
    from + line.len()
}

/// Returns where a text ends that stands in quotation marks: before the mark, or else with its line.
fn quoted_text_end(text: &str, from: usize, mark: char) -> usize {
    let line = line_end(text, from);
    let mut is_escaped = false;
    for (at, c) in text[from..line].char_indices() {
        if c == mark && !is_escaped {
            return from + at;
        }
        is_escaped = c == '\\' && mark == '"' && !is_escaped;
    }
    line
}
