//! What of this program a book has: the editions whose rules it prints, and which chapters beside the hands. A book of its
//! author's has what its hands rest on; its settings may ask for more.

use crate::editions;
use crate::page::Told;
use crate::rules::{Game, Ruleset};
use anyhow::{Result, bail};
use mdbook_preprocessor::config::Config;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The preprocessor's name, which is that of its table in `book.toml`, and the class of the box around a hand.
pub const NAME: &str = "mouche";

/// Chapters that a book may have beside its hands and their rules.
pub(super) const EXTRA: &[&str] = &["practice", "games", "comparison", "family", "sources", "odds", "glossary"];
/// Those that it has if its settings say nothing: clauses lead to them.
const USUAL: &[&str] = &["sources", "glossary"];

/// What its settings ask for: all there is, or what they list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Asked {
    All(String),
    Some(Vec<String>),
}

impl Asked {
    /// What a key of the settings asks for of what there is; what is usual, where they do not have it.
    fn of(config: &Config, key: &str, all: &[&'static str], usual: &[&'static str]) -> Result<Vec<&'static str>> {
        let known = all.join(", ");
        let named = |name: &String| match all.iter().find(|known| *known == name) {
            Some(known) => Ok(*known),
            None => bail!("[preprocessor.{NAME}] {key}: there is no `{name}`; write \"all\", or some of {known}"),
        };
        match config.get::<Asked>(&format!("preprocessor.{NAME}.{key}"))? {
            None => Ok(usual.to_vec()),
            Some(Asked::All(word)) if word == "all" => Ok(all.to_vec()),
            Some(Asked::All(word)) => Ok(vec![named(&word)?]),
            Some(Asked::Some(names)) => names.iter().map(named).collect(),
        }
    }
}

/// The games of a book, each with its editions, and its chapters beside.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) games: Vec<(&'static Game, Vec<&'static Ruleset>)>,
    extra: Vec<&'static str>,
}

impl Scope {
    /// That of a book with these settings and hands.
    ///
    /// # Errors
    /// The settings name an edition or a chapter that there is not.
    pub(super) fn of(config: &Config, told: &[Told]) -> Result<Scope> {
        let ids: Vec<&str> = editions::ALL.iter().map(|edition| edition.id).collect();
        let played: Vec<&str> = told.iter().map(|told| told.story.rules.id).collect();
        let mut asked = Asked::of(config, "editions", &ids, &played)?;
        asked.extend(played);
        // The rules that theirs are taken from.
        for edition in asked.clone().into_iter().filter_map(editions::by_id) {
            asked.extend(editions::topics().map(|topic| editions::origin(edition, *topic).id));
        }
        let mut games = editions::played();
        games.iter_mut().for_each(|(_, editions)| editions.retain(|edition| asked.contains(&edition.id)));
        games.retain(|(_, editions)| !editions.is_empty());
        Ok(Scope { games, extra: Asked::of(config, "extra", EXTRA, USUAL)? })
    }

    pub(super) fn has(&self, chapter: &str) -> bool {
        self.extra.contains(&chapter)
    }

    pub(super) fn editions(&self) -> impl Iterator<Item = &'static Ruleset> {
        self.games.iter().flat_map(|(_, editions)| editions).copied()
    }

    /// The pages that this program could make and this book leaves out: what would lead there stands without a link.
    pub(super) fn left_out(&self) -> BTreeSet<PathBuf> {
        let played = editions::played();
        let whole = Scope { games: played, extra: EXTRA.to_vec() };
        &whole.pages() - &self.pages()
    }

    fn pages(&self) -> BTreeSet<PathBuf> {
        let page = |folder: &str, id: &str| PathBuf::from(format!("{folder}/{id}.html"));
        let of_editions = |folder| self.editions().map(move |edition| page(folder, edition.id));
        let of_games = |folder| self.games.iter().map(move |(game, _)| page(folder, game.id));
        let extra = self.extra.iter().flat_map(|chapter| -> Vec<PathBuf> {
            match *chapter {
                "practice" => of_games("practice").chain(of_editions("tonight")).collect(),
                "games" => of_games("games").collect(),
                "odds" => vec!["odds.html".into(), "strategy.html".into()],
                chapter => vec![format!("{chapter}.html").into()],
            }
        });
        of_editions("rules").chain(of_editions("hands")).chain(extra).collect()
    }
}
