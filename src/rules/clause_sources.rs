//! Sources of clauses, the list of all works, and the marks that say how sure a clause is.
//!
//! [`MarkedWithCertainty`] holds what a clause says and gives it away in two ways only: printed with its signs, or together with its
//! marks to code that sets both in type. So a page cannot print a value and forget that it is our reading.

use super::from_toml::{DataError, FromToml, TomlValue, expected, parse_file, read_spanned, text};
use super::value_form::{AllowedValueWord, IdKind, TableKeyForm, ValueForm};
use super::{choices, data};
use std::fmt::{Display, Formatter};
use std::sync::LazyLock;

data! {
    /// States how sure it is that a clause holds in an edition that takes it over.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum InheritedClauseCertainty {
        /// The edition's source says that the rule is the same.
        Told,
        /// The edition's source tells what is different, and this rule is not among that.
        NotToldAgain,
        /// Nobody could look up the edition's own rule, so that of the other edition is played.
        NotAtHand,
    }
}

/// The source of a clause. That a source does not cover something is a finding, and is always written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ClauseSource {
    /// The source of this edition says so.
    Says {
        /// The work: its whole title in JSON.
        #[serde(serialize_with = "serialize_title")]
        #[schemars(with = "String")]
        work: &'static Work,
        /// The place in the work.
        section: &'static str,
    },
    /// Another edition says so, and this one takes it over.
    Same {
        /// The other edition's id.
        edition: &'static str,
        /// The reason why it may be taken over.
        why: &'static str,
        /// How sure it is that the clause holds in this edition.
        taken: InheritedClauseCertainty,
        /// Whether the other source tells the game without the thing.
        #[serde(skip)]
        without: bool,
        /// The marks of the clause in the other edition.
        #[serde(skip)]
        theirs: CertaintyMarkSet,
    },
    /// Practice of the time or of other authors, not this author's.
    Period {
        /// The work: its whole title in JSON.
        #[serde(serialize_with = "serialize_title")]
        #[schemars(with = "String")]
        work: &'static Work,
    },
    /// No source covers it; the rule is our reading.
    Silent,
    /// The source tells the game without the thing.
    Without,
    /// The players of a house table agreed on it.
    Agreed {
        /// The reason that the players give; empty where they give none.
        #[serde(skip_serializing_if = "str::is_empty")]
        #[schemars(default)]
        why: &'static str,
    },
}

/// The source of a clause as a file of data writes it: with the id of a work, which may be described in the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParsedClauseSource {
    Says {
        work: &'static str,
        section: &'static str,
    },
    Period {
        work: &'static str,
    },
    Silent,
    Without,
}

/// Reads `["lalanne", "§1"]`, `{ period = "julepe" }`, `"silent"` or `"without"`.
impl FromToml for ParsedClauseSource {
    fn from_toml(told: &TomlValue) -> Result<ParsedClauseSource, DataError> {
        if let Some(list) = told.as_array() {
            let wanted = "a work and the place in it, such as `[\"lalanne\", \"p. 12\"]`";
            if list.len() != 2 {
                return Err(DataError::unexpected(
                    wanted,
                    format!("a list of {}", list.len()),
                ));
            }
            let (work, section) = <(&str, &str)>::from_toml(told)?;
            return Ok(ParsedClauseSource::Says { work, section });
        }
        if let Some(work) = told.get("period") {
            let work = read_spanned(work)?;
            return Ok(ParsedClauseSource::Period { work });
        }
        match told.as_str() {
            Some("silent") => Ok(ParsedClauseSource::Silent),
            Some("without") => Ok(ParsedClauseSource::Without),
            _ => Err(expected(
                "a work and where in it, a `period` work, `silent` or `without`",
                told,
            )),
        }
    }

    fn form() -> ValueForm {
        let period = TableKeyForm::required("period", ValueForm::Name(IdKind::Work))
            .saying("a work that has the practice of the time");
        ValueForm::Either(vec![
            ValueForm::Row(vec![
                ValueForm::Name(IdKind::Work),
                ValueForm::Words("the place in the work, such as `p. 112`"),
            ]),
            ValueForm::Table(vec![period]),
            ValueForm::Choice(vec![
                AllowedValueWord::alone("silent", "the source does not cover the rule"),
                AllowedValueWord::alone(
                    "without",
                    "the game of the source does not have the thing",
                ),
            ]),
        ])
    }
}

