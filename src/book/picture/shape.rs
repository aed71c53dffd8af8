//! What drawings are made of.

/// A shape, in the units of its drawing. Its class says how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A box.
    Rect { class: &'static str, x: i32, y: i32, width: i32, height: i32 },
    /// Words on a line.
    Words { class: &'static str, x: i32, y: i32, words: String },
    /// A line, or a mark.
    Way { class: &'static str, way: String },
}

impl Shape {
    pub(super) fn rect(class: &'static str, (x, y): (i32, i32), (width, height): (i32, i32)) -> Shape {
        Shape::Rect { class, x, y, width, height }
    }

    pub(super) fn words(class: &'static str, (x, y): (i32, i32), words: impl Into<String>) -> Shape {
        Shape::Words { class, x, y, words: words.into() }
    }

    pub(super) fn way(class: &'static str, way: impl Into<String>) -> Shape {
        Shape::Way { class, way: way.into() }
    }
}

/// A triangle whose tip touches a box from above.
pub(in crate::book) fn arrowhead((x, y): (i32, i32)) -> String {
    format!("M{x} {y}l-5 -9h10z")
}
