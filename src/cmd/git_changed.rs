//! The files that differ from a commit of git, and the files whose verdict may depend on them.

use super::command_files::{InputFileOrStdin, is_table_or_edition};
use super::git_staged::{run_git, run_git_line};
use super::*;
use crate::scenario::is_edition_path;
use std::process::Command;

/// The files that were changed, added or removed since a branch began.
pub(super) struct GitChanges {
    files: BTreeSet<PathBuf>,
    /// The folders whose tables, editions, books or lists of ignored files were changed: everything in them may be different now.
    folders: Vec<PathBuf>,
    /// The names of the Markdown files that were changed. A file that contains such a name is checked too, because a chapter names the
    /// hands that it shows.
    names: BTreeSet<String>,
}

impl GitChanges {
    /// Finds what differs between the files in the folder and the commit that this branch shares with `base`. Files that git
    /// does not know yet are changed too.
    ///
    /// # Errors
    /// git is missing, this is no repository, or there is no such commit.
    pub(super) fn find_since(base: &str) -> Result<GitChanges> {
        ensure!(
            !base.starts_with('-'),
            "--changed needs a commit or a branch"
        );
        let top = PathBuf::from(run_git_line(
            "--changed",
            &["rev-parse", "--show-toplevel"],
        )?);
        let shared = run_git_line("--changed", &["merge-base", base, "HEAD"]).with_context(|| {
            format!(
                "{} has no commit in common with this branch here; fetch its history, in a workflow with `fetch-depth: 0`",
                name_hidden_characters(base)
            )
        })?;
        let mut changes = GitChanges {
            files: BTreeSet::new(),
            folders: Vec::new(),
            names: BTreeSet::new(),
        };
        let lists: [&[&str]; 2] = [
            &["diff", "--name-only", "--no-renames", "-z", &shared, "--"],
            &["ls-files", "--others", "--exclude-standard", "-z"],
        ];
        for arguments in lists {
            let mut git = Command::new("git");
            let listed = run_git("--changed", git.arg("-C").arg(&top).args(arguments))?;
            for name in listed.stdout.split(|byte| *byte == 0) {
                if !name.is_empty() {
                    changes.add_file_and_dependents(top.join(&*String::from_utf8_lossy(name)));
                }
            }
        }
        Ok(changes)
    }

    fn add_file_and_dependents(&mut self, file: PathBuf) {
        let folder = file.parent().unwrap_or(Path::new(""));
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if is_edition_path(&file) {
            // The files of the folder around `editions` can name the edition.
            self.folders
                .push(folder.parent().unwrap_or(folder).to_path_buf());
        } else if is_table_or_edition(&file) || [".gitignore", ".scenarioignore"].contains(&&*name)
        {
            self.folders.push(folder.to_path_buf());
        } else if name == "book.toml" {
            // The language of a book is that of the hands in the folder around the book.
            self.folders.push(folder.to_path_buf());
            if folder.ends_with("book") {
                self.folders.extend(folder.parent().map(Path::to_path_buf));
            }
        } else if name.contains(".m") || name.contains(".M") {
            self.names.insert(name.into_owned());
        }
        self.files.insert(file);
    }

    /// Returns whether the verdict on a file may differ from what it was: the file was changed, or its table, or an edition
    /// that it can name, or a file that it names.
    pub(super) fn can_change_verdict(&self, target: &InputFileOrStdin) -> bool {
        let Ok(path) = &target.source else {
            return true;
        };
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        if self.files.contains(&path) || self.folders.iter().any(|folder| path.starts_with(folder))
        {
            return true;
        }
        let Ok(bytes) = target.read() else {
            return true;
        };
        let text = String::from_utf8_lossy(&bytes);
        self.names.iter().any(|name| text.contains(name))
    }
}
