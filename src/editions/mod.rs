//! The editions, each a file of data; and what is told across them: the family, the words, what was looked for in vain.
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

pub mod house;

use crate::cards::deduplicated;
use crate::rules::from_toml::{parse_file, text};
use crate::rules::{
    ClauseId, ClauseInfo, FamilyLink, Game, GameFamily, MissingText, Neighbour, PrintRecord,
    Ruleset, Source, Term, data,
};
use std::error::Error;
use std::fmt;
use std::sync::{LazyLock, OnceLock};

/// A file of data beside this one, and what it tells once somebody has asked.
struct File {
    id: &'static str,
    text: &'static str,
    rules: OnceLock<Ruleset>,
}

impl File {
    fn rules(&'static self) -> &'static Ruleset {
        let other = |id: &str| {
            EDITIONS
                .iter()
                .chain(&SHARED)
                .chain(&APART)
                .find(|file| file.id == id)
                .map(File::rules)
        };
        self.rules
            .get_or_init(|| Ruleset::read(&format!("{}.toml", self.id), self.text, &other))
    }
}

macro_rules! files {
    ($($id:literal,)+) => { [$(File { id: $id, text: text!("editions/", $id), rules: OnceLock::new() }),+] };
}

static EDITIONS: [File; 12] = files! {
    "mouche-1718", "mouche-1730", "pamphile-1758", "mery-1847", "boussac-1896", "loo-2008", "rams-2008",
    "mistigri-1975", "moench-2005", "mauscheln-2008", "norrlandsknack-2008", "julep-2008",
};

/// What several of them have in common, which are no editions.
static SHARED: [File; 1] = files! { "parlett", };

/// Those of a game that is no kin.
static APART: [File; 2] = files! { "mus-pairs", "mus-individual", };

/// All editions of la Mouche and its kin: the nearest by year, then the cousins.
pub static ALL: LazyLock<Vec<&Ruleset>> =
    LazyLock::new(|| EDITIONS.iter().map(File::rules).collect());

/// All editions: those, and those of a game that is no kin.
pub fn playable_editions() -> impl Iterator<Item = &'static Ruleset> + Clone {
    EDITIONS.iter().chain(&APART).map(File::rules)
}

/// Those, and the ones that companies have made their own.
pub fn all_editions() -> impl Iterator<Item = &'static Ruleset> {
    playable_editions().chain(house::registered_tables())
}

/// The most players that any of them knows.
pub fn most_players() -> u8 {
    ALL.iter()
        .map(|edition| edition.players.value.to)
        .max()
        .unwrap_or_default()
}

/// The topics on which at least one edition has a clause, in the order of the book.
pub fn clause_ids() -> impl Iterator<Item = &'static ClauseId> + Clone {
    ClauseId::ALL
        .iter()
        .filter(|topic| playable_editions().any(|edition| edition.has_clause_on(**topic)))
}

/// Those of them that an edition of such a machine tells of.
pub fn clause_ids_of(machine: GameFamily) -> impl Iterator<Item = &'static ClauseId> + Clone {
    ClauseId::ALL.iter().filter(move |topic| {
        playable_editions()
            .any(|edition| edition.machine == machine && edition.has_clause_on(**topic))
    })
}

/// The topic of this id, if one of them has a clause on it.
pub fn clause_id(id: &str) -> Option<ClauseId> {
    ClauseId::by_id(id)
        .filter(|topic| playable_editions().any(|edition| edition.has_clause_on(*topic)))
}

/// What they call the flush, each word once, and the plain word: a script may use any.
pub fn flush_words() -> &'static [&'static str] {
    static FLUSHES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let words = ALL
            .iter()
            .map(|edition| edition.terms.flush)
            .chain(["flush"]);
        deduplicated(words.filter(|word| !word.is_empty()))
    });
    &FLUSHES
}

/// The edition of this id.
///
/// ```
/// let edition = mouche::editions::by_id("boussac-1896").expect("an edition");
/// assert_eq!((edition.short, edition.terms.flush), ("1896", "lanturlu"));
/// ```
pub fn by_id(id: &str) -> Option<&'static Ruleset> {
    printed_by_id(id).or_else(|| {
        house::registered_tables()
            .into_iter()
            .rev()
            .find(|rules| rules.id == id)
    })
}

/// The same, if it is none of a company's own.
pub fn printed_by_id(id: &str) -> Option<&'static Ruleset> {
    playable_editions().find(|edition| edition.id == id)
}

/// The clause of an id such as `mouche-1718/play.trump`.
///
/// ```
/// let (edition, clause) = mouche::editions::clause("mouche-1718/play.head").expect("a clause");
/// assert_eq!((edition.short, clause.title.as_str()), ("1718", "Heading the trick"));
/// assert!(clause.text().to_string().starts_with("Whoever follows suit must beat the highest card so far"));
/// ```
pub fn clause(id: &str) -> Option<(&'static Ruleset, ClauseInfo)> {
    let (edition, topic) = id.split_once('/')?;
    let edition = by_id(edition)?;
    Some((edition, edition.clause(self::clause_id(topic)?)))
}

