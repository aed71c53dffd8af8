//! The path through the book: each page has its four parts, and all of them an hour.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of a page after its idea, in their order, and what each must hold.
const PARTS: [(&str, &[&str]); 4] = [
    ("Read", &["](../hands/", "```hand "]),
    ("Answer", &["```task ", "```question "]),
    ("Play", &["```deal ", "```practice "]),
    ("Now you can", &["."]),
];

/// Pages of five minutes each that an hour has.
const MOST: usize = 12;

/// The words that may stand on a page, so that there is time left to play.
const WORDS: usize = 400;

fn prose() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages of the path by the table of contents, from its root, without the page it begins with.
fn path() -> Vec<String> {
    let lines = read(&prose().join("SUMMARY.md"));
    let page = |line: &str| line.split_once("](")?.1.strip_suffix(')').map(str::to_owned);
    lines
        .lines()
        .filter(|line| line.starts_with("  - "))
        .filter_map(page)
        .filter(|page| page.starts_with("learn/"))
        .collect()
}

#[test]
fn every_page_has_its_four_parts() {
    for page in path() {
        let text = read(&prose().join(&page));
        let parts: Vec<(&str, &str)> = text.split("\n## ").skip(1).filter_map(|part| part.split_once('\n')).collect();
        let titles: Vec<&str> = parts.iter().map(|(title, _)| *title).collect();
        assert_eq!(titles, PARTS.map(|(title, _)| title), "{page}");
        for ((title, body), (_, holds)) in parts.iter().zip(PARTS) {
            assert!(holds.iter().any(|what| body.contains(what)), "{page}: {title} has none of {holds:?}");
        }
        let idea = text.split("\n## ").next().unwrap_or_default();
        assert!(idea.contains("](../rules/"), "{page}: its idea names no clause");
        assert!(text.split_whitespace().count() <= WORDS, "{page}: {} words", text.split_whitespace().count());
    }
}

#[test]
fn the_path_is_an_hour_and_its_first_page_leads_to_every_other() {
    let (path, start) = (path(), read(&prose().join("learn/learn.md")));
    let files = fs::read_dir(prose().join("learn")).expect("the folder").count();
    assert!(!path.is_empty() && path.len() <= MOST && files == path.len() + 1, "{files} files, {path:?}");
    for page in &path {
        let file = page.trim_start_matches("learn/");
        assert!(start.contains(&format!("]({file})")), "learn.md does not lead to {page}");
    }
    for from in ["introduction.md", "reading-a-hand.md", "../../README.md"] {
        assert!(read(&prose().join(from)).contains("learn/learn.md"), "{from} does not lead to the path");
    }
}
