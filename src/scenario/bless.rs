//! Filling in what the program can compute: `?` becomes the value that a diagnostic found, and nothing else changes.

use super::checked::{Checked, check};
use super::diagnostic::{Code, Diagnostic};
use super::rewritten::Rewritten;
use super::splice::{Edit, lines_at, splice};
use super::syntax::Span;

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
    let wrong = Diagnostic::new(Code::Unfilled, span, "the editions do not agree on what stands here");
    let wrong = hole.iter().fold(wrong.label("to be filled"), |wrong, one| {
        let fix = one.fix.as_deref().unwrap_or("").replace('\n', ", ");
        wrong.help(format!("under {}: {fix}", one.editions.join(" and ")))
    });
    wrong.help("write a fence for each: its editions stand after its word, as in ```payout mouche-1718")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENISE: &str = include_str!("../../scenarios/mouche-1718/denise-must-trump.md");
    const TWO: &str = include_str!("../../scenarios/compared/one-line-of-1730.md");

    fn blessed(text: &str, fill: Fill) -> String {
        match bless("a.md", text.as_bytes(), fill) {
            Rewritten::Text(text, _) => text,
            other => format!("{other:?}"),
        }
    }

    fn refused(text: &str, fill: Fill) -> Vec<Diagnostic> {
        match bless("a.md", text.as_bytes(), fill) {
            Rewritten::Refused(_, found) => found,
            other => panic!("{other:?}"),
        }
    }

    /// Changes words of the sample, and back.
    fn comes_back(changed: &[(&str, &str)], fill: Fill) {
        let text = changed.iter().fold(DENISE.to_owned(), |text, (right, other)| {
            assert_eq!(text.matches(right).count(), 1, "{right}");
            text.replace(right, other)
        });
        assert_eq!(blessed(&text, fill), DENISE, "{changed:?}");
        let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(blessed(&windows(&text), fill), windows(DENISE), "{changed:?}");
    }

    #[test]
    fn each_hole_is_filled() {
        comes_back(&[("Anne J♥ -> Denise", "Anne J♥ -> ?"), ("Claude 8♥ -> Claude", "Claude 8♥ -> ?")], Fill::Holes);
        comes_back(&[("Denise may 7♥ (play.trump)", "Denise may ? (?)")], Fill::Holes);
        comes_back(&[("(refused: play.trump; legal: 7♥)", "(refused: ?; legal: ?)")], Fill::Holes);
        let amounts = [
            ("pool 5\nC", "pool ?\nC"),
            ("takes 3, D", "takes ?, D"),
            ("owes 5", "owes ?"),
            ("next pool 10", "next pool ?"),
        ];
        comes_back(&amounts, Fill::Holes);
    }

    #[test]
    fn wrong_expectations_are_replaced_where_asked() {
        let wrong = [("takes 3, Denise", "takes 4, Denise"), ("Anne J♥ -> Denise", "Anne J♥ -> Anne")];
        comes_back(&wrong, Fill::Wrong);
        comes_back(&[("Denise may 7♥ (play.trump)", "Denise may A♣ 8♥ (play.head)")], Fill::Wrong);
        comes_back(&[("refused: play.trump; legal: 7♥", "refused: play.follow; legal: A♣")], Fill::Wrong);
        let text = DENISE.replace("takes 3, Denise", "takes 4, Denise").replace("owes 5", "owes ?");
        assert!(refused(&text, Fill::Holes).iter().all(|wrong| wrong.code == Code::WrongPayout));
    }

    #[test]
    fn a_line_that_is_missing_is_added() {
        let without = DENISE.replace("Claude takes 3, Denise takes 2\nAnne owes 5\n", "");
        let told = "pool 5\nnext pool 10\nClaude takes 3\nDenise takes 2\nAnne owes 5\n";
        assert!(blessed(&without, Fill::Wrong).contains(told));
    }

    #[test]
    fn a_bare_hole_is_the_rest_of_the_payout_line_by_line() {
        let payout = DENISE.split("```payout\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or("");
        let open = |with: &str| DENISE.replace(payout, with);
        assert_eq!(
            blessed(&open("?  # all\n"), Fill::Holes),
            open("pool 5\nClaude takes 3\nDenise takes 2\nAnne owes 5\nnext pool 10  # all\n")
        );
        assert_eq!(
            blessed(&open("Claude has ?, Anne owes 5, ?\n"), Fill::Holes),
            open("Claude has 1003, Anne owes 5, pool 5\nClaude takes 3\nDenise takes 2\nnext pool 10\n")
        );
        let full = format!("{payout}?\n");
        assert_eq!(refused(&open(&full), Fill::Holes)[0].code, Code::WrongPayout);
    }

    #[test]
    fn a_purse_below_nothing_is_filled() {
        let told = include_str!("../../tests/held/negative-has.md");
        assert_eq!(blessed(&told.replace("has -3", "has ?"), Fill::Holes), told);
    }

    #[test]
    fn a_quotation_is_kept() {
        let (title, body) = DENISE.split_once("\n\n").unwrap_or_default();
        let quoted =
            |body: &str| format!("{title}\n\n{}", body.lines().map(|line| format!("> {line}\n")).collect::<String>());
        let payout = "pool 5\nClaude takes 3, Denise takes 2\nAnne owes 5\nnext pool 10\n";
        let lines = "pool 5\nClaude takes 3\nDenise takes 2\nAnne owes 5\nnext pool 10\n";
        assert_eq!(blessed(&quoted(&body.replace(payout, "?\n")), Fill::Holes), quoted(&body.replace(payout, lines)));
    }

    #[test]
    fn what_is_wrong_besides_is_told_and_nothing_filled() {
        let text = DENISE.replace("Anne owes 5", "Anne owes ?").replace("9♥\n```", "9♥\nzzz\n```");
        assert!(refused(&text, Fill::Wrong).iter().all(|wrong| wrong.code != Code::Unfilled));
        let text = DENISE.replace("Anne owes 5", "Anne owes ?").replace("\"play.trump\"", "\"play.overtrump\"");
        let found = refused(&text, Fill::Holes);
        assert_eq!(found[0].code, Code::NotShown);
        assert!(found[0].help.iter().any(|help| help.contains("has not been written")));
        assert!(matches!(bless("a.md", b"# a", Fill::Holes), Rewritten::Foreign));
    }

    #[test]
    fn editions_must_agree() {
        let (before, _) = TWO.rsplit_once("```payout mouche-1718\n").unwrap_or_default();
        let found = refused(&format!("{before}```payout\n?\n```\n"), Fill::Holes);
        assert_eq!((found.len(), found[0].code), (1, Code::Unfilled));
        assert!(found[0].help[1].starts_with("under mouche-1730: pool 20, "), "{found:?}");
        assert!(found[0].help[2].contains("a fence for each"), "{found:?}");
        assert_eq!(
            blessed(&TWO.replace("Nadine 10♥, Octave 7♥ -> Nadine", "Nadine 10♥, Octave 7♥ -> ?"), Fill::Holes),
            TWO
        );
    }
}
