//! The payout of a deal, as a file tells it: who takes, owes and pays, and what the next deal finds.

use super::expectations::mismatch_code;
use super::payout_lines::{Explanation, PayoutForm};
use super::session::{CheckResult, NotOver, Session};
use super::{mus, tricks};
use crate::scenario::text::{
    Code, Diagnostic, Expected, PayoutEntry, PayoutSubject, Span, Spanned, diagnose,
};

/// Checks a payout fence and ends the deal, if it can be ended.
pub fn check_payout(
    session: &mut Session,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) -> CheckResult {
    session.make_silent_moves(|_| true);
    session.now.part_span = span.clone();
    let hand = session.word_for_deal();
    if session.now.paid {
        return Err(diagnose!("second-payout", span, hand).into());
    }
    if finish_deal(session).is_err() {
        let whom = session.describe_question();
        let place = match entries.first() {
            Some(entry) => &entry.span,
            None => span,
        };
        return Err(diagnose!("not-over", place, hand, whom).into());
    }
    session.now.paid = true;
    if session.is_mus() {
        mus::payout::assign_payout_tasks(session);
    }
    let told = check_entries(session, entries);
    let mut missing = payout_subjects(session);
    missing.retain(|subject| told.iter().all(|(other, _)| other != subject));
    match told
        .iter()
        .find(|(subject, _)| *subject == PayoutSubject::All)
    {
        Some((_, rest)) => fill_rest(session, rest, &missing),
        None => check_missing(session, &missing, entries, span),
    }
    Ok(())
}

/// Ends the deal, as far as silence does.
pub fn finish_deal(session: &mut Session) -> Result<(), NotOver> {
    if session.is_mus() {
        mus::steps::finish_mus_deal(session)
    } else {
        session.finish_trick_deal()
    }
}

/// Returns the whole payout, in the order in which an author would write it.
fn payout_subjects(session: &Session) -> Vec<PayoutSubject> {
    if session.is_mus() {
        mus::payout::payout_subjects(session)
    } else {
        tricks::payout::payout_subjects(session)
    }
}

/// Returns what an entry should say.
fn amount_of(session: &Session, subject: PayoutSubject) -> i64 {
    if session.is_mus() {
        mus::payout::amount_of(session, subject)
    } else {
        tricks::payout::amount_of(session, subject)
    }
}

fn form_of(session: &Session, subject: PayoutSubject) -> PayoutForm {
    if session.is_mus() {
        mus::payout::form_of(session, subject)
    } else {
        tricks::payout::form_of(session, subject)
    }
}

fn explain_amount(session: &Session, subject: PayoutSubject) -> Explanation {
    if session.is_mus() {
        mus::payout::explain_amount(session, subject)
    } else {
        tricks::payout_reasons::explain_amount(session, subject)
    }
}

/// An entry, with what it is about.
type ToldEntry<'a> = (PayoutSubject, &'a Spanned<PayoutEntry>);

/// Checks the entries, and returns those of which it is known what they are about.
fn check_entries<'a>(
    session: &mut Session,
    entries: &'a [Spanned<PayoutEntry>],
) -> Vec<ToldEntry<'a>> {
    let mut told: Vec<ToldEntry> = Vec::new();
    for entry in entries {
        let subject = if session.is_mus() {
            mus::payout::subject_of_entry(session, entry)
        } else {
            Some(entry.value.subject)
        };
        let Some(subject) = subject else { continue };
        if let Some((_, first)) = told.iter().find(|(other, _)| *other == subject) {
            session.report(diagnose!("entry-twice", &entry.span).with_first_place(first));
        }
        told.push((subject, entry));
        check_entry(session, subject, entry);
    }
    told
}

