//! Tests of `src/book/chapters/edition_rules_sheet.rs`, from within.

use super::*;
use crate::book::chapters::shared_topic_groups::subject_of;
use crate::editions;
use crate::rules::ClauseId;

#[test]
fn every_topic_is_on_the_sheet_or_left_out_on_purpose() {
    let is_on = |topic: &ClauseId| {
        LISTS
            .sheet_parts
            .iter()
            .any(|(_, ids)| is_in_sections(*topic, ids))
    };
    let is_duty = |topic: &ClauseId| LISTS.duties.iter().any(|(_, duty)| duty == topic);
    let missing = |topic: &&ClauseId| {
        !is_on(topic) && !is_duty(topic) && !LISTS.left_off_the_sheet.contains(topic)
    };
    assert_eq!(editions::clause_ids_in_use().find(missing), None);
}

#[test]
fn pools_are_counted_where_each_trick_has_its_share() {
    let counted = |id: &str| {
        payments_by_pool_size(editions::trick_edition(id).expect("an edition"))
            .render(|rows, _| rows.len())
    };
    assert_eq!(
        [
            counted("loo-2008"),
            counted("julep-2008"),
            counted("norrlandsknack-2008")
        ],
        [5, 0, 0]
    );
}

#[test]
fn every_topic_belongs_to_a_subject() {
    let strange = |topic: &&ClauseId| subject_of(**topic).is_empty();
    assert_eq!(editions::clause_ids_in_use().find(strange), None);
}
