//! Finds out whether the compiler that runs can compile for the browser, and lets rustup add what is missing. This is a module
//! of `build.rs`, and no part of the program.

use std::env::home_dir;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The target that the engine for pages is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The way in which the WebAssembly target came to be installed.
#[derive(Debug, PartialEq, Eq)]
pub enum WasmTargetInstallOutcome {
    /// It was installed already.
    Found,
    /// rustup added it now, to the toolchain of this name.
    Added(String),
}

/// The reason why the engine for pages is missing, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub struct MissingWasmEngineReason {
    pub why: String,
    pub remedy: String,
}

impl MissingWasmEngineReason {
    /// Returns the error for a cause that the user must find and remove.
    pub fn with_cause(why: String) -> MissingWasmEngineReason {
        MissingWasmEngineReason {
            why,
            remedy: "Remove the cause, and compile again".into(),
        }
    }
}

impl fmt::Display for MissingWasmEngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}.", self.why, self.remedy)
    }
}

impl Error for MissingWasmEngineReason {}

/// A toolchain that rustup installed.
struct RustupToolchain {
    /// The folder that `RUSTUP_HOME` names.
    home: PathBuf,
    name: String,
}

impl RustupToolchain {
    /// Returns the error for a toolchain without the target, which rustup could add; `why` says what kept it from that.
    fn missing_target(&self, why: &str) -> MissingWasmEngineReason {
        MissingWasmEngineReason {
            why: format!(
                "the toolchain {} has no target {TARGET}, and {why}",
                self.name
            ),
            remedy: format!("Run `rustup target add --toolchain {} {TARGET}`", self.name),
        }
    }
}

/// Returns the folder that the compiler takes its libraries from.
pub fn sysroot(rustc: &Path) -> Result<PathBuf, MissingWasmEngineReason> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    let output = output.map_err(|error| {
        MissingWasmEngineReason::with_cause(format!("{} does not start: {error}", rustc.display()))
    })?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || path.is_empty() {
        return Err(MissingWasmEngineReason::with_cause(format!(
            "{} does not say where its libraries are",
            rustc.display()
        )));
    }
    Ok(PathBuf::from(path))
}

/// Returns the folder in which something changes when a target is added to this compiler, by rustup or by hand.
fn folder_changed_by_targets(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib")
}

/// Returns whether the standard library for the browser is installed.
fn has_target(sysroot: &Path) -> bool {
    let Ok(libraries) =
        std::fs::read_dir(folder_changed_by_targets(sysroot).join(TARGET).join("lib"))
    else {
        return false;
    };
    let mut names = libraries.flatten().map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with("libcore-"))
}

/// Returns the toolchain of this folder, if rustup installed it and can add a target to it. It cannot to a toolchain that
/// was linked, or that a distribution packaged.
fn find_rustup_toolchain(sysroot: &Path) -> Option<RustupToolchain> {
    let folder = sysroot.parent()?;
    let is_of_rustup = folder.file_name()? == "toolchains"
        && folder_changed_by_targets(sysroot)
            .join("multirust-channel-manifest.toml")
            .is_file();
    if !is_of_rustup {
        return None;
    }
    let name = sysroot.file_name()?.to_string_lossy().into_owned();
    Some(RustupToolchain {
        home: folder.parent()?.to_path_buf(),
        name,
    })
}

