//! Every value that an edition states is held by a hand: change it, and a scenario of the library fails.
//!
//! A clause that other editions take over is stated once, so a hand played by any of them holds it. What no hand can
//! tell apart is listed in `tests/mutation/alike.txt`, with the reason; what is listed there and told apart is an error too.

use crate::library::LIBRARY;
use crate::test_extent;
use mouche::editions::{self, lineage};
use mouche::rules::{ClauseId, Ruleset};
use mouche::scenario::CheckedFile;
use mouche::scenario::coverage::{
    ClauseCoverage, CoverageStanding, clauses_not_shown, cover_every_clause,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A change of a value as the list names it: `mouche-1718/play.head = waived`.
fn name_change(edition: &Ruleset, topic: ClauseId, value: &str) -> String {
    format!("{} = {value}", edition.full_clause_id(topic))
}

/// The changes that are listed as not to be told apart: lines under a line `# the reason`.
fn listed_equivalents() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("tests/mutation/alike.txt")).expect("the list");
    let mut reason = String::new();
    let mut listed = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.strip_prefix("# ") {
            Some(why) => reason = why.into(),
            None => assert!(
                listed.insert(line.into(), reason.clone()).is_none(),
                "listed twice: {line}"
            ),
        }
    }
    listed
}

/// Whether an edition is among those whose changes are tried: every fourth of them, or all.
fn is_in_sample(edition: &str) -> bool {
    editions::printed_editions()
        .skip(test_extent::sample_step(2) - 1)
        .step_by(test_extent::sample_step(4))
        .any(|asked| asked.id == edition)
}

/// Changes of values that an edition states itself, and those of them under which a scenario no longer holds.
fn felt_changes(files: &[CheckedFile]) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut told_apart = BTreeSet::new();
    for (file, story) in files
        .iter()
        .flat_map(|file| file.stories.iter().map(move |story| (file, story)))
    {
        let Some(edition) = editions::by_id(story.rules.id) else {
            continue;
        };
        let bears_on_it =
            |topic: ClauseId| lineage(edition, topic).any(|edition| is_in_sample(edition.id));
        if !editions::clause_ids_of(edition.family())
            .copied()
            .any(bears_on_it)
        {
            continue;
        }
        for (topic, value) in file.breaking_changes(story) {
            told_apart
                .extend(lineage(edition, topic).map(|edition| name_change(edition, topic, &value)));
        }
    }
    let stated = |edition: &&'static Ruleset| {
        let own = edition.mutants();
        own.filter(|mutant| editions::origin(edition, mutant.topic).id == edition.id)
            .map(|mutant| name_change(edition, mutant.topic, &mutant.value()))
            .collect::<Vec<_>>()
    };
    (
        editions::printed_editions()
            .flat_map(|edition| stated(&edition))
            .collect(),
        told_apart,
    )
}

#[test]
fn a_changed_value_fails_a_scenario_or_is_listed() {
    let (changes, told_apart) = felt_changes(&LIBRARY);
    assert!(
        changes.len() > 40,
        "only {} values can be changed",
        changes.len()
    );
    let alike = listed_equivalents();
    let asked = changes
        .iter()
        .filter(|change| change.split('/').next().is_some_and(is_in_sample));
    assert!(
        asked
            .clone()
            .filter(|change| told_apart.contains(*change))
            .count()
            > 40,
        "of few editions"
    );
    let unheld: Vec<&String> = asked
        .filter(|change| !told_apart.contains(*change) && !alike.contains_key(*change))
        .collect();
    assert!(
        unheld.is_empty(),
        "no scenario fails under\n{}",
        join_lines(&unheld)
    );
}

