//! The chapter of the family of games: a drawing of their kinship, and the same in words.

use crate::book::{game_page_path, link_first_term_uses};
use crate::editions::{self, KINSHIP};
use crate::page::{HomeOrGuestPage, join_lines, trusted_prose_to_inline_html};
use crate::rules::from_toml::parse_file;
use crate::rules::{Certainty, Citation, FamilyGame, FamilyLink, Relation, Ruleset, data};
use anyhow::Result;
use askama::Template;
use std::sync::LazyLock;

/// The width and the height of a game's box in the drawing.
const BOX: (i32, i32) = (144, 44);

data! {
    /// The drawing of the family. Its boxes and lines are placed by hand; their words come from the
    /// games and their kinship.
    #[derive(Template)]
    #[template(path = "family.svg")]
    struct FamilyDrawing {
        width: i32,
        height: i32,
        boxes: &'static [GameDiagramBox],
        lines: &'static [DrawnKinshipLine],
    }

    /// The box of a game: its upper edge, and the middle between its sides.
    struct GameDiagramBox {
        game: &'static str,
        middle: i32,
        top: i32,
    }

    /// The line of a kinship, in the order of the kinships: its path, the place of its number, and
    /// the tip of its arrowhead if it has one.
    struct DrawnKinshipLine {
        of: &'static str,
        to: &'static str,
        way: &'static str,
        label: (i32, i32),
        tip: Option<(i32, i32)>,
    }
}

static DRAWING: LazyLock<FamilyDrawing> =
    LazyLock::new(|| parse_file("drawing.toml", include_str!("../drawing.toml")));

impl DrawnKinshipLine {
    /// Returns whether the line stands for a kinship.
    fn is_of_link(&self, link: &FamilyLink) -> bool {
        self.of == link.of && self.to == link.to
    }

    /// Returns the kinship for which the line stands.
    fn link(&self) -> Option<&'static FamilyLink> {
        KINSHIP.iter().find(|link| self.is_of_link(link))
    }
}

/// The kinship in words, as a list of the games.
#[derive(Template)]
#[template(path = "family.html")]
struct GameKinshipInWords {
    place: HomeOrGuestPage,
}

/// The words of a game in the list about one line of the drawing.
struct NumberedGameKinship {
    /// The number of the line.
    number: usize,
    link: &'static FamilyLink,
    /// The game to which the line leads.
    relative: &'static FamilyGame,
}

/// The chapter of the family.
#[derive(Template)]
#[template(path = "family.md")]
struct FamilyChapter {
    place: HomeOrGuestPage,
    drawing: String,
    list: String,
}

/// Returns the chapter of the family as Markdown.
pub(super) fn family_chapter(place: HomeOrGuestPage) -> Result<String> {
    let chapter = FamilyChapter {
        place,
        drawing: join_lines(&DRAWING.render()?),
        list: join_lines(&GameKinshipInWords { place }.render()?),
    };
    Ok(chapter.render()?)
}

/// Returns the built-in trick editions of a game.
fn trick_editions_of_game(game: &FamilyGame) -> Vec<&'static Ruleset> {
    let all_editions = editions::ALL.iter().copied();
    all_editions
        .filter(|edition| game.editions.contains(&edition.id))
        .collect()
}

/// Returns the page on which a game can be played: its own, or that of the game of which it is an
/// option. It is empty if the game cannot be played.
fn page_of_playable_game(game: &FamilyGame) -> String {
    let mut editions = trick_editions_of_game(game).into_iter();
    match editions.find_map(editions::game_of) {
        Some(home) => HomeOrGuestPage::Home(0).link_to(&game_page_path(home, "html")),
        None => String::new(),
    }
}

/// Returns the lines of the drawing that tell where a game comes from.
fn origin_links_of_game(game: &FamilyGame) -> Vec<NumberedGameKinship> {
    let mut links = Vec::new();
    for (link, number) in KINSHIP.iter().zip(1..) {
        if link.of == game.id
            && let Some(relative) = editions::game_by_id(link.to)
        {
            links.push(NumberedGameKinship {
                number,
                link,
                relative,
            });
        }
    }
    links
}

/// Returns the passages on which a kinship rests.
pub(super) fn citations_of_link(
    link: &'static FamilyLink,
) -> impl Iterator<Item = &'static Citation> {
    std::iter::once(&link.rests_on).chain(link.also)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_game_family_chapter.rs"]
mod tests;
