//! The content of a book: its imprint, its games, and the pages that it leaves out. It follows from
//! the settings of the book and from its hands.

use super::site::encode_address;
use crate::editions;
use crate::page::HandUnderEdition;
use crate::rules::{FamilyGame, Ruleset};
use crate::session::DRILLS;
use anyhow::{Context, Result};
use mdbook_preprocessor::config::Config;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// The name of the preprocessor, of its table in `book.toml`, and of the class of the box around a
/// hand.
pub const PREPROCESSOR_NAME: &str = "mouche";

/// The chapters that a book may have besides rules and hands, each with its pages.
const EXTRA: [(&str, &[&str]); 9] = [
    // An author may also write these two chapters, so no links to them are left out here.
    ("play", &[]),
    ("playground", &[]),
    (
        "practice",
        &["practice/GAME", "tonight/EDITION", "booklets/GAME"],
    ),
    ("games", &["games/GAME"]),
    ("comparison", &["comparison"]),
    ("family", &["family"]),
    ("sources", &["sources"]),
    ("odds", &["odds", "strategy"]),
    ("glossary", &["glossary"]),
];

/// The extra chapters of a book whose settings name none: clauses link to them.
const USUAL_EXTRA: [&str; 2] = ["sources", "glossary"];

/// Games, each with those of its editions that a book has.
pub(super) type GamesWithEditions = Vec<(&'static FamilyGame, Vec<&'static Ruleset>)>;

/// The content of a book, worked out from its settings and its hands.
pub(crate) struct BookGamesAndPages {
    pub(super) imprint: BookImprint,
    pub(super) games: GamesWithEditions,
    /// Pages that the program could make and this book does not have, from the root of the site.
    /// Links to them are left out.
    pub(super) left_out: BTreeSet<PathBuf>,
    /// The extra chapters that the settings ask for.
    extra: Vec<&'static str>,
}

impl BookGamesAndPages {
    /// Reads the settings of a book with these hands and tables.
    ///
    /// # Errors
    /// The settings name an edition or a chapter that does not exist, or `SOURCE_DATE_EPOCH` is not
    /// a number.
    pub(super) fn read(
        config: &Config,
        hands: &[HandUnderEdition],
        tables: &[&'static Ruleset],
    ) -> Result<BookGamesAndPages> {
        let playable: Vec<&str> = editions::printed_editions()
            .map(|edition| edition.id)
            .collect();
        let played: BTreeSet<&str> = hands.iter().map(|hand| hand.story.rules.id).collect();
        let mut printed: BTreeSet<&str> = played.clone();
        printed.extend(read_choice(config, "editions", &playable, &[])?);
        printed.extend(tables.iter().filter_map(|table| Some(table.base?.id)));
        let authors = editions::author_editions::registered_editions();
        printed.extend(authors.iter().map(|edition| edition.id));
        add_editions_of_origin(&mut printed, tables);
        let mut games = games_of(&printed);

        let names = EXTRA.map(|(name, _)| name);
        let extra = read_choice(config, "extra", &names, &USUAL_EXTRA)?;
        let mut left_out = made_pages(&editions::playable_games(), &names);
        for page in made_pages(&games, &extra) {
            left_out.remove(&page);
        }
        let table_ids = tables.iter().map(|table| table.id);
        for id in playable.iter().copied().chain(table_ids) {
            if !played.contains(id) {
                left_out.insert(PathBuf::from(format!("hands/{id}.html")));
            }
        }

        add_house_tables(&mut games, tables);
        Ok(BookGamesAndPages {
            imprint: BookImprint::read(config)?,
            games,
            left_out,
            extra,
        })
    }

    /// Returns whether the settings ask for an extra chapter.
    pub(super) fn wants_extra(&self, name: &str) -> bool {
        self.extra.contains(&name)
    }

    /// Returns whether the book has a page that the program could make. The ending of the path does
    /// not matter.
    pub(super) fn has_page(&self, page: impl AsRef<Path>) -> bool {
        let page = page.as_ref().with_extension("html");
        !self.left_out.contains(&page)
    }
}

/// Adds the editions from which the rules of some editions and tables are taken.
fn add_editions_of_origin(edition_ids: &mut BTreeSet<&'static str>, tables: &[&'static Ruleset]) {
    let mut editions: Vec<&Ruleset> = tables.to_vec();
    editions.extend(edition_ids.iter().copied().filter_map(editions::by_id));
    for edition in editions {
        for topic in editions::clause_ids_in_use() {
            edition_ids.insert(editions::origin(edition, *topic).id);
        }
    }
}

