//! The editions from which an edition file takes clauses over: its base, and those that its tables `[[same]]` name.

use crate::editions;
use crate::editions::author_editions::takeover_sources_and_clauses;
use crate::rules::{ClauseId, Ruleset};
use toml::de::{DeTable, DeValue};

/// The editions from which a file takes clauses over.
pub(super) struct TakeoverBases {
    /// The edition in `based_on`.
    parent: Option<&'static Ruleset>,
    /// The editions of the tables `[[same]]`, each with the clauses that the table names; none if it names all.
    same: Vec<(&'static Ruleset, Option<Vec<ClauseId>>)>,
    /// All of these editions, each once.
    all: Vec<&'static Ruleset>,
}

impl TakeoverBases {
    /// Finds the editions from which the edition of a file takes clauses over, among ours and the known ones.
    pub(super) fn of_file(
        rules: &Ruleset,
        known: &[&'static Ruleset],
        stem: &str,
        text: &str,
    ) -> TakeoverBases {
        let mut bases = TakeoverBases {
            parent: rules.parent,
            same: Vec::new(),
            all: rules.parent.into_iter().collect(),
        };
        for id in takeover_sources_and_clauses(rules).0 {
            let is_new = bases.all.iter().all(|base| base.id != id);
            bases
                .all
                .extend(find_base(known, stem, id).filter(|_| is_new));
        }
        let Ok(file) = DeTable::parse(text) else {
            return bases;
        };
        let tables = file.get_ref().get("same");
        let tables = tables.and_then(|tables| tables.get_ref().as_array());
        for table in tables.into_iter().flat_map(|tables| tables.iter()) {
            let edition = table.get_ref().get("edition");
            let edition = edition.and_then(|edition| edition.get_ref().as_str());
            if let Some(base) = edition.and_then(|id| find_base(known, stem, id)) {
                let topics = table.get_ref().get("topics");
                bases
                    .same
                    .push((base, topics.map(|topics| read_topics(topics.get_ref()))));
            }
        }
        bases
    }

    /// Returns all editions from which clauses are taken over, each once.
    pub(super) fn all(&self) -> &[&'static Ruleset] {
        &self.all
    }

    /// Returns the edition from which a clause would be taken over if the file did not give it.
    pub(super) fn base_of(&self, topic: ClauseId) -> Option<&'static Ruleset> {
        for (base, topics) in &self.same {
            if topics.as_ref().is_none_or(|topics| topics.contains(&topic)) {
                return Some(base);
            }
        }
        self.parent
    }
}

/// Returns the clauses in a list of ids.
fn read_topics(list: &DeValue) -> Vec<ClauseId> {
    let items = list.as_array().into_iter().flat_map(|items| items.iter());
    items
        .filter_map(|item| ClauseId::by_id(item.get_ref().as_str()?))
        .collect()
}

/// Returns the edition that a file calls by an id. No edition is based on itself.
pub(super) fn find_base(
    known: &[&'static Ruleset],
    stem: &str,
    id: &str,
) -> Option<&'static Ruleset> {
    let authors = known.iter().copied().filter(|rules| rules.id != stem);
    editions::built_in_editions()
        .chain(authors)
        .find(|rules| rules.id == id)
}
