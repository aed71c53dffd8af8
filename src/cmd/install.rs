//! What an author begins with: `mouche init` writes it in a folder of their own; `mouche install` lays beside an mdBook what
//! it needs so that hands may stand in its chapters.

mod settings;

use super::Exit;
use super::files::{Change, write_all};
use crate::book::{Asset, FOLDER, assets};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Start a folder of hands: a first scenario, VS Code settings, tasks and snippets, and a workflow that checks every change
#[derive(Debug, Args)]
pub struct Init {
    /// The folder; created if missing
    #[arg(default_value = ".")]
    dir: PathBuf,
}

/// The chapter that tells the workflow.
const PUBLISHING: &str = include_str!("../../book/src/writing/publishing.md");
/// How the program is installed where its source lies, and anywhere else.
const INSTALLED: (&str, &str) = ("cargo install --locked --path .", "cargo install --locked mouche");

/// The files to begin with: of each its path from the folder, what it is, and what it holds.
fn beginnings(workflow: &str) -> [[&str; 3]; 6] {
    [
        ["scenarios/mouche-1718/first-hand.md", "a first scenario", include_str!("../../templates/init/first-hand.md")],
        [".vscode/settings.json", "settings", include_str!("../../templates/init/settings.json")],
        [".vscode/tasks.json", "tasks: check, fill, tidy, build", include_str!("../../templates/init/tasks.json")],
        [".vscode/mouche.code-snippets", "snippets", include_str!("../../templates/init/snippets.json")],
        [".github/workflows/scenarios.yml", "a check of every change", workflow],
        [".gitignore", "what is made, and not kept", include_str!("../../templates/init/gitignore")],
    ]
}

/// What is there already stays as it is.
pub fn init(call: &Init) -> Result<Exit> {
    ensure!(!call.dir.exists() || call.dir.is_dir(), "{} is not a folder", call.dir.display());
    let mut out = std::io::stdout().lock();
    let (mut changes, mut left) = (Vec::new(), Vec::new());
    // As the book tells it, for a folder without the program's source.
    let (_, told) = PUBLISHING.split_once("```yaml\n").unwrap_or_default();
    let workflow = told.split("```").next().unwrap_or_default().replace(INSTALLED.0, INSTALLED.1);
    for [path, what, text] in beginnings(&workflow) {
        let path = call.dir.join(path);
        match path.symlink_metadata() {
            Ok(_) => left.push((fs::read(&path).is_ok_and(|held| held == text.as_bytes()), path)),
            Err(_) => changes.push(Change { path, before: None, after: text.into(), what: what.into() }),
        }
    }
    write_all(&changes)?;
    for Change { path, what, .. } in &changes {
        writeln!(out, "{}: {what}", path.display())?;
    }
    for (is_same, path) in left {
        writeln!(out, "{}: {}", path.display(), if is_same { "there already" } else { "yours, and left alone" })?;
    }
    writeln!(out, "Next: `mouche check`, then `mouche build --open`.")?;
    Ok(Exit::Holds)
}

const SETTINGS: &str = "book.toml";

/// Add step-through hands to any mdBook: a style sheet, a script, and the missing lines of its `book.toml`
#[derive(Debug, Args)]
pub struct Install {
    /// The book's folder, which holds `book.toml`
    dir: PathBuf,
    /// Replace files that were changed by hand, and add to lists that stand on one line
    #[arg(long)]
    force: bool,
    /// Print the changes without making them
    #[arg(long)]
    dry_run: bool,
}

/// Runs `mouche install`. All is written, or nothing.
pub fn install(call: &Install) -> Result<Exit> {
    let (changes, refused) = plan(call)?;
    if !refused.is_empty() {
        writeln!(std::io::stderr(), "{}\nerror: nothing was written", refused.join("\n"))?;
        return Ok(Exit::Fails);
    }
    if !call.dry_run {
        write_all(&changes)?;
    }
    let mut out = std::io::stdout().lock();
    for Change { path, what, .. } in &changes {
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
    Ok(Exit::Holds)
}

/// What is to be written, and what stands against it.
fn plan(call: &Install) -> Result<(Vec<Change>, Vec<String>)> {
    let settings = call.dir.join(SETTINGS);
    let dir = call.dir.display();
    ensure!(settings.is_file(), "{dir} holds no {SETTINGS}: name the folder of an mdBook (`mdbook init` makes one)");
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
