//! Shares of the pool.

use super::Value;

/// The largest amount of chips that a table may hold anywhere: beyond it a file is wrong and a session ends.
pub const MOST_CHIPS: i64 = 1_000_000_000_000;

/// Into how many parts the pool goes; each trick earns one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The number of parts.
    pub parts: i64,
}

impl Value for Shares {
    fn says(&self) -> String {
        format!("a {}th of the pool a trick", self.parts)
    }
}
