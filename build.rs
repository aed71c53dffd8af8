//! Compiles the engine for pages beside the program that carries it: the same package without `cli`, by another cargo in a
//! folder of its own, so that neither waits for the other's lock. A program that is not optimised carries none, unless
//! `MOUCHE_ENGINE=1` asks for it; `MOUCHE_ENGINE=0` leaves it out of one that is.

use base64::Engine;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the program is made from. What a book keeps between two builds is told apart by it.
const MADE_FROM: [&str; 5] = ["src", "templates", "Cargo.toml", "Cargo.lock", "build.rs"];

/// What the outer cargo tells its build scripts, and the inner one must not take for its own.
const NOT_OURS: [&str; 6] = [
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
];

fn main() {
    println!("cargo::rerun-if-env-changed=MOUCHE_ENGINE");
    // The engine itself carries none. Features do not tell: the inner cargo inherits the outer one's.
    let is_for_pages = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    if is_for_pages {
        editions(&out);
    }
    if is_for_pages || env::var_os("CARGO_FEATURE_CLI").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let asked = env::var("MOUCHE_ENGINE").unwrap_or_default();
    let is_wanted = match asked.as_str() {
        "0" => false,
        "" => env::var("PROFILE").is_ok_and(|profile| profile == "release"),
        _ => true,
    };
    let mut made_from = DefaultHasher::new();
    for path in MADE_FROM {
        println!("cargo::rerun-if-changed={path}");
        read(Path::new(path), &mut made_from);
    }
    println!("cargo::rustc-env=MOUCHE_MADE_FROM={:016x}", made_from.finish());
    let engine = if is_wanted { engine(&out, !asked.is_empty()) } else { Ok(String::new()) };
    if let Err(why) = &engine {
        println!("cargo::warning=the book will have no page to play on: {why}");
        assert!(asked.is_empty(), "{why}");
    }
    fs::write(out.join("engine.txt"), engine.unwrap_or_default()).expect("room for the engine");
}

/// The editions without their questions and answers and what is said about them, and works without what there is to say of
/// them: that stands in pages already.
fn editions(out: &Path) {
    println!("cargo::rerun-if-changed=src/editions");
    for file in fs::read_dir("src/editions").expect("the editions").flatten() {
        let path = file.path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("an edition");
        let (mut kept, mut is_answer, mut lines) = (String::new(), false, text.lines());
        let is_work = path.ends_with("works.toml");
        while let Some(line) = lines.next() {
            if line.starts_with('[') {
                is_answer = line.ends_with(".reading]]");
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = line.split_once(" = ").map_or("", |(key, _)| key);
            let is_of_pages = key == "about"
                || (is_answer && ["question", "ruling", "why", "turns_on"].contains(&key))
                || (is_work && ["full", "good_for", "how", "addresses", "called"].contains(&key));
            if !is_of_pages {
                kept += line;
                kept.push('\n');
            } else if line.ends_with("= \"\"\"") {
                lines.find(|line| line.ends_with("\"\"\""));
            } else if line.ends_with('[') {
                lines.find(|line| *line == "]");
            }
        }
        fs::write(out.join(file.file_name()), kept).expect("room for an edition");
    }
}

/// All that a folder or a file holds, in the order of its names.
fn read(path: &Path, hash: &mut DefaultHasher) {
    path.hash(hash);
    let Ok(folder) = fs::read_dir(path) else { return fs::read(path).expect("what it is made from").hash(hash) };
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().for_each(|path| read(path, hash));
}

/// The engine, packed by gzip, in base64: so it comes as a script, from a server as from a file. `strict` takes a warning for
/// an error.
fn engine(out: &Path, strict: bool) -> Result<String, String> {
    let folder = out.join("engine");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args([
        "rustc",
        "--lib",
        "--crate-type",
        "cdylib",
        "--no-default-features",
        "--profile",
        "engine",
        "--locked",
    ]);
    cargo.args(["--quiet", "--target", TARGET, "--target-dir"]).arg(&folder);
    for name in NOT_OURS {
        cargo.env_remove(name);
    }
    // Whoever builds it, the same bytes: where the sources of others lie is nobody's concern.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    if let Some(home) = home {
        cargo.env("CARGO_ENCODED_RUSTFLAGS", format!("--remap-path-prefix={}=", home.join("registry/src").display()));
    }
    let features = env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_FEATURE_"));
    for (name, _) in features {
        cargo.env_remove(name);
    }
    let done = cargo.output().map_err(|error| format!("cargo does not start: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() || (strict && said.contains("warning: ")) {
        return Err(match said.contains("E0463") {
            true => format!("the target is not installed; run `rustup target add {TARGET}`"),
            false => said.lines().take(3).collect::<Vec<_>>().join(" "),
        });
    }
    let wasm = fs::read(folder.join(TARGET).join("engine/mouche.wasm")).map_err(|error| error.to_string())?;
    let mut packed = Vec::new();
    let best = zopfli::Options::default();
    zopfli::compress(best, zopfli::Format::Gzip, &wasm[..], &mut packed).map_err(|error| error.to_string())?;
    Ok(base64::prelude::BASE64_STANDARD.encode(packed))
}
