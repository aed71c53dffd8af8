//! The program with the engine for pages and without it: how its build comes by the target, and what is said where it cannot.

#[path = "../../src/wasm_target.rs"]
mod wasm_target;

use crate::small_book::small_book;
use crate::test_extent;
use mouche::book::missing_engine_note;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use wasm_target::{
    MissingWasmEngineReason, TARGET, WasmTargetInstallOutcome, is_of_outer_cargo, provide_target,
    sysroot,
};

/// What stands in the folder of a compiler that has the target.
const LIBRARY: &str = "lib/rustlib/wasm32-unknown-unknown/lib/libcore-0.rlib";

/// A folder as rustup keeps a compiler in, without the target.
fn make_toolchain(home: &Path) -> PathBuf {
    let sysroot = home.join("toolchains/stable-of-a-test");
    fs::create_dir_all(sysroot.join("lib/rustlib")).expect("folders");
    fs::write(
        sysroot.join("lib/rustlib/multirust-channel-manifest.toml"),
        "",
    )
    .expect("a file");
    sysroot
}

/// A program that stands for rustup: it notes each call in `calls`, and then does what the script says.
fn make_fake_rustup(home: &Path, script: &str) -> PathBuf {
    let program = home.join("rustup");
    let text = format!(
        "#!/bin/sh\necho \"$@ in $RUSTUP_HOME\" >> \"{}/calls\"\n{script}\n",
        home.display()
    );
    fs::write(&program, text).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its mode");
    program
}

fn add_library(sysroot: &Path) -> String {
    let library = sysroot.join(LIBRARY);
    format!(
        "mkdir -p \"{}\" && touch \"{}\"",
        library.parent().expect("a folder").display(),
        library.display()
    )
}

fn calls_of_rustup(home: &Path) -> Vec<String> {
    fs::read_to_string(home.join("calls"))
        .unwrap_or_default()
        .lines()
        .map(String::from)
        .collect()
}

#[test]
fn rustup_adds_the_target_to_the_compiler_that_runs() {
    let home = tempfile::tempdir().expect("a folder");
    let sysroot = make_toolchain(home.path());
    let rustup = make_fake_rustup(home.path(), &add_library(&sysroot));
    let added = WasmTargetInstallOutcome::Added("stable-of-a-test".into());
    assert_eq!(provide_target(&sysroot, &rustup, false), Ok(added));
    let call = format!(
        "target add --toolchain stable-of-a-test {TARGET} in {}",
        home.path().display()
    );
    assert_eq!(calls_of_rustup(home.path()), [call]);
    // What is there needs no rustup.
    assert_eq!(
        provide_target(&sysroot, Path::new("/no/rustup"), true),
        Ok(WasmTargetInstallOutcome::Found)
    );
}

#[test]
fn of_two_builds_at_once_one_asks_rustup() {
    let home = tempfile::tempdir().expect("a folder");
    let sysroot = make_toolchain(home.path());
    let rustup = make_fake_rustup(home.path(), &add_library(&sysroot));
    let provided = std::thread::scope(|scope| {
        let builds = [0, 1, 2, 3].map(|_| scope.spawn(|| provide_target(&sysroot, &rustup, false)));
        builds.map(|build| build.join().expect("a build"))
    });
    assert!(provided.iter().all(Result::is_ok), "{provided:?}");
    assert_eq!(calls_of_rustup(home.path()).len(), 1);
}

#[test]
fn where_the_target_cannot_be_had_the_reason_and_the_remedy_are_told() {
    let home = tempfile::tempdir().expect("a folder");
    let sysroot = make_toolchain(home.path());
    let refused = |rustup: &Path, is_offline| {
        provide_target(&sysroot, rustup, is_offline).expect_err("no target")
    };
    let failing = make_fake_rustup(
        home.path(),
        "echo 'info: downloading' >&2; echo 'error: no network' >&2; exit 1",
    );
    for (no_engine, why) in [
        (
            refused(&failing, false),
            "rustup could not add it (error: no network)",
        ),
        (
            refused(Path::new("/no/rustup"), false),
            "rustup was not found",
        ),
        (
            refused(&failing, true),
            "CARGO_NET_OFFLINE forbids to download it",
        ),
    ] {
        assert_eq!(
            no_engine,
            MissingWasmEngineReason {
                why: format!("the toolchain stable-of-a-test has no target {TARGET}, and {why}"),
                remedy: format!("Run `rustup target add --toolchain stable-of-a-test {TARGET}`"),
            }
        );
    }
    assert_eq!(
        calls_of_rustup(home.path()).len(),
        1,
        "offline nothing is asked"
    );
    // A compiler that a distribution packaged.
    let packaged = home.path().join("usr");
    fs::create_dir_all(packaged.join("lib/rustlib")).expect("folders");
    let MissingWasmEngineReason { why, remedy } =
        provide_target(&packaged, &failing, false).expect_err("no target");
    assert!(why.contains("rustup did not install it"), "{why}");
    assert!(
        remedy.contains("libstd-rust-dev-wasm32") && remedy.contains("https://rustup.rs"),
        "{remedy}"
    );
    assert_eq!(
        calls_of_rustup(home.path()).len(),
        1,
        "rustup has nothing to do with it"
    );
}

