//! The languages of files: how cards are written and called in each. The words are in `languages/*.toml`, one file a language.

use super::{Card, Rank, Suit};
use std::error::Error;
use std::fmt;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

/// The language of a file and the suits of its pack. The signs ♠ ♥ ♦ ♣ are read with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardLanguage {
    /// English: suits S H D C, courts K Q J.
    #[default]
    English,
    /// English with the suits of a Spanish pack (swords, cups, coins, batons). Pages write so about the cards of Mus, as they draw
    /// them; no file is written so.
    EnglishSpanishPack,
    /// French: suits P C K T (pique, cœur, carreau, trèfle), courts R D V.
    French,
    /// German with French suits (Pik, Herz, Karo, Kreuz), courts K D B.
    German,
    /// German with German suits (Laub, Herz, Schellen, Eichel), courts K O U.
    GermanPack,
    /// Spanish with French suits (picas, corazones, diamantes, tréboles), courts R D J.
    Spanish,
    /// Spanish with Spanish suits (espadas, copas, oros, bastos), courts R C S.
    SpanishPack,
}

/// Includes the file of a language.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! language_file {
    ($name:literal) => {
        include_str!(concat!("languages/", $name, ".toml"))
    };
}

/// Includes the file of a language without its comments (`build.rs`).
#[cfg(target_arch = "wasm32")]
macro_rules! language_file {
    ($name:literal) => {
        include_str!(concat!(
            env!("OUT_DIR"),
            "/cards/languages/",
            $name,
            ".toml"
        ))
    };
}

/// The files of French, German and Spanish.
const FILES: [&str; 3] = [
    language_file!("fr"),
    language_file!("de"),
    language_file!("es"),
];

impl CardLanguage {
    /// One value for each language, with French suits.
    pub const LANGUAGES: [CardLanguage; 4] = [
        CardLanguage::English,
        CardLanguage::French,
        CardLanguage::German,
        CardLanguage::Spanish,
    ];

    /// All values.
    pub const ALL: [CardLanguage; 6] = [
        CardLanguage::English,
        CardLanguage::French,
        CardLanguage::German,
        CardLanguage::GermanPack,
        CardLanguage::Spanish,
        CardLanguage::SpanishPack,
    ];

    /// Returns the place of the language in [`CardLanguage::LANGUAGES`].
    pub const fn language_index(self) -> usize {
        match self {
            CardLanguage::English | CardLanguage::EnglishSpanishPack => 0,
            CardLanguage::French => 1,
            CardLanguage::German | CardLanguage::GermanPack => 2,
            CardLanguage::Spanish | CardLanguage::SpanishPack => 3,
        }
    }

    /// Returns the language as headers and HTML name it: `fr`.
    pub const fn language(self) -> &'static str {
        ["en", "fr", "de", "es"][self.language_index()]
    }

    /// Returns the value for a language, with French suits.
    pub fn french_suited_of_language(code: &str) -> Option<CardLanguage> {
        CardLanguage::LANGUAGES
            .into_iter()
            .find(|letters| letters.language() == code)
    }

    /// Returns the file of data with all words of the language; none for English.
    pub fn language_file(self) -> Option<&'static str> {
        FILES.get(self.language_index().checked_sub(1)?).copied()
    }

    /// Returns the letters for king, queen and jack.
    pub fn court_letters(self) -> [&'static str; 3] {
        self.words().courts
    }

    /// Returns the name of the pictures of cards with these letters; empty for English.
    pub fn picture_deck_name(self) -> &'static str {
        match self {
            CardLanguage::English | CardLanguage::EnglishSpanishPack => "",
            CardLanguage::French => "fr",
            CardLanguage::German => "de",
            CardLanguage::GermanPack => "de-pack",
            CardLanguage::Spanish => "es",
            CardLanguage::SpanishPack => "es-pack",
        }
    }

    /// Returns the letters for spades, hearts, diamonds and clubs; the sign of a suit that has none.
    pub fn suit_letters_or_signs(self) -> [char; 4] {
        self.words().suit_letters
    }

    /// Returns the name of a suit: `espadas`.
    pub fn suit_name(self, suit: Suit) -> &'static str {
        self.words().suits[suit as usize][0]
    }

    /// Returns the name of a rank: `caballo`.
    pub fn rank_name(self, rank: Rank) -> &'static str {
        self.words().ranks[rank as usize][0]
    }

    /// Returns the words for cards. The file of a language is read when they are first needed.
    fn words(self) -> &'static CardWords {
        static FRENCH: LazyLock<Vec<CardWords>> = LazyLock::new(|| read_packs(FILES[0]));
        static GERMAN: LazyLock<Vec<CardWords>> = LazyLock::new(|| read_packs(FILES[1]));
        static SPANISH: LazyLock<Vec<CardWords>> = LazyLock::new(|| read_packs(FILES[2]));
        static ENGLISH: LazyLock<CardWords> = LazyLock::new(CardWords::english);
        static ENGLISH_SPANISH: LazyLock<CardWords> =
            LazyLock::new(CardWords::english_of_spanish_pack);
        match self {
            CardLanguage::English => &ENGLISH,
            CardLanguage::EnglishSpanishPack => &ENGLISH_SPANISH,
            CardLanguage::French => &FRENCH[0],
            CardLanguage::German => &GERMAN[0],
            CardLanguage::GermanPack => &GERMAN[1],
            CardLanguage::Spanish => &SPANISH[0],
            CardLanguage::SpanishPack => &SPANISH[1],
        }
    }
}

