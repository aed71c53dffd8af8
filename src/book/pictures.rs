//! The pictures beside the rules that they draw, and the same in words.

use super::odds::debts;
use super::picture::cards::{Pack, all_packs, order, packs};
use super::picture::flow::{Said, ends, flow, stops, told};
use super::picture::plots::{Axes, BY_PLAYERS, Line, lines};
use super::picture::{Picture, table};
use super::{Link, sign};
use crate::explore;
use crate::narrate::grouped;
use crate::page::{Place, one_line};
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
    let axes = Axes::of_pools(HANDS, "chips in the pool");
    let by_players = lines("All debts at once, no ceiling: the pool from hand to hand", &axes, &players);
    let by_entry = lines(&format!("{FIVE} players: three ways to put debts in"), &axes, &entry);
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

fn said(rules: &Ruleset, said: Said) -> String {
    let one = |(topic, said): &(Topic, Marked<String>)| {
        format!(r#"<span data-clause="{}">{}</span>"#, rules.clause_id(*topic), sign::words(said))
    };
    said.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A line for each number of players, all debts put in at once.
fn by_players() -> Result<Vec<Line>> {
    let [at_once, ..] = debts();
    let players = at_once.players.read();
    let named =
        players.map(|players| (players.from..=players.to).map(|n| (n, format!("{n} players"))).collect::<Vec<_>>());
    let signs = named.marks().signs();
    let drawn = |((n, name), tone): (&(u8, String), _)| line(at_once, *n, tone, format!("{name}{signs}"));
    named.set(|all, _| all.iter().zip(BY_PLAYERS).map(drawn).collect())
}

fn by_entry() -> Result<Vec<Line>> {
    let [at_once, capped, staged] = debts();
    let ceiling = |rules: &Ruleset| {
        let named = |most: i64| format!("ceiling {most}");
        rules.debt_cap.read().map(|most| most.0.map_or("no ceiling".into(), named)).to_string()
    };
    let one_by_one = staged.debt_enter.read().map(|_| "one by one").to_string();
    let named = [
        (at_once, "tone-at-once", ceiling(at_once)),
        (capped, "tone-capped", ceiling(capped)),
        (staged, "tone-staged", one_by_one),
    ];
    named.into_iter().map(|(rules, tone, name)| line(rules, FIVE, tone, name)).collect()
}

fn pools_in_words(players: &[Line], entry: &[Line]) -> Result<String> {
    let heads = players.iter().map(|line| line.name.clone());
    let heads = heads.chain(entry[1..].iter().map(|line| format!("{FIVE}, {}", line.name)));
    let lines: Vec<&Line> = players.iter().chain(&entry[1..]).collect();
    let pools = |hand: usize| lines.iter().map(move |line| grouped(line.points[hand].0 as i64)).collect();
    table("The pools", heads, (0..HANDS).map(|hand| ((hand + 1).to_string(), pools(hand))))
}

fn line(rules: &Ruleset, players: u8, tone: &'static str, name: String) -> Result<Line> {
    let pools = explore::growth(rules, players, HANDS).map_err(|refusal| anyhow!("{}: {refusal:?}", rules.id))?;
    Ok(Line { name, tone, points: pools.into_iter().map(|pool| (pool as f64, 0.0)).collect() })
}
