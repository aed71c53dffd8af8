//! Every option that an edition knows is held by a hand: leave it out of the header, and the hand no longer holds.
//!
//! A clause that an edition takes over is stated once, so a hand of any edition that has it from the same place will do.

use mouche::book::Library;
use mouche::editions::{self, origin};
use mouche::rules::{Agreed, OptionError, Ruleset, Setting, Topic};
use mouche::scenario::{Checked, check};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn library() -> Vec<Checked> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Library::read(root, &root.join("scenarios"), || ()).expect("the scenarios").files
}
