//! The pictures that other sites show beside a link to a hand or to a game: its name, and a player's cards in the middle
//! of a deal.
//!
//! They are drawn with tiny-skia, and their letters with ttf-parser. Both are small and well kept. A renderer of SVG files
//! (resvg) would need about 30 more packages for the same words and rectangles.

mod canvas;

use super::ScenarioLibrary;
use super::book_contents::{OWN_PICTURE_SIZE, picture_path};
use super::chapters::choose_three_short_hands;
use super::site::SiteContext;
use crate::cards::Suit;
use crate::editions;
use crate::narrate::step_text::seats_with_open_cards;
use crate::narrate::{CardFace, table_after};
use crate::page::{HandUnderEdition, game_page_path, step_in_middle};
use anyhow::{Context, Result};
use canvas::{
    COLORS, PictureCanvas, PixelArea, PlacedTextStyle, Rgb, mix_in_quarters, text_width, wrap_text,
};
use rayon::prelude::*;
use std::path::Path;

const WIDTH: u32 = OWN_PICTURE_SIZE.0;
const HEIGHT: u32 = OWN_PICTURE_SIZE.1;
/// The left edge of all that is drawn.
const MARGIN: f32 = 44.0;
/// The upper edge of the cloth on which the cards lie.
const CLOTH_TOP: f32 = 236.0;
const CARD_WIDTH: f32 = 90.0;
const CARD_HEIGHT: f32 = 126.0;
const CARD_GAP: f32 = 11.0;
/// The most cards that are drawn.
const MOST_CARDS: usize = 7;

const PAPER: Rgb = [238, 238, 221];
const CLOTH: Rgb = [34, 85, 68];
const CARD: Rgb = [255, 255, 238];
const INK: Rgb = [34, 34, 34];
const MUTED: Rgb = [102, 102, 85];
const RED: Rgb = [170, 34, 34];

/// All colours, with those at the edges of letters and cards.
const PALETTE: [Rgb; COLORS] = [
    PAPER,
    CLOTH,
    CARD,
    INK,
    MUTED,
    RED,
    mix_in_quarters(PAPER, INK, 1),
    mix_in_quarters(PAPER, INK, 2),
    mix_in_quarters(PAPER, INK, 3),
    mix_in_quarters(PAPER, MUTED, 2),
    mix_in_quarters(CARD, INK, 1),
    mix_in_quarters(CARD, INK, 2),
    mix_in_quarters(CARD, RED, 1),
    mix_in_quarters(CARD, RED, 3),
    mix_in_quarters(CARD, CLOTH, 1),
    mix_in_quarters(CARD, CLOTH, 3),
];

/// What a picture shows.
struct SocialPicture<'a> {
    /// The line above the title: the edition of a hand, or the first source of a game.
    line_above: String,
    title: String,
    cards: Vec<CardFace>,
    book_title: &'a str,
}

/// Writes the picture of each hand and each game of a site.
///
/// # Errors
/// If a picture cannot be written.
pub(super) fn write_social_pictures(
    library: &ScenarioLibrary,
    context: &SiteContext,
    site: &Path,
) -> Result<()> {
    let hands = library.hand_views();
    let book_title = context.imprint.title.as_str();
    hands.par_iter().try_for_each(|hand| {
        let page = hand.page_path("html");
        if !hand.is_first_edition() || !context.has_own_picture(&page) {
            return Ok(());
        }
        let picture = SocialPicture {
            line_above: line_above_hand(hand),
            title: hand.title(),
            cards: mover_cards_midway(library, hand)?,
            book_title,
        };
        write_picture(&picture, site, &page)
    })?;
    for (game, editions) in editions::playable_games() {
        let page = game_page_path(game, "html");
        if !context.has_own_picture(&page) {
            continue;
        }
        let cards = match choose_three_short_hands(editions[0], &hands).first() {
            Some(hand) => mover_cards_midway(library, hand)?,
            None => Vec::new(),
        };
        let picture = SocialPicture {
            line_above: game.when.to_owned(),
            title: game.name.to_owned(),
            cards,
            book_title,
        };
        write_picture(&picture, site, &page)?;
    }
    Ok(())
}

/// Returns the line above the title of a hand.
fn line_above_hand(hand: &HandUnderEdition) -> String {
    if hand.has_several_editions() {
        "Example hand of several editions".to_owned()
    } else {
        format!("Example hand of {}", hand.story.rules.name)
    }
}

