//! A scenario held against the engine, under one edition: deal after deal, statement after statement.

use super::agreement::{agreed_rules, find_unfit};
use super::choices::check_choices_of_mover;
use super::deal::deal_cards;
use super::payout::{check_payout, finish_deal};
use super::session::{CheckResult, Progress, Session};
use super::story::Story;
use super::{mus, tricks};
use crate::cards::count_in_words;
use crate::rules::Ruleset;
use crate::scenario::text::{
    Code, Diagnostic, Diagnostics, HandPart, HandText, PartBody, Scenario, ScriptLine, Span,
    Spanned, Statement, diagnose,
};

/// Plays a scenario under an edition that its header names, or says why it cannot be played.
pub fn replay(scenario: &Scenario, edition: &Spanned<String>) -> Result<Story, Diagnostics> {
    let rules = match agreed_rules(&scenario.header, edition) {
        Ok(rules) => rules,
        Err(wrong) => return Err(Diagnostics(vec![*wrong])),
    };
    Ok(play(scenario, &edition.value, rules)?.finish(scenario))
}

/// Finds what does not hold of a scenario under these rules, whatever its header agrees.
pub fn find_unmet(scenario: &Scenario, edition: &str, rules: Ruleset) -> Vec<Diagnostic> {
    match play(scenario, edition, rules) {
        Ok(session) => session.story.diagnostics,
        Err(wrong) => wrong.0,
    }
}

