//! The pictures beside the rules that they draw, and the same in words.

use super::links::Link;
use super::odds::debts;
use super::picture::cards::{Pack, all_packs, order, packs};
use super::picture::flow::{Said, ends, flow, stops, told};
use super::picture::plots::{Pools, growth};
use super::picture::{Picture, table};
use super::sign;
use crate::explore;
use crate::narrate::face::grouped;
use crate::page::Place;
use crate::page::markdown::one_line;
use crate::rules::{Marked, Ruleset, Topic};
use anyhow::{Result, anyhow};
use askama::Template;

/// How many hands of a growing pool are shown: after six the largest no longer fits a purse of a thousand by far.
const HANDS: usize = 6;
/// The players of the drawing that compares three ways to put debts in: those of the source's own example of a ceiling.
const FIVE: u8 = 5;

#[derive(Template)]
#[template(path = "growth.md")]
struct Growth {
    figures: [String; 2],
    pools: String,
    ceiling: Link,
    staged: Link,
}

#[derive(Template)]
#[template(path = "packs.html")]
struct Packs {
    /// Whose they are, since regions of one page need names of their own.
    of: String,
    packs: Vec<Pack>,
    has_spare: bool,
    signs: String,
}

#[derive(Template)]
#[template(path = "flow.html")]
struct Flow<'a> {
    rules: &'a Ruleset,
    place: Place,
}

/// What is drawn beside a clause, as Markdown for a page at this place; nothing beside most.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn picture(rules: &Ruleset, topic: Topic, place: Place) -> Result<String> {
    let drawn = |picture: Picture, words: String| Ok(format!("{}{words}", picture.figure(rules.id)?));
    match topic {
        Topic::Rank => drawn(order(rules), String::new()),
        Topic::Pack => drawn(packs(rules), packs_in_words(rules)?),
        Topic::DeclOrder => drawn(flow(rules), one_line(&Flow { rules, place }.render()?)),
        Topic::DebtEnter if rules.id == debts()[0].id => grown(place),
        _ => Ok(String::new()),
    }
}

/// How the pool grows where nothing holds it, and with each of what may hold it.
fn grown(place: Place) -> Result<String> {
    let ([_, capped, staged], players, entry) = (debts(), by_players()?, by_entry()?);
    let by_players = growth("All debts at once, no ceiling: the pool from hand to hand", &players);
    let by_entry = growth(&format!("{FIVE} players: three ways to put debts in"), &entry);
    let grown = Growth {
        figures: [by_players.figure("growth-players")?, by_entry.figure("growth-entry")?],
        pools: pools_in_words(&players, &entry)?,
        ceiling: linked(capped, Topic::DebtCap, place),
        staged: linked(staged, Topic::DebtEnter, place),
    };
    Ok(grown.render()?)
}

fn linked(rules: &Ruleset, topic: Topic, place: Place) -> Link {
    Link::new(place.clause(rules.id, topic), rules.name)
}

/// The packs of an edition as a table, as HTML on one line.
fn packs_in_words(rules: &Ruleset) -> Result<String> {
    let of = format!(": {}", rules.name);
    let packs = all_packs(rules).set(|packs, marks| Packs {
        of,
        has_spare: packs.iter().any(|pack| pack.spare > 0),
        packs: packs.clone(),
        signs: sign::sign(marks),
    });
    Ok(one_line(&packs.render()?))
}

/// What clauses say, as HTML with their signs.
fn said(rules: &Ruleset, said: Said) -> String {
    let one = |(topic, said): &(Topic, Marked<String>)| {
        format!(r#"<span data-clause="{}">{}</span>"#, rules.clause_id(*topic), sign::words(said))
    };
    said.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A line for each number of players, all debts put in at once.
fn by_players() -> Result<Vec<Pools>> {
    let [at_once, ..] = debts();
    let players = at_once.players.read();
    let named =
        players.map(|players| (players.from..=players.to).map(|n| (n, format!("{n} players"))).collect::<Vec<_>>());
    let signs = named.marks().signs();
    named.set(|all, _| all.iter().map(|(n, name)| line(at_once, *n, format!("{name}{signs}"))).collect())
}

/// A line for each way to put debts in.
fn by_entry() -> Result<Vec<Pools>> {
    let [at_once, capped, staged] = debts();
    let ceiling = |rules: &Ruleset| {
        let named = |most: Option<i64>| most.map_or("no ceiling".into(), |most| format!("ceiling {most}"));
        rules.debt_cap.read().map(named).to_string()
    };
    let one_by_one = staged.debt_enter.read().map(|_| "one by one").to_string();
    let named = [(at_once, ceiling(at_once)), (capped, ceiling(capped)), (staged, one_by_one)];
    named.into_iter().map(|(rules, name)| line(rules, FIVE, name)).collect()
}

/// The same in figures, as HTML on one line.
fn pools_in_words(players: &[Pools], entry: &[Pools]) -> Result<String> {
    let five = |line: &Pools| format!("{FIVE}, {}", line.name);
    let heads: Vec<String> = players.iter().map(|line| line.name.clone()).chain(entry[1..].iter().map(five)).collect();
    let lines: Vec<&Pools> = players.iter().chain(&entry[1..]).collect();
    let row = |hand: usize| {
        let pools = lines.iter().filter_map(|line| line.pools.get(hand)).map(|pool| grouped(*pool));
        (format!("Hand {}", hand + 1), pools.collect())
    };
    table("The pools", heads, (0..HANDS).map(row))
}

fn line(rules: &Ruleset, players: u8, name: String) -> Result<Pools> {
    let pools = explore::growth(rules, players, HANDS).map_err(|refusal| anyhow!("{}: {refusal:?}", rules.id))?;
    Ok(Pools { name, pools })
}
