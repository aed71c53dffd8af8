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

/// Fills a file, unless anything else is wrong with it, before or after.
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
    if !others.is_empty() {
        return Rewritten::Refused(checked.text, others);
    }
    match edits(&checked, &holes) {
        Ok(edits) => filled(path, &checked.text, &edits),
        Err(torn) => Rewritten::Refused(checked.text, torn),
    }
}

/// A filled file must hold: a clause that its header promises, say, may be missing still.
fn filled(path: &str, text: &str, edits: &[Edit]) -> Rewritten {
    let after = check(path, splice(text, edits).as_bytes());
    if after.holds() {
        return Rewritten::Text(after.text, edits.len());
    }
    let help = "this is the file as it would stand, filled in; it has not been written";
    Rewritten::Refused(after.text, after.diagnostics.into_iter().map(|wrong| wrong.help(help)).collect())
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
    if torn.is_empty() { Ok(edits) } else { Err(torn) }
}

/// The one text that all editions write here.
fn one(checked: &Checked, hole: &[Diagnostic]) -> Option<Edit> {
    let (first, rest) = hole.split_first()?;
    let fix = first.fix.as_deref()?;
    let text = lines_at(&checked.text, first.span.start, fix);
    rest.iter().all(|other| other.fix == first.fix).then(|| Edit { span: first.span.clone(), text })
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
