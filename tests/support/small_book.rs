//! A book of its own: our theme and prose, and two scenarios.

use crate::book_sample_prose::{copy_prose, rewrite};
use crate::repository_paths;
use crate::shared;

use std::path::Path;

/// It, in a folder that goes with the test: with the rules that its hands rest on.
pub fn small_book() -> tempfile::TempDir {
    let root = small_book_with_all_chapters();
    keep_needed_chapters(&root.path().join("book"));
    root
}

/// The same with all that the program makes of every edition.
pub fn small_book_with_all_chapters() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let own = repository_paths::root();
    copy_prose(&root.path().join("book"));
    shared::copy_cache(root.path());
    let shelf = root.path().join("scenarios/mouche-1718");
    std::fs::create_dir_all(&shelf).expect("a folder");
    for name in ["denise-must-trump.md", "la-dame-entre-deux.md"] {
        std::fs::copy(
            own.join("scenarios/mouche-1718").join(name),
            shelf.join(name),
        )
        .expect("a scenario");
    }
    root
}

/// Leaves a book with the chapters alone that its hands rest on.
pub fn keep_needed_chapters(book: &Path) {
    rewrite(&book.join("book.toml"), |text| {
        let is_asked = |line: &&str| {
            !["\"/", "editions = ", "extra = ", "offline = "]
                .iter()
                .any(|start| line.starts_with(start))
        };
        text.lines()
            .filter(is_asked)
            .map(|line| format!("{line}\n"))
            .collect()
    });
}
