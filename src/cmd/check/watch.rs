//! Checks again whenever something changes.

use super::{Check, Exit, once};
use crate::cmd::changes::Changes;
use anyhow::Result;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Runs until it is stopped from outside.
///
/// # Errors
/// A path that cannot be watched, or standard output that is closed.
pub(super) fn run(call: &Check, paths: &[PathBuf]) -> Result<Exit> {
    let changes = Changes::of(paths, call.reports.iter().map(|(_, file)| file.clone()))?;
    loop {
        clear()?;
        once(call, paths)?;
        writeln!(std::io::stderr(), "Watching for changes; Ctrl-C ends it.")?;
        changes.wait()?;
    }
}

fn clear() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        // Clear the screen and what was scrolled away, and begin at its top.
        write!(out, "\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
    }
    out.flush()
}
