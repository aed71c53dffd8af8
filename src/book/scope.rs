//! What of this program a book has: the editions whose rules it prints, and which chapters beside the hands.

use super::site::Imprint;
use crate::editions;
use crate::page::Told;
use crate::rules::{Game, Ruleset};
use crate::session::DRILLS;
use anyhow::{Context, Result};
use mdbook_preprocessor::config::Config;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The preprocessor's name, which is that of its table in `book.toml`, and the class of the box around a hand.
pub const NAME: &str = "mouche";

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

pub(super) type Games = Vec<(&'static Game, Vec<&'static Ruleset>)>;

/// What a book says of itself, its games, and the pages that it leaves out.
pub(crate) struct Scope {
    pub(super) imprint: Imprint,
    pub(super) games: Games,
    /// From the root of the site. What would lead there stands without a link.
    pub(super) left_out: BTreeSet<PathBuf>,
}

impl Scope {
    /// Fails where the settings name an edition or a chapter that there is not, or `SOURCE_DATE_EPOCH` is no number.
    pub(super) fn of(config: &Config, told: &[Told], tables: &[&'static Ruleset]) -> Result<Scope> {
        let ids: Vec<&str> = editions::every().map(|edition| edition.id).collect();
        let played: Vec<&str> = told.iter().map(|told| told.story.rules.id).collect();
        let mut printed = asked(config, "editions", &ids, &[])?;
        printed.extend(&played);
        printed.extend(tables.iter().filter_map(|table| Some(table.base?.id)));
        // The rules that theirs are taken from.
        for edition in printed.clone().into_iter().filter_map(editions::by_id).chain(tables.iter().copied()) {
            printed.extend(editions::topics().map(|topic| editions::origin(edition, *topic).id));
        }
        let mut games = editions::played();
        games.iter_mut().for_each(|(_, editions)| editions.retain(|edition| printed.contains(&edition.id)));
        games.retain(|(_, editions)| !editions.is_empty());
        let names = EXTRA.map(|(name, _)| name);
        // Where its settings say nothing, what clauses lead to.
        let has = pages(&games, &asked(config, "extra", &names, &["sources", "glossary"])?);
        let mut left_out = &pages(&editions::played(), &names) - &has;
        for table in tables {
            let is_its = |(game, _): &&mut (&Game, _)| editions::game_of(table).is_some_and(|own| own.id == game.id);
            games.iter_mut().filter(is_its).for_each(|(_, editions)| editions.push(table));
        }
        let untold = ids.into_iter().chain(tables.iter().map(|table| table.id)).filter(|id| !played.contains(id));
        left_out.extend(untold.map(|id| PathBuf::from(format!("hands/{id}.html"))));
        Ok(Scope { imprint: Imprint::of(config)?, games, left_out })
    }

    /// Whether a book has a page that could be made, at this path with any ending.
    pub(super) fn has(&self, page: impl AsRef<Path>) -> bool {
        !self.left_out.contains(&page.as_ref().with_extension("html"))
    }
}

/// What a list of the settings names of what there is: all of it, where it says so; what is usual, where there is no list.
fn asked<'a>(config: &Config, key: &str, all: &[&'a str], usual: &[&'a str]) -> Result<Vec<&'a str>> {
    let names = config.get::<Vec<String>>(&format!("preprocessor.{NAME}.{key}"))?;
    let Some(names) = names else { return Ok(usual.to_vec()) };
    if names == ["all"] {
        return Ok(all.to_vec());
    }
    let wrong = |name: &str| {
        let known = all.join(", ");
        format!("[preprocessor.{NAME}] {key}: there is no `{name}`; write [\"all\"], or some of {known}")
    };
    let known = |name: &String| all.iter().copied().find(|known| *known == name).with_context(|| wrong(name));
    names.iter().map(known).collect()
}

pub(super) fn is_drilled(editions: &[&Ruleset]) -> bool {
    editions.iter().any(|rules| DRILLS.iter().any(|drill| drill.fits(rules)))
}

/// The pages that are made of these games, with these chapters beside.
fn pages(games: &Games, extra: &[&str]) -> BTreeSet<PathBuf> {
    let asked = EXTRA.iter().filter(|(name, _)| extra.contains(name)).flat_map(|(_, pages)| *pages);
    let of = |page: &str, (game, editions): &(&Game, Vec<&Ruleset>)| match page {
        "practice/GAME" if !is_drilled(editions) => Vec::new(),
        _ if page.contains("GAME") => vec![page.replace("GAME", game.id)],
        _ => editions.iter().map(|edition| page.replace("EDITION", edition.id)).collect(),
    };
    let each = asked.chain(&["rules/EDITION", "hands/EDITION"]).flat_map(|page| match page.contains('/') {
        true => games.iter().flat_map(|game| of(page, game)).collect(),
        false => vec![page.to_string()],
    });
    each.map(|page| PathBuf::from(page + ".html")).collect()
}
