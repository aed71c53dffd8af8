//! Files written whole or not at all, several of them all or none; and news of files that change.

use super::*;
use crate::book::is_temporary;
#[cfg(target_os = "linux")]
use crate::book::postpone_end;
use notify::{Config, Event, PollWatcher, RecursiveMode, Watcher, recommended_watcher};
#[cfg(target_os = "linux")]
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fmt;
use std::fs::Metadata;
use std::sync::mpsc::{Receiver, channel};
use tempfile::TempPath;

/// A file to write.
pub(super) struct FileToWrite {
    pub(super) path: PathBuf,
    /// The bytes that it held; none if it is new.
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Vec<u8>,
    /// The words that say what the file is, in the line about its change.
    pub(super) what: String,
}

/// Writes all files under some folders, with the folders they need; or, where something cannot be written, takes back what was.
pub(super) fn write_all_or_undo(roots: &[&Path], changes: &[FileToWrite]) -> Result<()> {
    let mut made = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        if let Err(error) = write_change(roots, change, &mut made) {
            undo_changes(&changes[..at], &made);
            let path = printable_path(&change.path);
            return Err(error)
                .with_context(|| format!("{path} cannot be written, so no file was written"));
        }
    }
    Ok(())
}

/// Writes a file with the folders above it, and adds the folders that were made.
fn write_change(roots: &[&Path], change: &FileToWrite, made: &mut Vec<PathBuf>) -> Result<()> {
    create_folders(roots, &change.path, made)?;
    create_or_replace_if_unchanged(&change.path, change.before.as_deref(), &change.after)
}

/// Gives files back what they held, and removes the files and folders that were made.
fn undo_changes(changes: &[FileToWrite], made: &[PathBuf]) {
    for FileToWrite {
        path,
        before,
        after,
        ..
    } in changes
    {
        // What cannot be undone stays: the first error is the one that is reported.
        match before {
            Some(before) => drop(create_or_replace_if_unchanged(path, Some(after), before)),
            None if file_holds(path, after) => drop(fs::remove_file(path)),
            None => {}
        }
    }
    for folder in made.iter().rev() {
        drop(fs::remove_dir(folder));
    }
}

/// Prints a line for each file: its path, and what it is.
pub(super) fn print_changed_paths(changes: &[FileToWrite]) -> Result<()> {
    let mut out = terminal::plain_output();
    for FileToWrite { path, what, .. } in changes {
        writeln!(out, "{}: {what}", printable_path(path))?;
    }
    Ok(())
}

/// Makes the folders above a file that are not there, the outermost first. Only the folder that was named may be a link.
fn create_folders(roots: &[&Path], path: &Path, made: &mut Vec<PathBuf>) -> Result<()> {
    let above: Vec<&Path> = path
        .ancestors()
        .skip(1)
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    for folder in &above {
        if roots.contains(folder) {
            break;
        }
        if folder.is_symlink() {
            let link = printable_path(folder);
            bail!("{link} is a symbolic link, which is not followed");
        }
    }
    let missing: Vec<&Path> = above
        .into_iter()
        .take_while(|folder| !folder.exists())
        .collect();
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
pub(super) fn create_or_replace_if_unchanged(
    path: &Path,
    before: Option<&[u8]>,
    after: &[u8],
) -> Result<()> {
    match before {
        None => create_file(path, after),
        Some(before) => replace_file(path, before, after),
    }
}

/// Writes a file that is not there yet.
fn create_file(path: &Path, text: &[u8]) -> Result<()> {
    let (draft, mut file) = TemporaryPath::create_file_beside(path)?;
    file.write_all(text)?;
    file.sync_all()?;
    TempPath::try_from_path(draft.path())?
        .persist_noclobber(path)
        .map_err(|failed| failed.error)?;
    Ok(())
}

/// Puts new bytes in the place of those that a file holds.
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
                    end_waits.exempt_from_removal(draft);
                }
            });
        }
    }
    fs::rename(draft.path(), path)?;
    Ok(())
}

const CHANGED: &str = "changed on disk since it was read";

/// Returns whether this is a regular file that holds these bytes.
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
            "{CHANGED}, twice; the version in between is in {}",
            printable_path(draft.path())
        );
    }
    bail!(CHANGED)
}

/// Writes what the program may write again and again, such as a report: a new file, or one in the place of a file that
/// `is_former` knows by what it holds. What names a device or an open stream, such as `/dev/stdout`, is written to.
///
/// # Errors
/// The file cannot be written, or holds something else.
pub(super) fn write_own_file(
    path: &Path,
    after: &[u8],
    is_former: impl Fn(&[u8]) -> bool,
) -> Result<()> {
    match write_to_stream(path, after) {
        Some(written) => Ok(written?),
        None => {
            create_or_replace_if_unchanged(path, read_own_file(path, is_former)?.as_deref(), after)
        }
    }
}

