//! How the lines of a fence lie: first words of the same width, comments one below the other, and the later lines of a
//! trick under its first.

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

/// How far the later lines of a trick stand in: as wide as its number.
const INDENT: usize = "1. ".len();

/// Where the play stands between two fences of a hand.
#[derive(Default)]
pub(super) struct Trick {
    /// A trick has begun and nobody is said to have won it.
    is_open: bool,
    /// A trick has been numbered.
    has_been: bool,
}

pub(super) fn lay_out(rows: &mut [Row], trick: &mut Trick) {
    let mut first = true;
    for row in rows.iter_mut().filter(|row| !row.is_bare()) {
        // Of two fences for two editions the later one may go on with a trick that the one before has ended.
        let goes_on = trick.is_open || (first && trick.has_been && row.line.starts_with(char::is_whitespace));
        first &= !row.is_numbered && !row.has_winner;
        if row.is_numbered {
            *trick = Trick { is_open: true, has_been: true };
        } else if goes_on && row.is_named {
            row.indent = INDENT;
        }
        trick.is_open &= !row.has_winner;
    }
    align(rows, |row| row.is_named && row.indent == 0);
}
