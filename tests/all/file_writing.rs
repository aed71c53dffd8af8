//! How files are written: whole or not at all, with their mode, never through a link, never where nobody is to write.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// A folder with the sample, one amount of it left open.
fn write_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.md");
    fs::write(&path, sample_with_open_amount()).expect("a file");
    (folder, path)
}

fn sample_with_open_amount() -> String {
    DENISE.replace("Anne owes 5", "Anne owes ?")
}

fn mouche_command(arguments: &[&str], path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mouche"));
    command.args(arguments).arg(path).env_remove("CI");
    command
}

fn run_mouche(arguments: &[&str], path: &Path) -> (i32, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = mouche_command(arguments, path)
        .output()
        .expect("the program");
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), told)
}

/// Nothing but these files is left in a folder.
fn assert_only_files(folder: &Path, names: &[&str]) {
    let mut found: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into())
        .collect();
    found.sort();
    assert_eq!(found, names);
}

#[test]
fn windows_lines_and_a_mark_stay() {
    let (folder, path) = write_folder();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(&path, windows(&sample_with_open_amount())).expect("a file");
    assert_eq!(run_mouche(&["bless"], &path).0, 0);
    assert_eq!(fs::read_to_string(&path).expect("a file"), windows(DENISE));
    let whole = sample_with_open_amount().replace(
        "pool 5\nClaude takes 3, Denise takes 2\nAnne owes ?\nnext pool 10\n",
        "?\n",
    );
    fs::write(&path, windows(&whole)).expect("a file");
    assert_eq!(run_mouche(&["bless"], &path).0, 0);
    let told = fs::read_to_string(&path).expect("a file");
    assert!(told.contains(
        "pool 5\r\nClaude takes 3\r\nDenise takes 2\r\nAnne owes 5\r\nnext pool 10\r\n```\r\n"
    ));
    assert_only_files(folder.path(), &["a.md"]);
}

