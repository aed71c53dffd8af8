//! Compiles the engine for pages beside the program that carries it: the same package without `cli`, by another cargo in a
//! folder of its own, so that neither waits for the other's lock. A program that is not optimised carries none, unless
//! `MOUCHE_ENGINE=1` asks for it; `MOUCHE_ENGINE=0` leaves it out of one that is. `MOUCHE_ENGINE=quick` asks for an engine
//! that compiles sooner and is larger, for tests. A program that carries none knows why.

#[path = "src/wasm_target.rs"]
mod wasm_target;

use base64::Engine;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use wasm_target::{MissingWasmEngineReason, TARGET, WasmTargetInstallOutcome};

/// The sources of the program. The cache of a book depends on them.
const MADE_FROM: [&str; 5] = ["src", "templates", "Cargo.toml", "Cargo.lock", "build.rs"];

/// Folders that the program takes in whole. The compiler sees when a file in them changes, but not when one is added.
const TAKEN_IN: [&str; 3] = ["book/theme", "book/src/fonts", "tests/refused"];

/// A path that is never there: cargo runs this script again at the next build.
const NEVER: &str = "src/never";

/// The way in which the engine is compiled and packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineBuild {
    /// As a program is released: as small as can be.
    Released,
    /// For tests: soon.
    Quick,
}

/// How often zopfli tries to pack the same block of a released engine smaller. By its usual 15 the engine is 140 bytes larger, and over
/// its limit.
const RELEASED_PACK_ITERATIONS: NonZeroU64 = NonZeroU64::new(30).expect("30 is not zero");

impl EngineBuild {
    /// Returns the profile of `Cargo.toml` by which the engine is compiled.
    fn profile(self) -> &'static str {
        match self {
            EngineBuild::Released => "engine",
            EngineBuild::Quick => "engine-quick",
        }
    }

    /// Returns how often zopfli tries to pack the same block smaller.
    fn pack_iterations(self) -> NonZeroU64 {
        match self {
            EngineBuild::Released => RELEASED_PACK_ITERATIONS,
            EngineBuild::Quick => NonZeroU64::MIN,
        }
    }
}

fn main() {
    println!("cargo::rerun-if-env-changed=MOUCHE_ENGINE");
    // The engine itself carries none. Features do not tell: the inner cargo inherits the outer one's.
    let is_for_pages = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    if is_for_pages {
        write_editions(&out);
        write_other_data(&out);
    }
    if is_for_pages || env::var_os("CARGO_FEATURE_CLI").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let mut made_from = DefaultHasher::new();
    for path in MADE_FROM {
        println!("cargo::rerun-if-changed={path}");
        hash_path(Path::new(path), &mut made_from);
    }
    for path in TAKEN_IN {
        println!("cargo::rerun-if-changed={path}");
    }
    println!(
        "cargo::rustc-env=MOUCHE_MADE_FROM={:016x}",
        made_from.finish()
    );
    let asked = env::var("MOUCHE_ENGINE").unwrap_or_default();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let engine = match asked.as_str() {
        "0" => Err(MissingWasmEngineReason {
            why: "MOUCHE_ENGINE was 0".into(),
            remedy: "Unset MOUCHE_ENGINE, and compile with `--release`".into(),
        }),
        "" if !is_release => Err(MissingWasmEngineReason {
            why: "it is a debug program".into(),
            remedy: "Compile it with `--release`, or with MOUCHE_ENGINE=1".into(),
        }),
        "" => {
            let engine = make_engine(&out, EngineBuild::Released, false);
            if let Err(no_engine) = &engine {
                warn_of_missing_engine(no_engine);
            }
            engine
        }
        "1" => Ok(require_engine(&out, EngineBuild::Released)),
        "quick" => Ok(require_engine(&out, EngineBuild::Quick)),
        other => panic!(
            "MOUCHE_ENGINE is 1 (with the engine), quick (with one that compiles sooner) or 0 (without it), and not `{other}`"
        ),
    };
    // One line each, whatever a program that failed has said.
    let without = match &engine {
        Ok(_) => String::new(),
        Err(no_engine) => no_engine
            .to_string()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    };
    println!("cargo::rustc-env=MOUCHE_WITHOUT_ENGINE={without}");
    let note = if without.is_empty() {
        let is_quick = asked == "quick";
        let compiled = if is_quick { "quickly compiled " } else { "" };
        format!("with the {compiled}engine for Play and Playground")
    } else {
        format!("without the engine for Play and Playground: {without}")
    };
    println!("cargo::rustc-env=MOUCHE_ENGINE_NOTE={note}");
    fs::write(out.join("engine.txt"), engine.unwrap_or_default()).expect("room for the engine");
}

