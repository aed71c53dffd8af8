//! Our own scenarios, read and played once for all tests.

use crate::made_once::Once;
use mouche::book::ScenarioLibrary;
use mouche::scenario::CheckedFile;
use std::path::Path;

pub static LIBRARY: Once<Vec<CheckedFile>> = Once::new("library of scenarios", || {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ScenarioLibrary::read(root, &root.join("scenarios"), || ())
        .expect("the scenarios")
        .files
});
