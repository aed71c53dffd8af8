//! What else could have been done at a step, as its page tells it: folded away, a line for all that comes to the same.

use super::choice::Choice;
use super::course::{Course, Deed};
use super::place::Place;
use super::sentence::{name, number};
use crate::cards::Seat;
use crate::explore::{Prospect, Takers};
use crate::scenario::story::{Step, Story};
use anyhow::Result;
use askama::Template;
use std::cmp::Reverse;
use std::path::Path;

/// The chapter that says what is counted, and what playing one's best means.
pub(super) const NAME: &str = "This card instead";

/// Its page.
pub(super) const PAGE: &str = "this-card-instead.md";

#[derive(Template)]
#[template(path = "instead.md")]
struct Explained;

/// The text of that chapter.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn explained(_: &Path) -> Result<String> {
    Ok(Explained.render()?)
}

/// The courses that a mover might have taken.
#[derive(Clone, Debug)]
pub(super) struct Instead {
    /// The mover.
    pub(super) mover: String,
    /// Whether they are cards.
    pub(super) is_of_cards: bool,
    /// A line for all that comes to the same.
    pub(super) lines: Vec<Line>,
    /// Where it is explained.
    pub(super) href: String,
    courses: Vec<Course>,
}

/// Courses that come to the same.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The cards, or what is declared.
    pub(super) what: String,
    /// Whether what was done is among them.
    pub(super) is_taken: bool,
    /// What it brings if all play their best: `+2, 2 tricks`.
    pub(super) best: String,
    /// How little and how much it can bring, or that it brings no less and no more.
    pub(super) range: String,
    /// Who takes the trick if all play their best, and in brackets who else can: `Anne takes this one (or Claude).`
fn who(story: &Story, takers: Takers) -> String {
    let best = takers.best.map_or("", |best| name(story, best));
    let is_other = |seat: &Seat| takers.all.has(*seat) && takers.best != Some(*seat);
    let others: Vec<&str> =
        (0..crate::cards::MOST_SEATS as u8).map(Seat).filter(is_other).map(|seat| name(story, seat)).collect();
    match others[..] {
        [] => format!("{best} takes this one."),
        _ => format!("{best} takes this one (or {}).", others.join(", ")),
    }
}

/// Chips won or lost: `+6`, `−5`, `0`.
fn signed(chips: i64) -> String {
    match chips {
        0 => "0".into(),
        _ if chips > 0 => format!("+{}", number(chips)),
        _ => format!("−{}", number(-chips)),
    }
}
