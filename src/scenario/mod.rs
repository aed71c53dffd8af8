//! Scenario files: `text` reads and writes them, `replay` holds them against the engine, `report` tells what is wrong.
//!
//! [`check`] reads one file and plays it under each edition it names; [`find`] finds the files. [`bless`] fills in what the
//! program can compute: `?` becomes the value that a diagnostic found, and nothing else changes.

#[cfg(feature = "cli")]
mod files;
mod replay;
pub mod report;
mod text;

pub(crate) use coverage::Witness;
pub(crate) use diagnostic::{Code, Diagnostic};
#[cfg(feature = "cli")]
pub use files::{
    Found, LONGEST_FILE, collect_but, find, house_of, namesakes, note_named_folder, passed_over, read, shown, tables,
};
#[cfg(feature = "cli")]
pub(crate) use render::{Report, full};
pub use replay::check::{Checked, check, check_in};
pub use replay::{check as coverage, story, task};
pub(crate) use replay::{mus as words, session::TO_SHOW};
pub use report as render;
pub(crate) use story::{Posed, Story, Verdict};
pub(crate) use syntax::{About, Answer, Asks, Body, Span};
pub use text::draft::{DealOfMus, Draft, Played, Told, Until};
pub(crate) use text::format::{Edit, splice};
pub use text::format::{Rewritten, format, format_in, lines_at};
pub use text::load::{Block, Loaded, MOST_HANDS, blocks, load, wanted};
use text::say;
pub use text::{
    Content, FORMS, Form, House, KEYS, Keyword, Kind, LONGEST_NAME, Names, Place, Row, TABLE_KEYS, Token, Want, Word,
    diagnostic, header::TABLE_FILE, header::setting, header_schema, nearest, notation::said, slips::line_tokens,
    syntax, visible,
};
pub(crate) use text::{Mood, composed, draft::up_to, header::table_id, is_unseen, keyword::odd, notation::written};

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// What mends slips of the pen, where only one thing can be meant.
    Slips,
    /// Each `?`.
    Holes,
    /// Each `?`, and each expectation that does not hold. Never a play or a deal.
    Wrong,
}

/// How often a file is read anew, each time with more filled in: one slip may hide another.
const MOST_READINGS: usize = 50;

/// Fills a file; none if it is no scenario. What else is wrong with it is left to its author.
///
/// ```
/// use mouche::scenario::{Fill, bless};
///
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let open = file.replace("refused: play.trump", "refused: ?");
/// let filled = bless("a.md", open.as_bytes(), Fill::Holes).ok_or(std::fmt::Error)?;
/// assert_eq!((filled.text, filled.changes), (file, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bless(path: &str, bytes: &[u8], fill: Fill) -> Option<Rewritten> {
    bless_in(House::None, path, bytes, fill)
}

/// The same in a folder with a table.
pub fn bless_in(house: House, path: &str, bytes: &[u8], fill: Fill) -> Option<Rewritten> {
    let mut checked = check_in(house, path, bytes);
    if !checked.is_scenario && checked.diagnostics.is_empty() {
        return None;
    }
    let mut changes = 0;
    for _ in 0..MOST_READINGS {
        let (edits, _) = edits(&checked, fill);
        if edits.is_empty() {
            break;
        }
        changes += edits.len();
        checked = check_in(house, path, splice(&checked.text, &edits).as_bytes());
    }
    let (_, torn) = edits(&checked, fill);
    let (text, mut wrong) = (checked.text, checked.diagnostics);
    for disagreed in torn {
        wrong.retain(|hole| hole.code != Code::Unfilled || hole.span != disagreed.span);
        wrong.push(disagreed);
    }
    Some(Rewritten { text, changes, wrong })
}

/// What is written at each place; and the places where editions do not agree on it.
fn edits(checked: &Checked, fill: Fill) -> (Vec<Edit>, Vec<Diagnostic>) {
    let fills = |wrong: &&Diagnostic| match fill {
        Fill::Slips => wrong.is_certain(),
        Fill::Holes => wrong.fix.is_some() && wrong.code == Code::Unfilled,
        Fill::Wrong => wrong.fix.is_some() && (wrong.code == Code::Unfilled || wrong.code.is_of_an_expectation()),
    };
    let under = |one: &Diagnostic| {
        let fix = one.fix.as_deref().unwrap_or("").replace('\n', ", ");
        format!("under {}: {fix}", one.editions.join(" and "))
    };
    let holes: Vec<Diagnostic> = checked.diagnostics.iter().filter(fills).cloned().collect();
    let (mut edits, mut torn) = (Vec::new(), Vec::new());
    let is_same = |hole: &Diagnostic, next: &Diagnostic| {
        hole.span == next.span && !hole.span.is_empty() && !hole.editions.is_empty()
    };
    for same in holes.chunk_by(is_same) {
        let Some((first, rest)) = same.split_first() else { continue };
        match &first.fix {
            Some(fix) if rest.iter().all(|other| other.fix == first.fix) => {
                let span = first.replaced().clone();
                edits.push(Edit { text: lines_at(&checked.text, span.start, fix), span });
            }
            _ => {
                let mut wrong = say!("editions-disagree", &first.span);
                wrong.help.splice(0..0, same.iter().map(under));
                torn.push(wrong);
            }
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    // Of two that meet one waits for the next reading.
    edits.dedup_by(|next, edit| next.span.start <= edit.span.end);
    (edits, torn)
}
