//! Which fixes are certain: the file is read and played once more with them, and a fix is kept only where the file then holds.

use super::checked_file::{CheckedFile, check_without_trying_fixes};
use crate::cards::InsertionSort;
use crate::scenario::text::canonical_format::{TextReplacement, apply_replacements, fit_lines_at};
use crate::scenario::text::diagnostic::{Code, DID_YOU_MEAN, Diagnostic};
use crate::scenario::text::{FenceKind, FolderRules, Keyword, ScriptOrPayoutContent, Span};
use std::cmp::Reverse;

/// The number of times that a file is read with fewer fixes each time, before those that are left count as unproven.
const MOST_ROUNDS: usize = 6;

/// The most texts that are tried in place of one file.
const MOST_TRIALS: usize = 400;

/// From this length on no other text is tried: nobody waits for it.
const LONGEST_TRIED: usize = 60_000;

/// So many cards written in the same unusual way are a way of writing, and not a slip.
const HABIT: usize = 3;

/// The verdict of a file on a fix that is written into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FixVerdict {
    /// The file holds at that place.
    Holds,
    /// The file was not played as far as that place, so nothing is known.
    Unknown,
    /// Something is wrong at that place.
    Fails,
}

/// Removes each fix with which the file does not hold at that place, or which is one of several that would do; and marks as
/// possible those of which that cannot be known, because something before them is wrong.
pub fn keep_proven_fixes(house: FolderRules, checked: &mut CheckedFile) {
    let mut trials = MOST_TRIALS;
    drop_alternatives_if_habitual(&mut checked.diagnostics);
    choose_among_candidates(house, checked, &mut trials);
    let failed = drop_failing_fixes(house, checked, &mut trials);
    drop_slips_in_wrong_statements(checked, &failed);
}

/// Removes the slips of which the fix fails because of another mistake in the same statement, which is reported.
fn drop_slips_in_wrong_statements(checked: &mut CheckedFile, failed: &[usize]) {
    let mut places = Vec::new();
    for wrong in &checked.diagnostics {
        if wrong.code >= Code::ForeignCard {
            places.push(wrong.span.clone());
        }
    }
    let mut at = 0;
    checked.diagnostics.retain(|slip| {
        at += 1;
        let is_repeated = matches!(slip.code, Code::Syntax | Code::BadCard)
            && failed.contains(&(at - 1))
            && places.iter().any(|place| span_contains(place, &slip.span));
        !is_repeated
    });
}

/// Proves the certain fixes of a file, and returns the diagnostics of which the fix fails.
fn drop_failing_fixes(
    house: FolderRules,
    checked: &mut CheckedFile,
    trials: &mut usize,
) -> Vec<usize> {
    let mut failed = Vec::new();
    let mut proposed: Vec<usize> = find_positions(checked, Diagnostic::has_certain_fix);
    for _ in 0..MOST_ROUNDS {
        if proposed.is_empty() {
            return failed;
        }
        let proofs = prove_fixes(house, checked, &proposed, trials);
        let mut left = Vec::new();
        for (at, proof) in proposed.iter().zip(&proofs) {
            match proof {
                FixVerdict::Holds => left.push(*at),
                FixVerdict::Unknown => checked.diagnostics[*at].is_guess = true,
                FixVerdict::Fails => {
                    drop_fix(&mut checked.diagnostics[*at]);
                    failed.push(*at);
                }
            }
        }
        if left.len() == proposed.len() {
            return failed;
        }
        proposed = left;
    }
    for at in proposed {
        checked.diagnostics[at].is_guess = true;
    }
    failed
}

fn find_positions(checked: &CheckedFile, is_wanted: impl Fn(&Diagnostic) -> bool) -> Vec<usize> {
    (0..checked.diagnostics.len())
        .filter(|at| is_wanted(&checked.diagnostics[*at]))
        .collect()
}

/// Removes the other candidates for wrong cards, if many cards of the file are written wrongly in
/// the same way.
fn drop_alternatives_if_habitual(diagnostics: &mut [Diagnostic]) {
    let mut cards = Vec::new();
    for wrong in diagnostics {
        if wrong.code == Code::BadCard && !wrong.other_fixes.is_empty() {
            cards.push(wrong);
        }
    }
    if cards.len() >= HABIT {
        for wrong in cards {
            wrong.other_fixes.clear();
        }
    }
}

