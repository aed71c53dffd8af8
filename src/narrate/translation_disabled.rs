//! The engine for pages leaves the sentences of hands in English: their words in other languages would make it too large.

use super::player_naming::PlayerNaming;

pub(super) fn translate_words(_: PlayerNaming, _: &str) -> Option<String> {
    None
}

pub(super) fn translate_verdict(_: PlayerNaming, _: &str, _: bool) -> Option<String> {
    None
}
