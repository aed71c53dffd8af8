//! Scenario files in their canonical spelling: cards by their signs, columns aligned. Prose, header and comments stay.

mod layout;
mod row;

use super::load::{self, Content, Word};
use super::rewritten::Rewritten;
use super::splice::{Edit, splice};
use super::syntax::{Scenario, Span};
use super::words::Names;
use crate::cards::Letters;
use layout::Trick;
use row::Row;

/// A fence indented in the file takes its marks from each line that it can; a line that has fewer settles at the second
/// reading.
const READINGS: usize = 4;

/// Spells a file canonically. It reads as before, and spelling it once more changes nothing.
pub fn format(bytes: &[u8]) -> Rewritten {
    let text = match load::decode(bytes) {
        Ok(text) => text,
        Err(wrong) => return Rewritten::Refused(String::from_utf8_lossy(bytes).into_owned(), vec![wrong]),
    };
    let loaded = load::load(text);
    match loaded.scenario {
        _ if !loaded.diagnostics.is_empty() => Rewritten::Refused(text.to_owned(), loaded.diagnostics),
        Some(scenario) => spelled(text, &Spelling::of(&scenario)),
        None => Rewritten::Foreign,
    }
}

fn spelled(text: &str, spelling: &Spelling) -> Rewritten {
    let mut now = text.to_owned();
    let mut changes = 0;
    for _ in 0..READINGS {
        let edits = edits(&now, spelling);
        if edits.is_empty() {
            break;
        }
        changes = changes.max(edits.len());
        now = splice(&now, &edits);
    }
    let same = reading(text, spelling) == reading(&now, spelling) && edits(&now, spelling).is_empty();
    debug_assert!(same, "{text}\nbecomes\n{now}");
    // Better to leave a file as it is than to change what it says.
    if same { Rewritten::Text(now, changes) } else { Rewritten::Text(text.to_owned(), 0) }
}

/// How the words of a file are told apart and written.
struct Spelling {
    names: Names,
    letters: Letters,
}

impl Spelling {
    fn of(scenario: &Scenario) -> Spelling {
        Spelling { names: Names::new(&scenario.header.players), letters: scenario.header.letters }
    }

    fn rows<'a>(&self, content: &'a Content) -> Vec<Row<'a>> {
        content.lines().map(|(at, line)| Row::read(at, line, self)).collect()
    }
}

/// What each fence says, line by line, however it is laid out.
fn reading(text: &str, spelling: &Spelling) -> Vec<(Word, Vec<String>)> {
    let said = |content: &Content| spelling.rows(content).iter().map(Row::said).collect();
    load::contents(text).iter().map(|(word, content)| (*word, said(content))).collect()
}

fn edits(text: &str, spelling: &Spelling) -> Vec<Edit> {
    let mut found = Vec::new();
    let mut trick = Trick::default();
    for (word, content) in load::contents(text) {
        let mut rows = spelling.rows(&content);
        match word {
            Word::Header => continue,
            Word::Deal => {
                trick = Trick::default();
                layout::align(&mut rows, |_| true);
            }
            Word::Script => layout::lay_out(&mut rows, &mut trick),
            Word::Payout => {}
        }
        layout::align_comments(&mut rows);
        found.extend(rows.iter().filter_map(|row| edit(text, &content, row)));
    }
    found
}