/// The words for cards in one language and one pack.
struct CardWords {
    courts: [&'static str; 3],
    suit_letters: [char; 4],
    /// Other spellings of ranks that are read.
    also: Vec<(&'static str, Rank)>,
    /// The names of each suit; the first is written.
    suits: Vec<Vec<&'static str>>,
    /// The names of each rank; the first is written.
    ranks: Vec<Vec<&'static str>>,
    /// How a card is called: `RANK de SUIT`.
    called: &'static str,
}

impl CardWords {
    fn english() -> CardWords {
        CardWords {
            courts: ["K", "Q", "J"],
            suit_letters: ['S', 'H', 'D', 'C'],
            also: Vec::new(),
            suits: Suit::ALL.map(|suit| vec![suit.name()]).to_vec(),
            ranks: Rank::ALL.map(|rank| vec![rank.name()]).to_vec(),
            called: "RANK of SUIT",
        }
    }

    fn english_of_spanish_pack() -> CardWords {
        let mut words = CardWords::english();
        words.suits = ["swords", "cups", "coins", "batons"]
            .map(|suit| vec![suit])
            .to_vec();
        words.ranks[Rank::Queen as usize] = vec!["knight"];
        words
    }

    /// Reads the words of a `[[pack]]` of the file of a language.
    fn read(pack: &'static DeValue<'static>) -> CardWords {
        let courts = words_at(pack, "courts");
        let mut suit_letters = Suit::ALL.map(Suit::sign);
        for (at, letter) in words_at(pack, "letters").into_iter().enumerate() {
            if letter != "-" {
                suit_letters[at] = letter.chars().next().expect("a letter");
            }
        }
        let mut also = Vec::new();
        for pair in words_at(pack, "also").chunks_exact(2) {
            also.push((pair[0], Rank::from_sign(pair[1]).expect("a rank")));
        }
        CardWords {
            courts: [courts[0], courts[1], courts[2]],
            suit_letters,
            also,
            suits: split_alternative_spellings(&words_at(pack, "suits")),
            ranks: split_alternative_spellings(&words_at(pack, "ranks")),
            called: text_or_empty(pack, "called"),
        }
    }

    /// Reads what stands before the sign or the letter of a suit.
    fn read_rank_sign(&self, word: &str) -> Option<Rank> {
        if let Some((_, rank)) = self.also.iter().find(|(written, _)| *written == word) {
            return Some(*rank);
        }
        self.read_court_letter(word)
            .or_else(|| Rank::from_sign(word))
    }

    /// Reads the letter of a court card.
    fn read_court_letter(&self, word: &str) -> Option<Rank> {
        let at = self.courts.iter().position(|court| *court == word)?;
        Some(COURTS[at])
    }

    /// Reads the name of a rank, in small letters.
    fn read_rank_name(&self, word: &str) -> Option<Rank> {
        find_name(&self.ranks, word).map(|at| Rank::ALL[at])
    }

    /// Reads a card that is called by the name of its suit: `Herz-König`, `reycopas`, `Karo-7`.
    fn read_card_name(&self, word: &str) -> Option<Card> {
        let small = word.to_lowercase().replace("-de-", "-");
        for (at, names) in self.suits.iter().enumerate() {
            for name in names {
                let name = name.to_lowercase();
                let Some(rank) = small
                    .strip_prefix(&name)
                    .or_else(|| small.strip_suffix(&name))
                else {
                    continue;
                };
                let plain = rank.trim_matches('-');
                let read = self
                    .read_rank_name(plain)
                    .or_else(|| self.read_rank_sign(&plain.to_uppercase()));
                if let Some(called) = read {
                    return Some(Card::new(called, Suit::ALL[at]));
                }
            }
        }
        None
    }
}

/// The reason why a word is not read as a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardError {
    /// No card is written like this.
    NotACard,
    /// The word is a card in French letters (in a file with `lang = "fr"`), and another card or none in English ones.
    Ambiguous {
        /// The card in French letters.
        french: Card,
    },
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::NotACard => f.write_str("this is not a card"),
            CardError::Ambiguous { french } => {
                write!(
                    f,
                    "this means {french} in French letters only; write the sign of the suit"
                )
            }
        }
    }
}

