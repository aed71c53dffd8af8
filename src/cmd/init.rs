//! What is laid into somebody's folder: what an author begins with (`mouche init`), what a guest book needs (`mouche install`).

use super::files::{FileChange, write_all};
use super::*;
use crate::book::{ASSET_FOLDER, Asset, PREPROCESSOR_NAME, embed_assets};
use std::path::absolute;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

/// Start a folder of hands: a first scenario, settings of editors, a hook, and a workflow that checks every change
#[derive(Debug, Args)]
pub struct Init {
    /// The folder; created if missing
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Where the workflows have mouche from: the archive of a release (.tar.gz), or a git repository, with #TAG at will
    #[arg(long, value_name = "URL", value_parser = parse_source)]
    source: Option<String>,
    /// SHA-256 checksum of the archive that --source names, which the workflows then insist on. Without it they take that of
    /// the file SHA256SUMS beside the archive
    #[arg(long, value_name = "HEX", requires = "source", value_parser = parse_checksum)]
    sha256: Option<String>,
    /// Write the workflow that publishes the book on GitHub Pages too
    #[arg(long, requires = "source")]
    pages: bool,
}

/// An address that may stand in a command as it is.
fn parse_source(url: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+#".contains(c);
    match url.split_once("://") {
        Some((scheme, place))
            if !scheme.is_empty() && !place.is_empty() && url.chars().all(is_plain) =>
        {
            Ok(url.into())
        }
        _ => Err(
            "it is no address such as https://example.org/mouche.tar.gz, in plain letters".into(),
        ),
    }
}

/// Reads a SHA-256 checksum.
fn parse_checksum(hex: &str) -> Result<String, String> {
    if hex.len() == 64 && hex.chars().all(|c| c.is_ascii_hexdigit()) {
        return Ok(hex.to_ascii_lowercase());
    }
    Err("a SHA-256 checksum has 64 hexadecimal digits; `sha256sum FILE` prints it".into())
}

