//! Hands in a chapter of prose: fences whose word is `hand`, and the path of a scenario after it.

use super::hand::hand;
use super::place::Place;
use super::told::Told;
use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::ops::Range;
use std::path::Path;

/// A fence: where it stands, and the path after its word.
struct Fence {
    range: Range<usize>,
    path: String,
}

/// The text of a chapter with its hands in place; none if it has no such fence. `page` is its path in the book.
///
/// # Errors
/// A hand that does not exist, or stands in the chapter already.
pub(super) fn fill(text: &str, page: &Path, told: &[Told]) -> Result<Option<String>> {
    let fences = fences(text);
    if fences.is_empty() {
        return Ok(None);
    }
    let mut filled = text.to_string();
    let mut placed = Vec::new();
    for fence in fences.iter().rev() {
        let line = text[..fence.range.start].matches('\n').count() + 1;
        let told = find(&fence.path, told).with_context(|| format!("{}, line {line}", page.display()))?;
        ensure!(!placed.contains(&told.slug()), "{}, line {line}: {} stands here twice", page.display(), fence.path);
        placed.push(told.slug());
        let html = hand(told, Place::of(page))?;
        filled.replace_range(fence.range.clone(), &format!("{html}\n"));
    }
    Ok(Some(filled))
}

fn fences(text: &str) -> Vec<Fence> {
    let fence = |(event, range): (Event, Range<usize>)| match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
            let path = info.strip_prefix("hand").filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
            Some(Fence { range, path: path.trim().to_string() })
        }
        _ => None,
    };
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES)
        .into_offset_iter()
        .filter_map(fence)
        .collect()
}

/// The hand of this path, given from the folder of scenarios or from the root.
fn find<'a, 'b>(path: &str, told: &'b [Told<'a>]) -> Result<&'b Told<'a>> {
    let wanted = Path::new(path);
    let found = told.iter().find(|told| !path.is_empty() && Path::new(&told.file.path).ends_with(wanted));
    found.with_context(|| {
        format!("no scenario is at `{path}`; write its path from the folder of scenarios after the word `hand`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fences_of_hands_are_filled() {
        let text = "a\n\n```hand mouche-1718/x.md\n```\n\n````\n```hand y.md\n```\n````\n";
        let found: Vec<String> = fences(text).into_iter().map(|fence| fence.path).collect();
        assert_eq!(found, ["mouche-1718/x.md"]);
        assert!(fill(text, Path::new("a.md"), &[]).unwrap_err().to_string().contains("a.md, line 3"));
    }

    #[test]
    fn a_compared_hand_is_placed_once_with_all_its_editions() {
        let text = include_bytes!("../../scenarios/compared/one-line-of-1730.md");
        let library = crate::book::Library::of(vec![crate::scenario::check("scenarios/compared/x.md", text)]);
        let filled = fill("a\n\n```hand compared/x.md\n```\n", Path::new("a.md"), &library.told());
        let filled = filled.expect("a hand").expect("a fence");
        assert_eq!(filled.matches("<section ").count(), 1);
        assert!(
            filled.contains(r#"href="rules/mouche-1718.html#stake""#)
                && filled.contains(r#"href="rules/mouche-1730.html#stake""#)
        );
    }
}
