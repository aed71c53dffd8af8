//! The engine for pages leaves the sentences of hands in English: their words in other languages would make it too large.

use super::player_naming::PlayerNamesForReader;

pub(super) fn translate_words(_: PlayerNamesForReader, _: &str) -> Option<String> {
    None
}

pub(super) fn translate_verdict(_: PlayerNamesForReader, _: &str, _: bool) -> Option<String> {
    None
}
