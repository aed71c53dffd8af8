//! Finding scenario files, and the tables of their folders, by what the folder holds and nothing else on the machine.

use super::replay::check::{Checked, settled};
use super::replay::file::check_in;
use super::text::diagnostic::sort_by_place;
use super::text::{
    Diagnostic, HouseRules, Spanned, diagnose, escape_hidden, header::TABLE_FILE, quote,
};
use crate::cards::count_in_words;
use crate::editions::house::register_house_rules;
use crate::rules::Ruleset;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files of a folder that say what to pass over in it.
const IGNORE_FILES: [&str; 2] = [".gitignore", OURS];
const OURS: &str = ".scenarioignore";

/// The files that a walk through a folder found.
#[derive(Debug, Default)]
pub struct FoundFiles {
    /// The Markdown files, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// The files that may give a folder a table, in the same order.
    pub tables: Vec<PathBuf>,
    /// What might have been a scenario and is not read, in the order of the paths.
    pub skipped: Vec<SkippedFile>,
    /// What could not be walked, each with the reason.
    pub unreadable: Vec<Error>,
}

/// A file, or a link, that a walk does not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// Why it is not read.
    pub reason: SkipReason,
    /// Where it stands.
    pub path: PathBuf,
}

/// Why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A `.gitignore` or `.scenarioignore` names it.
    Ignored,
    /// It is a link that leads out of the folder.
    LinkOut,
    /// It is a link that leads nowhere, or in a circle.
    DeadLink,
    /// It has the name of a Markdown file, and is a pipe, a socket or a device.
    NotAFile,
}

/// Finds the Markdown files under a folder, in the order of their paths; or a file itself if the path is one.
pub fn find_scenarios(root: &Path) -> Result<FoundFiles> {
    let mut found = find_scenarios_except(root, &[])?;
    found.unreadable.pop().map_or(Ok(found), Err)
}

/// Finds scenarios as [`find_scenarios`] does, without what the globs name, which are read as lines of a `.gitignore` in the folder.
///
/// What cannot be read under the folder is listed, and the rest is found. A path that does not exist and a glob that cannot
/// be read are errors. A link stands for what it leads to, if that lies in the folder: it is found once, by its own name.
pub fn find_scenarios_except(root: &Path, exclude: &[String]) -> Result<FoundFiles> {
    if std::fs::metadata(root)?.is_file() {
        return Ok(FoundFiles {
            files: vec![root.to_path_buf()],
            ..FoundFiles::default()
        });
    }
    let mut overrides = OverrideBuilder::new(root);
    for glob in exclude {
        // Overrides say what to keep, and `!` what not.
        overrides.add(&format!("!{glob}")).map_err(Error::other)?;
    }
    let overrides = overrides.build().map_err(Error::other)?;
    let everything = FolderWalk::walk_folder(root, &overrides, false);
    if !everything.has_ignore_file {
        return Ok(everything.into_found());
    }
    let heeding = FolderWalk::walk_folder(root, &overrides, true);
    let ignored = everything
        .files
        .difference(&heeding.files)
        .cloned()
        .collect::<Vec<_>>();
    let mut found = heeding.into_found();
    found
        .skipped
        .extend(ignored.into_iter().map(|path| SkippedFile {
            reason: SkipReason::Ignored,
            path,
        }));
    found.skipped.sort();
    Ok(found)
}

/// Returns a path for a message: no character of it controls a terminal or ends a line.
pub fn display_path(path: impl AsRef<Path>) -> String {
    escape_hidden(&path.as_ref().display().to_string())
}

/// How long a scenario file may be, in megabytes.
pub const MAX_FILE_MEGABYTES: usize = 1;

/// Returns whether a file of so many bytes is longer than the program reads.
pub fn is_too_long(bytes: usize) -> bool {
    bytes > MAX_FILE_MEGABYTES * 1_000_000
}

/// Says that a file is too long, and what to do.
pub fn too_long_message() -> String {
    format!("it is longer than {MAX_FILE_MEGABYTES} MB; split it into several files")
}

/// Reads the bytes of a scenario file, or of standard input.
///
/// # Errors
/// They cannot be read, or are too many.
pub fn read_scenario_bytes(source: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(MAX_FILE_MEGABYTES as u64 * 1_000_000 + 1)
        .read_to_end(&mut bytes)?;
    if is_too_long(bytes.len()) {
        return Err(Error::other(too_long_message()));
    }
    Ok(bytes)
}

