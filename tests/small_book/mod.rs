//! A book of its own: our theme and prose, and two scenarios.

pub mod prose;

use crate::shared;
use prose::prose;
use std::path::Path;

/// It, in a folder that goes with the test.
pub fn small_book() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    prose(&root.path().join("book"));
    shared::warm(root.path());
    let shelf = root.path().join("scenarios/mouche-1718");
    std::fs::create_dir_all(&shelf).expect("a folder");
    for name in ["denise-must-trump.md", "la-dame-entre-deux.md"] {
        std::fs::copy(own.join("scenarios/mouche-1718").join(name), shelf.join(name)).expect("a scenario");
    }
    root
}
