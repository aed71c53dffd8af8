//! The table after a step, drawn as a picture of its own.

use crate::cards::{Seat, Suit};
use crate::narrate::step_text::seats_with_open_cards;
use crate::narrate::table_after_step::SeatView;
use crate::narrate::{self, CardFace, EditionStepText, chips_after, step_title};
use crate::scenario::name_hidden_characters;
use crate::scenario::story::{AnyStep, Story};
use askama::{Result, Template};

const MARGIN: i32 = 16;
/// The height of a line of words.
const LINE_HEIGHT: i32 = 20;
/// The height of the row of a seat.
const ROW: i32 = 62;
/// The place of the first card of a seat.
const CARDS_X: i32 = 215;
/// The distance from one card of a seat to the next.
const CARD_STEP: i32 = 29;
/// The largest width of a character.
const CHARACTER_WIDTH: i32 = 8;
/// The number of characters on a line.
const LINE_LENGTH: i32 = 88;

/// A line of words, with the place of its base line.
struct TextLine {
    class: &'static str,
    y: i32,
    words: String,
}

/// A seat, with its purse and the place of its row.
struct PlacedSeat<'a> {
    seat: &'a SeatView,
    purse: &'a str,
    y: i32,
}

/// The picture of a table after a step.
#[derive(Template)]
#[template(path = "step.svg")]
struct StepPicture<'a> {
    id: &'a str,
    heading: &'a str,
    title: &'a str,
    /// The picture in words, for a reader who does not see it.
    spoken: String,
    width: i32,
    height: i32,
    lines_above: Vec<TextLine>,
    lines_below: Vec<TextLine>,
    seats: Vec<PlacedSeat<'a>>,
    /// The place of the words beside the cards.
    beside_cards: i32,
}

/// Returns a picture of the table after a step, under a heading, as an SVG file. It shows the cards
/// that a player at `seat` sees, or all cards.
pub(crate) fn draw_step_svg(
    heading: &str,
    story: &Story,
    step: AnyStep,
    seat: Option<Seat>,
) -> Result<String> {
    let scene = EditionStepText::new(story, step).seen_by(seat, &step);
    let table = narrate::table_after(story, step).seen_by(seat, seats_with_open_cards(step));
    let chips = chips_after(&[(story, step)]);
    let heading = name_hidden_characters(heading);
    let title = step_title(story, step);
    let mut column = StackedTextLayout { y: MARGIN };
    let mut lines_above = column.add_wrapped_words("heading", &heading);
    lines_above.extend(column.add_wrapped_words("name", &title));
    lines_above.extend(column.add_wrapped_words("middle", &chips.middle_text(&table)));
    column.y += 8;
    let mut seats = Vec::new();
    let mut most_cards = 0;
    let mut longest_purse = 0;
    for (seat_view, purse) in chips.purses_by_seat(&table) {
        most_cards = most_cards.max(seat_view.cards.len() + seat_view.unseen);
        longest_purse = longest_purse.max(purse.chars().count());
        seats.push(PlacedSeat {
            seat: seat_view,
            purse,
            y: column.y,
        });
        column.y += ROW;
    }
    column.y += 8;
    let mut lines_below = Vec::new();
    for sentence in &scene.sentences {
        lines_below.extend(column.add_wrapped_words("said", &sentence.text));
    }
    let beside_cards = CARDS_X + most_cards as i32 * CARD_STEP + 12;
    let width_of_seats = beside_cards + longest_purse as i32 * CHARACTER_WIDTH;
    let picture = StepPicture {
        id: &step.id,
        heading: &heading,
        title: &title,
        spoken: scene.spoken_text(true),
        width: width_of_seats.max(LINE_LENGTH * CHARACTER_WIDTH) + MARGIN,
        height: column.y + MARGIN,
        lines_above,
        lines_below,
        seats,
        beside_cards,
    };
    Ok(without_empty_lines(&picture.render()?))
}

/// Returns a text without its empty lines.
fn without_empty_lines(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        if !line.is_empty() {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Lines and rows below one another.
struct StackedTextLayout {
    /// The end of the last line or row.
    y: i32,
}

impl StackedTextLayout {
    /// Adds words of a class, and returns their lines.
    fn add_wrapped_words(&mut self, class: &'static str, words: &str) -> Vec<TextLine> {
        let mut lines = Vec::new();
        for line in textwrap::wrap(words, LINE_LENGTH as usize) {
            self.y += LINE_HEIGHT;
            lines.push(TextLine {
                class,
                y: self.y - 5,
                words: line.into_owned(),
            });
        }
        lines
    }
}

/// Returns whether a card is drawn in red.
fn is_red(face: &CardFace) -> bool {
    matches!(face.card.suit(), Suit::Hearts | Suit::Diamonds)
}
