//! Cards in a line of words: red where they are red.

use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;

const RED: Style = AnsiColor::Red.on_default();

/// A line whose red cards and suits are red, if the terminal has colours.
pub(super) fn coloured(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_inclusive(' ') {
        let (bare, is_red) = (word.trim_end(), word.contains(['♥', '♦']));
        let space = &word[bare.len()..];
        let _ = if is_red { write!(out, "{RED}{bare}{RED:#}{space}") } else { write!(out, "{word}") };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_cards_alone_are_red() {
        let line = "7♥ beats 8♠";
        assert!(coloured(line).starts_with("\u{1b}[31m7♥\u{1b}[0m beats"));
        assert_eq!(anstream::adapter::strip_str(&coloured(line)).to_string(), line);
    }
}
