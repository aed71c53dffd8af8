//! The table after a step of a hand, as a picture that stands by itself: a row a seat, what lies in the middle above them, and
//! below what happened.

use super::{Picture, Shape};
use crate::cards::{Seat, Suit};
use crate::narrate::scene::open;
use crate::narrate::table::{Laid, Place};
use crate::narrate::{Face, Scene, counted, table, title};
use crate::rules::Marks;
use crate::scenario::story::{AnyStep, Story};
use crate::scenario::visible;
use anyhow::Result;
use askama::Template;
use textwrap::wrap;

/// How it looks where no sheet of a book says so.
const STYLE: &str = include_str!("../../../templates/step.css");

const MARGIN: i32 = 16;
const LINE: i32 = 20;
const ROW: i32 = 62;
const CARD: (i32, i32) = (26, 38);
const CARD_STEP: i32 = 29;
/// Where the card lies that a seat has played, and where those begin that it holds.
const LAID: i32 = 170;
const HELD: i32 = LAID + CARD_STEP + 16;
/// What a sign of a sentence takes at most, and how many a line has.
const SIGN: i32 = 8;
const SIGNS: usize = 88;

#[derive(Template)]
#[template(path = "picture_alone.html")]
struct Alone<'a> {
    picture: &'a Picture,
    id: &'a str,
    style: &'a str,
}

/// A step under a title, as one sees it who sees the cards of this seat alone, or all: an SVG file.
///
/// # Errors
/// It cannot be put into words.
pub(crate) fn step(heading: &str, story: &Story, step: AnyStep, seat: Option<Seat>) -> Result<String> {
    let picture = drawn(heading, story, step, seat);
    let alone = Alone { picture: &picture, id: &step.id, style: STYLE }.render()?;
    Ok(alone.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect())
}

fn drawn(heading: &str, story: &Story, step: AnyStep, seat: Option<Seat>) -> Picture {
    let scene = Scene::new(story, step).seen_by(seat, &step);
    let table = table(story, step).seen_by(seat, open(step));
    let chips = counted(&[(story, step)]);
    let heading = visible(heading);
    let mut lines = Lines { shapes: Vec::new(), y: MARGIN };
    lines.tell("heading", &heading);
    lines.tell("name", &title(story, step));
    lines.tell("middle", &chips.middle(&table));
    let top = lines.y + 8;
    let most = table.places.iter().map(|place| place.cards.len() + place.unseen).max().unwrap_or(0) as i32;
    let beside = HELD + most * CARD_STEP + 12;
    let longest = chips.places(&table).map(|(_, purse)| purse.chars().count()).max().unwrap_or(0) as i32;
    let width = (beside + longest * SIGN).max(SIGNS as i32 * SIGN) + MARGIN;
    let rows =
        chips.places(&table).zip(0..).flat_map(|((place, purse), at)| row(place, purse, top + at * ROW, beside, width));
    lines.shapes.extend(rows.filter(|shape| !matches!(shape, Shape::Words { words, .. } if words.is_empty())));
    lines.y = top + table.places.len() as i32 * ROW + 8;
    scene.sentences.iter().for_each(|one| lines.tell("said", &one.text));
    let height = lines.y + MARGIN;
    let mut shapes = vec![Shape::rect("paper", (0, 0), (width, height))];
    shapes.append(&mut lines.shapes);
    let title = format!("{heading}: {}", title(story, step));
    Picture { kind: "step", title, description: scene.spoken(true), width, height, shapes, marks: Marks::default() }
}

/// Lines of words, one below the other.
struct Lines {
    shapes: Vec<Shape>,
    y: i32,
}

impl Lines {
    fn tell(&mut self, class: &str, words: &str) {
        for line in wrap(words, SIGNS) {
            self.y += LINE;
            self.shapes.push(Shape::words(class, (MARGIN, self.y - 5), line));
        }
    }
}

fn row(place: &Place, purse: &str, y: i32, beside: i32, width: i32) -> Vec<Shape> {
    let out = if place.is_out { " out" } else { "" };
    let mut shapes = Vec::new();
    if place.is_mover {
        shapes.push(Shape::rect("mover", (MARGIN / 2, y), (width - MARGIN, ROW - 4)));
    }
    shapes.push(Shape::words(format!("name{out}"), (MARGIN, y + 24), &place.name));
    shapes.push(Shape::words(format!("mark{out}"), (MARGIN, y + 42), place.marks.join(", ")));
    if let Some(Laid { face, said, mark, .. }) = &place.laid {
        let best = if matches!(*mark, "wins" | "highest") { " best" } else { "" };
        shapes.extend(face.iter().flat_map(|face| card(face, best, (LAID, y + 4))));
        shapes.push(Shape::words("mark under", (LAID + CARD.0 / 2, y + 54), *mark));
        shapes.push(Shape::words("mark under", (LAID + CARD.0 / 2, y + 28), said));
    }
    let mut places = (HELD..).step_by(CARD_STEP as usize).map(|x| (x, y + 4));
    shapes.extend(place.cards.iter().zip(places.by_ref()).flat_map(|(face, at)| card(face, out, at)));
    shapes.extend(places.take(place.unseen).map(|at| Shape::rect("back", at, CARD)));
    shapes.push(Shape::words(format!("said{out}"), (beside, y + 20), purse));
    shapes.push(Shape::words(format!("said{out}"), (beside, y + 38), place.won()));
    shapes
}

fn card(face: &Face, more: &str, (x, y): (i32, i32)) -> Vec<Shape> {
    let card = face.card();
    let red = if matches!(card.suit(), Suit::Hearts | Suit::Diamonds) { " red" } else { "" };
    let sign = |down, sign: String| Shape::words(format!("face{red}{more}"), (x + CARD.0 / 2, y + down), sign);
    let (rank, suit) = (card.rank().sign().to_string(), card.suit().sign().to_string());
    vec![Shape::rect(format!("card{more}"), (x, y), CARD), sign(16, rank), sign(32, suit)]
}