/// Chooses of several candidates of a diagnostic the one with which the file holds, or most of it; none if two do.
fn choose_among_candidates(house: FolderRules, checked: &mut CheckedFile, trials: &mut usize) {
    let all = find_positions(checked, Diagnostic::has_certain_fix);
    for at in find_positions(checked, |wrong| {
        wrong.has_certain_fix() && !wrong.other_fixes.is_empty()
    }) {
        let wrong = &checked.diagnostics[at];
        let first = wrong.fix.clone().unwrap_or_default();
        let candidates: Vec<String> = std::iter::once(first)
            .chain(wrong.other_fixes.iter().cloned())
            .collect();
        let Some(left) = trials
            .checked_sub(candidates.len())
            .filter(|_| checked.text.len() <= LONGEST_TRIED)
        else {
            checked.diagnostics[at].is_guess = true;
            continue;
        };
        *trials = left;
        let mut outcomes = Vec::new();
        for candidate in candidates {
            checked.diagnostics[at].fix = Some(candidate.clone());
            let (after, places) = check_with_fixes(house, checked, &all);
            outcomes.push(FixCandidateOutcome {
                proof: judge_fix(house, checked, at, &after, &places, trials),
                rest: measure_mistakes(&after),
                candidate,
            });
        }
        choose_candidate(&mut checked.diagnostics[at], outcomes);
    }
}

/// The result of checking a file with a candidate fix written into it.
struct FixCandidateOutcome {
    proof: FixVerdict,
    rest: ReplayMistakeRank,
    candidate: String,
}

/// The rank of a file by its mistakes: how early its replay stops, then how many there are; the
/// least is best.
type ReplayMistakeRank = (Reverse<usize>, usize);

fn measure_mistakes(file: &CheckedFile) -> ReplayMistakeRank {
    (
        Reverse(first_stopping_mistake_offset(file).unwrap_or(usize::MAX)),
        file.diagnostics.len(),
    )
}

/// Returns where the first mistake stands behind which the hand is not played on.
fn first_stopping_mistake_offset(file: &CheckedFile) -> Option<usize> {
    let stops = file
        .diagnostics
        .iter()
        .filter(|wrong| stops_the_hand(wrong, file));
    stops.map(|wrong| wrong.span.start).min()
}

/// Keeps the one candidate that leaves least wrong, or none.
fn choose_candidate(wrong: &mut Diagnostic, outcomes: Vec<FixCandidateOutcome>) {
    let first = outcomes.first().map(|outcome| outcome.candidate.clone());
    let viable: Vec<&FixCandidateOutcome> = outcomes
        .iter()
        .filter(|outcome| outcome.proof == FixVerdict::Holds)
        .collect();
    let least = viable.iter().map(|outcome| outcome.rest).min();
    let best = viable.iter().filter(|outcome| Some(outcome.rest) == least);
    let best: Vec<&str> = best.map(|outcome| outcome.candidate.as_str()).collect();
    match best[..] {
        [only] => wrong.fix = Some(only.to_owned()),
        [] if outcomes
            .iter()
            .any(|outcome| outcome.proof == FixVerdict::Unknown) =>
        {
            wrong.fix = first;
            wrong.is_guess = true;
        }
        [] => drop_fix(wrong),
        [..] => {
            // A card that may be another is offered all the same: its author sees it in the line.
            if wrong.code == Code::BadCard {
                wrong.fix = first;
                wrong.is_guess = true;
                return;
            }
            let several: Vec<String> = best
                .iter()
                .map(|text| format!("`{}`", text.trim()))
                .collect();
            let several = several.join(" or ");
            drop_fix(wrong);
            wrong.help.push(format!("possible meanings: {several}"));
        }
    }
}

fn drop_fix(wrong: &mut Diagnostic) {
    wrong.fix = None;
    wrong.replaced_span = None;
    wrong.help.retain(|help| !help.starts_with(DID_YOU_MEAN));
}

