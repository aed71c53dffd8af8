//! What is told across the editions, from the files of data beside: the words of the game, its family, and what was sought in
//! vain.

use crate::rules::from_toml::told;
use crate::rules::{Game, Kin, Neighbour, Print, Ruleset, Sought, Term, data};
use std::sync::LazyLock;

data! {
    struct Family {
        game: &'static [Game],
        stranger: &'static [Game],
        kin: &'static [Kin],
        print: &'static [Print],
        neighbour: &'static [Neighbour],
    }

    struct Glossary {
        term: &'static [Term],
    }

    struct Wanted {
        sought: &'static [Sought],
    }
}

static FAMILY: LazyLock<Family> = LazyLock::new(|| told("family.toml", include_str!("family.toml")));

/// The games. Each has its box in `src/book/drawing.toml`.
pub static GAMES: LazyLock<&[Game]> = LazyLock::new(|| FAMILY.game);

/// The games that can be played and are no kin.
pub static STRANGERS: LazyLock<&[Game]> = LazyLock::new(|| FAMILY.stranger);

/// The lines between them.
pub static KINSHIP: LazyLock<&[Kin]> = LazyLock::new(|| FAMILY.kin);

/// The years that are given for the games, the editions and the works, the oldest on top.
pub static PRINTS: LazyLock<&[Print]> = LazyLock::new(|| FAMILY.print);

/// What the sources name beside these, and what we make of it.
pub static NEIGHBOURS: LazyLock<&[Neighbour]> = LazyLock::new(|| FAMILY.neighbour);

/// The words of the game, each tongue in the order of the alphabet.
pub static TERMS: LazyLock<&[Term]> =
    LazyLock::new(|| told::<Glossary>("glossary.toml", include_str!("glossary.toml")).term);

/// What was looked for and not found, the most wanted first.
pub static SOUGHT: LazyLock<&[Sought]> =
    LazyLock::new(|| told::<Wanted>("sought.toml", include_str!("sought.toml")).sought);

/// The game of this id.
pub fn game_by_id(id: &str) -> Option<&'static Game> {
    GAMES.iter().chain(*STRANGERS).find(|game| game.id == id)
}

/// The game of an edition: the first that names it, or what a company has made its own.
pub fn game_of(edition: &Ruleset) -> Option<&'static Game> {
    let id = edition.base.map_or(edition.id, |base| base.id);
    GAMES.iter().chain(*STRANGERS).find(|game| game.editions.contains(&id))
}

/// The games that can be played, in the order of their first editions, each with its editions. One that another game names
/// first is not among them.
///
/// ```
/// let games = mouche::editions::played();
/// let ids = |at: usize| games[at].1.iter().map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!((games[0].0.name, ids(0)), ("La Mouche", vec!["mouche-1718", "mouche-1730", "mery-1847"]));
/// ```
pub fn played() -> Vec<(&'static Game, Vec<&'static Ruleset>)> {
    let mut games: Vec<(&Game, Vec<&Ruleset>)> = Vec::new();
    for edition in super::every() {
        let Some(game) = game_of(edition) else { continue };
        match games.iter_mut().find(|(other, _)| other.id == game.id) {
            Some((_, editions)) => editions.push(edition),
            None => games.push((game, vec![edition])),
        }
    }
    games
}

/// The word that text uses in this form.
pub fn term_of(form: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.forms.contains(&form))
}
