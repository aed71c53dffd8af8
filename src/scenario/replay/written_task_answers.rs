//! The answers to tasks as an author writes them.

use super::story::Story;
use crate::cards::CardLanguage;
use crate::rules::Verb;
use crate::scenario::text::{TaskAnswer, VerbInflection, write_verb_with_object};

/// Returns an answer as the line of a task has it: `A♠`, `folds`, `5`.
pub(super) fn describe_answer(story: &Story, answer: TaskAnswer) -> String {
    match answer {
        TaskAnswer::Good => "good".into(),
        TaskAnswer::Card(card) => card.to_string(),
        TaskAnswer::Seat(seat) => {
            let name = story.players.get(usize::from(seat.0));
            name.cloned().unwrap_or_default()
        }
        TaskAnswer::Chips(chips) => chips.to_string(),
        TaskAnswer::Move(verb) => write_english_verb(story, verb)
            .or_else(|| write_english_verb(story, Verb::Stand))
            .unwrap_or_default(),
    }
}

/// Returns a verb with its object in English, in the third person.
fn write_english_verb(story: &Story, verb: Verb) -> Option<String> {
    let flush = story.rules.terms.flush;
    write_verb_with_object(
        verb,
        VerbInflection::ThirdPerson,
        CardLanguage::English,
        flush,
    )
}
