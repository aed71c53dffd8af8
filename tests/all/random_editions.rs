//! Editions with random values, each as the file of an author: a valid one breaks no law, and of an invalid one the checker says
//! where it is wrong and why.

use crate::other_values::change_each_part;
use crate::{laws, test_extent};
use mouche::editions::{
    built_in_editions, built_in_trick_editions, clause_in_edition_file::written_or_inherited_part,
};
use mouche::rules::{ClauseId, ClauseLookup, Ruleset};
use mouche::scenario::check;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A source of random numbers, the same for the same seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number from 0 to below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    /// Returns one item of a list.
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.roll(list.len())]
    }
}

/// Returns the values that our editions of the same machine give each clause, as files write them.
pub fn values_of_editions(base: &Ruleset) -> BTreeMap<ClauseId, Vec<String>> {
    let mut values: BTreeMap<ClauseId, Vec<String>> = BTreeMap::new();
    let same_machine = built_in_editions().filter(|edition| edition.family() == base.family());
    for edition in same_machine {
        for topic in ClauseId::ALL {
            if edition.any_clause(*topic).is_none() {
                continue;
            }
            let Some(value) = written_or_inherited_part(edition.id, *topic, "value") else {
                continue;
            };
            let known = values.entry(*topic).or_default();
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }
    values
}

/// Returns a value in which, now and then, one number is another.
fn change_number(value: &str, dice: &mut Dice) -> String {
    let starts: Vec<usize> = value
        .char_indices()
        .filter(|(at, c)| {
            let before = value[..*at].chars().next_back();
            c.is_ascii_digit() && before == Some(' ')
        })
        .map(|(at, _)| at)
        .collect();
    if starts.is_empty() || dice.roll(3) > 0 {
        return value.to_owned();
    }
    let start = *dice.choose(&starts);
    let digits = value[start..].chars().take_while(char::is_ascii_digit);
    let end = start + digits.count();
    let number = dice.roll(24);
    format!("{}{number}{}", &value[..start], &value[end..])
}

/// Returns the file of an edition in which some clauses of the base have these values.
pub fn write_edition(base: &Ruleset, values: &[(ClauseId, String)]) -> String {
    let id = base.id;
    let mut text = format!("id = \"random\"\nbased_on = \"{id}\"\nname = \"Random\"\n");
    for (topic, value) in values {
        text += &format!(
            "\n[{topic}]\nvalue = {value}\ntext = \"A random rule.\"\nsource = \"silent\"\n\n[[{topic}.reading]]\nid = \"random.{topic}\"\n\
             kind = \"silence\"\nquestion = \"Which value?\"\nruling = \"This one.\"\nwhy = \"It is random.\"\n"
        );
    }
    text
}

/// Reads an edition file as the checker does. An invalid one has one message, at a place, with a reason.
pub fn read_or_explain(text: &str) -> Option<Ruleset> {
    let checked = check("editions/random.toml", text.as_bytes());
    match &checked.diagnostics[..] {
        [] => {
            let read = Ruleset::read(text, &|id| mouche::editions::built_in_by_id(id));
            Some(read.unwrap_or_else(|error| panic!("{error} in\n{text}")))
        }
        [wrong] => {
            assert!(
                !wrong.message.is_empty() && !wrong.label.is_empty(),
                "{text}"
            );
            assert!(!text[wrong.span.clone()].is_empty(), "{wrong:?} in\n{text}");
            None
        }
        several => panic!("{several:?} in\n{text}"),
    }
}

/// An edition, and the values that its clauses can have instead of their own.
pub struct BaseWithValues {
    pub rules: &'static Ruleset,
    values: Vec<(ClauseId, Vec<String>)>,
}

impl BaseWithValues {
    /// Returns editions of one kind of game, each with the values of all of them, and those that differ from these by one part.
    pub fn of_editions(editions: &[&'static Ruleset]) -> Vec<BaseWithValues> {
        let with_values = editions.par_iter().map(|rules| {
            let mut values = values_of_editions(rules);
            for (topic, known) in &mut values {
                let Some(own) = written_or_inherited_part(rules.id, *topic, "value") else {
                    continue;
                };
                let changed = change_each_part(rules, *topic, &own);
                known.extend(changed.into_iter().filter(|value| value != &own));
            }
            let values = values.into_iter().collect();
            BaseWithValues { rules, values }
        });
        with_values.collect()
    }

    /// Adds a value that a clause can have.
    fn add_value(&mut self, topic: ClauseId, value: &str) {
        let mut values = self.values.iter_mut();
        let known = values.find(|(other, _)| *other == topic);
        known.expect("a clause").1.push(value.to_owned());
    }

    /// Returns random values of up to six clauses.
    pub fn random_values(&self, dice: &mut Dice) -> Vec<(ClauseId, String)> {
        let mut changed = BTreeMap::new();
        for _ in 0..=dice.roll(5) {
            let (topic, values) = dice.choose(&self.values);
            let value = dice.choose(values);
            changed.insert(*topic, change_number(value, dice));
        }
        changed.into_iter().collect()
    }
}

/// Values of clauses that differ from those of a base.
pub type EditionValues = (&'static Ruleset, Vec<(ClauseId, String)>);

/// Returns so many random editions that the checker accepts.
pub fn valid_random_editions(bases: &[BaseWithValues], wanted: usize) -> Vec<EditionValues> {
    let (mut valid, mut refused) = (Vec::new(), 0);
    for seed in 0.. {
        if valid.len() == wanted {
            break;
        }
        let mut dice = Dice::new(seed);
        let base = dice.choose(bases);
        let values = base.random_values(&mut dice);
        match read_or_explain(&write_edition(base.rules, &values)) {
            Some(_) => valid.push((base.rules, values)),
            None => refused += 1,
        }
    }
    assert!(refused > 0, "no edition was refused");
    valid
}

/// Returns the number of valid editions to play, and the least number of deals by each.
pub fn editions_and_deals_to_play() -> (usize, u64) {
    if test_extent::are_all_wanted() {
        (2_000, 1_000)
    } else {
        (150, 30)
    }
}

#[test]
fn random_editions_with_tricks_break_no_law() {
    let editions: Vec<&Ruleset> = built_in_editions()
        .filter(|edition| edition.tricks().is_some())
        .collect();
    assert_eq!(editions.len(), built_in_trick_editions().count());
    let mut bases = BaseWithValues::of_editions(&editions);
    for base in &mut bases {
        base.add_value(ClauseId::PayShare, r#"{ parts = 1, earner = "most" }"#);
        base.add_value(ClauseId::TurnCard, r#""dealers_last""#);
    }
    let (wanted, deals) = editions_and_deals_to_play();
    let valid = valid_random_editions(&bases, wanted);
    let wrong: Vec<String> = valid
        .par_iter()
        .filter_map(|(base, values)| {
            let law = play_edition(base, values, deals)??;
            let (fewer, law) = leave_out_values(base, values.clone(), law, deals);
            Some(format!("{}, {fewer:?}: {law}", base.id))
        })
        .collect();
    let count = valid.len();
    let list = wrong.join("\n");
    assert!(
        list.is_empty(),
        "{} editions of {count}:\n{list}",
        wrong.len()
    );
}

/// Plays sessions by an edition with these values until there were so many deals. Returns none if the checker refuses the
/// edition, else the law that it breaks.
fn play_edition(
    base: &Ruleset,
    values: &[(ClauseId, String)],
    wanted_deals: u64,
) -> Option<Option<String>> {
    let rules = read_or_explain(&write_edition(base, values))?;
    let rules = rules.tricks().expect("tricks");
    let players = rules.players.value;
    let numbers = u64::from(players.to - players.from) + 1;
    let mut deals = 0;
    for session in 0.. {
        if deals >= wanted_deals {
            break;
        }
        let seats = players.from + (session % numbers) as u8;
        let played = std::panic::catch_unwind(|| laws::play_session(rules, seats, session));
        match played {
            // A session without a deal is over at once, so each counts as one.
            Ok(played_deals) => deals += played_deals.max(1),
            Err(why) => {
                let text = why.downcast_ref::<String>().cloned();
                let text =
                    text.or_else(|| why.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                return Some(Some(text.unwrap_or_default()));
            }
        }
    }
    Some(None)
}

/// Leaves out values as long as the edition still breaks a law.
fn leave_out_values(
    base: &Ruleset,
    mut values: Vec<(ClauseId, String)>,
    mut law: String,
    deals: u64,
) -> (Vec<(ClauseId, String)>, String) {
    let mut at = 0;
    while at < values.len() {
        let mut fewer = values.clone();
        fewer.remove(at);
        match play_edition(base, &fewer, deals) {
            Some(Some(still)) => (values, law) = (fewer, still),
            _ => at += 1,
        }
    }
    (values, law)
}

#[test]
fn no_values_of_our_editions_exclude_each_other() {
    for edition in built_in_editions() {
        assert_eq!(edition.find_exclusion(), None, "{}", edition.id);
    }
}

/// Returns an edition file with a random mistake, or with a change that may be none.
fn break_file(text: &str, dice: &mut Dice) -> String {
    let characters: Vec<char> = text.chars().collect();
    let lines: Vec<&str> = text.lines().collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    match dice.roll(6) {
        0 => {
            let at = dice.roll(characters.len());
            let with_gap = characters[..at].iter().chain(&characters[at + 1..]);
            with_gap.collect()
        }
        1 => {
            let at = dice.roll(characters.len());
            let added = *dice.choose(&['"', '[', ']', '{', '=', '.', 'x', '7', '♠', '\n', '\0']);
            let mut with_more = characters;
            with_more.insert(at, added);
            with_more.into_iter().collect()
        }
        2 => {
            let at = dice.roll(lines.len());
            [&lines[..at], &lines[at + 1..]].concat().join("\n")
        }
        3 => {
            let (one, other) = (dice.roll(lines.len()), dice.roll(lines.len()));
            let mut swapped = lines;
            swapped.swap(one, other);
            swapped.join("\n")
        }
        4 => {
            let (word, other) = (*dice.choose(&words), *dice.choose(&words));
            text.replacen(word, other, 1)
        }
        _ => {
            let at = dice.roll(characters.len());
            characters[..at].iter().collect()
        }
    }
}

#[test]
fn a_broken_file_has_one_error_at_its_place() {
    let mut texts: Vec<String> = built_in_editions().map(write_own_clauses).collect();
    // An edition with options is broken as often as any other.
    let with_options = include_str!("../editions/editions/lebrun-1827.toml");
    texts.push(with_options.replacen("lebrun-1827", "random", 1));
    let files = if test_extent::are_all_wanted() {
        5_000
    } else {
        300
    };
    let broken = AtomicUsize::new(0);
    for first in (0..).step_by(64) {
        if broken.load(Ordering::Relaxed) >= files {
            break;
        }
        (first..first + 64).into_par_iter().for_each(|seed| {
            let mut dice = Dice::new(seed);
            let whole = dice.choose(&texts).as_str();
            if has_one_error_at_its_place(&break_file(whole, &mut dice)) {
                broken.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// Checks that a file has one error and that the error marks its token. Returns false if the file has none.
fn has_one_error_at_its_place(text: &str) -> bool {
    let checked = check("editions/random.toml", text.as_bytes());
    let [wrong] = &checked.diagnostics[..] else {
        assert!(
            checked.diagnostics.is_empty(),
            "{:?} in\n{text}",
            checked.diagnostics
        );
        return false;
    };
    assert!(!wrong.message.is_empty() && !wrong.label.is_empty());
    let marked = text.get(wrong.span.clone()).expect("a place in the file");
    // What is missing has no token.
    let has_token = !marked.is_empty();
    let is_missing =
        wrong.message.starts_with("this edition") || wrong.message.contains(" has no ");
    assert!(has_token || is_missing, "{}: {text}", wrong.message);
    assert!(!marked.contains('\n'), "{}: {marked}", wrong.message);
    true
}

/// Returns the file of an edition that gives some clauses of the base itself.
fn write_own_clauses(base: &'static Ruleset) -> String {
    let mut values = Vec::new();
    for topic in ClauseId::ALL {
        if let Some(value) = written_or_inherited_part(base.id, *topic, "value") {
            values.push((*topic, value));
        }
    }
    write_edition(base, &values)
}

#[test]
fn values_that_exclude_each_other_are_refused_with_the_reason() {
    for (base, topic, value, message) in [
        (
            "boussac-1896",
            "players",
            "{ from = 3, to = 6 }",
            "does not have a spare hand beside",
        ),
        (
            "mouche-1718",
            "players",
            "{ from = 3, to = 13 }",
            "plays with 2 to 10 players",
        ),
        (
            "mouche-1718",
            "deal.packets",
            "{ hand = 0, ways = [] }",
            "a hand has at least one card",
        ),
        (
            "mouche-1718",
            "stake",
            "{ by = \"dealer\", chips = 7 }",
            "does not divide into the shares",
        ),
        (
            "boussac-1896",
            "pool.cap",
            "40",
            "does not divide into the shares",
        ),
        (
            "loo-2008",
            "pay.share",
            "{ parts = 4, earner = \"trick\" }",
            "earn more shares than the pool has",
        ),
        (
            "loo-2008",
            "pay.share",
            "{ parts = 9, earner = \"trick\" }",
            "no trick earns the last shares",
        ),
        (
            "loo-2008",
            "pay.share",
            "{ parts = 5, earner = \"good\" }",
            "two players can share an odd pool",
        ),
        (
            "mouche-1718",
            "debt.make",
            "[{ amount = { chips = 3 }, to = \"next_pool\" }]",
            "does not divide into the shares",
        ),
        (
            "mouche-1718",
            "turn.owner",
            "\"dealer\"",
            "the phases of a deal need `turn_up`",
        ),
        (
            "mouche-1718",
            "decl.bid",
            "\"asked\"",
            "no round of a deal offers a bid",
        ),
        (
            "mistigri-1975",
            "decl.join",
            "\"none\"",
            "a round of a deal offers to join",
        ),
        (
            "loo-2008",
            "pam.card",
            "\"none\"",
            "hold back a top card that the game does not have",
        ),
        (
            "julep-2008",
            "pay.rest",
            "\"first\"",
            "changes nothing: every pool is even",
        ),
        (
            "mouche-1718",
            "decl.fille",
            "\"open\"",
            "changes nothing: this edition has no spare hand",
        ),
        (
            "boussac-1896",
            "flush.points",
            "{ A = 10, K = 10, Q = 10, J = 10, 10 = 10, 9 = 9, 8 = 8, 7 = 7, 6 = 9, 5 = 5, 4 = 4, 3 = 3, 2 = 2 }",
            "only in cards that the pack does not have",
        ),
        (
            "mouche-1718",
            "decl.order",
            "[\"declarations\", \"claims\"]",
            "a deal ends with the phase `tricks`",
        ),
        (
            "mouche-1718",
            "chips.kinds",
            "[{ name = \"jeton\", chips = 0 }]",
            "each kind of chip is worth more",
        ),
        (
            "mus-pairs",
            "prize.passed",
            "-1",
            "nobody pays less than no stone",
        ),
        (
            "mus-individual",
            "prize.couples",
            "{ pair = 1, moyenne = 2, double = 3, to = \"each_partner\" }",
            "single players have no partners",
        ),
        (
            "mus-individual",
            "bet.turn",
            "\"sides_answer\"",
            "only partners answer a bet as a side",
        ),
        (
            "boussac-1896",
            "turn.card",
            "\"dealers_last\"",
            "nobody can take it",
        ),
        (
            "mus-individual",
            "players",
            "{ from = 3, to = 9 }",
            "does not have a hand for each player",
        ),
    ] {
        let base = mouche::editions::built_in_by_id(base).expect("an edition");
        let topic = ClauseId::by_id(topic).expect("a clause");
        let text = write_edition(base, &[(topic, value.to_owned())]);
        let checked = check("editions/random.toml", text.as_bytes());
        let [wrong] = &checked.diagnostics[..] else {
            panic!("{topic} = {value}: {:?}", checked.diagnostics)
        };
        assert!(
            wrong.message.contains(message),
            "{topic} = {value}: {}",
            wrong.message
        );
    }
    let cards = r#"{ then = ["folded", "discards"] }"#.to_owned();
    let changed = [
        (ClauseId::DeclAll, r#""in_turn""#.to_owned()),
        (ClauseId::ExchangeShort, cards),
    ];
    let base = mouche::editions::built_in_by_id("boussac-1896").expect("an edition");
    let checked = check(
        "editions/random.toml",
        write_edition(base, &changed).as_bytes(),
    );
    let [wrong] = &checked.diagnostics[..] else {
        panic!("{:?}", checked.diagnostics)
    };
    assert!(
        wrong.message.contains("take up their hands again"),
        "{}",
        wrong.message
    );
    assert!(!wrong.related.is_empty());
}
