//! The flush: five cards of a suit, and what they do.

use super::Value;
use crate::cards::{Rank, Set};

/// What a flush is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushKind {
    /// The whole hand of one suit.
    OneSuit,
}

impl Value for FlushKind {
    fn says(&self) -> String {
        "a whole hand of one suit".into()
    }
}

/// How the flush may have been come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obtained {
    /// In the deal alone.
    Dealt,
    /// In the deal or by exchange.
    Anyhow,
}

impl Value for Obtained {
    fn says(&self) -> String {
        match self {
            Obtained::Dealt => "only as dealt".into(),
            Obtained::Anyhow => "dealt or drawn".into(),
        }
    }
}

/// How a flush is made to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claiming {
    /// Its holder is asked after the declarations, and may let it pass.
    Prompt,
    /// It counts by itself after the declarations.
    Automatic,
}

impl Value for Claiming {
    fn says(&self) -> String {
        match self {
            Claiming::Prompt => "asked after the last declaration; may be let pass".into(),
            Claiming::Automatic => "counts by itself after the last declaration".into(),
        }
    }
}

/// What a claimed flush takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushPrize {
    /// The whole pool, and no trick is played.
    Pool,
}

impl Value for FlushPrize {
    fn says(&self) -> String {
        "the whole pool".into()
    }
}

/// Who owes when a flush is claimed. The amount is that of the pool, under the ceiling if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlushDebt {
    /// Whether holders of beaten flushes are exempt.
    pub losing_flush_exempt: bool,
}

impl Value for FlushDebt {
    fn says(&self) -> String {
        let exempt = if self.losing_flush_exempt { ", holders of a beaten flush apart" } else { "" };
        format!("every other player who did not fold{exempt}")
    }
}

/// One criterion between two flushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Trumps beat a plain suit.
    Trump,
    /// More points of the cards.
    Points,
    /// The higher best card.
    HighCard,
    /// Nearer the dealer's right.
    Seat,
}

/// The criteria in order; the last must be [`TieBreak::Seat`], which leaves no tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreaks(pub &'static [TieBreak]);

impl TieBreaks {
    /// The historical list.
    pub const BY_POINTS: TieBreaks = TieBreaks(&[TieBreak::Trump, TieBreak::Points, TieBreak::Seat]);
    /// A list of the nineteenth century.
    pub const BY_HIGH_CARD: TieBreaks = TieBreaks(&[TieBreak::Trump, TieBreak::HighCard, TieBreak::Seat]);
}

impl Value for TieBreaks {
    fn says(&self) -> String {
        let word = |by: &TieBreak| match by {
            TieBreak::Trump => "trumps",
            TieBreak::Points => "points",
            TieBreak::HighCard => "the highest card",
            TieBreak::Seat => "the seat nearest the dealer's right",
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(", then ")
    }
}

/// What each rank counts, by face from the two to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub [u8; 13]);

impl Points {
    /// The points of a set of cards.
    pub fn of(&self, cards: Set) -> u32 {
        cards.into_iter().map(|card| u32::from(self.0[card.rank() as usize])).sum()
    }
}

impl Value for Points {
    fn says(&self) -> String {
        let row = |rank: Rank| format!("{} = {}", rank.sign(), self.0[rank as usize]);
        Rank::ALL.into_iter().rev().map(row).collect::<Vec<_>>().join(", ")
    }
}
