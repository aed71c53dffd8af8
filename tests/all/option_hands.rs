//! Every option that an edition knows is held by a hand: leave it out of the header, and the hand no longer holds.
//!
//! An edition that takes a clause over takes its options over too, so a hand of any edition that has the clause from
//! the same place will do.

use crate::library::LIBRARY;
use crate::options::UNFELT;
use mouche::editions::{self, origin};
use mouche::rules::{OptionDef, OptionValue, Ruleset};
use mouche::scenario::{CheckedFile, check};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::Value;

/// An option of an edition, as the list of the missing names it: `mouche-1718: all_pass`.
type HeldOption = BTreeSet<(&'static str, String)>;

/// The line of a header that agrees on options.
fn options_line(text: &str) -> Option<&str> {
    text.lines()
        .take_while(|line| !line.starts_with("```deal"))
        .find(|line| line.starts_with("options"))
}

fn parse_options(line: &str) -> toml::Table {
    let header: toml::Table = line.parse().expect("a line of TOML");
    header["options"]
        .as_table()
        .expect("a table of options")
        .clone()
}

fn option_values(options: &toml::Table) -> BTreeMap<String, OptionValue> {
    let setting = |value: &Value| match value {
        Value::String(word) => OptionValue::Word(word.clone()),
        Value::Boolean(flag) => OptionValue::Flag(*flag),
        Value::Integer(number) => OptionValue::Number(*number),
        Value::Table(table) => {
            let (name, number) = table.iter().next().expect("an entry");
            OptionValue::Table(name.clone(), number.as_integer().expect("a number"))
        }
        other => panic!("no option takes {other}"),
    };
    options
        .iter()
        .map(|(name, value)| (name.clone(), setting(value)))
        .collect()
}

/// The options of a scenario without which it no longer holds, under each of its editions. Where the others do not fit
/// together without it, it is the header that fails and not the hand, and nothing is held.
fn options_felt_by(file: &CheckedFile) -> HeldOption {
    let Some(line) = options_line(&file.text) else {
        return HeldOption::new();
    };
    let all = parse_options(line);
    let mut held = HeldOption::new();
    for name in all.keys() {
        let mut rest = all.clone();
        rest.remove(name);
        let text = file.text.replacen(line, &write_options(&rest), 1);
        let rest = option_values(&rest);
        let now = check(&file.path, text.as_bytes());
        // Where the header no longer fits the players, nothing is told at all.
        let holds = |id| {
            now.stories
                .iter()
                .any(|told| told.rules.id == id && told.diagnostics.is_empty())
        };
        let failing = file
            .stories
            .iter()
            .map(|story| story.rules.id)
            .filter(|id| !holds(*id));
        let fits = |id: &&str| {
            editions::by_id(id).is_some_and(|edition| edition.with_options(&rest).is_ok())
        };
        held.extend(failing.filter(fits).map(|id| (id, name.clone())));
    }
    held
}

fn write_options(options: &toml::Table) -> String {
    let entry = |(name, to): (&String, &OptionValue)| format!("{name} = {to}");
    let entries: Vec<String> = option_values(options).iter().map(entry).collect();
    format!("options = {{ {} }}", entries.join(", "))
}

/// Whether an option can be other than it is: not where its other values are at odds with the edition's own rules.
fn is_free(edition: &Ruleset, option: &OptionDef) -> bool {
    let numbers = (1..=60).map(OptionValue::Number);
    let mut others = option
        .agreeable_fixed_values(edition)
        .into_iter()
        .chain(numbers)
        .filter(|to| option.value_if_applicable(edition).as_ref() != Some(to));
    let alone = |to: OptionValue| {
        edition
            .with_options(&BTreeMap::from([(option.name.into(), to)]))
            .is_ok()
    };
    // What has nothing to say yet needs another option first.
    option.value_if_applicable(edition).is_none() || others.any(alone)
}

#[test]
fn every_option_is_held_by_a_hand() {
    let held: HeldOption = LIBRARY.iter().flat_map(options_felt_by).collect();
    let has = |edition: &'static Ruleset, option: &OptionDef| {
        let same = |other: &str| {
            let other = editions::by_id(other).expect("an edition");
            origin(other, option.topic).id == origin(edition, option.topic).id
        };
        held.iter()
            .any(|(other, name)| name == option.name && same(other))
    };
    let unfelt = |option: &OptionDef| UNFELT.contains(&option.name);
    // No debt is ever left in Julep: what is agreed about the last of them comes to nothing.
    let idle = |edition: &Ruleset, option: &OptionDef| {
        (edition.id, option.name) == ("julep-2008", "final_debts")
    };
    let mut missing = Vec::new();
    for edition in editions::ALL.iter() {
        for option in
            OptionDef::open_in(edition).filter(|option| !unfelt(option) && is_free(edition, option))
        {
            if !has(edition, option) && !idle(edition, option) {
                missing.push(format!(
                    "{}: {} ({})",
                    edition.id, option.name, option.topic
                ));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no hand ends otherwise without\n{}",
        missing.join("\n")
    );
}

#[test]
fn an_option_that_no_hand_feels_changes_nothing() {
    for name in UNFELT {
        let knows = |edition: &&&Ruleset| {
            OptionDef::by_name(name).is_some_and(|option| option.is_known_to(edition))
        };
        let edition = editions::ALL.iter().find(knows).expect("an edition");
        let agreed = edition
            .with_options(&BTreeMap::from([(
                name.to_string(),
                OptionValue::Flag(true),
            )]))
            .expect("an option");
        // How the cards are given is told in the head of a hand, and nothing of it is played.
        let mut agreed = agreed;
        agreed.deal_packets.value = edition.deal_packets.value;
        assert_eq!(format!("{agreed:?}"), format!("{edition:?}"), "{name}");
    }
}

#[test]
fn an_option_that_changes_nothing_is_not_held() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("scenarios/mouche-1718/nicolas-at-a-stricter-table.md");
    let text = std::fs::read_to_string(path).expect("a scenario");
    let with = |options: &str| {
        let text = text.replace(r#"options = { play_obligation = "strict" }"#, options);
        options_felt_by(&check("told.md", text.as_bytes()))
    };
    let strict = ("mouche-1718", "play_obligation".to_string());
    assert_eq!(
        with(r#"options = { play_obligation = "strict", allow_two = true }"#),
        HeldOption::from([strict])
    );
}
