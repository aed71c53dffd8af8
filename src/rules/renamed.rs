//! Clauses that were called otherwise in an earlier printing. Their old addresses still lead to them, and a scenario that
//! uses an old id is told the new one. An old id is never given to another clause.

use super::Topic;

/// The old id, and the clause that had it.
#[cfg(not(test))]
const RENAMED: &[(&str, Topic)] = &[];

/// None was yet; the tests have one that never was.
#[cfg(test)]
const RENAMED: &[(&str, Topic)] = &[("play.ruff", Topic::PlayTrump)];

impl Topic {
    /// The clause that was called so, and is no longer.
    pub fn formerly(id: &str) -> Option<Topic> {
        RENAMED.iter().find(|(old, _)| *old == id).map(|(_, topic)| *topic)
    }

    /// What it was called before.
    pub fn former_ids(self) -> impl Iterator<Item = &'static str> {
        RENAMED.iter().filter(move |(_, topic)| *topic == self).map(|(old, _)| *old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_id_is_old_and_stands_once() {
        for (at, (old, topic)) in RENAMED.iter().enumerate() {
            assert_eq!(Topic::by_id(old), None, "{old} is the id of a clause");
            assert!(RENAMED[..at].iter().all(|(other, _)| other != old), "{old} stands twice");
            assert_eq!(Topic::formerly(old), Some(*topic));
        }
    }
}
