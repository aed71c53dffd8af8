//! A drawing with the same in figures, and odds in words.

use crate::book::picture::Picture;
use crate::page::markdown::one_line;
use anyhow::Result;
use askama::Template;

/// A drawing, and the same in figures, both as HTML on one line.
pub(super) struct Plot {
    pub(super) figure: String,
    pub(super) table: String,
}

#[derive(Template)]
#[template(path = "figures.html")]
struct Figures {
    label: String,
    heads: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

/// A table of what a drawing shows, with what stands over its columns but the first.
pub(super) fn table(
    what: &str,
    heads: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = (String, Vec<String>)>,
) -> Result<String> {
    let label = format!("{what}, in figures");
    let heads = heads.into_iter().map(Into::into).collect();
    Ok(one_line(&Figures { label, heads, rows: rows.into_iter().collect() }.render()?))
}

/// A drawing whose ids begin with `of`, and its table.
pub(super) fn plot(of: &str, picture: &Picture, table: String) -> Result<Plot> {
    Ok(Plot { figure: picture.figure(of)?, table })
}

/// `1 in 748`.
pub(super) fn one_in(share: f64) -> String {
    if share <= 0.0 {
        return "never".into();
    }
    let times = 1.0 / share;
    if times < 20.0 { format!("1 in {times:.1}") } else { format!("1 in {times:.0}") }
}

/// `four`: a number of players.
pub(super) fn players(count: u8) -> &'static str {
    ["none", "one", "two", "three", "four", "five", "six"].get(usize::from(count)).copied().unwrap_or("many")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_written_as_in_print() {
        assert_eq!([one_in(1.0 / 748.0), one_in(0.25), one_in(0.0)], ["1 in 748", "1 in 4.0", "never"]);
    }
}
