//! A clause: one thing an edition decides, in words, as a value, and with what it rests on.

use super::{ClauseId, Mark, Marked, Marks, Source, TableCustom, TakenOver, Value, data};
use std::any::Any;

/// One decision of an edition.
#[derive(Clone, Copy, Debug)]
pub struct Clause<T> {
    /// The rule in our own words, as a sentence or two of Markdown.
    pub text: &'static str,
    pub value: T,
    pub source: Source,
    /// Questions the source leaves open, with our answers.
    pub readings: &'static [Reading],
}

impl<T: Copy> Clause<T> {
    pub fn marks(&self) -> Marks {
        Marks::of(self.source, self.readings)
    }

    /// Its value, to be printed: with its marks. The engine, which prints nothing, reads `value`.
    pub fn read(&self) -> Marked<T> {
        Marked::new(self.value, self.marks())
    }
}

/// A clause, whatever its value is.
pub(crate) trait AnyClause {
    /// It without its value.
    fn without_value(&self) -> Clause<()>;
    fn replace_text(&mut self, text: Option<&'static str>, source: Source);
    fn value(&self) -> &dyn Value;
    fn decides_as(&self, other: &dyn AnyClause) -> bool;
    /// Takes the other value of this number instead of its own, if there are so many.
    fn take_alternative(&mut self, nth: usize) -> bool;
}

impl<T: Value + Copy + PartialEq> AnyClause for Clause<T> {
    fn without_value(&self) -> Clause<()> {
        let Clause {
            text,
            source,
            readings,
            ..
        } = *self;
        Clause {
            text,
            value: (),
            source,
            readings,
        }
    }

    fn replace_text(&mut self, text: Option<&'static str>, source: Source) {
        (self.text, self.source) = (text.unwrap_or(self.text), source);
    }

    fn value(&self) -> &dyn Value {
        &self.value
    }

    fn decides_as(&self, other: &dyn AnyClause) -> bool {
        (other.value() as &dyn Any).downcast_ref() == Some(&self.value)
    }

    fn take_alternative(&mut self, nth: usize) -> bool {
        let other = self.value.alternatives().get(nth).copied();
        self.value = other.unwrap_or(self.value);
        other.is_some()
    }
}

data! {
    /// An answer to a question that the source leaves open.
    #[derive(serde::Serialize, schemars::JsonSchema)]
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
        /// Of the words that the option takes, those that fit here; all of them where empty.
        #[serde(skip)]
        pub among: &'static [&'static str],
        /// Who answers.
        pub kind: Answer,
        /// The words of the source on which it turns, where it turns on any.
        pub turns_on: Option<Phrase>,
    }

    /// A few words of a source, never a sentence, on which a reading turns.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct Phrase {
        /// The words, as they stand there.
        pub words: &'static str,
        /// Their language, as HTML names it: `fr`.
        pub lang: &'static str,
        /// Whether they are a translator's: the original was not seen at this place.
        pub translated: bool,
        /// Where they stand: `Lalanne, §10`.
        pub place: &'static str,
    }

    /// Who answers a reading's question.
    #[derive(PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Answer {
        /// We do: no source does.
        Silence,
        /// We do: the source speaks, and its words fit more than one answer.
        Open,
        /// We do, with the practice of another time or author before us.
        Practice,
        /// We mend a garbled word or a slip.
        Repair,
        /// The source does, or it follows from what the source says.
        Settled,
    }
}

impl std::fmt::Display for Phrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Phrase {
                words,
                translated: true,
                place,
                ..
            } => write!(f, "“{words}” in the translation, {place}"),
            Phrase {
                words, lang, place, ..
            } => write!(f, "“{words}” ({lang}), {place}"),
        }
    }
}

/// A clause of any value, as the book and the checker see it.
#[derive(Clone, Debug)]
pub struct ClauseInfo {
    pub topic: ClauseId,
    /// Its title, in the words of the edition.
    pub title: String,
    pub(super) text: &'static str,
    pub(super) value: String,
    pub presence: Presence,
    /// Why no hand has to show it, if none has.
    pub unseen: Option<&'static str>,
    pub source: Source,
    pub readings: &'static [Reading],
}

/// Whether an edition has the thing that a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Present,
    /// Its source does not speak of it.
    Untold,
    /// Not of itself, but a company may agree on it by this option.
    Agreed(&'static str),
    /// Only in another game of the same author, which a company may agree to play by this option.
    OtherGame(&'static str),
    Lacking,
}

impl ClauseInfo {
    pub fn is_absent(&self) -> bool {
        self.presence != Presence::Present
    }

    pub fn marks(&self) -> Marks {
        Marks::of(self.source, self.readings)
    }

    pub fn text(&self) -> Marked<&'static str> {
        Marked::new(self.text, self.marks())
    }

    pub fn value(&self) -> Marked<&str> {
        Marked::new(&self.value, self.marks())
    }

    /// What the engine makes of it, in a few words. A second declaration is refused, though no value says so.
    pub fn engine_value(&self) -> Marked<&str> {
        match self.topic {
            ClauseId::DeclFinal => Marked::new("a second declaration is refused", self.marks()),
            _ => self.value(),
        }
    }

    /// What is decided, in a few words: the value, or the rule itself where only people keep it.
    pub fn short_rule(&self) -> Marked<&str> {
        if self.is_custom() {
            self.text()
        } else {
            self.value()
        }
    }

    /// Whether only people keep it, so that it has words and no value.
    pub fn is_custom(&self) -> bool {
        self.value == TableCustom.describe()
    }

    /// The value that a company has agreed on in the stead of what the edition has. It rests on them, and on no source.
    pub fn changed_value(&self, printed: &ClauseInfo) -> Option<&str> {
        (self.value != printed.value).then_some(&self.value)
    }

    pub fn has_same_text(&self, other: &ClauseInfo) -> bool {
        self.text == other.text
    }

    /// Its value as a program tells it from others. Not for print.
    pub fn value_key(&self) -> &str {
        &self.value
    }

    /// Whether it stands in for a rule that is not at hand.
    pub fn is_unknown(&self) -> bool {
        matches!(
            self.source,
            Source::Same {
                taken: TakenOver::NotAtHand,
                ..
            }
        )
    }
}

impl Marks {
    /// Those that follow from what a clause rests on and from the questions that are answered beside it.
    pub fn of(source: Source, readings: &[Reading]) -> Marks {
        let of_source = match source {
            Source::Says { .. } | Source::Without => Marks::NONE.with(Mark::Said),
            Source::Same { taken, theirs, .. } => theirs.taken_over().with(match taken {
                TakenOver::Told => Mark::TakenOver,
                TakenOver::NotToldAgain => Mark::NotToldAgain,
                TakenOver::NotAtHand => Mark::NotKnown,
            }),
            Source::Silent if readings.is_empty() => Marks::NONE.with(Mark::Silent),
            Source::Silent | Source::Period { .. } => Marks::NONE.with(Mark::Ours),
            // Whatever sources leave open, the company has settled.
            Source::Agreed => return Marks::NONE,
        };
        readings
            .iter()
            .fold(of_source, |marks, reading| match reading.kind {
                Answer::Silence | Answer::Practice | Answer::Repair => marks.with(Mark::PartlyOurs),
                Answer::Open => marks.with(Mark::Open),
                Answer::Settled => marks,
            })
    }
}
