//! Tests of `src/author/cursor.rs`, from within.

use super::*;
use crate::scenario::{ScriptOrPayoutContent, find_scenarios, house_rules_of};
use std::path::Path;

/// Returns what a question about a table depends on.
fn describe_table(table: &TableBeforeStatement) -> String {
    let step = table.next_step();
    let (hands, stock) = table.hands_and_stock();
    let choices = table.mover_choices().into_iter();
    let choices: Vec<String> = choices
        .map(|choice| {
            format!(
                "{:?} {}",
                choice.face.map(|face| face.code()),
                choice.verdict
            )
        })
        .collect();
    let edition = table.story.rules.id;
    let deal = table.trick_deal();
    format!(
        "{edition} {:?} {:?} {hands:?} {stock:?} {deal:?} {choices:?}",
        step.kind, step.mover
    )
}

/// A file that was played gives the same tables as its text when it is played up to the place.
#[test]
fn a_played_file_has_the_tables_of_its_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = find_scenarios(&folder).expect("the hands").files;
    let mut compared = 0;
    for path in files.iter().step_by(9) {
        let text = std::fs::read_to_string(path).expect("a hand");
        let document = Document::new(path.display().to_string(), text, house_rules_of(path));
        let scenario = document.checked().scenario.clone();
        let hands = scenario.iter().flat_map(|scenario| &scenario.hands);
        let mut places = Vec::new();
        for part in hands.flat_map(|hand| &hand.parts) {
            let ScriptOrPayoutContent::Script(lines) = &part.body else {
                continue;
            };
            for line in lines {
                // A statement begins behind the number of its trick, or at the comma before it.
                for statement in line.statements.iter().skip(1) {
                    let before = document.text[..statement.span.start].trim_end();
                    places.push(before.trim_end_matches(',').len());
                }
            }
        }
        for place in places.into_iter().step_by(3) {
            let block = document.structure().fence_at(place).expect("its fence");
            if find_played_steps(&document, block, place).is_none() {
                continue;
            }
            let found = tables_before(&document, block, place);
            let played = play_tables_before(&document, block, place);
            let found: Vec<String> = found.iter().map(describe_table).collect();
            let played: Vec<String> = played.iter().map(describe_table).collect();
            let words = &document.text[place..].lines().next().unwrap_or_default();
            assert_eq!(found, played, "{} before {words}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} tables were compared");
}
