//! What a release consists of: whose work is in it, what its archives hold, and that the workflow names what is there.

use crate::golden;
use crate::repository_paths;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

const WORKFLOW: &str = include_str!("../../.github/workflows/release.yml");

fn root() -> &'static Path {
    repository_paths::root()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// Returns the version of the program.
fn version() -> String {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("TOML");
    manifest["package"]["version"]
        .as_str()
        .expect("a version")
        .to_owned()
}

fn run(command: &mut Command) -> String {
    let done = command.current_dir(root()).output().expect("a program");
    assert!(
        done.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("text")
}

/// The systems that `deny.toml` knows.
fn targets() -> Vec<String> {
    let settings: toml::Table = read("deny.toml").parse().expect("TOML");
    let targets = settings["graph"]["targets"]
        .as_array()
        .expect("targets")
        .iter();
    targets
        .map(|target| target.as_str().expect("a name").to_owned())
        .collect()
}

/// The packages that are linked into the program on any of these systems, or make code of it, by their names.
fn linked_packages(targets: &[String]) -> BTreeMap<String, Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--format-version", "1"]);
    for target in targets {
        cargo.args(["--filter-platform", target]);
    }
    let told: Value = serde_json::from_str(&run(&mut cargo)).expect("JSON");
    fn by_id(list: &Value) -> BTreeMap<&str, &Value> {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|one| (text_of(&one["id"]), one))
            .collect()
    }
    let (nodes, packages) = (by_id(&told["resolve"]["nodes"]), by_id(&told["packages"]));
    let own = text_of(&told["resolve"]["root"]);
    let (mut seen, mut open) = (BTreeSet::new(), vec![own]);
    while let Some(id) = open.pop() {
        let kinds = |needs: &Value| needs["dep_kinds"].as_array().expect("kinds").clone();
        let is_linked = |needs: &&Value| kinds(needs).iter().any(|kind| kind["kind"].is_null());
        if seen.insert(id) {
            let needed = nodes[id]["deps"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(is_linked);
            open.extend(needed.map(|needs| text_of(&needs["pkg"])));
        }
    }
    seen.remove(own);
    let named = |id: &&str| {
        let package = packages[id];
        (
            format!(
                "{} {}",
                text_of(&package["name"]),
                text_of(&package["version"])
            ),
            package.clone(),
        )
    };
    seen.iter().map(named).collect()
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

const HEAD: &str = "# Work of others

What the program is made of beside its own source, and under which licence. An archive of a release has the licences themselves
in `licences`, as each package comes with them; the source of each is where its row leads. `UPDATE=1 cargo test -p
program-tests release` writes this list from `Cargo.lock`.

The typeface in `book/src/fonts`, which every book contains, is Source Serif 4, © Adobe, under the SIL Open Font License 1.1
(`book/src/fonts/OFL.txt`). Its signs of suits and marks are from STIX Fonts 1.1.0, © STI Pub Companies, under the same licence
(`book/src/fonts/OFL.txt` too). The cards are drawn for this book. Social pictures of pages are written in EB Garamond, with suits
from Noto Sans Symbols 2, under the same licence (`src/book/social_picture/OFL.txt`).

The packages under MPL-2.0 are mdBook, unchanged: their source is at the address in their rows.

| package | licence | source |
|---|---|---|
";

#[test]
fn the_work_of_others_is_listed() {
    let mut list = HEAD.to_owned();
    for (name, package) in linked_packages(&targets()) {
        let licence = text_of(&package["license"])
            .replace(" / ", "/")
            .replace('/', " OR ");
        assert!(!licence.is_empty(), "{name} tells no licence");
        let page = format!("https://crates.io/crates/{}", text_of(&package["name"]));
        let source = package["repository"].as_str().unwrap_or(&page);
        writeln!(list, "| {name} | {licence} | <{source}> |").expect("room");
    }
    golden::hold_file(&root().join("THIRD-PARTY.md"), &list);
}

#[test]
fn this_version_is_told() {
    let changes = read("CHANGELOG.md");
    let sections = changes.lines().filter_map(|line| line.strip_prefix("## "));
    let versions: Vec<&str> = sections
        .filter(|section| *section != "Unreleased")
        .collect();
    assert_eq!(versions.first(), Some(&version().as_str()), "{versions:?}");
}

#[test]
fn an_archive_has_the_program_and_what_goes_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = "x86_64-unknown-linux-gnu";
    // Without what a debugger reads: as a release is, and packed sooner.
    let program = folder.path().join("program");
    run(Command::new("strip")
        .arg(repository_paths::program())
        .arg("-o")
        .arg(&program));
    let mut archive = Command::new(".github/release/archive");
    run(archive.arg(target).arg(&program).arg(folder.path()));
    let mut unpack = Command::new("tar");
    let packed = folder.path().join(format!("mouche-{target}.tar.gz"));
    // As a workflow of an author's does.
    run(unpack
        .arg("-xzf")
        .arg(packed)
        .args(["--strip-components", "1", "-C"])
        .arg(folder.path()));
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "THIRD-PARTY.md",
    ] {
        assert_eq!(
            std::fs::read_to_string(folder.path().join(file)).expect(file),
            read(file)
        );
    }
    let told = run(Command::new(folder.path().join("mouche")).arg("-V"));
    assert_eq!(told.trim(), format!("mouche {}", version()));
    for file in [
        "completions/mouche.bash",
        "completions/mouche.zsh",
        "man/mouche-check.1",
        "licences/fonts.txt",
    ] {
        assert!(
            folder
                .path()
                .join(file)
                .metadata()
                .is_ok_and(|found| found.len() > 1_000),
            "{file}"
        );
    }
    // Few packages come without: those take the words from the list.
    let with: BTreeSet<String> = std::fs::read_dir(folder.path().join("licences"))
        .expect("licences")
        .map(|one| one.expect("one").file_name().to_string_lossy().into_owned())
        .collect();
    let all = linked_packages(&[target.to_owned()]);
    let without: Vec<&String> = all
        .keys()
        .filter(|name| !with.contains(&name.replace(' ', "-")))
        .collect();
    assert!(
        all.len() > 150 && without.len() * 10 < all.len(),
        "{without:?}"
    );
}

