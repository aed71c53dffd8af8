//! The files that a command of the command line is called on.

use super::*;
use crate::scenario::{
    FoundFiles, SkippedFile, find_markdown_files_except, is_edition_path, trust_house_table_in,
};

/// Says that a file is no scenario, behind its name.
pub(super) const NO_SCENARIO: &str = "is not a scenario: it has no `toml scenario` fence";

/// A file that a command is called on, or the standard input.
pub(super) struct InputFileOrStdin {
    pub(super) name: String,
    /// True if the caller named the file itself, and not a folder.
    pub(super) is_named: bool,
    /// The file to read; or bytes that were read already, or the reason why there are none.
    pub(super) source: Result<PathBuf, Result<Vec<u8>, String>>,
}

impl InputFileOrStdin {
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.source {
            Ok(path) => File::open(path)
                .and_then(read_scenario_bytes)
                .map_err(|error| error.to_string()),
            Err(read) => read.clone(),
        }
    }
}

/// The targets of a path of the command line, and the files under it that are passed over.
#[derive(Default)]
pub(super) struct FoundInputFiles {
    pub(super) targets: Vec<InputFileOrStdin>,
    pub(super) passed_over: Vec<SkippedFile>,
}

/// Returns what a path of the command line stands for.
///
/// # Errors
/// Standard input cannot be read, or a pattern of `exclude` is no glob.
pub(super) fn find_targets(
    path: &Path,
    stdin_name: &str,
    exclude: &[String],
) -> Result<FoundInputFiles> {
    let mut found = FoundInputFiles::default();
    if path == Path::new("-") {
        let bytes =
            read_scenario_bytes(std::io::stdin()).context("standard input cannot be read")?;
        found.targets.push(InputFileOrStdin {
            name: stdin_name.into(),
            is_named: true,
            source: Err(Ok(bytes)),
        });
        return Ok(found);
    }
    let name = path.display().to_string();
    let is_named = !path.is_dir();
    if let Err(error) = fs::metadata(path) {
        let hint = if name == "scenarios" {
            "; `mouche init` creates such a folder"
        } else {
            ""
        };
        found.targets.push(InputFileOrStdin {
            name,
            is_named,
            source: Err(Err(format!("{error}{hint}"))),
        });
        return Ok(found);
    }
    if !is_named {
        trust_house_table_in(path);
    }
    let FoundFiles {
        files,
        tables,
        editions,
        skipped,
        unreadable,
    } = find_markdown_files_except(path, exclude).context("--exclude")?;
    for file in editions.into_iter().chain(tables).chain(files) {
        found.targets.push(InputFileOrStdin {
            name: file.display().to_string(),
            is_named,
            source: Ok(file),
        });
    }
    for error in unreadable {
        found.targets.push(InputFileOrStdin {
            name: name.clone(),
            is_named,
            source: Err(Err(error.to_string())),
        });
    }
    found.passed_over = skipped;
    Ok(found)
}

/// Says that there is no scenario under these paths.
pub(super) fn nothing_found_message(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!("no scenario was found in {}", names.join(", "))
}

/// Returns whether a file may give its folder a table.
pub(super) fn is_house_table_file(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == TABLE_FILE)
}

/// Returns whether a file may give its folder a table or an edition.
pub(super) fn is_table_or_edition(file: &Path) -> bool {
    is_house_table_file(file) || is_edition_path(file)
}