/// Says among what cargo prints that there will be no engine. The program says it again where it is seen.
fn warn_of_missing_engine(no_engine: &MissingWasmEngineReason) {
    let MissingWasmEngineReason { why, remedy } = no_engine;
    let line =
        format!("the book will have no Play and no Playground: {why}. {remedy}, then build again.");
    println!(
        "cargo::warning={}",
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    );
}

/// Says something that holds for this run alone. Cargo keeps the warnings of a build script and prints them again at each run,
/// so what can be written to the terminal itself is no warning.
fn print_cargo_line(line: &str) {
    let terminal = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    let written = fs::OpenOptions::new()
        .write(true)
        .open(terminal)
        .and_then(|mut terminal| {
            // Cargo may have drawn its progress on this line.
            terminal.write_all(format!("\r\u{1b}[K   mouche: {line}\r\n").as_bytes())
        });
    if written.is_err() {
        println!("cargo::warning={line}");
    }
}

/// Returns the engine; without it, and after any warning, the build ends.
fn require_engine(out: &Path, build: EngineBuild) -> String {
    match make_engine(out, build, true) {
        Ok(engine) => engine,
        Err(no_engine) => panic!("{no_engine}"),
    }
}

/// Compiles the engine, after rustup has added the target where it is missing. `strict` takes a warning for an error.
fn make_engine(
    out: &Path,
    build: EngineBuild,
    strict: bool,
) -> Result<String, MissingWasmEngineReason> {
    let rustc = PathBuf::from(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let sysroot = wasm_target::sysroot(&rustc)?;
    println!("cargo::rerun-if-env-changed=CARGO_NET_OFFLINE");
    let is_offline = env::var("CARGO_NET_OFFLINE").is_ok_and(|offline| offline == "true");
    if let WasmTargetInstallOutcome::Added(toolchain) =
        wasm_target::provide_target(&sysroot, Path::new("rustup"), is_offline)?
    {
        print_cargo_line(&format!(
            "rustup added the target {TARGET} to the toolchain {toolchain}: Play and Playground need it"
        ));
    }
    compile_and_pack(out, build, strict).map_err(|why| {
        println!("cargo::rerun-if-changed={NEVER}");
        MissingWasmEngineReason::with_cause(format!("it cannot be compiled for {TARGET}: {why}"))
    })
}

/// Writes the editions without their questions and answers and what is said about them, works without what there is to say of
/// them, and of the family only which editions a game has: the rest stands in pages already. An answer keeps its id only if
/// another edition names it.
fn write_editions(out: &Path) {
    let out = &out.join("editions");
    fs::create_dir_all(out).expect("room for editions");
    println!("cargo::rerun-if-changed=src/editions");
    let files = fs::read_dir("src/editions")
        .expect("the editions")
        .flatten()
        .map(|file| file.path());
    let is_data = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    let texts: Vec<(PathBuf, String)> = files
        .filter(is_data)
        .map(|path| (path.clone(), fs::read_to_string(&path).expect("an edition")))
        .collect();
    let named: HashSet<&str> = texts
        .iter()
        .flat_map(|(_, text)| text.lines())
        .filter_map(answer_named)
        .collect();
    for (path, text) in &texts {
        let (mut kept, mut is_answer, mut lines) = (String::new(), false, text.lines());
        let is_work = path.ends_with("works.toml");
        let is_family = path.ends_with("family.toml");
        let mut is_table_of_chapters = false;
        while let Some(line) = lines.next() {
            if line.starts_with('[') {
                is_answer = line.ends_with(".reading]]");
                is_table_of_chapters = is_family && !["[[game]]", "[[stranger]]"].contains(&line);
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = line.split_once(" = ").map_or("", |(key, _)| key);
            let is_unnamed_id = is_answer
                && line
                    .strip_prefix("id = ")
                    .is_some_and(|id| !named.contains(id.trim_matches('"')));
            let is_of_pages = key == "about"
                || is_unnamed_id
                || (is_answer && ["question", "ruling", "why", "turns_on"].contains(&key))
                || (is_work
                    && ["full", "good_for", "how", "addresses", "original", "called"]
                        .contains(&key))
                || (is_family && !["", "id", "name", "editions"].contains(&key))
                || is_table_of_chapters;
            if !is_of_pages {
                kept += line;
                kept.push('\n');
            } else if let Some(quotes) = ["\"\"\"", "'''"]
                .into_iter()
                .find(|quotes| line.ends_with(&format!("= {quotes}")))
            {
                lines.find(|last| last.ends_with(quotes));
            } else if line.ends_with('[') {
                lines.find(|last| *last == "]");
            }
        }
        fs::write(out.join(path.file_name().expect("a name")), kept).expect("room for an edition");
    }
}

/// Files of data beside the editions that the engine for pages carries, below `src`.
const OTHER_DATA: [&str; 10] = [
    "cards/languages/de.toml",
    "cards/languages/es.toml",
    "cards/languages/fr.toml",
    "rules/choices.toml",
    "rules/verbs.toml",
    "scenario/text/grammar.toml",
    "scenario/text/messages.toml",
    "scenario/text/slips.toml",
    "scenario/text/synonyms.toml",
    "session/drills.toml",
];

/// Tables of `choices.toml` that only chapters print.
const TABLES_OF_CHAPTERS: [&str; 5] = [
    "[Certainty]",
    "[Code]",
    "[Relation]",
    "[Seen]",
    "[Standing]",
];

/// Writes the other files of data without comments, empty lines, and tables that only chapters print.
fn write_other_data(out: &Path) {
    for file in OTHER_DATA {
        let path = Path::new("src").join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).expect("data");
        let (mut kept, mut is_of_chapters) = (String::new(), false);
        for line in text.lines() {
            if line.starts_with('[') {
                is_of_chapters = TABLES_OF_CHAPTERS.contains(&line);
            }
            if !(is_of_chapters || line.is_empty() || line.starts_with('#')) {
                kept += line;
                kept.push('\n');
            }
        }
        let to = out.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("room for data");
        fs::write(to, kept).expect("room for data");
    }
}

/// Returns the id of the answer that a line gives again: `ABOU-05` of `same = "boussac-1896/ABOU-05"`.
fn answer_named(line: &str) -> Option<&str> {
    let named = line.strip_prefix("same = ")?.trim_matches('"');
    Some(named.rsplit('/').next().unwrap_or(named))
}

/// Adds all that a folder or a file holds to a hash, in the order of its names.
fn hash_path(path: &Path, hash: &mut DefaultHasher) {
    path.hash(hash);
    let Ok(folder) = fs::read_dir(path) else {
        return fs::read(path).expect("what it is made from").hash(hash);
    };
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().for_each(|inner| hash_path(inner, hash));
}

/// Returns the engine, packed by gzip, in base64: so it comes as a script, from a server as from a file. `strict` takes a warning for
/// an error.
fn compile_and_pack(out: &Path, build: EngineBuild, strict: bool) -> Result<String, String> {
    let folder = out.join("engine");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args([
        "rustc",
        "--lib",
        "--crate-type",
        "cdylib",
        "--no-default-features",
        "--profile",
        build.profile(),
        "--locked",
    ]);
    cargo
        .args(["--quiet", "--target", TARGET, "--target-dir"])
        .arg(&folder)
        // The linker writes each address in five bytes unless it is told to write as few as needed.
        .args(["--", "-C", "link-arg=--compress-relocations"]);
    for (name, _) in
        env::vars_os().filter(|(name, _)| wasm_target::is_of_outer_cargo(&name.to_string_lossy()))
    {
        cargo.env_remove(name);
    }
    // Whoever builds it, the same bytes: where the sources of others lie is nobody's concern.
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    if let Some(home) = home {
        cargo.env(
            "CARGO_ENCODED_RUSTFLAGS",
            format!(
                "--remap-path-prefix={}=",
                home.join("registry/src").display()
            ),
        );
    }
    let done = cargo
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() || (strict && said.contains("warning: ")) {
        return Err(said.lines().take(3).collect::<Vec<_>>().join(" "));
    }
    let wasm = fs::read(
        folder
            .join(TARGET)
            .join(build.profile())
            .join("mouche.wasm"),
    )
    .map_err(|error| error.to_string())?;
    let mut packed = Vec::new();
    // Code and texts differ so much that the usual fifteen blocks are too few.
    let options = zopfli::Options {
        iteration_count: build.pack_iterations(),
        maximum_block_splits: 40,
        ..zopfli::Options::default()
    };
    zopfli::compress(options, zopfli::Format::Gzip, &wasm[..], &mut packed)
        .map_err(|error| error.to_string())?;
    Ok(base64::prelude::BASE64_STANDARD.encode(packed))
}
