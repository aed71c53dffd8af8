//! The payout: who takes, owes and pays, and what the next hand finds.

mod amounts;
mod lines;
mod reasons;

use self::amounts::{amount, is_single, whole};
use self::lines::words;
use self::reasons::explained;
use super::errors::nothing_of_the_kind;
use super::expectations::unlike;
use super::mus::steps::finish;
use super::session::{CheckResult, Session};
use super::story::MusStep;
use crate::mus::MusState;
use crate::rules::ClauseId;
use crate::scenario::text::syntax::Side;
use crate::scenario::text::{
    Code, Diagnostic, Expected, PayoutEntry, PayoutSubject, Span, Spanned, TaskQuestion, diagnose,
};

/// Checks a payout fence and ends the hand, if it can be ended.
pub fn payout(session: &mut Session, entries: &[Spanned<PayoutEntry>], span: &Span) -> CheckResult {
    let is_mus = session.is_mus();
    session.pass_while(|_| true);
    session.now.part_span = span.clone();
    let hand = session.what_is_dealt();
    if session.now.paid {
        return Err(diagnose!("second-payout", span, hand).into());
    }
    let closed = if is_mus {
        finish(session)
    } else {
        session.close_hand()
    };
    if closed.is_err() {
        let whom = session.whom();
        let place = entries.first().map_or(span, |entry| &entry.span);
        return Err(diagnose!("not-over", place, hand, whom).into());
    }
    session.now.paid = true;
    // What is asked about the reckoning of Mus is asked where the cards are shown.
    let is_shown = |step: &MusStep| step.hand == session.now.number && step.id.ends_with("-show");
    if let Some(last) = session.story.mus.len().checked_sub(1) {
        let shown = session.story.mus.iter().rposition(is_shown).unwrap_or(last);
        let asked = session
            .tasks
            .extract_if(.., |task| matches!(task.asks, TaskQuestion::Takes(_)));
        session.asked.extend(asked.map(|task| (shown, task)));
    }
    let mut told: Vec<(PayoutSubject, &Spanned<PayoutEntry>)> = Vec::new();
    for entry in entries {
        let about = if is_mus {
            known(session, entry)
        } else {
            Some(entry.value.subject)
        };
        let Some(about) = about else { continue };
        if let Some((_, first)) = told.iter().find(|(other, _)| *other == about) {
            session.wrong(diagnose!("entry-twice", &entry.span).with_first_place(first));
        }
        told.push((about, entry));
        check(session, about, entry);
    }
    let mut unsaid = whole(session);
    unsaid.retain(|about| told.iter().all(|(other, _)| other != about));
    match told.iter().find(|(about, _)| *about == PayoutSubject::All) {
        Some((_, all)) if unsaid.is_empty() && !is_mus => {
            session.wrong(diagnose!("nothing-is-left", &all.span))
        }
        // A `?` stands for every line that is not written beside it.
        Some((_, all)) => {
            let lines = unsaid
                .iter()
                .map(|about| words(session, *about))
                .map(|[line, _]| line);
            // What both sides have is one line, and the second has none.
            let lines = lines.filter(|line| !line.is_empty());
            let wrong =
                diagnose!("open-payout", &all.span).with_fix(lines.collect::<Vec<_>>().join("\n"));
            session.expect(Some(wrong));
        }
        None => complete(session, unsaid, entries, span),
    }
    Ok(())
}

/// What an entry is about, a side named by its first seat; none where the edition has nothing of the kind, or no such side.
fn known(session: &mut Session, entry: &Spanned<PayoutEntry>) -> Option<PayoutSubject> {
    let single = is_single(session);
    let is_strange = match entry.value.subject {
        PayoutSubject::Score(_) | PayoutSubject::Games(_) => single,
        PayoutSubject::Has(_) | PayoutSubject::Lost(_) => !single,
        _ => false,
    };
    if is_strange {
        session.wrong(diagnose!(
            "of-the-other-mus",
            &entry.span,
            edition = session.edition
        ));
        return None;
    }
    let side = |of: Side| {
        let side = |seat| MusState::side_of(&session.rules, seat);
        match of {
            (one, None) => single.then_some((one, None)),
            (one, Some(other)) => {
                (!single && one != other && side(one) == side(other)).then(|| (side(one), None))
            }
        }
    };
    let about = match entry.value.subject {
        PayoutSubject::BettingPhase(lance, of) => {
            side(of).map(|side| PayoutSubject::BettingPhase(lance, side))
        }
        PayoutSubject::Ordago(of) => side(of).map(PayoutSubject::Ordago),
        about => Some(about),
    };
    if about.is_none() {
        let help = if single {
            "each plays alone: write one name"
        } else {
            "write both names of a pair: `Ana+Carlos`"
        };
        session.wrong(diagnose!("no-side", &entry.span, help));
    }
    about
}

