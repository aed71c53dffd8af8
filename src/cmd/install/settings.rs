//! What a `book.toml` lacks, added to its text. No line of its author's is changed unless they say so.

use crate::book::{FOLDER, NAME, assets};
use anyhow::{Context, Result, ensure};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) added: Vec<String>,
    pub(super) refused: Vec<String>,
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

/// The text of settings with what a book needs. With `force`, a line of the author's may change.
pub(super) fn added(text: &str, force: bool) -> Result<(String, Told)> {
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
