//! The question that a deal asks at one moment.

/// The question that a deal asks.
pub struct Question {
    /// Its id within the deal, by its number in its phase.
    pub id: String,
    /// A phrase that names the player and the move.
    pub phrase: String,
}

impl Question {
    /// Returns a question.
    pub fn new(id: impl Into<String>, phrase: impl Into<String>) -> Question {
        Question {
            id: id.into(),
            phrase: phrase.into(),
        }
    }
}
