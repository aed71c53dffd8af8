//! Tests of `src/author/replay_checkpoints.rs`, from within.

use super::*;
use crate::author::cursor::{TableBeforeStatement, file_cut_at_place, tables_after_last_steps};
use crate::author::{complete_at, explain_at};
use crate::scenario::{
    Code, Diagnostic, FolderRules, ScriptOrPayoutContent, Span, check_in, find_markdown_files,
    hands_replayed_by_thread, house_rules_of,
};
use std::path::Path;

/// Returns what a question about a table depends on.
fn describe_table(table: &TableBeforeStatement) -> String {
    let step = table.next_step();
    let (hands, stock) = table.hands_and_stock();
    let choices = table.mover_choices().into_iter();
    let choices: Vec<String> = choices
        .map(|choice| {
            let card = choice.face.map(|face| face.code());
            format!("{card:?} {}", choice.verdict)
        })
        .collect();
    let edition = table.story.rules.id;
    let deal = table.trick_deal();
    format!(
        "{edition} {:?} {:?} {hands:?} {stock:?} {deal:?} {choices:?}",
        step.kind, step.mover
    )
}

fn describe_tables(checked: CheckedFile, number: usize) -> Vec<String> {
    let tables = tables_after_last_steps(checked.stories, number);
    tables.iter().map(describe_table).collect()
}

/// Returns the places of the statements of scripts, and of the values that the engine computes.
fn statements_and_values(document: &Document) -> (Vec<usize>, Vec<Span>) {
    let mut statements = Vec::new();
    let mut values = Vec::new();
    let scenario = document.checked().scenario.iter();
    let hands = scenario.flat_map(|scenario| &scenario.hands);
    for part in hands.flat_map(|hand| &hand.parts) {
        match &part.body {
            ScriptOrPayoutContent::Script(lines) => {
                for line in lines {
                    statements.extend(line.statements.iter().map(|at| at.span.start));
                    values.extend(line.winner.iter().map(|at| at.span.clone()));
                }
            }
            ScriptOrPayoutContent::Payout(entries) => {
                let amounts = entries.iter().filter_map(|at| at.value.amount.as_ref());
                values.extend(amounts.map(|amount| amount.span.clone()));
            }
            ScriptOrPayoutContent::Unread => {}
        }
    }
    (statements, values)
}

/// Returns the values that the engine finds at a place, with the reasons and the editions.
fn values_at(checked: &CheckedFile, place: usize) -> Vec<String> {
    let mut values = Vec::new();
    for Diagnostic {
        code,
        span,
        message,
        label,
        help,
        fix,
        editions,
        ..
    } in &checked.diagnostics
    {
        if *code == Code::Unfilled && span.start == place {
            values.push(format!("{message} {label} {help:?} {fix:?} {editions:?}"));
        }
    }
    values
}

/// A deal that is checked alone gives the tables and the values of its whole file.
#[test]
fn a_deal_alone_has_the_tables_and_values_of_its_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = find_markdown_files(&folder).expect("the hands").files;
    let mut tables = 0;
    let mut values = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a hand");
        let name = path.display().to_string();
        let document = Document::new(name.clone(), text, house_rules_of(path));
        let is_long = document.structure().hand_number(usize::MAX) > 1;
        let step = if is_long { 4 } else { 40 };
        let (statements, spans) = statements_and_values(&document);
        for place in statements.into_iter().step_by(step) {
            let block = document.structure().fence_at(place).expect("its fence");
            let number = document.structure().hand_number(block.opening.start);
            let before = file_cut_at_place(&document, block, place);
            let deal = check_deal_at(&document, &before, place).expect("its deal");
            let whole = check_in(document.house, &name, before.as_bytes());
            assert_eq!(
                describe_tables(deal.checked, number),
                describe_tables(whole, number),
                "{name} at byte {place}"
            );
            tables += 1;
        }
        for span in spans.into_iter().step_by(step) {
            let mut open = document.text.clone();
            open.replace_range(span.clone(), "?");
            let deal = check_deal_at(&document, &open, span.start).expect("its deal");
            let whole = check_in(document.house, &name, open.as_bytes());
            assert_eq!(
                values_at(&deal.checked, span.start - deal.left_out),
                values_at(&whole, span.start),
                "{name} at byte {}",
                span.start
            );
            values += 1;
        }
    }
    assert!(
        tables > 300 && values > 300,
        "{tables} tables, {values} values"
    );
}

