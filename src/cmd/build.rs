//! `mouche build`: the book, and the folder that it goes to. Nothing is removed from there that this program did not make.

use super::*;
use crate::book::site::{SiteAddress, find_faults, list_files};
use crate::book::{
    BuildRecord, BuildSources, KeptPages, check_lessons, missing_engine_note, postpone_end,
};
use crate::cards::count_of;
use crate::explore::{fingerprint, fingerprint_in_hex};
use crate::page::page_path_of;
use rayon::prelude::*;
#[cfg(target_os = "linux")]
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::sync::Arc;
use walkdir::WalkDir;

/// Build the book, if every scenario holds
#[derive(Debug, Args)]
pub struct BuildArguments {
    /// Folder that holds `book/` and `scenarios/` [default: that of --root]
    pub(super) dir: Option<PathBuf>,
    /// Output folder [default: target/book]
    #[arg(long, value_name = "DIR")]
    dest: Option<PathBuf>,
    /// Public URL of the site; adds canonical links and a sitemap
    #[arg(long, value_name = "URL")]
    site_url: Option<SiteAddress>,
    /// Fail without building if this program has no engine, because the book would have no Play and no Playground
    #[arg(long)]
    require_play: bool,
    /// Open it in a browser afterwards
    #[arg(long)]
    open: bool,
}

/// Builds the book, and puts it in its place if no fault is found in it.
pub fn build_book(root: &Path, call: &BuildArguments) -> Result<ExitCode> {
    let missing_engine = missing_engine_note();
    if call.require_play
        && let Some(missing) = &missing_engine
    {
        writeln!(anstream::stderr(), "error: {missing}")?;
        return Ok(ExitCode::FAILURE);
    }
    let dest = match &call.dest {
        Some(dest) => dest.clone(),
        None => root.join("target/book"),
    };
    let folder = check_destination(&dest, root)?;
    let cache = BuildResultCache::for_book(root);
    let sources = BuildSources::read_if_self_contained(root, call.site_url.as_ref());
    if let (Some(cache), Some(sources)) = (&cache, &sources)
        && let Some(record) = sources.last_build(cache)
        && is_site_of(&folder, &record)?
    {
        return print_and_open_book(&record, &dest, missing_engine, call);
    }
    let kept = load_kept_pages(cache.as_ref(), sources.as_ref(), &folder)?;
    let Some(built) =
        build_site_or_print_faults(root, call, &folder, cache.as_ref(), kept.as_ref())?
    else {
        return Ok(ExitCode::FAILURE);
    };
    // A file that was changed during the build may have been read before the change or after it.
    let sources_now = BuildSources::read_if_self_contained(root, call.site_url.as_ref());
    if let (Some(cache), Some(sources)) = (&cache, &sources)
        && sources_now.as_ref() == Some(sources)
        && sources.are_complete_with(&built.pictures)
    {
        sources.keep_build(cache, &built.record);
        if let Some(kept) = &kept {
            kept.store(cache, &built.record.site);
        }
    }
    print_and_open_book(&built.record, &dest, missing_engine, call)
}

/// Reads what the cache has of the last build, if the site that it made is still there. A book that may depend on more than
/// its files takes nothing over.
fn load_kept_pages(
    cache: Option<&BuildResultCache>,
    sources: Option<&BuildSources>,
    folder: &Path,
) -> Result<Option<Arc<KeptPages>>> {
    let (Some(cache), Some(sources)) = (cache, sources) else {
        return Ok(None);
    };
    let site_key = if folder.join(MARK).exists() {
        Some(fingerprint_of_site_files(folder)?)
    } else {
        None
    };
    let kept = KeptPages::load(
        cache,
        &sources.book_and_site_key(),
        folder,
        site_key.as_deref(),
        &sources.program_and_rules_fingerprint(),
    );
    Ok(Some(Arc::new(kept)))
}

/// A site that stands in its place.
struct BuiltSite {
    record: BuildRecord,
    /// The pictures in the prose of its hands.
    pictures: Vec<PathBuf>,
}

