//! Verbs that write in scenario files: which files, what is shown, and how it ends.

use super::{Exit, difference, overwrite};
use crate::scenario::render::{self, Report};
use crate::scenario::{Rewritten, collect, visible};
use crate::terminal;
use anyhow::Result;
use clap::Args;
use std::fmt::Display;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Which files are rewritten, and whether they are.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// Files and folders; `scenarios` if none is named, and `-` for standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Show what would be written, and write nothing; 1 if there is anything
    #[arg(long)]
    pub check: bool,
}

impl Which {
    /// Whether only standard input is named: no file can be written.
    pub(super) fn is_stream(&self) -> bool {
        self.paths.iter().all(|path| is_stream(path)) && !self.paths.is_empty()
    }
}

/// Runs over the files. `scenarios` is the folder where none is named; `done` says what a number of changes is.
///
/// # Errors
/// Standard output or input that is closed.
pub(super) fn each(
    which: &Which,
    scenarios: &Path,
    done: fn(usize) -> String,
    rewrite: impl Fn(&str, &[u8]) -> Rewritten,
) -> Result<Exit> {
    let default = [scenarios.to_path_buf()];
    let paths = if which.paths.is_empty() { &default[..] } else { &which.paths[..] };
    let mut run = Run { check: which.check, done, rewrite, count: Count::default(), unusable: false };
    for path in paths {
        run.path(path)?;
    }
    run.end(which, paths)
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[derive(Default)]
struct Count {
    changed: usize,
    same: usize,
    refused: usize,
    skipped: usize,
}

struct Run<F> {
    check: bool,
    done: fn(usize) -> String,
    rewrite: F,
    count: Count,
    unusable: bool,
}

impl<F: Fn(&str, &[u8]) -> Rewritten> Run<F> {
    fn path(&mut self, path: &Path) -> Result<()> {
        if is_stream(path) {
            return self.stream();
        }
        let files = match collect(path) {
            Ok(files) => files,
            Err(error) => return self.cannot(path, "read", &error),
        };
        let named = path.is_file();
        for file in files {
            match std::fs::read(&file) {
                Ok(bytes) => self.file(&file, &bytes, named)?,
                Err(error) => self.cannot(&file, "read", &error)?,
            }
        }
        Ok(())
    }

    fn cannot(&mut self, path: &Path, what: &str, error: &dyn Display) -> Result<()> {
        self.unusable = true;
        writeln!(std::io::stderr(), "error: {} cannot be {what}: {error}", visible(&path.display().to_string()))?;
        Ok(())
    }

    fn stream(&mut self) -> Result<()> {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        match self.rewritten("-", &bytes, true)? {
            Some((text, _)) if self.check => self.show("-", &bytes, &text),
            Some((text, _)) => Ok(std::io::stdout().write_all(text.as_bytes())?),
            None => Ok(()),
        }
    }

    fn file(&mut self, path: &Path, bytes: &[u8], named: bool) -> Result<()> {
        let name = path.display().to_string();
        let Some((text, changes)) = self.rewritten(&name, bytes, named)? else { return Ok(()) };
        if text.as_bytes() == bytes {
            return Ok(());
        }
        if self.check {
            return self.show(&name, bytes, &text);
        }
        match overwrite::overwrite(path, bytes, text.as_bytes()) {
            Ok(()) => Ok(writeln!(std::io::stdout(), "{}: {}", visible(&name), (self.done)(changes))?),
            Err(error) => self.cannot(path, "written", &error),
        }
    }

    /// The new text, counted; none for a file that is left alone.
    fn rewritten(&mut self, name: &str, bytes: &[u8], named: bool) -> Result<Option<(String, usize)>> {
        match (self.rewrite)(name, bytes) {
            Rewritten::Text(text, changes) => {
                let count = if text.as_bytes() == bytes { &mut self.count.same } else { &mut self.count.changed };
                *count += 1;
                return Ok(Some((text, changes)));
            }
            Rewritten::Refused(text, diagnostics) => {
                self.count.refused += 1;
                let report = Report { path: name, text: &text, diagnostics: &diagnostics };
                write!(anstream::stderr().lock(), "{}", render::full(&report, true, terminal::width()))?;
            }
            Rewritten::Foreign => {
                self.count.skipped += 1;
                self.unusable |= named;
                if named {
                    let name = visible(name);
                    writeln!(std::io::stderr(), "error: {name} is no scenario: it has no `toml scenario` fence")?;
                }
            }
        }
        Ok(None)
    }

    fn show(&self, name: &str, before: &[u8], after: &str) -> Result<()> {
        if before != after.as_bytes() {
            difference::print(name, std::str::from_utf8(before)?, after)?;
        }
        Ok(())
    }

    fn end(self, which: &Which, paths: &[PathBuf]) -> Result<Exit> {
        let Count { changed, same, refused, skipped } = self.count;
        let none = changed + same + refused == 0;
        if none && !self.unusable {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            writeln!(std::io::stderr(), "error: no scenario was found in {}", visible(&names.join(", ")))?;
        }
        if !which.is_stream() && !none {
            let written = if self.check { "to be written" } else { "written" };
            let counts = [(changed, written), (same, "unchanged"), (refused, "refused"), (skipped, "skipped")];
            let told = counts.iter().filter(|(count, _)| *count > 0);
            let told: Vec<String> = told.map(|(count, what)| format!("{count} {what}")).collect();
            writeln!(std::io::stdout(), "files: {}", told.join(", "))?;
        }
        let fails = refused > 0 || (self.check && changed > 0);
        Ok(match self.unusable || none {
            true => Exit::Unusable,
            false if fails => Exit::Fails,
            false => Exit::Holds,
        })
    }
}
