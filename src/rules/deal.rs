//! The deal, the stake, and the card turned for trump.

use super::{Value, but};

/// Which way deal, speech and play go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Anticlockwise.
    Right,
}

impl Value for Direction {
    fn says(&self) -> String {
        "to the right".into()
    }

    fn unseen(&self) -> Option<&'static str> {
        Some("a file names its players in playing order, whichever way that goes")
    }
}

/// Who deals next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextDealer {
    /// The eldest of this hand: the dealer's neighbour in playing order.
    Eldest,
}

impl Value for NextDealer {
    fn says(&self) -> String {
        "the eldest of this hand".into()
    }
}

/// How many cards each gets, and in what packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packets {
    /// Cards in a hand; also the number of tricks.
    pub hand: u8,
    /// The ways to deal them.
    pub ways: &'static [&'static [u8]],
}

impl Value for Packets {
    fn says(&self) -> String {
        let way = |packets: &&[u8]| packets.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        let ways = self.ways.iter().map(way).collect::<Vec<_>>().join(" or ");
        format!("{} cards each, {ways}", self.hand)
    }

    fn others(&self) -> Vec<Packets> {
        vec![Packets { hand: self.hand - 1, ..*self }]
    }
}

/// Who puts in a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StakeBy {
    /// The dealer alone.
    Dealer,
    /// Everyone, the dealer last.
    Each,
}

/// What is staked before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// By whom.
    pub by: StakeBy,
    /// How much each of them puts in, in chips.
    pub chips: i64,
    /// Whether it is put in before the first hand of a game alone.
    pub once: bool,
}

impl Stake {
    /// What it brings into the pool of a hand, in chips.
    pub fn of_hand(self, seats: u8, is_first: bool) -> i64 {
        match self.by {
            _ if self.once && !is_first => 0,
            StakeBy::Dealer => self.chips,
            StakeBy::Each => self.chips * i64::from(seats),
        }
    }
}

impl Value for Stake {
    fn says(&self) -> String {
        let by = match self.by {
            StakeBy::Dealer => "from the dealer alone",
            StakeBy::Each => "from each",
        };
        let when = if self.once { ", before the first hand" } else { "" };
        format!("{} chips {by}{when}", self.chips)
    }

    fn others(&self) -> Vec<Stake> {
        vec![Stake { chips: self.chips * 2, ..*self }]
    }
}

/// How trump is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCard {
    /// The suit of the top card of the stock.
    TopOfStock,
}

impl Value for TurnCard {
    fn says(&self) -> String {
        "the suit of the top card of the stock".into()
    }
}

/// Who may take the card turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOwner {
    /// Nobody: it is dead.
    Nobody,
    /// The dealer's, for a card of his own, if he plays and has not taken the spare hand.
    Dealer {
        /// Whether he may still take it when he has exchanged.
        after_exchange: bool,
    },
}

impl Value for TurnOwner {
    fn says(&self) -> String {
        match self {
            TurnOwner::Nobody => "nobody's".into(),
            TurnOwner::Dealer { after_exchange: true } => "the dealer's, for a card of his own".into(),
            TurnOwner::Dealer { after_exchange: false } => "the dealer's, if he has not exchanged".into(),
        }
    }

    fn others(&self) -> Vec<TurnOwner> {
        let dealer = |after_exchange| TurnOwner::Dealer { after_exchange };
        but(self, &[TurnOwner::Nobody, dealer(true), dealer(false)])
    }
}

/// Whether a hand is dealt to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpareHand {
    /// None is.
    None,
    /// One is, as if a player sat between the dealer and the last before him.
    BeforeDealer,
}

impl Value for SpareHand {
    fn says(&self) -> String {
        match self {
            SpareHand::None => "none".into(),
            SpareHand::BeforeDealer => "one, served just before the dealer".into(),
        }
    }

    fn is_absent(&self) -> bool {
        *self == SpareHand::None
    }

    fn others(&self) -> Vec<SpareHand> {
        but(self, &[SpareHand::None, SpareHand::BeforeDealer])
    }
}
