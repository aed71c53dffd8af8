//! Files written whole or not at all, several of them all or none; and news of files that change.

use anyhow::{Context, Result, ensure};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::NamedTempFile;

pub(super) struct Change {
    pub(super) path: PathBuf,
    /// What it held; none if it is new.
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Vec<u8>,
    pub(super) what: String,
}

/// Writes all files, with the folders they need; or, where something cannot be written, takes back what was.
pub(super) fn write_all(changes: &[Change]) -> Result<()> {
    let mut made = Vec::new();
    for (at, Change { path, before, after, .. }) in changes.iter().enumerate() {
        let written = folders(path, &mut made).and_then(|()| write(path, before.as_deref(), after));
        if written.is_err() {
            for Change { path, before, after, .. } in &changes[..at] {
                let _taken_back = match before {
                    Some(before) => write(path, Some(after), before),
                    None => fs::remove_file(path).map_err(Into::into),
                };
            }
            made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        }
        written.with_context(|| format!("{} cannot be written, and nothing was", path.display()))?;
    }
    Ok(())
}

/// Makes the folders above a file that are not there; the outermost comes first.
fn folders(path: &Path, made: &mut Vec<PathBuf>) -> Result<()> {
    let above = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let mut missing: Vec<&Path> = above.take_while(|folder| !folder.exists()).collect();
    while let Some(folder) = missing.pop() {
        fs::create_dir(folder)?;
        made.push(folder.into());
    }
    Ok(())
}

/// Writes a file that is not there yet, or puts new bytes in place of those that were read: it then keeps its mode, and at
/// no moment is half of it there.
pub(super) fn write(path: &Path, before: Option<&[u8]>, after: &[u8]) -> Result<()> {
    let Some(before) = before else {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
        return Ok(file.write_all(after).inspect_err(|_| drop(fs::remove_file(path)))?);
    };
    let found = fs::symlink_metadata(path)?;
    ensure!(!found.is_symlink(), "a symbolic link; name the file it points to");
    ensure!(found.is_file(), "not a regular file");
    ensure!(!found.permissions().readonly(), "read-only");
    let mut draft = draft_beside(path)?;
    draft.write_all(after)?;
    draft.as_file().set_permissions(found.permissions())?;
    draft.as_file().sync_all()?;
    ensure!(fs::read(path)? == before, "changed on disk since it was read");
    draft.persist(path)?;
    Ok(())
}

/// A draft in the folder of a file, so that a rename puts it in place. Its name is hidden from walks and watches.
pub(super) fn draft_beside(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = tempfile::Builder::new().prefix(".mouche-").tempfile_in(folder);
    draft.with_context(|| format!("{} takes no new file", folder.display()))
}

/// How long it must be quiet after a change: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(100);

pub(super) struct Changes {
    news: Receiver<Vec<PathBuf>>,
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Watches paths and all that is in them, but for the files that this program writes itself.
    pub(super) fn of(paths: &[PathBuf], but: impl Iterator<Item = PathBuf>) -> Result<Changes> {
        let but: Vec<PathBuf> = but.filter_map(|file| std::path::absolute(file).ok()).collect();
        let is_ours = move |path: &PathBuf| std::path::absolute(path).is_ok_and(|path| but.contains(&path));
        let (sender, news) = channel();
        let mut watcher = recommended_watcher(move |event: notify::Result<Event>| {
            // Our own reading, and what we write, must not wake us.
            let Ok(Event { paths, kind, .. }) = event else { return };
            if !kind.is_access() && !paths.iter().all(&is_ours) {
                // Nobody listens any more when the program ends.
                let _ = sender.send(paths);
            }
        })?;
        for path in paths {
            let watched = watcher.watch(path, RecursiveMode::Recursive);
            watched.with_context(|| format!("{} cannot be watched", path.display()))?;
        }
        Ok(Changes { news, _watcher: watcher })
    }

    /// Waits for a change, and until no other follows: the absolute paths of what changed.
    pub(super) fn wait(&self) -> Result<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::from_iter(self.news.recv().context("the files are watched no more")?);
        while let Ok(paths) = self.news.recv_timeout(QUIET) {
            changed.extend(paths);
        }
        Ok(changed)
    }
}
