//! Tests of `src/book/chapters/decision.rs`, from within.

use super::*;

/// Whatever editions come to be; what they say now is kept with the comparison.
#[test]
fn no_silence_is_a_difference() {
    for topic in editions::clause_ids_in_use() {
        let pairs = editions::ALL
            .iter()
            .flat_map(|one| editions::ALL.iter().map(move |other| (*one, *other)));
        for (edition, other) in pairs {
            let origin = editions::origin(edition, *topic);
            let marks = edition.marks(*topic);
            let source = origin.source(*topic);
            let is_silent = matches!(
                source,
                Some(ClauseSource::Silent | ClauseSource::Period { .. })
            ) || marks.has(Mark::NotKnown)
                || marks.has(Mark::NotToldAgain);
            let [differs, turned] = [
                has_contrary_source(edition, other, *topic),
                has_contrary_source(other, edition, *topic),
            ];
            assert!(
                differs == turned && !(differs && is_silent),
                "{}/{topic} against {}",
                edition.id,
                other.id
            );
        }
    }
}
