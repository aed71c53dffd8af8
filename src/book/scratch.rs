//! Folders for work in progress. Each goes away with the work, however that ends; if it is killed, with the next.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// How the names of all of them begin: walks pass over what is hidden.
const PREFIX: &str = ".mouche-";
/// The file in each that is locked while it is in use.
const LOCK: &str = "lock";

/// A hidden folder for work in progress.
#[derive(Debug)]
pub struct Scratch(PathBuf, Option<File>);

impl Scratch {
    /// A new one in a folder, from which those go that were left there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn within(parent: &Path) -> Result<Scratch> {
        when_told_to_end(go);
        fs::read_dir(parent)?;
        sweep(parent);
        let mut in_use = in_use();
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?.keep();
            in_use.insert(folder.clone());
            let lock = File::create_new(folder.join(LOCK));
            // Where a disk knows no locks, none is in the way.
            let _locked = lock.as_ref().map(File::lock);
            // Until it was locked, another program may have taken it for left.
            if folder.join(LOCK).exists() {
                return Ok(Scratch(folder, Some(lock?)));
            }
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut in_use = in_use();
        self.1 = None;
        drop(fs::remove_dir_all(&self.0));
        in_use.remove(&self.0);
    }
}

/// The folders in use. Whoever ends the program keeps them locked, so that no work comes to another end.
fn in_use() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static IN_USE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a path is that of such a folder, or leads into one.
pub fn is_scratch(path: &Path) -> bool {
    path.iter().any(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// Removes from a folder what programs left there that were killed.
pub fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !is_scratch(Path::new(&entry.file_name())) || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let (folder, lock) = (entry.path(), entry.path().join(LOCK));
        let is_left = match File::options().read(true).write(true).open(&lock) {
            Ok(lock) => lock.try_lock().is_ok(),
            // If it is empty, it is just being made, and may be made again.
            Err(error) if error.kind() == ErrorKind::NotFound => fs::remove_dir(&folder).is_err() && !lock.exists(),
            Err(_) => false,
        };
        if is_left {
            drop(fs::remove_dir_all(&folder));
        }
    }
}

/// Does this with the signal's number when the program is told to end: the first to ask decides. Told again, it goes.
pub fn when_told_to_end(does: impl FnOnce(i32) + Send + 'static) {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| listen(does));
}

#[cfg(not(unix))]
fn listen(_: impl FnOnce(i32)) {}

#[cfg(unix)]
fn listen(does: impl FnOnce(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // To what the program was made deaf, as by `nohup`, it stays deaf.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| (ignored >> (signal - 1)) & 1 == 0);
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
    std::thread::spawn(move || {
        let mut told = signals.forever();
        told.next().map(does);
        told.for_each(go);
    });
}

/// Ends the program as the signal would have done, without a folder that stays.
pub fn go(signal: i32) {
    let folders = in_use();
    #[cfg(unix)]
    if !folders.is_empty() {
        use std::os::unix::process::CommandExt;
        // A shell takes this program's place, and its number: no other thread lives on to make a folder anew. It is deaf until all
        // are gone, and then ends by the signal, which it is given as `$0`.
        let ends = "trap '' HUP INT TERM; PATH=$PATH:/usr/bin:/bin rm -rf -- \"$@\"; trap - HUP INT TERM
            kill -$0 $$; exit $((128 + $0))";
        let mut shell = std::process::Command::new("/bin/sh");
        drop(shell.args(["-c", ends, &signal.to_string()]).args(&*folders).stderr(std::process::Stdio::null()).exec());
    }
    folders.iter().for_each(|folder| drop(fs::remove_dir_all(folder)));
    #[cfg(unix)]
    drop(signal_hook::low_level::emulate_default_handler(signal));
    #[cfg(not(unix))]
    std::process::exit(128 + signal);
}
