//! A step of a deal of Mus.

use crate::cards::Seat;
use crate::mus::{Event, Hand};
use crate::rules::Topic;
use crate::scenario::text::syntax::Span;

/// What was asked, what was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the deal in its file, from 1.
    pub hand: usize,
    /// Its id within the file: `h1-grande-3`. It survives edits elsewhere.
    pub id: String,
    /// Prose of the author that belongs before it, as Markdown.
    pub narration: String,
    /// Prose that closes the file, if this is its last step.
    pub closing: String,
    /// The deal before it.
    pub before: Hand,
    /// And after it.
    pub after: Hand,
    /// What happened.
    pub events: Vec<Event>,
    /// Who was asked, if someone was.
    pub mover: Option<Seat>,
    /// What was tried, in words, if something was refused.
    pub attempt: Option<String>,
    /// And by which clause.
    pub refused: Option<Topic>,
    /// Where its file tells it: a statement, or the opening line of a deal.
    pub place: Span,
}