/// Writes all these fixes and says of each what the file then comes to at its place.
fn prove_fixes(
    house: FolderRules,
    checked: &CheckedFile,
    proposed: &[usize],
    trials: &mut usize,
) -> Vec<FixVerdict> {
    let (after, places) = check_with_fixes(house, checked, proposed);
    proposed
        .iter()
        .map(|at| judge_fix(house, checked, *at, &after, &places, trials))
        .collect()
}

/// Says what a file comes to at all the places of one fix: the worst of them counts.
fn judge_fix(
    house: FolderRules,
    checked: &CheckedFile,
    index: usize,
    after: &CheckedFile,
    places: &[(usize, Span)],
    trials: &mut usize,
) -> FixVerdict {
    let mut proofs = Vec::new();
    for (_, place) in places.iter().filter(|(of, _)| *of == index) {
        proofs.push(judge_fix_without_rest(
            house,
            after,
            place,
            &checked.diagnostics[index],
            trials,
        ));
    }
    if proofs.contains(&FixVerdict::Fails) {
        return FixVerdict::Fails;
    }
    // One that meets another waits for the next reading.
    let is_whole = proofs.len() == 1 + checked.diagnostics[index].repeated_at.len();
    if is_whole && proofs.iter().all(|proof| *proof == FixVerdict::Holds) {
        FixVerdict::Holds
    } else {
        FixVerdict::Unknown
    }
}

/// The most times that a mistake to which a fix leads is fixed as well, before the file is judged.
const MOST_SEQUELS: usize = 4;

/// Returns the file with the fixes of these diagnostics, read and played; and where each of them then stands. Of two slips in one place
/// the second can be seen only when the first is mended: it is mended then.
fn check_with_fixes(
    house: FolderRules,
    checked: &CheckedFile,
    indices: &[usize],
) -> (CheckedFile, Vec<(usize, Span)>) {
    let mut edits: Vec<(usize, TextReplacement)> = Vec::new();
    for at in indices {
        let first = replacement_of_fix(checked, *at);
        for span in &checked.diagnostics[*at].repeated_at {
            edits.push((
                *at,
                TextReplacement {
                    span: span.clone(),
                    text: first.text.clone(),
                },
            ));
        }
        edits.push((*at, first));
    }
    edits.insertion_sort_by_key(|(_, edit)| edit.span.start);
    edits.dedup_by(|(_, next), (_, edit)| next.span.start <= edit.span.end);
    let mut places: Vec<(usize, Span)> = edits
        .iter()
        .map(|(at, edit)| (*at, edit.span.clone()))
        .collect();
    let mut file = check_with_edits(
        house,
        checked,
        edits.into_iter().map(|(_, edit)| edit).collect(),
        &mut places,
    );
    for _ in 0..MOST_SEQUELS {
        let mut statements = Vec::new();
        for (_, place) in &places {
            statements.push(statement_around(&file.text, place));
        }
        let sequels = find_positions(&file, |wrong| can_be_mended_with_fix(wrong, &statements));
        let mut more: Vec<TextReplacement> = sequels
            .iter()
            .map(|at| replacement_of_fix(&file, *at))
            .collect();
        if more.is_empty() {
            break;
        }
        more.insertion_sort_by_key(|edit| edit.span.start);
        more.dedup_by(|next, edit| next.span.start <= edit.span.end);
        file = check_with_edits(house, &file, more, &mut places);
    }
    (file, places)
}

/// Returns whether a mistake in one of these statements can be mended with the fix that led to it.
fn can_be_mended_with_fix(wrong: &Diagnostic, statements: &[Span]) -> bool {
    wrong.has_certain_fix()
        && wrong.other_fixes.is_empty()
        && statements
            .iter()
            .any(|span| span_contains(span, &wrong.span))
}

