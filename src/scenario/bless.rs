//! Filling in what the program can compute: `?` becomes the value that a diagnostic found, and nothing else changes.

use crate::scenario::replay::check::{Checked, check};
use crate::scenario::text::diagnostic::{Code, Diagnostic};
use crate::scenario::text::format::{Edit, Rewritten, lines_at, splice};
use crate::scenario::text::syntax::Span;

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Each `?`.
    Holes,
    /// Each `?`, and each expectation that does not hold: winners, obligations, refusals, payouts. Never a play or a
    /// deal.
    Wrong,
}

impl Fill {
    fn fills(self, wrong: &Diagnostic) -> bool {
        let expectation =
            matches!(wrong.code, Code::WrongMay | Code::WrongRefusal | Code::WrongWinner | Code::WrongPayout);
        wrong.fix.is_some() && (wrong.code == Code::Unfilled || (self == Fill::Wrong && expectation))
    }
}

/// Fills a file. What else is wrong with it, before or after, is left to its author.
///
/// ```
/// use mouche::scenario::{Fill, Rewritten, bless};
///
/// let file = std::fs::read_to_string("scenarios/mouche-1718/denise-must-trump.md")?;
/// let open = file.replace("refused: play.trump", "refused: ?");
/// let Rewritten::Text(filled, 1) = bless("a.md", open.as_bytes(), Fill::Holes) else { panic!("one hole") };
/// assert_eq!(filled, file);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn bless(path: &str, bytes: &[u8], fill: Fill) -> Rewritten {
    let checked = check(path, bytes);
    if !checked.is_scenario && checked.diagnostics.is_empty() {
        return Rewritten::Foreign;
    }
    let (holes, others): (Vec<_>, Vec<_>) = checked.diagnostics.iter().cloned().partition(|wrong| fill.fills(wrong));
    match edits(&checked, &holes) {
        Ok(edits) if edits.is_empty() && !others.is_empty() => Rewritten::Refused(checked.text, others),
        Ok(edits) => filled(path, &checked.text, &edits),
        Err(torn) => Rewritten::Refused(checked.text, torn),
    }
}

/// How often a file is read anew, its slips mended each time: one may hide another.
const MOST_READINGS: usize = 100;

/// The text with every slip mended whose fix is certain, and how many were; no text where none is. What else is wrong stays.
pub fn mend(path: &str, text: &str) -> (Option<String>, usize) {
    let (mut now, mut count) = (text.to_owned(), 0);
    for _ in 0..MOST_READINGS {
        let mut edits: Vec<Edit> = Vec::new();
        let checked = check(path, now.as_bytes());
        let mut certain: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|wrong| wrong.is_certain()).collect();
        certain.sort_by_key(|wrong| wrong.replaced().start);
        for wrong in certain {
            let span = wrong.replaced().clone();
            if edits.last().is_none_or(|last| last.span.end < span.start) {
                let text = lines_at(&now, span.start, wrong.fix.as_deref().unwrap_or_default());
                edits.push(Edit { span, text });
            }
        }
        if edits.is_empty() {
            break;
        }
        count += edits.len();
        now = splice(&now, &edits);
    }
    ((count > 0).then_some(now), count)
}

/// A filled file need not hold: a clause that its header promises, say, may be missing still.
fn filled(path: &str, text: &str, edits: &[Edit]) -> Rewritten {
    let after = check(path, splice(text, edits).as_bytes());
    if after.holds() {
        return Rewritten::Text(after.text, edits.len());
    }
    Rewritten::Partly(after.text, edits.len(), after.diagnostics)
}

/// What is written at each place; or the places where editions do not agree on it.
fn edits(checked: &Checked, holes: &[Diagnostic]) -> Result<Vec<Edit>, Vec<Diagnostic>> {
    let (mut edits, mut torn) = (Vec::<Edit>::new(), Vec::new());
    for hole in holes.chunk_by(|hole, next| hole.span == next.span && !hole.span.is_empty()) {
        match one(checked, hole) {
            Some(edit) if edits.last() != Some(&edit) => edits.push(edit),
            Some(_) => {}
            None => torn.push(disagreed(hole)),
        }
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    // Two that meet are not written at once.
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= end;
        end = if is_apart { edit.span.end } else { end };
        is_apart
    });
    if torn.is_empty() { Ok(edits) } else { Err(torn) }
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
    let wrong = Code::Unfilled.at(&span, "the editions do not agree on what belongs here");
    let wrong = hole.iter().fold(wrong.label("to be filled"), |wrong, one| {
        let fix = one.fix.as_deref().unwrap_or("").replace('\n', ", ");
        wrong.help(format!("under {}: {fix}", one.editions.join(" and ")))
    });
    wrong.help("write a fence for each, and name its editions after its word, as in ```payout mouche-1718")
}
