//! Tests of `src/book/chapters/crib_sheet.rs`, from within.

use super::*;

#[test]
fn every_topic_is_on_the_sheet_or_left_out_on_purpose() {
    let is_on = |topic: &Topic| PARTS.iter().any(|(_, ids)| is_of(*topic, ids));
    let is_duty = |topic: &Topic| DUTIES.iter().any(|(_, duty)| duty == topic);
    let missing = |topic: &&Topic| !is_on(topic) && !is_duty(topic) && !LEFT_OUT.contains(topic);
    assert_eq!(Topic::ALL.iter().find(missing), None);
}
