//! Which hands show which clauses: one answer for the header's `shows`, the book and the report.

use super::Checked;
use super::story::Story;
use crate::editions::{self, lineage};
use crate::rules::{ClauseView, Ruleset, Topic};

/// From how many hands on they are counted rather than named, where a reader has only so much room.
pub const MANY: usize = 9;

/// A scenario under one of its editions.
#[derive(Clone, Copy, Debug)]
pub struct Witness<'a> {
    /// Its file.
    pub file: &'a Checked,
    /// What it came to.
    pub story: &'a Story,
}

/// How it stands with a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A hand shows it.
    Shown,
    /// No hand shows it, though one could.
    Missing,
    /// No hand can show it, and why.
    Unseen(&'static str),
}

/// A clause of an edition, and the hands that show it.
#[derive(Clone, Debug)]
pub struct Covered<'a> {
    /// The edition.
    pub edition: &'static Ruleset,
    /// Its clause.
    pub clause: ClauseView,
    /// The hands that show it, in the order of their files.
    pub shown: Vec<Witness<'a>>,
    /// Those of them that show something it refuses.
    pub refused: Vec<Witness<'a>>,
}

impl Covered<'_> {
    /// Its id: `mouche-1718/play.trump`.
    pub fn id(&self) -> String {
        self.edition.clause_id(self.clause.topic)
    }

    /// Whether a hand shows it, none does though one could, or none can.
    pub fn standing(&self) -> Standing {
        match (self.shown.is_empty(), self.clause.unseen) {
            (false, _) => Standing::Shown,
            (true, None) => Standing::Missing,
            (true, Some(why)) => Standing::Unseen(why),
        }
    }
}

/// Every clause of every edition, in the order of the book.
pub fn coverage(files: &[Checked]) -> Vec<Covered<'_>> {
    let topics = |edition: &'static Ruleset| editions::topics().map(move |topic| covered(files, edition, *topic));
    editions::ALL.iter().flat_map(|edition| topics(edition)).collect()
}

/// The ids of the clauses that no hand shows, though one could.
pub fn missing(covered: &[Covered]) -> Vec<String> {
    covered.iter().filter(|covered| covered.standing() == Standing::Missing).map(Covered::id).collect()
}

/// One clause of an edition.
pub fn covered<'a>(files: &'a [Checked], edition: &'static Ruleset, topic: Topic) -> Covered<'a> {
    let told = files.iter().flat_map(|file| file.stories.iter().map(move |story| Witness { file, story }));
    let shown: Vec<Witness> = told.filter(|told| told.shows(edition, topic)).collect();
    let refused = shown.iter().copied().filter(|told| told.story.refused().any(|clause| clause == topic)).collect();
    Covered { edition, clause: edition.clause(topic), shown, refused }
}

impl Witness<'_> {
    /// Whether this hand shows a clause of an edition: it is played by that edition or by one that the clause is taken
    /// over from, and a step of it carries the clause, or it would not hold if the clause had another value.
    pub fn shows(&self, edition: &'static Ruleset, topic: Topic) -> bool {
        let rules = &self.story.rules;
        lineage(edition, topic).any(|edition| edition.id == rules.id)
            && (self.story.shown.contains(&topic)
                || self.file.felt(self.story).iter().any(|(changed, _)| *changed == topic))
    }
}
