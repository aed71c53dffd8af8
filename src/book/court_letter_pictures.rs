//! The letters that court cards have in other languages, as pictures over those of the cards.

use super::theme_files::DECK;
use crate::cards::CardLanguage;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// The letters that court cards have in other languages than English, each with its outline: as the typeface of the book draws it in
/// bold, in the units and in the first column of the ranks in `cards.svg`.
const OUTLINES: &str = include_str!("court_letters.txt");

/// The width of a column, in the units of the ranks.
const COLUMN: i32 = 400;

/// Writes the letters of cards in some languages into a site.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_letter_decks(site: &Path, languages: &[CardLanguage]) -> Result<()> {
    for letters in languages.iter().copied() {
        let deck = letters.picture_deck_name();
        if deck.is_empty() {
            continue;
        }
        let name = format!("cards-{deck}.svg");
        std::fs::write(site.join(&name), deck_in_letters(letters))
            .with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

/// Returns a style sheet that names the pictures of cards for these languages only. Cards of another language have the English
/// pictures. A book of another author names none of them, because each would make its sheet much larger.
pub(super) fn keep_letter_decks(sheet: &str, languages: &[CardLanguage]) -> String {
    let mut kept = String::new();
    for line in sheet.lines() {
        let deck = line
            .strip_prefix(".deck-")
            .and_then(|rest| rest.split(' ').next());
        let is_kept = match deck {
            Some(name) => languages
                .iter()
                .any(|letters| letters.picture_deck_name() == name),
            None => true,
        };
        if is_kept {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns the letters of a language as a picture that lies over `cards.svg`: it covers the English letters of court cards, and has
/// the others in their places. A whole picture of the cards would be ten times as large.
fn deck_in_letters(letters: CardLanguage) -> String {
    let outlines: BTreeMap<&str, &str> = OUTLINES
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let deck: Vec<&str> = DECK.lines().collect();
    let ranks = deck
        .iter()
        .position(|line| line.starts_with("<path id=\"ranks\""));
    let first = ranks.unwrap_or_default();
    let courts = CardLanguage::English
        .court_letters()
        .into_iter()
        .zip(letters.court_letters());
    let mut covered = String::new();
    let mut written = String::new();
    for (column, (english, sign)) in (1_i32..).zip(courts) {
        if let Some(outline) = outlines.get(sign).filter(|_| sign != english) {
            covered += deck[first + column as usize];
            written += &move_outline(outline, column * COLUMN);
        }
    }
    // The stroke covers the soft edge of the letter below.
    let cover =
        format!("<path fill=\"#fffdf8\" stroke=\"#fffdf8\" stroke-width=\"5\" d=\"{covered}\"/>");
    let mut picture = format!(
        "{}\n<defs><g id=\"letters\" transform=\"scale(.25)\">{cover}\n<path d=\"{written}\"/></g>\n",
        deck[0]
    );
    // The tail of the English Q reaches into the suit below it, which is drawn again.
    let pips = deck.iter().filter(|line| line.starts_with("M219 "));
    for (suit, pip) in ["S", "H", "D", "C"].iter().zip(pips) {
        picture += &format!("<g id=\"{suit}\"><use href=\"#letters\"/><path d=\"{pip}\"/></g>\n");
    }
    picture += "</defs>\n";
    for line in deck {
        if line.starts_with("<use ") && line.contains(" y=") {
            picture += line;
            picture.push('\n');
        }
    }
    picture + "</svg>\n"
}

/// Returns an outline so many units to the right. Only the places after `M` are absolute.
fn move_outline(outline: &str, units: i32) -> String {
    let mut moved = String::new();
    for part in outline.split('M').skip(1) {
        let (x, rest) = part.split_once(' ').unwrap_or((part, ""));
        let x: i32 = x.parse().unwrap_or_default();
        moved += &format!("M{} {rest}", x + units);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture of a language covers each English letter that it replaces, and has one of its own in the column of the card.
    #[test]
    fn each_court_card_has_its_letter() {
        for letters in CardLanguage::ALL {
            let picture = deck_in_letters(letters);
            let paths: Vec<&str> = picture.split(" d=\"").skip(1).collect();
            let mut changed = Vec::new();
            for (column, (english, sign)) in (1..).zip(
                CardLanguage::English
                    .court_letters()
                    .into_iter()
                    .zip(letters.court_letters()),
            ) {
                if english != sign {
                    changed.push(column);
                }
            }
            assert_eq!(columns_of(paths[0]), changed, "{letters:?}: covered");
            assert_eq!(columns_of(paths[1]), changed, "{letters:?}: written");
            assert_eq!(picture.matches("\n<use ").count(), 6, "{letters:?}: rows");
            assert_eq!(picture.matches("M219 ").count(), 4, "{letters:?}: suits");
        }
    }

    /// Returns the columns of cards in which a path of a picture begins.
    fn columns_of(svg_path: &str) -> Vec<i32> {
        let (outline, _) = svg_path.split_once('"').expect("an end");
        let mut columns = Vec::new();
        for place in outline.split('M').skip(1) {
            let x = place.split(['-', ' ']).next();
            let x: i32 = x.and_then(|x| x.parse().ok()).expect("a place");
            columns.push(x / COLUMN);
        }
        columns.dedup();
        columns
    }
}
