//! A scenario held against the engine, under one edition: hand after hand, statement after statement.

use super::agreement::{agreed, unfit};
use super::deal;
use super::payout::payout;
use super::session::{CheckResult, Progress, Session};
use super::story::Story;
use super::{choices, mus, tricks};
use crate::cards::count_in_words;
use crate::rules::Ruleset;
use crate::scenario::text::{
    Code, Diagnostic, Diagnostics, HandPart, HandText, PartBody, Scenario, ScriptLine, Span,
    Spanned, Statement, diagnose,
};

pub fn replay(scenario: &Scenario, edition: &Spanned<String>) -> Result<Story, Diagnostics> {
    let rules = agreed(&scenario.header, edition).map_err(|wrong| Diagnostics(vec![*wrong]))?;
    Ok(played(scenario, &edition.value, rules)?.finish(scenario))
}

/// Returns the rules that a header agrees for an edition, or nothing if they cannot be agreed.
pub fn agreed_rules(scenario: &Scenario, edition: &Spanned<String>) -> Option<Ruleset> {
    agreed(&scenario.header, edition).ok()
}

/// Returns whether a scenario can be played under these rules.
pub fn is_fit(scenario: &Scenario, rules: &Ruleset) -> bool {
    unfit(scenario, rules).is_empty()
}

/// What does not hold of a scenario under these rules, whatever its header agrees.
pub fn unmet(scenario: &Scenario, edition: &str, rules: Ruleset) -> Vec<Diagnostic> {
    played(scenario, edition, rules)
        .map_or_else(|wrong| wrong.0, |session| session.story.diagnostics)
}

/// Plays a scenario under these rules, or says why they do not fit.
fn played<'a>(
    scenario: &Scenario,
    edition: &'a str,
    rules: Ruleset,
) -> Result<Session<'a>, Diagnostics> {
    let wrong = unfit(scenario, &rules);
    if !wrong.is_empty() {
        return Err(Diagnostics(wrong));
    }
    let mut session = Session::new(edition, rules, scenario);
    if play_hands(&mut session, &scenario.hands, 0) {
        session.end();
    }
    Ok(session)
}

/// Plays hands after those that were played before, and returns whether another may follow them.
pub fn play_hands(session: &mut Session, hands: &[HandText], hands_before: usize) -> bool {
    for (at, text) in hands.iter().enumerate() {
        let later_hands = hands.len() - at - 1;
        if !play_hand(session, hands_before + at + 1, text, later_hands) {
            return false;
        }
    }
    true
}