impl Error for CardError {}

/// Reads one card. In an English text French court letters before a suit letter are [`CardError::Ambiguous`].
///
/// ```
/// use mouche::cards::{CardError, CardLanguage, read_card};
///
/// let card = read_card("10h".to_uppercase().as_str(), CardLanguage::English)?;
/// assert_eq!(card.to_string(), "10♥");
/// // The king of hearts in French, where C is for cœur; in English no card at all.
/// let french = read_card("RC", CardLanguage::French)?;
/// assert_eq!(read_card("RC", CardLanguage::English), Err(CardError::Ambiguous { french }));
/// # Ok::<(), CardError>(())
/// ```
pub fn read_card(word: &str, letters: CardLanguage) -> Result<Card, CardError> {
    let plain = word.trim_end_matches(['\u{FE0E}', '\u{FE0F}']);
    let Some(last) = plain.chars().next_back() else {
        return Err(CardError::NotACard);
    };
    let rank = &plain[..plain.len() - last.len_utf8()];
    if let Some(suit) = suit_of_sign(last) {
        let rank = read_rank_before_sign(rank, letters);
        return rank.map(|r| Card::new(r, suit)).ok_or(CardError::NotACard);
    }
    if let Some(card) = read_rank_and_suit_letter(rank, last, letters) {
        // An English court letter with `C`, which stands for hearts in French and for clubs in English.
        let is_mixed = last == 'C' && ["K", "Q", "J"].contains(&rank);
        if letters == CardLanguage::French && is_mixed {
            return Err(CardError::Ambiguous { french: card });
        }
        return Ok(card);
    }
    if let Some(card) = read_card_name(plain, letters) {
        return Ok(card);
    }
    match read_rank_and_suit_letter(rank, last, CardLanguage::French) {
        Some(french) if letters == CardLanguage::English => Err(CardError::Ambiguous { french }),
        _ => Err(CardError::NotACard),
    }
}

/// Reads a suit: its sign, or its name in any language.
pub fn read_suit(word: &str) -> Option<Suit> {
    let mut chars = word.trim_end_matches(['\u{FE0E}', '\u{FE0F}']).chars();
    if let (Some(sign), None) = (chars.next(), chars.next()) {
        return suit_of_sign(sign);
    }
    read_suit_name(word)
}

/// Returns the suit with this sign.
fn suit_of_sign(sign: char) -> Option<Suit> {
    for signs in [['♠', '♥', '♦', '♣'], ['♤', '♡', '♢', '♧']] {
        if let Some(at) = signs.iter().position(|other| *other == sign) {
            return Some(Suit::ALL[at]);
        }
    }
    None
}

/// Reads a rank before the sign of a suit, in these letters.
fn read_rank_before_sign(word: &str, letters: CardLanguage) -> Option<Rank> {
    let read = if letters == CardLanguage::English {
        Rank::from_sign(word)
    } else {
        let words = letters.words();
        words
            .read_rank_sign(word)
            .or_else(|| words.read_rank_name(&word.to_lowercase()))
    };
    read.or_else(|| CardLanguage::French.words().read_court_letter(word))
}

/// Reads a rank and the letter of a suit, both in these letters.
fn read_rank_and_suit_letter(rank: &str, suit: char, letters: CardLanguage) -> Option<Card> {
    let words = letters.words();
    let rank = words.read_rank_sign(rank)?;
    let at = words.suit_letters.iter().position(|sign| *sign == suit)?;
    Some(Card::new(rank, Suit::ALL[at]))
}

