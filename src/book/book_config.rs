//! What is known of a book as a whole: what it says of itself, which of the editions and chapters of this program it has, its
//! parts, and the contents beside a page.

use super::site::encode_address;
use crate::editions;
use crate::page::{HandView, PageLocation};
use crate::rules::{Game, Ruleset};
use crate::session::DRILLS;
use anyhow::{Context, Result};
use askama::Template;
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::config::Config;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// The preprocessor's name, which is that of its table in `book.toml`, and the class of the box around a hand.
pub const PREPROCESSOR_NAME: &str = "mouche";

/// What a book may have beside rules and hands, and the pages of each.
const EXTRA: [(&str, &[&str]); 7] = [
    ("practice", &["practice/GAME", "tonight/EDITION"]),
    ("games", &["games/GAME"]),
    ("comparison", &["comparison"]),
    ("family", &["family"]),
    ("sources", &["sources"]),
    ("odds", &["odds", "strategy"]),
    ("glossary", &["glossary"]),
];

pub(super) type BookGames = Vec<(&'static Game, Vec<&'static Ruleset>)>;

/// What a book says of itself, its games, and the pages that it leaves out.
pub(crate) struct BookConfig {
    pub(super) imprint: Imprint,
    pub(super) games: BookGames,
    /// From the root of the site. What would lead there stands without a link.
    pub(super) left_out: BTreeSet<PathBuf>,
}