/// Returns the games that have some of these editions.
fn games_of(edition_ids: &BTreeSet<&str>) -> GamesWithEditions {
    let mut games = editions::playable_games();
    for (_, editions) in &mut games {
        editions.retain(|edition| edition_ids.contains(edition.id));
    }
    games.retain(|(_, editions)| !editions.is_empty());
    games
}

/// Adds each table to the editions of its game.
fn add_house_tables(games: &mut GamesWithEditions, tables: &[&'static Ruleset]) {
    for table in tables {
        let own_game = editions::game_of(table).map(|game| game.id);
        for (game, editions) in games.iter_mut() {
            if own_game == Some(game.id) {
                editions.push(table);
            }
        }
    }
}

/// Reads a list of the settings that names some of `all`. Returns all of them if the list is
/// `["all"]`, and `default` if there is no list.
fn read_choice<'a>(
    config: &Config,
    key: &str,
    all: &[&'a str],
    default: &[&'a str],
) -> Result<Vec<&'a str>> {
    let names = config.get::<Vec<String>>(&format!("preprocessor.{PREPROCESSOR_NAME}.{key}"))?;
    let Some(names) = names else {
        return Ok(default.to_vec());
    };
    if names == ["all"] {
        return Ok(all.to_vec());
    }
    let mut chosen = Vec::new();
    for name in &names {
        let known = all.iter().find(|known| **known == name);
        chosen.push(*known.with_context(|| unknown_listed_name_message(key, name, all))?);
    }
    Ok(chosen)
}

/// Returns the message for a name in a list of the settings that is none of `all`.
fn unknown_listed_name_message(key: &str, name: &str, all: &[&str]) -> String {
    let known = all.join(", ");
    format!(
        "[preprocessor.{PREPROCESSOR_NAME}] {key}: there is no `{name}`; write [\"all\"], or some of {known}"
    )
}

/// Returns the path of the booklet of a game, from the root of the book.
pub(super) fn booklet_page(game: &FamilyGame, ending: &str) -> String {
    format!("booklets/{}.{ending}", game.id)
}

/// Returns whether there is a drill for one of these editions.
pub(super) fn has_drills(editions: &[&Ruleset]) -> bool {
    editions
        .iter()
        .any(|rules| DRILLS.iter().any(|drill| drill.fits_rules(rules)))
}

/// Returns the pages of rules and hands of these games, and of the extra chapters of these names.
fn made_pages(games: &GamesWithEditions, extra: &[&str]) -> BTreeSet<PathBuf> {
    let mut patterns = vec!["rules/EDITION", "hands/EDITION"];
    for (name, pages) in EXTRA {
        if extra.contains(&name) {
            patterns.extend(pages);
        }
    }
    let mut made = BTreeSet::new();
    for pattern in patterns {
        for page in pages_of_pattern(pattern, games) {
            made.insert(PathBuf::from(page + ".html"));
        }
    }
    made
}

/// Returns the pages, without their ending, that a pattern of [`EXTRA`] stands for.
fn pages_of_pattern(pattern: &str, games: &GamesWithEditions) -> Vec<String> {
    let mut pages = Vec::new();
    if !pattern.contains('/') {
        pages.push(pattern.to_owned());
        return pages;
    }
    for (game, editions) in games {
        if pattern == "practice/GAME" && !has_drills(editions) {
            continue;
        }
        if pattern.contains("GAME") {
            pages.push(pattern.replace("GAME", game.id));
            continue;
        }
        for edition in editions {
            pages.push(pattern.replace("EDITION", edition.id));
        }
    }
    pages
}

/// The name of the picture for cards that link to the site, 1200 by 630 pixels.
pub(super) const SOCIAL_CARD: &str = "social-card.png";

/// The width and the height of that picture, in pixels.
pub(super) const SOCIAL_CARD_SIZE: (u32, u32) = (1200, 630);

/// The width and the height of the picture of a hand or a game, in pixels: two thirds of the largest that sites show, so that a
/// picture has at most 12 kB.
pub(super) const OWN_PICTURE_SIZE: (u32, u32) = (800, 420);

/// Returns the path of the picture of a page, from the root of the site.
pub(super) fn picture_path(page: &str) -> String {
    format!("{}.png", page.trim_end_matches(".html"))
}

/// The title, the authors and other facts that describe a book as a whole.
#[derive(Debug)]
pub(super) struct BookImprint {
    pub(super) title: String,
    /// The language of its prose, as HTML names it. Empty if the settings name none.
    pub(super) language: String,
    pub(super) authors: String,
    pub(super) description: String,
    pub(super) repository: Option<String>,
    /// The version as the author writes it: `1.2`.
    version: Option<String>,
    /// The day of the version: `24 Nov 2026`.
    date: Option<String>,
    /// True if browsers keep the book for readers without a connection.
    pub(super) is_kept_offline: bool,
}

impl BookImprint {
    /// Reads the settings of a book. The day is that of `SOURCE_DATE_EPOCH`, or of `date`, and
    /// never today's.
    pub(super) fn read(config: &Config) -> Result<BookImprint> {
        let date = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(seconds) => Some(english_day_of_epoch(&seconds)?),
            Err(_) => config.get("preprocessor.mouche.date")?,
        };
        let repository = config.get::<String>("output.html.git-repository-url")?;
        Ok(BookImprint {
            title: config.book.title.clone().unwrap_or_default(),
            language: config.book.language.clone().unwrap_or_default(),
            authors: config.book.authors.join(", "),
            description: config.book.description.clone().unwrap_or_default(),
            repository: repository.map(|address| address.trim_end_matches('/').to_owned()),
            version: config.get("preprocessor.mouche.version")?,
            date,
            is_kept_offline: config.get("preprocessor.mouche.offline")?.unwrap_or(false),
        })
    }

    /// Returns the version for citations, and its day: `version 2 (24 Nov 2026)`. A book without a
    /// version has the program's.
    pub(super) fn version_with_day(&self) -> String {
        let mut text = match &self.version {
            Some(version) => format!("version {version}"),
            None => concat!("mouche ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        if let Some(date) = &self.date {
            text += &format!(" ({date})");
        }
        text
    }

    /// Returns the day of the version as `2026-11-24`; none if it is written in another way than
    /// `24 Nov 2026`.
    pub(super) fn iso_day(&self) -> Option<String> {
        let date = self.date.as_deref()?;
        let [day, month, year] = date.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let month = 1 + MONTHS.iter().position(|name| *name == month)?;
        let day: u32 = day.parse().ok()?;
        let year: u32 = year.parse().ok()?;
        Some(format!("{year:04}-{month:02}-{day:02}"))
    }

    /// Returns the address at which a reader reports an issue, if the repository is known.
    pub(super) fn issue_address(&self, title: &str, body: &str) -> Option<String> {
        let repository = self.repository.as_ref()?;
        let title = encode_address(title);
        let body = encode_address(body);
        Some(format!("{repository}/issues/new?title={title}&body={body}"))
    }
}

/// The months as days of versions name them.
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns the day, `24 Nov 2026`, of a number of seconds since 1970.
fn english_day_of_epoch(seconds: &str) -> Result<String> {
    let seconds: u32 = seconds.parse().context(
        "SOURCE_DATE_EPOCH is not a number of seconds since 1970: write, for example, 1795478400",
    )?;
    let time = UNIX_EPOCH + Duration::from_secs(seconds.into());
    // `Tue, 24 Nov 2026 12:00:00 GMT`
    Ok(httpdate::fmt_http_date(time)[5..16].to_owned())
}
