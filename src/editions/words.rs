//! The words that every edition's data are written with.

use crate::rules::{Answer, Clause, Phrase, Reading, Source};

/// A clause: its value and what it rests on, its words, and the questions that are answered beside it; or one that is taken
/// over, with other questions. Of an answer the kind, the id, what is asked, what we rule and why; `=` takes one over.
macro_rules! clause {
    (..$same:expr; $($rows:tt)*) => { Clause { readings: clause!(@ $($rows)*), ..$same } };
    (@) => { &[] };
    (@ $(
        $($kind:ident $id:literal $question:literal $ruling:literal $why:literal $(.$more:ident($($with:expr),+))*)?
        $(= $same:expr)?
    );*) => {
        &[$($($kind($id, $question, $ruling, $why)$(.$more($($with),+))*,)? $($same,)?)*]
    };
    ($value:expr, $source:expr; $text:expr $(; $($rows:tt)*)?) => {
        Clause { text: $text, value: $value, source: $source, readings: clause!(@ $($($rows)*)?) }
    };
}
pub(super) use clause;

/// Lalanne's account says so. Its first half is la Mouche, its second le Pamphile.
pub(super) const fn lalanne(section: &'static str) -> Source {
    Source::Says { work: "lalanne", section }
}

/// Boussac says so.
pub(super) const fn boussac(section: &'static str) -> Source {
    Source::Says { work: "boussac", section }
}

/// A question that is answered so, the kind of its answer, and how the kind is called here.
macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident $kind:ident;)+) => { $(
        $(#[$doc])*
        pub(super) const fn $name(
            id: &'static str,
            question: &'static str,
            ruling: &'static str,
            why: &'static str,
        ) -> Reading {
            Reading { id, question, ruling, why, option: None, kind: Answer::$kind, turns_on: None }
        }
    )+ };
}

readings! {
    /// A question the source leaves open, and our answer.
    reading Silence;
    /// One which the source settles, or which follows from what it says.
    settled Settled;
    /// One to which the source speaks in words that fit more than one answer.
    open Open;
    /// One which mends a garbled word or a slip.
    repair Repair;
    /// One answered with the practice of another time or author in view.
    practice Practice;
}

/// Words of a source in its own language.
pub(super) const fn original(words: &'static str, lang: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang, translated: false, place }
}

/// A translator's words, in English, where the original was not seen.
pub(super) const fn translated(words: &'static str, place: &'static str) -> Phrase {
    Phrase { words, lang: "en", translated: true, place }
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
