//! The top card, which the sources call Pamphile or Mistigri: what it is, what it earns, and what happens without it.

use super::{Value, but};
use crate::cards::{Card, Set};

/// The card above all trumps, and always a trump, if the edition has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopCard(pub Option<Card>);

impl TopCard {
    /// The jack of clubs.
    pub const JACK_OF_CLUBS: TopCard = TopCard(Some(Card::new(crate::cards::Rank::Jack, crate::cards::Suit::Clubs)));

    /// It, or nothing, as a set.
    pub fn set(self) -> Set {
        self.0.map_or(Set::EMPTY, Set::from)
    }
}

impl Value for TopCard {
    fn says(&self) -> String {
        self.0.map_or("none".into(), |card| format!("{card}, above the king of trumps"))
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }

    fn others(&self) -> Vec<TopCard> {
        let jack = |suit| TopCard(Some(Card::new(crate::cards::Rank::Jack, suit)));
        but(self, &[TopCard(None), jack(crate::cards::Suit::Clubs), jack(crate::cards::Suit::Spades)])
    }
}

/// Whether the duties of play bind the top card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopCardPlay {
    /// As the highest trump.
    Bound,
    /// It may be played at any time, and never must be.
    AtWill,
}

impl Value for TopCardPlay {
    fn says(&self) -> String {
        match self {
            TopCardPlay::Bound => "the highest trump, under the duties of every trump".into(),
            TopCardPlay::AtWill => "the highest trump, which may be played at any time and never must be".into(),
        }
    }

    fn others(&self) -> Vec<TopCardPlay> {
        but(self, &[TopCardPlay::Bound, TopCardPlay::AtWill])
    }
}

/// Who pays the fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeePayers {
    /// Everyone at the table.
    All,
    /// Those who are still in the hand.
    Active,
}

/// When the fee is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeWhen {
    /// When the card is played, or its holder claims a flush.
    Played,
    /// When the declarations are over.
    Shown,
}

/// What the holder of the top card is paid by each of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee {
    /// How much from each, in chips; 0 for no fee.
    pub chips: i64,
    /// From whom.
    pub payers: FeePayers,
    /// When.
    pub when: FeeWhen,
}

impl Fee {
    /// No fee.
    pub const NONE: Fee = Fee { chips: 0, payers: FeePayers::All, when: FeeWhen::Played };
}

impl Value for Fee {
    fn says(&self) -> String {
        if self.is_absent() {
            return "none".into();
        }
        let chips = if self.chips == 1 { "1 chip".into() } else { format!("{} chips", self.chips) };
        let payers = match self.payers {
            FeePayers::All => "everyone else at the table",
            FeePayers::Active => "everyone else in the hand",
        };
        let when = match self.when {
            FeeWhen::Played => "when it is played or its holder claims a flush",
            FeeWhen::Shown => "after the declarations",
        };
        format!("{chips} from {payers}, {when}")
    }

    fn is_absent(&self) -> bool {
        self.chips == 0
    }

    fn others(&self) -> Vec<Fee> {
        vec![
            Fee { chips: self.chips + 1, ..*self },
            Fee { payers: FeePayers::Active, ..*self },
            Fee { when: FeeWhen::Shown, ..*self },
        ]
        .into_iter()
        .filter(|fee| fee != self && !fee.is_absent())
        .collect()
    }
}

/// Whether the dealer who turns the top card up is paid the fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedFee {
    /// At once.
    Always,
    /// After his declaration, if he has not folded.
    IfNotFolded,
    /// Never.
    Never,
}

impl Value for TurnedFee {
    fn says(&self) -> String {
        match self {
            TurnedFee::Always => "the dealer is paid the fee at once".into(),
            TurnedFee::IfNotFolded => "the dealer is paid the fee after he has spoken, if he has not folded".into(),
            TurnedFee::Never => "no fee".into(),
        }
    }

    fn is_absent(&self) -> bool {
        *self == TurnedFee::Never
    }

    fn others(&self) -> Vec<TurnedFee> {
        but(self, &[TurnedFee::Always, TurnedFee::IfNotFolded, TurnedFee::Never])
    }
}

/// What is trump when the top card is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedTrump {
    /// Its own suit.
    OwnSuit,
    /// What the dealer names, having seen his hand.
    DealerNames,
}

impl Value for TurnedTrump {
    fn says(&self) -> String {
        match self {
            TurnedTrump::OwnSuit => "its own suit".into(),
            TurnedTrump::DealerNames => "the suit that the dealer names, having seen his hand".into(),
        }
    }

    fn others(&self) -> Vec<TurnedTrump> {
        but(self, &[TurnedTrump::OwnSuit, TurnedTrump::DealerNames])
    }
}

/// When the top card counts as absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// When it is in no active hand.
    Anywhere,
    /// When it lies in the spare hand, in the stock, or turned up and not taken.
    Undealt,
}

/// Who has the privileges of a top card that is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// None.
    None,
    /// The highest trump in play.
    HighestTrump {
        /// When.
        missing: Missing,
        /// Whether it is of any suit in a flush as well.
        wild: bool,
    },
}

impl Value for Substitute {
    fn says(&self) -> String {
        let Substitute::HighestTrump { missing, wild } = self else {
            return "none".into();
        };
        let when = match missing {
            Missing::Anywhere => "when it is in no active hand",
            Missing::Undealt => "when it lies in the spare hand, the stock, or turned up",
        };
        let wild = if *wild { ", and is of any suit in a flush" } else { "" };
        format!("the highest trump in play, {when}{wild}")
    }

    fn is_absent(&self) -> bool {
        *self == Substitute::None
    }

    fn others(&self) -> Vec<Substitute> {
        let highest = |missing, wild| Substitute::HighestTrump { missing, wild };
        let all = [
            Substitute::None,
            highest(Missing::Anywhere, false),
            highest(Missing::Undealt, false),
            highest(Missing::Anywhere, true),
        ];
        but(self, &all)
    }
}