/// What a row changes. One that Markdown has put other characters into is left as it is: half a tab has no place.
fn edit(text: &str, content: &Content, row: &Row) -> Option<Edit> {
    let span: Span = content.span(row.at..row.at + row.line.len());
    let new = row.written();
    (text.get(span.clone()) == Some(row.line) && new != row.line).then_some(Edit { span, text: new })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "# T\n\n```toml scenario\nedition  =  'e'\nplayers = ['Anne', 'Mme de Z', 'Jo']\n```\n\n";

    fn formatted(text: &str) -> String {
        match format(text.as_bytes()) {
            Rewritten::Text(text, _) => text,
            other => format!("{other:?}"),
        }
    }

    fn fence(before: &str, after: &str) {
        let whole = |inside: &str| format!("{HEADER}a   b\n\n{inside}\n");
        assert_eq!(formatted(&whole(before)), whole(after));
        assert_eq!(formatted(&whole(after)), whole(after));
    }

    #[test]
    fn a_deal_has_two_columns() {
        fence(
            "```deal\ndealer Anne # x\nMme  de Z  KD 10♡ 9♦\u{fe0f}\n  Jo\tA♥   \nturn 9♥\ndebt Jo  5\n\n#  as is\n```",
            "```deal\ndealer   Anne  # x\nMme de Z K♦ 10♥ 9♦\nJo       A♥\nturn     9♥\ndebt     Jo 5\n\n#  as is\n```",
        );
    }

    #[test]
    fn a_script_is_laid_out() {
        fence(
            "```deal\n```\n```script\nAnne folds , Jo folds\n Mme de Z may fold or  stand( decl.fold )\nJo names ♡\n\n\
             1.Anne 9H ,Jo 8♥\nJo tries A♣(refused:KC;legal : 7H)# why\nMme de Z 7♥→Jo # who\n Jo 8♥\n2 .Jo 9♣\nstop\n```",
            "```deal\n```\n```script\nAnne     folds, Jo folds\nMme de Z may fold or stand (decl.fold)\nJo       names ♥\n\n\
             1. Anne 9♥, Jo 8♥\n   Jo tries A♣ (refused: KC; legal: 7♥)  # why\n   Mme de Z 7♥ -> Jo                     # who\nJo 8♥\n2. Jo 9♣\nstop\n```",
        );
    }

    #[test]
    fn a_trick_may_cross_fences() {
        fence(
            "```deal\n```\n```script\n1. Anne 9♥\n```\n```script e\n Jo 8♥ -> ?\n```\n```script f\n  Jo 7♥ -> Jo\n```\n",
            "```deal\n```\n```script\n1. Anne 9♥\n```\n```script e\n   Jo 8♥ -> ?\n```\n```script f\n   Jo 7♥ -> Jo\n```\n",
        );
    }

    #[test]
    fn a_payout_keeps_its_lines() {
        fence(
            "```deal\n```\n```payout\npool  ?,Jo takes 5\n ?\n```",
            "```deal\n```\n```payout\npool ?, Jo takes 5\n?\n```",
        );
    }

    #[test]
    fn quotations_marks_and_windows_lines_stay() {
        let text =
            format!("\u{feff}{HEADER}> - ```deal\n>   dealer Anne\n>   Jo K♥  \n>   ```\n").replace('\n', "\r\n");
        let told = text.replace("Jo K♥  ", "Jo     K♥");
        assert_eq!(formatted(&text), told);
        let tab = format!("{HEADER}- ```deal\n\tdealer   Anne\n  Jo K♥\n  ```\n");
        assert_eq!(formatted(&tab), tab.replace("Jo K♥", "Jo     K♥"));
        let shallow = format!("{HEADER}```deal\n```\n\n  ```script\n  1. Anne 9♥\nJo 8♥\n  ```\n");
        assert_eq!(formatted(&shallow), shallow.replace("Jo 8♥", "     Jo 8♥"));
    }

    #[test]
    fn a_french_file_keeps_its_courts() {
        let text = format!("{HEADER}```deal\nAnne RC V♥ KT 10P\n```\n").replace("'e'", "'e'\nlang = 'fr'");
        assert_eq!(formatted(&text), text.replace("RC V♥ KT 10P", "R♥ V♥ K♣ 10♠").replace("K♣", "R♣"));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert!(matches!(format(b"# a\n```text\n```\n"), Rewritten::Foreign));
        assert!(matches!(format(b"\xFF"), Rewritten::Refused(..)));
        let wrong = format!("{HEADER}```deal\nAnne zz\n```\n");
        assert!(matches!(format(wrong.as_bytes()), Rewritten::Refused(_, found) if found.len() == 1));
    }
}