fn release_workflow() -> Yaml {
    YamlLoader::load_from_str(WORKFLOW).expect("YAML").remove(0)
}

/// The steps of all jobs.
fn steps(workflow: &Yaml) -> Vec<&Yaml> {
    let jobs = workflow["jobs"].as_hash().expect("jobs").values();
    jobs.flat_map(|job| job["steps"].as_vec().expect("steps"))
        .collect()
}

#[test]
fn the_workflow_runs_what_is_there() {
    let workflow = release_workflow();
    let runs: Vec<&str> = steps(&workflow)
        .iter()
        .filter_map(|step| step["run"].as_str())
        .collect();
    for line in runs.iter().flat_map(|run| run.lines()) {
        let program = line.split(' ').next().expect("a command");
        if program.contains('/') {
            let mode = root()
                .join(program)
                .metadata()
                .expect(program)
                .permissions()
                .mode();
            assert_eq!(mode & 0o111, 0o111, "{program} cannot be run");
        } else {
            assert!(
                ["cargo", "gh", "rustup", "sha256sum"].contains(&program),
                "{line}"
            );
        }
    }
    assert!(
        runs.iter()
            .any(|run| run.starts_with(".github/release/archive "))
    );
    assert!(runs.contains(&"cargo deny check"));
    // What the program is asked to do it knows.
    let build = runs
        .iter()
        .find_map(|run| run.split_once(" -- build "))
        .expect("a book")
        .1;
    let help = run(Command::new(repository_paths::program()).args(["build", "--help"]));
    for flag in build.split(' ').filter(|word| word.starts_with("--")) {
        assert!(help.contains(flag), "{flag}");
    }
    let publish = &workflow["jobs"]["publish"];
    let needs = publish["needs"]
        .as_vec()
        .expect("jobs")
        .iter()
        .chain([&workflow["jobs"]["deploy"]["needs"]]);
    for needed in needs {
        assert!(
            !workflow["jobs"][needed.as_str().expect("a name")].is_badvalue(),
            "{needed:?}"
        );
    }
    // What workflows of authors look for beside an archive.
    assert!(runs.contains(&"sha256sum *.tar.gz > SHA256SUMS"));
    let release = runs
        .iter()
        .find(|run| run.starts_with("gh release create"))
        .expect("a release");
    assert!(
        release.contains(" archives/*.tar.gz archives/SHA256SUMS "),
        "{release}"
    );
}

