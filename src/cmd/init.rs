//! `mouche init`: the files that an author begins with, written into a folder.

use super::file_writes_and_watch::{FileToWrite, print_changed_paths, write_all_or_undo};
use super::*;
use std::path::absolute;

/// Start a folder of example hands: a first scenario and a first lesson, editor settings, a hook, and a workflow that checks every change
#[derive(Debug, Args)]
pub struct InitArguments {
    /// The folder; created if missing
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Where the workflows get mouche from: the archive of a release (.tar.gz), or a git repository with an optional #TAG
    #[arg(long, value_name = "URL", value_parser = parse_shell_safe_address)]
    source: Option<String>,
    /// SHA-256 checksum of the archive that --source names; the workflows compare it. Without it, they use the file
    /// SHA256SUMS next to the archive
    #[arg(long, value_name = "HEX", requires = "source", value_parser = parse_checksum)]
    sha256: Option<String>,
    /// Also write the workflow that publishes the book on GitHub Pages
    #[arg(long, requires = "source")]
    pages: bool,
}

/// Reads an address that may stand in a command as it is.
fn parse_shell_safe_address(url: &str) -> Result<String, String> {
    if let Some((scheme, place)) = url.split_once("://")
        && !scheme.is_empty()
        && !place.is_empty()
        && url.chars().all(is_plain_in_shell)
    {
        return Ok(url.into());
    }
    Err(
        "it is not an address of plain characters, such as https://example.org/mouche.tar.gz"
            .into(),
    )
}

/// Returns whether a character means nothing to a shell.
fn is_plain_in_shell(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/@%+#".contains(c)
}

/// Reads a SHA-256 checksum.
fn parse_checksum(hex: &str) -> Result<String, String> {
    if hex.len() == 64 && hex.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(hex.to_ascii_lowercase());
    }
    Err("a SHA-256 checksum has 64 hexadecimal digits; `sha256sum FILE` prints it".into())
}

/// The files that are written: the path of each, what it is, and its text or the chapter that has the text. Files of the chapter
/// on publishing go where the repository begins, all others into the folder.
const FILES: [(&str, &str, &str); 15] = [
    (
        "scenarios/mouche-1718/first-hand.md",
        "a first scenario",
        include_str!("../../templates/init/first-hand.md"),
    ),
    (
        "book/src/learn/first-lesson.md",
        "a first lesson",
        include_str!("../../templates/init/first-lesson.md"),
    ),
    (
        "scenarios/mouche.toml",
        "the version of the program, and house rules that are not active yet",
        include_str!("../../templates/init/mouche.toml"),
    ),
    (".vscode/settings.json", "VS Code", EDITORS),
    (
        ".vscode/extensions.json",
        "VS Code: the extension for `mouche lsp`",
        EDITORS,
    ),
    (
        ".vscode/tasks.json",
        "VS Code: tasks to check, fill in, format and build",
        include_str!("../../templates/init/tasks.json"),
    ),
    (
        ".vscode/mouche.code-snippets",
        "VS Code: snippets",
        include_str!("../../templates/init/snippets.json"),
    ),
    (".nvim.lua", "Neovim", EDITORS),
    (".helix/languages.toml", "Helix", EDITORS),
    (".dir-locals.el", "Emacs", EDITORS),
    (".zed/settings.json", "Zed", EDITORS),
    (
        ".gitignore",
        "files that git ignores",
        include_str!("../../templates/init/gitignore"),
    ),
    (
        ".pre-commit-config.yaml",
        "a check before every commit",
        PUBLISHING,
    ),
    (
        ".github/workflows/scenarios.yml",
        "a check of every change",
        PUBLISHING,
    ),
    (
        ".github/workflows/book.yml",
        "a book on GitHub Pages",
        PUBLISHING,
    ),
];

/// The version that new files ask for: that of this program, without its last number.
const MIN_VERSION_OF_NEW_FILES: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);

/// The chapters that have texts of files, each in the fence after its path.
const EDITORS: &str = include_str!("../../book/src/writing/in-your-editor.md");
const PUBLISHING: &str = include_str!("../../book/src/writing/publishing.md");