/// Returns what a file holds that [`write_own_file`] may replace, or nothing where there is none.
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
        "it has content that `mouche` did not write; name another file, or remove it"
    );
    Ok(Some(held))
}

/// Returns whether a path names a device or an open stream.
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

/// Gives a draft the owner, the permissions and the attributes of the file in whose place it comes.
fn copy_metadata(draft: &Path, path: &Path, found: &Metadata) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        // Only some may give a file away, or to a group that is not theirs.
        drop(chown(draft, None, Some(found.gid())));
        drop(chown(draft, Some(found.uid()), None));
        if found.nlink() > 1 {
            anstream::eprintln!(
                "note: {} is a hard link, and its other names keep the old text",
                printable_path(path)
            );
        }
    }
    fs::set_permissions(draft, found.permissions())?;
    #[cfg(unix)]
    for name in xattr::list(path).into_iter().flatten() {
        if let Ok(Some(value)) = xattr::get(path, &name) {
            // A file system may keep an attribute to itself.
            drop(xattr::set(draft, &name, &value));
        }
    }
    Ok(())
}

/// Watches files, and returns the paths of those that change.
pub(super) struct FileWatcher {
    news: Receiver<Vec<PathBuf>>,
    watcher: Box<dyn Watcher>,
    /// How it learns of changes.
    pub(super) source: FileWatchMethod,
    /// The paths that are watched with all in them.
    paths: Vec<PathBuf>,
    /// The folders in which the paths lie, where they may go away and come back.
    parents: BTreeSet<PathBuf>,
}

/// How a watcher learns of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileWatchMethod {
    /// The system sends an event for each change.
    SystemEvents,
    /// The program looks at all files again and again.
    Polling,
}

/// The time between two looks at the files, where the system sends no events.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

impl fmt::Display for FileWatchMethod {
    /// Writes how changes are noticed, as it follows "Watching for changes".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileWatchMethod::SystemEvents => f.write_str("by events of the system"),
            FileWatchMethod::Polling => f.write_str("by looking at the files every second"),
        }
    }
}

/// Returns how to learn of changes under these paths: by events, unless a file system is known to send none.
fn source_for_paths(paths: &[PathBuf]) -> FileWatchMethod {
    if paths.iter().any(|path| sends_no_events(path)) {
        FileWatchMethod::Polling
    } else {
        FileWatchMethod::SystemEvents
    }
}

/// Returns whether a path lies on a network drive, or on a folder of another system that is shared: changes that are made on
/// the other side send no events. The numbers are those of `statfs`.
#[cfg(target_os = "linux")]
fn sends_no_events(path: &Path) -> bool {
    const NFS: i64 = 0x6969;
    const SMB: i64 = 0x517B;
    const CIFS: i64 = 0xFF53_4D42;
    const SMB2: i64 = 0xFE53_4D42;
    const PLAN9: i64 = 0x0102_1997;
    const FUSE: i64 = 0x6573_5546;
    const VIRTUALBOX: i64 = 0x786F_4256;
    let existing = path.ancestors().find(|folder| folder.exists());
    let kind = existing.and_then(|folder| rustix::fs::statfs(folder).ok());
    kind.is_some_and(|system| {
        [NFS, SMB, CIFS, SMB2, PLAN9, FUSE, VIRTUALBOX].contains(&system.f_type)
    })
}

#[cfg(not(target_os = "linux"))]
fn sends_no_events(_path: &Path) -> bool {
    false
}

/// Makes a watcher that gives each change to `handler`.
fn create_watcher(
    source: FileWatchMethod,
    handler: impl notify::EventHandler,
) -> Result<Box<dyn Watcher>> {
    Ok(match source {
        FileWatchMethod::SystemEvents => Box::new(recommended_watcher(handler)?),
        FileWatchMethod::Polling => {
            // The time of a change is kept in whole seconds, so a second change in the same second
            // shows only in what the file says.
            let config = Config::default()
                .with_poll_interval(POLL_INTERVAL)
                .with_compare_contents(true);
            Box::new(PollWatcher::new(handler, config)?)
        }
    })
}

/// The paths that are watched, and the files that are not, because this program writes them itself.
struct WatchedPaths {
    paths: Vec<PathBuf>,
    parents: BTreeSet<PathBuf>,
    /// The table that may stand in the folder.
    table: PathBuf,
    own_files: Vec<PathBuf>,
}

impl WatchedPaths {
    /// Returns whether a change of this path is reported.
    fn reports_changes_of(&self, path: &PathBuf) -> bool {
        if self.own_files.contains(path) {
            return false;
        }
        *path == self.table
            || self.parents.contains(path)
            || self
                .paths
                .iter()
                .any(|folder| is_nontemporary_in(path, folder))
    }
}

/// Returns whether a path lies in a folder, and is not one of the temporary files beside others.
fn is_nontemporary_in(path: &Path, folder: &Path) -> bool {
    path.strip_prefix(folder)
        .is_ok_and(|below| !is_temporary(below))
}

fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_default()
}

impl FileWatcher {
    /// Watches paths and all in them, but for files that this program writes itself; and the table that may stand in a folder.
    /// With `poll`, and where the system sends no events or can watch no more files, it looks at the files again and again.
    pub(super) fn watch_paths(
        paths: &[PathBuf],
        table_folder: &Path,
        ignored_files: impl Iterator<Item = PathBuf>,
        poll: bool,
    ) -> Result<FileWatcher> {
        let own_files: Vec<PathBuf> = ignored_files.collect();
        let source = if poll {
            FileWatchMethod::Polling
        } else {
            source_for_paths(paths)
        };
        let watched = FileWatcher::watch_by(source, paths, table_folder, &own_files);
        if watched.is_err() && source == FileWatchMethod::SystemEvents {
            return FileWatcher::watch_by(
                FileWatchMethod::Polling,
                paths,
                table_folder,
                &own_files,
            );
        }
        watched
    }

    /// Watches paths in this way.
    fn watch_by(
        source: FileWatchMethod,
        paths: &[PathBuf],
        table_folder: &Path,
        ignored_files: &[PathBuf],
    ) -> Result<FileWatcher> {
        let paths: Vec<PathBuf> = paths.iter().map(|path| absolute_path(path)).collect();
        let table = absolute_path(&table_folder.join(TABLE_FILE));
        let mut parents = BTreeSet::new();
        for parent in paths
            .iter()
            .chain([&table])
            .filter_map(|path| path.parent())
        {
            if !paths.iter().any(|path| parent.starts_with(path)) {
                parents.insert(parent.to_path_buf());
            }
        }
        let watched = WatchedPaths {
            paths: paths.clone(),
            parents: parents.clone(),
            table,
            own_files: ignored_files
                .iter()
                .map(|file| absolute_path(file))
                .collect(),
        };
        let (sender, news) = channel();
        let watcher = create_watcher(source, move |event: notify::Result<Event>| {
            // Our own reading, and what we write, must not wake us.
            if let Ok(event) = event
                && !event.kind.is_access()
                && event
                    .paths
                    .iter()
                    .any(|path| watched.reports_changes_of(path))
            {
                // Nobody listens any more when the program ends.
                let _ = sender.send(event.paths);
            }
        })?;
        let mut changes = FileWatcher {
            news,
            watcher,
            source,
            paths,
            parents,
        };
        for path in changes.parents.clone() {
            changes.watch(&path, RecursiveMode::NonRecursive)?;
        }
        for path in changes.paths.clone() {
            // The parent of what is not there yet tells when it comes.
            if path.exists() {
                changes.watch(&path, RecursiveMode::Recursive)?;
            }
        }
        Ok(changes)
    }

    fn watch(&mut self, path: &Path, mode: RecursiveMode) -> Result<()> {
        self.watcher
            .watch(path, mode)
            .with_context(|| format!("{} cannot be watched", printable_path(path)))
    }

    /// Waits for a change: the absolute paths of what changed.
    pub(super) fn wait_for_changes(&mut self) -> Result<BTreeSet<PathBuf>> {
        let first = self
            .news
            .recv()
            .context("the files are no longer watched")?;
        self.collect_until_quiet(first)
    }

    /// Returns what changed since the last time, if anything did.
    pub(super) fn pending_changes(&mut self) -> Result<Option<BTreeSet<PathBuf>>> {
        match self.news.try_recv() {
            Ok(first) => Ok(Some(self.collect_until_quiet(first)?)),
            Err(_) => Ok(None),
        }
    }

    /// Returns these paths and all that change until it is quiet, for an editor writes in several steps.
    fn collect_until_quiet(&mut self, first: Vec<PathBuf>) -> Result<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::from_iter(first);
        while let Ok(paths) = self.news.recv_timeout(Duration::from_millis(100)) {
            changed.extend(paths);
        }
        self.rewatch_recreated(&changed)?;
        Ok(changed)
    }

    /// Watches again what went away and came back: the system watches a folder itself, and not its name.
    fn rewatch_recreated(&mut self, changed: &BTreeSet<PathBuf>) -> Result<()> {
        let mut renewed = Vec::new();
        for folder in &self.parents {
            if changed.contains(folder) {
                if !folder.is_dir() {
                    let folder = printable_path(folder);
                    bail!("{folder} no longer exists, so nothing in it is watched");
                }
                renewed.push((folder.clone(), RecursiveMode::NonRecursive));
            }
        }
        for path in &self.paths {
            let has_new_parent = path.parent().is_some_and(|parent| changed.contains(parent));
            if (changed.contains(path) || has_new_parent) && path.exists() {
                renewed.push((path.clone(), RecursiveMode::Recursive));
            }
        }
        for (path, mode) in renewed {
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
#[path = "../../tests/unit/cmd_file_writes_and_watch.rs"]
mod tests;