/// How many names a line lists before it counts the rest.
const NAMES_IN_A_LINE: usize = 5;

/// Returns which files were skipped and why, for the end of a summary line; nothing if none was.
pub fn describe_skipped(all: &[SkippedFile]) -> String {
    all.chunk_by(|one, next| one.reason == next.reason)
        .map(|same| format!("; {}", passed_over_alike(same)))
        .collect()
}

/// Returns which files were skipped for one reason.
fn passed_over_alike(same: &[SkippedFile]) -> String {
    let files = count_in_words(same.len(), "file");
    let links = count_in_words(same.len(), "link");
    let what = match same[0].reason {
        SkipReason::Ignored => {
            format!("{files} passed over, as a .gitignore or .scenarioignore says")
        }
        SkipReason::LinkOut => format!("{links} out of the folder not followed"),
        SkipReason::DeadLink => format!("{links} to nothing"),
        SkipReason::NotAFile => format!("{files} passed over, being a pipe, socket or device"),
    };
    format!("{what}: {}", list_names(same.iter().map(|one| &one.path)))
}

/// Returns the first of some paths, and how many more there are.
pub fn list_names(paths: impl Iterator<Item = impl AsRef<Path>>) -> String {
    let mut names: Vec<String> = paths.map(display_path).collect();
    let more = names.len().saturating_sub(NAMES_IN_A_LINE);
    names.truncate(NAMES_IN_A_LINE);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    names.join(", ") + &rest
}

/// Returns whether a path has an ending of Markdown, in whatever case.
pub fn is_markdown(path: &Path) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown"))
}

/// A walk through a folder, and through the folders in it that links lead to.
struct FolderWalk<'a> {
    root: &'a Path,
    /// The root without links, where it can be reached.
    real_root: PathBuf,
    overrides: &'a Override,
    heeds_ignore_files: bool,
    has_ignore_file: bool,
    files: BTreeSet<PathBuf>,
    tables: BTreeSet<PathBuf>,
    /// The folders that were walked: a link to one of them leads to nothing new.
    folders: BTreeSet<PathBuf>,
    links: Vec<PathBuf>,
    passed_over: BTreeSet<SkippedFile>,
    unreadable: Vec<Error>,
}

impl<'a> FolderWalk<'a> {
    fn walk_folder(
        root: &'a Path,
        overrides: &'a Override,
        heeds_ignore_files: bool,
    ) -> FolderWalk<'a> {
        let mut walk = FolderWalk {
            root,
            real_root: root.canonicalize().unwrap_or_default(),
            overrides,
            heeds_ignore_files,
            has_ignore_file: false,
            files: BTreeSet::new(),
            tables: BTreeSet::new(),
            folders: BTreeSet::new(),
            links: Vec::new(),
            passed_over: BTreeSet::new(),
            unreadable: Vec::new(),
        };
        walk.walk_into(root);
        while let Some(link) = walk.links.pop() {
            walk.follow_link(link);
        }
        walk
    }

    fn into_found(self) -> FoundFiles {
        let FolderWalk {
            files,
            tables,
            passed_over,
            unreadable,
            ..
        } = self;
        let (files, tables) = (Vec::from_iter(files), Vec::from_iter(tables));
        FoundFiles {
            files,
            tables,
            skipped: Vec::from_iter(passed_over),
            unreadable,
        }
    }

    /// Walks one folder and those in it, and follows no link.
    fn walk_into(&mut self, folder: &Path) {
        let mut walk = WalkBuilder::new(folder);
        // Without these, the walk would follow what the user set for git, and what lies in folders above.
        walk.standard_filters(false)
            .overrides(self.overrides.clone())
            .filter_entry(is_source);
        if self.heeds_ignore_files {
            walk.git_ignore(true)
                .require_git(false)
                .add_custom_ignore_filename(OURS);
        }
        for entry in walk.build() {
            match entry {
                Ok(entry) => self.add_entry(entry),
                Err(error) => self.unreadable.push(Error::other(error)),
            }
        }
    }

    fn add_entry(&mut self, entry: DirEntry) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if kind.is_dir() || entry.depth() == 0 {
            self.folders.insert(entry.into_path());
        } else if kind.is_symlink() {
            self.links.push(entry.into_path());
        } else if kind.is_file() {
            self.has_ignore_file |= IGNORE_FILES.iter().any(|name| entry.file_name() == *name);
            self.add_file(entry.into_path());
        } else if is_markdown(entry.path()) {
            self.passed_over.insert(SkippedFile {
                reason: SkipReason::NotAFile,
                path: entry.into_path(),
            });
        }
    }

    fn add_file(&mut self, path: PathBuf) {
        if path.file_name().is_some_and(|name| name == TABLE_FILE) {
            self.tables.insert(path);
        } else if is_markdown(&path) {
            self.files.insert(path);
        }
    }

    /// Takes what a link leads to, by its own name, if that lies in the folder.
    fn follow_link(&mut self, link: PathBuf) {
        let Ok(target) = link.canonicalize() else {
            self.passed_over.insert(SkippedFile {
                reason: SkipReason::DeadLink,
                path: link,
            });
            return;
        };
        // A link to a picture or a text is no scenario that is missed.
        let is_of_interest = target.is_dir() || is_markdown(&target) || is_markdown(&link);
        let Ok(inside) = target.strip_prefix(&self.real_root) else {
            if is_of_interest {
                self.passed_over.insert(SkippedFile {
                    reason: SkipReason::LinkOut,
                    path: link,
                });
            }
            return;
        };
        // Nothing is put behind the root itself: it would then end in a slash.
        let path = if inside.as_os_str().is_empty() {
            self.root.to_path_buf()
        } else {
            self.root.join(inside)
        };
        if target.is_dir() {
            if !self.folders.contains(&path) {
                self.walk_into(&path);
            }
        } else if is_markdown(&link) && target.is_file() {
            self.files.insert(path);
        } else {
            self.add_file(path);
        }
    }
}

