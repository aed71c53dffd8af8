//! News of files that change.

use anyhow::{Context, Result};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long it must be quiet after a change: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Files and folders that are watched.
pub(super) struct Changes {
    news: Receiver<()>,
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Watches paths and all that is in them, but for the files that this program writes itself.
    ///
    /// # Errors
    /// A path that cannot be watched.
    pub(super) fn of(paths: &[PathBuf], but: impl Iterator<Item = PathBuf>) -> Result<Changes> {
        let but: Vec<PathBuf> = but.filter_map(|file| std::path::absolute(file).ok()).collect();
        let (sender, news) = channel();
        let mut watcher = recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| is_change(&event, &but)) {
                // Nobody listens any more when the program ends.
                let _ = sender.send(());
            }
        })?;
        for path in paths {
            let watched = watcher.watch(path, RecursiveMode::Recursive);
            watched.with_context(|| format!("{} cannot be watched", path.display()))?;
        }
        Ok(Changes { news, _watcher: watcher })
    }

    /// Waits for a change, and until no other follows.
    ///
    /// # Errors
    /// The files are watched no more.
    pub(super) fn wait(&self) -> Result<()> {
        self.news.recv().context("the files are watched no more")?;
        while self.news.recv_timeout(QUIET).is_ok() {}
        Ok(())
    }
}

/// Whether an event is news: our own reading, and what we write, must not wake us.
fn is_change(event: &Event, but: &[PathBuf]) -> bool {
    let ours = |path: &PathBuf| std::path::absolute(path).is_ok_and(|path| but.contains(&path));
    !matches!(event.kind, EventKind::Access(_)) && !event.paths.iter().all(ours)
}
