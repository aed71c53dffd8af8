//! A scenario held against the engine, under one edition: what its header agrees, then hand after hand.

use super::mus::says;
use super::payout::payout;
use super::session::{CheckResult, Progress, Session, list};
use super::story::Story;
use super::{deal, statements};
use crate::cards::count_in_words;
use crate::editions::{self, house};
use crate::rules::{ClauseId, Credit, OptionError, OptionValue, Ruleset, Value, by_name};
use crate::scenario::text::{
    Code, Diagnostic, Diagnostics, HandPart, HandText, Header, HouseRules, PartBody, Scenario,
    ScriptLine, Span, Spanned, Statement, diagnose, header, quote, three_nearest,
};
use std::collections::BTreeMap;

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
        says::finish(session)
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
                statements::check_trick_number(session, line)?;
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
                says::check_before_statement(
                    session,
                    &statement.value,
                    line.phase.as_ref().filter(|_| index == 0),
                )?;
            }
            let span = &statement.span;
            match &statement.value {
                Statement::Stop => session.stopped = true,
                Statement::CardSeen => says::seen(session, span)?,
                Statement::Score(both) => says::score(session, both),
                Statement::Choices {
                    seat,
                    choices,
                    clause,
                } => statements::may(session, seat, choices, clause.as_ref()),
                Statement::Attempt {
                    seat,
                    deed,
                    clause,
                    legal,
                } => {
                    (if is_mus {
                        says::tries
                    } else {
                        statements::tries
                    })(session, seat, deed, clause, legal.as_ref());
                }
                Statement::Move {
                    seat,
                    move_text: deed,
                } => (if is_mus {
                    says::make_move
                } else {
                    statements::make_move
                })(session, seat, deed, span)?,
            }
        }
        (if is_mus {
            says::check_phase_winner
        } else {
            statements::check_trick_winner
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

/// The edition with the options agreed, or why they cannot be.
fn agreed(header: &Header, edition: &Spanned<String>) -> Result<Ruleset, Box<Diagnostic>> {
    let base = header
        .house
        .edition_by_id(&edition.value)
        .ok_or_else(|| unknown_edition(edition, header.house))?;
    let at = |name: &str| {
        header
            .options
            .get(name)
            .map_or(&header.opening, |at| &at.span)
    };
    base.with_options(&options(header))
        .map_err(|error| match error {
            OptionError::Unknown {
                edition,
                name,
                known,
            } => {
                let key = header.option_names.get(&name).unwrap_or(&header.opening);
                let (written, all) = (quote(&name), list(known.iter()));
                let wrong = diagnose!("unknown-option", key, edition, written, all);
                wrong
                    .with_suggestions(&near_words(&name, known.iter().copied()), str::to_owned)
                    .into()
            }
            OptionError::Value { name, takes } => {
                let words = takes.split('"').skip(1).step_by(2);
                let written = header.options.get(&name).map(|at| &at.value);
                let near = if let Some(OptionValue::Word(written)) = written {
                    near_words(written, words)
                } else {
                    Vec::new()
                };
                diagnose!("value-of-an-option", at(&name), name, takes)
                    .with_suggestions(&near, in_quotes)
                    .into()
            }
            OptionError::Conflict { name, why } => {
                diagnose!("option-excluded", at(&name), name, why).into()
            }
        })
}

fn options(header: &Header) -> BTreeMap<String, OptionValue> {
    by_name(
        header
            .options
            .iter()
            .map(|(name, at)| (name.clone(), at.value.clone())),
    )
}

/// What a `mouche.toml` comes to: where its table has its name, if it has one, and its rules, if they can be agreed.
pub fn settled(text: &str) -> (Option<Span>, Option<&'static Ruleset>, Vec<Diagnostic>) {
    let (told, mut wrong) = header::read_table(text);
    let Some((name, header)) = told else {
        return (None, None, wrong);
    };
    let rules = header.editions.first().and_then(|edition| {
        agreed(&header, edition)
            .map_err(|found| wrong.push(*found))
            .ok()?;
        let base = editions::printed_by_id(&edition.value)?;
        house::settle_table(
            &header::table_edition_id(&name.value),
            &name.value,
            base,
            &options(&header),
        )
        .ok()
    });
    (Some(name.span), rules.filter(|_| wrong.is_empty()), wrong)
}

fn unfit(scenario: &Scenario, rules: &Ruleset) -> Vec<Diagnostic> {
    let header = &scenario.header;
    let mut wrong: Vec<Diagnostic> = header.shows.iter().filter_map(unknown_clause).collect();
    if !rules.players.value.allows(header.players.len()) {
        let span = header
            .players
            .last()
            .map_or(&header.opening, |last| &last.span);
        let (edition, by, number) = (
            rules.id,
            rules.players.value.describe(),
            header.players.len(),
        );
        wrong.push(
            diagnose!("player-count", span, edition, by, number)
                .with_clause(rules.clause_id(ClauseId::Players)),
        );
    }
    let editions = || header.editions.iter().map(|edition| &edition.value);
    for name in scenario
        .hands
        .iter()
        .flat_map(|hand| &hand.parts)
        .flat_map(|part| &part.editions)
    {
        if editions().all(|edition| *edition != name.value) {
            let (written, all) = (quote(&name.value), list(editions()));
            wrong.push(diagnose!("edition-of-no-header", &name.span, written, all));
        }
    }
    // There is no credit where one pays in cash.
    let below = header
        .chips
        .iter()
        .find(|chips| chips.value < 0 && rules.credit.value == Credit::Cash);
    wrong.extend(below.map(|below| {
        diagnose!("below-nothing", &below.span).with_clause(rules.clause_id(ClauseId::Credit))
    }));
    for edition in &header.editions {
        // One machine plays all editions of a file.
        if header
            .house
            .edition_by_id(&edition.value)
            .is_some_and(|edition| edition.machine != rules.machine)
        {
            wrong.push(diagnose!(
                "games-of-two-kinds",
                &edition.span,
                one = rules.id,
                other = edition.value
            ));
        }
    }
    wrong
}

fn unknown_edition(edition: &Spanned<String>, house: HouseRules) -> Diagnostic {
    let written = quote(&edition.value);
    if let HouseRules::Broken = house {
        return diagnose!("broken-table", &edition.span);
    }
    if editions::by_id(&edition.value).is_some() {
        return diagnose!("table-of-another-folder", &edition.span, written);
    }
    let known = || {
        editions::playable_editions()
            .chain(house.ruleset())
            .map(|edition| edition.id)
    };
    let mut within = known().filter(|id| !edition.value.is_empty() && id.contains(&edition.value));
    let only = within.next().filter(|_| within.next().is_none());
    let wrong = diagnose!(
        "unknown-edition",
        &edition.span,
        written,
        all = list(known())
    );
    if let Some(only) = only {
        return wrong.with_suggestion(Some(only), in_quotes);
    }
    wrong.with_suggestions(&near_words(&edition.value, known()), in_quotes)
}

/// Returns the words among those known that one may be a slip of.
fn near_words<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    header::near_keys(word, &Vec::from_iter(known))
}

fn in_quotes(word: &str) -> String {
    format!("\"{word}\"")
}

/// Returns the clauses that a name may be meant as: the one that it is the end of, or those that are spelled nearly so.
fn near_clauses(name: &str) -> Vec<String> {
    let ids = || ClauseId::ALL.iter().map(|topic| topic.id());
    let is_end = |id: &&str| {
        id.rsplit_once('.')
            .is_some_and(|(_, end)| end.eq_ignore_ascii_case(name))
    };
    let by_their_end: Vec<String> = ids().filter(is_end).map(str::to_owned).collect();
    if by_their_end.is_empty() {
        near_words(name, ids())
    } else {
        by_their_end
    }
}

fn unknown_clause(name: &Spanned<String>) -> Option<Diagnostic> {
    let written = quote(&name.value);
    if ClauseId::by_id(&name.value).is_some() {
        return None;
    }
    if let Some(now) = ClauseId::by_former_id(&name.value) {
        return Some(diagnose!("renamed-clause", &name.span, written, now));
    }
    let (_, topic) = name.value.rsplit_once('/').unwrap_or(("", &name.value));
    let near = three_nearest(topic, ClauseId::ALL.iter().map(|topic| topic.id()));
    let wrong = diagnose!(
        "unknown-clause",
        &name.span,
        written,
        near = list(near.iter())
    );
    Some(wrong.with_suggestions(&near_clauses(topic), in_quotes))
}
