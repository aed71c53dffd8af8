//! A figure of the chapter, drawn and in numbers.

/// A drawing as HTML, and a table that states its figures.
pub(super) struct PlotWithTable {
    pub(super) drawing: String,
    pub(super) table: String,
}
