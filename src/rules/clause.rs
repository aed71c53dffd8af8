//! A clause: one thing an edition decides, in words, as a value, and with what it rests on.

use super::{Source, Topic};

/// One decision of an edition.
#[derive(Clone, Copy, Debug)]
pub struct Clause<T> {
    /// The rule in our own words, as a sentence or two of Markdown.
    pub text: &'static str,
    /// What the engine reads.
    pub value: T,
    /// Where it stands, or that it stands nowhere.
    pub source: Source,
    /// Questions the source leaves open, with our answers.
    pub readings: &'static [Reading],
}

/// An edition from which another takes clauses over.
#[derive(Clone, Copy, Debug)]
pub struct Heritage {
    /// Its id.
    pub edition: &'static str,
    /// Why they may be taken over.
    pub why: &'static str,
    /// Whether the clauses are known to hold in the edition that takes them over. False where its own rules are not at
    /// hand, and others are played in their stead.
    pub known: bool,
}

impl Heritage {
    /// The same decision in the edition that takes it over.
    pub const fn same<T: Copy>(self, clause: Clause<T>) -> Clause<T> {
        let without = clause.source.is_without();
        Clause { source: Source::Same { edition: self.edition, why: self.why, known: self.known, without }, ..clause }
    }
}

/// An answer to a question that the source leaves open.
#[derive(Clone, Copy, Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Reading {
    /// Its number in our digest: `A1718-05`.
    pub id: &'static str,
    /// What is asked.
    pub question: &'static str,
    /// What we answer.
    pub ruling: &'static str,
    /// Why.
    pub why: &'static str,
    /// The option that answers otherwise, where there is one.
    pub option: Option<&'static str>,
    /// Who answers.
    pub kind: Answer,
}

/// Who answers a reading's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// We do: no source does.
    Silence,
    /// We do, with the practice of another time or author before us.
    Practice,
    /// We mend a garbled word or a slip.
    Repair,
    /// The source does, or it follows from what the source says.
    Settled,
}

/// A value that can say itself in the book.
pub trait Value: Sized {
    /// What the engine was told, in a few words.
    fn says(&self) -> String;

    /// Whether the edition lacks the thing that the clause is about.
    fn is_absent(&self) -> bool {
        false
    }

    /// Why no hand can show it, if none can.
    fn unseen(&self) -> Option<&'static str> {
        None
    }

    /// Other values that its type allows, near to this one: what a test puts in its place.
    fn others(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// All of a list but this one.
pub(super) fn but<T: Copy + PartialEq>(this: &T, all: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| one != this).collect()
}

/// A clause of any value, as the book and the checker see it.
#[derive(Clone, Debug)]
pub struct ClauseView {
    /// Which decision it is.
    pub topic: Topic,
    /// Its title, in the words of the edition.
    pub title: String,
    /// The rule in our words.
    pub text: &'static str,
    /// The value in words.
    pub value: String,
    /// Whether the edition has the thing.
    pub presence: Presence,
    /// Why no hand can show it, if none can.
    pub unseen: Option<&'static str>,
    /// Where it stands.
    pub source: Source,
    /// Our answers to open questions.
    pub readings: &'static [Reading],
}

/// Whether an edition has the thing that a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It has it.
    Present,
    /// Its source does not speak of it.
    Untold,
    /// Not of itself, but a company may agree on it by this option.
    Agreed(&'static str),
    /// Only in another game of the same author, which a company may agree to play by this option.
    OtherGame(&'static str),
    /// It has no such thing.
    Lacking,
}

impl Presence {
    /// Why no hand of the edition as it stands can show the thing, if none can.
    pub(super) fn unseen(self) -> Option<&'static str> {
        match self {
            Presence::Present => None,
            Presence::Untold => Some("its source is silent"),
            Presence::Agreed(_) => Some("this edition has it only where a company agrees on it"),
            Presence::OtherGame(_) => Some("this edition has it only in its author's other game"),
            Presence::Lacking => Some("this edition has no such thing"),
        }
    }
}

impl ClauseView {
    /// Whether the thing is not had in the edition as it stands.
    pub fn is_absent(&self) -> bool {
        self.presence != Presence::Present
    }

    /// Whether it stands in for a rule that is not at hand.
    pub fn is_unknown(&self) -> bool {
        matches!(self.source, Source::Same { known: false, .. })
    }
}

/// A rule for people at a table, of which the engine has no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom;

impl Value for Custom {
    fn says(&self) -> String {
        "kept at the table; the engine has no use for it".into()
    }

    fn unseen(&self) -> Option<&'static str> {
        Some("it is kept at the table, where the engine does not look")
    }
}
