//! `mouche build`: the book, and the folder that it goes to. Nothing is removed from there that this program did not make.

use super::*;
use crate::book::site::{Address, faults, files};
use crate::book::sweep;
#[cfg(target_os = "linux")]
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::path::Component;
use walkdir::WalkDir;

/// Build the book, if every scenario holds
#[derive(Debug, Args)]
pub struct Build {
    /// Folder that holds `book/` and `scenarios/` [default: that of --root]
    pub(super) dir: Option<PathBuf>,
    /// Output folder [default: target/book]
    #[arg(long, value_name = "DIR")]
    dest: Option<PathBuf>,
    /// Public URL of the site; adds canonical links and a sitemap
    #[arg(long, value_name = "URL")]
    site_url: Option<Address>,
    /// Also put the whole book on one page, for printing
    #[arg(long)]
    print: bool,
    /// Open it in a browser afterwards
    #[arg(long)]
    open: bool,
}

pub fn run(root: &Path, call: &Build) -> Result<ExitCode> {
    let dest = call.dest.clone().unwrap_or_else(|| root.join("target/book"));
    let folder = destination(&dest, root)?;
    // A draft stands beside its file until that is written, and the book that is served where it is made.
    sweep(&std::env::temp_dir());
    let own = ["book", "scenarios"].iter().flat_map(|own| WalkDir::new(root.join(own))).flatten();
    own.for_each(|entry| sweep(entry.path()));
    let bar = progress();
    bar.set_message("playing the scenarios");
    let library = Library::read(root, &root.join("scenarios"), || bar.inc(1))?;
    ensure!(!library.files.is_empty(), "no scenario was found in {}", shown(root.join("scenarios")));
    let failed = library.failures().count();
    if failed > 0 {
        bar.finish_and_clear();
        return refuse(&library, failed).map(|()| ExitCode::FAILURE);
    }
    let hands = library.files.len();
    let hands = if hands == 1 { "one scenario".to_owned() } else { format!("{hands} scenarios") };
    let passed_over = passed_over(library.passed_over);
    let parent = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", shown(parent)))?;
    let work = Scratch::within(parent).with_context(|| format!("{} cannot be written to", shown(parent)))?;
    let new = work.path().join("new");
    bar.set_message("rendering the book");
    let cache = Cache::of(root);
    let with = With { address: call.site_url.as_ref(), prints: call.print, cache: cache.as_ref(), broken: None };
    render(&root.join("book"), library, &new, with)?;
    bar.set_message("following every link");
    let faults = faults(&new)?;
    bar.finish_and_clear();
    if !faults.is_empty() {
        let told = faults.join("\n");
        writeln!(std::io::stderr(), "{told}\nerror: {} problems found in the generated site", faults.len())?;
        return Ok(ExitCode::FAILURE);
    }
    swap(&new, &folder, work.path())?;
    let index = dest.join("index.html");
    writeln!(terminal::plain(), "The book of {hands} is at {}{passed_over}", shown(&index))?;
    if call.open {
        opener::open(&index).with_context(|| format!("{} could not be shown", shown(&index)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn refuse(library: &Library, failed: usize) -> Result<()> {
    let mut err = anstream::stderr().lock();
    for Checked { path, text, diagnostics, .. } in library.failures() {
        write!(err, "{}", full(&Report { path, text, diagnostics }, true, 120))?;
    }
    let (does, all) = (if failed == 1 { "does" } else { "do" }, library.files.len());
    Ok(writeln!(err, "error: {failed} of {all} scenarios {does} not hold, and no book was built")?)
}

/// The file that marks a site as ours. It lists what the site holds, a path a line.
const MARK: &str = ".mouche-site";

/// The folder of this path, if it is nothing yet, an empty folder, or a site of ours to which nobody added.
fn destination(dest: &Path, root: &Path) -> Result<PathBuf> {
    // Without a slash at its end: a link with one would be followed.
    let named: PathBuf = std::path::absolute(dest)?.components().collect();
    let climbs = named.components().any(|part| part == Component::ParentDir);
    let name = named.file_name().filter(|_| !climbs);
    let name = name.with_context(|| format!("{} does not name a folder; write it without `..`", shown(dest)))?;
    // Where it truly lies: a link above it is followed.
    let folder = truly(named.parent().unwrap_or(Path::new("/")))?.join(name);
    for own in ["book", "scenarios"] {
        let own = truly(&std::path::absolute(root.join(own))?)?;
        let (place, source) = (shown(dest), shown(&own));
        ensure!(!folder.starts_with(&own), "{place} lies in {source}: a site cannot stand in its own source");
    }
    may_be_replaced(&folder).with_context(|| format!("refusing to overwrite {}", shown(dest)))?;
    Ok(folder)
}

/// Marks the new site and puts it in the place of the old one, which moves to the folder `work`.
fn swap(new: &Path, folder: &Path, work: &Path) -> Result<()> {
    let list: Vec<String> = files(new)?.iter().map(|path| path.display().to_string()).collect();
    fs::write(new.join(MARK), list.join("\n") + "\n").context("the mark of the site cannot be written")?;
    let (old, exists) = (work.join("old"), may_be_replaced(folder)?);
    if exists {
        // In one step, where that can be had.
        #[cfg(target_os = "linux")]
        if renameat_with(CWD, new, CWD, folder, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
        fs::rename(folder, &old).with_context(|| format!("{} cannot be moved", shown(folder)))?;
    }
    let moved = fs::rename(new, folder);
    if moved.is_err() && exists {
        fs::rename(&old, folder)?;
    }
    moved.with_context(|| format!("the new site cannot be moved to {}", shown(folder)))
}

/// Where a path leads, as far as there is anything.
fn truly(path: &Path) -> Result<PathBuf> {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Err(error), Some(parent), Some(name)) if error.kind() == ErrorKind::NotFound => Ok(truly(parent)?.join(name)),
        (found, ..) => found.with_context(|| format!("{} cannot be reached", shown(path))),
    }
}

fn may_be_replaced(folder: &Path) -> Result<bool> {
    let kind = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        other => other?.file_type(),
    };
    ensure!(kind.is_dir(), "it is {}", if kind.is_symlink() { "a symbolic link" } else { "a file" });
    let held = files(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        ensure!(held.contains(Path::new(MARK)), "not empty, and not created by `mouche build`");
        let listed = fs::read_to_string(folder.join(MARK))?;
        let listed: BTreeSet<&Path> = listed.lines().chain([MARK]).map(Path::new).collect();
        if let Some(foreign) = held.iter().find(|path| !listed.contains(path.as_path())) {
            bail!("it holds {}, which `mouche build` did not create", shown(foreign));
        }
    }
    Ok(true)
}
