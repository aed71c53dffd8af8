//! A book of its own: our theme and prose, and two scenarios.

use std::path::Path;

/// It, in a folder that goes with the test.
pub fn small_book() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&own.join("book"), &root.path().join("book"));
    let shelf = root.path().join("scenarios/mouche-1718");
    std::fs::create_dir_all(&shelf).expect("a folder");
    for name in ["denise-must-trump.md", "la-dame-entre-deux.md"] {
        std::fs::copy(own.join("scenarios/mouche-1718").join(name), shelf.join(name)).expect("a scenario");
    }
    root
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a file");
        }
    }
}