impl ParsedClauseSource {
    /// Returns the source with its work, which is one of these or one of [`WORKS`].
    pub(super) fn find_work(self, works: &'static [Work]) -> Result<ClauseSource, DataError> {
        Ok(match self {
            ParsedClauseSource::Says { work, section } => ClauseSource::Says {
                work: Work::find_own_or_known(works, work)?,
                section,
            },
            ParsedClauseSource::Period { work } => ClauseSource::Period {
                work: Work::find_own_or_known(works, work)?,
            },
            ParsedClauseSource::Silent => ClauseSource::Silent,
            ParsedClauseSource::Without => ClauseSource::Without,
        })
    }
}

/// Writes the whole title of a work into JSON.
fn serialize_title<S: serde::Serializer>(
    work: &&'static Work,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(work.full)
}

impl ClauseSource {
    /// Returns whether the source tells the game without the thing.
    pub const fn is_stated_absence(self) -> bool {
        matches!(
            self,
            ClauseSource::Without | ClauseSource::Same { without: true, .. }
        )
    }

    /// Returns whether the players of a house table agreed on the clause.
    pub const fn is_agreed(self) -> bool {
        matches!(self, ClauseSource::Agreed { .. })
    }

    /// Returns the work that is named here, if one is.
    pub fn work(self) -> Option<&'static Work> {
        match self {
            ClauseSource::Says { work, .. } | ClauseSource::Period { work } => Some(work),
            ClauseSource::Same { .. }
            | ClauseSource::Silent
            | ClauseSource::Without
            | ClauseSource::Agreed { .. } => None,
        }
    }
}

impl Display for ClauseSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            ClauseSource::Says { work, section: "" } => f.write_str(work.short),
            ClauseSource::Says { work, section } => write!(f, "{}, {section}", work.short),
            ClauseSource::Same { edition, taken, .. } => match taken {
                InheritedClauseCertainty::Told => write!(f, "as in {edition}"),
                InheritedClauseCertainty::NotToldAgain => {
                    write!(f, "taken over from {edition}; not repeated in its source")
                }
                InheritedClauseCertainty::NotAtHand => {
                    write!(f, "not known; played as in {edition}")
                }
            },
            ClauseSource::Period { work } => {
                write!(
                    f,
                    "practice of other authors, not of this one: {}",
                    work.short
                )
            }
            ClauseSource::Silent => f.write_str("not covered by the source"),
            ClauseSource::Without => f.write_str("the game of this source does not have it"),
            ClauseSource::Agreed { why: "" } => f.write_str("agreed at this table"),
            ClauseSource::Agreed { why } => write!(f, "agreed at this table: {why}"),
        }
    }
}

data! {
    /// A text that something in the book rests on. `editions/works.toml` lists them all.
    pub struct Work {
        /// The id, which is its anchor in the chapter of sources: `lalanne`.
        pub id: &'static str,
        /// The name in a line of the book.
        pub short: &'static str,
        /// The whole reference.
        pub full: &'static str,
        /// The language of the work and of its reference, as HTML names it: `fr`. Empty if no file says it.
        pub lang: &'static str = "",
        /// How much of the work was read.
        pub seen: ReadExtent,
        /// What the book takes from the work.
        pub good_for: &'static str,
        /// The names by which readings speak of the work; empty if none does.
        pub called: &'static [&'static str],
        /// The addresses at which it was read, the most important first; empty where none may be given.
        pub addresses: &'static [&'static str],
        /// The address of the original, if it was read in copies; empty if it was read there, or if
        /// no address of it is known.
        pub original: &'static str = "",
        /// Sentences on how it was read; empty if there is nothing to add.
        pub how: &'static str = "",
    }

    struct WorksFile { work: &'static [Work] }
}

/// The works, in the order of the chapter of sources.
pub static WORKS: LazyLock<&'static [Work]> =
    LazyLock::new(|| parse_file::<WorksFile>("works.toml", text!("editions/works")).work);

