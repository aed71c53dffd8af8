//! Where a page stands, and how others are reached from it; and a scenario under one edition, with its names in the book.

use super::markdown;
use crate::cards::Seat;
use crate::editions::{self, house::COMPARED};
use crate::narrate::{Course, courses};
use crate::rules::{ClauseId, Game, Ruleset, Term, Work};
use crate::scenario::{Checked, Story, composed, is_mark};
use std::collections::BTreeMap;
use std::path::Path;

/// The scheme of addresses that a guest's page has for pages of our book, until it is settled where they lead.
pub(crate) const AWAY: &str = "mouche:";

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

    pub(crate) fn clause(self, edition: &str, topic: ClauseId) -> String {
        self.to(&crate::rules::clause_page(edition, topic))
    }

    pub(crate) fn rules(self, edition: &Ruleset) -> String {
        self.to(&format!("rules/{}.html", edition.id))
    }

    pub(crate) fn term(self, term: &Term) -> String {
        self.to(&format!("glossary.html#{}", term.id))
    }

    pub(crate) fn work(self, work: &Work) -> String {
        self.to(&format!("sources.html#{}", work.id))
    }

    pub(crate) fn game(self, game: &Game) -> String {
        self.to(&format!("family.html#{}", game.id))
    }

    /// The address of a topic's row in the comparison of all kin, or of the one game that tells of it.
    pub(crate) fn comparison(self, topic: ClauseId) -> String {
        let first = editions::playable_editions().find(|edition| edition.has_clause_on(topic));
        let apart = first.filter(|first| editions::ALL.iter().all(|kin| kin.id != first.id));
        match apart.and_then(editions::game_of) {
            Some(game) => self.to(&format!("{}#shared", game_page(game, "html"))),
            None => self.to(&format!("comparison.html#{topic}")),
        }
    }
}

pub(crate) fn game_page(game: &Game, ending: &str) -> String {
    format!("games/{}.{ending}", game.id)
}

/// A scenario under one edition.
#[expect(missing_docs, reason = "what has no doc is what its name says")]
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    pub file: &'a Checked,
    pub story: &'a Story,
    pub ahead: &'a Ahead,
    /// Whose view it is, if not that of one who sees all cards: those of others are then nowhere in it.
    pub seat: Option<Seat>,
}

impl<'a> Told<'a> {
    pub(crate) fn courses(&self, story: &Story, at: usize) -> &'a [Course] {
        let of_story = self.ahead.0.get(&(self.file.path.clone(), story.rules.id));
        of_story
            .and_then(|courses| courses.get(at))
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn title(&self) -> String {
        markdown::with_spaces_of(&markdown::plain(&self.file.title), self.language())
    }

    /// The language of its title and its prose, if its file says one.
    pub(crate) fn language(&self) -> Option<&'static str> {
        self.file.language()
    }

    /// The name its steps and its page begin with: that of its file, in letters that an address bears.
    pub fn slug(&self) -> String {
        slug(&self.file.path)
    }

    /// Whether its file tells the same deal under several editions. They share a page.
    pub(crate) fn is_compared(&self) -> bool {
        self.file.stories.len() > 1
    }

    pub(crate) fn is_first(&self) -> bool {
        self.file
            .stories
            .first()
            .is_some_and(|first| std::ptr::eq(first, self.story))
    }

    pub(crate) fn page(&self, ending: &str) -> String {
        let shelf = if self.is_compared() {
            COMPARED
        } else {
            self.story.rules.id
        };
        format!("hands/{shelf}/{}.{ending}", self.slug())
    }
}

/// Where the page of a file would be, whether it holds or not: by its folder if its header names no edition.
pub fn page_of(file: &Checked) -> String {
    let folder = Path::new(&file.path)
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy());
    let shelf = match file.edition_names()[..] {
        [] => folder.as_deref().unwrap_or(COMPARED),
        [one] => one,
        _ => COMPARED,
    };
    format!("hands/{shelf}/{}.html", slug(&file.path))
}

/// Names that Windows keeps for devices: no file there may have one, whatever its ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

fn slug(path: &str) -> String {
    let slug = as_address(
        &Path::new(path)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy(),
    );
    let lower = slug.to_lowercase();
    let device = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = lower.len() - device.len();
    let is_numbered = matches!(device, "com" | "lpt");
    if DEVICES.contains(&device) && digits == usize::from(is_numbered) {
        slug + "-hand"
    } else {
        slug
    }
}

/// Words in letters that an address bears.
///
/// ```
/// assert_eq!(mouche::page::as_address("l'été <b> à.la.mer"), "l-été--b--à-la-mer");
/// assert_eq!(mouche::page::as_address("🂡🂮"), "u1f0a1-u1f0ae");
/// assert_eq!(mouche::page::as_address("हिन्दी"), "हिन्दी");
/// ```
pub fn as_address(words: &str) -> String {
    let words = composed(words);
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    // A mark belongs to the letter before it.
    let address = |c: char| if is_letter(c) || is_mark(c) { c } else { '-' };
    if words.chars().any(is_letter) {
        return words.chars().map(address).collect();
    }
    // Of signs alone nothing would be left.
    let codes: Vec<String> = words
        .chars()
        .map(|c| format!("u{:x}", u32::from(c)))
        .collect();
    codes.join("-")
}

/// What could have been: for each story, by its file and edition, the courses at each of its steps.
#[derive(Clone, Debug, Default)]
pub struct Ahead(BTreeMap<(String, &'static str), Vec<Vec<Course>>>);

impl Ahead {
    /// Works it out for every hand under each of its editions.
    pub fn of(files: &[Checked]) -> Ahead {
        Ahead::by(files, |stories| {
            stories.iter().map(|story| courses(story)).collect()
        })
    }

    /// The same, worked out by another: for each of these stories the courses at each of its steps.
    pub(crate) fn by(
        files: &[Checked],
        work: impl FnOnce(&[&Story]) -> Vec<Vec<Vec<Course>>>,
    ) -> Ahead {
        let each = || {
            files
                .iter()
                .flat_map(|file| file.stories.iter().map(move |story| (file, story)))
        };
        let courses = work(&each().map(|(_, story)| story).collect::<Vec<_>>());
        let key = |(file, story): (&Checked, &Story)| (file.path.clone(), story.rules.id);
        Ahead(each().map(key).zip(courses).collect())
    }
}

/// Every scenario under each of its editions, in their order.
pub fn told<'a>(files: &'a [Checked], ahead: &'a Ahead) -> Vec<Told<'a>> {
    let of = |file: &'a Checked| {
        file.stories.iter().map(move |story| Told {
            file,
            story,
            ahead,
            seat: None,
        })
    };
    files.iter().flat_map(of).collect()
}
