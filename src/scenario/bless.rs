//! Filling in what the program can compute: `?` becomes the value that a diagnostic found, and nothing else changes.

use crate::scenario::replay::check::{Checked, check_in};
use crate::scenario::text::format::{Edit, Rewritten, lines_at, splice};
use crate::scenario::text::{Code, Diagnostic, House, Span, say};

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// What mends slips of the pen, where only one thing can be meant.
    Slips,
    /// Each `?`.
    Holes,
    /// Each `?`, and each expectation that does not hold: winners, obligations, refusals, payouts. Never a play or a
    /// deal.
    Wrong,
}

impl Fill {
    fn fills(self, wrong: &Diagnostic) -> bool {
        match self {
            Fill::Slips => wrong.is_certain(),
            _ => {
                let is_asked = self == Fill::Wrong && wrong.code.is_of_an_expectation();
                wrong.fix.is_some() && (wrong.code == Code::Unfilled || is_asked)
            }
        }
    }
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
    let (mut changes, mut readings) = (0, 0);
    loop {
        let (edits, torn) = edits(&checked, fill);
        if edits.is_empty() || readings == MOST_READINGS {
            let (text, mut wrong) = (checked.text, checked.diagnostics);
            for disagreed in torn {
                wrong.retain(|hole| hole.code != Code::Unfilled || hole.span != disagreed.span);
                wrong.push(disagreed);
            }
            return Some(Rewritten { text, changes, wrong });
        }
        (changes, readings) = (changes + edits.len(), readings + 1);
        checked = check_in(house, path, splice(&checked.text, &edits).as_bytes());
    }
}

/// What is written at each place; and the places where editions do not agree on it.
fn edits(checked: &Checked, fill: Fill) -> (Vec<Edit>, Vec<Diagnostic>) {
    let holes: Vec<Diagnostic> = checked.diagnostics.iter().filter(|wrong| fill.fills(wrong)).cloned().collect();
    let (mut edits, mut torn) = (Vec::new(), Vec::new());
    for hole in
        holes.chunk_by(|hole, next| hole.span == next.span && !hole.span.is_empty() && !hole.editions.is_empty())
    {
        if let Some(edit) = one(checked, hole) { edits.push(edit) } else { torn.push(disagreed(hole)) }
    }
    edits.sort_by_key(|edit| edit.span.start);
    // Of two that meet one waits for the next reading.
    let mut free = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= free;
        free = if is_apart { edit.span.end + 1 } else { free };
        is_apart
    });
    (edits, torn)
}

/// The one text that all editions write here.
fn one(checked: &Checked, hole: &[Diagnostic]) -> Option<Edit> {
    let (first, rest) = hole.split_first()?;
    let fix = first.fix.as_deref()?;
    let span = first.replaced().clone();
    let text = lines_at(&checked.text, span.start, fix);
    rest.iter().all(|other| other.fix == first.fix).then_some(Edit { span, text })
}

fn disagreed(hole: &[Diagnostic]) -> Diagnostic {
    let span: Span = hole.first().map_or(0..0, |first| first.span.clone());
    let mut wrong = say!("editions-disagree", &span);
    let under = |one: &Diagnostic| {
        let fix = one.fix.as_deref().unwrap_or("").replace('\n', ", ");
        format!("under {}: {fix}", one.editions.join(" and "))
    };
    wrong.help.splice(0..0, hole.iter().map(under));
    wrong
}
