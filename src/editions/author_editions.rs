//! The editions of authors: those whose files lie beside hands, in a folder `editions`.

use crate::rules::{
    ClauseId, ClauseLookup, ClauseSource, EditionClauseInWords, FamilyGame, OptionDef, Ruleset,
};
use std::sync::{PoisonError, RwLock};

/// An edition of an author, and the text of its file.
#[derive(Clone, Copy, Debug)]
pub struct AuthorEdition {
    /// The rules.
    pub rules: &'static Ruleset,
    /// The text of the file, from which the engine in a page reads the rules again.
    pub text: &'static str,
}

/// The editions that were registered, each with its folder: the one that holds `editions`.
static REGISTERED: RwLock<Vec<(String, AuthorEdition)>> = RwLock::new(Vec::new());

/// Registers the editions of a folder in place of those before.
pub fn register_editions(folder: &str, editions: &[AuthorEdition]) {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    registered.retain(|(other, _)| other != folder);
    for edition in editions {
        register_author_game(edition.rules);
        OptionDef::register_options(edition.rules);
        registered.push((folder.to_owned(), *edition));
    }
}

/// The ids of edition files that were found and have a mistake.
#[cfg(feature = "cli")]
static BROKEN: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Remembers the ids of edition files with a mistake. A command that is asked to use one of them says that its file has a mistake.
#[cfg(feature = "cli")]
pub fn register_broken_editions(ids: &[String]) {
    let mut broken = BROKEN.write().unwrap_or_else(PoisonError::into_inner);
    broken.extend_from_slice(ids);
}

/// Returns whether an edition file of this id was found and has a mistake.
#[cfg(feature = "cli")]
pub fn is_broken_edition(id: &str) -> bool {
    let broken = BROKEN.read().unwrap_or_else(PoisonError::into_inner);
    broken.iter().any(|other| other == id)
}

/// Returns the registered editions, each after those that it is based on.
pub fn registered() -> Vec<AuthorEdition> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered.iter().map(|(_, edition)| *edition).collect()
}

/// Returns the game of this name that the edition files of authors name.
pub(super) fn author_game_by_name(name: &str) -> Option<&'static FamilyGame> {
    let games = GAMES.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().copied().find(|game| game.name == name)
}

/// Returns the game with this id that the edition files of authors name.
pub(super) fn author_game_by_id(id: &str) -> Option<&'static FamilyGame> {
    let games = GAMES.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().copied().find(|game| game.id == id)
}

/// Keeps the game of an edition file that names one of its own.
fn register_author_game(rules: &'static Ruleset) {
    let mut games = GAMES.write().unwrap_or_else(PoisonError::into_inner);
    if rules.game.is_empty() || games.iter().any(|game| game.name == rules.game) {
        return;
    }
    // Leaked because games are used until the program ends; once for each name of a game.
    let game: &'static FamilyGame = Box::leak(Box::new(FamilyGame {
        id: rules.id,
        name: rules.game,
        generation: 0,
        when: "",
        about: rules.about,
        rests_on: &[],
        editions: &[],
        prose: "",
        words: &[],
        words_from: "",
        lost: "",
    }));
    games.push(game);
}

/// The games that edition files of authors name.
static GAMES: RwLock<Vec<&'static FamilyGame>> = RwLock::new(Vec::new());

/// Returns the rules of the registered editions, the oldest first.
pub fn registered_editions() -> Vec<&'static Ruleset> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered
        .iter()
        .map(|(_, edition)| edition.rules)
        .collect()
}

/// Returns the clauses that an edition decides itself and takes over from no other edition.
pub fn clauses_not_taken_over(rules: &Ruleset) -> Vec<EditionClauseInWords> {
    let mut clauses = rules.clauses();
    clauses.retain(|clause| !matches!(clause.source, ClauseSource::Same { .. }));
    clauses
}

/// Returns the editions from which an edition takes clauses over, and how many clauses it takes over in all.
pub fn takeover_sources_and_clause_count(rules: &Ruleset) -> (Vec<&'static str>, usize) {
    let mut editions = Vec::new();
    let mut count = 0;
    for clause in rules.clauses() {
        if let ClauseSource::Same { edition, .. } = clause.source {
            count += 1;
            if !editions.contains(&edition) {
                editions.push(edition);
            }
        }
    }
    (editions, count)
}

/// Returns the editions from which an edition takes clauses over, each once: its base, and those of its tables `[[same]]`. `find`
/// returns an edition by its id.
pub(crate) fn takeover_bases(
    rules: &Ruleset,
    find: impl Fn(&str) -> Option<&'static Ruleset>,
) -> Vec<&'static Ruleset> {
    let mut bases: Vec<&'static Ruleset> = rules.parent.into_iter().collect();
    for id in takeover_sources_and_clause_count(rules).0 {
        if bases.iter().all(|base| base.id != id) {
            bases.extend(find(id));
        }
    }
    bases
}

/// Returns the options that the base of an edition leaves to the players and the edition does not, because its clause is its own.
pub fn options_closed_since_base(rules: &Ruleset) -> Vec<&'static OptionDef> {
    let Some(base) = rules.parent else {
        return Vec::new();
    };
    let kept: Vec<&str> = OptionDef::open_in(rules)
        .map(|option| option.name)
        .collect();
    OptionDef::open_in(base)
        .filter(|option| !kept.contains(&option.name))
        .collect()
}

/// Returns the clauses that an edition decides without a source and without a reading. If the source does not cover something
/// that the edition and its base do not have either, nothing is decided.
pub fn clauses_without_source_or_reading(rules: &Ruleset) -> Vec<ClauseId> {
    let mut topics = Vec::new();
    for clause in rules.clauses() {
        let topic = clause.topic;
        let is_unsourced = clause.source == ClauseSource::Silent && clause.readings.is_empty();
        let differs = rules
            .parent
            .is_some_and(|base| !rules.decides_as(base, topic));
        if is_unsourced && (rules.has_subject_of(topic) || differs) {
            topics.push(topic);
        }
    }
    topics
}
