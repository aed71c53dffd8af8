//! Columns: first words of the same width, and comments one below the other.

use super::row::Row;
use unicode_width::UnicodeWidthStr;

/// How many columns a text fills.
pub(super) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Makes the first words of those rows equally wide that follow each other and `belong`. Rows without words part none.
pub(super) fn align(rows: &mut [Row], belongs: impl Fn(&Row) -> bool) {
    let within = |row: &Row| row.is_bare() && row.comment.is_some() || !row.is_bare() && belongs(row);
    for run in rows.chunk_by_mut(|row, next| within(row) && within(next)) {
        let widest = run.iter().filter(|row| within(row)).map(|row| width(&row.head)).max().unwrap_or(0);
        run.iter_mut().filter(|row| !row.is_bare()).for_each(|row| row.head_width = widest);
    }
}

/// Puts the comments of rows that follow each other into one column, two spaces from the longest.
pub(super) fn align_comments(rows: &mut [Row]) {
    let beside = |row: &Row| row.comment.is_some() && !row.is_bare();
    for run in rows.chunk_by_mut(|row, next| beside(row) && beside(next)) {
        let longest = run.iter().map(|row| width(&row.words())).max().unwrap_or(0);
        run.iter_mut().for_each(|row| row.comment_at = longest + 2);
    }
}
