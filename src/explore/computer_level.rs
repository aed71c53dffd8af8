//! How well the computer plays.

use super::sampling::SamplingPlayer;
use super::strategy::STRATEGY;
use crate::engine::{DealState, Move};
use crate::rules::TrickRules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well the computer plays.
///
/// ```
/// use mouche::explore::Level;
///
/// assert_eq!(Level::default(), Level::ByTheBook);
/// assert!(Level::ALL.iter().all(|level| Level::from_name(level.name()) == Some(*level)));
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The strategy that the book prints.
    #[default]
    ByTheBook,
    /// A player who considers few deals of the unseen cards.
    Fair,
    /// A player who considers many deals of the unseen cards.
    Sharp,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: &'static [Level] = &[Level::ByTheBook, Level::Fair, Level::Sharp];

    /// Returns the name of the level in addresses and commands.
    pub fn name(self) -> &'static str {
        match self {
            Level::ByTheBook => "by-the-book",
            Level::Fair => "fair",
            Level::Sharp => "sharp",
        }
    }

    /// Returns the name of the level as a label.
    pub fn title(self) -> &'static str {
        match self {
            Level::ByTheBook => "By the book",
            Level::Fair => "Fair",
            Level::Sharp => "Sharp",
        }
    }

    /// Returns the level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL
            .iter()
            .copied()
            .find(|level| level.name() == name)
    }

    /// Returns the level at which a hint is given to somebody who plays against this level.
    pub fn of_hint(self) -> Level {
        match self {
            Level::ByTheBook => Level::ByTheBook,
            Level::Fair | Level::Sharp => Level::Sharp,
        }
    }

    /// Returns how many times the level deals the unseen cards to choose a move; 0 if it follows the printed strategy.
    pub fn sample_count(self) -> u32 {
        match self {
            Level::ByTheBook => 0,
            Level::Fair => 12,
            Level::Sharp => 160,
        }
    }

    /// Returns the mover's move in a game with tricks; `None` if nobody has to move. `past` has the moves made in the deal,
    /// each with the state before it. It depends on what the mover has seen, and on nothing else.
    pub fn choose_move(
        self,
        rules: &TrickRules,
        past: &[(DealState, Move)],
        state: &DealState,
    ) -> Option<Move> {
        match self.sample_count() {
            0 => STRATEGY.choose_move(rules, state),
            samples => SamplingPlayer::new(samples).choose_move(rules, past, state),
        }
    }
}