/// Reads a card that is called by its names, in a file of these letters. English files do not call cards so.
fn read_card_name(word: &str, letters: CardLanguage) -> Option<Card> {
    if letters == CardLanguage::English || word.len() < 5 {
        return None;
    }
    letters.words().read_card_name(word)
}

/// Reads the name of a suit in any language, with its own capitals or in small letters.
fn read_suit_name(word: &str) -> Option<Suit> {
    for letters in CardLanguage::ALL {
        let suits = &letters.words().suits;
        let found = suits.iter().position(|names| {
            names
                .iter()
                .any(|name| *name == word || name.to_lowercase() == word)
        });
        if let Some(at) = found {
            return Some(Suit::ALL[at]);
        }
    }
    None
}

/// Writes a card with the sign of its suit and, for a court card, its letter. In English, a card of a Spanish pack is written with
/// its name, because its suit has no sign.
///
/// ```
/// use mouche::cards::{Card, CardLanguage, Rank, Suit, spell_card};
///
/// let king = Card::new(Rank::King, Suit::Hearts);
/// assert_eq!((spell_card(king, CardLanguage::English), spell_card(king, CardLanguage::French)), ("K♥".into(), "R♥".into()));
/// ```
pub fn spell_card(card: Card, letters: CardLanguage) -> String {
    if letters == CardLanguage::EnglishSpanishPack {
        return card.name_in(letters);
    }
    let rank = match COURTS.iter().position(|rank| *rank == card.rank()) {
        Some(index) => letters.court_letters()[index],
        None => card.rank().sign(),
    };
    format!("{rank}{}", card.suit().sign())
}

impl Card {
    /// Returns the name of the card in the language of a file: `rey de copas`, `Herz-König`.
    ///
    /// ```
    /// use mouche::cards::{Card, CardLanguage, Rank, Suit};
    ///
    /// let queen = Card::new(Rank::Queen, Suit::Hearts);
    /// let names = CardLanguage::ALL.map(|letters| queen.name_in(letters));
    /// assert_eq!(names[..3], ["queen of hearts", "dame de cœur", "Herz-Dame"]);
    /// assert_eq!(names[3..], ["Herz-Ober", "dama de corazones", "caballo de copas"]);
    /// ```
    pub fn name_in(self, letters: CardLanguage) -> String {
        let words = letters.words();
        let mut name = String::new();
        for word in words.called.split_inclusive([' ', '-']) {
            let plain = word.trim_end_matches([' ', '-']);
            name += match plain {
                "RANK" => words.ranks[self.rank() as usize][0],
                "SUIT" => words.suits[self.suit() as usize][0],
                other => other,
            };
            name += &word[plain.len()..];
        }
        name
    }
}

/// The ranks of the court cards, in the order of [`CardLanguage::court_letters`].
const COURTS: [Rank; 3] = [Rank::King, Rank::Queen, Rank::Jack];

/// Reads the packs of the file of a language, the one with French suits first.
fn read_packs(file: &'static str) -> Vec<CardWords> {
    let table = Box::new(DeTable::parse(file).expect("TOML").into_inner());
    // Leaked because words are used until the program ends.
    let table: &'static DeTable<'static> = Box::leak(table);
    let packs = table
        .get("pack")
        .and_then(|packs| packs.get_ref().as_array());
    packs
        .expect("packs")
        .iter()
        .map(|pack| CardWords::read(pack.get_ref()))
        .collect()
}

/// Returns the text under a key of a table; an empty one if there is none.
fn text_or_empty(table: &'static DeValue<'static>, key: &str) -> &'static str {
    let value = table.get(key).and_then(|value| value.get_ref().as_str());
    value.unwrap_or_default()
}

/// Returns the words under a key of a table.
fn words_at(table: &'static DeValue<'static>, key: &str) -> Vec<&'static str> {
    text_or_empty(table, key).split(' ').collect()
}

/// Returns for each word its alternative spellings, which `|` separates.
fn split_alternative_spellings(words: &[&'static str]) -> Vec<Vec<&'static str>> {
    words.iter().map(|word| word.split('|').collect()).collect()
}

/// Returns the place of a name in a list of names, in small letters.
fn find_name(names: &[Vec<&'static str>], word: &str) -> Option<usize> {
    names
        .iter()
        .position(|names| names.iter().any(|name| name.to_lowercase() == word))
}
