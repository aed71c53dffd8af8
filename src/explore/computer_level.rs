//! How well the computer plays.

use super::mus_sampling_player::SamplingMusPlayer;
use super::mus_strategy::choose_rule;
use super::sampling_player::SamplingPlayer;
use super::strategy::STRATEGY;
use crate::engine::{DealState, Move};
use crate::mus::MusState;
use crate::rules::{EngineKind, MusRules, TrickRules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well the computer plays.
///
/// ```
/// use mouche::explore::ComputerLevel;
///
/// assert_eq!(ComputerLevel::default(), ComputerLevel::ByTheBook);
/// assert!(ComputerLevel::ALL.iter().all(|level| ComputerLevel::from_name(level.name()) == Some(*level)));
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
pub enum ComputerLevel {
    /// The strategy that the book prints.
    #[default]
    ByTheBook,
    /// A player who considers few deals of the unseen cards.
    Fair,
    /// A player who considers many deals of the unseen cards.
    Sharp,
}

impl ComputerLevel {
    /// All levels, the weakest first.
    pub const ALL: &'static [ComputerLevel] = &[
        ComputerLevel::ByTheBook,
        ComputerLevel::Fair,
        ComputerLevel::Sharp,
    ];

    /// Returns the name of the level in addresses and commands.
    pub fn name(self) -> &'static str {
        match self {
            ComputerLevel::ByTheBook => "by-the-book",
            ComputerLevel::Fair => "fair",
            ComputerLevel::Sharp => "sharp",
        }
    }

    /// Returns the name of the level as a label.
    pub fn title(self) -> &'static str {
        match self {
            ComputerLevel::ByTheBook => "By the book",
            ComputerLevel::Fair => "Fair",
            ComputerLevel::Sharp => "Sharp",
        }
    }

    /// Returns the level with this name.
    pub fn from_name(name: &str) -> Option<ComputerLevel> {
        ComputerLevel::ALL
            .iter()
            .copied()
            .find(|level| level.name() == name)
    }

    /// Returns the level of the opponents of a player who has chosen none. At Mus the printed strategy refuses nearly every bet, so
    /// the opponents there are fair.
    ///
    /// ```
    /// use mouche::explore::ComputerLevel;
    /// use mouche::rules::EngineKind;
    ///
    /// let [tricks, mus] = [EngineKind::Tricks, EngineKind::Mus].map(ComputerLevel::usual_opponents);
    /// assert_eq!([tricks, mus], [ComputerLevel::ByTheBook, ComputerLevel::Fair]);
    /// ```
    pub fn usual_opponents(kind: EngineKind) -> ComputerLevel {
        match kind {
            EngineKind::Tricks => ComputerLevel::ByTheBook,
            EngineKind::Mus => ComputerLevel::Fair,
        }
    }

    /// Returns the level at which a hint is given to somebody who plays against this level.
    pub fn for_hints_against(self) -> ComputerLevel {
        match self {
            ComputerLevel::ByTheBook => ComputerLevel::ByTheBook,
            ComputerLevel::Fair | ComputerLevel::Sharp => ComputerLevel::Sharp,
        }
    }

    /// Returns how many times the level deals the unseen cards to choose a move; 0 if it follows the printed strategy.
    pub fn sample_count(self) -> u32 {
        match self {
            ComputerLevel::ByTheBook => 0,
            ComputerLevel::Fair => 12,
            ComputerLevel::Sharp => 160,
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

    /// Returns how many times the level deals the unseen cards at Mus, half as often as in games with tricks; 0 if it follows the
    /// printed strategy.
    pub fn mus_sample_count(self) -> u32 {
        self.sample_count() / 2
    }

    /// Returns the mover's move at Mus; `None` if nobody has to choose. It depends on what the mover knows, and on nothing else.
    pub fn choose_mus_move(self, rules: &MusRules, state: &MusState) -> Option<Move> {
        match self.mus_sample_count() {
            0 => choose_rule(rules, state).map(|(_, chosen)| chosen),
            samples => SamplingMusPlayer::new(samples).choose_move(rules, state),
        }
    }
}
