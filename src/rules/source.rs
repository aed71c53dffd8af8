//! What a clause rests on, and the texts that rules, words and kinships are taken from: one list, and no text outside it. And
//! how sure a clause is: the marks that go with its words and its value wherever they are printed.
//!
//! [`Marked`] holds what a clause says and lets it out in two ways only: printed with its signs, or together with its
//! marks to whoever sets them in type. So a page cannot print a value and forget that it is our reading.

use super::from_toml::{DataError, FromToml, Toml, expected, parse_file, text};
use super::{choices, data};
use std::fmt::{Display, Formatter};
use std::sync::LazyLock;

data! {
    /// How sure it is that a clause holds in an edition that takes it over.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum TakenOver {
        /// Its source says that the rule is the same.
        Told,
        /// Its source tells what is different, and this is not among it: nobody tells it of this edition.
        NotToldAgain,
        /// Its own rules are not at hand, and others are played in their stead.
        NotAtHand,
    }
}

/// What a clause rests on. Silence is a finding and is always spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Source {
    /// The source of this edition says so.
    Says {
        /// Which text: here its id, and its whole title for a machine.
        #[serde(serialize_with = "serialize_title")]
        work: &'static str,
        /// Where in it.
        section: &'static str,
    },
    /// Another edition says so, and this one takes it over.
    Same {
        /// The other edition's id.
        edition: &'static str,
        /// Why it may be taken over.
        why: &'static str,
        /// How sure it is that this edition has it so.
        taken: TakenOver,
        /// Whether the other tells the game without the thing.
        #[serde(skip)]
        without: bool,
        /// The marks that it has there.
        #[serde(skip)]
        theirs: Marks,
    },
    /// Practice of the time or of others, not this author's.
    Period {
        /// Which text: here its id, and its whole title for a machine.
        #[serde(serialize_with = "serialize_title")]
        work: &'static str,
    },
    /// No source speaks; the rule is our reading.
    Silent,
    /// The game is told without the thing.
    Without,
    /// None: a company has agreed on it.
    Agreed,
}

/// `["lalanne", "§1"]`, `{ period = "julepe" }`, `"silent"` or `"without"`.
impl FromToml for Source {
    fn from_toml(told: &Toml) -> Result<Source, DataError> {
        match told.as_array() {
            Some(_) => <(&str, &str)>::from_toml(told)
                .map(|(work, section)| Source::Says { work, section }),
            None => match (told.as_str(), told.get("period")) {
                (Some("silent"), _) => Ok(Source::Silent),
                (Some("without"), _) => Ok(Source::Without),
                (_, Some(work)) => Ok(Source::Period {
                    work: <&str>::from_toml(work.get_ref())?,
                }),
                _ => Err(expected(
                    "a work and where in it, a `period` work, `silent` or `without`",
                    told,
                )),
            },
        }
    }
}

fn serialize_title<S: serde::Serializer>(work: &&'static str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(Work::of(work).full)
}

impl Source {
    /// Whether the game is told without the thing.
    pub const fn is_without(self) -> bool {
        matches!(self, Source::Without | Source::Same { without: true, .. })
    }

    /// The text it rests on, if it is named here.
    pub fn work(self) -> Option<&'static Work> {
        match self {
            Source::Says { work, .. } | Source::Period { work } => Some(Work::of(work)),
            Source::Same { .. } | Source::Silent | Source::Without | Source::Agreed => None,
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Says { work, section: "" } => f.write_str(Work::of(work).short),
            Source::Says { work, section } => write!(f, "{}, {section}", Work::of(work).short),
            Source::Same { edition, taken, .. } => match taken {
                TakenOver::Told => write!(f, "as in {edition}"),
                TakenOver::NotToldAgain => write!(f, "taken over from {edition}; not told again"),
                TakenOver::NotAtHand => write!(f, "not known; played as in {edition}"),
            },
            Source::Period { work } => {
                write!(
                    f,
                    "practice told by others, not by this author: {}",
                    Work::of(work).short
                )
            }
            Source::Silent => f.write_str("the source is silent: we read as above"),
            Source::Without => f.write_str("the source tells the game without it"),
            Source::Agreed => f.write_str("agreed at this table"),
        }
    }
}

data! {
    /// A text that something in the book rests on. `editions/works.toml` lists them all.
    pub struct Work {
        /// Its anchor in the chapter of sources: `lalanne`.
        pub id: &'static str,
        /// Its name in a line of the book.
        pub short: &'static str,
        /// The whole reference.
        pub full: &'static str,
        pub seen: Seen,
        pub good_for: &'static str,
        /// What readings call it when they lean on it; empty if none does.
        pub called: &'static [&'static str],
        /// Where it was seen, what bears most of the weight first; empty where no address may be given.
        pub addresses: &'static [&'static str],
        /// What there is to add on how it was read, in sentences; empty if nothing.
        pub how: &'static str = "",
    }

    struct Works { work: &'static [Work] }
}

/// All works, in the order of the chapter of sources.
pub static WORKS: LazyLock<&'static [Work]> =
    LazyLock::new(|| parse_file::<Works>("works.toml", text!("editions/works")).work);

impl Work {
    /// The work of an id that stands in this program; any other panics. A test asks for each id that an edition names.
    pub fn of(id: &'static str) -> &'static Work {
        Work::find(id).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn find(id: &str) -> Result<&'static Work, DataError> {
        WORKS
            .iter()
            .find(|work| work.id == id)
            .ok_or_else(|| DataError::unknown("work", id))
    }
}

/// A text, and where in it; in a list of data `["lalanne", "§3"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    pub work: &'static Work,
    pub section: &'static str,
}

