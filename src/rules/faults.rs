//! Faults that have a price.

use super::{Value, but};

/// What a misdeal costs the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misdeal {
    /// No price is told.
    Untold,
    /// The deal, while his stake stays; or so many chips more, and he keeps the deal.
    DealOr(i64),
}

impl Value for Misdeal {
    fn says(&self) -> String {
        match self {
            Misdeal::Untold => "no price is told".into(),
            Misdeal::DealOr(chips) => {
                format!("the deal is lost and the stake stays; or {chips} chips more, and it is kept")
            }
        }
    }

    fn is_absent(&self) -> bool {
        *self == Misdeal::Untold
    }

    fn others(&self) -> Vec<Misdeal> {
        but(self, &[Misdeal::Untold, Misdeal::DealOr(12)])
    }
}

/// What a fault costs a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No price is told.
    Untold,
    /// He is out of the hand and owes nothing.
    Out,
    /// He is out of the hand and owes as much as the pool holds.
    OutOwing,
    /// He is out of the hand; once cards are played, he owes as much as the pool holds too.
    OutOwingInPlay,
}

impl Value for Fault {
    fn says(&self) -> String {
        match self {
            Fault::Untold => "no price is told".into(),
            Fault::Out => "out of the hand".into(),
            Fault::OutOwing => "out of the hand, owing as much as the pool holds".into(),
            Fault::OutOwingInPlay => {
                "out of the hand; once cards are played, owing as much as the pool holds too".into()
            }
        }
    }

    fn is_absent(&self) -> bool {
        *self == Fault::Untold
    }

    fn others(&self) -> Vec<Fault> {
        but(self, &[Fault::Untold, Fault::Out, Fault::OutOwing, Fault::OutOwingInPlay])
    }
}
