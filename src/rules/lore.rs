//! What is told beside the rules: the words of the game, its family, and what was sought in vain.

use super::{Citation, ClauseId, choices, data};

choices! {
    Tongue "At whose card table it is said: their language, as HTML names it."
        { French, Spanish, Basque, German, English }
    Relation "What one game is to another, in words between the two names." { Descends, Variant, Related }
    Certainty "How sure a line is: the source says it, suggests it, or says it though the dates of print run otherwise."
        { Said, Suggested, AgainstDates }
    Standing "Whether a game belongs to the family, as far as a source and what is known of it say."
        { Kin, Doubtful, Stranger }
}

impl Tongue {
    /// The language, where it is not that of the book.
    pub fn lang(self) -> Option<&'static str> {
        Some(self.words()).filter(|lang| *lang != Tongue::English.words())
    }
}

impl Relation {
    /// In words, told of the other game.
    pub fn reversed_words(self) -> &'static str {
        match self {
            Relation::Descends => "is the forebear of",
            Relation::Variant => "has the variant",
            Relation::Related => self.words(),
        }
    }
}

impl Certainty {
    /// What to add to a line, if anything.
    pub fn doubt(self) -> Option<&'static str> {
        Some(self.words()).filter(|doubt| !doubt.is_empty())
    }
}

data! {
    /// A word and its meaning.
    pub struct Term {
        /// Its anchor in the glossary: `void`.
        pub id: &'static str,
        pub name: &'static str,
        pub tongue: Tongue,
        /// Other forms under which running text may use it. What is in none of them is not linked.
        pub forms: &'static [&'static str],
        /// Phrases that begin with a form and mean something else.
        pub but_not: &'static [&'static str],
        /// The meaning in one short line, for the place where it is used.
        pub brief: &'static str,
        /// What there is to add, as Markdown; empty if nothing.
        pub more: &'static str = "",
        /// What it rests on, if it is a word of the sources.
        pub rests_on: &'static [Citation],
        pub topics: &'static [ClauseId],
        /// The editions whose rules use it; empty if all do.
        pub of: &'static [&'static str],
    }

    /// A game of the family.
    pub struct Game {
        /// Its anchor in the chapter of the family: `mouche`.
        pub id: &'static str,
        pub name: &'static str,
        /// Its line in the diagram, from the top: below all that it came from.
        pub generation: usize = 0,
        /// When and where it is attested, as far as the source says: `England`, `Paris, 1718`.
        pub when: &'static str = "",
        pub about: &'static str,
        pub rests_on: &'static [Citation],
        /// The ids of the editions that tell its rules.
        pub editions: &'static [&'static str],
        /// What else its page tells, as Markdown with headings.
        pub prose: &'static str = "",
        /// Its words, as a row of three languages each.
        pub words: &'static [GameWord],
        /// Which works these words are taken from, as Markdown.
        pub words_from: &'static str = "",
        /// What is not at hand of its witness, if it can be played: as Markdown that goes on after a colon.
        pub lost: &'static str = "",
    }

    /// What a game calls one thing in French, in Spanish and in English; empty where a language has no word of its own.
    pub struct GameWord {
        pub french: &'static str,
        pub spanish: &'static str,
        pub english: &'static str,
        /// What the thing is, in a few words.
        pub meaning: &'static str,
    }

    /// A line of the diagram.
    pub struct FamilyLink {
        /// The id of the game that is told of.
        pub of: &'static str,
        pub relation: Relation,
        /// The id of the other.
        pub to: &'static str,
        pub certainty: Certainty = Certainty::Said,
        pub rests_on: Citation,
        /// What else it rests on.
        pub also: &'static [Citation],
        /// What the sources have, in our words.
        pub note: &'static str,
    }

    /// A year of print that we know of something in the family, the nearest where it is a guess; and what was printed.
    pub struct PrintRecord { pub year: u16, pub is_about: bool, pub what: &'static str, pub rests_on: Citation }

    /// A game that a source names beside the family, and that is not drawn.
    pub struct Neighbour {
        /// Its anchor in the chapter of the family: `mus`.
        pub id: &'static str,
        pub name: &'static str,
        pub standing: Standing,
        pub why: &'static str,
        pub rests_on: &'static [Citation],
    }

    /// A text that would settle something and was not found; and what stands in for it, or stays open without it.
    pub struct MissingText { pub what: &'static str, pub instead: &'static str }
}
