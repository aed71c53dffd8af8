//! Chances: counted where they can be counted, played out where they cannot; and how far what was found may be trusted.

mod dealing;
mod mus;

pub use super::session::{Evening, Row, Trial, evenings, trial};
pub use dealing::{Chance, Dealing, choose, counted, decimal};
pub use mus::{PHASES, Phases, Place};
use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959964;

/// How many of so many.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub hits: u64,
    pub of: u64,
}

impl Share {
    /// One more, which is one of them or not.
    pub fn count(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.of += 1;
    }

    /// The share that was found, from 0 to 1.
    pub fn found(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.hits as f64 / self.of as f64 }
    }

    /// Wilson's interval, in which 95 of 100 such intervals have the true share.
    ///
    /// ```
    /// let interval = |hits| mouche::explore::odds::Share { hits, of: 20 }.interval();
    /// assert_eq!(format!("{:.4?}, {:.4?}", interval(10), interval(0)), "(0.2993, 0.7007), (0.0000, 0.1611)");
    /// ```
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.of as f64, self.found());
        let (middle, whole) = (p + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0) / whole, (middle + half).min(whole) / whole)
    }
}

/// The mean of so many results.
#[expect(missing_docs, reason = "its fields are what they are called")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    pub of: u64,
    pub sum: f64,
    pub squares: f64,
}

impl Mean {
    /// One more.
    pub fn count(&mut self, result: f64) {
        self.of += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// The mean that was found.
    pub fn found(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.sum / self.of as f64 }
    }

    /// How far the true mean may lie to either side, for 95 of 100 such means.
    pub fn within(self) -> f64 {
        if self.of < 2 {
            return f64::INFINITY;
        }
        let (n, mean) = (self.of as f64, self.found());
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        Z * (variance / n).sqrt()
    }
}
