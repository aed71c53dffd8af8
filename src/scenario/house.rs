//! The tables of folders, as their files tell them.

use super::files::{read, shown};
use super::replay::check::{Checked, check_in, settled};
use super::text::header::TABLE_FILE;
use super::text::{House, say};
use crate::editions::house::seat;
use crate::rules::Ruleset;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What was last read of each folder, and what it came to.
static READ: Mutex<BTreeMap<PathBuf, (Vec<u8>, House)>> = Mutex::new(BTreeMap::new());

/// The table at which a file is played: that of its folder, or else of the nearest above, up to where a repository begins.
pub fn house_of(file: &Path) -> House {
    let file = std::path::absolute(file).unwrap_or_default();
    for folder in file.ancestors().skip(1) {
        match house_in(folder) {
            House::None if !folder.join(".git").exists() => {}
            house => return house,
        }
    }
    House::None
}

/// The rules of those of these files that can be agreed.
pub fn tables(files: &[PathBuf]) -> Vec<&'static Ruleset> {
    let folders = files.iter().filter_map(|file| std::path::absolute(file).ok()?.parent().map(Path::to_path_buf));
    folders.filter_map(|folder| house_in(&folder).rules()).collect()
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
