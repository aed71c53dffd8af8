//! `mouche install`: what an mdBook needs so that hands may stand in its chapters.

mod settings;

use super::Exit;
use super::files::{Change, write_all};
use crate::book::{Asset, FOLDER, assets};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The settings of a book.
const SETTINGS: &str = "book.toml";

/// Lets hands stand in the chapters of any mdBook: lays a style sheet and a script beside it, and adds to its `book.toml` what is missing.
#[derive(Debug, Args)]
pub struct Install {
    /// The folder of the book: the one with `book.toml`
    dir: PathBuf,
    /// Replaces files that somebody has changed, and adds to lists that stand on one line
    #[arg(long)]
    force: bool,
    /// Says what would be done, and does nothing
    #[arg(long)]
    dry_run: bool,
}

/// Runs the verb. All is written, or nothing.
///
/// # Errors
/// A folder without a book, settings that cannot be read, or a folder that cannot be written.
pub fn run(call: &Install) -> Result<Exit> {
    let (changes, refused) = plan(call)?;
    if !refused.is_empty() {
        writeln!(std::io::stderr(), "{}\nerror: nothing was written", refused.join("\n"))?;
        return Ok(Exit::Fails);
    }
    if !call.dry_run {
        write_all(&changes)?;
    }
    tell(call, &changes)?;
    Ok(Exit::Holds)
}

/// What is to be written, and what stands against it.
fn plan(call: &Install) -> Result<(Vec<Change>, Vec<String>)> {
    let settings = call.dir.join(SETTINGS);
    ensure!(
        settings.is_file(),
        "{} holds no {SETTINGS}: name the folder of an mdBook (`mdbook init` makes one)",
        call.dir.display()
    );
    let (mut changes, mut refused) = (Vec::new(), Vec::new());
    for asset in assets() {
        let path = call.dir.join(FOLDER).join(asset.name);
        match laid(&path, &asset, call.force)? {
            Ok(change) => changes.extend(change),
            Err(why) => refused.push(format!("{} {why}", path.display())),
        }
    }
    let text = fs::read_to_string(&settings).with_context(|| format!("{} cannot be read", settings.display()))?;
    let (changed, told) = settings::added(&text, call.force).with_context(|| settings.display().to_string())?;
    refused.extend(told.refused.iter().map(|why| format!("{}: {why}", settings.display())));
    if changed != text {
        let what = told.added.join(", ");
        changes.push(Change { path: settings, before: Some(text.into_bytes()), after: changed.into_bytes(), what });
    }
    Ok((changes, refused))
}

/// What is to be written at the place of a file, if it is not there as it should be; or why it cannot be. Only a file that
/// is just as we once wrote it is ours to replace, unless `force` says so.
///
/// # Errors
/// A file that cannot be read.
fn laid(path: &Path, asset: &Asset, force: bool) -> Result<Result<Option<Change>, &'static str>> {
    let change = |before: Option<Vec<u8>>, what: String| {
        Ok(Ok(Some(Change { path: path.into(), before, after: asset.text.clone().into_bytes(), what })))
    };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return change(None, "new".into()),
        Ok(kind) if !kind.is_file() => return Ok(Err("is no plain file: move it away")),
        _ => {}
    }
    let before = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if before == asset.text.as_bytes() {
        return Ok(Ok(None));
    }
    match (std::str::from_utf8(&before).ok().and_then(Asset::version_of).map(String::from), force) {
        (Some(version), _) => change(Some(before), format!("renewed; version {version} had written it")),
        (None, true) => change(Some(before), "replaced".into()),
        (None, false) => Ok(Err(
            "was not written by mouche, or was changed since: keep what you need of it elsewhere, then run this again with --force",
        )),
    }
}

fn tell(call: &Install, changes: &[Change]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for Change { path, what, .. } in changes {
        writeln!(out, "{}: {what}", path.display())?;
    }
    let end = match (changes.is_empty(), call.dry_run) {
        (true, _) => "Nothing to do: the book has all that its hands need.",
        (false, true) => "Nothing was written: this was a dry run.",
        (false, false) => {
            "A hand may stand in any chapter: a `hand` fence with the path of a scenario, or with the scenario inside."
        }
    };
    writeln!(out, "{end}")?;
    Ok(())
}