fn span_contains(outer: &Span, inner: &Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn spans_meet(span: &Span, other: &Span) -> bool {
    span.start <= other.end && other.start <= span.end
}

fn replacement_of_fix(checked: &CheckedFile, index: usize) -> TextReplacement {
    let wrong = &checked.diagnostics[index];
    let span = wrong.span_to_replace().clone();
    TextReplacement {
        text: fit_lines_at(
            &checked.text,
            span.start,
            wrong.fix.as_deref().unwrap_or_default(),
        ),
        span,
    }
}

/// Writes edits, which are in order, into a file, reads it anew, and moves the places along.
fn check_with_edits(
    house: FolderRules,
    checked: &CheckedFile,
    edits: Vec<TextReplacement>,
    places: &mut [(usize, Span)],
) -> CheckedFile {
    for (_, place) in places.iter_mut() {
        let mut start = place.start;
        let mut end = place.end;
        for edit in &edits {
            let grown = edit.text.len() as isize - edit.span.len() as isize;
            if edit.span.end <= place.start && edit.span != *place {
                start = start.saturating_add_signed(grown);
            }
            if edit.span.start < place.end || edit.span == *place {
                end = end.saturating_add_signed(grown);
            }
        }
        *place = start..end.max(start);
    }
    check_without_trying_fixes(
        house,
        &checked.path,
        apply_replacements(&checked.text, &edits).as_bytes(),
    )
}

/// Says what a file comes to at the place of a fix that was written into it. Where a mistake further on keeps the hand from being
/// played, the file is played once more only up to that place.
fn judge_fix_without_rest(
    house: FolderRules,
    after: &CheckedFile,
    place: &Span,
    diagnostic: &Diagnostic,
    trials: &mut usize,
) -> FixVerdict {
    let proof = judge_fix_at(after, place, diagnostic);
    if proof != FixVerdict::Unknown || *trials == 0 || after.text.len() > LONGEST_TRIED {
        return proof;
    }
    let Some((text, place)) =
        cut_text_and_add_stop(after, place).or_else(|| text_without_unknown_promises(after, place))
    else {
        return proof;
    };
    *trials -= 1;
    judge_fix_at(
        &check_without_trying_fixes(house, &after.path, text.as_bytes()),
        &place,
        diagnostic,
    )
}

/// Returns the text of a file without the unknown clauses that its header promises, and the span
/// that a place of the header then has; nothing if there is no such clause. Returns nothing where
/// there is no such name.
fn text_without_unknown_promises(file: &CheckedFile, place: &Span) -> Option<(String, Span)> {
    let header = &file.scenario.as_ref()?.header.span;
    let mut edits = Vec::new();
    for wrong in &file.diagnostics {
        if wrong.code == Code::UnknownClause && span_contains(header, &wrong.span) {
            edits.push(TextReplacement {
                span: list_item_with_comma(&file.text, &wrong.span),
                text: String::new(),
            });
        }
    }
    if edits.is_empty() || !span_contains(header, place) {
        return None;
    }
    let before: usize = edits
        .iter()
        .filter(|edit| edit.span.end <= place.start)
        .map(|edit| edit.span.len())
        .sum();
    Some((
        apply_replacements(&file.text, &edits),
        place.start - before..place.end - before,
    ))
}

/// Returns an item of a list with the comma behind it, if there is one: a comma before it may stay.
fn list_item_with_comma(text: &str, item: &Span) -> Span {
    let rest = &text[item.end..];
    if rest.trim_start().starts_with(',')
        && let Some(comma) = rest.find(',')
    {
        return item.start..item.end + comma + 1;
    }
    item.clone()
}

/// Returns the text of a file up to the line in which a place of a script stands, or up to the end of the deal in which it
/// stands, with a `stop` behind it. Returns nothing for places elsewhere.
fn cut_text_and_add_stop(file: &CheckedFile, place: &Span) -> Option<(String, Span)> {
    let scenario = file.scenario.as_ref()?;
    let letters = scenario.header.letters;
    let stop = Keyword::Stop.spelling_in(letters);
    let mut parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
    let script = parts.find(|part| {
        matches!(part.body, ScriptOrPayoutContent::Script(_)) && span_contains(&part.span, place)
    });
    if let Some(part) = script {
        let line_end = end_of_line(&file.text, place.end);
        let marks = fence_marks(&file.text, &part.opening);
        return Some((
            format!("{}\n{stop}\n{marks}\n", &file.text[..line_end]),
            place.clone(),
        ));
    }
    let mut hands = scenario.hands.iter();
    let hand = hands.find(|hand| span_contains(&hand.deal.span, place))?;
    let next_fence = hand.parts.first()?.opening.start;
    let word = FenceKind::Script.spelling(letters);
    Some((
        format!("{}```{word}\n{stop}\n```\n", &file.text[..next_fence]),
        place.clone(),
    ))
}

/// Returns where the line ends in which a byte of a text stands.
fn end_of_line(text: &str, byte: usize) -> usize {
    match text[byte..].find('\n') {
        Some(end) => byte + end,
        None => text.len(),
    }
}

/// Returns the marks with which a fence opens, and with which it is to be closed.
fn fence_marks<'a>(text: &'a str, opening: &Span) -> &'a str {
    let line = &text[opening.clone()];
    let mark = line.chars().next().unwrap_or('`');
    &line[..line.len() - line.trim_start_matches(mark).len()]
}

