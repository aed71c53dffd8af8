//! The flush: five cards of a suit, and what they do.

use super::{Value, but};
use crate::cards::{Card, Rank, Ranks, Set, Suit};

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

/// Which card is of any suit in a flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildCard {
    /// None.
    None,
    /// The top card, where there is one.
    TopCard,
}

impl Value for WildCard {
    fn says(&self) -> String {
        match self {
            WildCard::None => "none".into(),
            WildCard::TopCard => "the top card is of any suit".into(),
        }
    }

    fn is_absent(&self) -> bool {
        *self == WildCard::None
    }

    fn others(&self) -> Vec<WildCard> {
        but(self, &[WildCard::None, WildCard::TopCard])
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
            Obtained::Anyhow => "however come by".into(),
        }
    }

    fn others(&self) -> Vec<Obtained> {
        but(self, &[Obtained::Dealt, Obtained::Anyhow])
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

    fn others(&self) -> Vec<Claiming> {
        but(self, &[Claiming::Prompt, Claiming::Automatic])
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
    /// Whether the holder of the top card is exempt.
    pub top_card_exempt: bool,
}

impl Value for FlushDebt {
    fn says(&self) -> String {
        let flush = if self.losing_flush_exempt { ", holders of a beaten flush apart" } else { "" };
        let card = if self.top_card_exempt { ", the holder of the top card apart" } else { "" };
        format!("every other player in the hand{flush}{card}")
    }

    fn others(&self) -> Vec<FlushDebt> {
        vec![
            FlushDebt { losing_flush_exempt: !self.losing_flush_exempt, ..*self },
            FlushDebt { top_card_exempt: !self.top_card_exempt, ..*self },
        ]
    }
}

/// One criterion between two flushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// One that holds the top card.
    TopCard,
    /// Trumps beat a plain suit.
    Trump,
    /// More points of the cards.
    Points,
    /// The higher best card.
    HighCard,
    /// The higher best card; of equals the higher second, and so on down.
    CardsDown,
    /// Nearer the dealer's right.
    Seat,
}

/// The criteria in order; the last must be [`TieBreak::Seat`], which leaves no tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreaks {
    /// Whether a flush with the top card in it goes before all others.
    pub top_card_first: bool,
    /// Whether the best alone may be claimed, even where its holder keeps it quiet.
    pub best_alone: bool,
    /// What counts otherwise.
    pub then: &'static [TieBreak],
}

impl TieBreaks {
    /// The historical list.
    pub const BY_POINTS: &'static [TieBreak] = &[TieBreak::Trump, TieBreak::Points, TieBreak::Seat];
    /// A list of the nineteenth century.
    pub const BY_HIGH_CARD: &'static [TieBreak] = &[TieBreak::Trump, TieBreak::HighCard, TieBreak::Seat];

    /// The same, where equal cards are followed down: a list of loo.
    pub const BY_CARDS_DOWN: &'static [TieBreak] = &[TieBreak::Trump, TieBreak::CardsDown, TieBreak::Seat];

    /// All criteria, the first first.
    pub fn criteria(&self) -> impl Iterator<Item = TieBreak> + use<> {
        self.top_card_first.then_some(TieBreak::TopCard).into_iter().chain(self.then.iter().copied())
    }
}

impl Value for TieBreaks {
    fn says(&self) -> String {
        let word = |by: TieBreak| match by {
            TieBreak::TopCard => "the top card",
            TieBreak::Trump => "trumps",
            TieBreak::Points => "points",
            TieBreak::HighCard => "the highest card",
            TieBreak::CardsDown => "the highest card, and of equals the next",
            TieBreak::Seat => "the seat nearest the dealer's right",
        };
        let alone = if self.best_alone { "; no other may be claimed" } else { "" };
        format!("{}{alone}", self.criteria().map(word).collect::<Vec<_>>().join(", then "))
    }

    fn others(&self) -> Vec<TieBreaks> {
        let first = TieBreaks { top_card_first: !self.top_card_first, ..*self };
        let then = |then| TieBreaks { then, ..*self };
        let by = [
            TieBreaks::BY_POINTS,
            TieBreaks::BY_HIGH_CARD,
            TieBreaks::BY_CARDS_DOWN,
            &[TieBreak::Points, TieBreak::Trump, TieBreak::Seat],
            &[TieBreak::Seat],
        ];
        let alone = TieBreaks { best_alone: !self.best_alone, ..*self };
        [first, alone].into_iter().chain(but(&self.then, &by).into_iter().map(then)).collect()
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

    /// What each rank of a pack counts: `A = 10, K = 10`.
    pub fn within(&self, pack: Set) -> String {
        let has = |rank: &Rank| pack.has(Card::new(*rank, Suit::Spades));
        let row = |rank: Rank| format!("{} = {}", rank.sign(), self.0[rank as usize]);
        Rank::ALL.into_iter().rev().filter(has).map(row).collect::<Vec<_>>().join(", ")
    }
}

impl Value for Points {
    fn says(&self) -> String {
        self.within(Set::pack(Ranks::from(Rank::Two)))
    }

    fn others(&self) -> Vec<Points> {
        let mut ace_eleven = *self;
        ace_eleven.0[Rank::Ace as usize] += 1;
        vec![ace_eleven, Points([1; 13])]
    }
}