/// Returns the text of a file that `init` writes: the source itself, or the fence that follows the
/// file's path in a chapter.
fn starter_file_text(path: &str, text_or_chapter: &'static str) -> Option<&'static str> {
    if ![EDITORS, PUBLISHING].contains(&text_or_chapter) {
        return Some(text_or_chapter);
    }
    let (_, after_path) = text_or_chapter.split_once(&format!("`{path}`"))?;
    let (_, fence) = after_path.split_once("\n```")?;
    let (_, text) = fence.split_once('\n')?;
    text.split("```").next()
}

/// The repository that a folder lies in.
struct EnclosingRepository {
    /// The repository's own folder, as it is written from here.
    root: PathBuf,
    /// The path from it to the folder.
    below: String,
}

/// Returns the repository that a folder lies below; none if the folder is its own, or there is none.
///
/// # Errors
/// A workflow cannot name the folder.
fn find_enclosing_repository(dir: &Path) -> Result<Option<EnclosingRepository>> {
    let here = std::env::current_dir()?;
    let absolute_dir = absolute(dir)?;
    let parts = absolute_dir
        .components()
        .filter(|part| part.as_os_str() != ".");
    let folder: PathBuf = parts.collect();
    let mut above = folder.ancestors();
    let Some(root) = above.find(|place| place.join(".git").exists()) else {
        return Ok(None);
    };
    if root == folder {
        return Ok(None);
    }
    let below = match folder.strip_prefix(root)?.to_str() {
        Some(below) if parse_shell_safe_address(&format!("a://{below}")).is_ok() => below,
        _ => bail!(
            "a workflow cannot name the folder {}; rename it",
            printable_path(&folder)
        ),
    };
    let written = match here.ancestors().position(|place| place == root) {
        Some(levels) => std::iter::repeat_n("..", levels).collect(),
        None => root.into(),
    };
    Ok(Some(EnclosingRepository {
        root: written,
        below: below.into(),
    }))
}

/// Writes the files that are not there yet. What is there already stays as it is.
pub fn write_missing_files(call: &InitArguments) -> Result<ExitCode> {
    ensure!(
        !call.dir.exists() || call.dir.is_dir(),
        "{} is not a folder",
        printable_path(&call.dir)
    );
    let repository = find_enclosing_repository(&call.dir)?;
    let (root, below) = match &repository {
        Some(repository) => (repository.root.as_path(), repository.below.as_str()),
        None => (call.dir.as_path(), ""),
    };
    let is_archive = match &call.source {
        Some(source) => source.ends_with(".tar.gz"),
        None => true,
    };
    ensure!(
        is_archive || call.sha256.is_none(),
        "--sha256 needs an archive, but --source does not name an archive"
    );
    let mut changes = Vec::new();
    let mut left = Vec::new();
    for (path, what, source) in FILES {
        if !is_wanted(call, path) {
            continue;
        }
        let text = starter_file_text(path, source)
            .with_context(|| format!("there is no text for {path}"))?;
        let place;
        let after;
        if source == PUBLISHING {
            place = root.join(path);
            after = adapt_folder_and_install(path, text, below, call);
        } else {
            place = call.dir.join(path);
            after = text.replace("{version}", MIN_VERSION_OF_NEW_FILES);
        }
        if place.symlink_metadata().is_err() {
            changes.push(FileToWrite {
                path: place,
                before: None,
                after: after.into_bytes(),
                what: what.into(),
            });
            continue;
        }
        let held = fs::read_to_string(&place).unwrap_or_default();
        left.push(ExistingFile {
            is_same: held == after,
            to_add: missing_shared_file_lines(path, &held, &after),
            path: place,
        });
    }
    write_all_or_undo(&[&call.dir, root], &changes)?;
    print_changed_paths(&changes)?;
    let summary = InitSummary {
        call,
        left,
        repository: &repository,
    };
    write!(terminal::plain_output(), "{summary}")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a call asks for a file: workflows need to know where to have the program from.
fn is_wanted(call: &InitArguments, path: &str) -> bool {
    if path == ".github/workflows/book.yml" {
        return call.pages;
    }
    call.source.is_some() || !path.starts_with(".github")
}

/// A file that was there already.
struct ExistingFile {
    path: PathBuf,
    /// True if it holds the text that would be written.
    is_same: bool,
    /// Lines that its author may want to add, each with its end.
    to_add: String,
}

/// Returns what is missing from a file of which several programs have their share.
fn missing_shared_file_lines(path: &str, existing_text: &str, wanted: &str) -> String {
    match path {
        ".gitignore" => {
            let mut missing = String::new();
            for line in wanted.lines() {
                if !existing_text.lines().any(|own| own == line) {
                    missing += &with_line_end(line);
                }
            }
            missing
        }
        ".pre-commit-config.yaml" => {
            let hook = wanted.strip_prefix("repos:\n").unwrap_or(wanted);
            if existing_text.contains(hook) {
                String::new()
            } else {
                hook.into()
            }
        }
        _ => String::new(),
    }
}

fn with_line_end(line: &str) -> String {
    format!("{line}\n")
}

/// The words that are printed when all is written.
#[derive(Template)]
#[template(path = "init.txt")]
struct InitSummary<'a> {
    call: &'a InitArguments,
    left: Vec<ExistingFile>,
    repository: &'a Option<EnclosingRepository>,
}

/// The name that the chapter on publishing gives the step of a workflow that installs the program.
const INSTALLS: &str = "- name: Install mouche";

/// Makes of a text in the chapter on publishing what is written: for a folder that lies `subfolder` the repository's own, and
/// with the program from the source that was named.
fn adapt_folder_and_install(
    path: &str,
    text: &str,
    subfolder: &str,
    call: &InitArguments,
) -> String {
    let mut adapted = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        adapted += &with_line_end(&prefix_folder_in_command(line, subfolder));
        let Some(indent) = line.find(INSTALLS) else {
            continue;
        };
        let Some(source) = &call.source else { continue };
        // What stands deeper than the step's own sign is the step.
        while lines
            .next_if(|next| next.len() - next.trim_start().len() > indent)
            .is_some()
        {}
        adapted += &format!("{:indent$}  run: |\n", "");
        for command in install_commands(source, call.sha256.as_deref(), path.ends_with("book.yml"))
        {
            adapted += &format!("{:indent$}    {command}\n", "");
        }
    }
    adapted
}

