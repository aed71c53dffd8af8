//! Every English sentence of every hand has words in every language, so that no hand mixes languages.

use super::sentence_pattern::{SentencePatternPart, read_pattern};
use super::{SentenceTable, Translator};
use crate::cards::CardLanguage;
use crate::narrate::EditionStepText;
use crate::scenario::story::Story;
use crate::scenario::{check, find_markdown_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The languages with tables, each with the packs that have words of their own.
const TRANSLATED: [CardLanguage; 5] = [
    CardLanguage::French,
    CardLanguage::German,
    CardLanguage::GermanPack,
    CardLanguage::Spanish,
    CardLanguage::SpanishPack,
];

fn table(letters: CardLanguage) -> &'static SentenceTable {
    SentenceTable::for_letters(letters).expect("a table")
}

/// Returns the names of the gaps of a sentence.
fn gaps(sentence: &str) -> BTreeSet<String> {
    let parts = read_pattern(sentence).into_iter();
    parts
        .filter_map(|part| match part {
            SentencePatternPart::Gap { name, .. } => Some(name),
            SentencePatternPart::Text(_) => None,
        })
        .collect()
}

#[test]
fn every_language_has_every_sentence_with_all_its_gaps() {
    let french: Vec<&String> = table(CardLanguage::French).file.words.keys().collect();
    assert!(french.len() > 200);
    for letters in TRANSLATED {
        let sentences = &table(letters).file.words;
        assert_eq!(sentences.keys().collect::<Vec<_>>(), french, "{letters:?}");
        for (english, words) in sentences {
            let mut expected = gaps(english);
            // What a player without a trick does is said in the same words in every edition.
            expected.remove("no_trick");
            assert_eq!(gaps(words), expected, "{letters:?}: {english}");
        }
    }
}

/// A list has a word for each number, phase or rank.
#[test]
fn the_forms_of_a_language_are_complete() {
    let french = &table(CardLanguage::French).file;
    for letters in TRANSLATED {
        let file = &table(letters).file;
        assert!(file.counts.keys().eq(french.counts.keys()), "{letters:?}");
        assert!(file.phases.keys().eq(french.phases.keys()), "{letters:?}");
        let lists = [(&file.counts, 2), (&file.phases, 5), (&file.ranks, 13)];
        for (words, count) in lists {
            for (name, list) in words {
                assert_eq!(list.split('|').count(), count, "{letters:?}: {name}");
            }
        }
    }
}

/// Calls a function with the story of each hand of the repository under each of its editions.
fn for_each_story(see: &mut dyn FnMut(&Story)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["scenarios", "tests/held", "tests/mus/worked"] {
        let found = find_markdown_files(&root.join(folder)).expect("the scenarios");
        for path in found.files {
            let text = std::fs::read(&path).expect("a text");
            for story in &check("a.md", &text).stories {
                see(story);
            }
        }
    }
}

/// Returns the English sentences that a hand in another language has in the place of one: it tells an attempt in a sentence of
/// its own, and after it why it is not allowed.
fn as_told_in_other_language(sentence: &str) -> String {
    match sentence.split_once(", but cannot: ") {
        Some((attempt, reason)) => format!("{attempt}. This is not allowed: {reason}"),
        None => sentence.to_owned(),
    }
}

/// Returns what the steps of an English story say that a hand in another language says in sentences of its table.
fn sentences_to_translate(story: &Story) -> BTreeSet<String> {
    let mut english = BTreeSet::new();
    for step in story.all_steps() {
        let scene = EditionStepText::new(story, step);
        for sentence in &scene.sentences {
            english.insert(as_told_in_other_language(&sentence.text));
            let public_text = sentence.public_text.as_deref();
            english.extend(public_text.map(as_told_in_other_language));
        }
        for choice in &scene.choices {
            // A move is called as in a file; only its reason is a sentence.
            let is_called = choice.verb.words(CardLanguage::French).is_some();
            if choice.face.is_some() || !is_called {
                english.insert(choice.verdict.clone());
            } else if !choice.reason().is_empty() {
                english.insert(choice.reason().to_owned());
            }
        }
    }
    english
}

#[test]
fn every_sentence_of_every_hand_has_words_in_every_language() {
    let mut missing: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut count = 0;
    for_each_story(&mut |story| {
        if story.letters != CardLanguage::English {
            return;
        }
        let english = sentences_to_translate(story);
        count += english.len();
        for letters in TRANSLATED {
            let translator = Translator::into_letters(story, letters).expect("a table");
            for sentence in &english {
                if translator.translate(sentence).is_none() {
                    let languages = missing.entry(sentence.clone()).or_default();
                    languages.insert(letters.language());
                }
            }
        }
    });
    assert_eq!(missing, BTreeMap::new());
    assert!(count > 10_000, "{count}");
}

/// A hand in another language has no English sentence.
#[test]
fn a_hand_of_another_language_is_told_in_it() {
    let mut count = 0;
    for_each_story(&mut |story| {
        if story.letters == CardLanguage::English {
            return;
        }
        for step in story.all_steps() {
            let scene = EditionStepText::new(story, step);
            for sentence in &scene.sentences {
                assert!(sentence.language.is_some(), "{}", sentence.text);
                let has_public_text = sentence.public_text.is_some();
                assert_eq!(has_public_text, sentence.public_language.is_some());
            }
            for choice in &scene.choices {
                assert!(choice.language.is_some(), "{}", choice.verdict);
            }
            count += scene.sentences.len();
        }
    });
    assert!(count > 50, "{count}");
}
