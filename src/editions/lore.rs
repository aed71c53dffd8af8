//! What is told across the editions, from the files of data beside them: the words of the game, its family, and what was
//! sought in vain.

use crate::rules::{Game, Kin, Neighbour, Print, Sought, Term, data};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "'de: 'static")]
struct Family {
    game: Vec<Game>,
    kin: Vec<Kin>,
    print: Vec<Print>,
    neighbour: Vec<Neighbour>,
}

static FAMILY: LazyLock<Family> = LazyLock::new(|| data("family.toml", include_str!("family.toml")));

/// The games. Those of one generation are drawn from left to right in this order.
pub static GAMES: LazyLock<&'static [Game]> = LazyLock::new(|| &FAMILY.game);

/// The lines between them.
pub static KINSHIP: LazyLock<&'static [Kin]> = LazyLock::new(|| &FAMILY.kin);

/// The years that are given for the games, the editions and the works, the oldest on top.
pub static PRINTS: LazyLock<&'static [Print]> = LazyLock::new(|| &FAMILY.print);

/// What the sources name beside these, and what we make of it.
pub static NEIGHBOURS: LazyLock<&'static [Neighbour]> = LazyLock::new(|| &FAMILY.neighbour);

/// The words of the game, each tongue in the order of the alphabet.
pub static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, bound = "'de: 'static")]
    struct Glossary {
        term: Vec<Term>,
    }
    data::<Glossary>("glossary.toml", include_str!("glossary.toml")).term
});

/// What was looked for and not found, the most wanted first.
pub static SOUGHT: LazyLock<Vec<Sought>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, bound = "'de: 'static")]
    struct Wanted {
        sought: Vec<Sought>,
    }
    data::<Wanted>("sought.toml", include_str!("sought.toml")).sought
});

/// The game of this id.
pub fn game_by_id(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

/// The word that text uses in this form.
pub fn term_of(form: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.forms.contains(&form))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions::{ALL, by_id};
    use crate::rules::{Relation, Terms, WORKS};
    use std::collections::BTreeSet;

    #[test]
    fn games_are_unique_and_every_line_joins_two_of_them_downwards() {
        for (at, game) in GAMES.iter().enumerate() {
            assert_eq!(GAMES.iter().position(|other| other.id == game.id), Some(at));
            assert!(KINSHIP.iter().any(|kin| kin.of == game.id || kin.to == game.id), "{} is nobody's kin", game.id);
        }
        for kin in KINSHIP.iter() {
            let (of, to) = (game_by_id(kin.of).expect(kin.of), game_by_id(kin.to).expect(kin.to));
            assert!(of.id != to.id, "{kin:?}");
            assert!(
                kin.relation == Relation::Related || of.generation > to.generation,
                "{} stands over {}",
                of.id,
                to.id
            );
        }
    }

    #[test]
    fn every_year_that_is_given_for_a_game_or_a_work_is_among_the_dates() {
        let told = GAMES.iter().flat_map(|game| [game.when, game.about]).chain(WORKS.iter().map(|work| work.full));
        let words = told.flat_map(|told| told.split(|c: char| !c.is_ascii_digit()));
        let years = words.filter(|word| word.len() == 4).filter_map(|word| word.parse().ok());
        for year in years.chain(ALL.iter().filter_map(|edition| edition.year)) {
            assert!(PRINTS.iter().any(|print| print.year == year), "{year}");
        }
        assert!(PRINTS.is_sorted_by_key(|print| print.year));
    }

    #[test]
    fn every_edition_is_of_one_game() {
        for edition in ALL {
            let of = GAMES.iter().filter(|game| game.editions.contains(&edition.id)).count();
            // Méry has two.
            assert!((1..=2).contains(&of), "{} is of {of} games", edition.id);
        }
    }

    #[test]
    fn what_an_edition_calls_things_is_explained() {
        for edition in ALL {
            let Terms { flush, no_trick, top_card } = edition.terms;
            for word in [flush, no_trick, top_card] {
                assert!(term_of(word).is_some(), "{}: {word}", edition.id);
            }
        }
    }

    #[test]
    fn ids_and_forms_are_unique_and_the_brief_is_a_sentence() {
        let (mut ids, mut forms) = (BTreeSet::new(), BTreeSet::new());
        for term in TERMS.iter() {
            assert!(ids.insert(term.id), "{} stands twice", term.id);
            assert!(term.forms.iter().all(|form| forms.insert(*form)), "a form of {} is another's", term.id);
            assert!(term.brief.ends_with(['.', '?', '”']) && term.brief.len() < 110, "{}", term.id);
        }
    }

    #[test]
    fn every_edition_that_is_named_is_there() {
        let named = GAMES.iter().flat_map(|game| game.editions).chain(TERMS.iter().flat_map(|term| term.of));
        for id in named {
            assert!(by_id(id).is_some(), "{id} is no edition");
        }
        assert!(!SOUGHT.is_empty());
    }
}
