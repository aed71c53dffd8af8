//! A file of Mus held against its machine.

mod deal;
mod game;
mod payout;
mod says;
pub mod words;

use super::machine::Plays;
use super::session::Session;
use super::wrong::Made;
use crate::scenario::text::syntax::{At, DealText, Entry, Line, Span};
pub use game::Game;

impl<'a> Plays<'a> for Game<'a> {
    fn session(&mut self) -> &mut Session<'a> {
        &mut self.session
    }

    fn deal(&mut self, text: &DealText) -> bool {
        deal::deal(self, text)
    }

    fn script(&mut self, lines: &[Line]) -> Made {
        says::script(self, lines)
    }

    fn payout(&mut self, entries: &[At<Entry>], span: &Span) -> Made {
        payout::payout(self, entries, span)
    }

    fn go_to_the_end(&mut self) -> Option<String> {
        self.finish()
    }

    fn end(&mut self) {}
}
