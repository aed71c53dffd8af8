//! What a `book.toml` lacks, added to its text. Lines are put between its lines, and no line of it is changed.

use crate::book::{FOLDER, NAME, assets};
use anyhow::{Context, Result, ensure};
use toml::{Table, Value};

/// What was added, and what could not be.
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

/// What a book needs. A key is put right after the head of its table: what comes last here stands first there.
fn wanted() -> [Wanted; 4] {
    let [css, js] = assets().map(|asset| Value::String(format!("{FOLDER}/{}", asset.name)));
    let after = Value::Array(vec!["links".into()]);
    let own = |key, value| Wanted { table: ["preprocessor", NAME], key, value, is_listed: false };
    let html = |key, value| Wanted { table: ["output", "html"], key, value, is_listed: true };
    let command = format!("{NAME} preprocess").into();
    [own("after", after), own("command", command), html("additional-js", js), html("additional-css", css)]
}

/// The text of settings with what a book needs. With `force`, a list that stands on one line is added to.
pub(super) fn added(text: &str, force: bool) -> Result<(String, Told)> {
    let settings: Table = text.parse().context("it is no TOML")?;
    let has_pages = settings.get("output").and_then(Value::as_table).is_none_or(|output| output.contains_key("html"));
    ensure!(has_pages, "the book has other [output] tables and no [output.html]: hands need pages");
    let (mut text, mut told) = (text.to_string(), Told::default());
    for one in wanted() {
        match one.added_to(&text, force) {
            Some(Ok(more)) => {
                told.added.push(format!("{} in [{}]", one.key, one.table.join(".")));
                text = more;
            }
            Some(Err(why)) => told.refused.push(why),
            None => {}
        }
    }
    Ok((text, told))
}

impl Wanted {
    /// The text with the value, or what its author must do; none if it is there, or another in its place.
    fn added_to(&self, text: &str, force: bool) -> Option<Result<String, String>> {
        let settings: Table = text.parse().unwrap_or_default();
        let [outer, inner] = self.table;
        let held = settings.get(outer).and_then(|table| table.get(inner)?.get(self.key)).cloned();
        let lacks = |list: &Vec<Value>| self.is_listed && !list.contains(&self.value);
        if held.as_ref().is_some_and(|held| !held.as_array().is_some_and(lacks)) {
            return None;
        }
        let tries = if held.is_some() { self.in_a_list(text, force) } else { self.under_its_table(text) };
        let wanted = self.with(settings);
        // Of all places that look right, the one where the text then says what is wanted.
        let is_right = |more: &String| more.parse::<Table>().is_ok_and(|found| Some(found) == wanted);
        let how = if held.is_some() { "; or run this again with --force, and it is added to that line" } else { "" };
        let refusal = || {
            let (table, line) = (self.table.join("."), self.line(held));
            format!("a line of yours would have to change. In [{table}] write\n    {line}\n{how}")
        };
        Some(tries.into_iter().find(is_right).ok_or_else(refusal))
    }

    /// After each line that seems to be the head of its table; else in a table of its own at the end.
    fn under_its_table(&self, text: &str) -> Vec<String> {
        let line = format!("{}\n", self.line(None));
        let is_head = |before: &str| {
            let inside = before.trim().strip_prefix('[').and_then(|line| line.split(']').next());
            let named = inside.into_iter().flat_map(|inside| inside.split('.'));
            named.map(|name| name.trim_matches([' ', '\t', '"', '\''])).eq(self.table)
        };
        let mut at = 0;
        let heads = text.split_inclusive('\n').filter_map(|before| {
            at += before.len();
            is_head(before).then_some(at)
        });
        let mut all: Vec<String> = heads.map(|at| inserted(text, at, &line)).collect();
        let gap = if text.is_empty() { "" } else { "\n" };
        all.push(inserted(text, text.len(), &format!("{gap}[{}]\n{line}", self.table.join("."))));
        all
    }

    /// On a line of its own before each line that shuts a list; with `force`, in a line too.
    fn in_a_list(&self, text: &str, force: bool) -> Vec<String> {
        let word = self.value.to_string();
        let indents = text.match_indices(']').map(|(at, _)| text[..at].rfind('\n').map_or(0, |end| end + 1)..at);
        let lines = indents.filter(|indent| text[indent.clone()].trim().is_empty()).flat_map(|indent| {
            let line = |comma: &str| format!("{}    {comma}{word},\n", &text[indent.clone()]);
            ["", ", "].map(|comma| inserted(text, indent.start, &line(comma)))
        });
        let within = text.match_indices(['[', '"', '\'']).filter(|_| force).map(|(at, sign)| {
            let (before, after) = text.split_at(at + 1);
            format!("{before}{}{word}{after}", if sign == "[" { "" } else { ", " })
        });
        lines.chain(within).collect()
    }