/// Puts the folder before the paths that a command names, and names it to `mouche build`.
fn prefix_folder_in_command(line: &str, subfolder: &str) -> String {
    if subfolder.is_empty() {
        return line.into();
    }
    let line = line.replace("mouche build ", &format!("mouche build {subfolder} "));
    let mut words = Vec::new();
    for word in line.split(' ') {
        words.push(match word {
            "scenarios" | "book/src" => format!("{subfolder}/{word}"),
            _ => word.into(),
        });
    }
    words.join(" ")
}

/// Returns the commands that install the program on a machine of GitHub's. One that only checks needs no engine.
fn install_commands(source: &str, sha256: Option<&str>, needs_engine: bool) -> Vec<String> {
    if let Some((place, name)) = source.rsplit_once('/')
        && source.ends_with(".tar.gz")
    {
        return download_and_unpack_commands(source, place, name, sha256);
    }
    // The name of the package, because a repository may hold others.
    let install = format!(
        "cargo install --locked --git {} mouche",
        source.replacen('#', " --rev ", 1)
    );
    if needs_engine {
        vec!["rustup target add wasm32-unknown-unknown".into(), install]
    } else {
        vec![format!("MOUCHE_ENGINE=0 {install}")]
    }
}

/// Returns the commands that load an archive, check it and unpack it.
fn download_and_unpack_commands(
    source: &str,
    base_address: &str,
    name: &str,
    sha256: Option<&str>,
) -> Vec<String> {
    let mut commands = vec![
        "cd \"$RUNNER_TEMP\"".into(),
        format!("curl -fsSLO {source}"),
    ];
    match sha256 {
        Some(sha256) => commands.push(format!("echo \"{sha256}  {name}\" | sha256sum --check")),
        None => {
            commands.push(format!("curl -fsSLO {base_address}/SHA256SUMS"));
            commands.push("sha256sum --check --ignore-missing SHA256SUMS".into());
        }
    }
    commands.push(format!("tar -xzf {name} --strip-components 1"));
    commands.push("echo \"$RUNNER_TEMP\" >> \"$GITHUB_PATH\"".into());
    commands
}
