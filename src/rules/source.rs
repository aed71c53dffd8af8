//! What a clause rests on, and the texts that rules, words and kinships are taken from: one list, and no text outside it.

use super::from_toml::{FromToml, Toml, expected, text, told};
use super::{Marks, choices, data};
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
        #[serde(serialize_with = "title")]
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
        #[serde(serialize_with = "title")]
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
    fn from_toml(told: &Toml) -> Result<Source, String> {
        match told.as_array() {
            Some(_) => match <&[&str]>::from_toml(told)? {
                [work, section] => Ok(Source::Says { work, section }),
                _ => Err(expected("a work and where in it", told)),
            },
            None => match (told.as_str(), told.get("period")) {
                (Some("silent"), _) => Ok(Source::Silent),
                (Some("without"), _) => Ok(Source::Without),
                (_, Some(work)) => Ok(Source::Period { work: <&str>::from_toml(work.get_ref())? }),
                _ => Err(expected("a work and where in it, a `period` work, `silent` or `without`", told)),
            },
        }
    }
}

fn title<S: serde::Serializer>(work: &&'static str, to: S) -> Result<S::Ok, S::Error> {
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

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Says { work, section: "" } => f.write_str(Work::of(work).short),
            Source::Says { work, section } => write!(f, "{}, {section}", Work::of(work).short),
            Source::Same { edition, taken, .. } => match taken {
                TakenOver::Told => write!(f, "as in {edition}"),
                TakenOver::NotToldAgain => write!(f, "taken over from {edition}; not told again"),
                TakenOver::NotAtHand => write!(f, "not known; played as in {edition}"),
            },
            Source::Period { work } => {
                write!(f, "practice told by others, not by this author: {}", Work::of(work).short)
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
        /// Where it was seen, what bears most of the weight first; empty for what has no address, or none that may be given.
        pub addresses: &'static [&'static str],
        /// What there is to add on how it was read, in sentences; empty if nothing.
        pub how: &'static str = "",
    }

    struct Works {
        work: &'static [Work],
    }
}

/// All works, in the order of the chapter of sources.
pub static WORKS: LazyLock<&'static [Work]> = LazyLock::new(|| told::<Works>("works.toml", text!("works")).work);

impl Work {
    /// The work of an id that stands in this program.
    ///
    /// # Panics
    /// Where the list has no such work. A test asks it for each id that an edition names.
    pub fn of(id: &'static str) -> &'static Work {
        Work::find(id).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn find(id: &str) -> Result<&'static Work, String> {
        WORKS.iter().find(|work| work.id == id).ok_or_else(|| format!("no work is called `{id}`"))
    }
}

choices! {
    /// How much of a work was read, the most first.
    #[derive(PartialOrd, Ord)]
    Seen {
        Translated = "We read all of it in an English translation, and only its opening in French.";
        Copied = "We read a copy of it, not the page itself.";
        Part = "We read a part of it: its silence proves nothing.";
        Reported = "We have not seen it, and know it by report.";
    }
}

/// A text, and where in it; in a list of data `["lalanne", "§3"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rests {
    pub work: &'static Work,
    pub section: &'static str,
}

impl FromToml for Rests {
    fn from_toml(told: &Toml) -> Result<Rests, String> {
        let (id, section) = <(&str, &str)>::from_toml(told)?;
        Ok(Rests { work: Work::find(id)?, section })
    }
}
