//! Whatever a command does, and however it ends: what others have put near it is there afterwards, every byte.

use crate::small_book::small_book;
use crate::test_extent;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// A book, and folders for whatever the commands write.
fn write_root() -> tempfile::TempDir {
    let root = small_book();
    for folder in [
        "tmp",
        "cache",
        "guest",
        "own/.vscode",
        "man",
        "out",
        "papers",
        "elsewhere",
        "target/book",
    ] {
        fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    write(
        root.path(),
        "guest/book.toml",
        "[book]\ntitle = \"A guest\"\n",
    );
    assert!(
        spawn(root.path(), &["fmt"], "")
            .wait()
            .expect("an end")
            .success()
    );
    rewrite_scenarios(root.path());
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Two scenarios that `bless` and `fmt` have something to do in.
fn rewrite_scenarios(root: &Path) {
    write(
        root,
        "scenarios/mouche-1718/hole.md",
        &DENISE.replace("Anne owes 5", "Anne owes ?"),
    );
    write(
        root,
        "scenarios/mouche-1718/letters.md",
        &DENISE.replace('♠', "S"),
    );
}

fn mouche_command(root: &Path, arguments: &[&str]) -> Command {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.args(arguments)
        .current_dir(root)
        .env("TMPDIR", root.join("tmp"))
        .env("XDG_CACHE_HOME", root.join("cache"));
    call.env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    call
}

fn spawn(root: &Path, arguments: &[&str], typed: &str) -> Child {
    let mut child = mouche_command(root, arguments).spawn().expect("mouche");
    // It may end without reading.
    drop(
        child
            .stdin
            .take()
            .expect("its input")
            .write_all(typed.as_bytes()),
    );
    child
}

/// Where commands read and write.
const PLACES: [&str; 16] = [
    "",
    "book",
    "book/src",
    "book/theme",
    "scenarios",
    "scenarios/mouche-1718",
    "tmp",
    "cache",
    "target",
    "target/mouche-cache",
    "guest",
    "guest/mouche",
    "own",
    "own/.vscode",
    "man",
    "out",
];

/// What somebody may have put into each place, by names that are like those of the program.
const BYSTANDERS: [&str; 17] = [
    ".mouche-note",
    ".mouche-Ab12Cd",
    ".mouche-Ab12Cd.ended",
    ".mouche-drafts/in-work.md",
    ".mouche-old/lock",
    ".mouche-old/new/index.html",
    ".mouche-hands/.git/HEAD",
    ".mouche-hands/evening.md",
    ".mouche/notes.txt",
    ".tmpAb12Cd/notes.txt",
    "mouche/notes.txt",
    "draft",
    "lock",
    "new/notes.txt",
    "old/notes.txt",
    "0123456789abcdef.kept",
    "mouche-secret~",
];

/// What stands where a command would write, by the path of each.
const IN_THE_WAY: [&str; 16] = [
    "target/book/notes.txt",
    "papers/.mouche-site",
    "papers/index.html",
    "site-of-mine/.mouche-site",
    "file",
    "out/junit.xml",
    "out/log.sarif",
    "man/mouche.1",
    "man/mouche-check.1",
    "guest/mouche/mouche.css",
    "own/.gitignore",
    "own/.vscode/settings.json",
    "own/scenarios/mouche.toml",
    "session-7.md",
    "session-7-2.md",
    "evening.md",
];

fn plant_foreign_files(root: &Path) {
    for place in PLACES {
        for name in BYSTANDERS {
            write(
                root,
                format!("{place}/{name}").trim_start_matches('/'),
                &format!("{place} {name}\n"),
            );
        }
        #[cfg(unix)]
        for (name, to) in [
            ("link", "elsewhere/letter.txt"),
            ("way", "elsewhere"),
            ("lost", "nowhere"),
        ] {
            let link = root.join(place).join(format!(".mouche-{name}"));
            std::os::unix::fs::symlink(root.join(to), link).expect("a link");
        }
    }
    write(root, "elsewhere/letter.txt", "a letter\n");
    for path in IN_THE_WAY {
        write(root, path, &format!("mine: {path}\n"));
    }
}

/// Everything in a folder: files by their bytes, links by where they lead, folders by their names.
fn read_entries(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let what = if path.is_symlink() {
            format!(
                "leads to {}",
                fs::read_link(&path).expect("a link").display()
            )
        } else if path.is_dir() {
            all.extend(read_entries(&path));
            "a folder".to_owned()
        } else {
            String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned()
        };
        all.insert(path, what);
    }
    all
}

/// What of these is not as it was.
fn changed_paths(before: &BTreeMap<PathBuf, String>, root: &Path) -> Vec<PathBuf> {
    let now = read_entries(root);
    before
        .iter()
        .filter(|(path, what)| now.get(*path) != Some(what))
        .map(|(path, _)| path.clone())
        .collect()
}

/// The calls of every command, what is typed, and the code of its end; some are refused for what is in the way.
const CALLS: &[(&[&str], &str, i32)] = &[
    (
        &[
            "check",
            "--report",
            "junit=out/new.xml",
            "--report",
            "sarif=out/new.sarif",
        ],
        "",
        1,
    ),
    (
        &[
            "check",
            "--report",
            "junit=out/new.xml",
            "--report",
            "sarif=out/new.sarif",
        ],
        "",
        1,
    ),
    (&["check", "--report", "junit=out/new.sarif"], "", 2),
    (&["check", "--report", "junit=out/junit.xml"], "", 2),
    (&["check", "--report", "sarif=out/log.sarif"], "", 2),
    (
        &[
            "check",
            "--report",
            "junit=scenarios/mouche-1718/denise-must-trump.md",
        ],
        "",
        2,
    ),
    (&["check", "--report", "sarif=book/book.toml"], "", 2),
    (&["check", "--report", "junit=.mouche-link"], "", 2),
    (&["check", "--report", "junit=.mouche-lost"], "", 2),
    (&["check", "--report", "junit=elsewhere"], "", 2),
    (&["check", "--fix"], "", 1),
    (&["bless"], "", 0),
    (&["bless", "--all"], "", 0),
    (&["fmt"], "", 0),
    (&["check"], "", 0),
    (&["build", "--dest", "site"], "", 0),
    (&["build", "--dest", "site"], "", 0),
    (&["build"], "", 2),
    (&["build", "--dest", "papers"], "", 2),
    (&["build", "--dest", "site-of-mine"], "", 2),
    (&["build", "--dest", "file"], "", 2),
    (&["build", "--dest", "elsewhere"], "", 2),
    (&["build", "--dest", ".mouche-way"], "", 2),
    (&["new", "-o", "out/new.md"], "", 0),
    (&["new", "-o", "evening.md"], "", 2),
    (&["new", "-o", ".mouche-lost"], "", 2),
    (&["new", "--force", "-o", ".mouche-link"], "", 2),
    (&["play", "--seed", "7"], "fold\n\nq\n", 0),
    (&["play", "--seed", "7", "-o", "evening.md"], "q\n", 2),
    (
        &["play", "--seed", "7", "-o", "scenarios/another.md"],
        "fold\n\nq\n",
        0,
    ),
    (&["simulate", "--hands", "10"], "", 0),
    (&["init", "own"], "", 0),
    (&["init", "."], "", 0),
    (&["install", "guest"], "", 1),
    (&["man", "--dir", "man"], "", 2),
    (&["man", "--dir", "more/man"], "", 0),
    (&["man", "--dir", "more/man"], "", 0),
    (&["completions", "bash"], "", 0),
    (&["schema"], "", 0),
    (&["coverage"], "", 0),
    (
        &["show", "scenarios/mouche-1718/denise-must-trump.md"],
        "",
        0,
    ),
    (&["explain"], "", 0),
    (&["editions"], "", 0),
    (&["odds", "--format", "json"], "", 0),
    (&["lsp"], "", 1),
];

#[test]
fn no_command_takes_what_is_not_its_own() {
    let root = write_root();
    plant_foreign_files(root.path());
    let mut before = read_entries(root.path());
    // These two are there to be written anew, and an entry of the cache goes when nobody asks for it.
    before.retain(|path, _| !path.ends_with("hole.md") && !path.ends_with("letters.md"));
    before.retain(|_, what| !what.starts_with("kept by mouche: "));
    for (arguments, typed, code) in CALLS {
        let ended = spawn(root.path(), arguments, typed).wait().expect("an end");
        assert_eq!(ended.code(), Some(*code), "{arguments:?}");
        assert_eq!(
            changed_paths(&before, root.path()),
            Vec::<PathBuf>::new(),
            "{arguments:?}"
        );
    }
    let now = read_entries(root.path());
    let is_made = |path: &str| now.contains_key(&root.path().join(path));
    assert!(is_made("session-7-3.md") && is_made("site/index.html") && is_made("own/.nvim.lua"));
}

/// Ends a command by a signal. It may have ended by itself. Where `nohup` runs the tests, it does not heed `-HUP`, so
/// what is still there after a second is killed.
#[cfg(unix)]
fn end_by_signal(child: &mut Child, signal: &str) {
    drop(
        Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status(),
    );
    if signal == "-HUP" {
        let deadline = Instant::now() + Duration::from_secs(1);
        while child.try_wait().expect("its state").is_none() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(child.kill());
    }
    child.wait().expect("an end");
}

/// What is killed half-way, with what is typed.
const KILLED: &[(&[&str], &str)] = &[
    (&["build", "--dest", "site"], ""),
    (&["fmt"], ""),
    (&["bless"], ""),
    (&["build", "--dest", "made"], ""),
    (&["serve", "--port", "0"], ""),
    (&["check", "--fix", "--report", "junit=out/new.xml"], ""),
    (&["play", "--seed", "7"], "fold\n\nfold\n\nfold\n\nq\n"),
    (&["init", "own"], ""),
    (&["man", "--dir", "more/man"], ""),
    (&["new", "-o", "out/new.md"], ""),
];

#[test]
#[cfg(unix)]
fn nothing_is_lost_where_a_command_is_killed_half_way() {
    let root = write_root();
    let scenarios =
        ["hole.md", "letters.md"].map(|name| root.path().join("scenarios/mouche-1718").join(name));
    let read = || {
        scenarios
            .each_ref()
            .map(|path| fs::read_to_string(path).expect("a scenario"))
    };
    // What each may hold: as it was, or as a command leaves it.
    let mut allowed = vec![read()];
    for call in [&["check", "--fix"][..], &["fmt"], &["bless"]] {
        rewrite_scenarios(root.path());
        spawn(root.path(), call, "").wait().expect("an end");
        allowed.push(read());
    }
    let is_whole = || {
        read()
            .iter()
            .enumerate()
            .all(|(at, text)| allowed.iter().any(|texts| texts[at] == *text))
    };
    assert!(
        spawn(root.path(), &["build", "--dest", "made"], "")
            .wait()
            .expect("an end")
            .success()
    );
    plant_foreign_files(root.path());
    let mut before = read_entries(root.path());
    before
        .retain(|path, _| !scenarios.contains(path) && !path.starts_with(root.path().join("made")));
    before.retain(|_, what| !what.starts_with("kept by mouche: "));
    for round in 0..100 / test_extent::sample_step(10) {
        let (arguments, typed) = KILLED[round % KILLED.len()];
        rewrite_scenarios(root.path());
        let mut child = spawn(root.path(), arguments, typed);
        std::thread::sleep(Duration::from_millis(
            [0, 3, 8, 20, 50, 120, 300, 700, 1_500][round * 7 % 9],
        ));
        let signal = ["-KILL", "-TERM", "-INT", "-HUP"][round / KILLED.len() % 4];
        end_by_signal(&mut child, signal);
        assert_eq!(
            changed_paths(&before, root.path()),
            Vec::<PathBuf>::new(),
            "{arguments:?} {signal}, round {round}"
        );
        assert!(is_whole(), "{arguments:?} {signal}, round {round}");
        assert!(
            root.path().join("made/index.html").is_file(),
            "{arguments:?} {signal}, round {round}"
        );
    }
}
