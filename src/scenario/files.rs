//! Finding scenario files, and the tables of their folders, by what the folder holds and nothing else on the machine.

use super::replay::check::{Checked, settled};
use super::replay::file::check_in;
use super::text::diagnostic::sort;
use super::text::{At, Diagnostic, House, header::TABLE_FILE, quoted, say, visible};
use crate::cards::many;
use crate::editions::house::seat;
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

/// What a walk came upon.
#[derive(Debug, Default)]
pub struct Found {
    /// The Markdown files, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// The files that may give a folder a table, in the same order.
    pub tables: Vec<PathBuf>,
    /// How many more there are, which a `.gitignore` or `.scenarioignore` names.
    pub passed_over: usize,
    /// What could not be walked, each with the reason.
    pub unreadable: Vec<Error>,
}

/// What lies under a folder: its Markdown files, in the order of their paths; or a file itself if the path is one.
pub fn find(root: &Path) -> Result<Found> {
    let mut found = collect_but(root, &[])?;
    found.unreadable.pop().map_or(Ok(found), Err)
}

/// The same without what the globs say, read as lines of a `.gitignore` in the folder. What cannot be read under it is
/// told, and the rest is found. A path that does not exist, or a glob that is none, is an error.
pub fn collect_but(root: &Path, exclude: &[String]) -> Result<Found> {
    std::fs::metadata(root)?;
    let mut but = OverrideBuilder::new(root);
    for glob in exclude {
        // Overrides say what to keep, and `!` what not.
        but.add(&format!("!{glob}")).map_err(Error::other)?;
    }
    let but = but.build().map_err(Error::other)?;
    let (all, is_told) = walked(root, &but, false);
    if !is_told {
        return Ok(all);
    }
    let (mut found, _) = walked(root, &but, true);
    found.passed_over = all.files.iter().filter(|file| found.files.binary_search(file).is_err()).count();
    Ok(found)
}

/// A path as it is told: nothing in it steers a terminal, or ends a line.
pub fn shown(path: impl AsRef<Path>) -> String {
    visible(&path.as_ref().display().to_string())
}

/// How long a scenario file may be, in megabytes.
pub const LONGEST_FILE: usize = 1;

/// The bytes of a scenario file, or of standard input, unless it is so long that nobody can have written it.
pub fn read(source: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = LONGEST_FILE * 1_000_000;
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    let is_longer = || Error::other(format!("it is longer than {LONGEST_FILE} MB; part it"));
    if bytes.len() > most { Err(is_longer()) } else { Ok(bytes) }
}

/// How many files were passed over, for the end of a line; nothing if none was.
pub fn passed_over(files: usize) -> String {
    let told = || format!("; {} passed over, as a .gitignore or .scenarioignore says", many(files, "file"));
    if files > 0 { told() } else { String::new() }
}

/// What a walk finds, and whether it came upon a file that says what to pass over. `heeds` makes it do so.
fn walked(root: &Path, but: &Override, heeds: bool) -> (Found, bool) {
    let mut walk = WalkBuilder::new(root);
    // Without these, the walk would follow what the user set for git, and what lies in folders above.
    walk.standard_filters(false).overrides(but.clone()).filter_entry(is_source);
    if heeds {
        walk.git_ignore(true).require_git(false).add_custom_ignore_filename(OURS);
    }
    let (mut found, mut is_told) = (Found::default(), false);
    for entry in walk.build() {
        let Ok(entry) = entry.map_err(|error| found.unreadable.push(Error::other(error))) else { continue };
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        is_told |= is_file && IGNORE_FILES.iter().any(|name| entry.file_name() == *name);
        if is_file && entry.depth() > 0 && entry.file_name() == TABLE_FILE {
            found.tables.push(entry.into_path());
        } else if is_file && (entry.depth() == 0 || entry.path().extension().is_some_and(|end| end == "md")) {
            found.files.push(entry.into_path());
        }
    }
    found.files.sort();
    found.tables.sort();
    (found, is_told)
}

/// Whether an entry may be an author's: neither hidden nor made by programs. What the caller named is.
fn is_source(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_hidden = name.to_string_lossy().starts_with('.') && IGNORE_FILES.iter().all(|file| name != *file);
    let is_made = name == "target" && entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0 || !(is_hidden || is_made)
}

/// What was last read of each folder, and what it came to.
static READ: Mutex<BTreeMap<PathBuf, (Vec<u8>, House)>> = Mutex::new(BTreeMap::new());

/// The folders that the call of the program names.
static NAMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that the call of the program names a folder: tables in it count for the files below it.
pub fn note_named_folder(folder: &Path) {
    let folder = absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    NAMED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder);
}

/// Returns the table at which a file is played: that of its folder, or else of the nearest folder above it. No folder
/// counts above [`outermost_folder`].
pub fn house_of(file: &Path) -> House {
    let file = absolute(file);
    let outermost = outermost_folder(&file);
    for folder in file.ancestors().skip(1) {
        let house = house_in(folder);
        if !matches!(house, House::None) || folder == outermost {
            return house;
        }
    }
    House::None
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
    let scenarios = own.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = own.ancestors().filter(|folder| named.contains(*folder)).last();
    let outermost = [scenarios.and_then(Path::parent), named].into_iter().flatten();
    outermost.min_by_key(|folder| folder.components().count()).unwrap_or(own)
}

