//! Files written whole or not at all, several of them all or none; and news of files that change.

use super::*;
use crate::book::is_temporary;
#[cfg(target_os = "linux")]
use crate::book::postpone_end;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
#[cfg(target_os = "linux")]
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs::Metadata;
use std::sync::mpsc::{Receiver, channel};
use tempfile::TempPath;

pub(super) struct FileChange {
    pub(super) path: PathBuf,
    /// What it held; none if it is new.
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Vec<u8>,
    pub(super) what: String,
}

/// Writes all files under some folders, with the folders they need; or, where something cannot be written, takes back what was.
pub(super) fn write_all(under: &[&Path], changes: &[FileChange]) -> Result<()> {
    let mut made = Vec::new();
    for (
        at,
        FileChange {
            path,
            before,
            after,
            ..
        },
    ) in changes.iter().enumerate()
    {
        let written = create_folders(under, path, &mut made)
            .and_then(|()| write_file(path, before.as_deref(), after));
        if written.is_err() {
            for FileChange {
                path,
                before,
                after,
                ..
            } in &changes[..at]
            {
                match before {
                    Some(before) => drop(write_file(path, Some(after), before)),
                    None if file_holds(path, after) => drop(fs::remove_file(path)),
                    None => {}
                }
            }
            made.iter()
                .rev()
                .for_each(|folder| drop(fs::remove_dir(folder)));
        }
        written.with_context(|| {
            format!("{} cannot be written, and nothing was", display_path(path))
        })?;
    }
    Ok(())
}

/// Makes the folders above a file that are not there, the outermost first. None but the one that was named may lead elsewhere.
fn create_folders(under: &[&Path], path: &Path, made: &mut Vec<PathBuf>) -> Result<()> {
    let above = || {
        path.ancestors()
            .skip(1)
            .filter(|folder| !folder.as_os_str().is_empty())
    };
    if let Some(link) = above()
        .take_while(|folder| !under.contains(folder))
        .find(|folder| folder.is_symlink())
    {
        bail!(
            "{} is a symbolic link, which is not followed",
            display_path(link)
        );
    }
    let missing: Vec<&Path> = above().take_while(|folder| !folder.exists()).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        made.push(folder.into());
    }
    Ok(())
}

/// Writes a file that is not there yet, or puts new bytes in place of those that were read. At no moment is half of it there.
///
/// # Errors
/// The file cannot be written, or holds something else than `before`. It is then as it was.
pub(super) fn write_file(path: &Path, before: Option<&[u8]>, after: &[u8]) -> Result<()> {
    match before {
        None => create_file(path, after),
        Some(before) => replace_file(path, before, after),
    }
}

fn create_file(path: &Path, text: &[u8]) -> Result<()> {
    let (draft, mut file) = TemporaryPath::create_file_beside(path)?;
    file.write_all(text)?;
    file.sync_all()?;
    TempPath::try_from_path(draft.path())?
        .persist_noclobber(path)
        .map_err(|failed| failed.error)?;
    Ok(())
}

fn replace_file(path: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let found = fs::symlink_metadata(path)?;
    ensure!(
        !found.is_symlink(),
        "a symbolic link; name the file it points to"
    );
    ensure!(found.is_file(), "not a regular file");
    ensure!(!found.permissions().readonly(), "read-only");
    let (draft, mut file) = TemporaryPath::create_file_beside(path)?;
    file.write_all(after)?;
    copy_metadata(draft.path(), path, &found)?;
    file.sync_all()?;
    ensure!(file_holds(path, before), CHANGED);
    put_in_place(&draft, path, before, after)
}

/// Puts a draft in the place of a file that held `before` a moment ago.
fn put_in_place(draft: &TemporaryPath, path: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    #[cfg(target_os = "linux")]
    {
        let mut end_waits = postpone_end();
        if swap_paths(draft.path(), path).is_ok() {
            return put_back_if_changed(draft, path, before, after).inspect_err(|_| {
                if !file_holds(draft.path(), after) {
                    end_waits.keep(draft);
                }
            });
        }
    }
    fs::rename(draft.path(), path)?;
    Ok(())
}

const CHANGED: &str = "changed on disk since it was read";

/// Whether this is a regular file that holds these bytes.
fn file_holds(path: &Path, bytes: &[u8]) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_file())
        && fs::read(path).is_ok_and(|held| held == bytes)
}

