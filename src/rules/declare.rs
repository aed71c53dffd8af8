//! Declarations and exchanges.

use super::{Value, but};

/// Whether a player may be made to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Never: anyone may fold on any hand.
    Never,
    /// Everyone must play while no debt lies in the pool.
    SimplePool,
}

impl Value for Forced {
    fn says(&self) -> String {
        match self {
            Forced::Never => "never".into(),
            Forced::SimplePool => "whenever no debt lies in the pool".into(),
        }
    }

    fn others(&self) -> Vec<Forced> {
        but(self, &[Forced::Never, Forced::SimplePool])
    }
}

/// What binds the last but one to speak when all before him have folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastButOne {
    /// Nothing.
    Free,
    /// He plays his hand as it is, or takes the spare hand.
    MustPlay,
}

impl Value for LastButOne {
    fn says(&self) -> String {
        match self {
            LastButOne::Free => "free to fold".into(),
            LastButOne::MustPlay => "plays his hand as it is, or takes the spare hand".into(),
        }
    }

    fn is_absent(&self) -> bool {
        *self == LastButOne::Free
    }

    fn others(&self) -> Vec<LastButOne> {
        but(self, &[LastButOne::Free, LastButOne::MustPlay])
    }
}

/// A stretch of a hand between the deal and the reckoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The dealer names trumps, if the top card was turned.
    Naming,
    /// Each in turn folds, stands or exchanges.
    Declarations,
    /// The dealer may take the card turned up, where it is his.
    TurnUp,
    /// Those who may claim a flush are asked.
    Claims,
    /// The tricks.
    Tricks,
}

/// The phases of a hand, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases(pub &'static [Phase]);

impl Phases {
    /// Those of a game without a top card.
    pub const PLAIN: Phases = Phases(&[Phase::Declarations, Phase::Claims, Phase::Tricks]);
    /// Those of a game whose top card, turned up, lets the dealer name trumps.
    pub const NAMING: Phases = Phases(&[Phase::Naming, Phase::Declarations, Phase::Claims, Phase::Tricks]);
}

impl Value for Phases {
    fn says(&self) -> String {
        let word = |phase: &Phase| match phase {
            Phase::Naming => "the naming of trumps where it is called for",
            Phase::Declarations => "one round of declarations",
            Phase::TurnUp => "the dealer's turn-up",
            Phase::Claims => "claims of a flush",
            Phase::Tricks => "the tricks",
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(", then ")
    }

    fn others(&self) -> Vec<Phases> {
        vec![Phases(&[Phase::Claims, Phase::Declarations, Phase::Tricks])]
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

    fn is_absent(&self) -> bool {
        *self == Offer::Closed
    }

    fn others(&self) -> Vec<Offer> {
        but(self, &[Offer::Open, Offer::Closed])
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

    fn others(&self) -> Vec<Exchange> {
        vec![Exchange { most: self.most - 1 }, Exchange { most: 1 }]
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

    fn others(&self) -> Vec<ShortStock> {
        but(self, &[ShortStock::FirstCome, ShortStock::ReshuffleDiscards, ShortStock::CapPerPlayer(3)])
    }
}
