//! Where the program meets its machine: what it leaves behind however it ends, where links lead, and what names can do.

use crate::small_book::small_book;
use mouche::scenario::{MAX_HANDS, load};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const DENISE: &str = include_str!("../held/denise-must-trump.md");

fn mouche_command(folder: &Path, arguments: &[&str]) -> Command {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mouche"));
    call.args(arguments)
        .current_dir(folder)
        .env("TMPDIR", folder.join("tmp"))
        .env_remove("CI");
    call
}

fn run_mouche(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = mouche_command(folder, arguments).output().expect("mouche");
    let told = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), told)
}

/// Folders for work in progress, at any depth.
fn temporary_folders(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(temporary_folders(&path));
        }
        if entry.file_name().to_string_lossy().starts_with(".mouche-")
            && entry.file_name() != ".mouche-site"
        {
            found.push(path);
        }
    }
    found
}

/// A small book and a place for temporary files.
fn write_small_book() -> tempfile::TempDir {
    let root = small_book();
    fs::create_dir(root.path().join("tmp")).expect("a folder");
    root
}

#[cfg(unix)]
fn send_signal(program: &Child, signal: &str) {
    let told = Command::new("kill")
        .args([signal, &program.id().to_string()])
        .status();
    assert!(told.expect("kill").success(), "{signal}");
}

/// How a build ends that a signal comes to while it renders. One that was done before it came is begun again.
#[cfg(unix)]
fn end_build_by_signal(root: &Path, signal: &str) -> std::process::ExitStatus {
    for _ in 0..20 {
        let child = mouche_command(root, &["build", "--dest", "site"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("mouche");
        let is_done = |child: &mut Child| child.try_wait().expect("a program").is_some();
        while !is_done(&mut child)
            && temporary_folders(root)
                .iter()
                .all(|folder| !folder.join("new/hands").exists())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        if !is_done(&mut child) {
            send_signal(&child, signal);
        }
        let status = child.wait().expect("an end");
        if !root.join("site").exists() {
            return status;
        }
        fs::remove_dir_all(root.join("site")).expect("a site");
    }
    panic!("each time there is a site, whatever {signal} says");
}

#[test]
#[cfg(unix)]
fn a_build_that_is_told_to_end_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let root = write_small_book();
    // These it hears even where it was begun with them ignored, as a shell begins what runs in the background.
    for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
        assert_eq!(
            end_build_by_signal(root.path(), signal).signal(),
            Some(number),
            "{signal}"
        );
        assert_eq!(
            temporary_folders(root.path()),
            Vec::<PathBuf>::new(),
            "{signal}"
        );
    }
}

/// Whose a folder is, its name does not tell: even what a killed build left stays.
#[test]
#[cfg(unix)]
fn no_folder_is_removed_for_its_name() {
    let root = write_small_book();
    let at = |path: &str| root.path().join(path);
    end_build_by_signal(root.path(), "-KILL");
    let mut stays = temporary_folders(root.path());
    assert!(!stays.is_empty(), "it left nothing");
    for place in ["", "tmp/", "scenarios/", "scenarios/mouche-1718/", "book/"] {
        for (name, file) in [
            ("drafts", "in-work.md"),
            ("hands", ".git/HEAD"),
            ("Ab12Cd", "lock"),
            ("old", "new/x"),
        ] {
            let folder = at(&format!("{place}.mouche-{name}"));
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, "precious").expect("a file");
            stays.push(folder);
        }
    }
    std::os::unix::fs::symlink(at("book/book.toml"), at(".mouche-link")).expect("a link");
    stays.push(at(".mouche-link"));
    let hole = at("scenarios/mouche-1718/hole.md");
    fs::write(&hole, DENISE.replace("Anne owes 5", "Anne owes ?")).expect("a file");
    for call in [
        &["bless"][..],
        &["fmt"],
        &["play", "-o", "scenarios/evening.md"],
        &["new", "-o", "new.md"],
        &["build", "--dest", "site"],
        &["build"],
    ] {
        let (code, told) = run_mouche(root.path(), call);
        assert_eq!(code, 0, "{call:?}: {told}");
        let mut left = temporary_folders(root.path());
        left.sort();
        stays.sort();
        assert_eq!(left, stays, "{call:?}");
    }
    assert!(at("book/src/SUMMARY.md").is_file() && at("site/index.html").is_file());
}

