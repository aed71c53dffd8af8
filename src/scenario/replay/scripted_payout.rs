//! The payout of a deal, as a file tells it: who takes, owes and pays, and what the next deal finds.

use super::checkable_game::CheckableGame;
use super::expected_choices_and_refusals::mismatch_or_gap_code;
use super::replay_state::{Replay, StatementReplayResult};
use crate::scenario::text::{
    Code, Diagnostic, ExpectedValueOrGap, PayoutEntry, PayoutSubject, Span, Spanned, diagnose,
};
use std::mem::{Discriminant, discriminant};

/// Checks a payout fence and ends the deal, if it can be ended.
pub fn finish_deal_with_payout<G: CheckableGame>(
    replay: &mut Replay<G>,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) -> StatementReplayResult {
    G::make_omitted_moves_before_payout(replay);
    replay.now.part_span = span.clone();
    let hand = G::WORD_FOR_DEAL;
    if replay.now.paid {
        return Err(diagnose!("second-payout", span, hand).into());
    }
    if G::finish_deal(replay).is_err() {
        let whom = replay.describe_pending_move();
        let place = match entries.first() {
            Some(entry) => &entry.span,
            None => span,
        };
        return Err(diagnose!("not-over", place, hand, whom).into());
    }
    replay.now.paid = true;
    G::assign_tasks_before_payout(replay);
    let mut told = entries_with_known_subject(replay, entries);
    let mut missing = G::due_payout_subjects(replay);
    missing.retain(|subject| told.iter().all(|(other, _)| other != subject));
    report_entry_with_wrong_player(replay, &mut told, &mut missing);
    check_entries(replay, &told);
    match told
        .iter()
        .find(|(subject, _)| *subject == PayoutSubject::All)
    {
        Some((_, rest)) => fill_rest_of_payout(replay, rest, &missing),
        None => report_missing_lines(replay, &missing, entries, span),
    }
    Ok(())
}

/// An entry, with what it is about.
type EntryWithSubject<'a> = (PayoutSubject, &'a Spanned<PayoutEntry>);

/// Returns the entries of which it is known what they are about.
fn entries_with_known_subject<'a, G: CheckableGame>(
    replay: &mut Replay<G>,
    entries: &'a [Spanned<PayoutEntry>],
) -> Vec<EntryWithSubject<'a>> {
    let mut told = Vec::new();
    for entry in entries {
        if let Some(subject) = G::subject_of_entry(replay, entry) {
            told.push((subject, entry));
        }
    }
    told
}

/// Reports an entry with the name of one player in place of another: the one has nothing of the kind, and the entry of the
/// other is missing. That is one mistake.
fn report_entry_with_wrong_player<G: CheckableGame>(
    replay: &mut Replay<G>,
    entries: &mut Vec<EntryWithSubject>,
    missing: &mut Vec<PayoutSubject>,
) {
    for at in 0..entries.len() {
        let (subject, entry) = entries[at];
        let Some(amount) = amount_of_groundless_entry(replay, subject, entry) else {
            continue;
        };
        let kind = discriminant(&subject);
        let other = missing.iter().position(|other| {
            discriminant(other) == kind && G::due_amount(replay, *other) == amount
        });
        let Some(other) = other else {
            continue;
        };
        let right = missing.remove(other);
        let line = G::payout_line_form(replay, right).write_line(replay, amount);
        let written = G::payout_line_form(replay, subject).write_line(replay, amount);
        let wrong =
            diagnose!("entry-of-another", &entry.span, line, written).with_fix(line.clone());
        let wrong = G::explain_amount(replay, right).add_to(wrong);
        replay.count_expectation_and_report(Some(wrong));
        entries.remove(at);
        return;
    }
}

/// Returns the amount of an entry about something of which there is nothing.
fn amount_of_groundless_entry<G: CheckableGame>(
    replay: &Replay<G>,
    subject: PayoutSubject,
    entry: &Spanned<PayoutEntry>,
) -> Option<i64> {
    match entry.value.amount.as_ref()?.value {
        ExpectedValueOrGap::Known(amount)
            if amount > 0
                && subject.is_omitted_when_zero()
                && G::due_amount(replay, subject) == 0 =>
        {
            Some(amount)
        }
        _ => None,
    }
}

/// Checks the entries.
fn check_entries<G: CheckableGame>(replay: &mut Replay<G>, entries: &[EntryWithSubject]) {
    let mut twice = Vec::new();
    for (at, (subject, entry)) in entries.iter().enumerate() {
        let subject = *subject;
        if let Some((_, first)) = entries[..at].iter().find(|(other, _)| *other == subject) {
            let wrong = diagnose!("entry-twice", &entry.span).with_first_place(first);
            twice.push(subject);
            replay.report(match &entry.value.amount {
                Some(_) => {
                    let right = G::due_amount(replay, subject);
                    let line =
                        G::payout_line_form(replay, subject).write_amount_sentence(replay, right);
                    wrong.with_help(format!("keep one of the two: {line}"))
                }
                None => wrong,
            });
        }
    }
    if let Some([first, second]) = find_exchanged_amounts(replay, entries) {
        if shares_line_with_other_side(first.0) {
            report_exchanged_scores(replay, first, second);
        } else {
            report_exchanged_amounts(replay, first, second);
        }
        twice.extend([first.0, second.0]);
    }
    // Of two entries about the same it is enough to say that they are two.
    for (subject, entry) in entries {
        if !twice.contains(subject) {
            check_entry(replay, *subject, entry);
        }
    }
}

