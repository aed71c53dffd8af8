//! Words that are a term and also the name of a game, such as *loo*.

use crate::editions::GAMES;
use crate::scenario::Span;

/// The words after which a word is the name of a game: *in loo*, *a game of loo*.
const WORDS_BEFORE_GAME: [&str; 9] = [
    "in", "of", "play", "plays", "played", "playing", "called", "from", "la",
];

/// Returns whether a word in a text is meant as the name of a game and not as a term.
pub(super) fn is_meant_as_game(text: &str, span: &Span) -> bool {
    let word = text[span.clone()].to_lowercase();
    let is_game = GAMES.iter().any(|game| {
        let name = game.name.to_lowercase();
        name.rsplit([' ', ',']).any(|part| part == word)
    });
    let before = text[..span.start].trim_end();
    let last = before.rsplit(|c: char| !c.is_alphabetic()).next();
    let last = last.unwrap_or_default().to_lowercase();
    is_game && WORDS_BEFORE_GAME.contains(&last.as_str())
}
