//! Tests of `src/rules/ruleset.rs`, from within: a clause that has another id now.

use super::*;
use crate::scenario::check;

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// What is said of a file in which a clause is called as it was, with the help, and what mends it.
fn said(now: &str, formerly: &str) -> Vec<(String, Option<String>)> {
    let found = check("a.md", DENISE.replacen(now, formerly, 1).as_bytes()).diagnostics;
    found.into_iter().map(|wrong| ([wrong.message, wrong.help.concat()].concat(), wrong.fix)).collect()
}

#[test]
fn an_old_id_leads_to_the_clause_and_is_told_the_new_one() {
    assert_eq!((Topic::by_id("play.ruff"), Topic::formerly("play.ruff")), (None, Some(Topic::PlayTrump)));
    assert_eq!(Topic::PlayTrump.former_ids().collect::<Vec<_>>(), ["play.ruff"]);
    for (now, formerly, fix) in [
        ("[\"play.trump\"]", "[\"play.ruff\"]", "\"play.trump\""),
        ("(refused: play.trump", "(refused: play.ruff", "play.trump"),
    ] {
        let said = said(now, formerly);
        let is_told = said.iter().all(|(words, _)| words.contains("called `play.trump` now"));
        assert!(is_told && said.len() == 1 && said[0].1.as_deref() == Some(fix), "{said:?}");
    }
}
