//! The words of files in other languages than English: keywords, verbs, fences, phases, and what authors write instead of them.
//! `src/cards/languages` has a file for each language.

use super::from_toml::{DataError, FromToml, TomlValue, expected, parse_file};
use super::{Ruleset, Spellings, SuitSystem, ValueForm, Verb, VerbWords, data};
use crate::cards::{Card, CardLanguage, InsertionSort, Rank, Suit};
use std::sync::LazyLock;

/// The keywords of a language, by their English spellings.
#[derive(Clone, Copy, Debug)]
pub struct KeywordTable(&'static [(&'static str, Spellings)]);

impl KeywordTable {
    /// Returns the spellings of the keyword with this English spelling.
    pub fn get(&self, english: &str) -> Option<&'static Spellings> {
        let at = self
            .0
            .binary_search_by(|(keyword, _)| keyword.cmp(&english));
        at.ok().map(|at| &self.0[at].1)
    }
}

impl FromToml for KeywordTable {
    fn from_toml(value: &TomlValue) -> Result<KeywordTable, DataError> {
        let table = value
            .as_table()
            .ok_or_else(|| expected("a table of keywords", value))?;
        let mut words = Vec::new();
        for (keyword, spellings) in table {
            // Leaked because words are used until the program ends.
            let keyword: &'static str = keyword.get_ref().to_string().leak();
            let spellings = Spellings::from_toml(spellings.get_ref());
            words.push((keyword, spellings.map_err(|error| error.under(keyword))?));
        }
        words.insertion_sort_by_key(|(keyword, _)| *keyword);
        // Leaked because words are used until the program ends.
        Ok(KeywordTable(words.leak()))
    }

    fn form() -> ValueForm {
        ValueForm::Map("a keyword", Box::new(Spellings::form()))
    }
}

data! {
    /// Words that may stand for others. Each of `written` may be several words; `FLUSH` is any word for the flush. `meant` are
    /// the candidates, the likeliest first; an empty one leaves the words out.
    pub struct Synonym {
        /// True for words of a payout; otherwise they are words of a script.
        pub payout: bool = false,
        /// True for words of Mus; otherwise they are words of games with tricks.
        pub mus: bool = false,
        /// The words that authors write.
        pub written: &'static str,
        /// What they mean here.
        pub meant: &'static str,
    }
}

/// The words of the moves in a language, in the order of [`Verb::ALL`]; none for a move that no script writes.
#[derive(Clone, Debug)]
struct VerbTable(Vec<Option<VerbWords>>);

impl FromToml for VerbTable {
    fn from_toml(value: &TomlValue) -> Result<VerbTable, DataError> {
        let table = value
            .as_table()
            .ok_or_else(|| expected("a table of verbs", value))?;
        let mut verbs = vec![None; Verb::ALL.len()];
        for (name, words) in table {
            let at = Verb::ALL
                .iter()
                .position(|verb| format!("{verb:?}") == name.get_ref().as_ref())
                .ok_or_else(|| expected("words of a verb", words.get_ref()))?;
            verbs[at] = Some(VerbWords::from_toml(words.get_ref())?);
        }
        Ok(VerbTable(verbs))
    }

    fn form() -> ValueForm {
        ValueForm::Table(Vec::new())
    }
}

/// The words of a language.
#[derive(Clone, Debug)]
pub struct LanguageWords {
    /// The English name of the language: `French`.
    pub name: &'static str,
    /// The word before the player who is paid: `à`.
    pub to_player: &'static str,
    /// True if a word stands before an infinitive: `de passer`.
    pub marks_infinitive: bool,
    /// The words for `cannot`, before an infinitive: `ne peut pas`.
    pub cannot: &'static str,
    /// True if a verb follows its object in a verdict: `darf die Ersatzhand nehmen`.
    pub has_verb_last: bool,
    /// The singular and the plural of `card`.
    pub card: Spellings,
    /// The words for a number of cards that a player chooses, with `LEAST` and `MOST` for its limits.
    pub card_range: &'static str,
    /// An article, and the nouns that have it; other nouns have the first spelling of `the`.
    pub articles: &'static str,
    /// The words of fences: deal, script, payout, task.
    pub fences: Spellings,
    /// The words of the phases of Mus, in their order.
    pub phases: Spellings,
    /// The keywords.
    pub words: KeywordTable,
    /// The verbs.
    verbs: VerbTable,
    /// What authors write instead of verbs.
    pub synonyms: &'static [Synonym],
}

impl FromToml for LanguageWords {
    fn from_toml(value: &TomlValue) -> Result<LanguageWords, DataError> {
        use super::from_toml::{read_field_or_default, read_table};
        let keys = [
            "name",
            "to_player",
            "marks_infinitive",
            "cannot",
            "has_verb_last",
            "card",
            "card_range",
            "articles",
            "fences",
            "phases",
            "pack",
            "words",
            "verbs",
            "synonym",
        ];
        let table = read_table(value, &keys)?;
        Ok(LanguageWords {
            name: read_field_or_default(table, "name")?,
            to_player: read_field_or_default(table, "to_player")?,
            marks_infinitive: read_field_or_default(table, "marks_infinitive")?,
            cannot: read_field_or_default(table, "cannot")?,
            has_verb_last: read_field_or_default(table, "has_verb_last")?,
            card: read_field_or_default(table, "card")?,
            card_range: read_field_or_default(table, "card_range")?,
            articles: read_field_or_default(table, "articles")?,
            fences: read_field_or_default(table, "fences")?,
            phases: read_field_or_default(table, "phases")?,
            words: read_field_or_default(table, "words")?,
            verbs: read_field_or_default(table, "verbs")?,
            synonyms: read_field_or_default(table, "synonym")?,
        })
    }