/// Builds the book in this folder; if something of it does not hold, prints what, and returns none.
fn build_site_or_print_faults(
    root: &Path,
    call: &BuildArguments,
    folder: &Path,
    cache: Option<&BuildResultCache>,
    kept: Option<&Arc<KeptPages>>,
) -> Result<Option<BuiltSite>> {
    let bar = delayed_spinner();
    let library = read_library(root, kept.map(Arc::as_ref), &bar)?;
    if !check_library(&library, &bar)? || !check_lessons_of_book(root, &bar)? {
        return Ok(None);
    }
    let scenarios = describe_scenario_count(&library);
    let skipped = describe_skipped(&library.passed_over);
    let pictures = library.pictures.values().cloned().collect();
    let sources: BTreeMap<String, PathBuf> = library
        .files
        .iter()
        .map(|file| (page_path_of(file), PathBuf::from(&file.path)))
        .collect();
    let work = create_work_folder(folder)?;
    let new = work.path().join("new");
    bar.set_message("rendering the book");
    let options = BookRenderOptions {
        address: call.site_url.as_ref(),
        cache,
        kept: kept.cloned(),
        ..BookRenderOptions::default()
    };
    let notes = render_into_emptied_site(&root.join("book"), library, &new, options)?;
    bar.set_message("following every link");
    let faults = find_faults(&new)?;
    bar.finish_and_clear();
    if !faults.is_empty() {
        print_faults(&faults, root, &sources)?;
        return Ok(None);
    }
    mark_and_put_site(&work, &new, folder)?;
    let record = BuildRecord {
        site: fingerprint_of_site_files(folder)?,
        scenarios,
        skipped,
        notes,
    };
    Ok(Some(BuiltSite { record, pictures }))
}