/// Returns two entries of one kind of which each has the amount that the other should have.
fn find_exchanged_amounts<'a, G: CheckableGame>(
    replay: &Replay<G>,
    entries: &[EntryWithSubject<'a>],
) -> Option<[EntryWithSubject<'a>; 2]> {
    for (at, first) in entries.iter().enumerate() {
        let right = G::due_amount(replay, first.0);
        let may_be_exchanged =
            (first.0.is_omitted_when_zero() && right != 0) || shares_line_with_other_side(first.0);
        if !may_be_exchanged || written_amount(first.1) == Some(right) {
            continue;
        }
        for second in &entries[at + 1..] {
            let is_one_kind = discriminant(&first.0) == discriminant(&second.0);
            if is_one_kind
                && written_amount(second.1) == Some(right)
                && written_amount(first.1) == Some(G::due_amount(replay, second.0))
            {
                return Some([*first, *second]);
            }
        }
    }
    None
}

/// Returns whether an entry stands with that of the other side in one line: the score, or the games won.
fn shares_line_with_other_side(subject: PayoutSubject) -> bool {
    matches!(subject, PayoutSubject::Score(_) | PayoutSubject::Games(_))
}

/// Reports that the numbers of the two sides are exchanged. The fix writes both.
fn report_exchanged_scores<G: CheckableGame>(
    replay: &mut Replay<G>,
    first: EntryWithSubject,
    second: EntryWithSubject,
) {
    let (Some(first_amount), Some(second_amount)) = (&first.1.value.amount, &second.1.value.amount)
    else {
        return;
    };
    let [right, other_right] = [first, second].map(|(subject, _)| G::due_amount(replay, subject));
    let line = G::payout_line_form(replay, first.0).write_line(replay, right);
    let both = first_amount.span.start..second_amount.span.end;
    let wrong =
        diagnose!("exchanged-scores", &both, line).with_fix(format!("{right} {other_right}"));
    replay.expected += 1;
    replay.count_expectation_and_report(Some(wrong));
}

/// Returns the amount that an entry has; none where it is left open, or has none.
fn written_amount(entry: &Spanned<PayoutEntry>) -> Option<i64> {
    match entry.value.amount.as_ref()?.value {
        ExpectedValueOrGap::Known(amount) => Some(amount),
        ExpectedValueOrGap::Open => None,
    }
}

/// Reports two entries that have each other's amounts, as one mistake. The fix writes both, where they stand side by side.
fn report_exchanged_amounts<G: CheckableGame>(
    replay: &mut Replay<G>,
    first: EntryWithSubject,
    second: EntryWithSubject,
) {
    let [line, other_line] = [first, second].map(|(subject, _)| {
        let amount = G::due_amount(replay, subject);
        G::payout_line_form(replay, subject).write_line(replay, amount)
    });
    let first_place = &first.1.span;
    let second_place = &second.1.span;
    let both = first_place.start..second_place.end;
    let mut wrong = diagnose!("exchanged-amounts", first_place, line, other_line)
        .with_related(second_place.clone(), "and here");
    if second_place.start == first_place.end + 2 {
        wrong = wrong.with_fix_at(both, format!("{line}, {other_line}"));
    } else if second_place.start == first_place.end + 1 {
        wrong = wrong.with_fix_at(both, format!("{line}\n{other_line}"));
    }
    let wrong = G::explain_amount(replay, first.0).add_to(wrong);
    replay.expected += 1;
    replay.count_expectation_and_report(Some(wrong));
}

fn check_entry<G: CheckableGame>(
    replay: &mut Replay<G>,
    subject: PayoutSubject,
    entry: &Spanned<PayoutEntry>,
) {
    let right = G::due_amount(replay, subject);
    let Some(written) = &entry.value.amount else {
        if matches!(subject, PayoutSubject::Ordago(_)) {
            let is_wrong = right == 0;
            replay.count_expectation_and_report(
                is_wrong.then(|| diagnose!("no-ordago-won", &entry.span)),
            );
        }
        return;
    };
    if let Some(wrong) = G::no_such_amount_error(replay, subject, &entry.span, &written.span) {
        return replay.count_expectation_and_report(Some(wrong));
    }
    let is_left_out = right == 0 && subject.is_omitted_when_zero();
    let code = match written.value {
        // What brings nothing at Mus has no line; elsewhere its line may stand.
        ExpectedValueOrGap::Known(0) if is_left_out && !G::PAYS_IN_LINES => Some(Code::WrongPayout),
        _ => mismatch_or_gap_code(written, &right, Code::WrongPayout),
    };
    let Some(code) = code else {
        return replay.count_expectation_and_report(None);
    };
    let mismatch = written.value.not_written_value_ending(|known| *known);
    let message = G::payout_line_form(replay, subject).write_amount_sentence(replay, right);
    let wrong = code.diagnostic_at(&written.span, format!("{message}{mismatch}"));
    // Of what is nothing a payout says nothing.
    let wrong = if is_left_out {
        wrong.with_fix_at(entry.span.clone(), "")
    } else {
        wrong.with_fix(right.to_string())
    };
    let wrong = G::explain_amount(replay, subject).add_to(wrong);
    replay.count_expectation_and_report(Some(wrong));
}