#[test]
fn the_list_names_only_what_cannot_be_told_apart_and_says_why() {
    let (changes, told_apart) = felt_changes(&LIBRARY);
    let alike = listed_equivalents();
    let told: Vec<&String> = alike
        .keys()
        .filter(|change| told_apart.contains(*change))
        .collect();
    assert!(
        told.is_empty(),
        "these are told apart; take them off the list\n{}",
        join_lines(&told)
    );
    let unknown: Vec<&String> = alike
        .keys()
        .filter(|change| !changes.contains(*change))
        .collect();
    assert!(
        unknown.is_empty(),
        "no edition states these\n{}",
        join_lines(&unknown)
    );
    assert!(
        alike
            .values()
            .all(|why| why.split_whitespace().count() >= 4),
        "each needs its reason"
    );
}

#[test]
fn without_its_only_witness_a_clause_is_missing() {
    let is_one =
        |file: &&CheckedFile| test_extent::are_all_wanted() || file.path.contains("pamphile-1758");
    let files: Vec<CheckedFile> = LIBRARY.iter().filter(is_one).cloned().collect();
    let mut tried = 0;
    let witness = |covered: &ClauseCoverage| {
        let paths: BTreeSet<&str> = covered
            .shown
            .iter()
            .map(|told| told.file.path.as_str())
            .collect();
        let is_only = paths.len() == 1 && covered.clause.unseen.is_none();
        paths
            .first()
            .filter(|_| is_only)
            .map(|path| path.to_string())
    };
    let witnessed = cover_every_clause(&files)
        .into_iter()
        .filter_map(|covered| Some((witness(&covered)?, covered)));
    for (only, covered) in witnessed.step_by(test_extent::sample_step(10)) {
        let rest: Vec<CheckedFile> = files
            .iter()
            .filter(|file| file.path != only)
            .cloned()
            .collect();
        assert!(
            clauses_not_shown(&cover_every_clause(&rest)).contains(&covered.id()),
            "{} without {only}",
            covered.id()
        );
        tried += 1;
    }
    assert!(tried > 0, "no clause has one witness alone");
}

#[test]
fn a_hand_that_does_not_hold_shows_nothing_by_a_change() {
    let path = root().join("scenarios/mouche-1718/denise-must-trump.md");
    let text = std::fs::read_to_string(path).expect("a scenario");
    let broken = mouche::scenario::check(
        "broken.md",
        text.replace("Claude takes 3", "Claude takes 4").as_bytes(),
    );
    let held = mouche::scenario::check("held.md", text.as_bytes());
    assert!(
        !broken.holds()
            && broken
                .stories
                .iter()
                .all(|story| broken.breaking_changes(story).is_empty())
    );
    assert!(held.stories.iter().all(|story| {
        held.breaking_changes(story)
            .iter()
            .any(|(topic, _)| *topic == ClauseId::Rank)
    }));
}

/// No event carries `rank` or `pack`, and no hand of one deal feels whose deal comes next.
#[test]
fn a_header_and_the_report_count_what_a_change_makes_fail() {
    let path = root().join("scenarios/mouche-1718/denise-must-trump.md");
    let text = std::fs::read_to_string(path).expect("a scenario");
    let with = |shows: &str| {
        let text = text.replace(r#"shows   = ["play.trump"]"#, &format!("shows = [{shows}]"));
        mouche::scenario::check("told.md", text.as_bytes())
    };
    let held = with(r#""rank", "play.trump""#);
    assert!(held.holds(), "{:?}", held.diagnostics);
    assert!(!with(r#""deal.next""#).holds());
    let missing = clauses_not_shown(&cover_every_clause(&[held]));
    assert!(
        !missing.contains(&"mouche-1718/rank".into())
            && missing.contains(&"mouche-1718/deal.next".into())
    );
}

#[test]
fn a_clause_of_talk_says_why_no_hand_shows_it() {
    for covered in cover_every_clause(&[]) {
        let expected = covered.clause.topic == ClauseId::TableTalk || covered.clause.is_absent();
        assert!(
            !expected || matches!(covered.standing(), CoverageStanding::Unseen(_)),
            "{}",
            covered.id()
        );
    }
}

fn join_lines(changes: &[&String]) -> String {
    changes
        .iter()
        .map(|change| change.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}
