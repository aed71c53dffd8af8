//! `mouche build`: the book, and the folder that it goes to. Nothing is removed from there that this program did not make.

use super::*;
use crate::book::site::{Address, find_faults, list_files};
use crate::book::{missing_engine_note, postpone_end};
use crate::cards::count_of;
use crate::explore::fingerprint;
use crate::page::page_path_of;
#[cfg(target_os = "linux")]
use rustix::fs::{CWD, RenameFlags, renameat_with};
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
    /// Build nothing and end with 1 if this program has no engine, so that the book would have no Play and no Playground
    #[arg(long)]
    require_play: bool,
    /// Open it in a browser afterwards
    #[arg(long)]
    open: bool,
}

pub fn run(root: &Path, call: &Build) -> Result<ExitCode> {
    let missing_engine_note = missing_engine_note();
    if let Some(missing) = missing_engine_note.as_ref().filter(|_| call.require_play) {
        writeln!(anstream::stderr(), "error: {missing}")?;
        return Ok(ExitCode::FAILURE);
    }
    let dest = call
        .dest
        .clone()
        .unwrap_or_else(|| root.join("target/book"));
    let folder = check_destination(&dest, root)?;
    let bar = spinner();
    bar.set_message("playing the scenarios");
    let library = Library::read(root, &root.join("scenarios"), || bar.inc(1))?;
    ensure!(
        !library.files.is_empty(),
        "no scenario was found in {}",
        display_path(root.join("scenarios"))
    );
    let failed = library.failures().count();
    if failed > 0 {
        bar.finish_and_clear();
        return report_failures(&library, failed).map(|()| ExitCode::FAILURE);
    }
    let sources = library
        .files
        .iter()
        .map(|file| (page_path_of(file), PathBuf::from(&file.path)))
        .collect();
    let hands = library.files.len();
    let hands = if hands == 1 {
        "one scenario".to_owned()
    } else {
        format!("{hands} scenarios")
    };
    let passed_over = describe_skipped(&library.passed_over);
    let parent = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)
        .with_context(|| format!("{} cannot be made", display_path(parent)))?;
    let work = TemporaryPath::create_folder_in(parent)?;
    let new = work.path().join("new");
    bar.set_message("rendering the book");
    let cache = Cache::for_book(root);
    let with = RenderOptions {
        address: call.site_url.as_ref(),
        prints: call.print,
        cache: cache.as_ref(),
        ..RenderOptions::default()
    };
    let notes = render(&root.join("book"), library, &new, with)?;
    bar.set_message("following every link");
    let faults = find_faults(&new)?;
    bar.finish_and_clear();
    if !faults.is_empty() {
        let told: Vec<String> = faults
            .iter()
            .map(|fault| with_source_line(fault, root, &sources))
            .collect();
        let told = told.join("\n");
        let problems = count_of(faults.len(), "problem");
        writeln!(
            std::io::stderr(),
            "{told}\nerror: {problems} found in the generated site"
        )?;
        return Ok(ExitCode::FAILURE);
    }
    put_site(&work, &new, &folder)?;
    let index = dest.join("index.html");
    writeln!(
        terminal::plain_output(),
        "The book of {hands} is at {}{passed_over}",
        display_path(&index)
    )?;
    for note in notes {
        anstream::eprintln!("note: {note}");
    }
    // The last thing said, where it is seen.
    if let Some(missing) = missing_engine_note {
        writeln!(anstream::stderr(), "warning: {missing}")?;
    }
    if call.open {
        opener::open(&index)
            .with_context(|| format!("{} could not be shown", display_path(&index)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A fault of a page with the line of the source file that it comes from, where the link stands in it.
fn with_source_line(fault: &str, root: &Path, sources: &BTreeMap<String, PathBuf>) -> String {
    find_source_line(fault, root, sources).unwrap_or_else(|| fault.to_owned())
}

fn find_source_line(
    fault: &str,
    root: &Path,
    sources: &BTreeMap<String, PathBuf>,
) -> Option<String> {
    let (page, what) = fault.split_once(": ")?;
    let link = what.strip_prefix('`')?.split('`').next()?;
    let chapter = || Path::new("book/src").join(page).with_extension("md");
    let source = sources.get(page).cloned().unwrap_or_else(chapter);
    let text = fs::read_to_string(root.join(&source)).ok()?;
    // A link to a chapter is written with the ending of its file.
    let path = link.split('#').next().unwrap_or_default();
    let ways = [
        link.to_owned(),
        link.replacen(".html", ".md", 1),
        path.to_owned(),
        path.replacen(".html", ".md", 1),
    ];
    let ways = ways.into_iter().filter(|way| !way.is_empty());
    let line = ways
        .filter_map(|way| text.lines().position(|line| line.contains(&way)))
        .next()?
        + 1;
    Some(format!(
        "{}:{line}: {what}",
        display_path(root.join(source))
    ))
}

fn report_failures(library: &Library, failed: usize) -> Result<()> {
    let mut err = anstream::stderr().lock();
    for Checked {
        path,
        text,
        diagnostics,
        ..
    } in library.failures()
    {
        write!(
            err,
            "{}",
            render_full(
                &Report {
                    path,
                    text,
                    diagnostics
                },
                true,
                120
            )
        )?;
    }
    let does = if failed == 1 { "does" } else { "do" };
    let all = library.files.len();
    Ok(writeln!(
        err,
        "error: {failed} of {all} scenarios {does} not hold, and no book was built"
    )?)
}

/// The file that marks a site as made by this program. It lists what the site holds, an entry a line.
const MARK: &str = ".mouche-site";
/// The first line of that file.
const MARK_TITLE: &str = "# Made by `mouche build`, which replaces what is listed here as long as nobody has changed it.";

/// The folder of this path, if it is nothing yet, an empty folder, or a site of ours to which nobody added.
fn check_destination(dest: &Path, root: &Path) -> Result<PathBuf> {
    // Without a slash at its end: a link with one would be followed.
    let named: PathBuf = std::path::absolute(dest)?.components().collect();
    let name = named.file_name();
    let name = name.with_context(|| {
        format!(
            "{} does not name a folder; write it without `..` at its end",
            display_path(dest)
        )
    })?;
    // Where it truly lies: a link above it is followed.
    let folder = resolve_links(named.parent().unwrap_or(Path::new("/")))?.join(name);
    for own in ["book", "scenarios"] {
        let own = resolve_links(&std::path::absolute(root.join(own))?)?;
        let place = display_path(dest);
        let source = display_path(&own);
        ensure!(
            !folder.starts_with(&own),
            "{place} lies in {source}: a site cannot stand in its own source"
        );
    }
    check_replaceable(&folder)
        .with_context(|| format!("refusing to overwrite {}", display_path(dest)))?;
    Ok(folder)
}

/// Puts the new site in the place of the old one. What stood there is looked at once it is out of reach: if somebody has
/// changed it meanwhile, it is put back.
fn put_site(work: &TemporaryPath, new: &Path, folder: &Path) -> Result<()> {
    mark_site(new)?;
    let mut end_waits = postpone_end();
    let old = work.path().join("old");
    let moved = swap_folders(new, folder, &old)
        .with_context(|| format!("{} cannot be replaced", display_path(folder)));
    let replaced = moved.and_then(|()| {
        check_replaceable(&old).or_else(|error| {
            fs::rename(folder, new)?;
            fs::rename(&old, folder)?;
            Err(error).with_context(|| format!("refusing to overwrite {}", display_path(folder)))
        })
    });
    if replaced.is_err() && old.exists() {
        end_waits.keep(work);
        return replaced.with_context(|| {
            format!(
                "what stood at {} is now at {}",
                display_path(folder),
                display_path(&old)
            )
        });
    }
    replaced
}

/// Moves a new folder to its place, and what stood there, if anything did, to `old`.
fn swap_folders(new: &Path, folder: &Path, old: &Path) -> std::io::Result<()> {
    // In one step, where the system can do it.
    #[cfg(target_os = "linux")]
    if renameat_with(CWD, new, CWD, folder, RenameFlags::EXCHANGE).is_ok() {
        return fs::rename(new, old);
    }
    match fs::rename(folder, old) {
        Err(error) if error.kind() == ErrorKind::NotFound => return fs::rename(new, folder),
        moved => moved?,
    }
    fs::rename(new, folder).or_else(|error| fs::rename(old, folder).and(Err(error)))
}

/// Where a path leads, as far as there is anything.
fn resolve_links(path: &Path) -> Result<PathBuf> {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Err(error), Some(parent), Some(name)) if error.kind() == ErrorKind::NotFound => {
            Ok(resolve_links(parent)?.join(name))
        }
        (found, ..) => found.with_context(|| format!("{} cannot be reached", display_path(path))),
    }
}

/// Writes the mark of a new site.
fn mark_site(site: &Path) -> Result<()> {
    let mut text = format!("{MARK_TITLE}\n");
    for path in list_entries(site)? {
        text += &format!("{}\n", entry_line(site, &path)?);
    }
    fs::write(site.join(MARK), text).context("the mark of the site cannot be written")
}

/// Returns the paths of all files, links and folders in a folder, but for the mark of a site.
fn list_entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", display_path(folder)))?;
        let path = entry.path().strip_prefix(folder)?;
        if path != Path::new(MARK) {
            found.push(path.to_path_buf());
        }
    }
    Ok(found)
}

