//! Clauses: what an edition decides about one thing, in words and as a value, with its source and our readings.

use super::{
    CertaintyMarkSet, ClauseId, ClauseSource, ClauseValue, InheritedClauseCertainty, Mark,
    MarkedWithCertainty, UnenforcedCustom, Work, data,
};
use std::any::Any;

/// What an edition decides about one thing.
#[derive(Clone, Copy, Debug)]
pub struct Clause<T> {
    /// The rule in our own words, as a sentence or two of Markdown.
    pub text: &'static str,
    /// The decision as the engine reads it.
    pub value: T,
    /// What the clause rests on.
    pub source: ClauseSource,
    /// Questions the source leaves open, with our answers.
    pub readings: &'static [SourceReading],
    /// What players may do where the source does not cover the clause.
    pub practice: Option<SuggestedTableCustom>,
    /// A few words of the source.
    pub quotation: Option<&'static Quotation>,
}

impl<T: Copy> Clause<T> {
    /// Returns the marks that follow from the source and the readings.
    pub fn marks(&self) -> CertaintyMarkSet {
        CertaintyMarkSet::from_source(self.source, self.readings)
    }

    /// Returns the value with its marks, for a page to print. The engine, which prints nothing, reads `value`.
    pub fn read(&self) -> MarkedWithCertainty<T> {
        MarkedWithCertainty::new(self.value, self.marks())
    }
}

/// A clause with a value of any type.
pub trait AnyClause {
    /// Returns the clause without its value.
    fn without_value(&self) -> Clause<()>;
    /// Replaces the source, and the text if a new one is given.
    fn replace_source_and_text(&mut self, text: Option<&'static str>, source: ClauseSource);
    /// Returns the value.
    fn value(&self) -> &dyn ClauseValue;
    /// Returns whether another clause has the same value.
    fn has_same_value(&self, other: &dyn AnyClause) -> bool;
    /// Replaces the value by its alternative number `nth`. Returns whether there is one.
    fn replace_value_by_alternative(&mut self, nth: usize) -> bool;
}

impl Clause<()> {
    /// Returns the clause with a value.
    pub(super) fn with_value<T>(self, value: T) -> Clause<T> {
        Clause {
            text: self.text,
            value,
            source: self.source,
            readings: self.readings,
            practice: self.practice,
            quotation: self.quotation,
        }
    }
}

impl<T: ClauseValue + Copy + PartialEq> AnyClause for Clause<T> {
    fn without_value(&self) -> Clause<()> {
        Clause {
            text: self.text,
            value: (),
            source: self.source,
            readings: self.readings,
            practice: self.practice,
            quotation: self.quotation,
        }
    }

    fn replace_source_and_text(&mut self, text: Option<&'static str>, source: ClauseSource) {
        if let Some(text) = text {
            self.text = text;
        }
        self.source = source;
    }

    fn value(&self) -> &dyn ClauseValue {
        &self.value
    }

    fn has_same_value(&self, other: &dyn AnyClause) -> bool {
        (other.value() as &dyn Any).downcast_ref() == Some(&self.value)
    }

    fn replace_value_by_alternative(&mut self, nth: usize) -> bool {
        let Some(alternative) = self.value.alternatives().nth(nth) else {
            return false;
        };
        self.value = alternative;
        true
    }
}

data! {
    /// An answer to a question that the source leaves open.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct SourceReading {
        /// Its number in our digest: `A1718-05`.
        pub id: &'static str,
        /// The question that the source leaves open.
        pub question: &'static str,
        /// Our answer.
        pub ruling: &'static str,
        /// The reason for our answer.
        pub why: &'static str,
        /// The option that answers otherwise, where there is one.
        pub option: Option<&'static str>,
        /// Of the words that the option takes, those that fit here; all of them where empty.
        #[serde(skip)]
        pub among: &'static [&'static str],
        /// Who answers the question.
        pub kind: ReadingAnswerOrigin,
        /// The words of the source that can be read in several ways, where there are any.
        pub turns_on: Option<AmbiguousSourceWords>,
    }

    /// A few words of a source, never a sentence, that can be read in several ways.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct AmbiguousSourceWords {
        /// The words as the source has them.
        pub words: &'static str,
        /// The language of the words, as HTML names it: `fr`.
        pub lang: &'static str,
        /// Whether the words are a translator's, because nobody saw the original at this place.
        pub translated: bool,
        /// The place of the words: `Lalanne, §10`.
        pub place: &'static str,
    }

    /// Who answers a reading's question.
    #[derive(PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum ReadingAnswerOrigin {
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

/// What we suggest to players where the source does not cover something that happens at every
/// table. It is not a rule of the edition, so only the chapter of rules prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuggestedTableCustom {
    /// What the players do, as a sentence or two of Markdown.
    pub text: &'static str,
    /// The work that prescribes it.
    pub witness: &'static Work,
}

impl SuggestedTableCustom {
    /// The sign of a suggested practice.
    pub const SIGN: &str = "‡";

    /// The meaning of the sign.
    pub const MEANING: &str =
        "suggested practice: not a rule of this edition; the work named there prescribes it";
}

impl std::fmt::Display for Quotation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "“{}” ({})", self.words, self.lang)
    }
}

impl std::fmt::Display for AmbiguousSourceWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let AmbiguousSourceWords {
            words, lang, place, ..
        } = self;
        if self.translated {
            write!(f, "“{words}” in the translation, {place}")
        } else {
            write!(f, "“{words}” ({lang}), {place}")
        }
    }
}