/// Returns a file with many deals.
fn long_file(deals: usize) -> String {
    let mut text = "# Long\n\n```toml scenario\nedition = \"mouche-1718\"\n\
        players = [\"Anne\", \"Bertrand\", \"Claude\", \"Denise\"]\n\
        options = { end = { tours = 90 } }\n```\n"
        .to_owned();
    let players = ["Anne", "Bertrand", "Claude", "Denise"];
    for number in 0..deals {
        let [dealer, first, second, third] =
            [0, 1, 2, 3].map(|place| players[(number + place) % players.len()]);
        text += &format!(
            "\n```deal\ndealer {dealer}\n{first} K♦ 10♦ 9♦ 8♣ 7♠\n{second} A♥ 8♥ Q♦ 8♦ 7♦\n\
            {third} Q♥ 7♥ A♦ A♣ 8♠\n{dealer} J♥ K♣ 7♣ 10♠ 9♠\nturn 9♥\n```\n\n```script\n\
            {first} folds\n{second} exchanges 8♦ 7♦ for A♠ J♠\n{third} exchanges 8♠ for 9♣\n\
            {dealer} stands\n\n1. {second} A♥, {third} Q♥, {dealer} J♥ -> {third}\n\
            2. {third} 9♣, {dealer} K♣, {second} 8♥ -> {second}\n\
            3. {second} A♠, {third} 7♥, {dealer} 10♠ -> {third}\n\
            4. {third} A♦, {dealer} 7♣, {second} Q♦ -> {second}\n\
            5. {second} J♠, {third} A♣, {dealer} 9♠ -> {second}\n```\n\n```payout\n?\n```\n"
        );
    }
    text
}

/// Returns how many deals a piece of work replays, and its result.
fn count_replays<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = hands_replayed_by_thread();
    let result = work();
    (hands_replayed_by_thread() - before, result)
}

/// A question about the last of many deals replays that deal, and few before it, also after a change in it.
#[test]
fn a_question_replays_the_deal_it_is_about() {
    let text = long_file(60);
    let winner = text.rfind("-> ").expect("a winner") + 3;
    let document = Document::new("long.md".into(), text, FolderRules::default());
    let wrong = &document.checked().diagnostics;
    assert!(
        wrong.iter().all(|wrong| wrong.code == Code::Unfilled),
        "{wrong:?}"
    );
    prepare_replays(&document);
    let few = 2 * DEALS_PER_REPLAY;

    let (replayed, hover) = count_replays(|| explain_at(&document, winner, ""));
    let (texts, _) = hover.expect("a hover on the winner");
    assert!(texts[0].contains("wins this trick"), "{texts:?}");
    assert!(replayed <= few, "{replayed} deals for a hover");

    let mut changed = document.text.clone();
    changed.replace_range(winner - 3.., "");
    let (replayed, completed) = count_replays(|| {
        let document = document.with_text(changed);
        let end = document.text.len();
        complete_at(&document, end)
    });
    let (items, _) = completed.expect("a completion");
    assert!(items[0].text.starts_with("-> "), "{}", items[0].text);
    // The winner is asked for twice: with the arrow and without it.
    assert!(replayed <= 4 * few, "{replayed} deals for a completion");
}

/// A change in an early deal makes the later replays void.
#[test]
fn a_change_makes_the_replays_after_it_void() {
    let text = long_file(20);
    let document = Document::new("long.md".into(), text.clone(), FolderRules::default());
    prepare_replays(&document);
    assert_eq!(document.replay_checkpoints.borrow().kept.len(), 3);
    let second = text.match_indices("```deal").nth(1).expect("a deal").0;
    let changed = text.replacen("dealer Anne", "dealer  Anne", 1);
    let document = document.with_text(changed);
    assert_eq!(document.replay_checkpoints.borrow().kept.len(), 1);
    let block = document
        .structure()
        .fence_at(second + 1)
        .expect("its fence");
    let before = file_cut_at_place(&document, block, block.span.end - 3);
    assert!(check_deal_at(&document, &before, second + 1).is_some());
    let document = document.with_text(text.replacen("mouche-1718", "mouche-1730", 1));
    assert!(document.replay_checkpoints.borrow().kept.is_empty());
}