/// Returns the line of the mark for an entry: what it is, with the fingerprint of a file, and its path.
fn entry_line(site: &Path, path: &Path) -> Result<String> {
    let place = site.join(path);
    let kind = place
        .symlink_metadata()
        .with_context(|| format!("{} cannot be read", display_path(&place)))?
        .file_type();
    let what = if kind.is_dir() {
        "folder".to_owned()
    } else if kind.is_file() {
        let bytes =
            fs::read(&place).with_context(|| format!("{} cannot be read", display_path(&place)))?;
        format!("{:016x}", fingerprint(bytes))
    } else {
        "other".to_owned()
    };
    // As Rust writes it: no name ends the line.
    Ok(format!("{what} {path:?}"))
}

/// Checks that a folder is not there, is empty, or is a site that this program made and nobody has changed.
fn check_replaceable(folder: &Path) -> Result<()> {
    let kind = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found?.file_type(),
    };
    ensure!(
        kind.is_dir(),
        "it is {}",
        if kind.is_symlink() {
            "a symbolic link"
        } else {
            "a file"
        }
    );
    if fs::read_dir(folder)?.next().is_none() {
        return Ok(());
    }
    let mark = fs::read_to_string(folder.join(MARK)).unwrap_or_default();
    let Some(listed) = mark.strip_prefix(MARK_TITLE) else {
        ensure!(
            is_listed_by_0_2(folder, &mark)?,
            "not empty, and not created by `mouche build`"
        );
        return Ok(());
    };
    let listed: BTreeSet<&str> = listed.lines().collect();
    for path in list_entries(folder)? {
        if !listed.contains(&*entry_line(folder, &path)?) {
            let is_named = listed
                .iter()
                .any(|line| line.ends_with(&format!(" {path:?}")));
            ensure!(
                !is_named,
                "{} was changed since `mouche build` made it",
                display_path(&path)
            );
            bail!(
                "it holds {}, which `mouche build` did not create",
                display_path(&path)
            );
        }
    }
    Ok(())
}

/// Whether a folder holds just the files that a mark of version 0.2 lists: their paths alone.
fn is_listed_by_0_2(folder: &Path, mark: &str) -> Result<bool> {
    let mut listed: BTreeSet<PathBuf> = mark.lines().map(PathBuf::from).collect();
    let is_site =
        listed.contains(Path::new("index.html")) && listed.contains(Path::new("toc.html"));
    listed.insert(MARK.into());
    Ok(is_site && listed == list_files(folder)?)
}
