//! What a clause rests on.

/// A text that rules are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its name in a line of the book.
    pub short: &'static str,
    /// The whole reference.
    pub full: &'static str,
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
            Source::Says { work, section } => write!(f, "{}, {section}", work.short),
            Source::Same { edition, .. } => write!(f, "as in {edition}"),
            Source::Period { work } => write!(f, "practice of the time: {}", work.short),
            Source::Silent => f.write_str("the source is silent: we read as above"),
        }
    }
}

/// The texts that are used so far.
pub mod works {
    use super::Work;

    /// Lalanne's account of the rules of 1718, 1730 and 1758: the only complete one at hand.
    pub static LALANNE: Work = Work {
        short: "Lalanne, La Mouche",
        full: "Philippe Lalanne, La Mouche and Le Pamphile, salondesjeux.fr: an account of the rules in the Académie universelle des jeux of 1718 and later editions",
    };

    /// The Encyclopédie's article.
    pub static ENCYCLOPEDIE: Work = Work {
        short: "Encyclopédie X",
        full: "Encyclopédie, volume X (1765), article Mouche, page 777 (only its last two definitions were seen)",
    };

    /// Balzac's novel with its game of mouche.
    pub static BALZAC: Work =
        Work { short: "Balzac, Béatrix", full: "Balzac, Béatrix (1839): the game of mouche at Guérande" };

    /// The dictionary of games that defines a tour.
    pub static ACADEMIE: Work = Work {
        short: "Académie universelle des jeux",
        full: "Académie universelle des jeux, chapter before la Tontine: what a tour is",
    };
}
