//! The editions, each a file of data; and the data about all of them: games, glossary, and texts that nobody found.
//!
//! ```
//! use mouche::editions;
//!
//! let edition = editions::by_id("mouche-1730").expect("an edition");
//! assert_eq!(edition.name, "La Mouche, 1730");
//! // What it says of trumping is said in the edition that it is taken from.
//! let (_, clause) = editions::clause("mouche-1730/play.trump").expect("a clause");
//! assert_eq!(editions::origin(edition, clause.topic).id, "mouche-1718");
//! ```

pub mod author_editions;
#[cfg(feature = "cli")]
pub mod clause_in_edition_file;
#[cfg(feature = "cli")]
pub(crate) mod glossary_terms_in_text;
pub mod house_table;
#[cfg(feature = "cli")]
pub(crate) mod inherited_texts_to_review;

use crate::cards::deduplicated;
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{
    ClauseId, ClauseLookup, ClauseSource, EditionClauseInWords, EngineKind, FamilyGame, FamilyLink,
    FamilyPrinting, GameOutsideFamily, GlossaryTerm, LostSource, MusRules, Ruleset, TrickRules,
    data,
};
use std::error::Error;
use std::fmt;
use std::sync::{LazyLock, OnceLock};

/// The data file of an edition. It is read when somebody asks for its rules.
struct EditionFile {
    id: &'static str,
    text: &'static str,
    rules: OnceLock<Ruleset>,
}

impl EditionFile {
    fn rules(&'static self) -> &'static Ruleset {
        self.rules.get_or_init(|| {
            // Every test that uses the edition finds a mistake in its file.
            Ruleset::read(self.text, &rules_by_file_id)
                .unwrap_or_else(|error| panic!("{}.toml: {error}", self.id))
        })
    }
}

/// Returns the rules of the data file of this id, which may be a file that editions share.
fn rules_by_file_id(id: &str) -> Option<&'static Ruleset> {
    let mut files = EDITIONS.iter().chain(&SHARED).chain(&APART);
    files.find(|file| file.id == id).map(EditionFile::rules)
}

macro_rules! files {
    ($($id:literal,)+) => { [$(EditionFile { id: $id, text: text!("editions/", $id), rules: OnceLock::new() }),+] };
}

static EDITIONS: [EditionFile; 12] = files! {
    "mouche-1718", "mouche-1730", "pamphile-1758", "mery-1847", "boussac-1896", "loo-2008", "rams-2008",
    "mistigri-1975", "moench-2005", "mauscheln-2008", "norrlandsknack-2008", "julep-2008",
};

/// The files with rules that several editions share, and that are no editions themselves.
static SHARED: [EditionFile; 1] = files! { "parlett", };

/// The editions of Mus, which does not belong to the family.
static APART: [EditionFile; 2] = files! { "mus-pairs", "mus-individual", };

/// The editions of la Mouche by year, then those of its relatives.
pub static ALL: LazyLock<Vec<&Ruleset>> =
    LazyLock::new(|| EDITIONS.iter().map(EditionFile::rules).collect());

/// Returns the id of the edition that is meant where none is named: the oldest of ours.
///
/// ```
/// assert_eq!(mouche::editions::default_id(), "mouche-1718");
/// ```
pub fn default_id() -> &'static str {
    EDITIONS[0].id
}

/// Returns the editions of games with tricks, of the program and of authors, without house tables.
pub fn printed_trick_editions() -> impl Iterator<Item = &'static Ruleset> + Clone {
    printed_editions().filter(|edition| edition.family() == EngineKind::Tricks)
}

/// Returns the rules of the editions of games with tricks: those of [`ALL`].
///
/// ```
/// let first = mouche::editions::built_in_trick_editions().next().expect("an edition");
/// assert_eq!((first.short, first.stake.value.chips), ("1718", 5));
/// ```
pub fn built_in_trick_editions() -> impl Iterator<Item = &'static TrickRules> + Clone {
    EDITIONS.iter().filter_map(|file| file.rules().tricks())
}

/// Returns the rules of the editions of Mus.
pub fn mus_editions() -> impl Iterator<Item = &'static MusRules> + Clone {
    APART.iter().filter_map(|file| file.rules().mus())
}

/// Returns the rules of the edition or house table with this id, if it is of a game with tricks.
pub fn trick_edition(id: &str) -> Option<&'static TrickRules> {
    by_id(id)?.tricks()
}

