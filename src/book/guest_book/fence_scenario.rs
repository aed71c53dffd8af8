//! The scenario of a `hand` fence: in the file that the fence names, or inside the fence.

use crate::book::fence_filling::ChapterDirectiveFence;
use crate::scenario::report::{FileDiagnostics, render_full};
use crate::scenario::{
    CheckedFile, FolderRules, check_in, house_rules_of, printable_path, read_scenario_bytes,
};
use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The folders of a guest book.
pub(super) struct GuestBookFolders {
    /// The folder of `book.toml`.
    pub(super) root: PathBuf,
    pub(super) scenarios: PathBuf,
    pub(super) chapters: PathBuf,
}

/// A scenario of a fence that passed its check, and the file that it is written in.
pub(super) struct PassedFenceScenario {
    pub(super) path: PathBuf,
    pub(super) file: CheckedFile,
}

/// Reads and checks the scenario of a fence. `chapter_file` is the file of the chapter that has the
/// fence.
pub(super) fn read_fence(
    fence: &ChapterDirectiveFence,
    page: &Path,
    chapter_file: &Path,
    folders: &GuestBookFolders,
) -> Result<PassedFenceScenario> {
    if fence.path.is_empty() {
        return Ok(PassedFenceScenario {
            path: chapter_file.to_path_buf(),
            file: check_inline(fence, page, chapter_file)?,
        });
    }
    let path = find_named_file(fence, chapter_file, folders)?;
    let bytes = File::open(&path)
        .and_then(read_scenario_bytes)
        .with_context(|| format!("{} cannot be read", printable_path(&path)))?;
    let file = check_in(house_rules_of(&path), &printable_path(&path), &bytes);
    Ok(PassedFenceScenario {
        file: refuse_if_broken(file)?,
        path,
    })
}

/// Finds the file that a fence names: in the folder of scenarios, or else in the folder of the
/// chapter.
fn find_named_file(
    fence: &ChapterDirectiveFence,
    chapter_file: &Path,
    folders: &GuestBookFolders,
) -> Result<PathBuf> {
    let (path, _) = fence.path_and_steps();
    ensure!(
        fence.body.trim().is_empty(),
        "the fence has a path, `{path}`, and a scenario inside: leave out one"
    );
    ensure!(
        !Path::new(path).is_absolute(),
        "`{path}` is an absolute path: a hand is read from the folder of the book or of its scenarios alone. Write its path from there"
    );
    let GuestBookFolders {
        root,
        scenarios,
        chapters,
    } = folders;
    let chapter_folder = chapter_file.parent().unwrap_or(chapters);
    let candidates = [scenarios.join(path), chapter_folder.join(path)];
    let Some(found) = candidates.iter().find(|candidate| candidate.is_file()) else {
        let [in_scenarios, in_chapters] = candidates.map(|candidate| {
            let shown = candidate.strip_prefix(root).unwrap_or(&candidate);
            shown.display().to_string()
        });
        bail!("no scenario is at `{path}`: neither {in_scenarios} nor {in_chapters} is a file");
    };
    ensure!(
        is_within_real_folder(found, root) || is_within_real_folder(found, scenarios),
        "`{path}` leads out of the book: a hand is read from {} or {} alone. Copy the scenario there, and write its path from there",
        root.display(),
        scenarios.display()
    );
    Ok(found.clone())
}

/// Returns whether a file lies in a folder, after symbolic links are followed.
fn is_within_real_folder(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}

/// Checks the scenario inside a fence. The lines in an error are those of the chapter.
fn check_inline(
    fence: &ChapterDirectiveFence,
    page: &Path,
    chapter_file: &Path,
) -> Result<CheckedFile> {
    ensure!(
        !fence.body.trim().is_empty(),
        "this hand has no scenario: write the path of one after the word `hand`, or the scenario itself inside"
    );
    let path = page.display().to_string();
    let book = FolderRules {
        language: house_rules_of(chapter_file).language,
        ..FolderRules::NONE
    };
    let checked = refuse_if_broken(check_in(book, &path, fence.body.as_bytes()));
    if checked.is_ok() {
        return checked;
    }
    let at_line_of_chapter = "\n".repeat(fence.line) + &fence.body;
    refuse_if_broken(check_in(book, &path, at_line_of_chapter.as_bytes()))
}

/// Returns a scenario that holds.
///
/// # Errors
/// The file is no scenario, or does not hold.
fn refuse_if_broken(file: CheckedFile) -> Result<CheckedFile> {
    ensure!(
        file.is_scenario || !file.diagnostics.is_empty(),
        "this is not a scenario: it has no `toml scenario` fence. Put four backticks around a scenario, because it has fences of its own"
    );
    let report = FileDiagnostics {
        path: &file.path,
        text: &file.text,
        diagnostics: &file.diagnostics,
    };
    ensure!(
        file.holds(),
        "this hand does not hold\n{}",
        report_in_full(&report)
    );
    Ok(file)
}

/// Returns the diagnostics of a hand as text for a terminal of 120 columns, without colours.
pub(super) fn report_in_full(report: &FileDiagnostics) -> String {
    render_full(report, false, 120)
}

/// Returns a path without symbolic links, or the path itself if there is no such file.
pub(super) fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