/// Prints where the book is, and opens it if the call asks for that.
fn print_and_open_book(
    record: &BuildRecord,
    dest: &Path,
    missing_engine: Option<String>,
    call: &BuildArguments,
) -> Result<ExitCode> {
    let index = dest.join("index.html");
    writeln!(
        terminal::plain_output(),
        "The book of {} is at {}{}",
        record.scenarios,
        printable_path(&index),
        record.skipped
    )?;
    for note in &record.notes {
        anstream::eprintln!("note: {note}");
    }
    // The last line is the one that is seen.
    if let Some(missing) = missing_engine {
        writeln!(anstream::stderr(), "warning: {missing}")?;
    }
    if call.open {
        opener::open(&index)
            .with_context(|| format!("{} could not be opened", printable_path(&index)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the scenarios of a book, with a message while they are played.
fn read_library(
    root: &Path,
    kept: Option<&KeptPages>,
    bar: &ProgressBar,
) -> Result<ScenarioLibrary> {
    bar.set_message("playing the scenarios");
    let library =
        ScenarioLibrary::read_forgetting_steps(root, &root.join("scenarios"), kept, || bar.inc(1))?;
    ensure!(
        !library.files.is_empty(),
        "no scenario was found in {}",
        printable_path(root.join("scenarios"))
    );
    Ok(library)
}

/// Returns the number of scenarios in words.
fn describe_scenario_count(library: &ScenarioLibrary) -> String {
    match library.files.len() {
        1 => "one scenario".to_owned(),
        count => format!("{count} scenarios"),
    }
}

/// Makes a temporary folder beside the folder of the site, so that the finished site can be moved there.
fn create_work_folder(site: &Path) -> Result<TemporaryPath> {
    let parent = site.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)
        .with_context(|| format!("{} cannot be created", printable_path(parent)))?;
    TemporaryPath::create_folder_in(parent)
}

/// Prints the faults of a site, each at its place in the source.
fn print_faults(faults: &[String], root: &Path, sources: &BTreeMap<String, PathBuf>) -> Result<()> {
    let mut err = std::io::stderr();
    for fault in faults {
        writeln!(err, "{}", with_source_line(fault, root, sources))?;
    }
    let problems = count_of(faults.len(), "problem");
    Ok(writeln!(
        err,
        "error: {problems} found in the generated site"
    )?)
}

/// Returns a fault of a page with the line of the source file that it comes from, where the link stands in it.
fn with_source_line(fault: &str, root: &Path, sources: &BTreeMap<String, PathBuf>) -> String {
    find_source_line(fault, root, sources).unwrap_or_else(|| fault.to_owned())
}

/// Returns the chapter and the line that a broken link comes from, if they can be found.
fn find_source_line(
    fault: &str,
    root: &Path,
    sources: &BTreeMap<String, PathBuf>,
) -> Option<String> {
    let (page, what) = fault.split_once(": ")?;
    let link = what.strip_prefix('`')?.split('`').next()?;
    let source = match sources.get(page) {
        Some(source) => source.clone(),
        None => Path::new("book/src").join(page).with_extension("md"),
    };
    let text = fs::read_to_string(root.join(&source)).ok()?;
    // A link to a chapter is written with the ending of its file.
    let path = link.split('#').next().unwrap_or_default();
    let spellings = [
        link.to_owned(),
        link.replacen(".html", ".md", 1),
        path.to_owned(),
        path.replacen(".html", ".md", 1),
    ];
    for spelling in &spellings {
        if spelling.is_empty() {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            if line.contains(spelling) {
                let place = printable_path(root.join(&source));
                return Some(format!("{place}:{}: {what}", at + 1));
            }
        }
    }
    None
}

/// Returns whether all lessons of a book hold. If not, it prints what is wrong.
fn check_lessons_of_book(root: &Path, bar: &ProgressBar) -> Result<bool> {
    bar.set_message("checking the lessons");
    let lessons = check_lessons(root)?;
    let failed = lessons.iter().filter(|file| !file.diagnostics.is_empty());
    let count = failed.clone().count();
    if count == 0 {
        return Ok(true);
    }
    bar.finish_and_clear();
    print_reports(failed)?;
    let all = lessons.len();
    let does = if count == 1 { "does" } else { "do" };
    writeln!(
        anstream::stderr(),
        "error: {count} of {all} lessons {does} not hold, and no book was built"
    )?;
    Ok(false)
}

/// Prints what is wrong with files, with the lines of each.
fn print_reports<'a>(files: impl Iterator<Item = &'a CheckedFile>) -> Result<()> {
    let mut err = anstream::stderr().lock();
    for file in files {
        let report = FileDiagnostics {
            path: &file.path,
            text: &file.text,
            diagnostics: &file.diagnostics,
        };
        write!(err, "{}", render_full(&report, true, 120))?;
    }
    Ok(())
}

/// Returns whether all scenarios of a book hold. If not, it prints what is wrong.
fn check_library(library: &ScenarioLibrary, bar: &ProgressBar) -> Result<bool> {
    let failed = library.failures().count();
    if failed == 0 {
        return Ok(true);
    }
    bar.finish_and_clear();
    print_reports(library.failures())?;
    let does = if failed == 1 { "does" } else { "do" };
    let all = library.files.len();
    writeln!(
        anstream::stderr(),
        "error: {failed} of {all} scenarios {does} not hold, and no book was built"
    )?;
    Ok(false)
}

/// The file that marks a site as made by this program. It lists what the site holds, an entry a line.
const MARK: &str = ".mouche-site";
/// The first line of that file.
const MARK_TITLE: &str = "# Made by `mouche build`, which replaces what is listed here as long as nobody has changed it.";

/// Returns the folder of this path, if it is nothing yet, an empty folder, or a site of ours to which nobody added.
fn check_destination(dest: &Path, root: &Path) -> Result<PathBuf> {
    // Without a slash at its end: a link with one would be followed.
    let named: PathBuf = std::path::absolute(dest)?.components().collect();
    let name = named.file_name();
    let name = name.with_context(|| {
        format!(
            "{} does not name a folder; write it without `..` at its end",
            printable_path(dest)
        )
    })?;
    // Where it truly lies: a link above it is followed.
    let folder = resolve_links(named.parent().unwrap_or(Path::new("/")))?.join(name);
    for own in ["book", "scenarios"] {
        let own = resolve_links(&std::path::absolute(root.join(own))?)?;
        let place = printable_path(dest);
        let source = printable_path(&own);
        ensure!(
            !folder.starts_with(&own),
            "{place} is inside {source}, and the book cannot be inside its own source"
        );
    }
    check_replaceable(&folder)
        .with_context(|| format!("refusing to overwrite {}", printable_path(dest)))?;
    Ok(folder)
}

/// Puts the new site in the place of the old one. What stood there is looked at once it is out of reach: if somebody has
/// changed it meanwhile, it is put back.
fn mark_and_put_site(work: &TemporaryPath, new: &Path, folder: &Path) -> Result<()> {
    mark_site(new)?;
    let mut end_waits = postpone_end();
    let old = work.path().join("old");
    let replaced = replace_unchanged_site(new, folder, &old);
    if replaced.is_err() && old.exists() {
        end_waits.exempt_from_removal(work);
        let kept = format!(
            "the old content of {} is now in {}",
            printable_path(folder),
            printable_path(&old)
        );
        return replaced.context(kept);
    }
    replaced
}

/// Swaps a new site for the one in its place, and swaps back if somebody has changed the old one.
fn replace_unchanged_site(new: &Path, folder: &Path, old: &Path) -> Result<()> {
    swap_folders(new, folder, old)
        .with_context(|| format!("{} cannot be replaced", printable_path(folder)))?;
    if let Err(error) = check_replaceable(old) {
        fs::rename(folder, new)?;
        fs::rename(old, folder)?;
        return Err(error)
            .with_context(|| format!("refusing to overwrite {}", printable_path(folder)));
    }
    Ok(())
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

/// Returns where a path leads, as far as there is anything.
fn resolve_links(path: &Path) -> Result<PathBuf> {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Err(error), Some(parent), Some(name)) if error.kind() == ErrorKind::NotFound => {
            Ok(resolve_links(parent)?.join(name))
        }
        (found, ..) => found.with_context(|| format!("{} cannot be reached", printable_path(path))),
    }
}

/// Writes the mark of a new site.
fn mark_site(site: &Path) -> Result<()> {
    let mut text = format!("{MARK_TITLE}\n");
    for (_, line) in describe_entries(site)? {
        text += &format!("{line}\n");
    }
    fs::write(site.join(MARK), text).context("the file that marks the site cannot be written")
}

/// Returns the paths of all files, links and folders in a folder, but for the mark of a site.
fn list_site_entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", printable_path(folder)))?;
        let path = entry.path().strip_prefix(folder)?;
        if path != Path::new(MARK) {
            found.push(path.to_path_buf());
        }
    }
    Ok(found)
}