/// The rules of those of these files that can be agreed.
pub fn tables(files: &[PathBuf]) -> Vec<&'static Ruleset> {
    let folders = files.iter().filter_map(|file| absolute(file).parent().map(Path::to_path_buf));
    folders.filter_map(|folder| house_in(&folder).rules()).collect()
}

/// Checks a file with the table of its folder; and of a chapter also the files that its fences name.
pub fn check_file(path: &str, bytes: &[u8]) -> Checked {
    let mut checked = check_in(house_of(Path::new(path)), path, bytes);
    check_links(&mut checked);
    checked
}

/// Checks the files that the fences of a chapter name: each is there, and holds.
pub fn check_links(checked: &mut Checked) {
    let Some(chapter) = &checked.chapter else { return };
    let found: Vec<Diagnostic> =
        chapter.links.iter().filter_map(|link| check_link(Path::new(&checked.path), link)).collect();
    checked.diagnostics.extend(found);
    sort(&mut checked.diagnostics, |wrong| (wrong.span.start, 0));
}

fn check_link(chapter: &Path, link: &At<String>) -> Option<Diagnostic> {
    // What follows the path on its line says which steps are shown. A path may have spaces.
    let first = link.value.split(' ').next().unwrap_or_default();
    let names = if link.value == first { vec![first] } else { vec![link.value.as_str(), first] };
    let places: Vec<PathBuf> = names.iter().flat_map(|name| places_of_link(chapter, name)).collect();
    let span = link.span.start..link.span.start + first.len();
    let Some(file) = places.iter().find(|place| place.is_file()) else {
        let places: Vec<String> = places_of_link(chapter, first).iter().map(shown).collect();
        return Some(say!("hand-not-found", &span, path = quoted(first), places = places.join(", ")));
    };
    let bytes = File::open(file).and_then(read).unwrap_or_default();
    let hand = check_in(house_of(file), &file.display().to_string(), &bytes);
    if hand.holds() {
        return None;
    }
    let errors = many(hand.diagnostics.len().max(1), "error");
    Some(say!("hand-that-fails", &span, path = shown(file), errors))
}

/// Returns where a chapter's hand may be: in the folder of scenarios of its book, beside `book.toml` or as that file says, and
/// beside the chapter.
fn places_of_link(chapter: &Path, name: &str) -> Vec<PathBuf> {
    let beside = chapter.parent().unwrap_or(Path::new(""));
    let mut places = Vec::new();
    let folders: Vec<PathBuf> = match std::path::absolute(chapter) {
        Ok(chapter) => chapter.ancestors().skip(1).map(Path::to_path_buf).collect(),
        Err(_) => Vec::new(),
    };
    if let Some(root) = folders.iter().find(|folder| folder.join("book.toml").is_file()) {
        let scenarios = folder_of_scenarios(root);
        let is_beside_the_book = scenarios.is_none();
        places.push(root.join(scenarios.unwrap_or_else(|| "scenarios".into())).join(name));
        // `mouche build` has the book in a folder beside the scenarios.
        if let Some(above) = root.parent().filter(|_| is_beside_the_book) {
            places.push(above.join("scenarios").join(name));
        }
    }
    places.push(beside.join(name));
    places
}

/// Returns the folder that a `book.toml` names for its scenarios.
fn folder_of_scenarios(root: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(root.join("book.toml")).ok()?;
    let book: toml::Table = text.parse().ok()?;
    let ours = book.get("preprocessor")?.get("mouche")?;
    ours.get("scenarios")?.as_str().map(PathBuf::from)
}

fn house_in(folder: &Path) -> House {
    let file = folder.join(TABLE_FILE);
    let text = if file.is_file() { File::open(&file).and_then(read) } else { Ok(Vec::new()) };
    // What cannot be read says nothing that could be agreed.
    let text = text.unwrap_or_else(|_| b"[table]".into());
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(folder) {
        Some((before, house)) if *before == text => return *house,
        None if text.is_empty() => return House::None,
        _ => {}
    }
    let house = match std::str::from_utf8(&text).map(settled) {
        Ok((_, Some(rules), _)) => House::Of(Box::leak(Box::new(rules))),
        Ok((.., wrong)) if wrong.is_empty() => House::None,
        _ => House::Broken,
    };
    seat(&folder.to_string_lossy(), house.rules());
    known.insert(folder.to_path_buf(), (text, house));
    house
}

/// Of these files those whose table has the name of one before it, each with that mistake.
pub fn namesakes(files: &[PathBuf]) -> Vec<Checked> {
    let mut named: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in files {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let ((Some(name), ..), Some(rules)) = (settled(&text), tables(std::slice::from_ref(path)).pop()) else {
            continue;
        };
        let Some(other) = named.insert(rules.id, path) else { continue };
        let found = say!("two-tables", &name, called = rules.name, other = shown(other));
        let mut twin = check_in(House::None, &path.display().to_string(), text.as_bytes());
        twin.diagnostics.push(found);
        wrong.push(twin);
    }
    wrong
}
