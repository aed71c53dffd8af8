//! What an author wrote, put so that it can be seen and cannot steer a terminal.

/// The longest piece of the author's text that a message repeats, in characters.
const LONGEST: usize = 48;

/// The text with each character that has no shape of its own named: `9♥` and a selector is `9♥U+FE0F`.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match is_hidden(character) {
            true => shown.push_str(&format!("U+{:04X}", character as u32)),
            false => shown.push(character),
        }
    }
    shown
}

/// A piece of the author's text between backticks, cut where it is long.
pub fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    match end {
        Some(at) => format!("`{}…`", visible(&text[..at])),
        None => format!("`{}`", visible(text)),
    }
}

/// Whether a character is seen only by what it does to others: controls, directions, joiners, selectors, odd spaces.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character in prose works without being seen: a control, or one that turns the direction of writing.
pub(crate) fn is_unseen(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_named() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}\u{a0}é"), "aU+001B[31mU+202EU+00A0é");
        assert_eq!(quoted("9♥\u{FE0F}"), "`9♥U+FE0F`");
    }

    #[test]
    fn a_long_word_is_cut() {
        assert_eq!(quoted(&"é".repeat(100_000)).chars().count(), LONGEST + 3);
    }
}