/// What is written: the path of each file, what it is, and what tells its text. What the chapter on publishing tells has its
/// place where the repository begins, all else in the folder.
const FILES: [(&str, &str, &str); 14] = [
    (
        "scenarios/mouche-1718/first-hand.md",
        "a first scenario",
        include_str!("../../templates/init/first-hand.md"),
    ),
    (
        "scenarios/mouche.toml",
        "house rules, put aside",
        include_str!("../../templates/init/mouche.toml"),
    ),
    (".vscode/settings.json", "VS Code", EDITORS),
    (
        ".vscode/extensions.json",
        "VS Code: what speaks with `mouche lsp`",
        EDITORS,
    ),
    (
        ".vscode/tasks.json",
        "VS Code: check, fill, tidy, build",
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
        "what is made, and not kept",
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

/// Chapters that tell files: each in the fence after its path.
const EDITORS: &str = include_str!("../../book/src/writing/in-your-editor.md");
const PUBLISHING: &str = include_str!("../../book/src/writing/publishing.md");

/// The text of a file: what tells it, or of a chapter the fence that does.
fn file_text(path: &str, told: &'static str) -> Option<&'static str> {
    if ![EDITORS, PUBLISHING].contains(&told) {
        return Some(told);
    }
    let (_, fence) = told
        .split_once(&format!("`{path}`"))?
        .1
        .split_once("\n```")?;
    fence.split_once('\n')?.1.split("```").next()
}

/// The repository's own folder, as it is written from here, and the path from it to a folder that lies below it.
fn find_repository(dir: &Path) -> Result<Option<(PathBuf, String)>> {
    let dir = absolute(dir)?;
    let here = std::env::current_dir()?;
    let dir: PathBuf = dir
        .components()
        .filter(|part| part.as_os_str() != ".")
        .collect();
    let Some(root) = dir
        .ancestors()
        .find(|folder| folder.join(".git").exists())
        .filter(|root| *root != dir)
    else {
        return Ok(None);
    };
    let below = dir
        .strip_prefix(root)?
        .to_str()
        .filter(|path| parse_source(&format!("a://{path}")).is_ok());
    let below = below.with_context(|| {
        format!(
            "{}: a workflow cannot name this folder: rename it",
            display_path(&dir)
        )
    })?;
    let written = match here.ancestors().position(|above| above == root) {
        Some(up) => std::iter::repeat_n("..", up).collect(),
        None => root.into(),
    };
    Ok(Some((written, below.into())))
}

/// What is there already stays as it is.
pub fn init(call: &Init) -> Result<ExitCode> {
    ensure!(
        !call.dir.exists() || call.dir.is_dir(),
        "{} is not a folder",
        display_path(&call.dir)
    );
    let outer = find_repository(&call.dir)?;
    let (root, below) = outer
        .as_ref()
        .map_or((call.dir.as_path(), ""), |(root, below)| (root, below));
    let is_wanted = |path: &str| match path {
        ".github/workflows/book.yml" => call.pages,
        path => call.source.is_some() || !path.starts_with(".github"),
    };
    let is_archive = call
        .source
        .as_ref()
        .is_none_or(|source| source.ends_with(".tar.gz"));
    ensure!(
        is_archive || call.sha256.is_none(),
        "--sha256 is the checksum of an archive, and --source names none"
    );
    let mut changes = Vec::new();
    let mut left = Vec::new();
    for (path, what, told) in FILES.into_iter().filter(|(path, ..)| is_wanted(path)) {
        let text = file_text(path, told).with_context(|| format!("nothing tells {path}"))?;
        let (place, after) = match told {
            PUBLISHING => (root.join(path), adapt_to_folder(path, text, below, call)),
            _ => (call.dir.join(path), text.into()),
        };
        if place.symlink_metadata().is_err() {
            changes.push(FileChange {
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
            to_add: lines_to_add(path, &held, &after),
            path: place,
        });
    }
    write_all(&[&call.dir, root], &changes)?;
    print_changes(&changes)?;
    Ok(write!(
        terminal::plain_output(),
        "{}",
        InitSummary {
            call,
            left,
            outer: &outer
        }
    )
    .map(|()| ExitCode::SUCCESS)?)
}

/// A file that was there already.
struct ExistingFile {
    path: PathBuf,
    /// Whether it holds what would be written.
    is_same: bool,
    /// Lines that its author may want to add, each with its end.
    to_add: String,
}

/// Returns what is missing from a file of which several programs have their share.
fn lines_to_add(path: &str, held: &str, wanted: &str) -> String {
    match path {
        ".gitignore" => wanted
            .lines()
            .filter(|line| !held.lines().any(|own| own == *line))
            .map(ended_line)
            .collect(),
        ".pre-commit-config.yaml" => {
            let hook = wanted.strip_prefix("repos:\n").unwrap_or(wanted);
            if held.contains(hook) {
                String::new()
            } else {
                hook.into()
            }
        }
        _ => String::new(),
    }
}

fn ended_line(line: &str) -> String {
    format!("{line}\n")
}

/// What is told when all is written.
#[derive(Template)]
#[template(path = "init.txt")]
struct InitSummary<'a> {
    call: &'a Init,
    left: Vec<ExistingFile>,
    outer: &'a Option<(PathBuf, String)>,
}

/// How the chapter on publishing calls the step of a workflow that installs the program.
const INSTALLS: &str = "- name: Install mouche";

/// Makes of a text in the chapter on publishing what is written: for a folder that lies `below` the repository's own, and
/// with the program from the source that was named.
fn adapt_to_folder(path: &str, text: &str, below: &str, call: &Init) -> String {
    let mut adapted = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        adapted += &ended_line(&adapt_command(line, below));
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
fn adapt_command(line: &str, below: &str) -> String {
    if below.is_empty() {
        return line.into();
    }
    let words = line.replace("mouche build ", &format!("mouche build {below} "));
    let adapt_word = |word: &str| match word {
        "scenarios" | "book/src" => format!("{below}/{word}"),
        _ => word.into(),
    };
    words
        .split(' ')
        .map(adapt_word)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the commands that install the program on a machine of GitHub's. One that only checks needs no engine.
fn install_commands(source: &str, sha256: Option<&str>, needs_engine: bool) -> Vec<String> {
    let Some((place, name)) = source
        .rsplit_once('/')
        .filter(|_| source.ends_with(".tar.gz"))
    else {
        // The name of the package, because a repository may hold others.
        let install = format!(
            "cargo install --locked --git {} mouche",
            source.replacen('#', " --rev ", 1)
        );
        return if needs_engine {
            vec!["rustup target add wasm32-unknown-unknown".into(), install]
        } else {
            vec![format!("MOUCHE_ENGINE=0 {install}")]
        };
    };
    let mut commands = vec![
        "cd \"$RUNNER_TEMP\"".into(),
        format!("curl -fsSLO {source}"),
    ];
    match sha256 {
        Some(sha256) => commands.push(format!("echo \"{sha256}  {name}\" | sha256sum --check")),
        None => commands.extend([
            format!("curl -fsSLO {place}/SHA256SUMS"),
            "sha256sum --check --ignore-missing SHA256SUMS".into(),
        ]),
    }
    commands.push(format!("tar -xzf {name} --strip-components 1"));
    commands.push("echo \"$RUNNER_TEMP\" >> \"$GITHUB_PATH\"".into());
    commands
}

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

/// All is written, or nothing.
pub fn install(call: &Install) -> Result<ExitCode> {
    let (changes, refused) = plan_install(call)?;
    if !refused.is_empty() {
        writeln!(
            std::io::stderr(),
            "{}\nerror: nothing was written",
            refused.join("\n")
        )?;
        return Ok(ExitCode::FAILURE);
    }
    if !call.dry_run {
        write_all(&[&call.dir], &changes)?;
    }
    print_changes(&changes)?;
    let end = match (changes.is_empty(), call.dry_run) {
        (true, _) => "Nothing to do: the book has all that its hands need.",
        (false, true) => "Nothing was written: this was a dry run.",
        (false, false) => {
            "A hand may stand in any chapter: a `hand` fence with the path of a scenario, or with the scenario inside."
        }
    };
    writeln!(terminal::plain_output(), "{end}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_changes(changes: &[FileChange]) -> Result<()> {
    let one = |FileChange { path, what, .. }: &FileChange| {
        writeln!(terminal::plain_output(), "{}: {what}", display_path(path))
    };
    Ok(changes.iter().try_for_each(one)?)
}

fn plan_install(call: &Install) -> Result<(Vec<FileChange>, Vec<String>)> {
    let settings = call.dir.join("book.toml");
    let dir = display_path(&call.dir);
    ensure!(
        settings.is_file(),
        "{dir} holds no book.toml: name the folder of an mdBook (`mdbook init` makes one)"
    );
    let mut changes = Vec::new();
    let mut refused = Vec::new();
    for asset in embed_assets() {
        let path = call.dir.join(ASSET_FOLDER).join(asset.name);
        match plan_asset(&path, &asset, call.force)? {
            Ok(change) => changes.extend(change),
            Err(why) => refused.push(format!("{} {why}", display_path(&path))),
        }
    }
    let text = fs::read_to_string(&settings)
        .with_context(|| format!("{} cannot be read", display_path(&settings)))?;
    let (changed, added, others) =
        add_settings(&text, call.force).with_context(|| display_path(&settings))?;
    refused.extend(
        others
            .iter()
            .map(|why| format!("{}: {why}", display_path(&settings))),
    );
    if changed != text {
        let before = Some(text.into_bytes());
        let after = changed.into_bytes();
        let what = added.join(", ");
        changes.push(FileChange {
            path: settings,
            before,
            after,
            what,
        });
    }
    Ok((changes, refused))
}

/// What is to be written at the place of a file, or why it cannot be: only what is as we once wrote it is ours to replace.
fn plan_asset(
    path: &Path,
    asset: &Asset,
    force: bool,
) -> Result<Result<Option<FileChange>, &'static str>> {
    let change = |before: Option<Vec<u8>>, what: String| {
        Ok(Ok(Some(FileChange {
            path: path.into(),
            before,
            after: asset.text.clone().into_bytes(),
            what,
        })))
    };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return change(None, "new".into()),
        Ok(kind) if !kind.is_file() => return Ok(Err("is no plain file: move it away")),
        _ => {}
    }
    let before =
        fs::read(path).with_context(|| format!("{} cannot be read", display_path(path)))?;
    if before == asset.text.as_bytes() {
        return Ok(Ok(None));
    }
    match (
        std::str::from_utf8(&before)
            .ok()
            .and_then(Asset::version_of)
            .map(String::from),
        force,
    ) {
        (Some(version), _) => change(
            Some(before),
            format!("renewed; version {version} had written it"),
        ),
        (None, true) => change(Some(before), "replaced".into()),
        (None, false) => Ok(Err(
            "was not written by mouche, or was changed since: keep what you need of it elsewhere, then run this again with --force",
        )),
    }
}

/// A value that a table is to have: alone, or in a list.
struct BookSetting {
    table: [&'static str; 2],
    key: &'static str,
    value: Value,
    is_listed: bool,
}

fn needed_settings() -> [BookSetting; 4] {
    let [css, js] =
        embed_assets().map(|asset| Value::from(format!("{ASSET_FOLDER}/{}", asset.name)));
    let own = |key, value| BookSetting {
        table: ["preprocessor", PREPROCESSOR_NAME],
        key,
        value,
        is_listed: false,
    };
    let html = |key, value| BookSetting {
        table: ["output", "html"],
        key,
        value,
        is_listed: true,
    };
    let command = own("command", format!("{PREPROCESSOR_NAME} preprocess").into());
    [
        command,
        own("after", Array::from_iter(["links"]).into()),
        html("additional-css", css),
        html("additional-js", js),
    ]
}

/// Settings with what a book needs; what was added, and what may not be, for without `force` no line of the author's is changed.
fn add_settings(text: &str, force: bool) -> Result<(String, Vec<String>, Vec<String>)> {
    let mut settings: DocumentMut = text.parse().context("it is no TOML")?;
    let has_pages = settings
        .get("output")
        .and_then(Item::as_table_like)
        .is_none_or(|all| all.contains_key("html"));
    ensure!(
        has_pages,
        "the book has other [output] tables and no [output.html]: hands need pages"
    );
    let mut written = text.to_owned();
    let mut added = Vec::new();
    let mut refused = Vec::new();
    for one in needed_settings() {
        let mut more = settings.clone();
        let Some(line) = one.add_to(&mut more)? else {
            continue;
        };
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let table = one.table.join(".");
        let new = more.to_string().replace("\r\n", "\n").replace('\n', ending);
        let mut lines = new.lines();
        if force || written.lines().all(|line| lines.any(|other| other == line)) {
            added.push(format!("{} in [{table}]", one.key));
            settings = more;
            written = new;
        } else {
            refused.push(format!(
                "a line of yours would have to change. In [{table}] write\n    {line}\n; or run this again with --force, and it is changed"
            ));
        }
    }
    Ok((written, added, refused))
}

impl BookSetting {
    /// Adds the value, unless it is there or another in its place, and returns the line that says so.
    ///
    /// # Errors
    /// Something of another type stands there.
    fn add_to(&self, settings: &mut DocumentMut) -> Result<Option<String>> {
        let mut table: &mut dyn TableLike = settings.as_table_mut();
        for (name, is_shown) in self.table.into_iter().zip([false, true]) {
            let new = || {
                let mut table = Table::new();
                table.set_implicit(!is_shown);
                Item::Table(table)
            };
            let held = table.entry(name).or_insert_with(new);
            let found = held.type_name();
            let below = held.as_table_like_mut();
            table = below
                .with_context(|| format!("{name} must be a table, and is of the type {found}"))?;
        }
        let Some(held) = table.get_mut(self.key) else {
            let value = self.value.clone();
            let value = if self.is_listed {
                Array::from_iter([value]).into()
            } else {
                value
            };
            let line = format!("{} = {value}", self.key);
            table.insert(self.key, value.into());
            return Ok(Some(line));
        };
        let expected = if self.is_listed {
            "array"
        } else {
            self.value.type_name()
        };
        let name = self.table.join(".");
        let found = held.type_name();
        ensure!(
            found == expected,
            "{} in [{name}] must be of the type {expected}, and is of the type {found}",
            self.key
        );
        if !self.is_listed {
            return Ok(None);
        }
        let Some(list) = held.as_array_mut() else {
            return Ok(None);
        };
        if list.iter().any(|one| one.as_str() == self.value.as_str()) {
            return Ok(None);
        }
        push_to_array(list, self.value.clone());
        let mut plain: Array = list.iter().cloned().collect();
        plain.iter_mut().for_each(|one| one.decor_mut().clear());
        Ok(Some(format!("{} = {plain}", self.key)))
    }
}

/// Adds a value at the end of a list: on a line of its own, where the list's end stands on one.
fn push_to_array(list: &mut Array, value: Value) {
    let is_open = list.is_empty() || list.trailing_comma();
    let last = list
        .iter()
        .last()
        .and_then(|last| last.decor().suffix())
        .filter(|_| !is_open);
    let end = last
        .unwrap_or(list.trailing())
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let Some((above, indent)) = end.rsplit_once('\n') else {
        return list.push(value);
    };
    let above = format!("{above}\n{indent}    ");
    match list.iter_mut().last().filter(|_| !is_open) {
        Some(last) => {
            last.decor_mut().set_suffix(above);
            list.push(value);
        }
        None => list.push_formatted(value.decorated(above, "")),
    }
    list.set_trailing(format!("\n{indent}"));
    list.set_trailing_comma(true);
}
