//! `mouche build`: the book, from scenarios that hold to a site that is whole.

mod destination;

use super::Exit;
use super::progress::progress;
use crate::book::site::Address;
use crate::book::{Cache, Library, With, render, site};
use crate::scenario::render::{Report, full};
use crate::scenario::{Checked, passed_over};
use anyhow::{Context, Result, ensure};
use clap::Args;
use destination::Destination;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How wide a diagnostic may be, in characters.
const WIDTH: usize = 120;

/// Builds the book, if every scenario holds.
#[derive(Debug, Args)]
pub struct Build {
    /// The folder to put it in; `target/book` if none is named
    #[arg(long, value_name = "DIR")]
    dest: Option<PathBuf>,
    /// Where the site will stand: its pages then say their address, and a map of the site is made
    #[arg(long, value_name = "URL")]
    site_url: Option<Address>,
    /// Shows it in a browser afterwards
    #[arg(long)]
    open: bool,
}

/// Runs the verb in the folder that holds `book/` and `scenarios/`.
///
/// # Errors
/// A destination that is not ours to replace, files that cannot be read or written, or a book that mdBook cannot render.
pub fn run(root: &Path, call: &Build) -> Result<Exit> {
    let dest = call.dest.clone().unwrap_or_else(|| root.join("target/book"));
    let destination = Destination::at(&dest, root)?;
    let bar = progress();
    bar.set_message("playing the scenarios");
    let library = Library::read(root, &root.join("scenarios"), || bar.inc(1))?;
    ensure!(!library.files.is_empty(), "no scenario was found in {}", root.join("scenarios").display());
    if refuse(&library)? {
        bar.finish_and_clear();
        return Ok(Exit::Fails);
    }
    let told = hands(&library);
    let (work, new) = destination.beside()?;
    bar.set_message("rendering the book");
    let cache = Cache::of(root);
    let with = With { address: call.site_url.as_ref(), cache: cache.as_ref(), broken: None };
    render(&root.join("book"), library, &new, with)?;
    bar.set_message("following every link");
    let faults = site::faults(&new)?;
    bar.finish_and_clear();
    if !faults.is_empty() {
        writeln!(
            std::io::stderr(),
            "{}\nerror: {} things in the pages of the new site are wrong",
            faults.join("\n"),
            faults.len()
        )?;
        return Ok(Exit::Fails);
    }
    destination.swap(&new, work.path())?;
    finish(&dest, &told, call.open)
}

/// Prints what does not hold, if anything; whether it was so.
fn refuse(library: &Library) -> Result<bool> {
    let mut err = anstream::stderr().lock();
    for Checked { path, text, diagnostics, .. } in library.failures() {
        write!(err, "{}", full(&Report { path, text, diagnostics }, true, WIDTH))?;
    }
    let failed = library.failures().count();
    if failed > 0 {
        writeln!(err, "error: {failed} of {} scenarios do not hold, and no book was built", library.files.len())?;
    }
    Ok(failed > 0)
}

/// How many scenarios are told, and how many files are not.
fn hands(library: &Library) -> [String; 2] {
    let hands = library.files.len();
    let hands = if hands == 1 { "one scenario".to_owned() } else { format!("{hands} scenarios") };
    [hands, passed_over(library.passed_over)]
}

fn finish(dest: &Path, [hands, passed_over]: &[String; 2], open: bool) -> Result<Exit> {
    let index = dest.join("index.html");
    writeln!(std::io::stdout(), "The book of {hands} is at {}{passed_over}", index.display())?;
    if open {
        opener::open(&index).with_context(|| format!("{} could not be shown", index.display()))?;
    }
    Ok(Exit::Holds)
}
