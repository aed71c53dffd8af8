//! How games are related, as the sources have it.

use super::Work;

/// A game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its anchor in the chapter of the family: `mouche`.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its line in the diagram, from the top: below all that it came from.
    pub generation: usize,
    /// When and where it is attested, as far as the source says: `England`, `Paris, 1718`.
    pub when: &'static str,
    /// What it is, in a sentence or two.
    pub about: &'static str,
    /// What that rests on.
    pub rests_on: &'static [Rests],
    /// The ids of the editions that tell its rules, whether or not this book has them yet.
    pub editions: &'static [&'static str],
}

/// A line of the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kin {
    /// The id of the game that is told of.
    pub of: &'static str,
    /// What it is to the other.
    pub relation: Relation,
    /// The id of the other.
    pub to: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
    /// What it rests on.
    pub rests_on: Rests,
    /// What else it rests on.
    pub also: &'static [Rests],
    /// What the sources have, in our words.
    pub note: &'static str,
}

/// What one game is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It came from it.
    Descends,
    /// It is a variety of it.
    Variant,
    /// It is kin, and no more is said.
    Related,
}

impl Relation {
    /// In words, between the two names.
    pub fn says(self) -> &'static str {
        match self {
            Relation::Descends => "descends from",
            Relation::Variant => "is a variant of",
            Relation::Related => "is related to",
        }
    }

    /// In words, told of the other game.
    pub fn turned(self) -> &'static str {
        match self {
            Relation::Descends => "is the forebear of",
            Relation::Variant => "has the variant",
            Relation::Related => "is related to",
        }
    }
}

/// How sure a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The source says it.
    Said,
    /// The source suggests it, or says it of something near.
    Suggested,
    /// The source says it, and the dates of print run the other way.
    AgainstDates,
}

impl Certainty {
    /// What to add to a line, if anything.
    pub fn doubt(self) -> Option<&'static str> {
        match self {
            Certainty::Said => None,
            Certainty::Suggested => Some("perhaps"),
            Certainty::AgainstDates => Some("against the dates"),
        }
    }
}

/// A year of print that we know of something in the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// The year; where it is a guess, the nearest.
    pub year: u16,
    /// Whether the year is a guess.
    pub is_about: bool,
    /// What was printed, and where.
    pub what: &'static str,
    /// What that rests on.
    pub rests_on: Rests,
}

/// A game that a source names beside the family, and that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its anchor in the chapter of the family: `mus`.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Whether it is kin, as far as we can tell.
    pub standing: Standing,
    /// Why.
    pub why: &'static str,
    /// What that rests on.
    pub rests_on: &'static [Rests],
}

/// Whether a game belongs to the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does, and is too far off to be drawn.
    Kin,
    /// A source says so, and what is known of the game speaks against it.
    Doubtful,
    /// It does not.
    Stranger,
}

impl Standing {
    /// In words, after the name.
    pub fn says(self) -> &'static str {
        match self {
            Standing::Kin => "kin, further off",
            Standing::Doubtful => "doubtful",
            Standing::Stranger => "no relative",
        }
    }
}

/// A text, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rests {
    /// The text.
    pub work: &'static Work,
    /// Where in it.
    pub section: &'static str,
}
