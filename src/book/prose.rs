//! What our own chapters have made for them: fences whose word is `hand`, with the path of a scenario after it; `question`,
//! with a path and a step; `practice`, with a year and what is drilled; or `reference`, with the name of a table.

use super::fence::{Fence, fill};
use super::practice;
use super::reference::reference;
use crate::page::Place;
use crate::page::Told;
use crate::page::asked;
use crate::page::hand;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::path::Path;

const REFERENCE: &str = "reference";
const QUESTION: &str = "question";
const PRACTICE: &str = "practice";
const WORDS: &[&str] = &["hand", QUESTION, PRACTICE, REFERENCE];

/// The text of a chapter with what its fences ask for in their places; none if it has no such fence. `page` is its path in
/// the book. What cannot be shown is given to `instead` with the path, which says what stands there, or that nothing can.
///
/// # Errors
/// A hand, a question, a drill or a table that does not exist, or a hand or question that stands in the chapter already,
/// if `instead` says so.
pub(super) fn filled(
    text: &str,
    page: &Path,
    told: &[Told],
    instead: impl Fn(&str, anyhow::Error) -> Result<String>,
) -> Result<Option<String>> {
    let mut placed = BTreeSet::new();
    let make = |fence: &Fence| made(fence, page, told, &mut placed);
    fill(text, page, WORDS, make, |fence, error| instead(parts(fence).0, error))
}

/// The path of a fence, and the word more that some take.
fn parts(fence: &Fence) -> (&str, &str) {
    let takes_part = [QUESTION, PRACTICE].contains(&fence.word);
    let parts = fence.path.rsplit_once(' ').filter(|_| takes_part);
    parts.map_or((&fence.path, ""), |(path, part)| (path.trim(), part))
}

fn made(fence: &Fence, page: &Path, told: &[Told], placed: &mut BTreeSet<String>) -> Result<String> {
    let place = Place::of(page);
    let (path, part) = parts(fence);
    match fence.word {
        REFERENCE => return reference(path),
        PRACTICE => return practice::drills(path, part, place),
        _ => {}
    }
    let told = find(path, fence.word, told)?;
    ensure!(placed.insert(told.slug() + " " + part), "{path} stands here twice");
    if fence.word == QUESTION { asked(told, part, place) } else { hand(told, place) }
}

/// The hand of this path, given from the folder of scenarios or from the root.
fn find<'a, 'b>(path: &str, word: &str, told: &'b [Told<'a>]) -> Result<&'b Told<'a>> {
    let wanted = Path::new(path);
    let found = told.iter().find(|told| !path.is_empty() && Path::new(&told.file.path).ends_with(wanted));
    found.with_context(|| {
        format!("no scenario is at `{path}`; write its path from the folder of scenarios after the word `{word}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict(text: &str, told: &[Told]) -> Result<Option<String>> {
        filled(text, Path::new("a.md"), told, |_, error| Err(error))
    }

    #[test]
    fn a_table_stands_where_it_is_asked_for() {
        let filled = strict("a\n\n```reference limits\n```\n", &[]).expect("a table").expect("a fence");
        assert!(filled.starts_with("a\n\n| What | How many |\n"), "{filled}");
        assert!(strict("```reference\n```", &[]).is_err());
    }

    #[test]
    fn a_question_is_asked_once_and_beside_its_hand() {
        let text = include_bytes!("../../scenarios/mouche-1718/denise-must-trump.md");
        let library = crate::book::Library::of(vec![crate::scenario::check("scenarios/mouche-1718/x.md", text)]);
        let ask = "```question mouche-1718/x.md h1-t3-2\n```\n\n";
        let filled = strict(&format!("{ask}```hand mouche-1718/x.md\n```\n"), &library.told());
        assert_eq!(filled.expect("both").expect("fences").matches("id=\"ask-x-h1-t3-2\"").count(), 1);
        let told = |text: &str| format!("{:#}", strict(text, &library.told()).expect_err("a mistake"));
        assert!(told(&format!("a\n\n{ask}{ask}")).contains("stands here twice"));
        assert!(
            told("\n```question mouche-1718/y.md h1-t3-2\n```")
                .contains("a.md, line 2: no scenario is at `mouche-1718/y.md`")
        );
        assert!(
            told("```question mouche-1718/x.md h1-t9-9\n```").contains("a.md, line 1: x asks nothing at `h1-t9-9`")
        );
        assert!(told("```question mouche-1718/x.md\n```").contains("needs a step"));
    }

    #[test]
    fn deals_to_practise_are_linked_by_what_they_drill() {
        let filled = strict("```practice 1718 heading\n```\n", &[]).expect("links").expect("a fence");
        assert!(filled.contains("](practice/mouche-1718.html#deal-1718-4-heading)"), "{filled}");
        let told = |text: &str| format!("{:#}", strict(text, &[]).expect_err("a mistake"));
        assert!(told("```practice 1718 fille\n```").contains("a.md, line 1: no deal of 1718 drills `fille`"));
        assert!(told("```practice 1818 heading\n```").contains("1718, 1730"));
        assert!(told("```practice\n```").contains("1718, 1730"));
    }

    #[test]
    fn a_compared_hand_is_placed_once_with_all_its_editions() {
        let text = include_bytes!("../../scenarios/compared/one-line-of-1730.md");
        let library = crate::book::Library::of(vec![crate::scenario::check("scenarios/compared/x.md", text)]);
        let filled = strict("a\n\n```hand compared/x.md\n```\n", &library.told());
        let filled = filled.expect("a hand").expect("a fence");
        assert_eq!(filled.matches("<section ").count(), 1);
        assert!(
            filled.contains(r#"href="rules/mouche-1718.html#stake""#)
                && filled.contains(r#"href="rules/mouche-1730.html#stake""#)
        );
    }
}
