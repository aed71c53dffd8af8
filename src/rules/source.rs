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
    /// The text it names, if it names one.
    pub fn work(self) -> Option<&'static Work> {
        match self {
            Source::Says { work, .. } | Source::Period { work } => Some(work),
            Source::Same { .. } | Source::Silent => None,
        }
    }
}
