//! Changes to a text that leave every other byte as it is.

use super::syntax::Span;

/// What is to stand instead of a stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The stretch, on character boundaries.
    pub span: Span,
    /// What is written instead.
    pub text: String,
}

/// The text with its edits, which are in order and do not overlap.
pub fn splice(text: &str, edits: &[Edit]) -> String {
    let mut spliced = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        spliced.push_str(&text[at..edit.span.start]);
        spliced.push_str(&edit.text);
        at = edit.span.end;
    }
    spliced + &text[at..]
}

/// Lines as they must be written at a place of the text: ended as its lines are, within the marks of the same
/// quotations and lists.
pub fn lines_at(text: &str, place: usize, lines: &str) -> String {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..place].trim_start_matches('\u{FEFF}');
    let within = line.len() - line.trim_start_matches(|sign: char| sign == '>' || sign.is_whitespace()).len();
    let end = text[place..].find('\n').map_or(start.saturating_sub(1), |end| place + end);
    let end_of_line = if text[..end].ends_with('\r') { "\r\n" } else { "\n" };
    lines.replace('\n', &format!("{end_of_line}{}", &line[..within]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_stays() {
        let edit = |span, text: &str| Edit { span, text: text.to_owned() };
        assert_eq!(splice("a♥b?c", &[edit(4..4, "x"), edit(5..6, "♣♣")]), "a♥xb♣♣c");
        assert_eq!(splice("abc", &[]), "abc");
    }

    #[test]
    fn lines_keep_their_company() {
        assert_eq!(lines_at("a\n?\n", 2, "x\ny"), "x\ny");
        assert_eq!(lines_at("a\r\n > \t?\r\n", 7, "x\ny"), "x\r\n > \ty");
        assert_eq!(lines_at("a\r\n?", 3, "x\ny"), "x\r\ny");
        assert_eq!(lines_at("pool 5, ?", 8, "x\ny"), "x\ny");
    }
}