    fn form() -> ValueForm {
        ValueForm::Table(Vec::new())
    }
}

static FRENCH: LazyLock<LanguageWords> = LazyLock::new(|| read_language(CardLanguage::French));
static GERMAN: LazyLock<LanguageWords> = LazyLock::new(|| read_language(CardLanguage::German));
static SPANISH: LazyLock<LanguageWords> = LazyLock::new(|| read_language(CardLanguage::Spanish));

/// Reads the file of a language.
fn read_language(letters: CardLanguage) -> LanguageWords {
    parse_file(
        letters.language(),
        letters.language_file().unwrap_or_default(),
    )
}

impl LanguageWords {
    /// Returns the words of the language of these letters; none for English, whose words stand beside the code.
    pub fn for_letters(letters: CardLanguage) -> Option<&'static LanguageWords> {
        match letters {
            CardLanguage::English | CardLanguage::EnglishSpanishPack => None,
            CardLanguage::French => Some(&FRENCH),
            CardLanguage::German | CardLanguage::GermanPack => Some(&GERMAN),
            CardLanguage::Spanish | CardLanguage::SpanishPack => Some(&SPANISH),
        }
    }

    /// Returns the English name of the language of these letters: `French`.
    pub fn language_name(letters: CardLanguage) -> &'static str {
        match LanguageWords::for_letters(letters) {
            Some(language) => language.name,
            None => "English",
        }
    }

    /// Returns the words of a verb.
    pub fn verb(&'static self, verb: Verb) -> Option<&'static VerbWords> {
        self.verbs.0[verb as usize].as_ref()
    }

    /// Returns the article that a noun has, if it is not the usual one.
    pub fn unusual_article_of(&self, noun: &str) -> Option<&'static str> {
        let mut words = self.articles.split(' ');
        let article = words.next()?;
        if words.any(|other| other == noun) {
            Some(article)
        } else {
            None
        }
    }
}

/// Returns letters with the suits of the pack in which these editions are played, if their language has names for them.
pub fn letters_with_suits_of_game(letters: CardLanguage, editions: &[&Ruleset]) -> CardLanguage {
    let mut has_german_pack = false;
    let mut has_spanish_pack = false;
    let mut has_tens = false;
    for edition in editions {
        has_german_pack |= edition.terms.pack == SuitSystem::German;
        has_spanish_pack |= edition.terms.pack == SuitSystem::Spanish;
        let pack = edition.pack.value.pack(0);
        has_tens |= pack.has(Card::new(Rank::Ten, Suit::Spades));
    }
    match letters {
        CardLanguage::German if has_german_pack => CardLanguage::GermanPack,
        // The 10 of a Spanish pack is the page.
        CardLanguage::Spanish if has_spanish_pack && !has_tens => CardLanguage::SpanishPack,
        letters => letters,
    }
}

/// Returns the letters in which a page writes of the cards of a game whose file has these letters. Mus is drawn with Spanish cards.
pub fn letters_on_pages(letters: CardLanguage, rules: &Ruleset) -> CardLanguage {
    match (letters, rules) {
        (CardLanguage::English, Ruleset::Mus(_)) => CardLanguage::EnglishSpanishPack,
        _ => letters,
    }
}

impl Verb {
    /// Returns the words of the move in a file of these letters; none if no script writes the move.
    ///
    /// ```
    /// use mouche::cards::CardLanguage;
    /// use mouche::rules::Verb;
    ///
    /// let fold = Verb::Fold.words(CardLanguage::English).expect("words");
    /// assert_eq!((fold.third_person(), fold.bare()), ("folds", "fold"));
    /// assert_eq!(Verb::Fold.words(CardLanguage::French).map(|words| words.third_person()), Some("passe"));
    /// // No script says that a player lets a flush pass: a player who does not claim it lets it pass.
    /// assert_eq!(Verb::LetPass.words(CardLanguage::English), None);
    /// ```
    #[inline]
    pub fn words(self, letters: CardLanguage) -> Option<&'static VerbWords> {
        match LanguageWords::for_letters(letters) {
            Some(language) => language.verb(self),
            None => self.info().words.as_ref(),
        }
    }

    /// Returns the words of the move in every language, any of which a player may say at a table.
    pub fn words_in_every_language(self) -> impl Iterator<Item = &'static str> {
        CardLanguage::LANGUAGES
            .into_iter()
            .filter_map(move |letters| self.words(letters))
            .flat_map(VerbWords::all)
    }

    /// Returns what a player says at a Spanish table; none if nobody says it there.
    pub fn said_at_spanish_table(self) -> Option<&'static str> {
        self.words(CardLanguage::Spanish)
            .map(|words| words.says.unwrap_or(words.bare()))
    }

    /// Returns the words that a file of these letters may have: those of its language, and the English ones.
    pub fn accepted_words(self, letters: CardLanguage) -> impl Iterator<Item = &'static VerbWords> {
        self.words(letters)
            .into_iter()
            .chain(self.words(CardLanguage::English))
    }
}