/// Returns the rules of the edition or house table with this id, if it is of Mus.
pub fn mus_edition(id: &str) -> Option<&'static MusRules> {
    by_id(id)?.mus()
}

/// Returns the editions of the program: those of [`ALL`], and those of Mus.
pub fn built_in_editions() -> impl Iterator<Item = &'static Ruleset> + Clone {
    EDITIONS.iter().chain(&APART).map(EditionFile::rules)
}

/// Returns the edition of the program with this id.
pub fn built_in_by_id(id: &str) -> Option<&'static Ruleset> {
    built_in_editions().find(|edition| edition.id == id)
}

/// Returns all printed editions: those of the program, and those of authors.
pub fn printed_editions() -> impl Iterator<Item = &'static Ruleset> + Clone {
    built_in_editions().chain(author_editions::registered_editions())
}

/// Returns all printed editions, and the house tables.
pub fn editions_and_house_tables() -> impl Iterator<Item = &'static Ruleset> {
    printed_editions().chain(house_table::registered_tables())
}

/// Returns the largest number of players that an edition of a game with tricks allows.
pub fn most_players_at_tricks() -> u8 {
    let numbers = printed_trick_editions().map(|edition| edition.players.value.to);
    numbers.max().unwrap_or_default()
}

/// Returns the clause ids that at least one edition has, in the order of the book.
pub fn clause_ids_in_use() -> impl Iterator<Item = &'static ClauseId> + Clone {
    ClauseId::ALL
        .iter()
        .filter(|topic| printed_editions().any(|edition| edition.has_clause_on(**topic)))
}

/// Returns the clause ids that at least one edition of a family of games has.
pub fn clause_ids_of(family: EngineKind) -> impl Iterator<Item = &'static ClauseId> + Clone {
    ClauseId::ALL.iter().filter(move |topic| {
        printed_editions()
            .any(|edition| edition.family() == family && edition.has_clause_on(**topic))
    })
}

/// Returns the clause id that files write as `id`, if at least one edition has it.
pub fn clause_id_in_use(id: &str) -> Option<ClauseId> {
    ClauseId::by_id(id)
        .filter(|topic| printed_editions().any(|edition| edition.has_clause_on(*topic)))
}

/// Returns a word for a flush as our editions or those of authors have it, in whatever case it is written.
pub fn flush_word(written: &str) -> Option<&'static &'static str> {
    if written.is_empty() {
        return None;
    }
    let authors = author_editions::registered_editions().into_iter();
    let words = authors.map(|edition| &edition.terms.flush);
    built_in_flush_words()
        .iter()
        .chain(words)
        .find(|word| word.eq_ignore_ascii_case(written))
}

/// Returns our editions' words for a flush, each once, and the plain word. A script may use any of them.
pub fn built_in_flush_words() -> &'static [&'static str] {
    static FLUSHES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let words = ALL
            .iter()
            .map(|edition| edition.terms.flush)
            .chain(["flush"]);
        deduplicated(words.filter(|word| !word.is_empty()))
    });
    &FLUSHES
}

/// Returns the edition or house table with this id.
///
/// ```
/// let edition = mouche::editions::by_id("boussac-1896").expect("an edition");
/// assert_eq!((edition.short, edition.terms.flush), ("1896", "lanturlu"));
/// ```
pub fn by_id(id: &str) -> Option<&'static Ruleset> {
    built_in_or_author_edition(id).or_else(|| {
        house_table::registered_tables()
            .into_iter()
            .rev()
            .find(|rules| rules.id == id)
    })
}

/// Returns the edition with this id, one of ours or of an author, but no house table.
pub fn built_in_or_author_edition(id: &str) -> Option<&'static Ruleset> {
    built_in_by_id(id).or_else(|| {
        let authors = author_editions::registered_editions();
        authors.into_iter().rev().find(|edition| edition.id == id)
    })
}

/// Returns the edition and the clause of a full id such as `mouche-1718/play.trump`.
///
/// ```
/// let (edition, clause) = mouche::editions::clause("mouche-1718/play.head").expect("a clause");
/// assert_eq!((edition.short, clause.title.as_str()), ("1718", "Heading the trick"));
/// assert!(clause.text().to_string().starts_with("A player who follows suit must beat the highest card so far"));
/// ```
pub fn clause(full_id: &str) -> Option<(&'static Ruleset, EditionClauseInWords)> {
    let (edition, topic) = full_id.split_once('/')?;
    let edition = by_id(edition)?;
    Some((edition, edition.clause(self::clause_id_in_use(topic)?)?))
}

