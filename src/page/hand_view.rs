//! The place of a page with the links from there; and a scenario under one edition, with the names
//! of its page and steps.

use super::safe_markdown;
use crate::cards::Seat;
use crate::editions::{self, house_table::COMPARED};
use crate::narrate::{MoveWithOutcomes, outcomes_by_step};
use crate::rules::{ClauseId, EngineKind, FamilyGame, GlossaryTerm, Ruleset, Work};
use crate::scenario::{CheckedFile, Story, is_combining_mark, to_nfc};
use std::collections::BTreeMap;
use std::path::Path;

/// The scheme of addresses of our pages in a guest book. The embedding replaces these addresses by
/// others.
pub(crate) const AWAY: &str = "mouche:";

/// The book that a page belongs to: ours, with its folder depth, or a guest book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeOrGuestPage {
    /// In our book, in this number of nested folders.
    Home(usize),
    /// In a guest book: the book of another author, which has none of our other pages.
    Guest,
}

impl HomeOrGuestPage {
    /// Returns the home page that lies at this path from the root of the book.
    pub fn home_at_path(page: &Path) -> HomeOrGuestPage {
        HomeOrGuestPage::Home(page.components().count().saturating_sub(1))
    }

    /// Returns the address of another page, which is given from the root of the book. The address
    /// is relative, so that it works from a file as well as from a server.
    ///
    /// ```
    /// use mouche::page::HomeOrGuestPage;
    ///
    /// let from = |page: &str| HomeOrGuestPage::home_at_path(page.as_ref()).link_to("odds.html");
    /// assert_eq!([from("introduction.md"), from("hands/mouche-1718/a.md")], ["odds.html", "../../odds.html"]);
    /// ```
    pub fn link_to(self, page: &str) -> String {
        match self {
            HomeOrGuestPage::Home(depth) => "../".repeat(depth) + page,
            HomeOrGuestPage::Guest => format!("{AWAY}{page}"),
        }
    }

    /// Returns the address of a clause in the rules of an edition.
    pub(crate) fn link_to_clause(self, edition: &str, topic: ClauseId) -> String {
        self.link_to(&crate::rules::clause_address_in_book(edition, topic))
    }

    /// Returns the address of an edition's rules.
    pub(crate) fn link_to_rules(self, edition: &Ruleset) -> String {
        self.link_to(&format!("rules/{}.html", edition.id))
    }

    /// Returns the address of a word in the glossary.
    pub(crate) fn link_to_term(self, term: &GlossaryTerm) -> String {
        self.link_to(&format!("glossary.html#{}", term.id))
    }

    /// Returns the address of a work in the list of sources.
    pub(crate) fn link_to_work(self, work: &Work) -> String {
        self.link_to(&format!("sources.html#{}", work.id))
    }

    /// Returns the address of a game in the chapter of the family.
    pub(crate) fn link_to_game_in_family(self, game: &FamilyGame) -> String {
        self.link_to(&format!("family.html#{}", game.id))
    }

    /// Returns the address of a topic's row in the comparison of all editions. The first column of the comparison is that of the given
    /// edition.
    pub(crate) fn link_to_comparison(
        self,
        topic: ClauseId,
        first_column: Option<&Ruleset>,
    ) -> String {
        let choice = match first_column {
            Some(edition) => format!("?editions={}", columns_beginning_with(edition).join("+")),
            None => String::new(),
        };
        self.link_to(&format!("{COMPARISON}.html{choice}#{topic}"))
    }
}

/// Returns the ids of the editions whose columns a link from an edition asks for. Mus shares few rules with other games, so beside an
/// edition of Mus the others of Mus stand.
fn columns_beginning_with(edition: &Ruleset) -> Vec<&str> {
    let mut ids = vec![edition.id];
    if edition.family() == EngineKind::Mus {
        let others = editions::printed_editions().filter(|other| other.family() == EngineKind::Mus);
        ids.extend(others.map(|other| other.id).filter(|id| *id != edition.id));
    }
    ids
}

/// The path of the page that compares all editions, from the root of the book, without its ending.
pub(crate) const COMPARISON: &str = "comparison";

/// Returns the path of the page of a game, from the root of the book, with this ending.
pub(crate) fn game_page_path(game: &FamilyGame, ending: &str) -> String {
    format!("games/{}.{ending}", game.id)
}

/// A scenario under one edition.
#[derive(Clone, Copy, Debug)]
pub struct HandUnderEdition<'a> {
    /// The file of the scenario.
    pub file: &'a CheckedFile,
    /// The scenario as it was played under the edition.
    pub story: &'a Story,
    /// The results that other moves could bring.
    pub alternatives: &'a MoveProspectsByStory,
    /// The seat from which it is seen; none if all cards are seen. The cards of other seats are
    /// then nowhere in it.
    pub seat: Option<Seat>,
}

