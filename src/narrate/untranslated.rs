//! The engine for pages leaves the sentences of hands in English: their words in other languages would make it too large.

use super::ChoiceWithLegality;
use super::player_naming::PlayerNaming;
use super::step_sentences::Sentence;

pub(super) fn translate_sentence(_: PlayerNaming, _: &Sentence) -> Option<Sentence> {
    None
}

pub(super) fn translate_choice(_: PlayerNaming, _: &mut ChoiceWithLegality) {}
