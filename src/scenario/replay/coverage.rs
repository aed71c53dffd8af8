//! Which hands show which clauses of the editions.

use super::checked_file::CheckedFile;
use super::story::Story;
use crate::editions::{self, lineage};
use crate::rules::{ClauseId, EditionClauseInWords, Ruleset};
use std::collections::BTreeMap;

/// From how many hands on they are counted rather than named, where a reader has only so much room.
pub const MANY: usize = 9;

/// A file, with the story that it became under one of its editions.
#[derive(Clone, Copy, Debug)]
pub struct StoryWithFile<'a> {
    /// The file.
    pub file: &'a CheckedFile,
    /// One of its stories.
    pub story: &'a Story,
}

/// The ways in which hands can show a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageStanding {
    /// A hand shows it.
    Shown,
    /// No hand shows it, though one could.
    Missing,
    /// No hand shows it, and none has to: why.
    Unseen(&'static str),
}

/// A clause of an edition, and the hands that show it, in the order of their files.
#[derive(Clone, Debug)]
pub struct ClauseCoverage<'a> {
    /// The edition.
    pub edition: &'static Ruleset,
    /// Its clause.
    pub clause: EditionClauseInWords,
    /// The hands that show it.
    pub shown: Vec<StoryWithFile<'a>>,
    /// The hands of these that show something it refuses.
    pub refused: Vec<StoryWithFile<'a>>,
}

impl ClauseCoverage<'_> {
    /// Returns its id: `mouche-1718/play.trump`.
    pub fn id(&self) -> String {
        self.edition.full_clause_id(self.clause.topic)
    }

    /// Returns whether a hand shows it, none does though one could, or none has to.
    pub fn standing(&self) -> CoverageStanding {
        match (self.shown.is_empty(), self.clause.unseen) {
            (false, _) => CoverageStanding::Shown,
            (true, None) => CoverageStanding::Missing,
            (true, Some(why)) => CoverageStanding::Unseen(why),
        }
    }
}

/// Stories with their files by the ids of their editions, each with its number in the order of the files.
type AllStoriesByEdition<'a> = BTreeMap<&'static str, Vec<(usize, StoryWithFile<'a>)>>;

/// Sorts the stories of files by their editions, so that a clause looks only at the stories that can show it.
fn stories_by_edition(files: &[CheckedFile]) -> AllStoriesByEdition<'_> {
    let mut by_edition = AllStoriesByEdition::new();
    let mut number = 0;
    for file in files {
        for story in &file.stories {
            let stories = by_edition.entry(story.rules.id).or_default();
            stories.push((number, StoryWithFile { file, story }));
            number += 1;
        }
    }
    by_edition
}

/// Returns every clause of every edition, in the order of the book, with the hands that show it.
pub fn cover_every_clause(files: &[CheckedFile]) -> Vec<ClauseCoverage<'_>> {
    let stories = stories_by_edition(files);
    let mut covered_clauses = Vec::new();
    for edition in editions::printed_editions() {
        covered_clauses.extend(cover_clauses_of(&stories, edition));
    }
    covered_clauses
}

/// Returns every clause of an edition, in the order of the book, with the hands that show it.
pub fn cover_edition<'a>(
    files: &'a [CheckedFile],
    edition: &'static Ruleset,
) -> Vec<ClauseCoverage<'a>> {
    cover_clauses_of(&stories_by_edition(files), edition)
}

fn cover_clauses_of<'a>(
    stories: &AllStoriesByEdition<'a>,
    edition: &'static Ruleset,
) -> Vec<ClauseCoverage<'a>> {
    let mut covered_clauses = Vec::new();
    for topic in editions::clause_ids_of(edition.family()) {
        let clause = edition.clause(*topic);
        covered_clauses.extend(clause.map(|clause| clause_coverage(stories, edition, clause)));
    }
    covered_clauses
}

/// Returns the ids of the clauses that no hand shows, though one could.
pub fn clauses_not_shown(covered: &[ClauseCoverage]) -> Vec<String> {
    covered
        .iter()
        .filter(|covered| covered.standing() == CoverageStanding::Missing)
        .map(ClauseCoverage::id)
        .collect()
}

/// Returns one clause of an edition with the hands that show it.
pub fn cover_clause<'a>(
    files: &'a [CheckedFile],
    edition: &'static Ruleset,
    clause: EditionClauseInWords,
) -> ClauseCoverage<'a> {
    clause_coverage(&stories_by_edition(files), edition, clause)
}

/// Returns the stories that show a clause of an edition, and those in which it refuses a move.
fn clause_coverage<'a>(
    stories: &AllStoriesByEdition<'a>,
    edition: &'static Ruleset,
    clause: EditionClauseInWords,
) -> ClauseCoverage<'a> {
    let topic = clause.topic;
    let mut numbered = Vec::new();
    for ancestor in lineage(edition, topic) {
        let played = stories.get(ancestor.id).into_iter().flatten();
        numbered.extend(played.filter(|(_, witness)| witness.shows_topic(topic)));
    }
    numbered.sort_unstable_by_key(|(number, _)| *number);
    let shown: Vec<StoryWithFile> = numbered.into_iter().map(|(_, witness)| witness).collect();
    let mut refused = shown.clone();
    refused.retain(|witness| witness.shows_refusal(topic));
    ClauseCoverage {
        edition,
        clause,
        shown,
        refused,
    }
}

impl StoryWithFile<'_> {
    /// Returns whether this hand is played by an edition, or by one that the clause is taken over from, and shows the clause.
    pub fn shows_clause_of_lineage(&self, edition: &'static Ruleset, topic: ClauseId) -> bool {
        let rules = &self.story.rules;
        lineage(edition, topic).any(|edition| edition.id == rules.id) && self.shows_topic(topic)
    }

    /// Returns whether this hand shows a clause of the edition that it is played by.
    fn shows_topic(&self, topic: ClauseId) -> bool {
        self.file.clauses_shown(self.story).contains(&topic)
    }

    /// Returns whether a step of this hand is refused by a clause.
    fn shows_refusal(&self, topic: ClauseId) -> bool {
        self.story.outline().refusing.contains(&topic)
    }
}