#[test]
fn archives_are_made_for_systems_that_were_looked_at() {
    let workflow = release_workflow();
    let known = targets();
    let rows = workflow["jobs"]["archive"]["strategy"]["matrix"]["include"]
        .as_vec()
        .expect("systems");
    for row in rows {
        assert!(
            known
                .iter()
                .any(|target| row["target"].as_str() == Some(target)),
            "{row:?}"
        );
    }
    assert_eq!(
        rows.len() + 1,
        known.len(),
        "the engine in the page has no archive"
    );
    // Whoever takes one is told which of them nobody has run.
    let readme = read("README.md");
    let told = readme
        .split("\n\n")
        .find(|part| part.contains("have not been tried yet"))
        .expect("a word of it");
    for (system, name) in [("apple", "macOS"), ("windows", "Windows")] {
        let is_made = rows.iter().any(|row| {
            row["target"]
                .as_str()
                .is_some_and(|target| target.contains(system))
        });
        assert!(is_made && told.contains(name), "{name}");
    }
}

/// What the package of the source has, and that cargo has nothing to say of it but where no repository is known.
#[test]
fn the_package_is_small_and_whole() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["package", "--list", "--allow-dirty", "--locked"])
        .current_dir(root());
    let done = cargo.output().expect("cargo");
    let told = String::from_utf8_lossy(&done.stderr);
    let warnings: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("warning"))
        .collect();
    assert!(
        done.status.success() && warnings.iter().all(|one| one.contains("repository")),
        "{told}"
    );
    let list = String::from_utf8(done.stdout).expect("text");
    let list: BTreeSet<&str> = list.lines().collect();
    for file in [
        "build.rs",
        "src/wasm_target.rs",
        "src/main.rs",
        "README.md",
        "CHANGELOG.md",
        "THIRD-PARTY.md",
        "LICENSE-MIT",
    ] {
        assert!(list.contains(file), "{file}");
    }
    let size: u64 = list
        .iter()
        .filter_map(|file| root().join(file).metadata().ok())
        .map(|found| found.len())
        .sum();
    assert!(size < 6_200_000, "{size} bytes");
    // What the source takes in when it is compiled.
    let takes = regex::Regex::new(r#"include_(?:str|dir)!\("([^"]+)"\)"#).expect("a pattern");
    let source = list
        .iter()
        .filter(|file| file.starts_with("src/") && file.ends_with(".rs"));
    let place = |from: &str, path: &str| match path.strip_prefix("$CARGO_MANIFEST_DIR/") {
        Some(path) => path.to_owned(),
        None => {
            let climbs = path.matches("../").count() + 1;
            let folder: Vec<&str> = from.split('/').collect();
            [
                &folder[..folder.len() - climbs],
                &[path.trim_start_matches("../")],
            ]
            .concat()
            .join("/")
        }
    };
    let taken: BTreeSet<String> = source
        .flat_map(|file| {
            takes
                .captures_iter(&read(file))
                .map(|one| place(file, &one[1]))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(taken.len() > 10, "{taken:?}");
    for path in taken {
        assert!(
            list.iter().any(|file| file.starts_with(path.as_str())),
            "{path}"
        );
    }
}
