//! A scenario held against the engine, under one edition: deal after deal, statement after statement.

use super::agreed_rules::{agreed_rules, find_conflicts_with_rules};
use super::checkable_game::CheckableGame;
use super::replay_state::{Replay, StatementReplayResult};
use super::scripted_deal::deal_cards;
use super::scripted_payout::finish_deal_with_payout;
use super::statement_replay::{check_trick_underway, play_statement};
use super::story::Story;
use super::task_check::pose_and_check_tasks;
use crate::cards::count_of_or_no;
use crate::engine::TrickGame;
use crate::mus::MusGame;
use crate::rules::Ruleset;
use crate::scenario::text::{
    Code, Diagnostic, Diagnostics, ParsedHand, ParsedScriptLine, Scenario, ScriptOrPayoutContent,
    ScriptOrPayoutFence, Span, Spanned, Statement, diagnose,
};

/// Plays a scenario under an edition that its header names, or says why it cannot be played.
pub fn replay(scenario: &Scenario, edition: &Spanned<String>) -> Result<Story, Diagnostics> {
    let rules = match agreed_rules(&scenario.header, edition) {
        Ok(rules) => rules,
        Err(wrong) => return Err(Diagnostics(vec![*wrong])),
    };
    Ok(play_under_rules(scenario, &edition.value, rules)?.finish(scenario))
}

/// Finds what does not hold of a scenario under these rules, whatever its header agrees.
pub fn find_mistakes_under_rules(
    scenario: &Scenario,
    edition: &str,
    rules: Ruleset,
) -> Vec<Diagnostic> {
    match play_under_rules(scenario, edition, rules) {
        Ok(replay) => replay.into_diagnostics(),
        Err(wrong) => wrong.0,
    }
}

/// Returns whether everything in a scenario holds under these rules, whatever its header agrees.
pub fn holds_under_rules(scenario: &Scenario, edition: &str, rules: Ruleset) -> bool {
    // To say which option would allow this number of players takes long.
    let is_for_players = rules.players.value.allows(scenario.header.players.len());
    if !is_for_players || !find_conflicts_with_rules(scenario, &rules).is_empty() {
        return false;
    }
    let mut replay = AnyReplay::new(edition, rules, scenario);
    match &mut replay {
        AnyReplay::Tricks(replay) => replay.is_brief = true,
        AnyReplay::Mus(replay) => replay.is_brief = true,
    }
    if replay.play_hands_and_may_continue(&scenario.hands, 0) {
        replay.add_end_step_if_over();
    }
    replay.diagnostic_count() == 0
}

/// Plays a scenario under these rules, or says why they do not fit.
fn play_under_rules<'a>(
    scenario: &Scenario,
    edition: &'a str,
    rules: Ruleset,
) -> Result<AnyReplay<'a>, Diagnostics> {
    let wrong = find_conflicts_with_rules(scenario, &rules);
    if !wrong.is_empty() {
        return Err(Diagnostics(wrong));
    }
    let mut replay = AnyReplay::new(edition, rules, scenario);
    if replay.play_hands_and_may_continue(&scenario.hands, 0) {
        replay.add_end_step_if_over();
    }
    Ok(replay)
}

/// Ends a replay, and returns the story that it became.
fn finish_replay<G: CheckableGame>(mut replay: Replay<G>, scenario: &Scenario) -> Story {
    let is_whole =
        replay.story.diagnostics.is_empty() && scenario.hands.iter().all(ParsedHand::is_fully_read);
    // Nothing in such a file could be wrong, so nothing in it is checked.
    if is_whole && replay.expected == 0 {
        let opening = &scenario.header.opening;
        replay.report(if scenario.hands.is_empty() {
            diagnose!("no-hand-is-dealt", opening)
        } else {
            diagnose!("nothing-is-expected", opening)
        });
    }
    let Replay {
        mut story,
        steps,
        asked,
        ..
    } = replay;
    story.steps = G::story_steps(steps);
    if let Some(last) = story.step_count().checked_sub(1)
        && let Some(hand) = scenario.hands.last()
    {
        story.frame_mut(last).closing.clone_from(&hand.closing);
    }
    if is_whole {
        pose_and_check_tasks(&mut story, asked);
    }
    story
}

