//! Facts beside the rules: the glossary, the family of games, and texts that nobody found.

use super::{Citation, ClauseId, choices, data};

choices! {
    Language "The language of a word, as HTML names it."
        { French, Spanish, Basque, German, English }
    Relation "The relation of one game to another, in words between the two names." { Descends, Variant, Related }
    Certainty "The certainty of a relation: the source says it, suggests it, or says it although the dates of print contradict."
        { Said, Suggested, AgainstDates }
    FamilyStanding "Whether a game belongs to the family, as far as sources say."
        { Kin, Doubtful, Stranger }
}

impl Language {
    /// Returns the language code, unless the language is English.
    pub fn lang_unless_english(self) -> Option<&'static str> {
        if self == Language::English {
            None
        } else {
            Some(self.words())
        }
    }
}

impl Relation {
    /// Returns the words for the same relation seen from the other game.
    pub fn reversed_words(self) -> &'static str {
        match self {
            Relation::Descends => "is the forebear of",
            Relation::Variant => "has the variant",
            Relation::Related => self.words(),
        }
    }
}

impl Certainty {
    /// Returns the words that a relation which is not certain gets.
    pub fn doubt(self) -> Option<&'static str> {
        let doubt = self.words();
        if doubt.is_empty() { None } else { Some(doubt) }
    }
}

data! {
    /// A word of the glossary.
    pub struct GlossaryTerm {
        /// The id, which is its anchor in the glossary: `void`.
        pub id: &'static str,
        /// The word.
        pub name: &'static str,
        /// The language of the word.
        pub tongue: Language,
        /// The forms under which running text uses the word. Other forms are not linked.
        pub forms: &'static [&'static str],
        /// Phrases that begin with a form and mean something else.
        pub but_not: &'static [&'static str],
        /// The meaning in one short line, for a tooltip.
        pub brief: &'static str,
        /// More about the word, as Markdown; may be empty.
        pub more: &'static str = "",
        /// The sources that use the word.
        pub rests_on: &'static [Citation],
        /// The clauses that the word is about.
        pub topics: &'static [ClauseId],
        /// The editions whose rules use the word; empty if all do.
        pub of: &'static [&'static str],
    }

    /// A game of the family.
    pub struct FamilyGame {
        /// The id, which is its anchor in the chapter of the family: `mouche`.
        pub id: &'static str,
        /// The name.
        pub name: &'static str,
        /// The row of the game in the diagram, from the top: below all games that it descends from.
        pub generation: usize = 0,
        /// The time and place of its earliest source: `England`, `Paris, 1718`.
        pub when: &'static str = "",
        /// A few sentences about the game, as Markdown.
        pub about: &'static str,
        /// The sources of these facts.
        pub rests_on: &'static [Citation],
        /// The ids of the editions of its rules.
        pub editions: &'static [&'static str],
        /// More for the page of the game, as Markdown with headings.
        pub prose: &'static str = "",
        /// The words of the game in three languages.
        pub words: &'static [GameWordByLanguage],
        /// The works from which these words are taken, as Markdown.
        pub words_from: &'static str = "",
        /// The parts of its source that nobody could read, as Markdown that goes on after a colon.
        pub lost: &'static str = "",
    }

    /// The words of a game for one thing; empty where a language has no word of its own.
    pub struct GameWordByLanguage {
        /// The French word.
        pub french: &'static str,
        /// The Spanish word.
        pub spanish: &'static str,
        /// The English word.
        pub english: &'static str,
        /// The meaning in a few words.
        pub meaning: &'static str,
    }

    /// The relation of one game to another, which is a line of the diagram.
    pub struct FamilyLink {
        /// The id of the game.
        pub of: &'static str,
        /// The relation to the other game.
        pub relation: Relation,
        /// The id of the other game.
        pub to: &'static str,
        /// The certainty of the relation.
        pub certainty: Certainty = Certainty::Said,
        /// The source of the relation.
        pub rests_on: Citation,
        /// More sources.
        pub also: &'static [Citation],
        /// The account of the sources, in our words.
        pub note: &'static str,
    }

    /// A year in which something about the family was printed.
    pub struct FamilyPrinting {
        /// The year, or the nearest one known.
        pub year: u16,
        /// True if the year is a guess.
        pub is_about: bool,
        /// The text that was printed.
        pub what: &'static str,
        /// The source of the year.
        pub rests_on: Citation,
    }

    /// A game that a source names together with the family, and that the diagram does not show.
    pub struct GameOutsideFamily {
        /// The id, which is its anchor in the chapter of the family: `mus`.
        pub id: &'static str,
        /// The name.
        pub name: &'static str,
        /// True if the game belongs to the family.
        pub standing: FamilyStanding,
        /// The reason for that.
        pub why: &'static str,
        /// The sources of these facts.
        pub rests_on: &'static [Citation],
    }

    /// A text that would settle a question and that nobody found.
    pub struct LostSource {
        /// The text.
        pub what: &'static str,
        /// The text that is used instead, or the question that stays open.
        pub instead: &'static str,
        /// The author of the text, as the works of an author's edition may name them; empty if none is known.
        pub by: &'static str = "",
    }
}