/// An entry of what there is not: the game has nothing of the kind, or is over.
fn nothing_such(
    session: &Session,
    about: PayoutSubject,
    entry: &Span,
    span: &Span,
) -> Option<Diagnostic> {
    let topic = match about {
        PayoutSubject::NextPool | PayoutSubject::Waiting | PayoutSubject::SidePot
            if session.is_session_over() =>
        {
            return Some(diagnose!("no-next-pool", span).with_fix_at(entry.clone(), ""));
        }
        PayoutSubject::SidePot => ClauseId::PoolCap,
        PayoutSubject::Points(_) => ClauseId::Score,
        _ => return None,
    };
    (!session.rules.has(topic)).then(|| nothing_of_the_kind(session, span, topic))
}

fn check(session: &mut Session, about: PayoutSubject, entry: &Spanned<PayoutEntry>) {
    let right = amount(session, about);
    let Some(written) = &entry.value.amount else {
        if matches!(about, PayoutSubject::Ordago(_)) {
            session.expect((right == 0).then(|| diagnose!("no-ordago-won", &entry.span)));
        }
        return;
    };
    if let Some(wrong) = nothing_such(session, about, &entry.span, &written.span) {
        return session.expect(Some(wrong));
    }
    let is_left_out = right == 0 && about.is_paid();
    let code = match written.value {
        // What brings nothing at Mus has no line; elsewhere its line may stand.
        Expected::Known(0) if is_left_out && session.is_mus() => Some(Code::WrongPayout),
        _ => unlike(written, &right, Code::WrongPayout),
    };
    session.expect(code.map(|code| {
        let not = written.value.describe_mismatch(|known| *known);
        let [_, says] = words(session, about);
        let wrong = code.diagnostic_at(&written.span, format!("{says}{not}"));
        // Of what is nothing a payout says nothing.
        let fixed = if is_left_out {
            wrong.with_fix_at(entry.span.clone(), "")
        } else {
            wrong.with_fix(right.to_string())
        };
        explained(session, about, fixed)
    }));
}

/// What happens and is not listed, where a payout stands.
fn complete(
    session: &mut Session,
    unsaid: Vec<PayoutSubject>,
    entries: &[Spanned<PayoutEntry>],
    span: &Span,
) {
    let (order, is_mus) = (whole(session), session.is_mus());
    let place = entries
        .last()
        .map_or(span.clone(), |entry| entry.span.end..entry.span.end);
    // Of points all are told, or none.
    let points = entries
        .iter()
        .any(|entry| matches!(entry.value.subject, PayoutSubject::Points(_)));
    let needed = |about: &PayoutSubject| {
        about.is_paid() || (points && matches!(about, PayoutSubject::Points(_)))
    };
    for about in unsaid.into_iter().filter(needed) {
        let [words, _] = words(session, about);
        let wrong = diagnose!("unsaid", &place, words);
        let wrong = if is_mus {
            wrong
        } else {
            explained(session, about, wrong)
        }
        .with_label("missing here");
        // The entry that comes next, in the order in which a payout is written.
        let later = order
            .iter()
            .skip_while(|other| **other != about)
            .filter(|_| !is_mus);
        let next = entries
            .iter()
            .find(|entry| later.clone().any(|about| *about == entry.value.subject));
        session.wrong(match next.map(|next| next.span.start) {
            _ if entries.is_empty() => {
                wrong.with_help(format!("write `{words}` on a line of its own"))
            }
            Some(next) => wrong.with_fix_at(next..next, format!("{words}\n")),
            None => wrong.with_fix(format!("\n{words}")),
        });
    }
}
