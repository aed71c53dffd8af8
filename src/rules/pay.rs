//! Shares of the pool.

use super::{Value, but};

/// The largest amount of chips that a table may hold anywhere: beyond it a file is wrong and a session ends.
pub const MOST_CHIPS: i64 = 1_000_000_000_000;

/// Into how many parts the pool goes; each trick earns one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The number of parts.
    pub parts: i64,
}

impl Shares {
    /// What one part of a pool comes to, in chips. What the parts leave over is nobody's.
    pub const fn of(self, pool: i64) -> i64 {
        pool / self.parts
    }
}

impl Value for Shares {
    fn says(&self) -> String {
        match self.parts {
            5 => "a fifth of the pool a trick".into(),
            6 => "a sixth of the pool a trick".into(),
            parts => format!("the pool ÷ {parts} a trick"),
        }
    }

    fn others(&self) -> Vec<Shares> {
        vec![Shares { parts: self.parts + 1 }, Shares { parts: self.parts - 1 }]
    }
}

/// Who gets the extra share when no trump was played that could earn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orphan {
    /// The dealer, who put it in.
    Dealer,
    /// Nobody: it stays in the pool.
    Carried,
    /// The winner of the last trick.
    LastTrick,
}

/// Whether a trick earns a share more than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Double {
    /// None does.
    None,
    /// The trick that the top card wins.
    TopCard {
        /// Where that share goes when no card earns it.
        orphan: Orphan,
    },
}

impl Double {
    const fn or(orphan: Orphan) -> Double {
        Double::TopCard { orphan }
    }
}

impl Value for Double {
    fn says(&self) -> String {
        let to = match self {
            Double::None => return "none".into(),
            Double::TopCard { orphan: Orphan::Dealer } => "goes to the dealer",
            Double::TopCard { orphan: Orphan::Carried } => "stays in the pool",
            Double::TopCard { orphan: Orphan::LastTrick } => "goes to the winner of the last trick",
        };
        format!("two shares for the top card's trick; a share that no card earns {to}")
    }

    fn is_absent(&self) -> bool {
        *self == Double::None
    }

    fn others(&self) -> Vec<Double> {
        let each = [Orphan::Dealer, Orphan::Carried, Orphan::LastTrick].map(Double::or);
        but(self, &[Double::None].into_iter().chain(each).collect::<Vec<_>>())
    }
}
