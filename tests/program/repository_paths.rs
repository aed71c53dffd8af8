//! Where the repository is, and the program that is tested.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Returns the folder of the repository.
pub fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    tests.and_then(Path::parent).expect("two folders above")
}

/// Returns the program. Before the first test asks for it, cargo compiles it, if it is not up to date.
pub fn program() -> PathBuf {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(compile_program);
    PROGRAM.clone()
}

/// Compiles the program into the folder and by the profile of these tests.
fn compile_program() -> PathBuf {
    let this_test = std::env::current_exe().expect("a path");
    let profile = this_test.ancestors().nth(2).expect("a profile");
    let target = profile.parent().expect("a target folder");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--quiet", "--bin", "mouche", "--target-dir"])
        .arg(target)
        .current_dir(root());
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let output = cargo.output().expect("cargo");
    assert!(
        output.status.success(),
        "the program cannot be compiled: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    profile.join(format!("mouche{}", std::env::consts::EXE_SUFFIX))
}