fn check_entry(session: &mut Session, subject: PayoutSubject, entry: &Spanned<PayoutEntry>) {
    let right = amount_of(session, subject);
    let Some(written) = &entry.value.amount else {
        if matches!(subject, PayoutSubject::Ordago(_)) {
            let is_wrong = right == 0;
            session.record_expectation(is_wrong.then(|| diagnose!("no-ordago-won", &entry.span)));
        }
        return;
    };
    if !session.is_mus()
        && let Some(wrong) =
            tricks::payout::no_such_amount_error(session, subject, &entry.span, &written.span)
    {
        return session.record_expectation(Some(wrong));
    }
    let is_left_out = right == 0 && subject.is_paid();
    let code = match written.value {
        // What brings nothing at Mus has no line; elsewhere its line may stand.
        Expected::Known(0) if is_left_out && session.is_mus() => Some(Code::WrongPayout),
        _ => mismatch_code(written, &right, Code::WrongPayout),
    };
    let Some(code) = code else {
        return session.record_expectation(None);
    };
    let mismatch = written.value.describe_mismatch(|known| *known);
    let message = form_of(session, subject).write_message(session, right);
    let wrong = code.diagnostic_at(&written.span, format!("{message}{mismatch}"));
    // Of what is nothing a payout says nothing.
    let wrong = if is_left_out {
        wrong.with_fix_at(entry.span.clone(), "")
    } else {
        wrong.with_fix(right.to_string())
    };
    let wrong = explain_amount(session, subject).add_to(wrong);
    session.record_expectation(Some(wrong));
}

/// Fills a `?`, which stands for every line that is not written beside it.
fn fill_rest(session: &mut Session, rest: &Spanned<PayoutEntry>, missing: &[PayoutSubject]) {
    if missing.is_empty() && !session.is_mus() {
        return session.report(diagnose!("nothing-is-left", &rest.span));
    }
    let mut lines = Vec::new();
    for subject in missing {
        let amount = amount_of(session, *subject);
        let line = form_of(session, *subject).write_line(session, amount);
        // What both sides have is one line, and the second has none.
        if !line.is_empty() {
            lines.push(line);
        }
    }
    let wrong = diagnose!("open-payout", &rest.span).with_fix(lines.join("\n"));
    session.record_expectation(Some(wrong));
}

/// Reports what happens and is not listed, where a payout stands. Of points all are told, or none.
fn check_missing(
    session: &mut Session,
    missing: &[PayoutSubject],
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) {
    let tells_points = entries
        .iter()
        .any(|entry| matches!(entry.value.subject, PayoutSubject::Points(_)));
    for subject in missing {
        let is_points = matches!(subject, PayoutSubject::Points(_));
        if subject.is_paid() || (is_points && tells_points) {
            let wrong = missing_line_error(session, *subject, entries, span);
            session.report(wrong);
        }
    }
}

/// Returns the error for a line that a payout lacks, with a fix that writes it before the entry that comes next.
fn missing_line_error(
    session: &Session,
    subject: PayoutSubject,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) -> Diagnostic {
    let place = match entries.last() {
        Some(entry) => entry.span.end..entry.span.end,
        None => span.clone(),
    };
    let words = form_of(session, subject).write_line(session, amount_of(session, subject));
    let mut wrong = diagnose!("unsaid", &place, words);
    if !session.is_mus() {
        wrong = explain_amount(session, subject).add_to(wrong);
    }
    let wrong = wrong.with_label("missing here");
    if entries.is_empty() {
        return wrong.with_help(format!("write `{words}` on a line of its own"));
    }
    match next_entry(session, subject, entries) {
        Some(next) => {
            let start = next.span.start;
            wrong.with_fix_at(start..start, format!("{words}\n"))
        }
        None => wrong.with_fix(format!("\n{words}")),
    }
}

/// Returns the entry that comes next, in the order in which a payout is written; at Mus a line is written at the end.
fn next_entry<'a>(
    session: &Session,
    subject: PayoutSubject,
    entries: &'a [Spanned<PayoutEntry>],
) -> Option<&'a Spanned<PayoutEntry>> {
    if session.is_mus() {
        return None;
    }
    let order = payout_subjects(session);
    let place = order.iter().position(|other| *other == subject)?;
    entries
        .iter()
        .find(|entry| order[place..].contains(&entry.value.subject))
}
