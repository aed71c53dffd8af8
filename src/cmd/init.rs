//! `mouche init`: what an author begins with, in a folder of their own.

use super::Exit;
use super::files::{Change, write_all};
use crate::scenario::{shown, visible};
use crate::terminal;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf, absolute};

/// Start a folder of hands: a first scenario, settings of editors, a hook, and a workflow that checks every change
#[derive(Debug, Args)]
pub struct Init {
    /// The folder; created if missing
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Where the workflows have mouche from: the archive of a release (.tar.gz), or a git repository, with #TAG at will
    #[arg(long, value_name = "URL", value_parser = source)]
    source: Option<String>,
    /// Write the workflow that publishes the book on GitHub Pages too
    #[arg(long, requires = "source")]
    pages: bool,
}

/// An address that may stand in a command as it is.
fn source(url: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+#".contains(c);
    match url.split_once("://") {
        Some((scheme, place)) if !scheme.is_empty() && !place.is_empty() && url.chars().all(is_plain) => Ok(url.into()),
        _ => Err("it is no address such as https://example.org/mouche.tar.gz, in plain letters".into()),
    }
}

/// What is written into the folder: the path of each file, and what it is.
const HERE: [(&str, &str); 11] = [
    ("scenarios/mouche-1718/first-hand.md", "a first scenario"),
    ("scenarios/mouche.toml", "house rules, put aside"),
    (".vscode/settings.json", "VS Code"),
    (".vscode/extensions.json", "VS Code: what speaks with `mouche lsp`"),
    (".vscode/tasks.json", "VS Code: check, fill, tidy, build"),
    (".vscode/mouche.code-snippets", "VS Code: snippets"),
    (".nvim.lua", "Neovim"),
    (".helix/languages.toml", "Helix"),
    (".dir-locals.el", "Emacs"),
    (".zed/settings.json", "Zed"),
    (".gitignore", "what is made, and not kept"),
];

/// What has its place where the repository begins.
const AT_ROOT: [(&str, &str); 3] = [
    (".pre-commit-config.yaml", "a check before every commit"),
    (".github/workflows/scenarios.yml", "a check of every change"),
    (".github/workflows/book.yml", "a book on GitHub Pages"),
];

/// The text of a file: one of ours, or as a chapter for authors tells it, in the fence after its path.
fn text(path: &str) -> Option<&'static str> {
    const OWN: [(&str, &str); 5] = [
        ("first-hand.md", include_str!("../../templates/init/first-hand.md")),
        ("mouche.toml", include_str!("../../templates/init/mouche.toml")),
        ("tasks.json", include_str!("../../templates/init/tasks.json")),
        ("code-snippets", include_str!("../../templates/init/snippets.json")),
        (".gitignore", include_str!("../../templates/init/gitignore")),
    ];
    const TOLD: [&str; 2] = [
        include_str!("../../book/src/writing/in-your-editor.md"),
        include_str!("../../book/src/writing/publishing.md"),
    ];
    let told = |chapter: &'static str| {
        let (_, fence) = chapter.split_once(&format!("`{path}`"))?.1.split_once("\n```")?;
        fence.split_once('\n')?.1.split("```").next()
    };
    let own = OWN.into_iter().find(|(end, _)| path.ends_with(end));
    own.map(|(_, text)| text).or_else(|| TOLD.into_iter().find_map(told))
}

/// Installs the program in a workflow.
fn installed(source: &str) -> String {
    if source.ends_with(".tar.gz") {
        return format!(
            "curl -fsSL {source} | tar -xz --strip-components 1 -C \"$RUNNER_TEMP\" && echo \"$RUNNER_TEMP\" >> \"$GITHUB_PATH\""
        );
    }
    let (url, rev) =
        source.split_once('#').map_or((source, String::new()), |(url, tag)| (url, format!(" --rev {tag}")));
    format!("cargo install --locked --git {url}{rev}")
}

