//! The flush: five cards of a suit, and what they do.

use super::from_toml::{FromToml, Toml, field, table};
use super::pay::{Amount, Payee};
use super::play::Payers;
use super::{changed, choices, data};
use crate::cards::{Card, Rank, Ranks, Set, Suit};

choices! {
    /// What a flush is.
    FlushKind {
        None = "none" absent apart;
        OneSuit = "a whole hand of one suit" apart;
    }

    /// Which card is of any suit in a flush.
    WildCard {
        None = "none" absent;
        TopCard = "the top card is of any suit";
    }

    /// How the flush may have been come by.
    Obtained {
        Dealt = "only as dealt";
        Anyhow = "however come by";
    }

    /// How a flush is made to count.
    Claiming {
        Prompt "prompt" = "asked after the last declaration; may be let pass";
        Automatic "automatic" = "counts by itself after the last declaration";
    }

    /// What a claimed flush takes; no trick is played then.
    FlushPrize { Pool = "the whole pool"; }

    /// One criterion between two flushes.
    TieBreak {
        TopCard = "the top card";
        Trump = "trumps";
        Points = "points";
        HighCard = "the highest card";
        CardsDown = "the highest card, and of equals the next";
        Seat = "the seat nearest the dealer's right";
        Divide = "what is still equal is divided";
    }
}

data! {
    /// Who owes when a flush is claimed, how much, and to whom. A debt is under the ceiling, if there is one.
    pub struct FlushDebt {
        /// Who of those without the best flush.
        pub payers: Payers,
        pub amount: Amount,
        pub to: Payee,
        /// Whether holders of beaten flushes are exempt.
        pub losing_flush_exempt: bool,
        /// Whether those are too who let theirs pass.
        pub quiet_flush_exempt: bool,
        /// Whether the holder of the top card is exempt.
        pub top_card_exempt: bool,
    }
    |debt| says: {
        let everyone = if debt.payers == Payers::All { "at the table" } else { "in the hand" };
        let flush = if debt.losing_flush_exempt { ", holders of a beaten flush apart" } else { "" };
        let quiet = if debt.quiet_flush_exempt { ", also of one that was let pass" } else { "" };
        let card = if debt.top_card_exempt { ", the holder of the top card apart" } else { "" };
        let pays = match (debt.amount, debt.to) {
            (Amount::Pool(1), Payee::NextPool) => String::new(),
            (amount, to) => format!(": {}{}", amount.says(), to.says()),
        };
        format!("every other player {everyone}{flush}{quiet}{card}{pays}")
    },
    others: changed(debt, &[
        |debt| (debt.losing_flush_exempt, debt.quiet_flush_exempt) = (!debt.losing_flush_exempt, false),
        |debt| debt.top_card_exempt ^= true,
    ]);

    /// The criteria in order; the last must be [`TieBreak::Seat`], which leaves no tie.
    pub struct TieBreaks {
        /// Whether a flush with the top card in it goes before all others.
        pub top_card_first: bool,
        /// Whether the best alone may be claimed, even where its holder keeps it quiet.
        pub best_alone: bool,
        pub then: &'static [TieBreak],
    }
    |breaks| says: {
        let alone = if breaks.best_alone { "; no other may be claimed" } else { "" };
        format!("{}{alone}", breaks.criteria().map(TieBreak::words).collect::<Vec<_>>().join(", then "))
    },
    others: changed(breaks, &[
        |breaks| breaks.top_card_first ^= true,
        |breaks| breaks.best_alone ^= true,
        |breaks| breaks.then = TieBreaks::BY_POINTS,
        |breaks| breaks.then = TieBreaks::BY_HIGH_CARD,
        |breaks| breaks.then = TieBreaks::BY_CARDS_DOWN,
        |breaks| breaks.then = &[TieBreak::Points, TieBreak::Trump, TieBreak::Seat],
        |breaks| breaks.then = &[TieBreak::Seat],
    ]);
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

/// What each rank counts, by face from the two to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub [u8; 13]);

/// A table of ranks: `{ K = 10 }`.
impl FromToml for Points {
    fn from_toml(told: &Toml) -> Result<Points, String> {
        let table = table(told, &Rank::ALL.map(Rank::sign))?;
        let mut points = Points([0; 13]);
        for rank in Rank::ALL {
            points.0[rank as usize] = field(table, rank.sign())?;
        }
        Ok(points)
    }
}

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

data! {
    impl Points
    |points| says: points.within(Set::pack(Ranks::from(Rank::Two))),
    others: {
        let mut ace_eleven = *points;
        ace_eleven.0[Rank::Ace as usize] += 1;
        vec![ace_eleven, Points([1; 13])]
    };
}