impl Work {
    /// Returns the work of an id, among these or among [`WORKS`].
    pub(super) fn find_own_or_known(
        own_works: &'static [Work],
        id: &str,
    ) -> Result<&'static Work, DataError> {
        match own_works.iter().find(|work| work.id == id) {
            Some(work) => Ok(work),
            None => Work::find(id),
        }
    }

    /// Returns the work that the program itself names by this id.
    ///
    /// # Panics
    /// If there is no such work.
    pub fn by_known_id(id: &str) -> &'static Work {
        Work::find(id).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the language of the work, if a file says it.
    pub fn language(&self) -> Option<&'static str> {
        Some(self.lang).filter(|lang| !lang.is_empty())
    }

    /// Returns the address that a reader should open: the original before any copy.
    pub fn best_address(&self) -> Option<&'static str> {
        if self.original.is_empty() {
            self.addresses.first().copied()
        } else {
            Some(self.original)
        }
    }

    /// Returns the work of an id in [`WORKS`].
    fn find(id: &str) -> Result<&'static Work, DataError> {
        WORKS
            .iter()
            .find(|work| work.id == id)
            .ok_or_else(|| DataError::unknown_name("work", id))
    }
}

/// A place in a work. A file of data writes it as `["lalanne", "§3"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The work.
    pub work: &'static Work,
    /// The place in the work; empty for the whole.
    pub section: &'static str,
}

impl FromToml for Citation {
    fn from_toml(told: &TomlValue) -> Result<Citation, DataError> {
        let (id, section) = <(&str, &str)>::from_toml(told)?;
        Ok(Citation {
            work: Work::find(id)?,
            section,
        })
    }

    fn form() -> ValueForm {
        ValueForm::Row(vec![ValueForm::Name(IdKind::Work), ValueForm::Words("")])
    }
}

choices! {
    #[derive(PartialOrd, Ord)]
    ReadExtent "How much of a work was read, the most first." { Translated, Copied, Part, Reported }

    /// A mark that says how sure a clause is. Signs show some marks after a clause: `∼`, `∗`, `°` and `†`.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    Mark {
        /// The source of the edition says so, or tells the game without the thing.
        Said,
        /// The source says that it is as in another edition.
        TakenOver,
        /// It is taken from another edition, and nobody tells it again of this one.
        NotToldAgain,
        /// It is played as in another edition, and not known to be this one's.
        NotKnown,
        /// The source does not cover it, and nothing is decided.
        Silent,
        /// It is our interpretation, because no source of the edition says it.
        Ours,
        /// It is partly our interpretation: the source leaves open a question that the clause answers.
        PartlyOurs,
        /// The source speaks in words that fit more than one answer, and the choice is ours.
        Open,
    }
}

impl Mark {
    /// Returns the sign of the mark; empty where nothing has to be said. No sign means anything in Markdown: tilde and
    /// asterisk are the mathematical ones.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::NotToldAgain => "∼",
            Mark::NotKnown => "∗",
            Mark::Ours | Mark::PartlyOurs => "°",
            Mark::Open => "†",
            Mark::Said | Mark::TakenOver | Mark::Silent => "",
        }
    }
}

/// The signs that show how sure a clause is, each with its meaning.
pub const SIGNS: &[(&str, &str)] = &[
    (
        Mark::NotToldAgain.sign(),
        "taken over from an earlier edition; no source repeats it for this one",
    ),
    (
        Mark::NotKnown.sign(),
        "not known for this edition; we play it as in an earlier one",
    ),
    (
        Mark::Ours.sign(),
        "our interpretation, in whole or in part, because the source leaves it open",
    ),
    (
        Mark::Open.sign(),
        "the source’s words fit more than one answer; we chose one",
    ),
];

/// The marks that say how sure a clause is, or a text that is made of several clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CertaintyMarkSet(u8);

impl CertaintyMarkSet {
    pub(super) const NONE: CertaintyMarkSet = CertaintyMarkSet(0);

    /// Returns the marks that a clause keeps when another edition takes it over: its source says nothing of that edition.
    pub(super) const fn kept_when_taken_over(self) -> CertaintyMarkSet {
        CertaintyMarkSet(
            self.0
                & !CertaintyMarkSet::NONE
                    .with(Mark::Said)
                    .with(Mark::TakenOver)
                    .0,
        )
    }

    /// Returns the marks with one more.
    pub(super) const fn with(self, mark: Mark) -> CertaintyMarkSet {
        CertaintyMarkSet(self.0 | 1 << mark as u8)
    }

    /// Returns the marks of both sets.
    pub const fn union(self, others: CertaintyMarkSet) -> CertaintyMarkSet {
        CertaintyMarkSet(self.0 | others.0)
    }

