//! Where a page stands, and how others are reached from it.

use crate::rules::{Game, Neighbour, Term, Topic, Work};
use std::path::Path;

/// The scheme of addresses that a guest's page has for pages of our book, until it is settled where they lead.
pub const AWAY: &str = "mouche:";

/// The place of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In our book, so many folders deep.
    Home(usize),
    /// In another's book, which has none of our other pages.
    Guest,
}

impl Place {
    /// The place of a page at this path from the root of the book.
    pub fn of(page: &Path) -> Place {
        Place::Home(page.components().count().saturating_sub(1))
    }

    /// The address of another page, given from the root of the book. It works from a file as well as from a server.
    ///
    /// ```
    /// use mouche::page::Place;
    ///
    /// let from = |page: &str| Place::of(page.as_ref()).to("odds.html");
    /// assert_eq!([from("introduction.md"), from("hands/mouche-1718/a.md")], ["odds.html", "../../odds.html"]);
    /// ```
    pub fn to(self, page: &str) -> String {
        match self {
            Place::Home(depth) => "../".repeat(depth) + page,
            Place::Guest => format!("{AWAY}{page}"),
        }
    }

    /// The address of a clause.
    pub fn clause(self, edition: &str, topic: Topic) -> String {
        self.to(&crate::rules::page(edition, topic))
    }

    /// The address of a word in the glossary.
    pub fn term(self, term: &Term) -> String {
        self.to(&format!("glossary.html#{}", term.id))
    }

    /// The address of a work in the chapter of sources.
    pub fn work(self, work: &Work) -> String {
        self.to(&format!("sources.html#{}", work.id))
    }

    /// The address of a game in the chapter of the family.
    pub fn game(self, game: &Game) -> String {
        self.to(&format!("family.html#{}", game.id))
    }

    /// The address of a game beside the family, in the same chapter.
    pub fn neighbour(self, beside: &Neighbour) -> String {
        self.to(&format!("family.html#{}", beside.id))
    }

    /// The address of a topic's row in the comparison.
    pub fn comparison(self, topic: Topic) -> String {
        self.to(&format!("comparison.html#{topic}"))
    }
}
