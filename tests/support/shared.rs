//! What takes long and is the same for all the tests of a run is made once: our own book, and what every book works out.
//! It is found again by what it is made of, and by the program.

use crate::book_sample_prose::copy;
use crate::made_once::Once;
use crate::repository_paths::{self, program, root};
use crate::test_extent;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// How long that of another program or of other words is kept: other tests may be reading it.
const KEPT: Duration = Duration::from_secs(3600);

/// Where a book keeps what it worked out.
const CACHE: &str = "target/mouche-cache";

/// The site of our own book: with the hands that prose and tests name and a sample of the others, or with all. It is only
/// read.
pub fn own_site() -> PathBuf {
    static SITE: Once<PathBuf> = Once::new("site of our own book", || {
        // A run that asks for all hands must not find the sample of a run before it.
        let name = if test_extent::are_all_wanted() {
            "whole-site"
        } else {
            "site"
        };
        make_once(name, make_site)
    });
    SITE.clone()
}

fn make_site(to: &Path) {
    let own = root();
    if test_extent::are_all_wanted() {
        return build(own, to);
    }
    let root = tempfile::tempdir().expect("a folder");
    copy(&own.join("book"), &root.path().join("book"));
    let mut hands = Vec::new();
    find_scenarios(&own.join("scenarios"), &mut hands);
    hands.sort();
    let name = |hand: &Path| {
        hand.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    // Hands of one name, which lead to each other, are taken together.
    let mut named: String = hands.iter().step_by(30).map(|hand| name(hand)).collect();
    // Old addresses lead to hands too.
    read_words(&own.join("book"), "toml", &mut named);
    read_words(&own.join("book"), "md", &mut named);
    read_words(&own.join("tests"), "rs", &mut named);
    for hand in hands.iter().filter(|hand| named.contains(&name(hand))) {
        let to = root
            .path()
            .join(hand.strip_prefix(own).expect("one of ours"));
        std::fs::create_dir_all(to.parent().expect("a shelf")).expect("a shelf");
        std::fs::copy(hand, to).expect("a scenario");
    }
    build(root.path(), to);
}

/// Finds the scenarios in a folder and the folders below it.
pub fn find_scenarios(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            find_scenarios(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The texts of a folder whose names end so, one after the other.
fn read_words(folder: &Path, ending: &str, words: &mut String) {
    for path in folder
        .read_dir()
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
    {
        if path.is_dir() {
            read_words(&path, ending, words);
        } else if path.extension().is_some_and(|end| end == ending) {
            *words += &std::fs::read_to_string(path).expect("a text");
        }
    }
}

/// Gives a small book what others like it have worked out.
pub fn copy_cache(root: &Path) {
    let known = make_once("small", |root| {
        let shelf = root.join("scenarios/mouche-1718");
        std::fs::create_dir_all(&shelf).expect("a folder");
        for name in ["denise-must-trump.md", "la-dame-entre-deux.md"] {
            let scenario = repository_paths::root()
                .join("scenarios/mouche-1718")
                .join(name);
            std::fs::copy(scenario, shelf.join(name)).expect("a scenario");
        }
        build(root, &root.join("site"));
    });
    let cache = root.join(CACHE);
    std::fs::create_dir_all(&cache).expect("a folder");
    for entry in known
        .join(CACHE)
        .read_dir()
        .expect("what is known")
        .flatten()
    {
        std::fs::copy(entry.path(), cache.join(entry.file_name())).expect("an entry");
    }
}

fn build(root: &Path, to: &Path) {
    let mut call = Command::new(program());
    let built = call
        .arg("--root")
        .arg(root)
        .args(["build", "--dest"])
        .arg(to)
        .output()
        .expect("mouche");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

/// A folder that is made if this program has not made it yet from the same words; who wants it meanwhile waits.
fn make_once(name: &str, make: impl Fn(&Path)) -> PathBuf {
    let shelf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared");
    std::fs::create_dir_all(&shelf).expect("a shelf");
    let made = shelf.join(format!("{}-{name}", key_of_sources()));
    let making = File::create(made.with_extension("lock")).expect("a lock");
    making.lock().expect("alone");
    if !made.is_dir() {
        remove_old(&shelf);
        let folder = tempfile::tempdir_in(&shelf).expect("a folder");
        let making = folder.path().join(name);
        std::fs::create_dir(&making).expect("a folder");
        make(&making);
        std::fs::rename(making, &made).expect("its place");
    }
    made
}

/// Takes what is old off the shelf.
fn remove_old(shelf: &Path) {
    for old in shelf.read_dir().expect("the shelf").flatten() {
        let made = old.metadata().and_then(|old| old.modified()).ok();
        if made
            .and_then(|made| made.elapsed().ok())
            .is_some_and(|age| age > KEPT)
        {
            drop(std::fs::remove_dir_all(old.path()).or_else(|_| std::fs::remove_file(old.path())));
        }
    }
}

/// What all of it follows from: the program, the prose and the scenarios.
fn key_of_sources() -> &'static str {
    static KEY: OnceLock<String> = OnceLock::new();
    KEY.get_or_init(|| {
        let root = root();
        let mut hash = DefaultHasher::new();
        let program = std::fs::metadata(program()).expect("the program");
        (program.len(), program.modified().expect("its time")).hash(&mut hash);
        ["book", "scenarios"]
            .iter()
            .for_each(|folder| hash_folder(&root.join(folder), &mut hash));
        format!("{:016x}", hash.finish())
    })
}

fn hash_folder(folder: &Path, hash: &mut DefaultHasher) {
    let mut paths: Vec<PathBuf> = folder
        .read_dir()
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for path in paths {
        path.hash(hash);
        if path.is_dir() {
            hash_folder(&path, hash);
        } else {
            std::fs::read(&path).expect("a file").hash(hash);
        }
    }
}
