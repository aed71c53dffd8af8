//! A French-suited card. Its order here is the order of faces; which rank beats which is an edition's to say.

use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;

/// The four suits, in the order in which a hand is usually sorted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Suit {
    #[default]
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Its sign: ♠ ♥ ♦ ♣.
    pub fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }
}

macro_rules! ranks {
    ($($rank:ident $sign:literal $name:literal;)+) => {
        /// The thirteen ranks, from the lowest face to the ace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Rank { $($rank,)+ }

        impl Rank {
            pub const ALL: [Rank; 13] = [$(Rank::$rank,)+];

            /// As printed on a card: `2` … `10`, `J`, `Q`, `K`, `A`.
            pub fn sign(self) -> &'static str {
                [$($sign,)+][self as usize]
            }

            pub fn of(sign: &str) -> Option<Rank> {
                Rank::ALL.into_iter().find(|rank| rank.sign() == sign)
            }

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

/// A card: four bits of suit over four bits of rank, so that a [`super::Set`] has a lane of sixteen bits a suit.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
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

    pub(super) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// Its place among 64: a suit has sixteen.
    pub const fn index(self) -> u8 {
        self.0
    }

    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    pub fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

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

/// Which suit letters a text uses. Signs (♠ ♥ ♦ ♣) are read in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// Suits S H D C; courts K Q J, and R D V before a sign.
    #[default]
    English,
    /// Suits P C K T (pique, cœur, carreau, trèfle); courts R D V.
    French,
    /// Suits L H E (Laub, Herz, Eicheln), Schellen by its sign alone; courts K O U.
    German,
}

impl Letters {
    pub fn courts(self) -> [&'static str; 3] {
        [["K", "Q", "J"], ["R", "D", "V"], ["K", "O", "U"]][self as usize]
    }

    pub fn suits(self) -> [char; 4] {
        [
            ['S', 'H', 'D', 'C'],
            ['P', 'C', 'K', 'T'],
            ['L', 'H', '♦', 'E'],
        ][self as usize]
    }
}

/// Why a word is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardError {
    NotACard,
    /// It is this card in French letters (with `lang = "fr"`) and another, or none, in English ones.
    Ambiguous {
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
/// use mouche::cards::{CardError, Letters, read_card};
///
/// let card = read_card("10h".to_uppercase().as_str(), Letters::English)?;
/// assert_eq!(card.to_string(), "10♥");
/// // The king of hearts in French, where C is for cœur; in English no card at all.
/// let french = read_card("RC", Letters::French)?;
/// assert_eq!(read_card("RC", Letters::English), Err(CardError::Ambiguous { french }));
/// # Ok::<(), CardError>(())
/// ```
pub fn read_card(word: &str, letters: Letters) -> Result<Card, CardError> {
    let plain = word.trim_end_matches(['\u{FE0E}', '\u{FE0F}']);
    let Some(last) = plain.chars().next_back() else {
        return Err(CardError::NotACard);
    };
    let rank = &plain[..plain.len() - last.len_utf8()];
    if let Some(suit) = suit_of_sign(last) {
        let rank = Rank::of(rank)
            .or_else(|| read_court(rank, Letters::French))
            .or_else(|| read_court(rank, letters));
        return rank.map(|r| Card::new(r, suit)).ok_or(CardError::NotACard);
    }
    let within = |letters: Letters| {
        Some(Card::new(
            read_court(rank, letters).or_else(|| Rank::of(rank))?,
            suit_at_letter(letters.suits(), last)?,
        ))
    };
    match (within(letters), within(Letters::French)) {
        // A rank in English letters and `C`: hearts in French, clubs in English.
        (Some(french), _)
            if letters == Letters::French && last == 'C' && ["K", "Q", "J"].contains(&rank) =>
        {
            Err(CardError::Ambiguous { french })
        }
        (Some(card), _) => Ok(card),
        (None, Some(french)) if letters == Letters::English => Err(CardError::Ambiguous { french }),
        _ => Err(CardError::NotACard),
    }
}

/// The card as it is written where these letters are used: its suit by its sign, a court by its letter.
///
/// ```
/// use mouche::cards::{Card, Letters, Rank, Suit, spell_card};
///
/// let king = Card::new(Rank::King, Suit::Hearts);
/// assert_eq!((spell_card(king, Letters::English), spell_card(king, Letters::French)), ("K♥".into(), "R♥".into()));
/// ```
pub fn spell_card(card: Card, letters: Letters) -> String {
    let court = COURTS
        .iter()
        .position(|rank| *rank == card.rank())
        .map(|at| letters.courts()[at]);
    format!(
        "{}{}",
        court.unwrap_or(card.rank().sign()),
        card.suit().sign()
    )
}

/// Reads a suit named alone: its sign, or its English or French word.
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

const COURTS: [Rank; 3] = [Rank::King, Rank::Queen, Rank::Jack];

fn read_court(word: &str, letters: Letters) -> Option<Rank> {
    letters
        .courts()
        .iter()
        .position(|court| *court == word)
        .map(|at| COURTS[at])
}

/// The suit at the place at which a sign or a letter stands in a list of suits.
fn suit_at_letter(signs: [char; 4], wanted: char) -> Option<Suit> {
    signs
        .iter()
        .position(|sign| *sign == wanted)
        .map(|at| Suit::ALL[at])
}

fn suit_of_sign(sign: char) -> Option<Suit> {
    suit_at_letter(['♠', '♥', '♦', '♣'], sign)
        .or_else(|| suit_at_letter(['♤', '♡', '♢', '♧'], sign))
}
