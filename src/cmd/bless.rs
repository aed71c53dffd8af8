//! `mouche bless`: fills in what the program can compute.

use super::Exit;
use super::rewriting::{self, Which};
use crate::scenario::{Fill, bless};
use anyhow::{Result, ensure};
use clap::Args;
use std::path::Path;

/// Fills each `?` of scenario files with what the engine finds, and touches nothing else.
#[derive(Debug, Args)]
pub struct Bless {
    #[command(flatten)]
    which: Which,
    /// Replace winners, obligations, refusals and payouts that are wrong as well
    #[arg(long)]
    all: bool,
}

/// Runs the verb. `scenarios` is the folder to fill when no path is named.
///
/// # Errors
/// A call that would write where `CI` is set: there a hole is to be seen. Standard output that is closed.
pub fn run(call: &Bless, scenarios: &Path) -> Result<Exit> {
    let ci = std::env::var_os("CI").is_some_and(|set| !set.is_empty());
    ensure!(
        !ci || call.which.check || call.which.is_stream(),
        "nothing is blessed where the variable CI is set; run `mouche bless --check`, which writes nothing"
    );
    let fill = if call.all { Fill::Wrong } else { Fill::Holes };
    rewriting::each(&call.which, scenarios, |count| format!("{count} filled"), |path, bytes| bless(path, bytes, fill))
}
