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
mod julep_2008;
mod loo_2008;
mod mauscheln_2008;
mod mery_1847;
mod mistigri_1975;
mod moench_2005;
mod mouche_1718;
mod mouche_1730;
mod norrlandsknack_2008;
mod pamphile_1758;
mod parlett;
mod rams_2008;
mod words;

use crate::rules::{ClauseView, Ruleset, Source, Topic};
use std::sync::LazyLock;
pub use words::{GAMES, KINSHIP, NEIGHBOURS, PRINTS, SOUGHT, TERMS, game_by_id, game_of, played, term_of};

/// All editions: those of la Mouche and its nearest kin by year, then the cousins.
pub const ALL: &[&Ruleset] = &[
    &mouche_1718::MOUCHE_1718,
    &mouche_1730::MOUCHE_1730,
    &pamphile_1758::PAMPHILE_1758,
    &mery_1847::MERY_1847,
    &boussac_1896::BOUSSAC_1896,
    &loo_2008::LOO_2008,
    &rams_2008::RAMS_2008,
    &mistigri_1975::MISTIGRI_1975,
    &moench_2005::MOENCH_2005,
    &mauscheln_2008::MAUSCHELN_2008,
    &norrlandsknack_2008::NORRLANDSKNACK_2008,
    &julep_2008::JULEP_2008,
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
    Topic::ALL.iter().copied().find(|topic| topic.id() == id && ALL.iter().any(|edition| edition.tells(*topic)))
}

/// What they call the flush, each word once, and the plain word: a script may use any.
pub fn flushes() -> &'static [&'static str] {
    static FLUSHES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let mut words = Vec::new();
        for word in ALL.iter().map(|edition| edition.terms.flush).chain(["flush"]) {
            if !word.is_empty() && !words.contains(&word) {
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
