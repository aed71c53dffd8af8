//! Chances: exact where they can be counted, estimated from play-outs where they cannot, with the margins of the estimates.

mod dealt_chances;
mod mus_phases;

pub use super::computer_sessions::{
    PlanResultByTrumps, PlanTrialsInSessions, SessionFigures, simulate_strategy_sessions, try_plans,
};
use crate::cards::count_of_or_no;
use crate::rules::{ClauseId, ClauseLookup, TrickRules};
pub use dealt_chances::DealToCountChances;
pub use mus_phases::{AllMusHands, PHASES, SeatAmongOpponents};
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959964;

/// A number of events, and how many of them were hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Proportion {
    /// The number of hits.
    pub hits: u64,
    /// The number of events.
    pub of: u64,
}

impl Proportion {
    /// Counts one more event.
    pub fn add_event(&mut self, is_hit: bool) {
        self.hits += u64::from(is_hit);
        self.of += 1;
    }

    /// Returns the proportion of hits; 0 if nothing was counted.
    pub fn estimate(self) -> f64 {
        if self.of == 0 {
            0.0
        } else {
            self.hits as f64 / self.of as f64
        }
    }

    /// Returns Wilson's interval: 95 of 100 such intervals contain the true proportion.
    ///
    /// ```
    /// let interval = |hits| mouche::explore::odds::Proportion { hits, of: 20 }.interval();
    /// assert_eq!(format!("{:.4?}, {:.4?}", interval(10), interval(0)), "(0.2993, 0.7007), (0.0000, 0.1611)");
    /// ```
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let n = self.of as f64;
        let p = self.estimate();
        let middle = p + Z * Z / (2.0 * n);
        let whole = 1.0 + Z * Z / n;
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        (
            (middle - half).max(0.0) / whole,
            (middle + half).min(whole) / whole,
        )
    }
}

/// The mean of some results, and how much they vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mean {
    /// The number of results.
    pub of: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Mean {
    /// Counts one more result.
    pub fn add_result(&mut self, result: f64) {
        self.of += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// Returns the mean; 0 if nothing was counted.
    pub fn estimate(self) -> f64 {
        if self.of == 0 {
            0.0
        } else {
            self.sum / self.of as f64
        }
    }

    /// Returns how far the true mean may lie to either side, for 95 of 100 such means.
    pub fn margin(self) -> f64 {
        Z * self.standard_error()
    }

    /// Returns the standard error of the mean.
    pub fn standard_error(self) -> f64 {
        if self.of < 2 {
            return f64::INFINITY;
        }
        let n = self.of as f64;
        let mean = self.estimate();
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        (variance / n).sqrt()
    }
}

/// A chance, in its lowest terms. The largest here, of six hands out of 52 cards, needs 115 bits.
pub type ExactChance = Ratio<u128>;

/// Returns a chance as a decimal number.
pub fn to_decimal(chance: ExactChance) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// Returns how many sets of `k` there are among `n`.
pub fn binomial(n: usize, k: usize) -> u128 {
    let mut ways = 1;
    for i in 0..k {
        ways = ways * n.saturating_sub(i) as u128 / (i + 1) as u128;
    }
    ways
}

/// Returns what may be dealt in an edition, each with a label in the edition's words and its chance.
pub fn labelled_deal_chances(rules: &TrickRules, seats: u8) -> Vec<(String, ExactChance)> {
    let dealing = DealToCountChances::new(rules, seats);
    let mut chances = Vec::new();
    if rules.has_subject_of(ClauseId::FlushWhat) {
        chances.extend(count_flush_chances(rules, &dealing));
    }
    if let Some((suit, chance)) = dealing.forced_play_suit_and_chance() {
        let label = format!("everyone must play: {} are trump", suit.name());
        chances.push((label, chance));
    }
    let whose = if dealing.is_turn_up_dealers() {
        " in a hand, but not the dealer's"
    } else {
        " in a hand"
    };
    for trumps in 0..=dealing.hand_size {
        let label = count_of_or_no(trumps, "trump") + whose;
        chances.push((label, dealing.trump_count_chance(trumps)));
    }
    chances
}

fn count_flush_chances(
    rules: &TrickRules,
    dealing: &DealToCountChances,
) -> Vec<(String, ExactChance)> {
    let flush = rules.terms.flush;
    let top_card = rules.terms.top_card;
    let mut chances = vec![(
        format!("a {flush} dealt to one player"),
        dealing.flush_chance(),
    )];
    if dealing.has_top_card() {
        let suits = if dealing.is_top_card_wild {
            "of one suit only"
        } else {
            "of every suit"
        };
        let otherwise = dealing.with_wild_top_card(!dealing.is_top_card_wild);
        chances.push((
            format!("the same, were {top_card} {suits}"),
            otherwise.flush_chance(),
        ));
    }
    // The numbers of a chance over more than six hands have no room.
    if dealing.seats <= 6 {
        chances.push((
            format!("a {flush} dealt to anyone at the table"),
            dealing.flush_at_table_chance(),
        ));
    }
    let whom = if dealing.is_turn_up_dealers() {
        "one player who is not the dealer"
    } else {
        "one player"
    };
    chances.push((
        format!("a {flush} of the suit turned up, to {whom}"),
        dealing.trump_flush_chance(),
    ));
    if let Some(chance) = dealing.flush_chance_keeping_longest(false) {
        let most = rules.exchange_once.value.most;
        chances.push((
            format!(
                "a {flush} dealt or drawn, to one who keeps their longest suit and changes up to {most}"
            ),
            chance,
        ));
    }
    if let Some(chance) = dealing.flush_chance_keeping_longest(true) {
        chances.push((format!("the same, with {top_card} in it"), chance));
    }
    chances
}
