//! What a file tells before a place in one of its hands, as fences.

use super::scenario_draft::fence_unless_empty;
use super::{FenceKind, ParsedDeal, Scenario, ScriptOrPayoutContent, Span};
use crate::rules::{ClauseId, ClauseLookup, Ruleset};

/// Returns what a file tells in an edition, up to the statement that begins at this place of its hand of this number: the hands
/// before it whole.
pub fn fences_up_to(
    text: &str,
    scenario: &Scenario,
    edition: &Ruleset,
    hand: usize,
    end: usize,
) -> String {
    let letters = scenario.header.letters;
    let mut fences = String::new();
    for (at, hand_text) in scenario.hands.iter().take(hand).enumerate() {
        let is_last = at + 1 == hand;
        let end = if is_last { end } else { usize::MAX };
        let deal = deal_lines(text, &hand_text.deal, edition);
        fences += &fence_of_lines(FenceKind::Deal.spelling(letters), &deal);
        for part in hand_text.parts_for_edition(edition.id) {
            if part.span.start >= end {
                continue;
            }
            let word = match part.body {
                ScriptOrPayoutContent::Script(_) => FenceKind::Script,
                _ if is_last => continue,
                _ => FenceKind::Payout,
            };
            let lines = text_through_last_statement(text, &part.span, end);
            fences += &fence_of_lines(word.spelling(letters), lines);
        }
    }
    fences
}

/// Returns the lines of a deal. A spare hand is left out if the edition deals none: the file has it for another edition.
fn deal_lines(text: &str, deal: &ParsedDeal, edition: &Ruleset) -> String {
    let lines = text_through_last_statement(text, &deal.span, usize::MAX);
    let Some(card) = deal.fille.first() else {
        return lines.to_owned();
    };
    if edition.has_subject_of(ClauseId::FilleDeal) {
        return lines.to_owned();
    }
    let card_at = card.span.start - deal.span.start;
    let mut kept = Vec::new();
    let mut at = 0;
    for line in lines.split_inclusive('\n') {
        if !(at..at + line.len()).contains(&card_at) {
            kept.push(line);
        }
        at += line.len();
    }
    kept.concat().trim_end().to_owned()
}

/// Returns the lines of a stretch of a text up to this place, without what breaks off before its first statement.
fn text_through_last_statement<'a>(text: &'a str, span: &Span, end: usize) -> &'a str {
    let lines = text.get(span.start..span.end.min(end)).unwrap_or_default();
    // What breaks off before its first statement has the number of a trick, or the word of a phase, not yet begun.
    let (before, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
    let is_begun =
        end > span.end || (last.contains(char::is_alphabetic) && !last.trim_end().ends_with(':'));
    let whole = if is_begun { lines } else { before };
    whole.trim_end_matches([' ', ',', '\r', '\n'])
}

/// Returns a fence of these lines, or nothing where there are none.
fn fence_of_lines(word: &str, lines: &str) -> String {
    if lines.is_empty() {
        String::new()
    } else {
        fence_unless_empty(word, &[lines])
    }
}