/// Exchanges what two paths name, in one step.
#[cfg(target_os = "linux")]
fn swap_paths(one: &Path, other: &Path) -> std::io::Result<()> {
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Looks at what came out when a draft took the place of a file. If somebody had saved the file after it was read, that is
/// put back. If it is saved once more while this is done, the last to be saved stays.
#[cfg(target_os = "linux")]
fn put_back_if_changed(
    draft: &TemporaryPath,
    path: &Path,
    before: &[u8],
    after: &[u8],
) -> Result<()> {
    if file_holds(draft.path(), before) {
        return Ok(());
    }
    swap_paths(draft.path(), path)?;
    if !file_holds(draft.path(), after) {
        swap_paths(draft.path(), path)?;
        bail!(
            "{CHANGED}, twice; what it held in between is in {}",
            display_path(draft.path())
        );
    }
    bail!(CHANGED)
}

/// Writes what the program may write again and again, such as a report: a new file, or one in the place of a file that
/// `is_former` knows by what it holds. What names a device or an open stream, such as `/dev/stdout`, is written to.
///
/// # Errors
/// The file cannot be written, or holds something else.
pub(super) fn rewrite_own_file(
    path: &Path,
    after: &[u8],
    is_former: impl Fn(&[u8]) -> bool,
) -> Result<()> {
    match write_to_stream(path, after) {
        Some(written) => Ok(written?),
        None => write_file(path, read_own_file(path, is_former)?.as_deref(), after),
    }
}

/// Returns what a file holds that [`renew`] may replace, or nothing where there is none.
pub(super) fn read_own_file(
    path: &Path,
    is_former: impl Fn(&[u8]) -> bool,
) -> Result<Option<Vec<u8>>> {
    let found = match path.symlink_metadata() {
        Ok(_) if is_stream(path) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    ensure!(
        !found.is_symlink(),
        "a symbolic link; name the file it points to"
    );
    ensure!(found.is_file(), "not a regular file");
    let held = fs::read(path)?;
    // With an empty file nothing is lost.
    ensure!(
        held.is_empty() || is_former(&held),
        "it holds what `mouche` did not write; name another file, or remove it"
    );
    Ok(Some(held))
}

/// Whether a path names a device or an open stream.
fn is_stream(path: &Path) -> bool {
    let is_of_process = ["/dev/stdout", "/dev/stderr", "/dev/fd"]
        .iter()
        .any(|stream| path.starts_with(stream));
    is_of_process
        || path.starts_with("/dev")
            && fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Writes to a stream, if the path names one. What was written there before stays.
fn write_to_stream(path: &Path, text: &[u8]) -> Option<std::io::Result<()>> {
    if !is_stream(path) {
        return None;
    }
    Some(match path.to_str() {
        Some("/dev/stdout") => std::io::stdout().write_all(text),
        Some("/dev/stderr") => std::io::stderr().write_all(text),
        _ => File::options()
            .append(true)
            .open(path)
            .and_then(|mut stream| stream.write_all(text)),
    })
}

/// Gives a draft what the file has in whose place it comes.
fn copy_metadata(draft: &Path, path: &Path, found: &Metadata) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        // Only some may give a file away, or to a group that is not theirs.
        drop(chown(draft, None, Some(found.gid())));
        drop(chown(draft, Some(found.uid()), None));
        if found.nlink() > 1 {
            anstream::eprintln!(
                "note: {} is a hard link: its other names keep the old text",
                display_path(path)
            );
        }
    }
    fs::set_permissions(draft, found.permissions())?;
    #[cfg(unix)]
    for name in xattr::list(path).into_iter().flatten() {
        let value = xattr::get(path, &name).ok().flatten();
        value.map(|value| xattr::set(draft, &name, &value));
    }
    Ok(())
}

/// News of files that change.
pub(super) struct FileWatcher {
    news: Receiver<Vec<PathBuf>>,
    watcher: RecommendedWatcher,
    /// What is watched with all in it; and the folders in which these lie, where they may go away and come back.
    paths: Vec<PathBuf>,
    parents: BTreeSet<PathBuf>,
}

impl FileWatcher {
    /// Watches paths and all in them, but for files that this program writes itself; and the table that may stand in a folder.
    pub(super) fn watching(
        paths: &[PathBuf],
        folder: &Path,
        but: impl Iterator<Item = PathBuf>,
    ) -> Result<FileWatcher> {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_default();
        let but: Vec<PathBuf> = but.map(|file| absolute(&file)).collect();
        let paths: Vec<PathBuf> = paths.iter().map(|path| absolute(path)).collect();
        let table = absolute(&folder.join(TABLE_FILE));
        let is_within = |folder: &Path| paths.iter().any(|path| folder.starts_with(path));
        let outer = paths
            .iter()
            .chain([&table])
            .filter_map(|path| path.parent());
        let parents: BTreeSet<PathBuf> = outer
            .filter(|folder| !is_within(folder))
            .map(Path::to_path_buf)
            .collect();
        let watched = paths.clone();
        let around = parents.clone();
        let is_news = move |path: &PathBuf| {
            let is_below = |folder: &PathBuf| {
                path.strip_prefix(folder)
                    .is_ok_and(|below| !is_temporary(below))
            };
            let is_meant = *path == table || around.contains(path) || watched.iter().any(is_below);
            is_meant && !but.contains(path)
        };
        let (sender, news) = channel();
        let watcher = recommended_watcher(move |event: notify::Result<Event>| {
            // Our own reading, and what we write, must not wake us.
            let Ok(Event { paths, kind, .. }) = event else {
                return;
            };
            if !kind.is_access() && paths.iter().any(&is_news) {
                // Nobody listens any more when the program ends.
                let _ = sender.send(paths);
            }
        })?;
        let mut changes = FileWatcher {
            news,
            watcher,
            paths,
            parents,
        };
        for path in changes.parents.clone() {
            changes.watch(&path, RecursiveMode::NonRecursive)?;
        }
        // The parent of what is not there yet tells when it comes.
        for path in changes
            .paths
            .clone()
            .into_iter()
            .filter(|path| path.exists())
        {
            changes.watch(&path, RecursiveMode::Recursive)?;
        }
        Ok(changes)
    }

    fn watch(&mut self, path: &Path, mode: RecursiveMode) -> Result<()> {
        self.watcher
            .watch(path, mode)
            .with_context(|| format!("{} cannot be watched", display_path(path)))
    }

    /// Waits for a change: the absolute paths of what changed.
    pub(super) fn wait_for_changes(&mut self) -> Result<BTreeSet<PathBuf>> {
        let first = self.news.recv().context("the files are watched no more")?;
        self.collect_until_quiet(first)
    }

    /// Returns what changed since the last time, if anything did.
    pub(super) fn pending_changes(&mut self) -> Result<Option<BTreeSet<PathBuf>>> {
        self.news
            .try_recv()
            .ok()
            .map(|first| self.collect_until_quiet(first))
            .transpose()
    }

    /// Returns these paths and all that change until it is quiet, for an editor writes in several steps.
    fn collect_until_quiet(&mut self, first: Vec<PathBuf>) -> Result<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::from_iter(first);
        while let Ok(paths) = self.news.recv_timeout(Duration::from_millis(100)) {
            changed.extend(paths);
        }
        self.watch_again(&changed)?;
        Ok(changed)
    }

    /// Watches again what went away and came back: the system watches a folder itself, and not its name.
    fn watch_again(&mut self, changed: &BTreeSet<PathBuf>) -> Result<()> {
        let gone = self
            .parents
            .iter()
            .find(|folder| changed.contains(*folder) && !folder.is_dir());
        if let Some(folder) = gone {
            bail!(
                "{} is gone, and nothing in it is watched any more",
                display_path(folder)
            );
        }
        let has_new_parent =
            |path: &Path| path.parent().is_some_and(|parent| changed.contains(parent));
        let parents = self
            .parents
            .iter()
            .filter(|folder| changed.contains(*folder))
            .cloned();
        let parents: Vec<_> = parents
            .map(|folder| (folder, RecursiveMode::NonRecursive))
            .collect();
        let paths = self
            .paths
            .iter()
            .filter(|path| (changed.contains(*path) || has_new_parent(path)) && path.exists());
        let paths: Vec<_> = paths
            .map(|path| (path.clone(), RecursiveMode::Recursive))
            .collect();
        for (path, mode) in parents.into_iter().chain(paths) {
            // The system may have forgotten it by itself.
            drop(self.watcher.unwatch(&path));
            // It may be gone again: then its parent tells when it comes.
            if path.exists() {
                self.watch(&path, mode)?;
            }
        }
        Ok(())
    }
}

#[cfg(all(test, target_os = "linux"))]
#[path = "../../tests/unit/cmd_files.rs"]
mod tests;
