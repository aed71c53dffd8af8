//! Declarations and exchanges.

use super::Value;

/// Whether a player may be made to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Never: anyone may fold on any hand.
    Never,
}

impl Value for Forced {
    fn says(&self) -> String {
        "never".into()
    }
}

/// A stretch of a hand between the deal and the reckoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Each in turn folds, stands or exchanges.
    Declarations,
    /// Those who may claim a flush are asked.
    Claims,
    /// The tricks.
    Tricks,
}

/// The phases of a hand, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases(pub &'static [Phase]);

impl Value for Phases {
    fn says(&self) -> String {
        let word = |phase: &Phase| match phase {
            Phase::Declarations => "one round of declarations",
            Phase::Claims => "claims of a flush",
            Phase::Tricks => "the tricks",
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(", then ")
    }
}

/// Whether a declaration is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// To everyone, in his turn.
    Open,
    /// To nobody.
    Closed,
}

impl Value for Offer {
    fn says(&self) -> String {
        match self {
            Offer::Open => "open to everyone".into(),
            Offer::Closed => "not offered".into(),
        }
    }
}

/// How much may be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The most cards at once.
    pub most: u8,
}

impl Value for Exchange {
    fn says(&self) -> String {
        format!("once, 1 to {} cards", self.most)
    }
}

/// What happens when the stock cannot serve everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortStock {
    /// Served in turn while it lasts; nobody may ask for more than remains.
    FirstCome,
    /// The others' discards are shuffled and served on.
    ReshuffleDiscards,
    /// Nobody may change more than so many.
    CapPerPlayer(u8),
}

impl Value for ShortStock {
    fn says(&self) -> String {
        match self {
            ShortStock::FirstCome => "first come, first served".into(),
            ShortStock::ReshuffleDiscards => "the others' discards are shuffled".into(),
            ShortStock::CapPerPlayer(most) => format!("at most {most} cards each"),
        }
    }
}