/// Returns the edition that first states a clause. It is this edition if it does not take the clause
/// over.
pub fn origin(edition: &'static Ruleset, topic: ClauseId) -> &'static Ruleset {
    lineage(edition, topic).last().unwrap_or(edition)
}

/// Returns an edition, the one from which it takes a clause over, and so on to the first that states it.
///
/// ```
/// use mouche::editions::{by_id, lineage};
/// use mouche::rules::ClauseId;
///
/// let mery = by_id("mery-1847").expect("an edition");
/// let ids = |topic| lineage(mery, topic).map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!(ids(ClauseId::PlayTrump), ["mery-1847", "mouche-1718"]);
/// assert_eq!(ids(ClauseId::DebtCap), ["mery-1847"]);
/// ```
pub fn lineage(
    edition: &'static Ruleset,
    topic: ClauseId,
) -> impl Iterator<Item = &'static Ruleset> {
    std::iter::successors(Some(edition), move |edition: &&Ruleset| {
        match edition.source(topic) {
            Some(ClauseSource::Same { edition: other, .. }) => by_id(other),
            _ => None,
        }
    })
}

data! {
    /// The content of `family.toml`.
    struct FamilyFile {
        game: &'static [FamilyGame],
        stranger: &'static [FamilyGame],
        kin: &'static [FamilyLink],
        print: &'static [FamilyPrinting],
        neighbour: &'static [GameOutsideFamily],
    }

    struct GlossaryFile { term: &'static [GlossaryTerm] }

    /// The content of `sought.toml`.
    struct LostSourcesFile { sought: &'static [LostSource] }
}

static FAMILY: LazyLock<FamilyFile> = LazyLock::new(|| {
    let family: FamilyFile = parse_file("family.toml", text!("editions/family"));
    // The engine in a page has the data of a program that has checked them.
    if cfg!(not(target_arch = "wasm32")) {
        let editions: Vec<&str> = EDITIONS.iter().chain(&APART).map(|file| file.id).collect();
        check_editions_of_games(&family, &editions).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    family
});

/// A mistake in the list of games: an edition without a game, or a game with an edition that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
enum GameListMistake {
    NoGame { edition: String },
    NoEdition { game: String, edition: String },
}

impl fmt::Display for GameListMistake {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameListMistake::NoGame { edition } => write!(
                f,
                "src/editions/{edition}.toml: this edition belongs to no game. Find its game in src/editions/family.toml \
                 (`[[game]]`, or `[[stranger]]` for a game outside the family), and write there: editions = [\"{edition}\"]"
            ),
            GameListMistake::NoEdition { game, edition } => write!(
                f,
                "src/editions/family.toml: the game `{game}` has the edition `{edition}`, and no edition has this id. \
                 Correct the id, or list the edition in src/editions/mod.rs"
            ),
        }
    }
}

impl Error for GameListMistake {}

/// Checks that each of these editions belongs to a game, and that each edition of a game is among them.
fn check_editions_of_games(family: &FamilyFile, editions: &[&str]) -> Result<(), GameListMistake> {
    let games = || family.game.iter().chain(family.stranger);
    for edition in editions {
        if !games().any(|game| game.editions.contains(edition)) {
            return Err(GameListMistake::NoGame {
                edition: (*edition).to_owned(),
            });
        }
    }
    for game in games() {
        if let Some(edition) = game
            .editions
            .iter()
            .find(|edition| !editions.contains(edition))
        {
            return Err(GameListMistake::NoEdition {
                game: game.id.to_owned(),
                edition: (*edition).to_owned(),
            });
        }
    }
    Ok(())
}

/// The games of the family. Each has its box in `src/book/drawing.toml`.
pub static GAMES: LazyLock<&[FamilyGame]> = LazyLock::new(|| FAMILY.game);

/// The games outside the family that can be played.
pub static STRANGERS: LazyLock<&[FamilyGame]> = LazyLock::new(|| FAMILY.stranger);

/// The relations between the games of the family.
pub static KINSHIP: LazyLock<&[FamilyLink]> = LazyLock::new(|| FAMILY.kin);

/// The years in which something about the family was printed, the oldest first.
pub static PRINTS: LazyLock<&[FamilyPrinting]> = LazyLock::new(|| FAMILY.print);

/// The games that sources name together with the family, and whether they belong to it.
pub static NEIGHBOURS: LazyLock<&[GameOutsideFamily]> = LazyLock::new(|| FAMILY.neighbour);

/// The glossary: the words of each language in alphabetical order.
pub static TERMS: LazyLock<&[GlossaryTerm]> = LazyLock::new(|| {
    parse_file::<GlossaryFile>("glossary.toml", include_str!("glossary.toml")).term
});

/// The texts that nobody found, the most important first.
pub static SOUGHT: LazyLock<&[LostSource]> = LazyLock::new(|| {
    parse_file::<LostSourcesFile>("sought.toml", include_str!("sought.toml")).sought
});

/// Returns the game with this id.
pub fn game_by_id(id: &str) -> Option<&'static FamilyGame> {
    let own = GAMES.iter().chain(*STRANGERS).find(|game| game.id == id);
    own.or_else(|| author_editions::author_game_by_id(id))
}