impl BookConfig {
    /// Fails where the settings name an edition or a chapter that there is not, or `SOURCE_DATE_EPOCH` is no number.
    pub(super) fn read(
        config: &Config,
        told: &[HandView],
        tables: &[&'static Ruleset],
    ) -> Result<BookConfig> {
        let ids: Vec<&str> = editions::playable_editions()
            .map(|edition| edition.id)
            .collect();
        let played: Vec<&str> = told.iter().map(|told| told.story.rules.id).collect();
        let mut printed = asked(config, "editions", &ids, &[])?;
        printed.extend(&played);
        printed.extend(tables.iter().filter_map(|table| Some(table.base?.id)));
        // The rules that theirs are taken from.
        for edition in printed
            .clone()
            .into_iter()
            .filter_map(editions::by_id)
            .chain(tables.iter().copied())
        {
            printed
                .extend(editions::clause_ids().map(|topic| editions::origin(edition, *topic).id));
        }
        let mut games = editions::playable_games();
        games
            .iter_mut()
            .for_each(|(_, editions)| editions.retain(|edition| printed.contains(&edition.id)));
        games.retain(|(_, editions)| !editions.is_empty());
        let names = EXTRA.map(|(name, _)| name);
        // Where its settings say nothing, what clauses lead to.
        let has = pages(
            &games,
            &asked(config, "extra", &names, &["sources", "glossary"])?,
        );
        let mut left_out = &pages(&editions::playable_games(), &names) - &has;
        for table in tables {
            let is_its = |(game, _): &&mut (&Game, _)| {
                editions::game_of(table).is_some_and(|own| own.id == game.id)
            };
            games
                .iter_mut()
                .filter(is_its)
                .for_each(|(_, editions)| editions.push(table));
        }
        let untold = ids
            .into_iter()
            .chain(tables.iter().map(|table| table.id))
            .filter(|id| !played.contains(id));
        left_out.extend(untold.map(|id| PathBuf::from(format!("hands/{id}.html"))));
        Ok(BookConfig {
            imprint: Imprint::read(config)?,
            games,
            left_out,
        })
    }

    /// Whether a book has a page that could be made, at this path with any ending.
    pub(super) fn has(&self, page: impl AsRef<Path>) -> bool {
        !self
            .left_out
            .contains(&page.as_ref().with_extension("html"))
    }
}

/// What a list of the settings names of what there is: all of it, where it says so; what is usual, where there is no list.
fn asked<'a>(
    config: &Config,
    key: &str,
    all: &[&'a str],
    usual: &[&'a str],
) -> Result<Vec<&'a str>> {
    let names = config.get::<Vec<String>>(&format!("preprocessor.{PREPROCESSOR_NAME}.{key}"))?;
    let Some(names) = names else {
        return Ok(usual.to_vec());
    };
    if names == ["all"] {
        return Ok(all.to_vec());
    }
    let wrong = |name: &str| {
        let known = all.join(", ");
        format!(
            "[preprocessor.{PREPROCESSOR_NAME}] {key}: there is no `{name}`; write [\"all\"], or some of {known}"
        )
    };
    let known = |name: &String| {
        all.iter()
            .copied()
            .find(|known| *known == name)
            .with_context(|| wrong(name))
    };
    names.iter().map(known).collect()
}

pub(super) fn has_drills(editions: &[&Ruleset]) -> bool {
    editions
        .iter()
        .any(|rules| DRILLS.iter().any(|drill| drill.fits(rules)))
}

/// The pages that are made of these games, with these chapters beside.
fn pages(games: &BookGames, extra: &[&str]) -> BTreeSet<PathBuf> {
    let asked = EXTRA
        .iter()
        .filter(|(name, _)| extra.contains(name))
        .flat_map(|(_, pages)| *pages);
    let of = |page: &str, (game, editions): &(&Game, Vec<&Ruleset>)| match page {
        "practice/GAME" if !has_drills(editions) => Vec::new(),
        _ if page.contains("GAME") => vec![page.replace("GAME", game.id)],
        _ => editions
            .iter()
            .map(|edition| page.replace("EDITION", edition.id))
            .collect(),
    };
    let each = asked
        .chain(&["rules/EDITION", "hands/EDITION"])
        .flat_map(|page| match page.contains('/') {
            true => games.iter().flat_map(|game| of(page, game)).collect(),
            false => vec![page.to_string()],
        });
    each.map(|page| PathBuf::from(page + ".html")).collect()
}

/// The picture for a site's cards, 1200 by 630 pixels.
pub(super) const SOCIAL_CARD: &str = "social-card.png";

pub(super) struct Imprint {
    pub(super) title: String,
    /// The language of its prose, as HTML names it; nothing if its settings say none.
    pub(super) language: String,
    pub(super) authors: String,
    pub(super) description: String,
    pub(super) repository: Option<String>,
    /// What its author calls its version: `1.2`.
    version: Option<String>,
    /// The day of its version: `24 Nov 2026`.
    date: Option<String>,
}

impl Imprint {
    /// What a book's settings say. The day is that of `SOURCE_DATE_EPOCH`, or of `date`: never the clock's.
    pub(super) fn read(config: &Config) -> Result<Imprint> {
        let day = |seconds: String| -> Result<String> {
            let none = "SOURCE_DATE_EPOCH is no number of seconds since 1970: write 1795478400";
            let seconds: u32 = seconds.parse().context(none)?;
            Ok(
                httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds.into()))[5..16]
                    .to_string(),
            )
        };
        let date = std::env::var("SOURCE_DATE_EPOCH")
            .ok()
            .map(day)
            .transpose()?;
        let repository = config.get::<String>("output.html.git-repository-url")?;
        Ok(Imprint {
            title: config.book.title.clone().unwrap_or_default(),
            language: config.book.language.clone().unwrap_or_default(),
            authors: config.book.authors.join(", "),
            description: config.book.description.clone().unwrap_or_default(),
            repository: repository.map(|address| address.trim_end_matches('/').to_owned()),
            version: config.get("preprocessor.mouche.version")?,
            date: date.map_or_else(
                || config.get("preprocessor.mouche.date"),
                |date| Ok(Some(date)),
            )?,
        })
    }

    /// The version that is cited, and its day: `version 2 (24 Nov 2026)`. Where it has none, that of the program.
    pub(super) fn version(&self) -> String {
        let date = self
            .date
            .iter()
            .map(|date| format!(" ({date})"))
            .collect::<String>();
        let version = self
            .version
            .as_ref()
            .map(|version| format!("version {version}"));
        version.unwrap_or_else(|| concat!("mouche ", env!("CARGO_PKG_VERSION")).into()) + &date
    }

    pub(super) fn issue_address(&self, title: &str, body: &str) -> Option<String> {
        Some(format!(
            "{}/issues/new?title={}&body={}",
            self.repository.as_ref()?,
            encode_address(title),
            encode_address(body)
        ))
    }
}

/// A part of the book; the chapters before the first part title have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OutlinePart {
    pub(super) title: String,
    pub(super) chapters: Vec<OutlineChapter>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutlineChapter {
    /// Whether it is written in the folder of prose, and not made by the program.
    pub(super) is_written: bool,
    pub(super) name: String,
    /// Its page, from the root of the site.
    pub(super) page: String,
    pub(super) below: Vec<OutlineChapter>,
}

/// The parts of a book, without drafts: they have no page.
pub(super) fn outline_parts(book: &Book) -> Vec<OutlinePart> {
    let is_title = |item: &BookItem| matches!(item, BookItem::PartTitle(_));
    let parts = book
        .items
        .chunk_by(|_, next| !is_title(next))
        .map(|items| OutlinePart {
            title: if let BookItem::PartTitle(title) = &items[0] {
                title.clone()
            } else {
                String::new()
            },
            chapters: items.iter().filter_map(leaf).collect(),
        });
    parts.filter(|part| !part.chapters.is_empty()).collect()
}