/// Makes sure that the target is installed: lets rustup add it where it is missing, unless `is_offline`. Where that fails,
/// it asks cargo to run the build script again once a target has been added to the compiler, by whatever way.
///
/// Adding a target writes new files only, so compilers that run meanwhile are not disturbed. Of two builds at once the
/// second waits for the first.
pub fn provide_target(
    sysroot: &Path,
    rustup: &Path,
    is_offline: bool,
) -> Result<WasmTargetInstallOutcome, MissingWasmEngineReason> {
    if has_target(sysroot) {
        return Ok(WasmTargetInstallOutcome::Found);
    }
    let Some(toolchain) = find_rustup_toolchain(sysroot) else {
        rerun_on_new_targets(sysroot);
        return Err(MissingWasmEngineReason {
            why: format!(
                "the Rust compiler in {} has no target {TARGET}, and rustup did not install it",
                sysroot.display()
            ),
            remedy: format!(
                "Install the target {TARGET} as you installed Rust (Debian has it in the package libstd-rust-dev-wasm32), \
                 or install Rust from https://rustup.rs"
            ),
        });
    };
    if is_offline {
        rerun_on_new_targets(sysroot);
        return Err(toolchain.missing_target("CARGO_NET_OFFLINE forbids to download it"));
    }
    // Where a folder cannot be locked, two builds at once both ask rustup, and the slower one looks again.
    let folder = File::open(sysroot);
    let _lock = folder.as_ref().ok().filter(|folder| folder.lock().is_ok());
    if has_target(sysroot) {
        return Ok(WasmTargetInstallOutcome::Found);
    }
    let problem = match add_target(rustup, &toolchain) {
        Ok(output) if output.status.success() => "rustup added it to another place".to_owned(),
        Ok(output) => format!("rustup could not add it ({})", first_error_line(&output)),
        Err(error) if error.kind() == ErrorKind::NotFound => "rustup was not found".to_owned(),
        Err(error) => format!("rustup does not start ({error})"),
    };
    if has_target(sysroot) {
        return Ok(WasmTargetInstallOutcome::Added(toolchain.name));
    }
    rerun_on_new_targets(sysroot);
    Err(toolchain.missing_target(&problem))
}

/// Asks cargo to run the build script again when the compiler has got other targets.
fn rerun_on_new_targets(sysroot: &Path) {
    println!(
        "cargo::rerun-if-changed={}",
        folder_changed_by_targets(sysroot).display()
    );
}

/// Runs rustup, by the name given, or from the folder in which it installs itself.
fn add_target(rustup: &Path, toolchain: &RustupToolchain) -> std::io::Result<Output> {
    let output = add_target_by_rustup(rustup, toolchain);
    let is_missing = output
        .as_ref()
        .is_err_and(|error| error.kind() == ErrorKind::NotFound);
    let is_path = rustup.components().count() > 1;
    if is_missing
        && !is_path
        && let Some(cargo_home) = cargo_home()
    {
        return add_target_by_rustup(&cargo_home.join("bin").join(rustup), toolchain);
    }
    output
}

/// Adds the target to a toolchain by running rustup.
fn add_target_by_rustup(program: &Path, toolchain: &RustupToolchain) -> std::io::Result<Output> {
    Command::new(program)
        .args(["target", "add", "--toolchain", &toolchain.name, TARGET])
        .env("RUSTUP_HOME", &toolchain.home)
        .output()
}

/// Returns the folder in which cargo and rustup are installed.
fn cargo_home() -> Option<PathBuf> {
    match std::env::var_os("CARGO_HOME") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(home_dir()?.join(".cargo")),
    }
}

/// Returns the line in which rustup says what went wrong.
fn first_error_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text
        .lines()
        .find(|line| line.starts_with("error"))
        .or_else(|| text.lines().last());
    line.unwrap_or("it did not say why").trim().to_owned()
}

/// Returns whether an environment variable was set for the cargo that compiles the program, and would change what the inner
/// cargo makes of the engine, or where it puts it.
pub fn is_of_outer_cargo(variable: &str) -> bool {
    const NAMES: [&str; 8] = [
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_INCREMENTAL",
        "CARGO_TARGET_DIR",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_WRAPPER",
        "RUSTFLAGS",
        "CLIPPY_ARGS",
        "CLIPPY_CONF_DIR",
    ];
    const BEGINNINGS: [&str; 4] = [
        "CARGO_BUILD_",
        "CARGO_FEATURE_",
        "CARGO_PROFILE_",
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_",
    ];
    let is_kept = variable == "CARGO_BUILD_JOBS";
    !is_kept
        && (NAMES.contains(&variable)
            || BEGINNINGS
                .iter()
                .any(|beginning| variable.starts_with(beginning)))
}