/// Returns whether an author may have written an entry: it is neither hidden nor made by programs, or the caller named it.
fn is_source(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_hidden =
        name.to_string_lossy().starts_with('.') && IGNORE_FILES.iter().all(|file| name != *file);
    let is_made = name == "target" && entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0 || !(is_hidden || is_made)
}

/// What was last read of each folder, and what it came to.
static READ: Mutex<BTreeMap<PathBuf, (Vec<u8>, HouseRules)>> = Mutex::new(BTreeMap::new());

/// The folders that the call of the program names.
static NAMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that the call of the program names a folder: tables in it count for the files below it.
pub fn note_named_folder(folder: &Path) {
    let folder = absolute(if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    });
    NAMED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(folder);
}

/// Returns the table at which a file is played: that of its folder, or else of the nearest folder above it. No folder
/// counts above the repository, or above the folder that was named.
pub fn house_rules_of(file: &Path) -> HouseRules {
    nearest_table(file).map_or(HouseRules::None, |(_, house)| house)
}

/// Returns the `mouche.toml` of the table at which a file is played, as it is reached from the current folder.
pub fn table_file_for(file: &Path) -> Option<PathBuf> {
    let (folder, _) = nearest_table(file)?;
    let table = folder.join(TABLE_FILE);
    let here = std::env::current_dir().unwrap_or_default();
    let below = table.strip_prefix(here).map(Path::to_path_buf);
    Some(below.unwrap_or(table))
}

/// Returns the nearest folder with a table that counts for a file, and that table.
fn nearest_table(file: &Path) -> Option<(PathBuf, HouseRules)> {
    let file = absolute(file);
    let outermost = outermost_folder(&file);
    for folder in file.ancestors().skip(1) {
        let house = house_in(folder);
        if !matches!(house, HouseRules::None) {
            return Some((folder.to_path_buf(), house));
        }
        if folder == outermost {
            break;
        }
    }
    None
}

