//! Our theme and prose for a book of a few hands: without the path through the book, whose pages ask for many.

use crate::repository_paths::root;
use std::path::Path;

/// What the prose calls the first page of the path.
const PATH: &str = "learn/learn.md";

/// The lines of the first page that need what is not there: its questions, and links to lessons and games.
const FRONT: [&str; 4] = ["```", "learn/", "games/", "front-search"];

/// Copies them. What leads to the path leads to how a hand is read.
pub fn copy_prose(to: &Path) {
    copy(&root().join("book"), to);
    std::fs::remove_dir_all(to.join("src/learn")).expect("the path");
    rewrite(&to.join("src/SUMMARY.md"), |text| {
        text.lines()
            .filter(|line| !line.contains("](learn/"))
            .map(|line| format!("{line}\n"))
            .collect()
    });
    // Old addresses of hands and lessons lead to what is not here.
    rewrite(&to.join("book.toml"), |text| {
        text.lines()
            .filter(|line| !line.starts_with("\"/hands/") && !line.starts_with("\"/learn/"))
            .map(|line| format!("{line}\n"))
            .collect()
    });
    rewrite(&to.join("src/reading-a-hand.md"), |text| {
        text.replace(PATH, "reading-a-hand.md")
    });
    rewrite(&to.join("src/introduction.md"), |text| {
        text.lines()
            .filter(|line| !FRONT.iter().any(|part| line.contains(part)))
            .map(|line| format!("{line}\n"))
            .collect()
    });
}

pub fn rewrite(path: &Path, with: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(path).expect("a page");
    std::fs::write(path, with(&text)).expect("a page");
}

pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a file");
        }
    }
}