/// Returns the entries of a folder, each with its line of the mark.
fn describe_entries(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let entries = list_site_entries(folder)?.into_par_iter();
    let described = entries.map(|path| {
        let line = mark_line_for_entry(folder, &path)?;
        Ok((path, line))
    });
    described.collect()
}

/// Returns the fingerprint of the list of files of a site. It covers their contents.
fn fingerprint_of_site_files(site: &Path) -> Result<String> {
    let mark = fs::read_to_string(site.join(MARK))
        .with_context(|| format!("{} cannot be read", printable_path(site.join(MARK))))?;
    Ok(fingerprint_in_hex(&mark))
}

/// Returns whether a folder, in which nobody changed a file of a site, holds the whole site of a build.
fn is_site_of(folder: &Path, record: &BuildRecord) -> Result<bool> {
    let Ok(mark) = fs::read_to_string(folder.join(MARK)) else {
        return Ok(false);
    };
    // The first line is a title.
    let listed = mark.lines().count().saturating_sub(1);
    Ok(fingerprint_in_hex(&mark) == record.site && list_site_entries(folder)?.len() == listed)
}

/// Returns the line of the mark for an entry: what it is, with the fingerprint of a file, and its path.
fn mark_line_for_entry(site: &Path, path: &Path) -> Result<String> {
    let place = site.join(path);
    let kind = place
        .symlink_metadata()
        .with_context(|| format!("{} cannot be read", printable_path(&place)))?
        .file_type();
    let what = if kind.is_dir() {
        "folder".to_owned()
    } else if kind.is_file() {
        let bytes = fs::read(&place)
            .with_context(|| format!("{} cannot be read", printable_path(&place)))?;
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
            holds_only_listed_files(folder, &mark)?,
            "not empty, and not created by `mouche build`"
        );
        return Ok(());
    };
    let listed: BTreeSet<&str> = listed.lines().collect();
    for (path, line) in describe_entries(folder)? {
        if !listed.contains(&*line) {
            let is_named = listed
                .iter()
                .any(|known| known.ends_with(&format!(" {path:?}")));
            ensure!(
                !is_named,
                "{} was changed since `mouche build` made it",
                printable_path(&path)
            );
            bail!(
                "it holds {}, which `mouche build` did not create",
                printable_path(&path)
            );
        }
    }
    Ok(())
}

/// Returns whether a folder holds a site with exactly the files whose paths a mark of version 0.2
/// lists.
fn holds_only_listed_files(folder: &Path, mark: &str) -> Result<bool> {
    let mut listed: BTreeSet<PathBuf> = mark.lines().map(PathBuf::from).collect();
    let is_site =
        listed.contains(Path::new("index.html")) && listed.contains(Path::new("toc.html"));
    listed.insert(MARK.into());
    Ok(is_site && listed == list_files(folder)?)
}