#[cfg(test)]
thread_local! {
    static HANDS_REPLAYED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Returns the number of hands that this thread has replayed.
#[cfg(test)]
pub fn hands_replayed() -> usize {
    HANDS_REPLAYED.get()
}

/// Plays one hand, after which others follow, and returns whether the next may be played.
fn play_hand(session: &mut Session, number: usize, text: &HandText, others: usize) -> bool {
    #[cfg(test)]
    HANDS_REPLAYED.set(HANDS_REPLAYED.get() + 1);
    session.now = Progress {
        number,
        part_span: text.deal.opening.clone(),
        ..Progress::default()
    };
    session.tell(&text.narration);
    // Of a broken one the parser has said why.
    if text.is_broken {
        return false;
    }
    let (parts, is_mus) = (text.parts_for_edition(session.edition), session.is_mus());
    if !deal::deal(session, &text.deal) {
        not_checked(session, &parts, others);
        return false;
    }
    for (at, part) in parts.iter().enumerate() {
        session.tell(&part.narration);
        session.tasks.extend(part.tasks.iter().cloned());
        let made = match &part.body {
            PartBody::Script(lines) => script(session, lines),
            PartBody::Payout(entries) => payout(session, entries, &part.opening),
            PartBody::Unread => Ok(()),
        };
        if let Err(wrong) = made {
            session.wrong(*wrong);
            not_checked(session, &parts[at..], others);
            return false;
        }
        let stray = std::mem::take(&mut session.tasks);
        session.misplaced(stray);
        if session.stopped {
            match parts.get(at + 1).filter(|part| !part.span.is_empty()) {
                Some(part) => after_stop(session, &part.opening),
                None if others > 0 => {
                    session.wrong(diagnose!("hand-after-stop", &session.now.part_span))
                }
                None => {}
            }
            session.story.proved.hands += 1;
            return false;
        }
    }
    let closed = if is_mus {
        mus::steps::finish(session)
    } else {
        session.close_hand()
    };
    if closed.is_err() {
        session.wrong(diagnose!(
            "unfinished",
            &session.now.part_span,
            whom = session.whom()
        ));
        return false;
    }
    session.story.proved.hands += 1;
    true
}

fn script(session: &mut Session, lines: &[ScriptLine]) -> CheckResult {
    let is_mus = session.is_mus();
    for line in lines {
        if session.stopped {
            line.statements
                .first()
                .into_iter()
                .for_each(|first| after_stop(session, &first.span));
            return Ok(());
        }
        for (index, statement) in line.statements.iter().enumerate() {
            if index == 0 && !is_mus {
                tricks::expectations::check_trick_number(session, line)?;
            }
            session.now.part_span = statement.span.clone();
            if session.now.paid {
                return Err(diagnose!(
                    "after-the-payout",
                    &statement.span,
                    hand = session.what_is_dealt()
                )
                .into());
            }
            if is_mus {
                mus::expectations::check_before_statement(
                    session,
                    &statement.value,
                    line.phase.as_ref().filter(|_| index == 0),
                )?;
            }
            let span = &statement.span;
            match &statement.value {
                Statement::Stop => session.stopped = true,
                Statement::CardSeen => mus::moves::seen(session, span)?,
                Statement::Score(both) => mus::expectations::score(session, both),
                Statement::Choices {
                    seat,
                    choices,
                    clause,
                } => choices::may(session, seat, choices, clause.as_ref()),
                Statement::Attempt {
                    seat,
                    deed,
                    clause,
                    legal,
                } => {
                    (if is_mus {
                        mus::expectations::tries
                    } else {
                        tricks::expectations::tries
                    })(session, seat, deed, clause, legal.as_ref());
                }
                Statement::Move {
                    seat,
                    move_text: deed,
                } => (if is_mus {
                    mus::moves::make_move
                } else {
                    tricks::moves::make_move
                })(session, seat, deed, span)?,
            }
        }
        (if is_mus {
            mus::expectations::check_phase_winner
        } else {
            tricks::expectations::check_trick_winner
        })(session, line);
    }
    Ok(())
}

fn after_stop(session: &mut Session, span: &Span) {
    if session
        .story
        .diagnostics
        .iter()
        .all(|wrong| wrong.code != Code::NotReached)
    {
        session.wrong(diagnose!("after-stop", span));
    }
}

/// Says once what was left unchecked because something before it was wrong.
fn not_checked(session: &mut Session, parts: &[&HandPart], hands: usize) {
    let Some(last) = session.story.diagnostics.last_mut() else {
        return;
    };
    let is_later = |span: &Span| span.start > last.span.start;
    let count = |part: &&HandPart| match &part.body {
        PartBody::Script(lines) => lines
            .iter()
            .flat_map(|line| &line.statements)
            .filter(|at| is_later(&at.span))
            .count(),
        PartBody::Payout(entries) => entries.iter().filter(|at| is_later(&at.span)).count(),
        PartBody::Unread => 0,
    };
    let later: usize = parts.iter().map(count).sum();
    let later = (later > 0).then(|| count_in_words(later, "later statement") + " of this hand");
    let left: Vec<String> = later
        .into_iter()
        .chain((hands > 0).then(|| count_in_words(hands, "later hand")))
        .collect();
    if !left.is_empty() {
        last.help.push(format!(
            "not checked because of this: {}",
            left.join(" and ")
        ));
    }
}
