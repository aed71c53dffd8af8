//! Pictures made from the clauses and from figures: a drawing, and what says the same to those who do not see it.

pub(super) mod cards;
pub(super) mod flow;
pub(super) mod plots;
pub(crate) mod step;

use super::sign::sign;
use crate::page::markdown::one_line;
use crate::rules::Marks;
use anyhow::Result;
use askama::Template;

pub(super) struct Picture {
    /// What kind of picture it is, as its style sheet knows it: `order`.
    kind: &'static str,
    title: String,
    /// What is to be seen, in a sentence.
    description: String,
    width: i32,
    height: i32,
    shapes: Vec<Shape>,
    /// The marks of what it is drawn from, where no words in it have them.
    marks: Marks,
}

#[derive(Template)]
#[template(path = "picture.html")]
struct Figure<'a> {
    picture: &'a Picture,
    id: String,
    signs: String,
}

impl Picture {
    /// It as HTML on one line. Its ids begin with `of`, so that a book may show it on several pages.
    pub(super) fn figure(&self, of: &str) -> Result<String> {
        Ok(one_line(&Figure { picture: self, id: format!("{of}-{}", self.kind), signs: sign(self.marks) }.render()?))
    }
}

/// Two pictures are equal if they show the same, whatever is said of it.
impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        self.shapes == other.shapes
    }
}

/// A shape, in the units of its drawing. Its class says how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Rect { class: String, x: i32, y: i32, width: i32, height: i32 },
    Words { class: String, x: i32, y: i32, words: String },
    Way { class: String, way: String },
}

impl Shape {
    fn rect(class: impl Into<String>, (x, y): (i32, i32), (width, height): (i32, i32)) -> Shape {
        Shape::Rect { class: class.into(), x, y, width, height }
    }

    fn words(class: impl Into<String>, (x, y): (i32, i32), words: impl Into<String>) -> Shape {
        Shape::Words { class: class.into(), x, y, words: words.into() }
    }

    fn way(class: impl Into<String>, way: impl Into<String>) -> Shape {
        Shape::Way { class: class.into(), way: way.into() }
    }
}

/// A triangle whose tip touches a box from above.
pub(super) fn arrowhead((x, y): (i32, i32)) -> String {
    format!("M{x} {y}l-5 -9h10z")
}

/// A drawing, and the same in figures, both as HTML on one line.
pub(super) type Plot = [String; 2];

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
    Ok([picture.figure(of)?, table])
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
#[path = "../../tests/unit/book_picture.rs"]
mod tests;