#[test]
fn the_compiler_says_where_its_libraries_are() {
    let rustc = Path::new(env!("CARGO")).with_file_name("rustc");
    let sysroot = sysroot(&rustc).expect("a folder");
    assert!(
        sysroot.join("lib/rustlib").is_dir(),
        "{}",
        sysroot.display()
    );
    assert!(wasm_target::sysroot(Path::new("/no/rustc")).is_err());
}

/// A package whose build script asks for the target as ours does, and whose program prints what came of it.
const BUILD_SCRIPT: &str = r##"
#[path = "TARGET_RS"]
mod wasm_target;

fn main() {
    let path = |name: &str| std::path::PathBuf::from(std::env::var_os(name).unwrap());
    println!("cargo::rerun-if-changed=build.rs");
    let state = match wasm_target::provide_target(&path("TEST_SYSROOT"), &path("TEST_RUSTUP"), false) {
        Ok(_) => "with",
        Err(_) => "without",
    };
    println!("cargo::rustc-env=STATE={state}");
}
"##;

#[test]
fn once_the_target_is_there_cargo_builds_again() {
    let home = tempfile::tempdir().expect("a folder");
    let sysroot = make_toolchain(home.path());
    let rustup = make_fake_rustup(home.path(), "exit 1");
    let package = home.path().join("package");
    fs::create_dir_all(package.join("src")).expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wasm_target.rs");
    let write = |name: &str, text: &str| fs::write(package.join(name), text).expect("a file");
    write(
        "Cargo.toml",
        "[package]\nname = \"stale\"\nedition = \"2024\"\n[workspace]\n",
    );
    write(
        "build.rs",
        &BUILD_SCRIPT.replace("TARGET_RS", &script.display().to_string()),
    );
    write("src/main.rs", "fn main() { println!(env!(\"STATE\")); }\n");
    let run = || {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["run", "--quiet", "--offline", "--target-dir"])
            .arg(package.join("target"))
            .current_dir(&package);
        cargo
            .env("TEST_SYSROOT", &sysroot)
            .env("TEST_RUSTUP", &rustup);
        let output = cargo.output().expect("cargo");
        assert!(output.status.success(), "{}", all_output(&output));
        String::from_utf8(output.stdout)
            .expect("text")
            .trim()
            .to_owned()
    };
    assert_eq!(
        (run().as_str(), calls_of_rustup(home.path()).len()),
        ("without", 1)
    );
    assert_eq!(
        (run().as_str(), calls_of_rustup(home.path()).len()),
        ("without", 1),
        "nothing has changed"
    );
    let by_hand = Command::new("sh")
        .args(["-c", &add_library(&sysroot)])
        .status();
    assert!(by_hand.expect("a shell").success());
    assert_eq!(run(), "with");
}

#[test]
fn the_inner_cargo_has_nothing_from_the_outer_one_that_changes_the_engine() {
    for name in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "CARGO_BUILD_TARGET_DIR",
        "CARGO_BUILD_RUSTC_WRAPPER",
        "CARGO_TARGET_DIR",
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        "CARGO_PROFILE_RELEASE_LTO",
        "CARGO_PROFILE_ENGINE_OPT_LEVEL",
        "CARGO_INCREMENTAL",
        "CARGO_FEATURE_CLI",
        "RUSTC_WRAPPER",
    ] {
        assert!(is_of_outer_cargo(name), "{name}");
    }
    // It compiles build scripts for this machine as the outer one does, and by the same compiler.
    for name in [
        "PATH",
        "RUSTC",
        "CARGO_HOME",
        "CARGO_BUILD_JOBS",
        "CARGO_NET_OFFLINE",
        "CARGO_MAKEFLAGS",
    ] {
        assert!(!is_of_outer_cargo(name), "{name}");
    }
    assert!(!is_of_outer_cargo(
        "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER"
    ));
}

fn run_mouche(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("mouche")
}

fn all_output(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|said| String::from_utf8_lossy(said).into_owned())
        .concat()
}

/// What a program without the engine says of the books that it makes.
const LACKS: &str = "This book has no Play and no Playground, because this program was compiled without the engine: ";