/// Returns whether the chapter of the family names a game. It does not name the new games of authors.
#[cfg(feature = "cli")]
pub fn is_in_family_chapter(game: &FamilyGame) -> bool {
    GAMES
        .iter()
        .chain(*STRANGERS)
        .any(|known| known.id == game.id)
}

/// Returns the game of an edition: the one that names it, the game of an author, or the game of the edition from which a house
/// table or an edition file starts.
pub fn game_of(edition: &Ruleset) -> Option<&'static FamilyGame> {
    let mut edition = edition.base.unwrap_or(edition);
    loop {
        if let Some(game) = author_editions::author_game_by_name(edition.game) {
            return Some(game);
        }
        let mut games = GAMES.iter().chain(*STRANGERS);
        if let Some(game) = games.find(|game| game.editions.contains(&edition.id)) {
            return Some(game);
        }
        edition = edition.parent?;
    }
}

/// Returns the games that can be played, each with its editions, in the order of the first editions. An edition that several
/// games name belongs to the first of them.
///
/// ```
/// let games = mouche::editions::playable_games();
/// let ids = |at: usize| games[at].1.iter().map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!((games[0].0.name, ids(0)), ("La Mouche", vec!["mouche-1718", "mouche-1730", "mery-1847"]));
/// ```
pub fn playable_games() -> Vec<(&'static FamilyGame, Vec<&'static Ruleset>)> {
    let mut games: Vec<(&FamilyGame, Vec<&Ruleset>)> = Vec::new();
    for edition in printed_editions() {
        let Some(game) = game_of(edition) else {
            continue;
        };
        match games.iter_mut().find(|(other, _)| other.id == game.id) {
            Some((_, editions)) => editions.push(edition),
            None => games.push((game, vec![edition])),
        }
    }
    games
}

/// Returns the word of the glossary that has this form.
pub fn term_by_form(form: &str) -> Option<&'static GlossaryTerm> {
    TERMS.iter().find(|term| term.forms.contains(&form))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILY_OF_TWO: &str = r#"
        game = [{ id = "loo", name = "Loo", about = "", editions = ["loo-2008"] }]
        stranger = [{ id = "mus", name = "Mus", about = "", editions = ["mus-pairs"] }]
    "#;

    #[test]
    fn an_edition_that_no_game_claims_is_reported_at_its_file() {
        let family: FamilyFile = parse_file("family.toml", FAMILY_OF_TWO);
        assert_eq!(
            check_editions_of_games(&family, &["loo-2008", "mus-pairs"]),
            Ok(())
        );
        let wrong = check_editions_of_games(&family, &["loo-2008", "bourre-1990", "mus-pairs"])
            .expect_err("no game")
            .to_string();
        assert!(
            wrong.starts_with("src/editions/bourre-1990.toml: this edition belongs to no game."),
            "{wrong}"
        );
        assert!(
            wrong.ends_with("and write there: editions = [\"bourre-1990\"]"),
            "{wrong}"
        );
    }

    #[test]
    fn an_edition_of_a_game_that_is_not_there_is_reported_at_the_family() {
        let family: FamilyFile = parse_file("family.toml", FAMILY_OF_TWO);
        let wrong = check_editions_of_games(&family, &["loo-2008"])
            .expect_err("no edition")
            .to_string();
        let start = "src/editions/family.toml: the game `mus` has the edition `mus-pairs`, and no edition has this id.";
        assert!(wrong.starts_with(start), "{wrong}");
    }

    #[test]
    fn the_editions_and_the_games_of_this_program_fit_together() {
        LazyLock::force(&FAMILY);
    }
}
