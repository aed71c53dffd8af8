//! Files checked several at once, and told in their order.

use super::Target;
use crate::scenario::check;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::render::junit::{self, Suite};
use crate::scenario::story::Proved;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many files are held in memory between two that are told.
const BATCH: usize = 256;

/// What is kept of a checked file: not the steps that it was played in.
#[derive(Debug)]
pub(super) struct Held {
    /// How it is called.
    pub(super) name: String,
    /// Whether the caller named it, rather than a folder.
    pub(super) is_named: bool,
    /// The verdict, or why there is none.
    pub(super) verdict: Result<Verdict, String>,
    /// The cases of a JUnit report, if there is to be one.
    pub(super) suite: Option<Suite>,
}

/// The verdict on a file.
#[derive(Debug)]
pub(super) struct Verdict {
    /// Its text, if anything is said of it.
    pub(super) text: String,
    /// What is wrong; if nothing is, what its author may want to know.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether nothing is wrong.
    pub(super) holds: bool,
    /// Whether it has a header.
    pub(super) is_scenario: bool,
    /// What it proved.
    pub(super) proved: Proved,
}

/// Checks targets with so many threads, and gives them in their order. Whatever the number of threads, what comes out
/// is the same. `junit` asks for the cases of a JUnit report.
pub(super) fn all(targets: &[Target], jobs: Option<NonZeroUsize>, junit: bool) -> impl Iterator<Item = Held> {
    let jobs = jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    targets.chunks(BATCH).flat_map(move |batch| together(batch, jobs, junit))
}

fn together(batch: &[Target], jobs: usize, junit: bool) -> Vec<Held> {
    if jobs == 1 || batch.len() == 1 {
        return batch.iter().map(|target| hold(target, junit)).collect();
    }
    let (next, held) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(batch.len())));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(batch.len()) {
            scope.spawn(|| {
                while let Some((at, target)) = take(batch, &next) {
                    let one = hold(target, junit);
                    held.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, one));
                }
            });
        }
    });
    let mut held = held.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    held.sort_by_key(|(at, _)| *at);
    held.into_iter().map(|(_, held)| held).collect()
}

fn take<'a>(batch: &'a [Target], next: &AtomicUsize) -> Option<(usize, &'a Target)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    batch.get(at).map(|target| (at, target))
}

fn hold(target: &Target, junit: bool) -> Held {
    let (name, is_named) = (target.name.clone(), target.is_named);
    match target.bytes() {
        Err(why) => {
            let suite = junit.then(|| junit::unreadable(&name, &why));
            Held { suite, verdict: Err(why), name, is_named }
        }
        Ok(bytes) => {
            let mut checked = check(&name, &bytes);
            let suite = junit.then(|| junit::suite(&checked));
            let (proved, is_scenario) = (checked.proved(), checked.is_scenario);
            let holds = checked.diagnostics.is_empty();
            let mut diagnostics = std::mem::take(&mut checked.diagnostics);
            diagnostics.append(&mut checked.warnings);
            let text = if diagnostics.is_empty() { String::new() } else { checked.text };
            Held { name, is_named, suite, verdict: Ok(Verdict { text, diagnostics, holds, is_scenario, proved }) }
        }
    }
}
