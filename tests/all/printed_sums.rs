//! Every sum that is printed is true as it is printed.

use crate::library::LIBRARY;
use mouche::engine::{AmountCalculation, Event, EventDetails};
use mouche::rules::Ruleset;
use mouche::scenario::CheckedFile;
use mouche::scenario::story::describe_sum;
use std::collections::BTreeMap;
use std::process::Command;

/// Checks the sums of these events. `waiting` are the debts that a sweep may take.
pub fn check_sums(rules: &Ruleset, events: &[Event], waiting: &[i64]) -> usize {
    let mut checked = 0;
    for event in events {
        let (came, chips) = match event.details {
            EventDetails::Transferred(transfer) => (transfer.reason, transfer.chips),
            EventDetails::DebtMade(_, chips, came) => (came, chips),
            _ => continue,
        };
        let printed = describe_sum(came, chips, waiting);
        let total =
            evaluate(&printed).unwrap_or_else(|wrong| panic!("{}: {printed}: {wrong}", rules.id));
        assert_eq!(total, chips, "{}: {printed}, but {chips} move", rules.id);
        checked += usize::from(matches!(
            came,
            AmountCalculation::Share { .. } | AmountCalculation::Extra { .. }
        ));
    }
    checked
}

/// The number that a printed sum ends with, or what is wrong with the sum.
fn evaluate(printed: &str) -> Result<i64, String> {
    let last = printed.rsplit([' ', '=']).next().unwrap_or_default();
    let total = || read_integer(last);
    // `12 due − −3 held = 15`
    if let Some((due, rest)) = printed.split_once(" due − ") {
        let (purse, _) = rest.split_once(" held = ").ok_or("an unknown form")?;
        return require_equal(read_integer(due)? - read_integer(purse)?, total()?);
    }
    // `16 ÷ 3 players = 5, + 1 left over = 6`, `16 ÷ 3 players = 5, and 1 left over`
    if let Some((pool, rest)) = printed
        .split_once(" ÷ ")
        .filter(|(_, rest)| rest.contains(" players = "))
    {
        let (players, rest) = rest.split_once(" players = ").ok_or("an unknown form")?;
        let (pool, players) = (read_integer(pool)?, read_integer(players)?);
        let Some((share, odd)) = rest.split_once(", ") else {
            require_equal(pool, read_integer(rest)? * players)?;
            return read_integer(rest);
        };
        let (share, words) = (
            read_integer(share)?,
            odd.trim_start_matches(['+', ' '])
                .trim_start_matches("and "),
        );
        let (odd, end) = words.split_once(" left over").ok_or("an unknown form")?;
        require_equal(pool, share * players + read_integer(odd)?)?;
        return match end.strip_prefix(" = ") {
            Some(end) => require_equal(share + read_integer(odd)?, read_integer(end)?),
            None => Ok(share),
        };
    }
    // `2 shares of 1 (a sixth of 9; the rest stays) = 2`, `2 tricks at 1 each (a sixth of 9; the rest stays) = 2`
    if let Some((before, rest)) = printed.split_once(" (") {
        let (part, end) = rest
            .split_once("; the rest stays) = ")
            .ok_or("an unknown form")?;
        let (count, share) = before.split_once([' ']).ok_or("an unknown form")?;
        let share = read_integer(
            share
                .trim_end_matches(" each")
                .rsplit(' ')
                .next()
                .unwrap_or_default(),
        )?;
        let (part, pool) = part.split_once(" of ").ok_or("an unknown form")?;
        let names = [
            "half",
            "a third",
            "a quarter",
            "a fifth",
            "a sixth",
            "a seventh",
        ];
        let named = names.iter().position(|name| *name == part);
        let parts = match (named, part.strip_prefix("1/")) {
            (Some(at), _) => at as i64 + 2,
            (None, Some(parts)) => read_integer(parts)?,
            (None, None) => return Err("an unknown part".into()),
        };
        require_equal(read_integer(pool)? / parts, share)?;
        return require_equal(read_integer(count)? * share, read_integer(end)?);
    }
    // `3 tricks × 15 ÷ 5 = 9`
    if let Some((count, rest)) = printed.split_once(" × ") {
        let (pool, rest) = rest.split_once(" ÷ ").ok_or("an unknown form")?;
        let (parts, end) = rest.split_once(" = ").ok_or("an unknown form")?;
        let count = read_integer(count.split(' ').next().unwrap_or_default())?;
        require_equal(
            count * read_integer(pool)?,
            read_integer(parts)? * read_integer(end)?,
        )?;
        return read_integer(end);
    }
    // `the waiting debts: 5 + 10 = 15`
    if let Some((parts, end)) = printed
        .rsplit_once(": ")
        .and_then(|(_, parts)| parts.split_once(" = "))
    {
        let parts: Vec<i64> = parts
            .split(" + ")
            .map(read_integer)
            .collect::<Result<_, _>>()?;
        return require_equal(parts.iter().sum(), read_integer(end)?);
    }
    if printed.contains(['÷', '×', '=']) {
        return Err("an unknown form".into());
    }
    // `the debt from deal 2: 10`
    total()
}

