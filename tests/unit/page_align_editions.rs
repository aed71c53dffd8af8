//! Tests of `src/page/align_editions.rs`, from within.

use super::*;

/// Ids with the number of their phase before them: `3t1-1`.
fn merge_ids(stories: &[&[&'static str]]) -> String {
    let mark = |word: &&'static str| StepIdAndOrder {
        id: &word[1..],
        time: (1, word.as_bytes()[0], 0, 0),
    };
    let marks: Vec<Vec<StepIdAndOrder>> = stories
        .iter()
        .map(|ids| ids.iter().map(mark).collect())
        .collect();
    let word = |row: &AlignedStep| {
        let at = row.iter().position(Option::is_some).expect("a story");
        let has: String = row
            .iter()
            .map(|at| if at.is_some() { '+' } else { '-' })
            .collect();
        format!("{} {has}", marks[at][row[at].expect("a step")].id)
    };
    merge_steps(&marks)
        .iter()
        .map(word)
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn what_all_have_is_one_row_and_nothing_is_lost() {
    let (played, claimed) = (
        ["0deal", "1d1", "3t1-1", "3t1-2", "4pay"],
        ["0deal", "1d1", "2claims", "4pay"],
    );
    for (stories, rows, rule) in [
        (
            [&played[..], &claimed],
            "deal ++, d1 ++, claims -+, t1-1 +-, t1-2 +-, pay ++",
            "flush.claim: one edition has a claim where the other has tricks",
        ),
        (
            [&claimed, &played],
            "deal ++, d1 ++, claims +-, t1-1 -+, t1-2 -+, pay ++",
            "flush.claim: one edition has a claim where the other has tricks",
        ),
        (
            [&["0deal"], &["0deal", "4pay", "5deal2"]],
            "deal ++, pay -+, deal2 -+",
            "end: an edition whose session ends early lacks the rest",
        ),
        (
            [&[], &["0deal"]],
            "deal -+",
            "players: an edition that cannot be played has no step",
        ),
        (
            [&[], &[]],
            "",
            "players: an edition that cannot be played has no step",
        ),
        (
            [&["2claims", "1d1"], &["1d1", "4pay"]],
            "claims +-, d1 ++, pay -+",
            "decl.order: an edition with another order of phases keeps it",
        ),
        (
            [&["2claims", "1d1"], &["1d1", "2claims"]],
            "d1 -+, claims ++, d1 +-",
            "decl.order: of two phases in opposite orders, one comes twice",
        ),
    ] {
        assert_eq!(
            merge_ids(&stories),
            rows,
            "{rule}; the steps of the editions do not stand side by side: {stories:?}"
        );
    }
}