impl<'a> HandUnderEdition<'a> {
    /// Returns what the moves at a step of a story can bring, as far as that was worked out.
    pub(crate) fn outcomes_at(&self, story: &Story, at: usize) -> &'a [MoveWithOutcomes] {
        let key = (self.file.path.clone(), story.rules.id);
        let outcomes = self.alternatives.0.get(&key);
        match outcomes.and_then(|outcomes| outcomes.get(at)) {
            Some(outcomes) => outcomes,
            None => &[],
        }
    }

    /// Returns the title without markup.
    pub(crate) fn title(&self) -> String {
        safe_markdown::add_language_spaces(
            &safe_markdown::plain_text(&self.file.title),
            self.language(),
        )
    }

    /// Returns the language of the title and the prose, if the file says one.
    pub(crate) fn language(&self) -> Option<&'static str> {
        self.file.prose_language_unless_english()
    }

    /// Returns the name that the addresses of the page and its steps begin with, made of the name
    /// of the file.
    pub fn slug(&self) -> String {
        file_slug(&self.file.path)
    }

    /// Returns whether the file has the same deal under several editions. They share a page.
    pub(crate) fn has_several_editions(&self) -> bool {
        self.file.stories.len() > 1
    }

    /// Returns whether the edition is the first of its file.
    pub(crate) fn is_first_edition(&self) -> bool {
        self.file
            .stories
            .first()
            .is_some_and(|first| std::ptr::eq(first, self.story))
    }

    /// Returns whether the edition is the first of several of its file.
    pub(crate) fn is_first_of_several_editions(&self) -> bool {
        self.has_several_editions() && self.is_first_edition()
    }

    /// Returns the path of the page of the hand, from the root of the book.
    pub(crate) fn page_path(&self, ending: &str) -> String {
        let shelf = if self.has_several_editions() {
            COMPARED
        } else {
            self.story.rules.id
        };
        format!("hands/{shelf}/{}.{ending}", self.slug())
    }
}

/// Returns the path that the page of a file has or would have. The folder of the file counts if its
/// header names no edition.
pub fn page_path_of(file: &CheckedFile) -> String {
    let folder = Path::new(&file.path)
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy());
    let shelf = match file.edition_ids()[..] {
        [] => folder.as_deref().unwrap_or(COMPARED),
        [one] => one,
        _ => COMPARED,
    };
    format!("hands/{shelf}/{}.html", file_slug(&file.path))
}

/// Names that Windows keeps for devices: no file there may have one, whatever its ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns the name of a file as a part of an address. Windows keeps some names for devices: no
/// page may have one.
fn file_slug(path: &str) -> String {
    let slug = to_slug(
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

/// Returns words as a part of an address: letters, digits and hyphens.
///
/// ```
/// assert_eq!(mouche::page::to_slug("l'été <b> à.la.mer"), "l-été--b--à-la-mer");
/// assert_eq!(mouche::page::to_slug("🂡🂮"), "u1f0a1-u1f0ae");
/// assert_eq!(mouche::page::to_slug("हिन्दी"), "हिन्दी");
/// ```
pub fn to_slug(words: &str) -> String {
    let words = to_nfc(words);
    if !words.chars().any(is_slug_char) {
        // A name of signs only would become empty.
        let codes: Vec<String> = words
            .chars()
            .map(|c| format!("u{:x}", u32::from(c)))
            .collect();
        return codes.join("-");
    }
    let mut slug = String::new();
    for c in words.chars() {
        // A mark belongs to the letter before it.
        slug.push(if is_slug_char(c) || is_combining_mark(c) {
            c
        } else {
            '-'
        });
    }
    slug
}

fn is_slug_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// For each story, by its file and edition, what the moves at each of its steps can bring.
#[derive(Clone, Debug, Default)]
pub struct MoveProspectsByStory(BTreeMap<(String, &'static str), Vec<Vec<MoveWithOutcomes>>>);

impl MoveProspectsByStory {
    /// Works out the alternatives of every hand under each of its editions.
    pub fn compute(files: &[CheckedFile]) -> MoveProspectsByStory {
        MoveProspectsByStory::compute_with(files, |stories| {
            stories
                .iter()
                .map(|story| outcomes_by_step(story))
                .collect()
        })
    }

    /// Returns the alternatives that `work` gives for these stories: for each story the outcomes at
    /// each of its steps.
    pub(crate) fn compute_with(
        files: &[CheckedFile],
        outcomes_of: impl FnOnce(&[&Story]) -> Vec<Vec<Vec<MoveWithOutcomes>>>,
    ) -> MoveProspectsByStory {
        let mut keys = Vec::new();
        let mut stories = Vec::new();
        for file in files {
            for story in &file.stories {
                keys.push((file.path.clone(), story.rules.id));
                stories.push(story);
            }
        }
        let outcomes = outcomes_of(&stories);
        MoveProspectsByStory(keys.into_iter().zip(outcomes).collect())
    }
}

/// Returns every scenario under each of its editions, in their order.
pub fn hand_views_by_edition<'a>(
    files: &'a [CheckedFile],
    alternatives: &'a MoveProspectsByStory,
) -> Vec<HandUnderEdition<'a>> {
    let mut views = Vec::new();
    for file in files {
        for story in &file.stories {
            views.push(HandUnderEdition {
                file,
                story,
                alternatives,
                seat: None,
            });
        }
    }
    views
}
