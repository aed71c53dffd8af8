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

mod boussac_1896;
mod lore;
mod mery_1847;
mod mouche_1718;
mod mouche_1730;
mod pamphile_1758;
mod words;

use crate::rules::{ClauseView, Ruleset, Source, Topic};
pub use lore::{GAMES, KINSHIP, NEIGHBOURS, PRINTS, SOUGHT, TERMS, game_by_id, term_of};
use std::sync::LazyLock;

/// All editions, by year.
pub const ALL: &[&Ruleset] = &[
    &mouche_1718::MOUCHE_1718,
    &mouche_1730::MOUCHE_1730,
    &pamphile_1758::PAMPHILE_1758,
    &mery_1847::MERY_1847,
    &boussac_1896::BOUSSAC_1896,
];

/// The most players that any of them knows.
pub const MOST_PLAYERS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < ALL.len() {
        if ALL[at].players.value.to > most {
            most = ALL[at].players.value.to;
        }
        at += 1;
    }
    most as usize
};

/// The topics on which at least one of them has a clause, in the order of the book.
pub fn topics() -> impl Iterator<Item = &'static Topic> + Clone {
    Topic::ALL.iter().filter(|topic| ALL.iter().any(|edition| edition.tells(**topic)))
}

/// The topic of this id, if one of them has a clause on it.
pub fn topic(id: &str) -> Option<Topic> {
    topics().copied().find(|topic| topic.id() == id)
}

/// What they call the flush, each word once: a script may use any.
pub fn flushes() -> &'static [&'static str] {
    static FLUSHES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let mut words = Vec::new();
        for word in ALL.iter().map(|edition| edition.terms.flush) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
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
    ALL.iter().copied().find(|edition| edition.id == id)
}

/// The clause of an id such as `mouche-1718/play.trump`.
///
/// ```
/// let (edition, clause) = mouche::editions::clause("mouche-1718/play.head").expect("a clause");
/// assert_eq!((edition.short, clause.title.as_str()), ("1718", "Heading the trick"));
/// assert!(clause.text().to_string().starts_with("Whoever follows suit must beat the highest card so far"));
/// ```
pub fn clause(id: &str) -> Option<(&'static Ruleset, ClauseView)> {
    let (edition, topic) = id.split_once('/')?;
    let edition = by_id(edition)?;
    Some((edition, edition.clause(self::topic(topic)?)))
}

/// The edition that first states a clause which this one may only take over.
pub fn origin(edition: &'static Ruleset, topic: Topic) -> &'static Ruleset {
    lineage(edition, topic).last().unwrap_or(edition)
}

/// An edition, the one it takes a clause over from, the one that does so in its turn, and so on to its origin.
///
/// ```
/// use mouche::editions::{by_id, lineage};
/// use mouche::rules::Topic;
///
/// let mery = by_id("mery-1847").expect("an edition");
/// let ids = |topic| lineage(mery, topic).map(|edition| edition.id).collect::<Vec<_>>();
/// assert_eq!(ids(Topic::PlayTrump), ["mery-1847", "mouche-1718"]);
/// assert_eq!(ids(Topic::DebtCap), ["mery-1847"]);
/// ```
pub fn lineage(edition: &'static Ruleset, topic: Topic) -> impl Iterator<Item = &'static Ruleset> {
    std::iter::successors(Some(edition), move |edition| match edition.clause(topic).source {
        Source::Same { edition: other, .. } => by_id(other),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Agreed;

    #[test]
    fn ids_are_unique_and_sorted_by_year() {
        assert!(ALL.is_sorted_by(|a, b| a.year <= b.year && a.id != b.id));
    }

    #[test]
    fn an_id_names_one_question() {
        let clauses = ALL.iter().flat_map(|edition| edition.clauses());
        let readings: Vec<_> = clauses.flat_map(|clause| clause.readings).collect();
        for (at, reading) in readings.iter().enumerate() {
            let first = readings[..at].iter().find(|other| other.id == reading.id);
            let question = first.map_or(reading.question, |first| first.question);
            assert_eq!(question, reading.question, "{} asks both", reading.id);
        }
    }

    #[test]
    fn every_clause_has_words_and_what_it_takes_over_exists() {
        for edition in ALL {
            for clause in edition.clauses() {
                let id = edition.clause_id(clause.topic);
                assert!(clause.text().set(|text, _| text.ends_with('.')), "{id} is not a sentence");
                if let Source::Same { edition: other, .. } = clause.source {
                    assert!(by_id(other).is_some(), "{id} takes over from {other}, which is no edition");
                }
                if clause.source == Source::Silent {
                    let told = !clause.readings.is_empty() || clause.is_absent() || clause.speaks_of("silent");
                    assert!(told, "{id} rests on nothing and gives no reading");
                }
            }
        }
    }

    #[test]
    fn an_option_that_a_reading_names_exists_and_changes_that_clause() {
        let named =
            |clause: &ClauseView| clause.readings.iter().filter_map(|reading| reading.option).collect::<Vec<_>>();
        for edition in ALL {
            for clause in edition.clauses() {
                for name in named(&clause) {
                    let option = Agreed::by_name(name).unwrap_or_else(|| panic!("{name} is no option"));
                    assert_eq!(option.topic, clause.topic, "{name} in {}", edition.clause_id(clause.topic));
                }
            }
        }
    }

    /// It may go on where its origin ends, with a reading of its own.
    #[test]
    fn a_clause_taken_over_keeps_words_and_value() {
        let mut longer = Vec::new();
        for edition in ALL {
            for clause in edition.clauses() {
                let Source::Same { edition: other, .. } = clause.source else { continue };
                let (other, id) = (by_id(other).expect("checked above"), edition.clause_id(clause.topic));
                let origin = other.clause(clause.topic);
                if clause.is_worded_like(&origin) {
                    assert_eq!(clause.key(), origin.key(), "{id}");
                } else {
                    let begins = clause.text().set(|all, _| origin.text().set(|first, _| all.starts_with(first)));
                    assert!(begins && !clause.readings.is_empty(), "{id}");
                    longer.push(id);
                }
            }
        }
        assert_eq!(longer, ["pamphile-1758/decl.order"]);
    }
}
