//! Drawings of clauses and figures, each with a description in words, and pictures of the table
//! after a step.

pub(super) mod bar_chart;
mod card_order;
mod deal_flow;
pub(super) mod line_plot;
mod pack_division;
mod step_picture;

pub(super) use card_order::{RankRow, card_order_rows, draw_card_order};
pub(super) use deal_flow::draw_flow;
pub(super) use pack_division::draw_packs;
pub(crate) use step_picture::draw_step_svg;

use super::chapter_signs::signs_html;
use crate::page::join_lines;
use crate::rules::CertaintyMarkSet;
use askama::{Result, Template};

/// A drawing with its title and its description.
#[derive(Template)]
#[template(path = "picture.html")]
struct Picture<'a> {
    /// The beginning of its ids, so that a book may show it on several pages.
    id_prefix: &'a str,
    /// The kind of drawing, by which the style sheet knows it: `order`.
    kind: &'static str,
    title: &'a str,
    description: String,
    width: i32,
    height: i32,
    /// The elements of the drawing, as SVG.
    drawn: String,
    /// The marks of the clauses that it shows, if the words in the drawing do not have them.
    marks: CertaintyMarkSet,
}

impl Picture<'_> {
    /// Returns the drawing as HTML on one line.
    fn render_figure(&self) -> Result<String> {
        Ok(join_lines(&self.render()?))
    }
}

/// A table of the figures in a drawing.
#[derive(Template)]
#[template(path = "figures.html")]
struct DrawingFiguresTable<'a> {
    subject: &'a str,
    heads: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

/// Returns a table of the figures in a drawing, as HTML on one line. `heads` are the heads of all
/// columns but the first. Each row is a name and its cells.
pub(super) fn figures_table(
    subject: &str,
    heads: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = (String, Vec<String>)>,
) -> Result<String> {
    let table = DrawingFiguresTable {
        subject,
        heads: heads.into_iter().map(Into::into).collect(),
        rows: rows.into_iter().collect(),
    };
    Ok(join_lines(&table.render()?))
}

/// Returns a share in words: `1 in 748`.
pub(super) fn one_in_text(share: f64) -> String {
    if share <= 0.0 {
        return "never".into();
    }
    let times = 1.0 / share;
    if times < 20.0 {
        format!("1 in {times:.1}")
    } else {
        format!("1 in {times:.0}")
    }
}

/// Returns a number of players in words: `four`.
pub(super) fn player_count_word(count: u8) -> &'static str {
    ["none", "one", "two", "three", "four", "five", "six"]
        .get(usize::from(count))
        .copied()
        .unwrap_or("many")
}

#[cfg(test)]
#[path = "../../tests/unit/book_picture.rs"]
mod tests;