/// Returns the absolute path of a file, without `..`: nothing else stands above it than the folders that it lies in.
fn absolute(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_default().components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Returns the outermost folder whose table may count for a file: where its repository begins; without a repository the
/// folder that holds `scenarios`, or the folder that was named; and if there is neither, its own. What lies above may be
/// anybody's.
fn outermost_folder(file: &Path) -> &Path {
    let own = file.parent().unwrap_or(file);
    let mut above = own.ancestors();
    if let Some(repository) = above.find(|folder| folder.join(".git").exists()) {
        return repository;
    }
    let scenarios = own
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = own
        .ancestors()
        .filter(|folder| named.contains(*folder))
        .last();
    let outermost = [scenarios.and_then(Path::parent), named]
        .into_iter()
        .flatten();
    outermost
        .min_by_key(|folder| folder.components().count())
        .unwrap_or(own)
}

/// Returns the rules of the tables that these files describe, of the files without a mistake.
pub fn read_tables(files: &[PathBuf]) -> Vec<&'static Ruleset> {
    let folders = files
        .iter()
        .filter_map(|file| absolute(file).parent().map(Path::to_path_buf));
    folders
        .filter_map(|folder| house_in(&folder).ruleset())
        .collect()
}

/// Checks a file with the table of its folder; and of a chapter also the files that its fences name.
pub fn check_file(path: &str, bytes: &[u8]) -> Checked {
    let mut checked = check_in(house_rules_of(Path::new(path)), path, bytes);
    check_links(&mut checked);
    checked
}

/// Checks the files that the fences of a chapter name: each is there, and holds.
pub fn check_links(checked: &mut Checked) {
    let Some(chapter) = &checked.chapter else {
        return;
    };
    let found: Vec<Diagnostic> = chapter
        .links
        .iter()
        .filter_map(|link| check_link(Path::new(&checked.path), link))
        .collect();
    checked.diagnostics.extend(found);
    sort_by_place(&mut checked.diagnostics, |wrong| (wrong.span.start, 0));
}

fn check_link(chapter: &Path, link: &Spanned<String>) -> Option<Diagnostic> {
    // What follows the path on its line says which steps are shown. A path may have spaces.
    let first = link.value.split(' ').next().unwrap_or_default();
    let names = if link.value == first {
        vec![first]
    } else {
        vec![link.value.as_str(), first]
    };
    let places: Vec<PathBuf> = names
        .iter()
        .flat_map(|name| places_of_link(chapter, name))
        .collect();
    let span = link.span.start..link.span.start + first.len();
    let Some(file) = places.iter().find(|place| place.is_file()) else {
        let places: Vec<String> = places_of_link(chapter, first)
            .iter()
            .map(display_path)
            .collect();
        return Some(diagnose!(
            "hand-not-found",
            &span,
            path = quote(first),
            places = places.join(", ")
        ));
    };
    let bytes = File::open(file)
        .and_then(read_scenario_bytes)
        .unwrap_or_default();
    let hand = check_in(house_rules_of(file), &file.display().to_string(), &bytes);
    if hand.holds() {
        return None;
    }
    let errors = count_in_words(hand.diagnostics.len().max(1), "error");
    Some(diagnose!(
        "hand-that-fails",
        &span,
        path = display_path(file),
        errors
    ))
}

/// Returns where a chapter's hand may be: in the folder of scenarios of its book, beside `book.toml` or as that file says;
/// without a `book.toml`, in the nearest `scenarios` within the repository; and beside the chapter.
fn places_of_link(chapter: &Path, name: &str) -> Vec<PathBuf> {
    let beside = chapter.parent().unwrap_or(Path::new(""));
    let mut places = Vec::new();
    let folders: Vec<PathBuf> = match std::path::absolute(chapter) {
        Ok(chapter) => chapter.ancestors().skip(1).map(Path::to_path_buf).collect(),
        Err(_) => Vec::new(),
    };
    if let Some(root) = folders
        .iter()
        .find(|folder| folder.join("book.toml").is_file())
    {
        let scenarios = folder_of_scenarios(root);
        let is_beside_the_book = scenarios.is_none();
        places.push(
            root.join(scenarios.unwrap_or_else(|| "scenarios".into()))
                .join(name),
        );
        // `mouche build` has the book in a folder beside the scenarios.
        if let Some(above) = root.parent().filter(|_| is_beside_the_book) {
            places.push(above.join("scenarios").join(name));
        }
    } else if let Some(root) = root_without_settings(&folders) {
        places.push(root.join("scenarios").join(name));
    }
    places.push(beside.join(name));
    places
}

