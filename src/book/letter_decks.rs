//! The pictures of cards with the letters that court cards have in another language.

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

/// Writes the pictures of cards for some languages into a site.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_letter_decks(site: &Path, languages: &[CardLanguage]) -> Result<()> {
    for letters in languages.iter().copied() {
        let deck = letters.deck();
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
            Some(name) => languages.iter().any(|letters| letters.deck() == name),
            None => true,
        };
        if is_kept {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns the pictures of cards with the letters of a language: the outline of each court card stands in a line of its own, in
/// the order of [`CardLanguage::courts`].
fn deck_in_letters(letters: CardLanguage) -> String {
    let outlines: BTreeMap<&str, &str> = OUTLINES
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let courts = CardLanguage::English
        .courts()
        .into_iter()
        .zip(letters.courts());
    let mut lines: Vec<String> = DECK.lines().map(str::to_owned).collect();
    let ranks = lines
        .iter()
        .position(|line| line.starts_with("<path id=\"ranks\""));
    let first = ranks.unwrap_or_default();
    for (column, (english, sign)) in (1_i32..).zip(courts) {
        if let Some(outline) = outlines.get(sign).filter(|_| sign != english) {
            lines[first + column as usize] = move_outline(outline, column * COLUMN);
        }
    }
    lines[first] =
        lines[first].replacen("A K Q J", &format!("A {}", letters.courts().join(" ")), 1);
    lines.join("\n") + "\n"
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

    /// Each language has an outline for each letter, in the column of its card.
    #[test]
    fn each_court_card_has_its_letter() {
        for letters in CardLanguage::ALL {
            let deck = deck_in_letters(letters);
            let (_, ranks) = deck.split_once("data-of=\"").expect("the ranks");
            let named = format!("A {} 10", letters.courts().join(" "));
            assert!(ranks.starts_with(&named), "{letters:?}");
            let (_, outlines) = ranks.split_once("d=\"").expect("their outlines");
            let lines = outlines.lines().zip(
                DECK.split_once("scale(.25)\" d=\"")
                    .expect("ranks")
                    .1
                    .lines(),
            );
            for (column, (line, english)) in (0..4).zip(lines) {
                let x = line.trim_start_matches('M').split(['-', ' ']).next();
                let x: i32 = x.and_then(|x| x.parse().ok()).expect("a place");
                assert!(
                    (column * COLUMN..column * COLUMN + 152).contains(&x),
                    "{line}"
                );
                let is_same = column == 0
                    || letters.courts()[column as usize - 1]
                        == CardLanguage::English.courts()[column as usize - 1];
                assert_eq!(line == english, is_same, "{letters:?} {column}");
            }
        }
    }
}
