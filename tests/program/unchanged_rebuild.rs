//! A second build of a book of which nothing has changed, and one of a book of which something has.

use crate::repository_paths;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// A folder with two hands and no settings.
fn folder_of_hands() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = folder.path().join("scenarios/mouche-1718");
    std::fs::create_dir_all(&shelf).expect("a folder");
    let own = repository_paths::root().join("scenarios/mouche-1718");
    for name in ["denise-must-trump.md", "la-dame-entre-deux.md"] {
        std::fs::copy(own.join(name), shelf.join(name)).expect("a scenario");
    }
    folder
}

/// Builds the book of a folder into `site`, and returns what the program prints.
fn build(folder: &Path, arguments: &[&str]) -> String {
    let built = Command::new(repository_paths::program())
        .args(["build", "--dest", "site"])
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("own-cache"))
        .output()
        .expect("mouche");
    let printed = String::from_utf8_lossy(&built.stdout).into_owned()
        + &*String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{printed}");
    printed
}

/// The time at which the list of the site was written: a site that is made again has a new list.
fn time_of_site(folder: &Path) -> SystemTime {
    let mark = std::fs::metadata(folder.join("site/.mouche-site")).expect("a site");
    mark.modified().expect("a time")
}

/// All files of the site with their bytes.
fn files_of_site(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let site = folder.join("site");
    let mut files = BTreeMap::new();
    let mut folders = vec![site.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&site).expect("a file of the site");
                files.insert(name.to_path_buf(), std::fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

#[test]
fn a_book_is_built_again_only_if_something_has_changed() {
    let folder = folder_of_hands();
    let root = folder.path();
    let printed = build(root, &[]);
    let first = (time_of_site(root), files_of_site(root));
    assert_eq!(build(root, &[]), printed);
    assert_eq!(time_of_site(root), first.0, "it was made again");

    // A page that was removed comes back.
    std::fs::remove_file(root.join("site/index.html")).expect("a page");
    build(root, &[]);
    assert!(files_of_site(root) == first.1);

    let mut last = time_of_site(root);
    let mut assert_made_again = |what: &str, arguments: &[&str]| {
        build(root, arguments);
        let now = time_of_site(root);
        assert!(now != last, "{what}");
        last = now;
    };
    assert_made_again("another option", &["--site-url", "https://example.org/"]);
    assert_made_again("the first options", &[]);
    std::fs::create_dir_all(root.join("book/src")).expect("a folder");
    std::fs::write(
        root.join("book/src/SUMMARY.md"),
        "# Summary\n\n[Ours](ours.md)\n",
    )
    .expect("a list");
    std::fs::write(root.join("book/src/ours.md"), "# Ours\n\nA chapter.\n").expect("a chapter");
    assert_made_again("a chapter", &[]);
    std::fs::create_dir_all(root.join("book/theme")).expect("a folder");
    std::fs::write(root.join("book/theme/head.hbs"), "<!-- ours -->\n").expect("a theme");
    assert_made_again("a theme", &[]);
    std::fs::write(
        root.join("mouche.toml"),
        "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\n",
    )
    .expect("a table");
    assert_made_again("a table above the hands", &[]);
}

/// The folders that a build makes: the site, its cache, and the secret of the user.
const MADE: [&str; 3] = ["site", "target", "own-cache"];

/// Builds a book that was built before, and then once more as if it never was. Both have the same bytes.
fn assert_same_as_new(root: &Path, what: &str) {
    build(root, &[]);
    let again = files_of_site(root);
    let aside = root.join("aside");
    std::fs::create_dir(&aside).expect("a folder");
    for made in MADE {
        std::fs::rename(root.join(made), aside.join(made)).expect("a folder");
    }
    build(root, &[]);
    let new = files_of_site(root);
    let names: Vec<&PathBuf> = again.keys().chain(new.keys()).collect();
    for name in names {
        assert!(
            again.get(name) == new.get(name),
            "{what}: {}",
            name.display()
        );
    }
    for made in MADE {
        std::fs::remove_dir_all(root.join(made)).expect("a folder");
        std::fs::rename(aside.join(made), root.join(made)).expect("a folder");
    }
    std::fs::remove_dir(aside).expect("a folder");
}

#[test]
fn pages_that_are_taken_over_are_those_that_a_new_build_makes() {
    let folder = folder_of_hands();
    let root = folder.path();
    let shelf = root.join("scenarios/mouche-1718");
    let own = repository_paths::root().join("scenarios/mouche-1718");
    let copy = |name: &str| {
        std::fs::copy(own.join(name), shelf.join(name)).expect("a scenario");
    };
    let edit = |name: &str, from: &str, to: &str| {
        let path = shelf.join(name);
        let text = std::fs::read_to_string(&path).expect("a hand");
        assert!(text.contains(from), "{name} has no {from}");
        std::fs::write(&path, text.replace(from, to)).expect("a hand");
    };
    build(root, &[]);
    edit(
        "denise-must-trump.md",
        "Denise must trump",
        "Denise plays a trump",
    );
    copy("a-six-is-enough.md");
    assert_same_as_new(root, "a hand with another title, and a new hand");

    let [old, new] = ["la-dame-entre-deux.md", "the-queen-between.md"].map(|name| shelf.join(name));
    std::fs::rename(old, new).expect("a hand");
    std::fs::create_dir_all(root.join("book/src")).expect("a folder");
    let summary = "# Summary\n\n[Ours](ours.md)\n";
    std::fs::write(root.join("book/src/SUMMARY.md"), summary).expect("a list");
    std::fs::write(root.join("book/src/ours.md"), "# Ours\n\nA chapter.\n").expect("a chapter");
    assert_same_as_new(root, "a hand with another name, and a chapter");

    std::fs::remove_file(shelf.join("denise-must-trump.md")).expect("a hand");
    let table = "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\n";
    std::fs::write(root.join("mouche.toml"), table).expect("a table");
    assert_same_as_new(root, "a hand less, and a table");

    let settings = "[book]\ntitle = \"Our hands\"\nlanguage = \"fr\"\n";
    std::fs::write(root.join("book/book.toml"), settings).expect("settings");
    assert_same_as_new(root, "another title and another language");

    let editions = repository_paths::root().join("tests/editions");
    let edition = root.join("scenarios/editions/lebrun-1827.toml");
    std::fs::create_dir_all(root.join("scenarios/editions")).expect("a folder");
    std::fs::copy(editions.join("editions/lebrun-1827.toml"), &edition).expect("an edition");
    let hand = "a-flush-in-1718-and-1827.md";
    std::fs::copy(editions.join(hand), root.join("scenarios").join(hand)).expect("a scenario");
    assert_same_as_new(root, "an edition of an author, and a hand of it");
    let text = std::fs::read_to_string(&edition).expect("an edition");
    let edited = text.replace("\"lanturlu\"", "\"lenturlu\"");
    assert_ne!(text, edited);
    std::fs::write(&edition, edited).expect("an edition");
    assert_same_as_new(root, "another term of the edition");
}

/// What lies outside of the folder may change without notice.
#[test]
fn a_book_that_includes_other_files_is_always_built() {
    let folder = folder_of_hands();
    let root = folder.path();
    let prose = root.join("book/src");
    std::fs::create_dir_all(&prose).expect("a folder");
    std::fs::write(prose.join("SUMMARY.md"), "# Summary\n\n[Ours](ours.md)\n").expect("a list");
    let note = root.join("note.txt");
    let text = format!("# Ours\n\n{{{{#include {}}}}}\n", note.display());
    std::fs::write(prose.join("ours.md"), text).expect("a chapter");
    for word in ["first", "second"] {
        std::fs::write(&note, format!("The {word} note.\n")).expect("a note");
        build(root, &[]);
        let page = std::fs::read_to_string(root.join("site/ours.html")).expect("a page");
        assert!(page.contains(&format!("The {word} note.")), "{word}");
    }
}
