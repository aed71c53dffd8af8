//! Pictures made from the clauses: a drawing, and what says the same to those who do not see it.

pub(super) mod bars;
pub(super) mod flow;
pub(super) mod growth;
pub(super) mod lines;
pub(super) mod order;
pub(super) mod packs;
mod shape;

use super::sign::sign;
use crate::page::markdown::one_line;
use crate::rules::Marks;
use anyhow::Result;
use askama::Template;
use shape::Shape;
pub(super) use shape::arrowhead;

/// A drawing with its title and its description.
pub(super) struct Picture {
    /// What kind of picture it is, as its style sheet knows it: `order`.
    kind: &'static str,
    /// What it shows, in a few words.
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
    ///
    /// # Errors
    /// A template that cannot be filled.
    pub(super) fn figure(&self, of: &str) -> Result<String> {
        Ok(one_line(&Figure { picture: self, id: format!("{of}-{}", self.kind), signs: sign(self.marks) }.render()?))
    }

    /// Whether it shows the same as another.
    pub(super) fn is_alike(&self, other: &Picture) -> bool {
        self.shapes == other.shapes
    }
}
