//! The lines of a script: declarations in columns, and the later lines of a trick under its first.

use super::column::align;
use super::row::Row;

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
