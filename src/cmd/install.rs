//! `mouche install`: lays beside an mdBook what it needs so that hands may stand in its chapters.

use super::Exit;
use super::files::{Change, write_all};
use crate::book::{Asset, FOLDER, NAME, assets};
use crate::scenario::shown;
use crate::terminal;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

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
        write_all(&[&call.dir], &changes)?;
    }
    let mut out = terminal::plain();
    for Change { path, what, .. } in &changes {
        writeln!(out, "{}: {what}", shown(path))?;
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
    let dir = shown(&call.dir);
    ensure!(settings.is_file(), "{dir} holds no {SETTINGS}: name the folder of an mdBook (`mdbook init` makes one)");
    let (mut changes, mut refused) = (Vec::new(), Vec::new());
    for asset in assets() {
        let path = call.dir.join(FOLDER).join(asset.name);
        match laid(&path, &asset, call.force)? {
            Ok(change) => changes.extend(change),
            Err(why) => refused.push(format!("{} {why}", shown(&path))),
        }
    }
    let text = fs::read_to_string(&settings).with_context(|| format!("{} cannot be read", shown(&settings)))?;
    let (changed, told) = added(&text, call.force).with_context(|| shown(&settings))?;
    refused.extend(told.refused.iter().map(|why| format!("{}: {why}", shown(&settings))));
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
    let before = fs::read(path).with_context(|| format!("{} cannot be read", shown(path)))?;
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

#[derive(Debug, Default)]
struct Told {
    added: Vec<String>,
    refused: Vec<String>,
}

/// A value that a table is to have: alone, or in a list.
struct Wanted {
    table: [&'static str; 2],
    key: &'static str,
    value: Value,
    is_listed: bool,
}

/// What a book needs.
fn wanted() -> [Wanted; 4] {
    let [css, js] = assets().map(|asset| Value::from(format!("{FOLDER}/{}", asset.name)));
    let own = |key, value| Wanted { table: ["preprocessor", NAME], key, value, is_listed: false };
    let html = |key, value| Wanted { table: ["output", "html"], key, value, is_listed: true };
    let command = own("command", format!("{NAME} preprocess").into());
    [command, own("after", Array::from_iter(["links"]).into()), html("additional-css", css), html("additional-js", js)]
}

/// The text of settings with what a book needs. No line of its author's is changed, except with `force`.
fn added(text: &str, force: bool) -> Result<(String, Told)> {
    let mut settings: DocumentMut = text.parse().context("it is no TOML")?;
    let has_pages = settings.get("output").and_then(Item::as_table_like).is_none_or(|all| all.contains_key("html"));
    ensure!(has_pages, "the book has other [output] tables and no [output.html]: hands need pages");
    let (mut written, mut told) = (text.to_owned(), Told::default());
    for one in wanted() {
        let mut more = settings.clone();
        let Some(line) = one.added_to(&mut more) else { continue };
        let (ending, table) = (if text.contains("\r\n") { "\r\n" } else { "\n" }, one.table.join("."));
        let new = more.to_string().replace("\r\n", "\n").replace('\n', ending);
        let mut lines = new.lines();
        if force || written.lines().all(|line| lines.any(|other| other == line)) {
            told.added.push(format!("{} in [{table}]", one.key));
            (settings, written) = (more, new);
        } else {
            told.refused.push(format!(
                "a line of yours would have to change. In [{table}] write\n    {line}\n; or run this again with --force, and it is changed"
            ));
        }
    }
    Ok((written, told))
}

impl Wanted {
    /// Adds the value, unless it is there or another in its place; the line that says so.
    fn added_to(&self, settings: &mut DocumentMut) -> Option<String> {
        let mut table: &mut dyn TableLike = settings.as_table_mut();
        for (name, is_shown) in self.table.into_iter().zip([false, true]) {
            let new = || {
                let mut table = Table::new();
                table.set_implicit(!is_shown);
                Item::Table(table)
            };
            table = table.entry(name).or_insert_with(new).as_table_like_mut()?;
        }
        let Some(held) = table.get_mut(self.key) else {
            let list = || Array::from_iter([self.value.clone()]).into();
            let value: Value = if self.is_listed { list() } else { self.value.clone() };
            let line = format!("{} = {value}", self.key);
            table.insert(self.key, value.into());
            return Some(line);
        };
        let list = held.as_array_mut().filter(|_| self.is_listed)?;
        if list.iter().any(|one| one.as_str() == self.value.as_str()) {
            return None;
        }
        push(list, self.value.clone());
        let undecorated = |one: &Value| {
            let mut one = one.clone();
            one.decor_mut().clear();
            one
        };
        let plain: Array = list.iter().map(undecorated).collect();
        Some(format!("{} = {plain}", self.key))
    }
}

/// Adds a value at the end of a list: on a line of its own, where the list's end stands on one.
fn push(list: &mut Array, value: Value) {
    let is_open = list.is_empty() || list.trailing_comma();
    let last = list.iter().last().and_then(|last| last.decor().suffix()).filter(|_| !is_open);
    let end = last.unwrap_or(list.trailing()).as_str().unwrap_or_default().to_owned();
    let Some((above, indent)) = end.rsplit_once('\n') else { return list.push(value) };
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
