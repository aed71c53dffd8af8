//! `mouche init`: what an author begins with.

use super::Exit;
use super::files::{Change, write_all};
use anyhow::{Result, ensure};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Writes what an author begins with: a first scenario, settings, tasks and snippets for VS Code, and a workflow that checks every change.
#[derive(Debug, Args)]
pub struct Init {
    /// The folder; made if it is not there
    #[arg(default_value = ".")]
    dir: PathBuf,
}

/// A file to begin with: its path from the folder, what it is, and what it holds.
struct Beginning {
    path: &'static str,
    what: &'static str,
    text: String,
}

/// The chapter that tells the workflow.
const PUBLISHING: &str = include_str!("../../book/src/writing/publishing.md");
/// How the program is installed where its source lies, and anywhere else.
const INSTALLED: (&str, &str) = ("cargo install --locked --path .", "cargo install --locked mouche");

fn beginnings() -> Vec<Beginning> {
    let one = |path, what, text: &str| Beginning { path, what, text: text.into() };
    vec![
        one(
            "scenarios/mouche-1718/first-hand.md",
            "a first scenario",
            include_str!("../../templates/init/first-hand.md"),
        ),
        one(".vscode/settings.json", "settings", include_str!("../../templates/init/settings.json")),
        one(".vscode/tasks.json", "tasks: check, fill, tidy, build", include_str!("../../templates/init/tasks.json")),
        one(".vscode/mouche.code-snippets", "snippets", include_str!("../../templates/init/snippets.json")),
        one(".github/workflows/scenarios.yml", "a check of every change", &workflow()),
        one(".gitignore", "what is made, and not kept", include_str!("../../templates/init/gitignore")),
    ]
}

/// The workflow that checks every change, as the book tells it, for a folder without the program's source.
fn workflow() -> String {
    let (_, told) = PUBLISHING.split_once("```yaml\n").unwrap_or_default();
    let (workflow, _) = told.split_once("```").unwrap_or_default();
    workflow.replace(INSTALLED.0, INSTALLED.1)
}

/// Runs the verb. What is there already stays as it is.
///
/// # Errors
/// A folder that cannot be written; then nothing is.
pub fn run(call: &Init) -> Result<Exit> {
    ensure!(!call.dir.exists() || call.dir.is_dir(), "{} is no folder", call.dir.display());
    let mut out = std::io::stdout().lock();
    let (mut changes, mut left) = (Vec::new(), Vec::new());
    for Beginning { path, what, text } in beginnings() {
        let path = call.dir.join(path);
        match path.symlink_metadata() {
            Ok(_) => left.push((std::fs::read(&path).ok() == Some(text.into_bytes()), path)),
            Err(_) => changes.push(Change { path, before: None, after: text.into_bytes(), what: what.into() }),
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