#[test]
#[cfg(unix)]
fn what_a_program_was_made_deaf_to_does_not_end_it() {
    let root = write_small_book();
    let shell = format!(
        "trap '' HUP; exec {} build --dest site",
        env!("CARGO_BIN_EXE_mouche")
    );
    let mut child = Command::new("sh")
        .args(["-c", &shell])
        .current_dir(root.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("a shell");
    while temporary_folders(root.path()).is_empty()
        && child.try_wait().expect("a program").is_none()
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    send_signal(&child, "-HUP");
    assert!(child.wait().expect("an end").success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_written_anew_keeps_what_its_folder_says_of_it() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("a.md"), folder.path().join("other"));
    fs::write(&path, DENISE.replace("Anne owes 5", "Anne owes ?")).expect("a file");
    // Who runs the tests may not be allowed to give files away, and a disk may know no attributes.
    let given = chown(&path, Some(1234), Some(1234)).is_ok();
    let marked = xattr::set(&path, "user.origin", b"a friend").is_ok();
    fs::hard_link(&path, &other).expect("a link");
    let (code, told) = run_mouche(folder.path(), &["bless", "a.md"]);
    assert_eq!(code, 0, "{told}");
    let found = path.metadata().expect("a file");
    assert!(!given || (found.uid(), found.gid()) == (1234, 1234));
    assert_eq!(
        xattr::get(&path, "user.origin").ok().flatten(),
        marked.then(|| b"a friend".to_vec())
    );
    assert!(told.contains("note: a.md is a hard link"), "{told}");
    assert_ne!(
        fs::read(&path).expect("a file"),
        fs::read(&other).expect("a file")
    );
}

#[test]
#[cfg(unix)]
fn no_link_leads_out_of_where_the_program_writes() {
    use std::os::unix::fs::symlink;
    let root = write_small_book();
    let at = |path: &str| root.path().join(path);
    for folder in ["own", "away", "guest"] {
        fs::create_dir(at(folder)).expect("a folder");
    }
    fs::write(at("guest/book.toml"), "[book]\ntitle = \"A guest\"\n").expect("a file");
    fs::write(at("away/mine.txt"), "mine").expect("a file");
    symlink(at("away"), at("own/.vscode")).expect("a link");
    symlink(at("away"), at("guest/mouche")).expect("a link");
    symlink(at("scenarios"), at("shelf")).expect("a link");
    symlink(at("away/mine.txt"), at("junit.xml")).expect("a link");
    for (arguments, words) in [
        (&["init", "own"][..], "own/.vscode is a symbolic link"),
        (&["install", "guest"], "guest/mouche is a symbolic link"),
        (
            &["build", "--dest", "shelf/site"],
            "the book cannot be inside its own source",
        ),
        (
            &["check", "--report", "junit=junit.xml"],
            "a symbolic link; name the file it points to",
        ),
        (
            &["check", "--report", "sarif=junit.xml"],
            "a symbolic link; name the file it points to",
        ),
    ] {
        let (code, told) = run_mouche(root.path(), arguments);
        assert!(
            code == 2 && told.contains(words),
            "{arguments:?}: {code} {told}"
        );
    }
    let names: Vec<_> = fs::read_dir(at("away"))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(names, ["mine.txt"]);
    assert_eq!(
        fs::read_to_string(at("away/mine.txt")).expect("a file"),
        "mine"
    );
    assert_eq!(fs::read_dir(at("own")).expect("a folder").count(), 1);
    symlink(at("own"), at("named")).expect("a link");
    fs::remove_file(at("own/.vscode")).expect("a link");
    assert_eq!(
        run_mouche(root.path(), &["init", "named"]).0,
        0,
        "what was named may be a link"
    );
}

#[test]
#[cfg(unix)]
fn no_name_of_a_file_steers_a_terminal_or_a_workflow() {
    const NAME: &str = "a\n::error::pwn\u{1b}[31m\u{2028}\u{202e}.md";
    let root = write_small_book();
    let plain = format!("plain/{NAME}");
    for folder in [
        "plain".to_owned(),
        format!("dir{NAME}/scenarios"),
        format!("book{NAME}"),
    ] {
        fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    fs::write(root.path().join(&plain), "no scenario").expect("a file");
    fs::write(root.path().join(format!("book{NAME}/book.toml")), "[book").expect("a file");
    fs::create_dir(root.path().join("bad")).expect("a folder");
    let bad = format!("bad/{NAME}");
    fs::write(
        root.path().join(&bad),
        DENISE.replace("Anne owes 5", "Anne owes 6"),
    )
    .expect("a file");
    // Two files whose pages have one address.
    fs::create_dir_all(root.path().join("twins/scenarios")).expect("a folder");
    for end in ["\n", "\t"] {
        let name = format!("twins/scenarios/a\n::error::pwn\u{1b}[31m\u{2028}\u{202e}{end}z.md");
        fs::write(root.path().join(name), DENISE).expect("a file");
    }
    let (dir, guest, report) = (
        format!("dir{NAME}"),
        format!("book{NAME}"),
        format!("junit={plain}/x"),
    );
    let calls: &[&[&str]] = &[
        &["check", &plain],
        &["check", &bad],
        &["check", "bad", "--format", "github"],
        &["check", "bad", "--format", "concise"],
        &["check", NAME],
        &["check", &dir],
        &["check", "scenarios", "--report", &report],
        &["bless", &plain],
        &["bless", NAME],
        &["fmt", &dir],
        &["show", &plain],
        &["show", NAME],
        &["new", "-o", &plain],
        &["new", "-o", &dir],
        &["play", "-o", &plain],
        &["coverage", "--root", &dir],
        &["init", &plain],
        &["init", &dir],
        &["install", &dir],
        &["install", &guest],
        &["build", "--dest", &plain],
        &["build", &dir],
        &["serve", &plain],
        &["man", "--dir", &plain],
        &["build", "twins"],
        &[
            "check",
            "scenarios",
            "--exclude",
            "[\n::error::pwn\u{1b}[31m\u{2028}",
        ],
        &["new", "--edition", NAME],
        &["explain", NAME],
        &["check", "--format", NAME],
        &["check", "--jobs", NAME],
        &["build", "--site-url", NAME],
        &[NAME],
    ];
    for call in calls {
        for format in ["never", "always"] {
            let (code, told) = run_mouche(root.path(), &[call, &["--color", format][..]].concat());
            let told = told
                .chars()
                .take(4_000)
                .collect::<String>()
                .replace("\u{1b}[", "[");
            let is_bare = told.contains("\n::error")
                || told.contains("pwn[31m")
                || told.contains(['\u{2028}', '\u{202e}']);
            assert!(
                !is_bare && told.contains("::error::pwn"),
                "{call:?}: {code} {told:?}"
            );
        }
    }
}

#[test]
fn what_is_too_long_is_refused_in_a_few_words() {
    let root = write_small_book();
    let at = |name: &str| root.path().join(name);
    fs::write(at("long.md"), DENISE.to_owned() + &"more\n".repeat(200_000)).expect("a file");
    let before = fs::read(at("long.md")).expect("a file");
    for call in [
        &["check"][..],
        &["check", "--fix"],
        &["bless"],
        &["fmt"],
        &["show"],
    ] {
        let (code, told) = run_mouche(root.path(), &[call, &["long.md"]].concat());
        assert!(
            code == 2 && told.contains("long.md cannot be read: it is longer than 1 MB"),
            "{call:?} {code} {told}"
        );
        assert!(told.len() < 300, "{call:?}: {} bytes", told.len());
    }
    assert_eq!(fs::read(at("long.md")).expect("a file"), before);
    #[cfg(unix)]
    for call in ["check", "bless"] {
        assert_eq!(run_mouche(root.path(), &[call, "/dev/zero"]).0, 2);
    }
}

#[test]
fn a_file_holds_so_many_hands_and_no_more() {
    let (header, _) = DENISE.split_once("```deal").expect("a deal");
    for (hands, times) in [(MAX_HANDS, 0), (MAX_HANDS + 3, 1)] {
        let found = load(&(header.to_owned() + &"```deal\ndealer Anne\n```\n\n".repeat(hands)));
        let told = found
            .diagnostics
            .iter()
            .filter(|wrong| wrong.message.contains("at most 1000 deals"));
        assert_eq!(told.count(), times, "{hands}");
        assert_eq!(found.scenario.expect("a scenario").hands.len(), MAX_HANDS);
    }
}

#[test]
fn lines_that_end_as_none_do_are_told() {
    let root = write_small_book();
    fs::write(root.path().join("old.md"), DENISE.replace('\n', "\r")).expect("a file");
    let (code, told) = run_mouche(root.path(), &["check", "old.md"]);
    assert!(
        code == 1 && told.contains("a carriage return (CR) alone"),
        "{code} {told}"
    );
    fs::write(root.path().join("old.md"), DENISE.replace('\n', "\r\n")).expect("a file");
    assert_eq!(run_mouche(root.path(), &["check", "old.md"]).0, 0);
}

#[test]
#[cfg(unix)]
fn only_what_was_written_is_counted_as_written() {
    let root = write_small_book();
    fs::write(
        root.path().join("a.md"),
        DENISE.replace("Anne owes 5", "Anne owes ?"),
    )
    .expect("a file");
    std::os::unix::fs::symlink(root.path().join("a.md"), root.path().join("link.md"))
        .expect("a link");
    let (code, told) = run_mouche(root.path(), &["bless", "link.md"]);
    assert!(
        code == 2 && told.contains("cannot be written") && !told.contains("1 written"),
        "{code} {told}"
    );
    let (code, told) = run_mouche(root.path(), &["bless", "link.md", "a.md"]);
    assert!(
        code == 2 && told.contains("files: 1 written"),
        "{code} {told}"
    );
}

#[test]
fn what_another_machine_kept_for_its_builds_is_not_read() {
    let root = write_small_book();
    let kept = || {
        let entries = fs::read_dir(root.path().join("target/mouche-cache"))
            .expect("what is kept")
            .flatten();
        entries
            .map(|entry| {
                (
                    entry.file_name(),
                    fs::read_to_string(entry.path()).expect("text"),
                )
            })
            .collect::<Vec<_>>()
    };
    let build = |home: &str| {
        let mut call = mouche_command(root.path(), &["build", "--dest", "site"]);
        assert!(
            call.env("XDG_CACHE_HOME", root.path().join(home))
                .output()
                .expect("mouche")
                .status
                .success()
        );
        kept()
    };
    let (ours, again, theirs) = (build("ours"), build("ours"), build("theirs"));
    assert!(
        !ours.is_empty() && ours.iter().all(|entry| again.contains(entry)),
        "nothing is kept"
    );
    let is_known = |name| ours.iter().any(|(ours, _)| ours == name);
    assert!(
        theirs.len() == ours.len() && !theirs.iter().any(|(name, _)| is_known(name)),
        "the same names"
    );
    assert!(
        ours.iter().all(|(_, text)| !text.contains(['<', '>'])),
        "more is kept than what follows from the rules"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let secret = root
            .path()
            .join("ours/mouche-secret")
            .metadata()
            .expect("a secret");
        assert_eq!(secret.permissions().mode() & 0o077, 0);
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let root = write_small_book();
    let run = || {
        run_mouche(
            root.path(),
            &["simulate", "--hands", "200", "--format", "json"],
        )
    };
    assert_eq!(run(), run());
}

#[test]
#[cfg(unix)]
fn a_missing_folder_for_temporary_files_is_named() {
    let root = write_small_book();
    // A book without a theme is completed in such a folder.
    fs::remove_dir_all(root.path().join("book/theme")).expect("a folder");
    for call in [&["build", "--dest", "site"][..], &["man", "--dir", "man"]] {
        let mut call = mouche_command(root.path(), call);
        let Output { status, stderr, .. } =
            call.env("TMPDIR", "/nowhere/tmp").output().expect("mouche");
        let told = String::from_utf8_lossy(&stderr);
        let is_named =
            told.contains("no folder can be created in /nowhere/tmp") && told.contains("TMPDIR");
        assert!(status.code() == Some(2) && is_named, "{told}");
    }
}
