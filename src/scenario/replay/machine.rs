//! What a machine makes of the fences of a hand.

use super::session::Session;
use super::wrong::Made;
use crate::scenario::text::syntax::{At, DealText, Entry, Line, Span};

/// A machine that a file is held against.
pub trait Plays<'a> {
    /// What has been found so far.
    fn session(&mut self) -> &mut Session<'a>;

    /// Makes ready for a hand and deals; whether it could be done.
    fn deal(&mut self, text: &DealText) -> bool;

    /// Makes what a script says.
    fn script(&mut self, lines: &[Line]) -> Made;

    /// Checks a payout, and ends the hand.
    fn payout(&mut self, entries: &[At<Entry>], span: &Span) -> Made;

    /// Goes to the end of the hand, as far as silence does; who is asked for what if it is not over.
    fn go_to_the_end(&mut self) -> Option<String>;

    /// After the last hand.
    fn end(&mut self);
}