/// A replay, whatever is played: the one place at which a file is given to its game.
#[derive(Clone)]
pub enum AnyReplay<'a> {
    Tricks(Box<Replay<'a, TrickGame>>),
    Mus(Box<Replay<'a, MusGame>>),
}

impl<'a> AnyReplay<'a> {
    /// Begins the replay of a scenario, before its first deal.
    pub fn new(edition: &'a str, rules: Ruleset, scenario: &Scenario) -> AnyReplay<'a> {
        match rules {
            Ruleset::Tricks(rules) => {
                AnyReplay::Tricks(Box::new(Replay::new(edition, rules, scenario)))
            }
            Ruleset::Mus(rules) => AnyReplay::Mus(Box::new(Replay::new(edition, rules, scenario))),
        }
    }

    /// Returns the rules that it plays by.
    pub fn rules(&self) -> &Ruleset {
        match self {
            AnyReplay::Tricks(replay) => &replay.story.rules,
            AnyReplay::Mus(replay) => &replay.story.rules,
        }
    }

    /// Returns the number of mistakes so far.
    pub fn diagnostic_count(&self) -> usize {
        match self {
            AnyReplay::Tricks(replay) => replay.story.diagnostics.len(),
            AnyReplay::Mus(replay) => replay.story.diagnostics.len(),
        }
    }

    /// Plays hands after those that were played before, and returns whether another may follow them.
    pub fn play_hands_and_may_continue(
        &mut self,
        hands: &[ParsedHand],
        hands_before: usize,
    ) -> bool {
        match self {
            AnyReplay::Tricks(replay) => play_hands_and_may_continue(replay, hands, hands_before),
            AnyReplay::Mus(replay) => play_hands_and_may_continue(replay, hands, hands_before),
        }
    }

    /// Adds the end as a step, if the session is over.
    pub fn add_end_step_if_over(&mut self) {
        match self {
            AnyReplay::Tricks(replay) => TrickGame::add_end_step_if_over(replay),
            AnyReplay::Mus(replay) => MusGame::add_end_step_if_over(replay),
        }
    }

    /// Forgets all steps but the last, and returns how many these were.
    pub fn keep_only_last_step(&mut self) -> usize {
        match self {
            AnyReplay::Tricks(replay) => replay.keep_only_last_step(),
            AnyReplay::Mus(replay) => replay.keep_only_last_step(),
        }
    }

    /// Ends the replay, and returns the story that it became.
    pub fn finish(self, scenario: &Scenario) -> Story {
        match self {
            AnyReplay::Tricks(replay) => finish_replay(*replay, scenario),
            AnyReplay::Mus(replay) => finish_replay(*replay, scenario),
        }
    }

    /// Returns what was wrong.
    fn into_diagnostics(self) -> Vec<Diagnostic> {
        match self {
            AnyReplay::Tricks(replay) => replay.story.diagnostics,
            AnyReplay::Mus(replay) => replay.story.diagnostics,
        }
    }
}

/// Plays hands after those that were played before, and returns whether another may follow them.
fn play_hands_and_may_continue<G: CheckableGame>(
    replay: &mut Replay<G>,
    hands: &[ParsedHand],
    hands_before: usize,
) -> bool {
    for (at, text) in hands.iter().enumerate() {
        let later_hands = hands.len() - at - 1;
        if !play_hand(replay, hands_before + at + 1, text, later_hands) {
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
pub fn hands_replayed_by_thread() -> usize {
    HANDS_REPLAYED.get()
}

/// Plays one hand, after which others follow, and returns whether the next may be played.
fn play_hand<G: CheckableGame>(
    replay: &mut Replay<G>,
    number: usize,
    text: &ParsedHand,
    later_hands: usize,
) -> bool {
    #[cfg(test)]
    HANDS_REPLAYED.set(HANDS_REPLAYED.get() + 1);
    replay.begin_deal(number, &text.deal.opening);
    replay.add_narration(&text.narration);
    // Of a broken one the parser has said why.
    if text.is_broken {
        return false;
    }
    let parts = text.parts_for_edition(replay.edition);
    replay.now.trick_numbers = trick_numbers(&parts);
    if !deal_cards(replay, &text.deal) {
        add_unchecked_help(replay, &parts, later_hands);
        return false;
    }
    for (at, part) in parts.iter().enumerate() {
        if let Err(wrong) = play_part(replay, part) {
            replay.report(*wrong);
            add_unchecked_help(replay, &parts[at..], later_hands);
            return false;
        }
        if replay.has_brief_replay_failed() {
            return false;
        }
        let misplaced = std::mem::take(&mut replay.tasks);
        replay.report_misplaced(&misplaced);
        if replay.stopped {
            report_parts_after_stop(replay, parts.get(at + 1).copied(), later_hands);
            replay.story.proved.hands += 1;
            return false;
        }
    }
    if G::finish_deal(replay).is_err() {
        let whom = replay.describe_pending_move();
        replay.report(diagnose!("unfinished", &replay.now.part_span, whom));
        return false;
    }
    replay.story.proved.hands += 1;
    true
}

/// Returns the numbers that scripts give to tricks.
fn trick_numbers(parts: &[&ScriptOrPayoutFence]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for part in parts {
        if let ScriptOrPayoutContent::Script(lines) = &part.body {
            numbers.extend(
                lines
                    .iter()
                    .filter_map(|line| Some(line.trick.as_ref()?.value)),
            );
        }
    }
    numbers
}

/// Plays a fence of a hand, with the prose and the tasks before it.
fn play_part<G: CheckableGame>(
    replay: &mut Replay<G>,
    part: &ScriptOrPayoutFence,
) -> StatementReplayResult {
    replay.add_narration(&part.narration);
    replay.tasks.extend_from_slice(&part.tasks);
    match &part.body {
        ScriptOrPayoutContent::Script(lines) => play_script(replay, lines),
        ScriptOrPayoutContent::Payout(entries) => {
            finish_deal_with_payout(replay, entries, &part.opening)
        }
        ScriptOrPayoutContent::Unread => Ok(()),
    }
}

/// Plays the lines of a script, up to its `stop`.
fn play_script<G: CheckableGame>(
    replay: &mut Replay<G>,
    lines: &[ParsedScriptLine],
) -> StatementReplayResult {
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1);
        replay.now.is_before_next_trick = next.is_some_and(|next| next.trick.is_some());
        if replay.stopped {
            if let Some(first) = line.statements.first() {
                report_once_after_stop_statement(replay, &first.span);
            }
            return Ok(());
        }
        play_line(replay, line)?;
        if replay.has_brief_replay_failed() {
            return Ok(());
        }
    }
    Ok(())
}

/// Plays the statements of a line, and checks what its header says and who its arrow says wins.
fn play_line<G: CheckableGame>(
    replay: &mut Replay<G>,
    line: &ParsedScriptLine,
) -> StatementReplayResult {
    for (index, statement) in line.statements.iter().enumerate() {
        let mut phase = None;
        if index > 0 && matches!(statement.value, Statement::NextCard(_)) {
            check_trick_underway(replay, &statement.span, index)?;
        }
        if index == 0 {
            G::check_line_header(replay, line)?;
            phase = line.phase.as_ref();
        }
        replay.now.part_span = statement.span.clone();
        if replay.now.paid {
            let hand = G::WORD_FOR_DEAL;
            return Err(diagnose!("after-the-payout", &statement.span, hand).into());
        }
        G::make_omitted_moves_before_statement(replay, &statement.value, phase)?;
        play_statement(replay, &statement.value, &statement.span)?;
    }
    G::check_line_winner(replay, line)
}

/// Reports what follows a `stop` that ended a part: another part, or another hand.
fn report_parts_after_stop<G: CheckableGame>(
    replay: &mut Replay<G>,
    next: Option<&ScriptOrPayoutFence>,
    later_hands: usize,
) {
    match next {
        Some(part) if !part.span.is_empty() => {
            report_once_after_stop_statement(replay, &part.opening)
        }
        _ if later_hands > 0 => {
            replay.report(diagnose!("hand-after-stop", &replay.now.part_span));
        }
        _ => {}
    }
}

/// Reports once that something follows a `stop`.
fn report_once_after_stop_statement<G: CheckableGame>(replay: &mut Replay<G>, span: &Span) {
    let mut diagnostics = replay.story.diagnostics.iter();
    if diagnostics.all(|wrong| wrong.code != Code::NotReached) {
        replay.report(diagnose!("after-stop", span));
    }
}

/// Says once what was left unchecked because something before it was wrong.
fn add_unchecked_help<G: CheckableGame>(
    replay: &mut Replay<G>,
    parts: &[&ScriptOrPayoutFence],
    later_hands: usize,
) {
    let Some(last) = replay.story.diagnostics.last_mut() else {
        return;
    };
    let mut later_statements = 0;
    for part in parts {
        later_statements += count_statements_after(part, last.span.start);
    }
    let mut unchecked = Vec::new();
    if later_statements > 0 {
        let count = count_of_or_no(later_statements, "later statement");
        unchecked.push(format!("{count} of this deal"));
    }
    if later_hands > 0 {
        unchecked.push(count_of_or_no(later_hands, "later deal"));
    }
    if !unchecked.is_empty() {
        let unchecked = unchecked.join(" and ");
        last.help
            .push(format!("not checked because of this: {unchecked}"));
    }
}

/// Counts the statements or entries of a part that begin after a place.
fn count_statements_after(part: &ScriptOrPayoutFence, place: usize) -> usize {
    match &part.body {
        ScriptOrPayoutContent::Script(lines) => {
            let statements = lines.iter().flat_map(|line| &line.statements);
            statements.filter(|at| at.span.start > place).count()
        }
        ScriptOrPayoutContent::Payout(entries) => {
            entries.iter().filter(|at| at.span.start > place).count()
        }
        ScriptOrPayoutContent::Unread => 0,
    }
}
