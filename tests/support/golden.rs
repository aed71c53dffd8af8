//! Files that hold what the program says: `UPDATE=1` writes them anew. Read the difference before it is committed.

use similar::TextDiff;
use std::path::Path;

/// Whether golden files are to be written anew.
pub fn is_renewed() -> bool {
    std::env::var_os("UPDATE").is_some_and(|set| set == "1")
}

/// Holds a golden file to what is said now; writes it first where that is asked for.
pub fn hold_file(file: &Path, now: &str) {
    let mut golden = std::fs::read_to_string(file).unwrap_or_default();
    if is_renewed() && golden != now {
        std::fs::write(file, now).expect("a golden file");
        golden = now.to_owned();
    }
    if golden != now {
        let difference = show_difference(&golden, now);
        panic!(
            "{} is out of date; UPDATE=1 writes it anew\n{difference}",
            file.display()
        );
    }
}

/// Returns the lines that differ, with those around them.
pub fn show_difference(kept: &str, now: &str) -> String {
    TextDiff::from_lines(kept, now)
        .unified_diff()
        .header("as it is kept", "as it is now")
        .to_string()
}