/// The repository's own folder, as it is written from here, and the path from it to a folder; none where they are the same,
/// or there is no repository.
fn repository(dir: &Path) -> Result<Option<(PathBuf, String)>> {
    let (dir, here) = (absolute(dir)?, std::env::current_dir()?);
    let dir: PathBuf = dir.components().filter(|part| part.as_os_str() != ".").collect();
    let Some(root) = dir.ancestors().find(|folder| folder.join(".git").exists()).filter(|root| *root != dir) else {
        return Ok(None);
    };
    let below = dir.strip_prefix(root)?.to_str().filter(|path| source(&format!("a://{path}")).is_ok());
    let below = below.with_context(|| format!("{}: a workflow cannot name this folder: rename it", shown(&dir)))?;
    let written = match here.ancestors().position(|above| above == root) {
        Some(up) => std::iter::repeat_n("..", up).collect(),
        None => root.into(),
    };
    Ok(Some((written, below.into())))
}

/// What is there already stays as it is.
pub fn run(call: &Init) -> Result<Exit> {
    ensure!(!call.dir.exists() || call.dir.is_dir(), "{} is not a folder", shown(&call.dir));
    let outer = repository(&call.dir)?;
    let (root, below) = outer.as_ref().map_or((call.dir.as_path(), ""), |(root, below)| (root, below));
    let own = HERE.map(|(path, what)| (call.dir.join(path), what, text(path).map(str::to_owned)));
    let roots = AT_ROOT.into_iter().filter(|(path, _)| match *path {
        ".github/workflows/book.yml" => call.pages,
        path => call.source.is_some() || !path.starts_with(".github"),
    });
    let roots = roots.map(|(path, what)| (root.join(path), what, text(path).map(|text| of_folder(text, below, call))));
    let (mut changes, mut left) = (Vec::new(), Vec::new());
    for (path, what, text) in own.into_iter().chain(roots) {
        let after = text.with_context(|| format!("nothing tells {}", shown(&path)))?.into_bytes();
        match path.symlink_metadata() {
            Ok(_) => left.push((fs::read(&path).is_ok_and(|held| held == after), path)),
            Err(_) => changes.push(Change { path, before: None, after, what: what.into() }),
        }
    }
    write_all(&[&call.dir, root], &changes)?;
    let mut out = terminal::plain();
    for Change { path, what, .. } in &changes {
        writeln!(out, "{}: {what}", shown(path))?;
    }
    for (is_same, path) in left {
        writeln!(out, "{}: {}", shown(&path), if is_same { "there already" } else { "yours, and left alone" })?;
    }
    if outer.is_some() {
        let dir = shown(&call.dir);
        writeln!(
            out,
            "This folder is part of a repository. Workflows and hooks count only where that begins, and stand"
        )?;
        writeln!(out, "there; they look at {below}/scenarios. The settings of editors count where {dir} is opened.")?;
    }
    if call.source.is_none() {
        writeln!(out, "No workflow is written: name with --source where it has mouche from.")?;
    }
    let dir = Some(visible(&call.dir.display().to_string())).filter(|dir| dir != ".");
    let [check, build] =
        ["check", "build"].map(|verb| [&["mouche", verb][..], &[&*dir.clone().unwrap_or_default()]].concat().join(" "));
    writeln!(out, "Next: `{}`, then `{} --open`.", check.trim_end(), build.trim_end())?;
    Ok(Exit::Holds)
}

/// What is told for a folder that is a repository, for one below it; and the source that was named.
fn of_folder(text: &str, below: &str, call: &Init) -> String {
    let line = |line: &str| match (line.split_once("- run: curl"), &call.source) {
        (Some((indent, _)), Some(source)) => format!("{indent}- run: {}\n", installed(source)),
        _ if below.is_empty() => format!("{line}\n"),
        _ => {
            let line = line
                .replace(" scenarios ", &format!(" {below}/scenarios "))
                .replace("^scenarios/", &format!("^{below}/scenarios/"));
            line.replace("mouche build ", &format!("mouche build {below} ")) + "\n"
        }
    };
    text.lines().map(line).collect()
}
