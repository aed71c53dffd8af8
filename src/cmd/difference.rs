//! What a rewriting would change, as lines taken away and lines put in.

use crate::scenario::visible;
use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};
use std::io::Write;

/// Lines shown around a change.
const AROUND: usize = 3;

/// Prints a unified difference; a terminal alone gets colours, and no character of the file steers it.
pub(super) fn print(path: &str, before: &str, after: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    let path = visible(path);
    writeln!(out, "--- {path}\n+++ {path}")?;
    for hunk in TextDiff::from_lines(before, after).unified_diff().context_radius(AROUND).iter_hunks() {
        writeln!(out, "{}", hunk.header())?;
        for change in hunk.iter_changes() {
            let style = style(change.tag());
            let line = visible(change.value().trim_end_matches(['\n', '\r']));
            writeln!(out, "{style}{}{line}{style:#}", change.tag())?;
        }
    }
    Ok(())
}

fn style(tag: ChangeTag) -> Style {
    match tag {
        ChangeTag::Delete => AnsiColor::Red.on_default(),
        ChangeTag::Insert => AnsiColor::Green.on_default(),
        ChangeTag::Equal => Style::new(),
    }
}
