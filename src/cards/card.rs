//! A French-suited card. Cards are ordered here by suit and face; an edition says which rank beats which.

use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;

/// The four suits, in the order in which a hand is usually sorted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    #[default]
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All suits, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Returns the sign: ♠ ♥ ♦ ♣.
    pub fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// Returns the English name: `spades`.
    pub fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }
}

macro_rules! ranks {
    ($($rank:ident $sign:literal $name:literal;)+) => {
        /// The thirteen ranks, from the lowest face to the ace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Rank { $(#[doc = concat!("The ", $name, ".")] $rank,)+ }

        impl Rank {
            /// All ranks, from the two to the ace.
            pub const ALL: [Rank; 13] = [$(Rank::$rank,)+];

            /// Returns the sign that is printed on a card: `2` … `10`, `J`, `Q`, `K`, `A`.
            pub fn sign(self) -> &'static str {
                [$($sign,)+][self as usize]
            }

            /// Returns the rank with this sign.
            pub fn from_sign(sign: &str) -> Option<Rank> {
                Rank::ALL.into_iter().find(|rank| rank.sign() == sign)
            }

            /// Returns the English name: `king`.
            pub fn name(self) -> &'static str {
                [$($name,)+][self as usize]
            }
        }
    };
}

ranks! {
    Two "2" "two";
    Three "3" "three";
    Four "4" "four";
    Five "5" "five";
    Six "6" "six";
    Seven "7" "seven";
    Eight "8" "eight";
    Nine "9" "nine";
    Ten "10" "ten";
    Jack "J" "jack";
    Queen "Q" "queen";
    King "K" "king";
    Ace "A" "ace";
}

/// A card: four bits for the suit and four for the rank, so that a suit has sixteen bits of a [`super::CardSet`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card(u8);

impl Card {
    /// Returns the card of this rank and suit.
    ///
    /// ```
    /// use mouche::cards::{Card, Rank, Suit};
    /// let ten = Card::new(Rank::Ten, Suit::Hearts);
    /// assert_eq!((ten.to_string(), ten.name()), ("10♥".into(), "ten of hearts".into()));
    /// // Faces have an order. Which card beats which, an edition says.
    /// assert!(Rank::Ace > Rank::King);
    /// ```
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank as u8)
    }

    /// Returns the card of a bit of a [`super::CardSet`].
    pub(super) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// Returns the bit of the card in a [`super::CardSet`]: a number below 64.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// Returns the rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

    /// Returns the English name: `ten of hearts`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank().name(), self.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().sign(), self.suit().sign())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The language whose letters a text uses for suits and court cards. The signs ♠ ♥ ♦ ♣ are read with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardLetters {
    /// Suits S H D C; courts K Q J, and R D V before a sign.
    #[default]
    English,
    /// Suits P C K T (pique, cœur, carreau, trèfle); courts R D V.
    French,
    /// Suits L H E (Laub, Herz, Eicheln), Schellen by its sign alone; courts K O U.
    German,
}

impl CardLetters {
    /// Returns the letters for king, queen and jack.
    pub fn courts(self) -> [&'static str; 3] {
        [["K", "Q", "J"], ["R", "D", "V"], ["K", "O", "U"]][self as usize]
    }

