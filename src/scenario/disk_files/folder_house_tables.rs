//! The tables of folders: which `mouche.toml` counts for a scenario file, and the rules that it describes.

use super::book_settings::{default_language_in, read_book_settings, source_folder};
use super::edition_files::editions_of_folders;
use super::{absolute_path, printable_path, read_scenario_bytes};
use crate::cards::CardLanguage;
use crate::editions::house_table::register_house_rules;
use crate::rules::Ruleset;
use crate::scenario::replay::check_and_prove_fixes::check_in;
use crate::scenario::replay::checked_file::{CheckedFile, read_house_rules};
use crate::scenario::text::{
    FolderEditions, FolderHouseTable, FolderRules, diagnose, header::TABLE_FILE,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The table of a folder, and the text of the file that describes it.
struct CachedFolderTable {
    text: Vec<u8>,
    /// The editions of authors from which the table could start.
    editions: &'static FolderEditions,
    table: FolderHouseTable,
}

impl CachedFolderTable {
    /// Returns whether the table was read from this text, with these editions.
    fn is_from(&self, text: &[u8], editions: &'static FolderEditions) -> bool {
        self.text == text && std::ptr::eq(self.editions, editions)
    }
}

/// The table of each folder, as it was last read.
static READ_TABLES: Mutex<BTreeMap<PathBuf, CachedFolderTable>> = Mutex::new(BTreeMap::new());

/// The folders that the call of the program names.
static NAMED_FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that the call of the program names a folder: tables in it count for the files below it.
pub fn trust_house_table_in(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    NAMED_FOLDERS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(absolute_path(folder));
}

/// Returns the table at which a file is played: that of its folder, or else of the nearest folder above it; and the language of
/// its book. No folder counts above the repository, or above the folder that was named.
pub fn house_rules_of(file: &Path) -> FolderRules {
    let (table, editions) = nearest_table(file);
    FolderRules {
        table: match table {
            Some((_, table)) => table,
            None => FolderHouseTable::None,
        },
        editions: Some(editions),
        language: language_of_book(file),
    }
}

/// Returns the language in which files are written that do not say one: that of the nearest book to which the file belongs.
fn language_of_book(file: &Path) -> CardLanguage {
    let file = absolute_path(file);
    let outermost = outermost_table_folder(&file);
    for folder in file.ancestors().skip(1) {
        if let Some(language) = default_language_in(folder) {
            return language;
        }
        if folder == outermost {
            break;
        }
    }
    // The chapters of an mdBook lie in a folder below its settings.
    for root in outermost.ancestors().skip(1) {
        if let Some(settings) = read_book_settings(root) {
            return if file.starts_with(root.join(source_folder(&settings))) {
                default_language_in(root).unwrap_or_default()
            } else {
                CardLanguage::English
            };
        }
    }
    CardLanguage::English
}

/// Returns the `mouche.toml` of the table at which a file is played, as it is reached from the current folder.
pub fn table_file_for(file: &Path) -> Option<PathBuf> {
    let (folder, _) = nearest_table(file).0?;
    Some(path_from_here(folder.join(TABLE_FILE)))
}

/// Returns a path as it is reached from the current folder.
fn path_from_here(path: PathBuf) -> PathBuf {
    let current_folder = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(current_folder) {
        Ok(relative) => relative.to_path_buf(),
        Err(_) => path,
    }
}

/// Returns the name of a file for a message.
fn name_for_messages(file: &Path) -> &'static str {
    // Leaked because the tables of folders are kept until the program ends; once for each text of a file with an error.
    printable_path(path_from_here(file.to_path_buf())).leak()
}

/// Returns the `mouche.toml` that applies to a file, if it has an error.
pub fn broken_table_for(file: &Path) -> Option<PathBuf> {
    let is_broken = matches!(house_rules_of(file).table, FolderHouseTable::Broken(_));
    if is_broken {
        table_file_for(file)
    } else {
        None
    }
}

/// Returns the rules of the tables that these files describe; a file with a mistake has none.
pub fn read_tables(files: &[PathBuf]) -> Vec<&'static Ruleset> {
    files.iter().filter_map(|file| table_rules(file)).collect()
}

