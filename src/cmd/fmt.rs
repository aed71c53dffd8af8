//! `mouche fmt`: the canonical spelling.

use super::Exit;
use super::rewriting::{self, Which};
use crate::scenario::format;
use anyhow::Result;
use clap::Args;
use std::path::Path;

/// Spells the cards of scenario files by their signs and aligns their fences; prose and headers stay.
#[derive(Debug, Args)]
pub struct Fmt {
    #[command(flatten)]
    which: Which,
}

/// Runs the verb. `scenarios` is the folder to spell when no path is named.
///
/// # Errors
/// Standard output that is closed.
pub fn run(call: &Fmt, scenarios: &Path) -> Result<Exit> {
    rewriting::each(&call.which, scenarios, spelled, |_, bytes| format(bytes))
}

fn spelled(lines: usize) -> String {
    if lines == 1 { "1 line spelled anew".into() } else { format!("{lines} lines spelled anew") }
}