    /// Returns the letters for spades, hearts, diamonds and clubs.
    pub fn suits(self) -> [char; 4] {
        [
            ['S', 'H', 'D', 'C'],
            ['P', 'C', 'K', 'T'],
            ['L', 'H', '♦', 'E'],
        ][self as usize]
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
/// use mouche::cards::{CardError, CardLetters, read_card};
///
/// let card = read_card("10h".to_uppercase().as_str(), CardLetters::English)?;
/// assert_eq!(card.to_string(), "10♥");
/// // The king of hearts in French, where C is for cœur; in English no card at all.
/// let french = read_card("RC", CardLetters::French)?;
/// assert_eq!(read_card("RC", CardLetters::English), Err(CardError::Ambiguous { french }));
/// # Ok::<(), CardError>(())
/// ```
pub fn read_card(word: &str, letters: CardLetters) -> Result<Card, CardError> {
    let plain = word.trim_end_matches(['\u{FE0E}', '\u{FE0F}']);
    let Some(last) = plain.chars().next_back() else {
        return Err(CardError::NotACard);
    };
    let rank = &plain[..plain.len() - last.len_utf8()];
    if let Some(suit) = suit_of_sign(last) {
        let rank = Rank::from_sign(rank)
            .or_else(|| read_court(rank, CardLetters::French))
            .or_else(|| read_court(rank, letters));
        return rank.map(|r| Card::new(r, suit)).ok_or(CardError::NotACard);
    }
    if let Some(card) = read_in_letters(rank, last, letters) {
        // An English court letter with `C`, which stands for hearts in French and for clubs in English.
        let is_mixed = last == 'C' && ["K", "Q", "J"].contains(&rank);
        if letters == CardLetters::French && is_mixed {
            return Err(CardError::Ambiguous { french: card });
        }
        return Ok(card);
    }
    match read_in_letters(rank, last, CardLetters::French) {
        Some(french) if letters == CardLetters::English => Err(CardError::Ambiguous { french }),
        _ => Err(CardError::NotACard),
    }
}

/// Reads a rank and the letter of a suit, both in these letters.
fn read_in_letters(rank: &str, suit: char, letters: CardLetters) -> Option<Card> {
    let rank = read_court(rank, letters).or_else(|| Rank::from_sign(rank))?;
    let suit = suit_at_letter(letters.suits(), suit)?;
    Some(Card::new(rank, suit))
}

/// Writes a card with the sign of its suit and, for a court card, its letter.
///
/// ```
/// use mouche::cards::{Card, CardLetters, Rank, Suit, spell_card};
///
/// let king = Card::new(Rank::King, Suit::Hearts);
/// assert_eq!((spell_card(king, CardLetters::English), spell_card(king, CardLetters::French)), ("K♥".into(), "R♥".into()));
/// ```
pub fn spell_card(card: Card, letters: CardLetters) -> String {
    let rank = match COURTS.iter().position(|rank| *rank == card.rank()) {
        Some(index) => letters.courts()[index],
        None => card.rank().sign(),
    };
    format!("{rank}{}", card.suit().sign())
}

/// Reads a suit: its sign, or its English or French word.
pub fn read_suit(word: &str) -> Option<Suit> {
    let mut chars = word.trim_end_matches(['\u{FE0E}', '\u{FE0F}']).chars();
    if let (Some(sign), None) = (chars.next(), chars.next()) {
        return suit_of_sign(sign);
    }
    let french = [
        &["pique"][..],
        &["cœur", "coeur"],
        &["carreau"],
        &["trèfle"],
    ];
    Suit::ALL
        .into_iter()
        .find(|suit| suit.name() == word || french[*suit as usize].contains(&word))
}

/// The ranks of the court cards, in the order of [`CardLetters::courts`].
const COURTS: [Rank; 3] = [Rank::King, Rank::Queen, Rank::Jack];

/// Reads the letter of a court card.
fn read_court(word: &str, letters: CardLetters) -> Option<Rank> {
    letters
        .courts()
        .iter()
        .position(|court| *court == word)
        .map(|at| COURTS[at])
}

/// Returns the suit whose sign or letter is at the same index of a list of suits.
fn suit_at_letter(signs: [char; 4], wanted: char) -> Option<Suit> {
    signs
        .iter()
        .position(|sign| *sign == wanted)
        .map(|at| Suit::ALL[at])
}

/// Returns the suit with this sign.
fn suit_of_sign(sign: char) -> Option<Suit> {
    suit_at_letter(['♠', '♥', '♦', '♣'], sign)
        .or_else(|| suit_at_letter(['♤', '♡', '♢', '♧'], sign))
}
