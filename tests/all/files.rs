//! Which files are found below a folder.

use mouche::scenario::{find_markdown_files, find_markdown_files_except};
use std::path::{Path, PathBuf};

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// What is found in a folder, by name, and how many are passed over.
fn find_in_folder(root: &Path, exclude: &[&str]) -> (Vec<String>, usize) {
    let exclude: Vec<String> = exclude.iter().map(|glob| (*glob).to_owned()).collect();
    let found = find_markdown_files_except(root, &exclude).expect("a walk");
    let name = |path: &PathBuf| {
        path.strip_prefix(root)
            .expect("inside")
            .display()
            .to_string()
    };
    (found.files.iter().map(name).collect(), found.skipped.len())
}

#[test]
fn what_is_excluded_or_ignored_is_passed_over_unless_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for name in [
        "b.md",
        "a.md",
        "drafts/c.md",
        "old/d.md",
        "git/e.md",
        "note.txt",
    ] {
        write(root, name, "");
    }
    write(root, ".gitignore", "git/\n");
    write(root, ".scenarioignore", "old/\n");
    let names = |exclude: &[&str]| find_in_folder(root, exclude).0;
    assert_eq!(
        find_in_folder(root, &[]),
        (["a.md", "b.md", "drafts/c.md"].map(String::from).into(), 2)
    );
    assert_eq!(names(&["drafts/"]), ["a.md", "b.md"]);
    assert_eq!(names(&["**/c.md", "a*"]), ["b.md"]);
    assert_eq!(
        find_markdown_files(&root.join("old/d.md"))
            .expect("a file")
            .files
            .len(),
        1
    );
    assert!(find_markdown_files_except(root, &["[".to_owned()]).is_err());
    assert!(find_markdown_files(&root.join("none")).is_err());
}

#[test]
fn what_is_found_follows_from_the_folder_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let names = [
        ".github/pull.md",
        "hands/.draft.md",
        "hands/a.md",
        "hands/target/made.md",
        "hands/z/b.md",
    ];
    names.iter().for_each(|name| write(root, name, ""));
    for settings in [
        ".gitignore",
        ".ignore",
        ".scenarioignore",
        ".rgignore",
        ".git/info/exclude",
    ] {
        write(root, settings, "*.md\n");
    }
    write(root, "hands/.ignore", "*.md\n");
    write(root, "hands/.git/info/exclude", "*.md\n");
    assert_eq!(
        find_in_folder(&root.join("hands"), &[]),
        (vec!["a.md".into(), "z/b.md".into()], 0)
    );
    assert_eq!(find_in_folder(root, &[]), (Vec::new(), 2));
}

#[cfg(unix)]
#[test]
fn links_are_read_once_by_the_name_of_what_they_lead_to_or_named() {
    use mouche::scenario::{FileSkipReason, SkippedFile, describe_skipped};
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("hands");
    write(&root, "a.md", "");
    write(&root, "kept/b.md", "");
    write(&root, "old/c.md", "");
    write(&root, "picture.png", "");
    write(&root, ".scenarioignore", "kept/\nold/\n");
    write(folder.path(), "elsewhere/d.md", "");
    let links = [
        ("kept", "again"),
        ("a.md", "same.md"),
        (".", "old-circle"),
        ("../elsewhere", "out"),
        ("../elsewhere/d.md", "out.md"),
        ("nothing.md", "dead.md"),
        ("turning", "turning"),
        ("picture.png", "shown.png"),
    ];
    for (to, from) in links {
        symlink(to, root.join(from)).expect("a link");
    }
    let found = find_markdown_files_except(&root, &[]).expect("a walk");
    assert_eq!(found.files, [root.join("a.md"), root.join("kept/b.md")]);
    let named = |reason, name: &str| SkippedFile {
        reason,
        path: root.join(name),
    };
    let all = [
        named(FileSkipReason::Ignored, "old/c.md"),
        named(FileSkipReason::LinkOut, "out"),
        named(FileSkipReason::LinkOut, "out.md"),
        named(FileSkipReason::DeadLink, "dead.md"),
        named(FileSkipReason::DeadLink, "turning"),
    ];
    assert_eq!(found.skipped, all);
    let said = describe_skipped(&found.skipped).replace(&root.display().to_string(), "hands");
    let told = "; 1 file skipped because of a .gitignore or .scenarioignore: hands/old/c.md; 2 links not followed, to places \
        outside the folder: hands/out, hands/out.md; 2 links without a target: hands/dead.md, hands/turning";
    assert_eq!(said, told);
    // What is named is read, wherever it leads.
    assert_eq!(
        find_markdown_files(&root.join("out.md"))
            .expect("a file")
            .files
            .len(),
        1
    );
    assert_eq!(
        find_markdown_files(&root.join("out"))
            .expect("a folder")
            .files,
        [root.join("out/d.md")]
    );
}

#[test]
fn every_ending_of_markdown_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.MD", "b.markdown", "c.Md", "d.txt", "md"] {
        write(folder.path(), name, "");
    }
    assert_eq!(
        find_in_folder(folder.path(), &[]),
        (["a.MD", "b.markdown", "c.Md"].map(String::from).into(), 0)
    );
}
