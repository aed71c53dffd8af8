//! The words that every edition's data are written with.

use crate::rules::{Answer, Clause, Phrase, Reading, Source, works};

/// Lalanne's account says so. Its first half is la Mouche, its second le Pamphile.
pub(super) const fn lalanne(section: &'static str) -> Source {
    Source::Says { work: &works::LALANNE, section }
}

/// Boussac says so.
pub(super) const fn boussac(section: &'static str) -> Source {
    Source::Says { work: &works::BOUSSAC, section }
}

/// A question the source leaves open, and our answer.
pub(super) const fn reading(
    id: &'static str,
    question: &'static str,
    ruling: &'static str,
    why: &'static str,
) -> Reading {
    Reading { id, question, ruling, why, option: None, kind: Answer::Silence, turns_on: None }
}

/// The same question, which the source settles, or which follows from what it says.
pub(super) const fn settled(reading: Reading) -> Reading {
    Reading { kind: Answer::Settled, ..reading }
}

/// The same question, to which the source speaks in words that fit more than one answer.
pub(super) const fn open(reading: Reading) -> Reading {
    Reading { kind: Answer::Open, ..reading }
}

/// The reading, with the few words of the source on which it turns.
pub(super) const fn turning_on(reading: Reading, phrase: Phrase) -> Reading {
    Reading { turns_on: Some(phrase), ..reading }
}

/// Words of a source in its own language.
pub(super) const fn original(words: &'static str, lang: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang, translated: false, place }
}

/// A translator's words, in English, where the original was not seen.
pub(super) const fn translated(words: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang: "en", translated: true, place }
}

/// The same question, which mends a garbled word or a slip.
pub(super) const fn repair(reading: Reading) -> Reading {
    Reading { kind: Answer::Repair, ..reading }
}

/// The same question, answered with the practice of another time or author in view.
pub(super) const fn practice(reading: Reading) -> Reading {
    Reading { kind: Answer::Practice, ..reading }
}

/// The reading, with the option that answers otherwise.
pub(super) const fn or(reading: Reading, option: &'static str) -> Reading {
    Reading { option: Some(option), ..reading }
}

/// A thing that the edition does not have: its source tells the game without it.
pub(super) const fn absent<T: Copy>(value: T, text: &'static str) -> Clause<T> {
    Clause { text, value, source: Source::Without, readings: &[] }
}

/// A thing that does not arise in the whole game: no page speaks of it.
pub(super) const fn not_there<T: Copy>(value: T) -> Clause<T> {
    absent(value, "")
}

/// A thing of which the edition's source does not speak, and of which the game has no need.
pub(super) const fn untold<T: Copy>(value: T, text: &'static str) -> Clause<T> {
    Clause { text, value, source: Source::Silent, readings: &[] }
}
