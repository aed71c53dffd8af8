//! Places in the text of TOML, and lines put there.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text with lines more at a place. They end as the others do.
pub(super) fn inserted(text: &str, at: usize, more: &str) -> String {
    let (before, after) = text.split_at(at);
    let more = if before.is_empty() || before.ends_with('\n') { more.into() } else { format!("\n{more}") };
    let more = if text.contains("\r\n") { more.replace('\n', "\r\n") } else { more };
    format!("{before}{more}{after}")
}

/// Where the first line of a table begins: after each line that seems to be its head.
pub(super) fn heads(text: &str, table: [&str; 2]) -> impl Iterator<Item = usize> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        at += line.len();
        let inside = line.trim().strip_prefix('[')?.split(']').next()?;
        let named = inside.split('.').map(|name| name.trim_matches([' ', '\t', '"', '\'']));
        named.eq(table).then_some(at)
    })
}

/// A list in the text.
pub(super) struct List<'a> {
    text: &'a str,
    /// From bracket to bracket.
    span: Range<usize>,
    /// Where the last word of it ends.
    last: Option<usize>,
}

/// The list of a key in a table.
pub(super) fn list<'a>(text: &'a str, table: [&str; 2], key: &str) -> Option<List<'a>> {
    let whole = DeTable::parse(text).ok()?;
    let within = |table: &DeTable<'a>, name: &str| table.get(name).cloned();
    let value: Spanned<DeValue> = within(whole.get_ref(), table[0])?;
    let value = within(value.get_ref().as_table()?, table[1])?;
    let value = within(value.get_ref().as_table()?, key)?;
    let last = value.get_ref().as_array()?.iter().last().map(|item| item.span().end);
    Some(List { text, span: value.span(), last })
}

impl List<'_> {
    /// The text with a word more in the list: on a line of its own, if the list has lines; else in its line, if `force`
    /// says so.
    pub(super) fn with(&self, word: &str, force: bool) -> Option<String> {
        let shut = self.span.end - 1;
        let line = self.text[..shut].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[line..shut];
        let comma = if self.last.is_some() { ", " } else { "" };
        if line > self.span.start && indent.trim().is_empty() {
            let comma = if self.ends_in_comma() { "" } else { comma };
            return Some(inserted(self.text, line, &format!("{indent}    {comma}{word},\n")));
        }
        let (before, after) = self.text.split_at(self.last.unwrap_or(self.span.start + 1));
        force.then(|| format!("{before}{comma}{word}{after}"))
    }

    fn ends_in_comma(&self) -> bool {
        let rest = &self.text[self.last.unwrap_or(self.span.start)..self.span.end];
        rest.lines().any(|line| line.split('#').next().is_some_and(|code| code.contains(',')))
    }
}