fn leaf(item: &BookItem) -> Option<OutlineChapter> {
    let BookItem::Chapter(chapter) = item else {
        return None;
    };
    let page = with_slashes(&chapter.path.as_ref()?.with_extension("html"));
    let is_written = chapter.source_path.is_some();
    Some(OutlineChapter {
        is_written,
        name: chapter.name.clone(),
        page,
        below: chapter.sub_items.iter().filter_map(leaf).collect(),
    })
}

/// A path as addresses have it, whatever the system writes.
pub(super) fn with_slashes(path: &Path) -> String {
    path.components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}

impl OutlineChapter {
    pub(super) fn with_descendants(&self) -> Vec<&OutlineChapter> {
        [self]
            .into_iter()
            .chain(self.below.iter().flat_map(OutlineChapter::with_descendants))
            .collect()
    }
}

/// The part that is written for others than readers and players: a link at the foot leads to it.
const APART: &str = "For authors";

/// Links in the contents beside a page, at most. In the drawer of a phone the parts stand among them, no headings.
const MOST_LINKS: usize = 20;
const PARTS: usize = 6;

/// The contents beside a page: the parts, the chapters of its own, and what is below it, as far as there is room.
#[derive(Template)]
#[template(path = "contents.html", whitespace = "suppress", blocks = ["entries"])]
pub(super) struct ContentsNav<'a> {
    pub(super) parts: &'a [OutlinePart],
    pub(super) place: PageLocation,
    /// The chapter that it shows; none for the page that lists all of them.
    pub(super) page: Option<&'a str>,
    pub(super) headings: &'a [(String, String)],
}

impl<'a> ContentsNav<'a> {
    fn is_here(&self, leaf: &OutlineChapter) -> bool {
        self.page == Some(leaf.page.as_str())
    }

    /// Whether the reader is at one of these chapters or below it.
    fn are_open(&self, leaves: &[OutlineChapter]) -> bool {
        leaves
            .iter()
            .any(|leaf| self.is_here(leaf) || self.are_open(&leaf.below))
    }

    /// The parts that every page leads to, each by its first chapter; hands by their index.
    fn entries(&self) -> impl Iterator<Item = (&'a OutlinePart, &'a OutlineChapter)> {
        let is_index = |leaf: &&OutlineChapter| leaf.page == "hands/index-of-hands.html";
        let door = move |part: &'a OutlinePart| {
            part.chapters
                .iter()
                .find(is_index)
                .unwrap_or(&part.chapters[0])
        };
        self.parts
            .iter()
            .filter(|part| part.title != APART)
            .map(move |part| (part, door(part)))
    }

    /// The chapters of the part; where there are many, of a game's shelves the first, and the one at which the reader is.
    fn chapters(&self) -> Vec<&'a OutlineChapter> {
        let all = self
            .parts
            .iter()
            .find(|part| self.are_open(&part.chapters))
            .map_or(&[][..], |part| &part.chapters);
        let has_room = all.len() <= MOST_LINKS - PARTS;
        let is_shown = |leaf: &&OutlineChapter| {
            has_room || !is_later_shelf(leaf) || self.are_open(std::slice::from_ref(*leaf))
        };
        all.iter().filter(is_shown).collect()
    }

    /// The pages below a chapter, if the reader is at it and there is room for them.
    fn below(&self, leaf: &'a OutlineChapter) -> &'a [OutlineChapter] {
        let has_room = self.chapters().len() + leaf.below.len() <= MOST_LINKS - PARTS;
        if has_room && self.are_open(std::slice::from_ref(leaf)) {
            &leaf.below
        } else {
            &[]
        }
    }

    fn headings(&self) -> &'a [(String, String)] {
        let below: usize = self
            .chapters()
            .iter()
            .map(|leaf| self.below(leaf).len())
            .sum();
        if self.chapters().len() + below + self.headings.len() <= MOST_LINKS {
            self.headings
        } else {
            &[]
        }
    }
}

fn is_later_shelf(leaf: &OutlineChapter) -> bool {
    let id = leaf
        .page
        .strip_prefix("hands/")
        .and_then(|page| page.strip_suffix(".html"));
    let edition = id.and_then(editions::by_id);
    edition
        .and_then(editions::game_of)
        .is_some_and(|game| Some(game.editions[0]) != id)
}

/// Where that part begins, if the book has it.
pub(super) fn authors_chapter(parts: &[OutlinePart]) -> Option<&OutlineChapter> {
    parts
        .iter()
        .find(|part| part.title == APART)
        .map(|part| &part.chapters[0])
}
