//! The move that a deal waits for, as an id for steps and a phrase for messages.

/// The move that a deal waits for: what must be done next.
pub struct AwaitedMoveWords {
    /// The id of its step within the deal, by its number in its phase.
    pub id: String,
    /// A phrase for messages that names the player and the move.
    pub phrase: String,
}

impl AwaitedMoveWords {
    /// Creates a pending move.
    pub fn new(id: impl Into<String>, phrase: impl Into<String>) -> AwaitedMoveWords {
        AwaitedMoveWords {
            id: id.into(),
            phrase: phrase.into(),
        }
    }
}
