//! Where the repository is, and the program that is tested.

use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the program as it was compiled for these tests.
pub fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_mouche").into()
}