/// Reads the editions of the folders of these edition files, so that each is known by its id.
pub fn register_editions_of_folders(files: &[PathBuf]) {
    for file in files {
        house_rules_of(file);
    }
}

/// Returns the rules of the table that a file describes, unless the file has a mistake.
fn table_rules(file: &Path) -> Option<&'static Ruleset> {
    house_rules_of(file).house_table_rules()
}

/// Returns the files whose table has the name of the table of an earlier file, each with the diagnostic that says so.
pub fn tables_with_same_name(files: &[PathBuf]) -> Vec<CheckedFile> {
    let mut files_by_name: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    let mut duplicates = Vec::new();
    for path in files {
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let (Some(name), ..) = read_house_rules(house_rules_of(path).editions, &text) else {
            continue;
        };
        let Some(rules) = table_rules(path) else {
            continue;
        };
        let Some(other) = files_by_name.insert(rules.id, path) else {
            continue;
        };
        let same_name = diagnose!(
            "two-tables",
            &name,
            called = rules.name,
            other = printable_path(other)
        );
        let mut duplicate = check_in(
            house_rules_of(path),
            &path.display().to_string(),
            text.as_bytes(),
        );
        duplicate.diagnostics.push(same_name);
        duplicates.push(duplicate);
    }
    duplicates
}

/// Returns the nearest folder with a table that counts for a file, and that table; and the editions of authors that the file
/// can name.
fn nearest_table(file: &Path) -> (Option<(PathBuf, FolderHouseTable)>, &'static FolderEditions) {
    let file = absolute_path(file);
    let outermost = outermost_table_folder(&file);
    let mut folders: Vec<&Path> = Vec::new();
    for folder in file.ancestors().skip(1) {
        folders.push(folder);
        if folder == outermost {
            break;
        }
    }
    let editions = editions_of_folders(folders.iter().rev().copied());
    for folder in folders {
        let table = table_in(folder, editions);
        if !matches!(table, FolderHouseTable::None) {
            return (Some((folder.to_path_buf(), table)), editions);
        }
    }
    (None, editions)
}

/// Returns the table of a folder, which starts from one of our editions or of these. Its file is read again only if its
/// text or the editions have changed.
fn table_in(folder: &Path, editions: &'static FolderEditions) -> FolderHouseTable {
    let file = folder.join(TABLE_FILE);
    let text = if file.is_file() {
        File::open(&file).and_then(read_scenario_bytes)
    } else {
        Ok(Vec::new())
    };
    // What cannot be read says nothing that could be agreed.
    let text = text.unwrap_or_else(|_| b"[table]".into());
    let mut known = READ_TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(folder) {
        Some(before) if before.is_from(&text, editions) => return before.table,
        None if text.is_empty() => return FolderHouseTable::None,
        _ => {}
    }
    let table = match std::str::from_utf8(&text) {
        Ok(written) => match read_house_rules(Some(editions), written) {
            (_, Some(rules), _) => FolderHouseTable::Rules(rules),
            (.., wrong) if wrong.is_empty() => FolderHouseTable::None,
            _ => FolderHouseTable::Broken(name_for_messages(&file)),
        },
        Err(_) => FolderHouseTable::Broken(name_for_messages(&file)),
    };
    let rules = FolderRules {
        table,
        ..FolderRules::NONE
    };
    register_house_rules(&folder.to_string_lossy(), rules.house_table_rules());
    known.insert(
        folder.to_path_buf(),
        CachedFolderTable {
            text,
            editions,
            table,
        },
    );
    table
}

/// Returns the outermost folder whose house table may count for a file: the root of its repository;
/// else the parent of `scenarios`, or the folder that was named; else its own folder. What lies
/// above may be anybody's.
fn outermost_table_folder(file: &Path) -> &Path {
    let own = file.parent().unwrap_or(file);
    let mut above = own.ancestors();
    if let Some(repository) = above.find(|folder| folder.join(".git").exists()) {
        return repository;
    }
    let scenarios = own
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
    let named_folders = NAMED_FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let named = own
        .ancestors()
        .filter(|folder| named_folders.contains(*folder))
        .last();
    let candidates = [scenarios.and_then(Path::parent), named];
    candidates
        .into_iter()
        .flatten()
        .min_by_key(|folder| folder.components().count())
        .unwrap_or(own)
}