    /// The line of the value; of a list, after what it holds.
    fn line(&self, held: Option<Value>) -> String {
        let mut list = held.and_then(|held| held.as_array().cloned()).unwrap_or_default();
        list.push(self.value.clone());
        let value = if self.is_listed { Value::Array(list) } else { self.value.clone() };
        format!("{} = {value}", self.key)
    }

    /// The settings as they should be then.
    fn with(&self, mut settings: Table) -> Option<Table> {
        let mut table = &mut settings;
        for name in self.table {
            table = table.entry(name).or_insert_with(|| Value::Table(Table::new())).as_table_mut()?;
        }
        if self.is_listed {
            let list = table.entry(self.key).or_insert_with(|| Value::Array(Vec::new()));
            list.as_array_mut()?.push(self.value.clone());
        } else {
            table.insert(self.key.into(), self.value.clone());
        }
        Some(settings)
    }
}

/// The text with lines more at a place. They end as the others do.
fn inserted(text: &str, at: usize, more: &str) -> String {
    let (before, after) = text.split_at(at);
    let more = if before.is_empty() || before.ends_with('\n') { more.into() } else { format!("\n{more}") };
    let more = if text.contains("\r\n") { more.replace('\n', "\r\n") } else { more };
    format!("{before}{more}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "[book]\ntitle = \"A\"\n";

    fn of(text: &str) -> String {
        let (more, told) = added(text, false).expect("settings");
        assert!(told.refused.is_empty(), "{told:?}");
        let mut lines = more.lines();
        text.lines().for_each(|line| assert!(lines.any(|other| other == line), "{line} is gone from {more}"));
        assert_eq!(added(&more, false).expect("settings").0, more, "twice");
        more
    }

    #[test]
    fn lines_are_put_where_they_belong() {
        assert_eq!(
            of(PLAIN),
            "[book]\ntitle = \"A\"\n\n[preprocessor.mouche]\ncommand = \"mouche preprocess\"\nafter = [\"links\"]\n\n\
             [output.html]\nadditional-css = [\"mouche/mouche.css\"]\nadditional-js = [\"mouche/mouche.js\"]\n"
        );
        let css = "additional-css = [\"mouche/mouche.css\"]\nadditional-js";
        for (text, more) in [
            ("", "[preprocessor.mouche]\n"),
            ("[book]\ntitle = \"A\"", "[book]\ntitle = \"A\"\n\n[pre"),
            ("[ output . html ] # a\n# kept\n\n[output.html.search]\n", &format!("[ output . html ] # a\n{css}")),
            ("[output.html.search]\n[preprocessor.mouche]\nx = 1\n", "[preprocessor.mouche]\ncommand = \"mouche p"),
            ("[preprocessor.mouche]\ncommand = '/opt/mouche preprocess'\n", "[preprocessor.mouche]\nafter"),
            ("title = \"\"\"\n[output.html]\n\"\"\"\n", "\n[output.html]\nadditional-css"),
        ] {
            assert!(of(text).contains(more), "{more} in {}", of(text));
        }
        for list in
            ["\n    \"a.css\",\n", "\n    \"a.css\"\n", "\n  \"a.css\", # ,\n  # b\n", "\n\n", " \"a\"\n # , \n\t"]
        {
            let more = of(&format!("[output.html]\nadditional-css = [{list}] # end\nadditional-js = [\n]\n"));
            assert!(more.contains("\"mouche/mouche.css\""), "{more}");
        }
        let windows = of(&PLAIN.replace('\n', "\r\n"));
        assert_eq!(windows.matches('\n').count(), windows.matches("\r\n").count());
    }

    #[test]
    fn a_list_on_one_line_is_its_authors() {
        for (list, forced) in [
            ("[\"a.css\"]", "[\"a.css\", \"mouche/mouche.css\"]"),
            ("[ ]", "[\"mouche/mouche.css\" ]"),
            ("[\"a\",]", "[\"a\", \"mouche/mouche.css\",]"),
        ] {
            let text = format!("[output.html]\nadditional-css = {list} # end\n");
            let (more, told) = added(&text, false).expect("settings");
            assert!(more.contains(&text[14..]) && told.refused[0].contains("\"mouche/mouche.css\"]\n"), "{told:?}");
            let (more, told) = added(&text, true).expect("settings");
            assert!(told.refused.is_empty() && more.contains(&format!("additional-css = {forced} # end\n")), "{more}");
        }
        let (_, told) = added("output = { html = { } }\n", true).expect("settings");
        assert_eq!(told.refused.len(), 2, "{told:?}");
        assert!(added("[book\n", false).is_err());
        assert!(format!("{:#}", added("[output.epub]\n", false).unwrap_err()).contains("no [output.html]"));
    }
}
