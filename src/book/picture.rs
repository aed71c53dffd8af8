//! Pictures of clauses and figures, each with words that say the same, and pictures of the table after a step.

mod card_order;
mod flow;
mod packs;
pub(super) mod plots;

pub(super) use card_order::{RankRow, card_order_rows, draw_card_order};
pub(super) use flow::draw_flow;
pub(super) use packs::draw_packs;

use super::sign::signs_html;
use crate::cards::{Seat, Suit};
use crate::narrate::scene::open_seats;
use crate::narrate::table::SeatView;
use crate::narrate::{self, Face, Scene, chips_after, step_title};
use crate::page::markdown::join_lines;
use crate::rules::Marks;
use crate::scenario::escape_hidden;
use crate::scenario::story::{AnyStep, Story};
use askama::{Result, Template};

#[derive(Template)]
#[template(path = "picture.html")]
struct Picture<'a> {
    /// What its ids begin with, so that a book may show it on several pages.
    of: &'a str,
    /// What kind of picture it is, as its style sheet knows it: `order`.
    kind: &'static str,
    title: &'a str,
    description: String,
    width: i32,
    height: i32,
    drawn: String,
    /// The marks of what it is drawn from, where no words in it have them.
    marks: Marks,
}

impl Picture<'_> {
    fn figure(&self) -> Result<String> {
        Ok(join_lines(&self.render()?))
    }
}

#[derive(Template)]
#[template(path = "figures.html")]
struct FigureTable<'a> {
    of: &'a str,
    heads: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

/// A table of what a drawing shows, with what stands over its columns but the first.
pub(super) fn figures_table(
    of: &str,
    heads: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = (String, Vec<String>)>,
) -> Result<String> {
    let heads = heads.into_iter().map(Into::into).collect();
    Ok(join_lines(
        &FigureTable {
            of,
            heads,
            rows: rows.into_iter().collect(),
        }
        .render()?,
    ))
}

/// `1 in 748`.
pub(super) fn one_in_text(share: f64) -> String {
    if share <= 0.0 {
        return "never".into();
    }
    let times = 1.0 / share;
    if times < 20.0 {
        format!("1 in {times:.1}")
    } else {
        format!("1 in {times:.0}")
    }
}

/// `four`: a number of players.
pub(super) fn player_count_word(count: u8) -> &'static str {
    ["none", "one", "two", "three", "four", "five", "six"]
        .get(usize::from(count))
        .copied()
        .unwrap_or("many")
}

const MARGIN: i32 = 16;
const LINE: i32 = 20;
const ROW: i32 = 62;
/// Where the cards begin that a seat holds, and how far each lies from the next.
const HELD: i32 = 215;
const CARD_STEP: i32 = 29;
/// What a sign of a sentence takes at most, and how many a line has.
const SIGN: i32 = 8;
const SIGNS: i32 = 88;

/// A line of words: its class, its place, and they.
type TextLine = (&'static str, i32, String);

#[derive(Template)]
#[template(path = "step.svg")]
struct StepPicture<'a> {
    id: &'a str,
    heading: &'a str,
    title: &'a str,
    spoken: String,
    width: i32,
    height: i32,
    above: Vec<TextLine>,
    below: Vec<TextLine>,
    /// Each seat, its purse, and where it stands.
    seats: Vec<(&'a SeatView, &'a str, i32)>,
    /// Where what stands beside the cards begins.
    beside: i32,
}

/// A step under a title, as one sees it who sees the cards of this seat alone, or all: an SVG file.
pub(crate) fn draw_step(
    heading: &str,
    story: &Story,
    step: AnyStep,
    seat: Option<Seat>,
) -> Result<String> {
    let scene = Scene::new(story, step).seen_by(seat, &step);
    let table = narrate::table_after(story, step).seen_by(seat, open_seats(step));
    let chips = chips_after(&[(story, step)]);
    let (heading, title) = (&*escape_hidden(heading), &*step_title(story, step));
    let mut y = MARGIN;
    let above = placed(
        [
            ("heading", heading),
            ("name", title),
            ("middle", &chips.middle_text(&table)),
        ],
        &mut y,
    );
    let top = y + 8;
    let seats: Vec<_> = chips
        .seats_with_purses(&table)
        .zip(0..)
        .map(|((place, purse), at)| (place, purse, top + at * ROW))
        .collect();
    y = top + seats.len() as i32 * ROW + 8;
    let below = placed(
        scene
            .sentences
            .iter()
            .map(|one| ("said", one.text.as_str())),
        &mut y,
    );
    let most = seats
        .iter()
        .map(|(place, ..)| place.cards.len() + place.unseen)
        .max()
        .unwrap_or(0) as i32;
    let longest = seats
        .iter()
        .map(|(_, purse, _)| purse.chars().count())
        .max()
        .unwrap_or(0) as i32;
    let beside = HELD + most * CARD_STEP + 12;
    let width = (beside + longest * SIGN).max(SIGNS * SIGN) + MARGIN;
    let (id, spoken, height) = (&*step.id, scene.read_aloud(true), y + MARGIN);
    let picture = StepPicture {
        id,
        heading,
        title,
        spoken,
        width,
        height,
        above,
        below,
        seats,
        beside,
    };
    let lines = picture.render()?;
    Ok(lines
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect())
}

/// Words in lines below a place, each with its class and its own place.
fn placed<'a>(
    all: impl IntoIterator<Item = (&'static str, &'a str)>,
    y: &mut i32,
) -> Vec<TextLine> {
    let all = all.into_iter().flat_map(|(class, words)| {
        textwrap::wrap(words, SIGNS as usize)
            .into_iter()
            .map(move |line| (class, line.into_owned()))
    });
    let placed = all.map(|(class, line)| {
        *y += LINE;
        (class, *y - 5, line)
    });
    placed.collect()
}

fn is_red(face: &Face) -> bool {
    matches!(face.card.suit(), Suit::Hearts | Suit::Diamonds)
}

#[cfg(test)]
#[path = "../../tests/unit/book_picture.rs"]
mod tests;
