//! What a page is about, in words for its title in the browser and in lists of other sites: the game, and the kind of page.

use crate::editions;

/// The page that the front page repeats.
const INTRODUCTION: &str = "introduction.html";
/// The list of all pages.
const CONTENTS: &str = "toc.html";

/// Returns the title of a page with the name of its game or the kind of page, such as `La Mouche, 1718: rules`. The title of a page
/// that names its subject itself stays as it is.
pub(super) fn title_with_subject(page: &str, title: &str) -> String {
    if page == INTRODUCTION {
        return format!("{title}: introduction");
    }
    let (folder, file) = page.split_once('/').unwrap_or_default();
    let (name, is_in_shelf) = match file.split_once('/') {
        Some((shelf, _)) => (shelf, true),
        None => (file.trim_end_matches(".html"), false),
    };
    match folder {
        "games" => format!("{title}: the game, its rules and its hands"),
        "hands" if is_in_shelf => match editions::by_id(name) {
            Some(edition) => format!("{title}: example hand of {}", edition.name),
            None if name == "compared" => format!("{title}: example hand of several editions"),
            None => title.to_owned(),
        },
        _ => title.to_owned(),
    }
}

/// Returns the whole description of a page whose text does not say what it is; none for most pages.
pub(super) fn own_description<'a>(page: &str, book_description: &'a str) -> Option<&'a str> {
    match page {
        "index.html" if !book_description.is_empty() => Some(book_description),
        CONTENTS => Some("This page lists all pages of the book, part by part."),
        _ => None,
    }
}

/// Returns what a description of a page begins with, so that no two pages have the same; empty for a page whose text begins in its own
/// way.
pub(super) fn description_prefix(page: &str) -> String {
    if page == INTRODUCTION {
        return "This page is the introduction to the book. ".into();
    }
    let (folder, file) = page.split_once('/').unwrap_or_default();
    let name = file.trim_end_matches(".html");
    if folder == "booklets"
        && let Some(game) = editions::game_by_id(name)
    {
        return format!("{}: rules, payments and hands to print. ", game.name);
    }
    let Some(edition) = editions::by_id(name) else {
        return String::new();
    };
    match folder {
        "rules" => format!("The rules of {}, each with its source. ", edition.name),
        "tonight" => format!(
            "This sheet has the rules of {} in short, to print. ",
            edition.name
        ),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_the_game() {
        for (page, title, expected) in [
            (
                "rules/mouche-1718.html",
                "La Mouche, 1718: rules",
                "La Mouche, 1718: rules",
            ),
            (
                "games/rams.html",
                "Rams",
                "Rams: the game, its rules and its hands",
            ),
            ("learn/rams.html", "Rams", "Rams"),
            (
                "hands/mouche-1718/a.html",
                "A",
                "A: example hand of La Mouche, 1718",
            ),
            (
                "hands/compared/a.html",
                "A",
                "A: example hand of several editions",
            ),
            ("hands/mouche-1718.html", "The hands", "The hands"),
            ("glossary.html", "Glossary", "Glossary"),
        ] {
            assert_eq!(title_with_subject(page, title), expected, "{page}");
        }
    }

    #[test]
    fn rules_and_sheet_of_an_edition_have_descriptions_of_their_own() {
        assert_eq!(
            description_prefix("rules/mouche-1718.html"),
            "The rules of La Mouche, 1718, each with its source. "
        );
        assert_eq!(
            description_prefix("tonight/mouche-1718.html"),
            "This sheet has the rules of La Mouche, 1718 in short, to print. "
        );
        assert_eq!(
            description_prefix("booklets/rams.html"),
            "Rams: rules, payments and hands to print. "
        );
        assert_eq!(description_prefix("hands/mouche-1718.html"), "");
        assert_eq!(own_description("index.html", "A book."), Some("A book."));
        assert_eq!(own_description("introduction.html", "A book."), None);
    }
}