/// Says what a file comes to at the place of a fix that was written into it.
fn judge_fix_at(after: &CheckedFile, place: &Span, diagnostic: &Diagnostic) -> FixVerdict {
    let statement = statement_around(&after.text, place);
    for wrong in &after.diagnostics {
        let is_at_place = match wrong.code {
            Code::Unfilled => false,
            code if code.is_failed_expectation() => spans_meet(&wrong.span, place),
            _ => spans_meet(&wrong.span, &statement),
        };
        if is_at_place {
            return FixVerdict::Fails;
        }
    }
    if is_played_up_to(after, &statement, diagnostic) {
        FixVerdict::Holds
    } else {
        FixVerdict::Unknown
    }
}

/// Returns whether nothing stops the file before the end of a statement.
fn is_played_up_to(after: &CheckedFile, statement: &Span, diagnostic: &Diagnostic) -> bool {
    let first_stop = first_stopping_mistake_offset(after);
    // A table, or the whole of a file.
    let Some(scenario) = &after.scenario else {
        return after.diagnostics.is_empty();
    };
    if statement.start >= scenario.header.span.start && statement.end <= scenario.header.span.end {
        let decides_the_game = matches!(
            diagnostic.code,
            Code::UnknownName | Code::UnknownClause | Code::UnknownEdition
        ) || matches!(diagnostic.code, Code::UnknownOption);
        let is_header_read = after
            .diagnostics
            .iter()
            .all(|wrong| wrong.code != Code::Header);
        return if decides_the_game {
            first_stop.is_none()
        } else {
            is_header_read
        };
    }
    if first_stop.is_some_and(|stop| stop < statement.start) {
        return false;
    }
    // A hand that cannot be read is not played, and those after it are not.
    let broken = scenario.hands.iter().find(|hand| hand.is_broken);
    if broken.is_some_and(|hand| hand.deal.opening.start <= statement.end) {
        return false;
    }
    // What cannot be read elsewhere, such as the payout of this hand, says nothing of this place.
    let mut parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
    !parts.any(|part| {
        spans_meet(&part.span, statement) && matches!(part.body, ScriptOrPayoutContent::Unread)
    })
}

/// Returns whether the file is not played on behind a mistake. What is expected wrongly leaves the hand played.
fn stops_the_hand(wrong: &Diagnostic, file: &CheckedFile) -> bool {
    match wrong.code {
        Code::Unfilled | Code::NotShown | Code::ProvesNothing | Code::Task => false,
        Code::UnknownClause => match &file.scenario {
            Some(scenario) => scenario.header.span.contains(&wrong.span.start),
            None => false,
        },
        code => !code.is_failed_expectation(),
    }
}

/// Returns the statement in which a stretch stands: from the comma or arrow before it to that behind it, within its line.
fn statement_around(text: &str, place: &Span) -> Span {
    let line_start = match text[..place.start].rfind('\n') {
        Some(end) => end + 1,
        None => 0,
    };
    let line_end = end_of_line(text, place.end);
    let mut start = line_start;
    let mut end = line_end;
    for mark in [",", "->"] {
        if let Some(at) = text[line_start..place.start].rfind(mark) {
            start = start.max(line_start + at + mark.len());
        }
        if let Some(at) = text[place.end..line_end].find(mark) {
            end = end.min(place.end + at);
        }
    }
    // The space around it is no part of it: what is told of an empty place there belongs to another.
    let before = &text[start..place.start];
    let after = &text[place.end..end];
    let lead = before.len() - before.trim_start().len();
    let tail = after.len() - after.trim_end().len();
    start + lead..end - tail
}
