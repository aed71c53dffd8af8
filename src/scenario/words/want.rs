//! What the grammar would take at the end of an unfinished line: noted by the reader as it is asked, so that no list of it
//! is kept anywhere.

use super::{Keyword, Kind, Place};

/// Something that may stand where a line breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// This word.
    Word(Keyword),
    /// A word of this place.
    Words(Place),
    /// A player's name.
    Name,
    /// A card.
    Card,
    /// A suit.
    Suit,
    /// A clause's topic.
    Topic,
    /// A sign.
    Sign(Kind),
    /// A number of chips, or of cards.
    Number,
}