impl FromToml for Citation {
    fn from_toml(told: &Toml) -> Result<Citation, DataError> {
        let (id, section) = <(&str, &str)>::from_toml(told)?;
        Ok(Citation {
            work: Work::find(id)?,
            section,
        })
    }
}

choices! {
    #[derive(PartialOrd, Ord)]
    Seen "How much of a work was read, the most first." { Translated, Copied, Part, Reported }

    /// What there is to say of how sure a clause is.
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
        /// The source is silent, and nothing is decided.
        Silent,
        /// It is our reading, since no source of the edition says it.
        Ours,
        /// In part it is our reading: beside what the source says, a question is answered that it leaves open.
        PartlyOurs,
        /// The source speaks in words that fit more than one answer, and the choice is ours.
        Open,
    }
}

impl Mark {
    /// Empty where nothing has to be said. None means anything in Markdown: tilde and asterisk are of mathematics.
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

/// The signs, and what each means wherever it stands.
pub const SIGNS: &[(&str, &str)] = &[
    (
        Mark::NotToldAgain.sign(),
        "taken from an earlier edition: nobody tells it again of this one",
    ),
    (
        Mark::NotKnown.sign(),
        "not known to be this edition’s: played as in an earlier one",
    ),
    (
        Mark::Ours.sign(),
        "in whole or in part our reading, since the source leaves it open",
    ),
    (
        Mark::Open.sign(),
        "the source’s words fit more than one answer: the choice is ours",
    ),
];

/// The marks of a clause, or of what is made of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    pub(super) const NONE: Marks = Marks(0);

    /// Those of a clause that another edition takes over: what its own source says is not said of the other.
    pub(super) const fn taken_over(self) -> Marks {
        Marks(self.0 & !Marks::NONE.with(Mark::Said).with(Mark::TakenOver).0)
    }

    pub(super) const fn with(self, mark: Mark) -> Marks {
        Marks(self.0 | 1 << mark as u8)
    }

    pub const fn and(self, others: Marks) -> Marks {
        Marks(self.0 | others.0)
    }

    /// These without those that have a sign of others'.
    pub fn without(self, others: Marks) -> Marks {
        let told = others.signs();
        self.with_signs()
            .filter(|mark| !told.contains(mark.sign()))
            .fold(Marks::NONE, Marks::with)
    }

    /// Whether this is among them. What is ours in whole is not ours in part besides; and what is not known of an
    /// edition may or may not be told again of the one between.
    pub fn has(self, mark: Mark) -> bool {
        let is_in = |mark: Mark| self.0 & (1 << mark as u8) != 0;
        match mark {
            Mark::PartlyOurs if is_in(Mark::Ours) => false,
            Mark::NotToldAgain if is_in(Mark::NotKnown) => false,
            _ => is_in(mark),
        }
    }

    /// Whether some or all of it is our choice, or not known to be the edition's.
    pub fn is_ours(self) -> bool {
        [Mark::Ours, Mark::PartlyOurs, Mark::Open]
            .into_iter()
            .any(|mark| self.has(mark))
    }

    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL
            .iter()
            .copied()
            .filter(move |mark| self.has(*mark))
    }

    fn with_signs(self) -> impl Iterator<Item = Mark> {
        self.iter().filter(|mark| !mark.sign().is_empty())
    }

    pub fn signs(self) -> String {
        self.iter().map(Mark::sign).collect()
    }

    /// The signs with what they say, a line of plain text: `°: our reading`. Nothing where there are none.
    pub fn legend(self) -> Option<String> {
        let each: Vec<String> = self
            .with_signs()
            .map(|mark| format!("{}: {}", mark.sign(), mark.words()))
            .collect();
        (!each.is_empty()).then(|| each.join("; "))
    }

    /// Their signs with what each means wherever it stands, whatever it stands behind there.
    pub fn sign_meanings(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let signs = self.signs();
        SIGNS
            .iter()
            .copied()
            .filter(move |(sign, _)| signs.contains(sign))
    }

    /// Those among them that say that it is known of another edition alone.
    pub const fn from_elsewhere(self) -> Marks {
        Marks(self.0 & Marks::NONE.with(Mark::NotToldAgain).with(Mark::NotKnown).0)
    }

    /// What the signs say, in words.
    pub fn words(self) -> String {
        self.with_signs()
            .map(Mark::words)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// Something that a clause says, with the marks of the clause. It cannot be printed without them.
///
/// ```
/// // No source of 1718 says what becomes of one who cannot pay: the sign says that the answer is ours.
/// let edition = mouche::editions::ALL[0];
/// assert_eq!(edition.credit.read().map(|credit| credit.words()).to_string(), "open: a purse may go below nothing°");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked<T> {
    said: T,
    marks: Marks,
}

impl<T> Marked<T> {
    pub(super) const fn new(said: T, marks: Marks) -> Marked<T> {
        Marked { said, marks }
    }

    pub fn marks(&self) -> Marks {
        self.marks
    }

    /// What is made of it, which rests on the same.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Marked<U> {
        Marked {
            said: make(self.said),
            marks: self.marks,
        }
    }

    /// It and another: what is made of both rests on both.
    pub fn and<U>(self, other: Marked<U>) -> Marked<(T, U)> {
        Marked {
            said: (self.said, other.said),
            marks: self.marks.and(other.marks),
        }
    }

    /// Sets it in type: what it is and its marks are given together.
    pub fn render<R>(&self, setter: impl FnOnce(&T, Marks) -> R) -> R {
        setter(&self.said, self.marks)
    }
}

impl<T: Display> Display for Marked<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.said, self.marks.signs())
    }
}
