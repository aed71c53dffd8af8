//! The index of the search: every page, clause, word and hand, with what is said there.
//!
//! `book/theme/search.js` reads it, and folds what is looked for in the same way.

use super::reading::{Reading, beginning};
use crate::rules::SIGNS;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How much of an entry is shown with it, in characters.
const EXCERPT: usize = 130;

/// A page to be found.
pub(super) struct Found<'a> {
    /// Its address from the root of the site.
    pub(super) page: &'a str,
    /// Its name in the contents.
    pub(super) name: &'a str,
    /// The part it stands in.
    pub(super) part: &'a str,
    /// Its words.
    pub(super) reading: &'a Reading,
    /// What is told in it, if it is a hand, whose page has more words than these.
    pub(super) narration: Option<&'a str>,
}

/// The pages: address, name, part. The entries: page, anchor, title, excerpt, folded words.
#[derive(Serialize)]
struct Index<'a> {
    /// The signs, and what they mean.
    signs: &'static [(&'static str, &'static str)],
    pages: Vec<(&'a str, &'a str, &'a str)>,
    entries: Vec<(usize, &'a str, &'a str, String, String)>,
}

/// The index as a classic script.
pub(super) fn script(pages: &[Found]) -> Result<String> {
    let entries = pages.iter().enumerate().flat_map(|(at, page)| {
        page.reading.sections.iter().map(move |section| {
            let words = page.narration.filter(|_| section.anchor.is_empty()).unwrap_or(&section.prose);
            (at, section.anchor.as_str(), section.title.trim(), excerpt(words, &section.signs), fold(words).join(" "))
        })
    });
    let entries = entries.collect();
    let index =
        Index { signs: SIGNS, entries, pages: pages.iter().map(|page| (page.page, page.name, page.part)).collect() };
    Ok(format!("window.moucheIndex={};\n", serde_json::to_string(&index)?))
}

/// The beginning of a text, with the signs of what it tells where they were cut off.
fn excerpt(words: &str, signs: &str) -> String {
    let excerpt = beginning(words, EXCERPT);
    let lost: String = signs.chars().filter(|sign| !excerpt.contains(*sign)).collect();
    excerpt + &lost
}

/// The words of a text, each once: no marks on letters, no capitals, ligatures apart, no cards.
fn fold(text: &str) -> Vec<String> {
    let is_card = |word: &&str| word.contains(['♠', '♥', '♦', '♣']);
    let words = text.split_whitespace().filter(|word| !is_card(word)).flat_map(folded);
    let mut seen = BTreeSet::new();
    words.filter(|word| seen.insert(word.clone())).collect()
}

fn folded(word: &str) -> Vec<String> {
    let bare: String = word.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let bare = bare.to_lowercase().replace('œ', "oe").replace('æ', "ae");
    let pieces = bare.split(|c: char| !c.is_alphanumeric());
    pieces.filter(|piece| piece.len() > 1 || piece.contains(|c: char| c.is_numeric())).map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::site::reading::read;

    #[test]
    fn words_are_folded_and_stand_once() {
        assert_eq!(fold("L'Écarté, l’atout: l’ATOUT du bœuf; 7♥ K♠ §8"), ["ecarte", "atout", "du", "boeuf", "8"]);
    }

    #[test]
    fn an_excerpt_of_a_clause_keeps_its_signs() {
        let long = "Whoever holds it may say so, ".repeat(9);
        let page = format!(r#"<main><h1>R</h1><h3 id="a">A</h3><p>{long}<span class="sign">°†</span></p></main>"#);
        let section = &read(&page).sections[1];
        assert!(excerpt(&section.prose, &section.signs).ends_with("…°†"), "{section:?}");
        let short = read(r#"<main><h1 id="a">R</h1><p>Five<span class="sign">°</span>.</p></main>"#);
        assert_eq!(excerpt(&short.sections[0].prose, &short.sections[0].signs), "Five°.");
    }

    #[test]
    fn a_hand_is_found_by_its_narration_and_a_clause_by_its_anchor() {
        let reading = read(r#"<main><h1>Denise</h1><p>Shown.</p><h2 id="play.trump">Trumping</h2><p>Must.</p></main>"#);
        let narration = Some("Four players at <b>.");
        let found = Found { page: "a.html", name: "Denise", part: "1718", reading: &reading, narration };
        let script = script(&[found]).expect("an index");
        let first = r#"[0,"","Denise","Four players at <b>.","four players at"]"#;
        assert!(script.contains(first) && script.contains(r#"[0,"play.trump","Trumping","Must.","must"]"#), "{script}");
    }
}
