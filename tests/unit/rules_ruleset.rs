//! Tests of `src/rules/ruleset.rs`, from within: a clause that has another id now; and a mistake in data.

use super::*;
use crate::rules::from_toml::FromToml;
use crate::scenario::check;
use toml::de::DeTable;

const DENISE: &str = include_str!("../held/denise-must-trump.md");

/// What is said of a file in which a clause is called as it was, with the help, and what mends it.
fn messages_on_old_name(now: &str, formerly: &str) -> Vec<(String, Option<String>)> {
    let found = check("a.md", DENISE.replacen(now, formerly, 1).as_bytes()).diagnostics;
    found
        .into_iter()
        .map(|wrong| ([wrong.message, wrong.help.concat()].concat(), wrong.fix))
        .collect()
}

#[test]
fn an_old_id_leads_to_the_clause_and_is_told_the_new_one() {
    assert_eq!(
        (
            ClauseId::by_id("play.ruff"),
            ClauseId::by_former_id("play.ruff")
        ),
        (None, Some(ClauseId::PlayTrump))
    );
    assert_eq!(
        ClauseId::PlayTrump.former_ids().collect::<Vec<_>>(),
        ["play.ruff"]
    );
    for (now, formerly, fix) in [
        ("[\"play.trump\"]", "[\"play.ruff\"]", "\"play.trump\""),
        ("(refused: play.trump", "(refused: play.ruff", "play.trump"),
    ] {
        let said = messages_on_old_name(now, formerly);
        let is_told = said
            .iter()
            .all(|(words, _)| words.contains("now called `play.trump`"));
        assert!(
            is_told && said.len() == 1 && said[0].1.as_deref() == Some(fix),
            "{said:?}"
        );
    }
}

#[test]
fn a_mistake_in_the_data_names_its_place() {
    let work = "rests_on = [[\"lalanne\", \"§1\"], [\"lalane\", \"§1\"]]";
    assert_eq!(
        mistake_under_key::<&[Citation]>(work, "rests_on"),
        "rests_on: 2: no work is called `lalane`"
    );
    assert_eq!(
        mistake_under_key::<u8>("to = 300", "to"),
        "to: expected a number from 0 to 255, found 300"
    );
    assert_eq!(
        mistake_under_key::<bool>("is = \"yes\"", "is"),
        "is: expected `true` or `false`, found `yes`"
    );
    assert_eq!(
        mistake_under_key::<&[bool]>("is = {}", "is"),
        "is: expected a list, found a value of the type table"
    );
    assert_eq!(mistake_under_key::<ClauseId>("", "of"), "of: it is missing");
    assert_eq!(
        mistake_under_key::<MoveGivingRole>("of = { role = 1 }", "of"),
        "of: move: it is missing"
    );
    assert_eq!(
        mistake_under_key::<MoveGivingRole>("of = { moves = 1 }", "of"),
        "of: expected one of `move`, `role`, found `moves`"
    );
    assert_eq!(
        mistake_under_key::<SessionEndEvent>("end = \"tours\"", "end"),
        "end: what goes with `tours` is missing, or too much"
    );
    assert_eq!(
        mistake_under_key::<PackRanksByPlayers>("pack = { many = \"7-A\" }", "pack"),
        "pack: expected numbers of players, found `many`"
    );
}

/// Returns what is said of the value under a key of some data.
fn mistake_under_key<T: FromToml + std::fmt::Debug>(data: &'static str, key: &str) -> String {
    let data = DeTable::parse(data).expect("TOML");
    let read = crate::rules::from_toml::read_field_or_default::<T>(data.get_ref(), key);
    read.expect_err("a mistake").to_string()
}

/// Returns what is wrong with a file that has nothing but these lines, and the token to which it points.
fn mistake_in_file(lines: &str) -> (String, &str) {
    let read = Ruleset::read(lines, &|_| None);
    let error = read.expect_err("a mistake");
    let token = error.span().map_or("", |span| &lines[span.clone()]);
    (error.to_string(), token)
}

#[test]
fn a_file_cannot_state_a_clause_of_another_game() {
    for (lines, id, token) in [
        (
            "machine = \"mus\"\n[stake]\ntext = \"Five chips.\"",
            "stake",
            "stake",
        ),
        (
            "[not_there]\n\"bet.raise\" = \"none\"",
            "bet.raise",
            "\"bet.raise\"",
        ),
        (
            "[[same]]\nedition = \"mus-pairs\"\ntopics = [\"tie\"]",
            "tie",
            "",
        ),
    ] {
        let message = format!("`{id}` is a clause of another game; leave it out");
        assert_eq!(mistake_in_file(lines), (message, token));
    }
}

#[test]
fn a_clause_of_another_game_cannot_be_asked_of_rules() {
    let mouche = crate::editions::by_id("mouche-1718").expect("an edition");
    let mus = crate::editions::by_id("mus-pairs").expect("an edition");
    assert!(mouche.clause(ClauseId::Tie).is_none() && mus.clause(ClauseId::Tie).is_some());
    assert!(mouche.clause(ClauseId::Stake).is_some() && mus.clause(ClauseId::Stake).is_none());
    assert!(mouche.clause(ClauseId::Pack).is_some() && mus.clause(ClauseId::Pack).is_some());
    assert_eq!(mouche.presence_of(ClauseId::Tie), ClausePresence::Lacking);
    assert!(mus.tricks().is_none() && mouche.mus().is_none());
}
