//! What could have been, for all stories of a library: worked out on all cores, and kept for the next time.

use super::cache::Cache;
use crate::narrate::course::{Course, courses};
use crate::page::Ahead;
use crate::scenario::Checked;
use crate::scenario::story::{Kind, Story};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Worked out for every hand under each of its editions.
pub(super) fn ahead(files: &[Checked], cache: Option<&Cache>) -> Ahead {
    Ahead::by(files, |stories| on_all_cores(stories, |story| remembered(story, cache)))
}

/// Each of these made into something on all cores, in their order.
pub(super) fn on_all_cores<T: Sync, R: Send>(work: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, made) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(work.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = work.get(at) else { break };
                    let one = make(one);
                    made.lock().unwrap_or_else(PoisonError::into_inner).insert(at, one);
                }
            });
        }
    });
    made.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

/// The courses of a story out of the cache, or else worked out, and put there.
fn remembered(story: &Story, cache: Option<&Cache>) -> Vec<Vec<Course>> {
    let Some(cache) = cache else { return courses(story) };
    let entry = cache.entry(&content(story));
    let kept = entry.read().and_then(|kept| serde_json::from_str::<Vec<Vec<Course>>>(&kept).ok());
    kept.filter(|kept| kept.len() == story.steps.len()).unwrap_or_else(|| {
        let courses = courses(story);
        entry.write(&serde_json::to_string(&courses).unwrap_or_default());
        courses
    })
}

/// What a story's courses follow from: the rules, how each hand began, and all that happened in it.
fn content(story: &Story) -> impl Debug {
    let began = story.steps.iter().filter(|step| step.kind == Kind::Deal).map(|step| step.before);
    let happened = story.steps.iter().map(|step| (step.hand, &step.kind, &step.events));
    (&story.rules, began.collect::<Vec<_>>(), happened.collect::<Vec<_>>())
}