#[test]
fn the_last_lines_of_a_build_say_what_the_book_lacks() {
    let folder = small_book();
    let built = run_mouche(folder.path(), &["build", "--dest", "site"]);
    let required = run_mouche(
        folder.path(),
        &["build", "--dest", "required", "--require-play"],
    );
    let version = all_output(&run_mouche(folder.path(), &["--version"]));
    assert_eq!(built.status.code(), Some(0), "{}", all_output(&built));
    assert!(
        version.starts_with(concat!("mouche ", env!("CARGO_PKG_VERSION"), "\n")),
        "{version}"
    );
    let site = folder.path().join("site");
    let has_engine = fs::read_dir(&site).expect("the site").any(|file| {
        file.expect("a file")
            .file_name()
            .to_string_lossy()
            .starts_with("engine-")
    });
    let Some(missing) = missing_engine_note() else {
        assert!(
            has_engine && !all_output(&built).contains(LACKS),
            "{}",
            all_output(&built)
        );
        assert_eq!(required.status.code(), Some(0), "{}", all_output(&required));
        assert!(
            version.ends_with("\nwith the engine for Play and Playground\n")
                || version
                    .ends_with("\nwith the quickly compiled engine for Play and Playground\n"),
            "{version}"
        );
        return;
    };
    assert!(!has_engine && missing.starts_with(LACKS), "{missing}");
    assert!(
        all_output(&built).ends_with(&format!("\nwarning: {missing}\n")),
        "{}",
        all_output(&built)
    );
    assert_eq!(required.status.code(), Some(1), "{}", all_output(&required));
    assert_eq!(all_output(&required), format!("error: {missing}\n"));
    assert!(!folder.path().join("required").exists());
    assert!(
        version.contains("\nwithout the engine for Play and Playground: "),
        "{version}"
    );
}

#[test]
fn a_server_says_what_the_book_lacks() {
    let folder = small_book();
    let mut server = Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(["serve", "--port", "0"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mouche");
    let mut address = String::new();
    BufReader::new(server.stdout.take().expect("its output"))
        .read_line(&mut address)
        .expect("a line");
    // Once it answers, it has said all that it says at its start.
    let place = address
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next())
        .expect("an address");
    let mut asked = TcpStream::connect(place).expect("a connection");
    write!(
        asked,
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .expect("a request");
    asked.read_to_end(&mut Vec::new()).expect("an answer");
    server.kill().expect("an end");
    let said =
        String::from_utf8(server.wait_with_output().expect("its errors").stderr).expect("text");
    assert!(address.starts_with("The book is at http://"), "{address}");
    let wanted = missing_engine_note()
        .map(|missing| format!("warning: {missing}\n"))
        .unwrap_or_default();
    assert_eq!(said, wanted);
}

/// `cargo install --git` searches a repository for every `Cargo.toml`, and gives up where several have programs.
#[test]
fn cargo_finds_one_program_in_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = Command::new("git")
        .args(["ls-files", "*Cargo.toml"])
        .current_dir(root)
        .output();
    let listed = String::from_utf8_lossy(&listed.expect("git").stdout).into_owned();
    for path in listed.lines().filter(|path| *path != "Cargo.toml") {
        let package = fs::read_to_string(root.join(path)).expect("a manifest");
        let package: toml::Table = package.parse().expect("TOML");
        let folder = root.join(path).with_file_name("src");
        assert!(!package.contains_key("bin"), "{path} has a program");
        assert!(!folder.join("main.rs").exists(), "{path} has a program");
    }
    let manifest = fs::read_to_string(root.join("tests/fuzz/manifest.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    // Where `tests/fuzz/run` puts it.
    let place = root.join("target/fuzz/crate");
    let program = manifest["bin"][0]["path"].as_str().expect("a path");
    let library = manifest["dependencies"]["mouche"]["path"]
        .as_str()
        .expect("a path");
    let depth = place
        .strip_prefix(root)
        .expect("below")
        .components()
        .count();
    assert!(
        root.join(program.trim_start_matches("../")).is_file(),
        "{program}"
    );
    assert_eq!(
        (
            program.matches("../").count(),
            library.matches("..").count()
        ),
        (depth, depth)
    );
    if !test_extent::are_all_wanted() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy");
    let address = format!("file://{}", root.display());
    let cloned = Command::new("git")
        .args(["clone", "--quiet", "--depth", "1", &address])
        .arg(&copy)
        .status();
    assert!(cloned.expect("git").success());
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    std::os::unix::fs::symlink(
        home.expect("a home").join("registry"),
        folder.path().join("registry"),
    )
    .expect("a link");
    let mut cargo = Command::new(env!("CARGO"));
    // It stops before it compiles, since there is no such program.
    cargo.args([
        "install",
        "--locked",
        "--git",
        &format!("file://{}", copy.display()),
        "--bin",
        "none",
    ]);
    let told = all_output(
        &cargo
            .env("CARGO_HOME", folder.path())
            .output()
            .expect("cargo"),
    );
    assert!(told.contains("no bin target named `none`"), "{told}");
}
