//! Comments that read as statements: an author may have put `#` before a line by mistake.

use super::deal_and_payout::read_payout_line;
use super::script_line_parser::read_script_line;
use super::{
    FileVocabulary, Header, LineTokenReader, Scenario, ScriptOrPayoutContent, Span, tokenize,
};

/// Returns the place of each line of a script or a payout that is a comment and reads as a statement.
pub fn find_commented_statements(text: &str, scenario: &Scenario) -> Vec<Span> {
    let mut found = Vec::new();
    for part in scenario.hands.iter().flat_map(|hand| &hand.parts) {
        let is_script = matches!(part.body, ScriptOrPayoutContent::Script(_));
        let mut at = part.span.start;
        for line in text
            .get(part.span.clone())
            .unwrap_or_default()
            .split_inclusive('\n')
        {
            let start = at + line.len() - line.trim_start().len();
            at += line.len();
            if let Some(comment) = line.trim().strip_prefix('#')
                && is_statement(comment, is_script, &scenario.header)
            {
                found.push(start..start + line.trim().len());
            }
        }
    }
    found
}

/// Returns whether the text of a comment would be read as a line of such a fence. The number of a trick may have lost its full
/// stop.
fn is_statement(comment: &str, is_script: bool, header: &Header) -> bool {
    let after_number = comment
        .trim_start_matches(['#', ' '])
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start_matches(['.', ')', ':'])
        .trim();
    // A single word is more likely to be a note.
    if !after_number.contains(' ') {
        return false;
    }
    let names = FileVocabulary::of_header(header);
    let mut reader = LineTokenReader::new(tokenize(after_number, &|range| range), &names);
    if is_script {
        read_script_line(&mut reader).is_ok()
    } else {
        read_payout_line(&mut reader).is_ok()
    }
}
