//! What a clause rests on.

use super::Work;

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
    },
    /// Practice of the time, not this author's.
    Period {
        /// Which text.
        work: &'static Work,
    },
    /// No source speaks; the rule is our reading.
    Silent,
}

impl Source {
    /// The text it rests on, if it is named here.
    pub fn work(self) -> Option<&'static Work> {
        match self {
            Source::Says { work, .. } | Source::Period { work } => Some(work),
            Source::Same { .. } | Source::Silent => None,
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Says { work, section: "" } => f.write_str(work.short),
            Source::Says { work, section } => write!(f, "{}, {section}", work.short),
            Source::Same { edition, .. } => write!(f, "as in {edition}"),
            Source::Period { work } => write!(f, "practice of the time: {}", work.short),
            Source::Silent => f.write_str("the source is silent: we read as above"),
        }
    }
}
