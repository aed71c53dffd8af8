//! The scenario files that the fences of a chapter name: each is looked for, and checked.

use super::book_settings::{preprocessor_settings, read_book_settings};
use super::{find_markdown_files, house_rules_of, printable_path, read_scenario_bytes};
use crate::cards::count_of_or_no;
use crate::scenario::lesson::check_lesson_path_and_words;
use crate::scenario::replay::check_and_prove_fixes::check_in;
use crate::scenario::replay::checked_file::CheckedFile;
use crate::scenario::text::diagnostic::sort_by_place;
use crate::scenario::text::header::near_keys;
use crate::scenario::text::{Diagnostic, Span, Spanned, diagnose, quote};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Checks a file with the table of its folder; and of a chapter also the files that its fences name.
pub fn check_with_named_hands(path: &str, bytes: &[u8]) -> CheckedFile {
    let mut checked = check_in(house_rules_of(Path::new(path)), path, bytes);
    check_named_hand_files(&mut checked);
    checked
}

/// Checks the files that a chapter names: each hand is there and holds, and a lesson follows another lesson.
pub fn check_named_hand_files(checked: &mut CheckedFile) {
    let Some(chapter) = &checked.chapter else {
        return;
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    for link in &chapter.links {
        let Some(wrong) = check_linked_scenario(Path::new(&checked.path), link) else {
            continue;
        };
        // A file that several fences name is reported at the first.
        match found
            .iter()
            .position(|known| known.message == wrong.message)
        {
            Some(at) => {
                let first = found.remove(at);
                found.insert(at, first.with_related(wrong.span, "named here too"));
            }
            None => found.push(wrong),
        }
    }
    checked.diagnostics.extend(found);
    check_lesson_path_and_words(checked);
    sort_by_place(&mut checked.diagnostics, |wrong| (wrong.span.start, 0));
}

/// Returns the place of the path in what follows the word of a fence: which steps are shown stands behind it.
pub fn named_hand_span(link: &Spanned<String>) -> Span {
    let path = link.value.split(' ').next().unwrap_or_default();
    link.span.start..link.span.start + path.len()
}

/// Returns what is wrong with a link of a chapter to a scenario file: the file is missing, or does not hold.
fn check_linked_scenario(chapter: &Path, link: &Spanned<String>) -> Option<Diagnostic> {
    let span = named_hand_span(link);
    let Some(file) = find_named_hand(chapter, &link.value) else {
        let first = link.value.split(' ').next().unwrap_or_default();
        let mut searched: Vec<String> = Vec::new();
        for path in scenario_paths_for_fence(chapter, first) {
            let place = printable_path(path);
            if !searched.contains(&place) {
                searched.push(place);
            }
        }
        let wrong = diagnose!(
            "hand-not-found",
            &span,
            path = quote(first),
            places = searched.join(", ")
        );
        let near = similar_hand_names(chapter, first);
        return Some(wrong.with_suggestions(&near, str::to_owned));
    };
    let bytes = File::open(&file)
        .and_then(read_scenario_bytes)
        .unwrap_or_default();
    let scenario = check_in(house_rules_of(&file), &file.display().to_string(), &bytes);
    if scenario.holds() {
        return None;
    }
    let errors = count_of_or_no(scenario.diagnostics.len().max(1), "error");
    Some(diagnose!(
        "hand-that-fails",
        &span,
        path = printable_path(file),
        errors
    ))
}

/// Returns the file of the hand that a fence of a chapter names. What follows the path on its line says which steps are shown. A
/// path may have spaces.
pub fn find_named_hand(chapter: &Path, link: &str) -> Option<PathBuf> {
    let first = link.split(' ').next().unwrap_or_default();
    let mut names = vec![link, first];
    names.dedup();
    let mut candidates = names
        .into_iter()
        .flat_map(|name| scenario_paths_for_fence(chapter, name));
    candidates.find(|path| path.is_file())
}

/// Returns the hands that the author of a chapter may mean by a path that leads nowhere, as a fence names them: that path
/// with `.md` and without `scenarios/` or other folders, or paths that are spelled almost like it.
fn similar_hand_names(chapter: &Path, written: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = scenario_paths_for_fence(chapter, "");
    // The folder of the chapter itself has other chapters too.
    folders.pop();
    for folder in folders {
        let found = find_markdown_files(&folder).unwrap_or_default();
        for file in found.files {
            let name = file.strip_prefix(&folder).map(printable_path);
            names.extend(name);
        }
    }
    names.sort();
    names.dedup();
    let stem = written.strip_suffix(".md").unwrap_or(written);
    let inside = stem.strip_prefix("scenarios/").unwrap_or(stem);
    let last = inside.rsplit('/').next().unwrap_or_default();
    for name in [inside, last].map(|name| format!("{name}.md")) {
        if names.contains(&name) {
            return vec![name];
        }
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    near_keys(&format!("{inside}.md"), &known)
}

/// Returns where a chapter's hand may be: in the folder of scenarios of its book, beside `book.toml` or as that file says;
/// without a `book.toml`, in the nearest `scenarios` within the repository; and beside the chapter.
fn scenario_paths_for_fence(chapter: &Path, name: &str) -> Vec<PathBuf> {
    let beside = chapter.parent().unwrap_or(Path::new(""));
    let folders: Vec<PathBuf> = match std::path::absolute(chapter) {
        Ok(chapter) => chapter.ancestors().skip(1).map(Path::to_path_buf).collect(),
        Err(_) => Vec::new(),
    };
    let book_root = folders
        .iter()
        .find(|folder| folder.join("book.toml").is_file());
    let mut paths = Vec::new();
    if let Some(root) = book_root {
        if let Some(scenarios) = scenarios_folder_setting(root) {
            paths.push(root.join(scenarios).join(name));
        } else {
            paths.push(root.join("scenarios").join(name));
            // `mouche build` has the book in a folder beside the scenarios.
            if let Some(above) = root.parent() {
                paths.push(above.join("scenarios").join(name));
            }
        }
    } else if let Some(root) = nearest_folder_with_scenarios(&folders) {
        paths.push(root.join("scenarios").join(name));
    }
    paths.push(beside.join(name));
    paths
}

/// Returns the innermost of these folders that holds `scenarios`, and none above the repository: that may be anybody's.
fn nearest_folder_with_scenarios(folders: &[PathBuf]) -> Option<&PathBuf> {
    for folder in folders {
        if folder.join("scenarios").is_dir() {
            return Some(folder);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// Returns the folder that a `book.toml` names for its scenarios.
fn scenarios_folder_setting(book_root: &Path) -> Option<PathBuf> {
    let book = read_book_settings(book_root)?;
    preprocessor_settings(&book)?
        .get("scenarios")?
        .as_str()
        .map(PathBuf::from)
}
