//! Checks again whenever something changes.

use super::{Check, Exit, once};
use anyhow::{Context, Result};
use notify::{Event, EventKind, RecursiveMode, Watcher, recommended_watcher};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long it must be quiet after a change: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Runs until it is stopped from outside.
///
/// # Errors
/// A path that cannot be watched, or standard output that is closed.
pub(super) fn run(call: &Check, paths: &[PathBuf]) -> Result<Exit> {
    let (sender, changes) = channel();
    let reports: Vec<PathBuf> = call.reports.iter().filter_map(|(_, file)| std::path::absolute(file).ok()).collect();
    let mut watcher = recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| is_change(&event, &reports)) {
            // Nobody listens any more when the program ends.
            let _ = sender.send(());
        }
    })?;
    for path in paths {
        watcher
            .watch(path, RecursiveMode::Recursive)
            .with_context(|| format!("{} cannot be watched", path.display()))?;
    }
    loop {
        clear()?;
        once(call, paths)?;
        writeln!(std::io::stderr(), "Watching for changes; Ctrl-C ends it.")?;
        settled(&changes)?;
    }
}

/// Whether an event is news: our own reading, and the reports that we write, must not wake us.
fn is_change(event: &Event, reports: &[PathBuf]) -> bool {
    let ours = |path: &PathBuf| std::path::absolute(path).is_ok_and(|path| reports.contains(&path));
    !matches!(event.kind, EventKind::Access(_)) && !event.paths.iter().all(ours)
}

fn clear() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        // Clear the screen and what was scrolled away, and begin at its top.
        write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
    }
    out.flush()
}

/// Waits for a change, and until no other follows.
fn settled(changes: &Receiver<()>) -> Result<()> {
    changes.recv().context("the files are watched no more")?;
    while changes.recv_timeout(QUIET).is_ok() {}
    Ok(())
}