fn read_integer(written: &str) -> Result<i64, String> {
    written
        .replace('−', "-")
        .trim()
        .parse()
        .map_err(|_| format!("{written:?} is no number"))
}

fn require_equal(found: i64, printed: i64) -> Result<i64, String> {
    if found == printed {
        Ok(found)
    } else {
        Err(format!("it comes to {found}"))
    }
}

#[test]
fn every_sum_of_every_hand_is_true_as_printed() {
    let mut checked = 0;
    for story in LIBRARY.iter().flat_map(|file| &file.stories) {
        for step in story.trick_steps() {
            let waiting: Vec<i64> = step.own.waiting.iter().map(|debt| debt.chips).collect();
            checked += check_sums(&story.rules, &step.events, &waiting);
        }
    }
    assert!(checked > 300, "only {checked} sums of shares");
}

#[test]
fn a_share_of_a_pool_that_does_not_divide_is_rounded_down_first() {
    let share = |tricks| {
        describe_sum(
            AmountCalculation::Share {
                tricks,
                pool: 9,
                parts: 6,
            },
            i64::from(tricks),
            &[],
        )
    };
    assert_eq!(
        share(2),
        "2 tricks at 1 each (a sixth of 9; the rest stays) = 2"
    );
    assert_eq!(
        share(1),
        "1 trick at 1 each (a sixth of 9; the rest stays) = 1"
    );
    let extra = describe_sum(
        AmountCalculation::Extra {
            shares: 2,
            pool: 9,
            parts: 6,
        },
        2,
        &[],
    );
    assert_eq!(extra, "2 shares of 1 (a sixth of 9; the rest stays) = 2");
    assert_eq!(
        describe_sum(
            AmountCalculation::Extra {
                shares: 2,
                pool: 18,
                parts: 6
            },
            6,
            &[]
        ),
        "2 shares × 18 ÷ 6 = 6"
    );
}

#[test]
fn the_evaluation_finds_a_false_sum() {
    for wrong in [
        "2 shares × 9 ÷ 6 = 2",
        "16 ÷ 3 players = 5",
        "the waiting debts: 5 + 10 = 14",
        "3 due − 1 held = 1",
    ] {
        assert!(evaluate(wrong).is_err(), "{wrong}");
    }
}

/// Returns the rows of the tables of chips in what `show` prints of a hand, in the order of its steps: who, how many chips before,
/// and how many after. `Rose            39 −6 = 33`
fn rows_of_chips(shown: &str) -> Vec<(&str, &str, &str)> {
    let mut rows = Vec::new();
    for line in shown.lines() {
        let Some((owner, chips)) = line.split_once("  ") else {
            continue;
        };
        match chips.split_whitespace().collect::<Vec<_>>()[..] {
            [same] => rows.push((owner, same, same)),
            [before, _, "=", after] => rows.push((owner, before, after)),
            _ => {}
        }
    }
    rows
}

/// A table of chips begins with what the table before it ended with, also at a payout that lists earlier fees again.
#[test]
fn the_chips_of_a_player_go_on_from_step_to_step() {
    let mut compared = 0;
    let is_asked = |file: &&CheckedFile| {
        file.path.contains("pamphile-1758") || file.path.contains("basile-pays-to-deal-again")
    };
    for file in LIBRARY.iter().filter(is_asked) {
        let shown = Command::new(env!("CARGO_BIN_EXE_mouche"))
            .args(["show", "--plain", &file.path])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("mouche");
        let shown = String::from_utf8(shown.stdout).expect("text");
        let mut held: BTreeMap<&str, &str> = BTreeMap::new();
        for (owner, before, after) in rows_of_chips(&shown) {
            let is_player = file.stories[0].players.iter().any(|name| name == owner);
            if !is_player {
                continue;
            }
            if let Some(last) = held.insert(owner, after) {
                assert_eq!(before, last, "{}: {owner}", file.path);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} amounts");
}