/// A clause of an edition as the book and the checker see it, with its value in words.
#[derive(Clone, Debug)]
pub struct EditionClauseInWords {
    /// The id of the clause.
    pub topic: ClauseId,
    /// The title, in the words of the edition.
    pub title: String,
    pub(super) text: &'static str,
    pub(super) value: String,
    /// The value by which clauses are compared, and by which kept figures are found.
    pub(super) key: String,
    /// Whether the edition has the thing that the clause is about.
    pub presence: ClausePresence,
    /// The reason why no hand has to show the clause, where there is one.
    pub unseen: Option<&'static str>,
    /// What the clause rests on.
    pub source: ClauseSource,
    /// Questions the source leaves open, with our answers.
    pub readings: &'static [SourceReading],
    /// What players may do where the source does not cover the clause.
    pub practice: Option<SuggestedTableCustom>,
    /// A few words of the source.
    pub quotation: Option<&'static Quotation>,
}

data! {
    /// A few words of a source, at most two lines of them.
    pub struct Quotation {
        /// The words as the source has them.
        pub words: &'static str,
        /// The language of the words, as HTML names it: `fr`. A file need not say it if the work has a language.
        pub lang: &'static str = "",
    }
}

impl Quotation {
    /// The most lines that a file may quote.
    pub const MOST_LINES: usize = 2;
    /// The most characters that a file may quote.
    pub const MOST_CHARACTERS: usize = 200;
}

/// Whether an edition has the thing that a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClausePresence {
    /// The edition has it.
    Present,
    /// The source does not speak of it.
    Untold,
    /// The edition lacks it, but players may agree on it by this option.
    Agreed(&'static str),
    /// Only another game of the same author has it, which players may agree to play by this option.
    OtherGame(&'static str),
    /// The edition lacks it.
    Lacking,
}

impl EditionClauseInWords {
    /// Returns whether the edition lacks the thing that the clause is about.
    pub fn is_absent(&self) -> bool {
        self.presence != ClausePresence::Present
    }

    /// Returns the marks that follow from the source and the readings.
    pub fn marks(&self) -> CertaintyMarkSet {
        CertaintyMarkSet::from_source(self.source, self.readings)
    }

    /// Returns the rule in our own words, as Markdown.
    pub fn text(&self) -> MarkedWithCertainty<&'static str> {
        MarkedWithCertainty::new(self.text, self.marks())
    }

    /// Returns the value in a few words.
    pub fn value(&self) -> MarkedWithCertainty<&str> {
        MarkedWithCertainty::new(&self.value, self.marks())
    }

    /// Returns what the engine does by the clause, in a few words: the value, except for second declarations, which the
    /// engine refuses though no value says so.
    pub fn engine_behavior(&self) -> MarkedWithCertainty<&str> {
        match self.topic {
            ClauseId::DeclFinal => {
                MarkedWithCertainty::new("a second declaration is refused", self.marks())
            }
            _ => self.value(),
        }
    }

    /// Returns the decision in a few words: the value, or the text of a rule that only people keep.
    pub fn value_or_text(&self) -> MarkedWithCertainty<&str> {
        if self.is_kept_by_people() {
            self.text()
        } else {
            self.value()
        }
    }

    /// Returns whether only people keep the rule, so that the engine has no value for it.
    pub fn is_kept_by_people(&self) -> bool {
        self.value == UnenforcedCustom.describe()
    }

    /// Returns the value that players agreed on instead of the printed one. It has no marks, because it rests on no source.
    pub fn agreed_value_if_changed(&self, printed: &EditionClauseInWords) -> Option<&str> {
        if self.value == printed.value {
            None
        } else {
            Some(&self.value)
        }
    }

    /// Returns whether another clause has the same text.
    pub fn has_same_text(&self, other: &EditionClauseInWords) -> bool {
        self.text == other.text
    }

    /// Returns the value as a key for comparisons. It has no marks, so no page may print it.
    pub fn comparison_key(&self) -> &str {
        &self.key
    }

    /// Returns whether the clause stands in for a rule of the edition that nobody could look up.
    pub fn is_unseen_rule_substitute(&self) -> bool {
        matches!(
            self.source,
            ClauseSource::Same {
                taken: InheritedClauseCertainty::NotAtHand,
                ..
            }
        )
    }
}

impl CertaintyMarkSet {
    /// Returns the marks that follow from the source of a clause and from its readings.
    pub fn from_source(source: ClauseSource, readings: &[SourceReading]) -> CertaintyMarkSet {
        let mut marks = match source {
            ClauseSource::Says { .. } | ClauseSource::Without => {
                CertaintyMarkSet::NONE.with(Mark::Said)
            }
            ClauseSource::Same { taken, theirs, .. } => {
                theirs.kept_when_taken_over().with(match taken {
                    InheritedClauseCertainty::Told => Mark::TakenOver,
                    InheritedClauseCertainty::NotToldAgain => Mark::NotToldAgain,
                    InheritedClauseCertainty::NotAtHand => Mark::NotKnown,
                })
            }
            ClauseSource::Silent if readings.is_empty() => {
                CertaintyMarkSet::NONE.with(Mark::Silent)
            }
            ClauseSource::Silent | ClauseSource::Period { .. } => {
                CertaintyMarkSet::NONE.with(Mark::Ours)
            }
            // The players have settled what the sources leave open.
            ClauseSource::Agreed { .. } => return CertaintyMarkSet::NONE,
        };
        for reading in readings {
            marks = match reading.kind {
                ReadingAnswerOrigin::Silence
                | ReadingAnswerOrigin::Practice
                | ReadingAnswerOrigin::Repair => marks.with(Mark::PartlyOurs),
                ReadingAnswerOrigin::Open => marks.with(Mark::Open),
                ReadingAnswerOrigin::Settled => marks,
            };
        }
        marks
    }
}
