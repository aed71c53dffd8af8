//! What git has staged for the next commit, laid out in a folder of its own: so a hook judges what is committed, and not
//! what lies beside it.

use super::*;
use std::process::{Command, Output};

/// The staged files, in a temporary folder that is removed with this value.
pub(super) struct GitStagedFiles {
    _folder: TemporaryPath,
    /// The paths that are staged, as they are written from the folder.
    pub(super) paths: Vec<PathBuf>,
}

/// Lays out what is staged in a temporary folder and changes the current folder to it. A path that
/// is not staged is left out.
///
/// # Errors
/// git is missing, or this is no repository.
pub(super) fn enter_temporary_staged_copy(paths: &[PathBuf]) -> Result<GitStagedFiles> {
    let top = PathBuf::from(run_git_line(STAGED, &["rev-parse", "--show-toplevel"])?);
    let below = run_git_line(STAGED, &["rev-parse", "--show-prefix"])?;
    let folder = TemporaryPath::create_folder()?;
    // A repository begins here, so that no `mouche.toml` above this folder counts.
    fs::create_dir(folder.path().join(".git"))?;
    let prefix = format!("--prefix={}/", folder.path().display());
    run_git(
        STAGED,
        Command::new("git")
            .arg("-C")
            .arg(&top)
            .args(["checkout-index", "--all", &prefix]),
    )?;
    let here = folder.path().join(below);
    fs::create_dir_all(&here)?;
    std::env::set_current_dir(&here)
        .with_context(|| format!("the folder {} cannot be opened", printable_path(&here)))?;
    let mut staged = Vec::new();
    for path in paths {
        let path = match path.strip_prefix(&top) {
            Ok(relative) => folder.path().join(relative),
            Err(_) => path.clone(),
        };
        if path.exists() {
            staged.push(path);
        }
    }
    Ok(GitStagedFiles {
        _folder: folder,
        paths: staged,
    })
}

/// The option that needs git here.
const STAGED: &str = "--staged";

/// Returns the one line that git answers with. `needing_option` is the option of the call that needs git.
pub(super) fn run_git_line(needing_option: &str, arguments: &[&str]) -> Result<String> {
    let output = run_git(needing_option, Command::new("git").args(arguments))?;
    Ok(String::from_utf8(output.stdout)
        .context("git names a folder that is not UTF-8")?
        .trim_end()
        .to_owned())
}

/// Runs a command of git for an option of the call.
pub(super) fn run_git(needing_option: &str, command: &mut Command) -> Result<Output> {
    let output = command
        .output()
        .with_context(|| format!("{needing_option} needs git, but git does not start"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{needing_option} needs a git repository: {}",
        name_hidden_characters(said.trim())
    );
    Ok(output)
}
