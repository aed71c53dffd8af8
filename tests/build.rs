//! `mouche build`: the same bytes for the same input, and nothing lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DENISE: &str = include_str!("../scenarios/mouche-1718/denise-must-trump.md");

fn mouche(root: &Path, dest: &Path) -> Output {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.arg("--root").arg(root).arg("build").arg("--dest").arg(dest).output().expect("mouche")
}

/// A root of our own prose and one scenario.
fn root(folder: &Path, scenario: &str) -> PathBuf {
    let root = folder.join("root");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("book"), &root.join("book"));
    let hands = root.join("scenarios/mouche-1718");
    fs::create_dir_all(&hands).expect("a folder");
    fs::write(hands.join("denise-must-trump.md"), scenario).expect("a scenario");
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &place)
        } else {
            fs::write(place, fs::read(path).expect("a file")).expect("a copy")
        }
    }
}

fn bytes(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(bytes(&path));
        } else {
            all.insert(path.clone(), fs::read(path).expect("a file"));
        }
    }
    all
}

#[test]
fn the_same_input_gives_the_same_bytes_and_a_failing_scenario_leaves_the_old_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (root(folder.path(), DENISE), folder.path().join("site"));
    assert_eq!(mouche(&root, &dest).status.code(), Some(0));
    let first = bytes(&dest);
    assert!(first.keys().any(|path| path.ends_with("hands/mouche-1718/denise-must-trump.html")));
    assert_eq!(mouche(&root, &dest).status.code(), Some(0));
    assert!(first == bytes(&dest), "a second build gave other bytes");

    let wrong = DENISE.replace("Anne owes 5", "Anne owes 6");
    fs::write(root.join("scenarios/mouche-1718/denise-must-trump.md"), wrong).expect("a scenario");
    let failed = mouche(&root, &dest);
    assert_eq!(failed.status.code(), Some(1));
    let told = String::from_utf8_lossy(&[failed.stdout, failed.stderr].concat()).into_owned();
    assert!(told.contains("wrong-payout"), "{told}");
    assert!(first == bytes(&dest), "the old site was touched");
}

#[test]
fn what_others_made_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dest) = (root(folder.path(), DENISE), folder.path().join("papers"));
    fs::create_dir_all(&dest).expect("a folder");
    fs::write(dest.join("letter.txt"), "mine").expect("a file");
    let before = bytes(&dest);
    assert_eq!(mouche(&root, &dest).status.code(), Some(2));
    assert!(before == bytes(&dest));
}

#[test]
fn the_preprocessor_says_what_it_supports() {
    let supports = |renderer: &str| {
        let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
        call.args(["preprocess", "supports", renderer]).output().expect("mouche").status.code()
    };
    assert_eq!(supports("html"), Some(0));
}
