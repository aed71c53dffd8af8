//! A reader who plays is told of as "you", in every sentence of every hand, with verbs that agree.

use super::to_second_person;
use crate::cards::{CardLanguage, Seat};
use crate::narrate::EditionStepText;
use crate::rules::Verb;
use crate::scenario::check;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn verbs_lose_their_ending_after_you() {
    for (third, second) in [
        ("plays Q♥", "play Q♥"),
        ("is looed", "are looed"),
        ("has no heart", "have no heart"),
        ("does not claim it", "do not claim it"),
        ("denies Juego", "deny Juego"),
        ("passes", "pass"),
        ("loses the bid", "lose the bid"),
        ("owes", "owe"),
        ("must trump", "must trump"),
        ("exchanges 2 cards", "exchange 2 cards"),
        ("makes the mouche", "make the mouche"),
    ] {
        assert_eq!(to_second_person(third), second);
    }
}

/// The form after "you" is the form that a table offers: `fold` of `folds`. Only "be" has another.
#[test]
fn the_verb_of_a_move_agrees_as_its_own_table_has_it() {
    for verb in Verb::ALL {
        if let Some(words) = verb.words(CardLanguage::English)
            && words.third_person() != words.bare()
        {
            let expected = words.bare().replacen("be ", "are ", 1);
            assert_eq!(to_second_person(words.third_person()), expected);
        }
    }
}

/// Returns the texts of all hands of the folder `scenarios`.
fn hands() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for folder in std::fs::read_dir(root).expect("scenarios") {
        let folder = folder.expect("a folder").path();
        if !folder.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            let text = std::fs::read(&path).expect("a text");
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    found
}

#[test]
fn no_sentence_names_its_reader_or_has_a_verb_that_disagrees() {
    // Words with an s after "you" that are no verbs of the third person.
    let allowed = ["pass", "was", "always", "yours", "discuss", "cards"];
    let mut wrong = BTreeSet::new();
    let mut is_told = false;
    for (path, text) in hands() {
        for story in check(&path, &text).stories {
            for (seat, name) in story.players.iter().enumerate() {
                let reader = Seat(u8::try_from(seat).expect("few seats"));
                for step in story.all_steps() {
                    for sentence in
                        EditionStepText::with_reader_as_you(Some(reader), &story, step).sentences
                    {
                        for text in [Some(sentence.text), sentence.public_text]
                            .into_iter()
                            .flatten()
                        {
                            let words: Vec<&str> = text.split(' ').collect();
                            is_told |= words.contains(&"You");
                            let disagrees = words.windows(2).any(|pair| {
                                pair[0].eq_ignore_ascii_case("you")
                                    && pair[1].ends_with('s')
                                    && !allowed.contains(&pair[1])
                            });
                            // A move in another language has a verb of the third person, and a name.
                            let names = story.letters == CardLanguage::English
                                && words
                                    .iter()
                                    .any(|word| word.trim_end_matches("'s") == &name[..]);
                            if disagrees || names {
                                wrong.insert(text);
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(is_told);
    assert_eq!(wrong, BTreeSet::new());
}