/// Returns the cards of the player who moves at the step in the middle of a hand. If they have
/// none, returns those of the player with the most cards.
fn mover_cards_midway(library: &ScenarioLibrary, hand: &HandUnderEdition) -> Result<Vec<CardFace>> {
    library.with_steps_without_alternatives(hand, |view| {
        let Some(step) = step_in_middle(view.story) else {
            return Ok(Vec::new());
        };
        let table = table_after(view.story, step).seen_by(None, seats_with_open_cards(step));
        let seats = &table.seats;
        let mover = seats
            .iter()
            .find(|seat| seat.is_mover && !seat.cards.is_empty());
        let seat = mover.or_else(|| seats.iter().max_by_key(|seat| seat.cards.len()));
        Ok(seat.map(|seat| seat.cards.clone()).unwrap_or_default())
    })
}

fn write_picture(picture: &SocialPicture, site: &Path, page: &str) -> Result<()> {
    let path = picture_path(page);
    let bytes = draw_picture(picture).with_context(|| format!("{path} cannot be drawn"))?;
    std::fs::write(site.join(&path), bytes).with_context(|| format!("{path} cannot be written"))
}

/// Returns a picture as a PNG file.
fn draw_picture(picture: &SocialPicture) -> Result<Vec<u8>> {
    let mut canvas = PictureCanvas::new(WIDTH, HEIGHT, PAPER);
    let cloth = PixelArea {
        x: 0.0,
        y: CLOTH_TOP,
        width: WIDTH as f32,
        height: HEIGHT as f32 - CLOTH_TOP,
    };
    canvas.fill_area(cloth, 0.0, CLOTH);
    draw_words(&mut canvas, picture);
    let mut x = MARGIN;
    for face in picture.cards.iter().take(MOST_CARDS) {
        draw_card(&mut canvas, face, x);
        x += CARD_WIDTH + CARD_GAP;
    }
    draw_book_title(&mut canvas, picture.book_title, x + 2.0 * CARD_GAP);
    canvas.into_png(&PALETTE)
}

/// Draws the title and the line above it. A long title is smaller, and its end is left out if three lines do not hold it.
fn draw_words(canvas: &mut PictureCanvas, picture: &SocialPicture) {
    let width = WIDTH as f32 - 2.0 * MARGIN;
    let line_above = PlacedTextStyle {
        x: MARGIN,
        baseline: 62.0,
        size: 27.0,
        color: MUTED,
    };
    canvas.write_text(&picture.line_above, line_above);
    let mut size = 64.0;
    let mut lines = wrap_text(&picture.title, size, width);
    if lines.len() > 2 {
        size = 44.0;
        lines = wrap_text(&picture.title, size, width);
    }
    if lines.len() > 3 {
        lines.truncate(3);
        lines[2].push('…');
    }
    let mut baseline = 74.0 + size * 0.9;
    for line in lines {
        let style = PlacedTextStyle {
            x: MARGIN,
            baseline,
            size,
            color: INK,
        };
        canvas.write_text(&line, style);
        baseline += size;
    }
}

/// Draws a card with its left edge at `x`: its rank above its suit.
fn draw_card(canvas: &mut PictureCanvas, face: &CardFace, x: f32) {
    let y = CLOTH_TOP + (HEIGHT as f32 - CLOTH_TOP - CARD_HEIGHT) / 2.0;
    let area = PixelArea {
        x,
        y,
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
    };
    canvas.fill_area(area, 8.0, CARD);
    let suit = face.card.suit();
    let color = match suit {
        Suit::Hearts | Suit::Diamonds => RED,
        Suit::Spades | Suit::Clubs => INK,
    };
    let sign = suit.sign().to_string();
    let words = face.text();
    let rank = words.trim_end_matches(&sign);
    for (text, size, below) in [(rank, 56.0, 52.0), (sign.as_str(), 70.0, 112.0)] {
        let style = PlacedTextStyle {
            x: x + (CARD_WIDTH - text_width(text, size)) / 2.0,
            baseline: y + below,
            size,
            color,
        };
        canvas.write_text(text, style);
    }
}

/// Draws the title of the book beside the cards, if there is room for it.
fn draw_book_title(canvas: &mut PictureCanvas, title: &str, x: f32) {
    let size = 24.0;
    let room = WIDTH as f32 - MARGIN - x;
    let lines = wrap_text(title, size, room);
    let is_too_wide = lines.iter().any(|line| text_width(line, size) > room);
    if is_too_wide || lines.len() > 5 {
        return;
    }
    let middle = (CLOTH_TOP + HEIGHT as f32) / 2.0;
    let mut baseline = middle - lines.len() as f32 * size * 0.6 + size * 0.85;
    for line in lines {
        let style = PlacedTextStyle {
            x,
            baseline,
            size,
            color: CARD,
        };
        canvas.write_text(&line, style);
        baseline += size * 1.2;
    }
}
