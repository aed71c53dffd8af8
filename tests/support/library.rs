//! Our own scenarios, read and played once for all tests.

use mouche::book::Library;
use mouche::scenario::Checked;
use std::path::Path;
use std::sync::LazyLock;

pub static LIBRARY: LazyLock<Vec<Checked>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Library::read(root, &root.join("scenarios"), || ())
        .expect("the scenarios")
        .files
});
