//! The options with which a hand was played.

use crate::editions;
use crate::page::HandUnderEdition;
use crate::rules::OptionDef;

/// Returns whether a hand was played with options.
pub(super) fn has_agreed_options(view: &HandUnderEdition) -> bool {
    !agreed_options(view).is_empty()
}

/// Returns the options with which a hand was played, each with its value in words.
pub(super) fn agreed_options(view: &HandUnderEdition) -> Vec<(&'static str, String)> {
    let Some(printed) = editions::by_id(view.story.rules.id) else {
        return Vec::new();
    };
    OptionDef::changed_options(&view.story.rules, printed)
        .map(|(option, value)| (option.name, option.value_in_words(&value)))
        .collect()
}
