//! What else could have been done at a step, as its page tells it: folded away, a line for all that comes to the same.

use super::choice::Choice;
use super::course::{Course, Deed};
use super::face::Face;
use super::place::Place;
use super::sentence::{name, number};
use crate::cards::Seat;
use crate::explore::Takers;
use crate::scenario::story::{Step, Story};
use anyhow::Result;
use askama::Template;
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
    /// The cards, if they are some.
    pub(super) faces: Vec<Face>,
    /// What is declared, if it is no card.
    pub(super) words: &'static str,
    /// Whether what was done is among them.
    pub(super) is_taken: bool,
    /// Who takes the trick, and in brackets who else can.
    pub(super) takers: String,
    /// The fewest and the most tricks of the hand.
    pub(super) tricks: String,
    /// The fewest and the most chips from here on.
    pub(super) chips: String,
    /// Chips if all play their best.
    pub(super) best: String,
    /// Tricks if all play their best.
    pub(super) best_tricks: u8,
    /// Whether no other line is better, and some are worse.
    pub(super) is_best: bool,
}

impl Instead {
    /// What a page shows of these courses; none if there are none.
    pub(super) fn new(story: &Story, step: &Step, courses: &[Course], place: Place) -> Option<Instead> {
        let mover = step.mover.filter(|_| !courses.is_empty())?;
        Some(Instead {
            mover: name(story, mover).into(),
            is_of_cards: courses.iter().any(|course| course.takers.is_some()),
            lines: lines(story, courses),
            href: place.to(&Path::new(PAGE).with_extension("html").display().to_string()),
            courses: courses.to_vec(),
        })
    }

    /// What a choice brings in chips, if all play their best.
    pub(super) fn best(&self, choice: &Choice) -> Option<i64> {
        let course = self.courses.iter().find(|course| course.deed == choice.deed);
        course.map(|course| course.prospect.best_chips)
    }
}

fn lines(story: &Story, courses: &[Course]) -> Vec<Line> {
    let mut groups: Vec<Vec<Course>> = Vec::new();
    for course in courses {
        let alike = |other: &Course| other.prospect == course.prospect && other.takers == course.takers;
        match groups.iter_mut().find(|group| course.takers.is_some() && alike(&group[0])) {
            Some(group) => group.push(*course),
            None => groups.push(vec![*course]),
        }
    }
    let best = groups.iter().map(|group| group[0].prospect.best_chips);
    let (least, most) = (best.clone().min(), best.max());
    groups
        .iter()
        .map(|group| Line {
            is_best: least != most && Some(group[0].prospect.best_chips) == most,
            ..line(story, group)
        })
        .collect()
}

fn line(story: &Story, group: &[Course]) -> Line {
    let Course { takers, prospect, .. } = group[0];
    let face = |course: &Course| match course.deed {
        Deed::Play(card) => Some(Face::new(&story.rules, card)),
        _ => None,
    };
    Line {
        faces: group.iter().filter_map(face).collect(),
        words: words(group[0].deed),
        is_taken: group.iter().any(|course| course.is_taken),
        takers: takers.map_or(String::new(), |takers| who(story, takers)),
        tricks: range(prospect.tricks, |tricks| tricks.to_string()),
        chips: range(prospect.chips, signed),
        best: signed(prospect.best_chips),
        best_tricks: prospect.best_tricks,
        is_best: false,
    }
}

fn words(deed: Deed) -> &'static str {
    match deed {
        Deed::Play(_) => "",
        Deed::Fold => "folds",
        Deed::Stand => "stands",
        Deed::Exchange => "exchanges, as told",
        Deed::TakeFille => "takes the fille",
        Deed::TakeTurnUp => "takes the turn-up, as told",
    }
}

/// Who takes the trick if all play their best, and in brackets who else can: `Anne (or Claude)`.
fn who(story: &Story, takers: Takers) -> String {
    let best = takers.best.map_or("", |best| name(story, best));
    let is_other = |seat: &Seat| takers.all.has(*seat) && takers.best != Some(*seat);
    let others: Vec<&str> =
        (0..crate::cards::MOST_SEATS as u8).map(Seat).filter(is_other).map(|seat| name(story, seat)).collect();
    match others[..] {
        [] => best.into(),
        _ => format!("{best} (or {})", others.join(", ")),
    }
}

fn range<T: PartialEq + Copy>((least, most): (T, T), say: impl Fn(T) -> String) -> String {
    if least == most { say(least) } else { format!("{} to {}", say(least), say(most)) }
}

/// Chips won or lost: `+6`, `−5`, `0`.
fn signed(chips: i64) -> String {
    match chips {
        0 => "0".into(),
        _ if chips > 0 => format!("+{}", number(chips)),
        _ => format!("−{}", number(-chips)),
    }
}