    /// Returns the marks with a sign that none of the others has.
    pub fn without_signs_of(self, others: CertaintyMarkSet) -> CertaintyMarkSet {
        let other_signs = others.signs();
        let mut rest = CertaintyMarkSet::NONE;
        for mark in self.iter_having_sign() {
            if !other_signs.contains(mark.sign()) {
                rest = rest.with(mark);
            }
        }
        rest
    }

    /// Returns whether a mark is among these. A clause that is ours in whole is not also ours in part; one that is not
    /// known of an edition is not also not told again.
    pub fn has(self, mark: Mark) -> bool {
        match mark {
            Mark::PartlyOurs => self.contains(mark) && !self.contains(Mark::Ours),
            Mark::NotToldAgain => self.contains(mark) && !self.contains(Mark::NotKnown),
            _ => self.contains(mark),
        }
    }

    /// Returns whether the bit of a mark is set.
    const fn contains(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u8) != 0
    }

    /// Returns whether some or all of the clause is our choice.
    pub fn has_our_choice(self) -> bool {
        self.has(Mark::Ours) || self.has(Mark::PartlyOurs) || self.has(Mark::Open)
    }

    /// Returns the marks, one after another.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL
            .iter()
            .copied()
            .filter(move |mark| self.has(*mark))
    }

    /// Returns the marks that have a sign.
    fn iter_having_sign(self) -> impl Iterator<Item = Mark> {
        self.iter().filter(|mark| !mark.sign().is_empty())
    }

    /// Returns the signs, one after another.
    pub fn signs(self) -> String {
        self.iter().map(Mark::sign).collect()
    }

    /// Returns the signs with their explanations as a line of plain text: `°: our reading`. None if there are no signs.
    pub fn legend(self) -> Option<String> {
        let mut entries = Vec::new();
        for mark in self.iter_having_sign() {
            entries.push(format!("{}: {}", mark.sign(), mark.words()));
        }
        if entries.is_empty() {
            return None;
        }
        Some(entries.join("; "))
    }

    /// Returns the signs, each with its general meaning.
    pub fn sign_meanings(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let signs = self.signs();
        SIGNS
            .iter()
            .copied()
            .filter(move |(sign, _)| signs.contains(sign))
    }

    /// Returns the marks which say that the clause is known of another edition only.
    pub const fn only_from_elsewhere(self) -> CertaintyMarkSet {
        CertaintyMarkSet(
            self.0
                & CertaintyMarkSet::NONE
                    .with(Mark::NotToldAgain)
                    .with(Mark::NotKnown)
                    .0,
        )
    }

    /// Returns the explanations of the signs.
    pub fn explanations(self) -> String {
        self.iter_having_sign()
            .map(Mark::words)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// A text or value of a clause with the marks of the clause. It cannot be printed without them.
///
/// ```
/// // No source of 1718 says what happens to a player who cannot pay: the sign says that the answer is ours.
/// let edition = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// assert_eq!(edition.credit.read().map(|credit| credit.words()).to_string(), "players may go into debt°");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedWithCertainty<T> {
    said: T,
    marks: CertaintyMarkSet,
}

impl<T> MarkedWithCertainty<T> {
    pub(super) const fn new(content: T, marks: CertaintyMarkSet) -> MarkedWithCertainty<T> {
        MarkedWithCertainty {
            said: content,
            marks,
        }
    }

    /// Returns the marks.
    pub fn marks(&self) -> CertaintyMarkSet {
        self.marks
    }

    /// Converts the content and keeps the marks.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> MarkedWithCertainty<U> {
        MarkedWithCertainty {
            said: make(self.said),
            marks: self.marks,
        }
    }

    /// Returns both contents with the marks of both.
    pub fn and<U>(self, other: MarkedWithCertainty<U>) -> MarkedWithCertainty<(T, U)> {
        MarkedWithCertainty {
            said: (self.said, other.said),
            marks: self.marks.union(other.marks),
        }
    }

    /// Calls `setter` with the content and the marks, so that it sets both in type.
    pub fn render<R>(&self, setter: impl FnOnce(&T, CertaintyMarkSet) -> R) -> R {
        setter(&self.said, self.marks)
    }
}

impl<T: Display> Display for MarkedWithCertainty<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.said, self.marks.signs())
    }
}
