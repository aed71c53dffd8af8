//! Figures that were played out beforehand, played again. After a change of rules, engine or strategy write them anew:
//! `UPDATE=1 cargo test --test all played`.

use crate::{golden, long};
use mouche::book::Library;
use mouche::book::odds::play;
use mouche::page::advice;
use mouche::scenario::task;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Holds a file of the source to what it should say.
fn hold(file: &str, text: &str) {
    golden::hold(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), text);
}

#[test]
fn the_chapter_of_odds() {
    hold("src/book/odds/played.json", &play().text().expect("figures"));
}

#[test]
fn what_the_answers_to_tasks_come_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::read(root, &root.join("scenarios"), || ()).expect("the scenarios");
    let whole = long::is_whole() || std::env::var_os("UPDATE").is_some();
    let stories = library
        .files
        .iter()
        .flat_map(|file| &file.stories)
        .filter(|story| !story.steps.iter().all(|step| step.tasks.is_empty()));
    let again = task::known(stories.step_by(if whole { 1 } else { 5 }));
    let file = "src/explore/known.json";
    if whole {
        return hold(file, &(serde_json::to_string(&again).expect("JSON").replace("],\"", "],\n\"") + "\n"));
    }
    let kept: BTreeMap<String, Vec<i64>> =
        serde_json::from_str(&std::fs::read_to_string(root.join(file)).expect("a file")).expect("figures");
    let other: Vec<&String> = again.iter().filter(|(of, one)| kept.get(*of) != Some(one)).map(|(of, _)| of).collect();
    assert!(other.is_empty(), "of {}, others: {other:?}", again.len());
}

#[test]
fn the_advice_of_every_hand_that_asks_for_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::read(root, &root.join("scenarios"), || ()).expect("the scenarios");
    let advised = library.files.iter().flat_map(|file| &file.stories).filter(|story| story.advice);
    let editions: BTreeSet<&str> = advised.map(|story| story.rules.id).collect();
    let missing: Vec<&str> =
        mouche::editions::ALL.iter().map(|rules| rules.id).filter(|id| !editions.contains(id)).collect();
    assert!(missing.is_empty(), "no hand of {missing:?} asks for advice");
    let (file, whole) = ("src/page/advice/known.json", long::is_whole() || std::env::var_os("UPDATE").is_some());
    if whole {
        return hold(file, &advice::known(&library.files).expect("figures"));
    }
    let read = |text: &str| serde_json::from_str::<BTreeMap<String, Value>>(text).expect("figures by hand");
    let kept = read(&std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file"));
    let sample: Vec<_> = library.files.into_iter().step_by(3).collect();
    let again = read(&advice::known(&sample).expect("figures"));
    let other: Vec<&String> = again.iter().filter(|(of, one)| kept.get(*of) != Some(one)).map(|(of, _)| of).collect();
    assert!(again.len() > 1 && other.is_empty(), "of {}, others: {other:?}", again.len());
}
