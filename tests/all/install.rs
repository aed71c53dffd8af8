//! The program needs nothing of this repository: theme, templates, and the first page of a book are inside.

use crate::{shared, test_extent};
use std::path::Path;
use std::process::{Command, Output};

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// The program under a folder: a copy, or where everything is asked for as `cargo install --path .` puts it there. It is
/// then compiled as the tests are, in the folder where they were, so that less need be compiled twice.
fn install_program(root: &Path) -> std::path::PathBuf {
    let built = Path::new(env!("CARGO_BIN_EXE_mouche"));
    if !test_extent::are_all_wanted() {
        let copy = root.join(built.file_name().expect("a name"));
        std::fs::copy(built, &copy).expect("a copy");
        return copy;
    }
    let (profile, target) = (
        built.parent().expect("a profile"),
        built.ancestors().nth(2).expect("a target folder"),
    );
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "install",
        "--offline",
        "--locked",
        "--no-track",
        "--path",
        env!("CARGO_MANIFEST_DIR"),
    ]);
    cargo
        .arg("--root")
        .arg(root)
        .env("CARGO_TARGET_DIR", target);
    if profile.ends_with("debug") {
        cargo.arg("--debug");
    }
    let done = cargo.output().expect("cargo");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    root.join("bin").join(built.file_name().expect("a name"))
}

fn run_program(program: &Path, folder: &Path, arguments: &[&str]) -> Output {
    let mut call = Command::new(program);
    call.args(arguments).current_dir(folder).env_clear();
    call.output().expect("the program")
}

#[test]
fn the_installed_program_checks_and_builds_anywhere() {
    let root = tempfile::tempdir().expect("a folder");
    let program = install_program(root.path());
    let folder = tempfile::tempdir().expect("a folder");
    shared::copy_cache(folder.path());
    std::fs::create_dir(folder.path().join("scenarios")).expect("a folder");
    std::fs::write(folder.path().join("scenarios/denise.md"), DENISE).expect("a scenario");

    let checked = run_program(&program, folder.path(), &["check"]);
    assert!(
        String::from_utf8_lossy(&checked.stdout).contains("19 expectations hold"),
        "{checked:?}"
    );
    let built = run_program(&program, folder.path(), &["build", "--dest", "site"]);
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let read =
        |path: &str| std::fs::read_to_string(folder.path().join("site").join(path)).expect(path);
    assert!(read("hands/mouche-1718/denise.html").contains("Denise must trump"));
    assert!(
        read("index.html").contains("shown card by card") && read("cards.svg").starts_with("<svg")
    );
    let sheet = std::fs::read_dir(folder.path().join("site"))
        .expect("a site")
        .flatten();
    let sheets = sheet.filter(|file| file.path().extension().is_some_and(|end| end == "css"));
    assert!(sheets.count() > 0, "the theme is not there");
}

#[test]
fn every_rule_of_the_sheet_stays_in_the_box() {
    let [sheet, _] = mouche::book::guest_style_and_script();
    let (_, sheet) = sheet.text.split_once('\n').expect("who wrote it");
    assert!(sheet.len() > 30_000 && !sheet.contains("../") && !sheet.contains("url(\"cards"));
    let opens = |line: &&str| line.trim_end().ends_with('{') && !line.trim_start().starts_with('@');
    let heads: Vec<&str> = sheet.lines().filter(opens).collect();
    assert!(heads.len() > 100);
    // What moves between two steps is drawn over the whole page, which itself stays as it is.
    let moves = ["::view-transition", ":root {"];
    let stays = |line: &str| {
        // `to {` begins a step of an animation, not a rule for elements of the page.
        [".mouche", "from", "    to {"]
            .iter()
            .chain(&moves)
            .any(|part| line.contains(part))
    };
    assert_eq!(sheet.matches(":root {").count(), 1);
    assert!(sheet.contains(":root {\n    view-transition-name: none;\n}"));
    heads.iter().for_each(|line| assert!(stays(line), "{line}"));
}
