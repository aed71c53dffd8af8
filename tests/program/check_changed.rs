//! `mouche check --changed`: only what differs from a commit, and what depends on it.

use crate::repository_paths;
use std::path::Path;
use std::process::{Command, Output};

const HELD: &str = include_str!("../held/denise-must-trump.md");

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    for (name, value) in [("NAME", "A"), ("EMAIL", "a@b.c")] {
        command
            .env(format!("GIT_AUTHOR_{name}"), value)
            .env(format!("GIT_COMMITTER_{name}"), value);
    }
    command.output().expect("a program")
}

fn git(folder: &Path, arguments: &[&str]) {
    let done = run(folder, "git", arguments);
    assert!(done.status.success(), "{done:?}");
}

/// What `mouche check --changed first` prints, and its exit code.
fn check(folder: &Path, base: &str) -> (Option<i32>, String) {
    let program = repository_paths::program().display().to_string();
    let paths = ["check", "scenarios", "book/src", "--changed", base];
    let done = run(folder, &program, &paths);
    let printed = String::from_utf8_lossy(&done.stdout).into_owned()
        + &*String::from_utf8_lossy(&done.stderr);
    (done.status.code(), printed)
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// Three hands in two folders, a chapter that shows one of them, and a branch with nothing of its own.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for name in ["one/a.md", "one/b.md", "two/c.md"] {
        write(root, &format!("scenarios/{name}"), HELD);
    }
    let chapter = "# A chapter\n\n```hand one/a.md\n```\n";
    write(root, "book/src/chapter.md", chapter);
    git(root, &["init", "-q"]);
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "first"]);
    git(root, &["branch", "first"]);
    folder
}

#[test]
fn only_what_changed_and_what_depends_on_it_is_checked() {
    let folder = repository();
    let root = folder.path();
    let nothing = "no scenarios; 4 files not affected by a change\n";
    assert_eq!(check(root, "first"), (Some(0), nothing.to_owned()));

    // A hand, and the chapter that shows it.
    let wrong = HELD.replace("Claude takes 3", "Claude takes 4");
    write(root, "scenarios/one/a.md", &wrong);
    let (code, printed) = check(root, "first");
    assert_eq!(code, Some(1), "{printed}");
    assert!(
        printed.contains("a.md:") && printed.contains("; 2 files not affected by a change"),
        "{printed}"
    );
    git(root, &["commit", "-q", "-a", "-m", "second"]);
    assert_eq!(check(root, "first").1, printed);
    assert_eq!(check(root, "HEAD"), (Some(0), nothing.to_owned()));

    // A hand that git does not know yet.
    write(root, "scenarios/two/d.md", &wrong);
    let (code, printed) = check(root, "HEAD");
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("d.md:"), "{printed}");
    std::fs::remove_file(root.join("scenarios/two/d.md")).expect("a file");

    // A table: every hand of its folder.
    write(
        root,
        "scenarios/two/mouche.toml",
        "[table]\nname = \"Chez Marie\"\nedition = \"mouche-1718\"\n",
    );
    let (code, printed) = check(root, "HEAD");
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.starts_with("1 scenario, ")
            && printed.contains("; 3 files not affected by a change"),
        "{printed}"
    );
}

#[test]
fn a_commit_that_is_not_there_is_named() {
    let folder = repository();
    let (code, printed) = check(folder.path(), "nowhere");
    assert_eq!(code, Some(2), "{printed}");
    assert!(
        printed.starts_with("error: nowhere has no commit in common with this branch here")
            && printed.contains("fetch-depth: 0"),
        "{printed}"
    );
    let bare = tempfile::tempdir().expect("a folder");
    write(bare.path(), "scenarios/a.md", HELD);
    let (code, printed) = check(bare.path(), "HEAD");
    assert_eq!(code, Some(2), "{printed}");
    assert!(
        printed.contains("--changed needs a git repository"),
        "{printed}"
    );
}

#[test]
fn a_summary_in_markdown_lists_what_is_wrong() {
    let folder = repository();
    let root = folder.path();
    let wrong = HELD.replace("Claude takes 3", "Claude takes 4");
    write(root, "scenarios/one/a.md", &wrong);
    // GitHub gives a job an empty file for its summary.
    write(root, "summary.md", "");
    let program = repository_paths::program().display().to_string();
    let call = ["check", "scenarios", "--report", "markdown=summary.md"];
    for _ in 0..2 {
        assert_eq!(run(root, &program, &call).status.code(), Some(1));
        let summary = std::fs::read_to_string(root.join("summary.md")).expect("a summary");
        assert!(
            summary.starts_with("### mouche check\n\n1 of 3 scenarios does not hold, ")
                && summary.contains("| scenarios/one/a.md:")
                && summary.contains(" | error\\[wrong-payout\\]: Claude takes 3, not 4 |\n"),
            "{summary}"
        );
    }
    write(root, "summary.md", "ours\n");
    assert_eq!(run(root, &program, &call).status.code(), Some(2));
}
