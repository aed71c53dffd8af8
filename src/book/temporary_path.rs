//! Temporary files and folders. Each is removed when its work ends, and when a signal ends the
//! program. Nothing else is ever removed: the files of a run that was killed stay, because their
//! names do not tell whether another run still uses them.

use crate::scenario::printable_path;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

/// The beginning of the name of each. A name with a dot is hidden, so that no command takes the
/// file for a scenario.
const PREFIX: &str = ".mouche-";

/// A temporary file or folder with a name of its own.
#[derive(Debug)]
pub struct TemporaryPath {
    path: PathBuf,
}

/// The kind of a temporary path.
#[derive(Clone, Copy, Debug)]
enum TempKind {
    File,
    Folder,
}

impl TemporaryPath {
    /// Makes an empty folder in `parent`.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn create_folder_in(parent: &Path) -> Result<TemporaryPath> {
        remove_all_on_signal();
        let mut in_use = lock_paths_in_use();
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent);
        let path = folder
            .with_context(|| format!("no folder can be created in {}", printable_path(parent)))?
            .keep();
        in_use.insert(path.clone(), TempKind::Folder);
        Ok(TemporaryPath { path })
    }

    /// Makes an empty folder where the system keeps temporary files.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn create_folder() -> Result<TemporaryPath> {
        TemporaryPath::create_folder_in(&std::env::temp_dir())
            .context("temporary files need the folder that TMPDIR names")
    }

    /// Makes an empty file beside `target`, so that a rename can put it in the place of `target`.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn create_file_beside(target: &Path) -> Result<(TemporaryPath, File)> {
        remove_all_on_signal();
        let parent = target
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let mut in_use = lock_paths_in_use();
        // `tempfile` would make a file that only its owner may read. This file gets the usual
        // permissions of a new one.
        let created = tempfile::Builder::new()
            .prefix(PREFIX)
            .make_in(parent, |path| File::create_new(path));
        let (file, path) = created
            .with_context(|| format!("no file can be created in {}", printable_path(parent)))?
            .into_parts();
        let path = path.keep()?;
        in_use.insert(path.clone(), TempKind::File);
        Ok((TemporaryPath { path }, file))
    }

    /// Returns the path of the file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryPath {
    fn drop(&mut self) {
        let mut in_use = lock_paths_in_use();
        match in_use.remove(&self.path) {
            Some(TempKind::Folder) => drop(fs::remove_dir_all(&self.path)),
            Some(TempKind::File) => drop(fs::remove_file(&self.path)),
            None => {}
        }
    }
}

/// The temporary paths that exist.
type ExistingTemporaryPaths = BTreeMap<PathBuf, TempKind>;

/// Returns the temporary paths that exist. No other thread makes or drops one meanwhile.
fn lock_paths_in_use() -> MutexGuard<'static, ExistingTemporaryPaths> {
    static IN_USE: Mutex<ExistingTemporaryPaths> = Mutex::new(ExistingTemporaryPaths::new());
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard that keeps the program from ending after a signal, as long as it is held.
#[must_use = "the end waits as long as this is held"]
pub struct PostponedProgramEnd(MutexGuard<'static, ExistingTemporaryPaths>);

impl PostponedProgramEnd {
    /// Keeps a temporary path for good, because it holds files that are not ours.
    pub fn exempt_from_removal(&mut self, scratch: &TemporaryPath) {
        self.0.remove(&scratch.path);
    }
}

/// Delays the end of the program after a signal, while a temporary path may hold files that are not
/// ours. No [`TemporaryPath`] can be made or dropped meanwhile.
pub fn postpone_end() -> PostponedProgramEnd {
    PostponedProgramEnd(lock_paths_in_use())
}

/// Returns whether a path is temporary, or lies in a temporary folder. Only the path as it is
/// written is examined, so that a path relative to such a folder is not recognised.
pub fn is_temporary(path: &Path) -> bool {
    path.iter()
        .any(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// A signal of the operating system that asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminationSignal {
    /// Ctrl-C.
    Interrupt,
    /// The signal that `kill` sends.
    Terminate,
    /// The terminal was closed.
    HangUp,
}

/// Makes Ctrl-C and `kill` remove all temporary paths. A hang-up ends the program as usual, because
/// `nohup` must be able to prevent that.
fn remove_all_on_signal() {
    react_to_first_signal(
        &[TerminationSignal::Interrupt, TerminationSignal::Terminate],
        remove_temporary_paths_and_end,
    );
}

/// Calls `react` with the number of the first of these signals. A second one ends the program at
/// once. Only the first call of this function counts.
pub fn react_to_first_signal(
    signals: &'static [TerminationSignal],
    react: impl FnOnce(i32) + Send + 'static,
) {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| listen_for_signals(signals, react));
}

#[cfg(not(unix))]
fn listen_for_signals(_: &[TerminationSignal], _: impl FnOnce(i32)) {}

#[cfg(unix)]
fn listen_for_signals(
    signals: &'static [TerminationSignal],
    react: impl FnOnce(i32) + Send + 'static,
) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let numbers = signals.iter().map(|signal| match signal {
        TerminationSignal::Interrupt => SIGINT,
        TerminationSignal::Terminate => SIGTERM,
        TerminationSignal::HangUp => SIGHUP,
    });
    let Ok(mut received) = signal_hook::iterator::Signals::new(numbers) else {
        return;
    };
    std::thread::spawn(move || {
        let mut received = received.forever();
        if let Some(first) = received.next() {
            react(first);
        }
        if let Some(second) = received.next() {
            remove_temporary_paths_and_end(second);
        }
    });
}

/// Removes every temporary path, and ends the program as the signal would have done.
pub fn remove_temporary_paths_and_end(signal: i32) {
    // The lock is held to the end, so that no thread can make another path.
    let in_use = lock_paths_in_use();
    for (path, kind) in in_use.iter() {
        match kind {
            TempKind::File => drop(fs::remove_file(path)),
            TempKind::Folder => remove_busy_folder(path),
        }
    }
    #[cfg(unix)]
    drop(signal_hook::low_level::emulate_default_handler(signal));
    #[cfg(not(unix))]
    std::process::exit(128 + signal);
}

/// Removes a folder in which other threads still write. A file takes its place for a moment, so
/// that their next write fails and their work ends; else they could make the folder again.
fn remove_busy_folder(folder: &Path) {
    /// The number of tries, since another thread may make the folder again.
    const MOST_TRIES: usize = 50;
    /// The time for which the file stays, and for which the folder must then stay away.
    const PAUSE: Duration = Duration::from_millis(20);
    let aside = folder.with_extension("ended");
    for _ in 0..MOST_TRIES {
        if fs::rename(folder, &aside).is_err() {
            drop(fs::remove_dir_all(folder));
        }
        let stopper = File::create_new(folder);
        drop(fs::remove_dir_all(&aside));
        std::thread::sleep(PAUSE);
        if stopper.is_ok() {
            drop(fs::remove_file(folder));
            std::thread::sleep(PAUSE);
        }
        if !folder.exists() {
            return;
        }
    }
}
