//! What a clause rests on.

use super::{Marks, Work};

/// How sure it is that a clause holds in an edition that takes it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakenOver {
    /// Its source says that the rule is the same.
    Told,
    /// Its source tells what is different, and this is not among it: nobody tells it of this edition.
    NotToldAgain,
    /// Its own rules are not at hand, and others are played in their stead.
    NotAtHand,
}

/// What a clause rests on. Silence is a finding and is always spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The source of this edition says so.
    Says {
        /// Which text.
        work: &'static Work,
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
        without: bool,
        /// The marks that it has there.
        theirs: Marks,
    },
    /// Practice of the time, not this author's.
    Period {
        /// Which text.
        work: &'static Work,
    },
    /// No source speaks; the rule is our reading.
    Silent,
    /// The game is told without the thing.
    Without,
}

impl Source {
    /// Whether the game is told without the thing.
    pub const fn is_without(self) -> bool {
        matches!(self, Source::Without | Source::Same { without: true, .. })
    }

    /// The text it rests on, if it is named here.
    pub fn work(self) -> Option<&'static Work> {
        match self {
            Source::Says { work, .. } | Source::Period { work } => Some(work),
            Source::Same { .. } | Source::Silent | Source::Without => None,
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Says { work, section: "" } => f.write_str(work.short),
            Source::Says { work, section } => write!(f, "{}, {section}", work.short),
            Source::Same { edition, taken: TakenOver::Told, .. } => write!(f, "as in {edition}"),
            Source::Same { edition, taken: TakenOver::NotToldAgain, .. } => {
                write!(f, "taken over from {edition}; not told again")
            }
            Source::Same { edition, taken: TakenOver::NotAtHand, .. } => {
                write!(f, "not known; played as in {edition}")
            }
            Source::Period { work } => {
                write!(f, "practice that looks like the time's, not this author's: {}", work.short)
            }
            Source::Silent => f.write_str("the source is silent: we read as above"),
            Source::Without => f.write_str("the source tells the game without it"),
        }
    }
}