/// Returns the innermost of these folders that holds `scenarios`, and none above the repository: that may be anybody's.
fn root_without_settings(folders: &[PathBuf]) -> Option<&PathBuf> {
    let repository = folders
        .iter()
        .position(|folder| folder.join(".git").exists());
    let within = &folders[..repository.map_or(folders.len(), |place| place + 1)];
    within
        .iter()
        .find(|folder| folder.join("scenarios").is_dir())
}

/// Returns the folder that a `book.toml` names for its scenarios.
fn folder_of_scenarios(root: &Path) -> Option<PathBuf> {
    let book = settings_of(root)?;
    preprocessor_of(&book)?
        .get("scenarios")?
        .as_str()
        .map(PathBuf::from)
}

/// Returns what a `book.toml` sets for mouche as a preprocessor of mdBook.
pub(super) fn preprocessor_of(settings: &toml::Table) -> Option<&toml::Value> {
    settings.get("preprocessor")?.get("mouche")
}

/// Returns whether mdBook writes curly quotation marks and dashes in a book with these settings.
pub(super) fn has_smart_punctuation(settings: &toml::Table) -> bool {
    let html = settings.get("output").and_then(|output| output.get("html"));
    let setting = html.and_then(|html| html.get("smart-punctuation"));
    setting.and_then(toml::Value::as_bool).unwrap_or(true)
}

/// Returns the folder of the chapters of a book, as its settings name it.
pub(super) fn source_folder(settings: &toml::Table) -> PathBuf {
    let named = settings
        .get("book")
        .and_then(|book| book.get("src"))
        .and_then(toml::Value::as_str);
    PathBuf::from(named.unwrap_or("src"))
}

/// Returns the `book.toml` in a folder, if it can be read.
pub(super) fn settings_of(root: &Path) -> Option<toml::Table> {
    std::fs::read_to_string(root.join("book.toml"))
        .ok()?
        .parse()
        .ok()
}

fn house_in(folder: &Path) -> HouseRules {
    let file = folder.join(TABLE_FILE);
    let text = if file.is_file() {
        File::open(&file).and_then(read_scenario_bytes)
    } else {
        Ok(Vec::new())
    };
    // What cannot be read says nothing that could be agreed.
    let text = text.unwrap_or_else(|_| b"[table]".into());
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(folder) {
        Some((before, house)) if *before == text => return *house,
        None if text.is_empty() => return HouseRules::None,
        _ => {}
    }
    let house = match std::str::from_utf8(&text).map(settled) {
        Ok((_, Some(rules), _)) => HouseRules::Table(rules),
        Ok((.., wrong)) if wrong.is_empty() => HouseRules::None,
        _ => HouseRules::Broken,
    };
    register_house_rules(&folder.to_string_lossy(), house.ruleset());
    known.insert(folder.to_path_buf(), (text, house));
    house
}

/// The pages that the hands of a book have taken, and by which file each.
#[derive(Debug, Default)]
pub struct PageNames(BTreeMap<String, String>);

impl PageNames {
    /// Takes a page for a scenario. If another has it already, that is told of this one. Names that differ only in their
    /// capitals are one: many file systems do not tell them apart.
    pub fn claim_page(&mut self, page: &str, checked: &mut Checked) {
        let Some(scenario) = &checked.scenario else {
            return;
        };
        let other = self
            .0
            .entry(page.to_lowercase())
            .or_insert_with(|| checked.path.clone());
        if *other != checked.path {
            let opening = scenario.header.opening.clone();
            checked.diagnostics.insert(
                0,
                diagnose!(
                    "same-page",
                    &opening,
                    other = quote(&display_path(other)),
                    page
                ),
            );
        }
    }
}

/// Of these files those whose table has the name of one before it, each with that mistake.
pub fn tables_with_same_name(files: &[PathBuf]) -> Vec<Checked> {
    let mut named: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in files {
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let ((Some(name), ..), Some(rules)) = (
            settled(&text),
            read_tables(std::slice::from_ref(path)).pop(),
        ) else {
            continue;
        };
        let Some(other) = named.insert(rules.id, path) else {
            continue;
        };
        let found = diagnose!(
            "two-tables",
            &name,
            called = rules.name,
            other = display_path(other)
        );
        let mut twin = check_in(
            HouseRules::None,
            &path.display().to_string(),
            text.as_bytes(),
        );
        twin.diagnostics.push(found);
        wrong.push(twin);
    }
    wrong
}