/// Fills a `?`, which stands for every line that is not written beside it.
fn fill_rest_of_payout<G: CheckableGame>(
    replay: &mut Replay<G>,
    rest: &Spanned<PayoutEntry>,
    missing: &[PayoutSubject],
) {
    if missing.is_empty() && G::PAYS_IN_LINES {
        return replay.report(diagnose!("nothing-is-left", &rest.span));
    }
    let mut lines = Vec::new();
    for subject in missing {
        let amount = G::due_amount(replay, *subject);
        let line = G::payout_line_form(replay, *subject).write_line(replay, amount);
        // What both sides have is one line, and the second has none.
        if !line.is_empty() {
            lines.push(line);
        }
    }
    let wrong = diagnose!("open-payout", &rest.span).with_fix(lines.join("\n"));
    replay.count_expectation_and_report(Some(wrong));
}

/// Reports what happens and is not listed, where a payout stands. Of points all are told, or none.
fn report_missing_lines<G: CheckableGame>(
    replay: &mut Replay<G>,
    missing: &[PayoutSubject],
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) {
    let tells_points = entries
        .iter()
        .any(|entry| matches!(entry.value.subject, PayoutSubject::Points(_)));
    let mut errors: Vec<MissingPayoutLinesError> = Vec::new();
    for subject in missing {
        let is_points = matches!(subject, PayoutSubject::Points(_));
        let is_told = subject.is_omitted_when_zero() || (is_points && tells_points);
        if !is_told {
            continue;
        }
        let wrong = missing_line_error(replay, *subject, entries, span);
        match errors.last_mut() {
            Some(last) if last.is_same_mistake(*subject, &wrong) => last.add_line(wrong),
            _ => errors.push(MissingPayoutLinesError {
                kind: discriminant(subject),
                count: 1,
                wrong,
            }),
        }
    }
    for error in errors {
        replay.report(error.wrong);
    }
}

/// The error for lines that a payout lacks, if all of them follow from one clause: an author who forgets a fee forgets it for
/// each player.
struct MissingPayoutLinesError {
    kind: Discriminant<PayoutSubject>,
    count: usize,
    wrong: Diagnostic,
}

impl MissingPayoutLinesError {
    /// Returns whether the line of another error is missing for the same reason and at the same place.
    fn is_same_mistake(&self, subject: PayoutSubject, other: &Diagnostic) -> bool {
        self.kind == discriminant(&subject)
            && self.wrong.clause.is_some()
            && self.wrong.clause == other.clause
            && self.wrong.span_to_replace() == other.span_to_replace()
    }

    /// Adds the line of another error.
    fn add_line(&mut self, other: Diagnostic) {
        self.count += 1;
        let count = self.count;
        self.wrong.message = diagnose!("unsaid-lines", &other.span, count).message;
        let (Some(lines), Some(line)) = (&mut self.wrong.fix, other.fix) else {
            self.wrong.help.extend(other.help);
            return;
        };
        lines.push_str(&line);
    }
}

/// Returns the error for a line that a payout lacks, with a fix that writes it before the entry that comes next.
fn missing_line_error<G: CheckableGame>(
    replay: &Replay<G>,
    subject: PayoutSubject,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) -> Diagnostic {
    let place = match entries.last() {
        Some(entry) => entry.span.end..entry.span.end,
        None => span.clone(),
    };
    let words =
        G::payout_line_form(replay, subject).write_line(replay, G::due_amount(replay, subject));
    let mut wrong = diagnose!("unsaid", &place, words);
    if G::PAYS_IN_LINES {
        wrong = G::explain_amount(replay, subject).add_to(wrong);
    }
    let wrong = wrong.with_label("missing here");
    if entries.is_empty() {
        return wrong.with_help(format!("write `{words}` on a line of its own"));
    }
    match entry_to_insert_before(replay, subject, entries) {
        Some(next) => {
            let start = next.span.start;
            wrong.with_fix_at(start..start, format!("{words}\n"))
        }
        None => wrong.with_fix(format!("\n{words}")),
    }
}

/// Returns the first written entry that stands at or after a subject's place in a payout, before
/// which its line is written; none at Mus.
fn entry_to_insert_before<'a, G: CheckableGame>(
    replay: &Replay<G>,
    subject: PayoutSubject,
    entries: &'a [Spanned<PayoutEntry>],
) -> Option<&'a Spanned<PayoutEntry>> {
    if !G::PAYS_IN_LINES {
        return None;
    }
    let order = G::due_payout_subjects(replay);
    let place = order.iter().position(|other| *other == subject)?;
    entries
        .iter()
        .find(|entry| order[place..].contains(&entry.value.subject))
}