/// The edition that first states a clause which this one may only take over.
pub fn origin(edition: &'static Ruleset, topic: ClauseId) -> &'static Ruleset {
    lineage(edition, topic).last().unwrap_or(edition)
}

/// An edition, the one it takes a clause over from, the one that does so in its turn, and so on to its origin.
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
    std::iter::successors(Some(edition), move |edition| match edition.source(topic) {
        Source::Same { edition: other, .. } => by_id(other),
        _ => None,
    })
}

data! {
    struct Family {
        game: &'static [Game],
        stranger: &'static [Game],
        kin: &'static [FamilyLink],
        print: &'static [PrintRecord],
        neighbour: &'static [Neighbour],
    }

    struct Glossary { term: &'static [Term] }

    struct Wanted { sought: &'static [MissingText] }
}

static FAMILY: LazyLock<Family> = LazyLock::new(|| {
    let family: Family = parse_file("family.toml", include_str!("family.toml"));
    // The engine in a page has the data of a program that has checked them.
    if cfg!(not(target_arch = "wasm32")) {
        let editions: Vec<&str> = EDITIONS.iter().chain(&APART).map(|file| file.id).collect();
        check_editions_of_games(&family, &editions).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    family
});

/// An edition without a game, or a game with an edition that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum EditionMismatch {
    NoGame { edition: String },
    NoEdition { game: String, edition: String },
}

impl fmt::Display for EditionMismatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EditionMismatch::NoGame { edition } => write!(
                f,
                "src/editions/{edition}.toml: this edition belongs to no game. Find its game in src/editions/family.toml \
                 (`[[game]]`, or `[[stranger]]` for a game outside the family), and write there: editions = [\"{edition}\"]"
            ),
            EditionMismatch::NoEdition { game, edition } => write!(
                f,
                "src/editions/family.toml: the game `{game}` has the edition `{edition}`, and no edition has this id. \
                 Correct the id, or list the edition in src/editions/mod.rs"
            ),
        }
    }
}

impl Error for EditionMismatch {}

/// Checks that each of these editions belongs to a game, and that each edition of a game is among them.
fn check_editions_of_games(family: &Family, editions: &[&str]) -> Result<(), EditionMismatch> {
    let games = || family.game.iter().chain(family.stranger);
    for edition in editions {
        if !games().any(|game| game.editions.contains(edition)) {
            return Err(EditionMismatch::NoGame {
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
            return Err(EditionMismatch::NoEdition {
                game: game.id.to_owned(),
                edition: (*edition).to_owned(),
            });
        }
    }
    Ok(())
}

/// The games. Each has its box in `src/book/drawing.toml`.
pub static GAMES: LazyLock<&[Game]> = LazyLock::new(|| FAMILY.game);

/// The games that can be played and are no kin.
pub static STRANGERS: LazyLock<&[Game]> = LazyLock::new(|| FAMILY.stranger);

/// The lines between them.
pub static KINSHIP: LazyLock<&[FamilyLink]> = LazyLock::new(|| FAMILY.kin);

/// The years that are given for the games, the editions and the works, the oldest on top.
pub static PRINTS: LazyLock<&[PrintRecord]> = LazyLock::new(|| FAMILY.print);

/// What the sources name beside these, and what we make of it.
pub static NEIGHBOURS: LazyLock<&[Neighbour]> = LazyLock::new(|| FAMILY.neighbour);

/// The words of the game, each tongue in the order of the alphabet.
pub static TERMS: LazyLock<&[Term]> =
    LazyLock::new(|| parse_file::<Glossary>("glossary.toml", include_str!("glossary.toml")).term);

/// What was looked for and not found, the most wanted first.
pub static SOUGHT: LazyLock<&[MissingText]> =
    LazyLock::new(|| parse_file::<Wanted>("sought.toml", include_str!("sought.toml")).sought);

/// The game of this id.
pub fn game_by_id(id: &str) -> Option<&'static Game> {
    GAMES.iter().chain(*STRANGERS).find(|game| game.id == id)
}

/// The game of an edition: the first that names it, or what a company has made its own.
pub fn game_of(edition: &Ruleset) -> Option<&'static Game> {
    let id = edition.base.map_or(edition.id, |base| base.id);
    GAMES
        .iter()
        .chain(*STRANGERS)
        .find(|game| game.editions.contains(&id))
}

/// The games that can be played, in the order of their first editions, each with its editions. One that another game names
/// first is not among them.
///
/// ```
/// let games = mouche::editions::playable_games();
/// let ids = |at: usize| games[at].1.iter().map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!((games[0].0.name, ids(0)), ("La Mouche", vec!["mouche-1718", "mouche-1730", "mery-1847"]));
/// ```
pub fn playable_games() -> Vec<(&'static Game, Vec<&'static Ruleset>)> {
    let mut games: Vec<(&Game, Vec<&Ruleset>)> = Vec::new();
    for edition in playable_editions() {
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

/// The word that text uses in this form.
pub fn term_by_form(form: &str) -> Option<&'static Term> {
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
        let family: Family = parse_file("family.toml", FAMILY_OF_TWO);
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
        let family: Family = parse_file("family.toml", FAMILY_OF_TWO);
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