/// Plays a scenario under these rules, or says why they do not fit.
fn play<'a>(
    scenario: &Scenario,
    edition: &'a str,
    rules: Ruleset,
) -> Result<Session<'a>, Diagnostics> {
    let wrong = find_unfit(scenario, &rules);
    if !wrong.is_empty() {
        return Err(Diagnostics(wrong));
    }
    let mut session = Session::new(edition, rules, scenario);
    if play_hands(&mut session, &scenario.hands, 0) {
        session.end_session();
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
fn play_hand(session: &mut Session, number: usize, text: &HandText, later_hands: usize) -> bool {
    #[cfg(test)]
    HANDS_REPLAYED.set(HANDS_REPLAYED.get() + 1);
    session.now = Progress {
        number,
        part_span: text.deal.opening.clone(),
        ..Progress::default()
    };
    session.add_narration(&text.narration);
    // Of a broken one the parser has said why.
    if text.is_broken {
        return false;
    }
    let parts = text.parts_for_edition(session.edition);
    if !deal_cards(session, &text.deal) {
        add_unchecked_help(session, &parts, later_hands);
        return false;
    }
    for (at, part) in parts.iter().enumerate() {
        if let Err(wrong) = play_part(session, part) {
            session.report(*wrong);
            add_unchecked_help(session, &parts[at..], later_hands);
            return false;
        }
        let misplaced = std::mem::take(&mut session.tasks);
        session.report_misplaced(&misplaced);
        if session.stopped {
            report_parts_after_stop(session, parts.get(at + 1).copied(), later_hands);
            session.story.proved.hands += 1;
            return false;
        }
    }
    if finish_deal(session).is_err() {
        let whom = session.describe_question();
        session.report(diagnose!("unfinished", &session.now.part_span, whom));
        return false;
    }
    session.story.proved.hands += 1;
    true
}

/// Plays a fence of a hand, with the prose and the tasks before it.
fn play_part(session: &mut Session, part: &HandPart) -> CheckResult {
    session.add_narration(&part.narration);
    session.tasks.extend_from_slice(&part.tasks);
    match &part.body {
        PartBody::Script(lines) => play_script(session, lines),
        PartBody::Payout(entries) => check_payout(session, entries, &part.opening),
        PartBody::Unread => Ok(()),
    }
}

/// Plays the lines of a script, up to its `stop`.
fn play_script(session: &mut Session, lines: &[ScriptLine]) -> CheckResult {
    for line in lines {
        if session.stopped {
            if let Some(first) = line.statements.first() {
                report_after_stop(session, &first.span);
            }
            return Ok(());
        }
        play_line(session, line)?;
    }
    Ok(())
}

/// Plays the statements of a line, and checks what its header says and who its arrow says wins.
fn play_line(session: &mut Session, line: &ScriptLine) -> CheckResult {
    for (index, statement) in line.statements.iter().enumerate() {
        let is_first = index == 0;
        if is_first && !session.is_mus() {
            tricks::expectations::check_trick_number(session, line)?;
        }
        session.now.part_span = statement.span.clone();
        if session.now.paid {
            let hand = session.word_for_deal();
            return Err(diagnose!("after-the-payout", &statement.span, hand).into());
        }
        if session.is_mus() {
            let marker = line.phase.as_ref().filter(|_| is_first);
            mus::expectations::check_before_statement(session, &statement.value, marker)?;
        }
        play_statement(session, &statement.value, &statement.span)?;
    }
    if session.is_mus() {
        mus::expectations::check_phase_winner(session, line);
    } else {
        tricks::expectations::check_trick_winner(session, line);
    }
    Ok(())
}

/// Makes what a statement says, or checks what it expects.
fn play_statement(session: &mut Session, statement: &Statement, span: &Span) -> CheckResult {
    match statement {
        Statement::Stop => session.stopped = true,
        Statement::CardSeen => return mus::moves::see_card(session, span),
        Statement::Score(both) => mus::expectations::check_score(session, both),
        Statement::Choices {
            seat,
            choices,
            clause,
        } => check_choices_of_mover(session, seat, choices, clause.as_ref()),
        Statement::Attempt {
            seat,
            deed,
            clause,
            legal,
        } => {
            if session.is_mus() {
                mus::expectations::check_refusal(session, seat, deed, clause, legal.as_ref());
            } else {
                tricks::expectations::check_refusal(session, seat, deed, clause, legal.as_ref());
            }
        }
        Statement::Move { seat, move_text } => {
            return if session.is_mus() {
                mus::moves::make_move(session, seat, move_text, span)
            } else {
                tricks::moves::make_move(session, seat, move_text, span)
            };
        }
    }
    Ok(())
}

/// Reports what follows a `stop` that ended a part: another part, or another hand.
fn report_parts_after_stop(session: &mut Session, next: Option<&HandPart>, later_hands: usize) {
    match next {
        Some(part) if !part.span.is_empty() => report_after_stop(session, &part.opening),
        _ if later_hands > 0 => {
            session.report(diagnose!("hand-after-stop", &session.now.part_span));
        }
        _ => {}
    }
}

/// Reports once that something follows a `stop`.
fn report_after_stop(session: &mut Session, span: &Span) {
    let mut diagnostics = session.story.diagnostics.iter();
    if diagnostics.all(|wrong| wrong.code != Code::NotReached) {
        session.report(diagnose!("after-stop", span));
    }
}

/// Says once what was left unchecked because something before it was wrong.
fn add_unchecked_help(session: &mut Session, parts: &[&HandPart], later_hands: usize) {
    let Some(last) = session.story.diagnostics.last_mut() else {
        return;
    };
    let mut later_statements = 0;
    for part in parts {
        later_statements += count_statements_after(part, last.span.start);
    }
    let mut unchecked = Vec::new();
    if later_statements > 0 {
        let count = count_in_words(later_statements, "later statement");
        unchecked.push(format!("{count} of this hand"));
    }
    if later_hands > 0 {
        unchecked.push(count_in_words(later_hands, "later hand"));
    }
    if !unchecked.is_empty() {
        let unchecked = unchecked.join(" and ");
        last.help
            .push(format!("not checked because of this: {unchecked}"));
    }
}

/// Counts the statements or entries of a part that begin after a place.
fn count_statements_after(part: &HandPart, place: usize) -> usize {
    match &part.body {
        PartBody::Script(lines) => {
            let statements = lines.iter().flat_map(|line| &line.statements);
            statements.filter(|at| at.span.start > place).count()
        }
        PartBody::Payout(entries) => entries.iter().filter(|at| at.span.start > place).count(),
        PartBody::Unread => 0,
    }
}