#[cfg(unix)]
#[test]
fn the_mode_stays() {
    use std::os::unix::fs::PermissionsExt;
    for mode in [0o600, 0o640, 0o664, 0o755] {
        let (folder, path) = write_folder();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        assert_eq!(run_mouche(&["bless"], &path).0, 0);
        let found = fs::metadata(&path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(found, mode);
        assert_eq!(fs::read_to_string(&path).expect("a file"), DENISE);
        assert_only_files(folder.path(), &["a.md"]);
    }
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = write_folder();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
    for verb in ["bless", "fmt"] {
        let (code, told) = run_mouche(&[verb], &path);
        assert!(
            code == 2 && told.contains("cannot be written: read-only"),
            "{code} {told}"
        );
    }
    assert_eq!(
        fs::read_to_string(&path).expect("a file"),
        sample_with_open_amount()
    );
    assert_only_files(folder.path(), &["a.md"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let (folder, path) = write_folder();
    let link = folder.path().join("link.md");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let (code, told) = run_mouche(&["bless"], &link);
    assert!(
        code == 2 && told.contains("a symbolic link"),
        "{code} {told}"
    );
    assert_eq!(
        fs::read_to_string(&path).expect("a file"),
        sample_with_open_amount()
    );
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    let (code, _) = run_mouche(&["new", "--force", "-o"], &link);
    assert_eq!(
        (code, fs::read_to_string(&path).expect("a file")),
        (2, sample_with_open_amount())
    );
    assert_only_files(folder.path(), &["a.md", "link.md"]);
}

#[test]
fn nothing_is_blessed_in_ci() {
    let (_folder, path) = write_folder();
    let ci = |arguments: &[&str]| {
        let found = mouche_command(arguments, &path)
            .env("CI", "true")
            .output()
            .expect("the program");
        (
            found.status.code(),
            String::from_utf8_lossy(&found.stderr).into_owned(),
        )
    };
    let (code, told) = ci(&["bless"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("the variable CI is set"), "{told}");
    assert_eq!(
        fs::read_to_string(&path).expect("a file"),
        sample_with_open_amount()
    );
    assert_eq!(ci(&["bless", "--check"]).0, Some(1));
    assert_eq!(ci(&["fmt"]).0, Some(0));
}

#[test]
fn a_file_that_needs_nothing_is_not_written() {
    let (_folder, path) = write_folder();
    fs::write(&path, DENISE).expect("a file");
    let written = || {
        fs::metadata(&path)
            .expect("a file")
            .modified()
            .expect("a time")
    };
    let before = written();
    assert_eq!(run_mouche(&["bless"], &path).0, 0);
    assert_eq!(written(), before);
}

#[test]
fn standard_input_goes_to_standard_output() {
    for (verb, wanted) in [("bless", 0), ("fmt", 0)] {
        let mut child = mouche_command(&[verb], Path::new("-"))
            .env("CI", "true")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        child
            .stdin
            .take()
            .expect("its input")
            .write_all(sample_with_open_amount().as_bytes())
            .expect("it reads");
        let found = child.wait_with_output().expect("the program");
        assert_eq!(found.status.code(), Some(wanted));
        let told = String::from_utf8(found.stdout).expect("text");
        assert_eq!(told.contains("Anne owes 5"), verb == "bless");
        assert!(told.starts_with("# Denise must trump\n") && told.ends_with("```\n"));
    }
}

#[test]
fn new_writes_over_nothing_unless_told_to() {
    let (folder, path) = write_folder();
    let (code, told) = run_mouche(&["new", "-o"], &path);
    assert!(code == 2 && told.contains("--force"), "{told}");
    assert_eq!(
        fs::read_to_string(&path).expect("a file"),
        sample_with_open_amount()
    );
    assert_eq!(run_mouche(&["new", "--force", "-o"], &path).0, 0);
    let fresh = folder.path().join("b.md");
    assert_eq!(run_mouche(&["new", "--until", "end", "-o"], &fresh).0, 0);
    for path in [&path, &fresh] {
        assert_eq!(run_mouche(&["check"], path).0, 1);
        assert_eq!(run_mouche(&["bless"], path).0, 0);
        assert_eq!(run_mouche(&["fmt", "--check"], path).0, 0);
        assert_eq!(run_mouche(&["check"], path).0, 0);
    }
    assert_only_files(folder.path(), &["a.md", "b.md"]);
    assert_eq!(
        run_mouche(&["new", "-o"], &folder.path().join("no/c.md")).0,
        2
    );
}

#[test]
fn new_finds_what_it_is_asked_for() {
    let (folder, _) = write_folder();
    let find = |name: &str, arguments: &[&str]| {
        let path = folder.path().join(name);
        let (code, told) = run_mouche(&[&["new"], arguments, &["-o"]].concat(), &path);
        assert_eq!(code, 0, "{told}");
        assert_eq!(run_mouche(&["bless"], &path).0, 0);
        fs::read_to_string(path).expect("a file")
    };
    assert!(find("1.md", &["--flush", "1"]).contains(" claims the mouche"));
    assert!(
        find(
            "2.md",
            &["--edition", "pamphile-1758", "--shows", "pam.fee"]
        )
        .contains(" pays 1 to ")
    );
    assert!(
        find(
            "3.md",
            &["--shows", "play.overtrump", "--shows", "debt.make"]
        )
        .contains("(play.overtrump)")
    );
    assert!(find("4.md", &["--edition", "boussac-1896", "--shows", "forced"]).contains("(forced)"));
    assert!(
        find(
            "5.md",
            &[
                "--edition",
                "mery-1847",
                "--shows",
                "alone",
                "--players",
                "3"
            ]
        )
        .contains("folds")
    );
    assert!(
        find(
            "mus.md",
            &["--edition", "mus-pairs", "--shows", "bet.ordago"]
        )
        .contains(" ordago")
    );
    let begun = find(
        "begun.md",
        &["--edition", "mus-pairs", "--until", "declarations"],
    );
    assert!(
        begun.contains(" no mus\n") && begun.ends_with("(bet.open)\nstop\n```\n"),
        "{begun}"
    );
    assert!(
        find(
            "alone.md",
            &["--edition", "mus-individual", "--until", "end"]
        )
        .contains("\ngrande ")
    );
    let dealt = find("dealt.md", &["--edition", "mus-pairs"]);
    assert!(
        dealt.contains("may mus or no mus (mus.ask)\nstop\n"),
        "{dealt}"
    );
    assert_eq!(
        find("6.md", &["--seed", "3"]),
        find("7.md", &["--seed", "3"])
    );
}
