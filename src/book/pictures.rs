//! The chapter of pictures: each drawing once for the editions that share it, and the same in words.

use super::links::Link;
use super::odds::debts;
use super::picture::cards::{Pack, all_packs, order, packs};
use super::picture::flow::{Said, ends, flow, stops, told};
use super::picture::plots::{Axes, BY_PLAYERS, Line, lines};
use super::picture::{Picture, table};
use super::sign;
use crate::editions;
use crate::explore;
use crate::narrate::face::grouped;
use crate::page::markdown::one_line;
use crate::page::{Place, alike};
use crate::rules::{Marked, Ruleset, Topic};
use anyhow::{Result, anyhow};
use askama::Template;
use std::path::Path;

/// How many hands of a growing pool are shown: after six the largest no longer fits a purse of a thousand by far.
const HANDS: usize = 6;
/// The players of the drawing that compares three ways to put debts in: those of the source's own example of a ceiling.
const FIVE: u8 = 5;

/// A drawing, the editions that share it, and the same in words.
struct Shared {
    editions: Vec<&'static Ruleset>,
    clauses: Vec<Link>,
    figure: String,
    words: String,
}

impl Shared {
    fn names(&self) -> String {
        self.editions.iter().map(|edition| edition.name).collect::<Vec<_>>().join("; ")
    }
}

#[derive(Template)]
#[template(path = "pictures.md")]
struct Pictures {
    order: Vec<Shared>,
    packs: Vec<Shared>,
    flow: Vec<Shared>,
    growth: [String; 2],
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

/// The chapter, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn pictures(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let ([_, capped, staged], players, entry) = (debts(), by_players()?, by_entry()?);
    let axes = Axes::of_pools(HANDS, "chips in the pool");
    let by_players = lines("All debts at once, no ceiling: the pool from hand to hand", &axes, &players);
    let by_entry = lines(&format!("{FIVE} players: three ways to put debts in"), &axes, &entry);
    let chapter = Pictures {
        order: shared(order, Topic::Rank, place, |_| Ok(String::new()))?,
        packs: shared(packs, Topic::Pack, place, packs_in_words)?,
        flow: shared(flow, Topic::DeclOrder, place, |rules| Ok(one_line(&Flow { rules, place }.render()?)))?,
        growth: [by_players.figure("growth-players")?, by_entry.figure("growth-entry")?],
        pools: pools_in_words(&players, &entry)?,
        ceiling: linked(capped, Topic::DebtCap, place),
        staged: linked(staged, Topic::DebtEnter, place),
    };
    Ok(chapter.render()?)
}

fn linked(rules: &Ruleset, topic: Topic, place: Place) -> Link {
    Link::new(place.clause(rules.id, topic), rules.name)
}

/// A drawing for each edition; editions whose drawings are alike share one.
fn shared(
    draw: fn(&Ruleset) -> Picture,
    topic: Topic,
    place: Place,
    words: impl Fn(&Ruleset) -> Result<String>,
) -> Result<Vec<Shared>> {
    let drawn = alike(editions::ALL.iter().map(|edition| (draw(edition), *edition)));
    let link = |edition: &&Ruleset| Link::new(place.clause(edition.id, topic), edition.short.to_string());
    let share = |(picture, editions): &(Picture, Vec<&'static Ruleset>)| {
        Ok(Shared {
            figure: picture.figure(&format!("pictures-{}", editions[0].id))?,
            words: words(editions[0])?,
            clauses: editions.iter().map(link).collect(),
            editions: editions.clone(),
        })
    };
    drawn.iter().map(share).collect()
}

/// The packs of an edition as a table, as HTML on one line.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn packs_in_words(rules: &Ruleset) -> Result<String> {
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
fn by_players() -> Result<Vec<Line>> {
    let [at_once, ..] = debts();
    let players = at_once.players.read();
    let named =
        players.map(|players| (players.from..=players.to).map(|n| (n, format!("{n} players"))).collect::<Vec<_>>());
    let signs = named.marks().signs();
    let drawn = |((n, name), tone): (&(u8, String), _)| line(at_once, *n, tone, format!("{name}{signs}"));
    named.set(|all, _| all.iter().zip(BY_PLAYERS).map(drawn).collect())
}

/// A line for each way to put debts in.
fn by_entry() -> Result<Vec<Line>> {
    let [at_once, capped, staged] = debts();
    let ceiling = |rules: &Ruleset| {
        let named = |most: Option<i64>| most.map_or("no ceiling".into(), |most| format!("ceiling {most}"));
        rules.debt_cap.read().map(named).to_string()
    };
    let one_by_one = staged.debt_enter.read().map(|_| "one by one").to_string();
    let named = [
        (at_once, "tone-at-once", ceiling(at_once)),
        (capped, "tone-capped", ceiling(capped)),
        (staged, "tone-staged", one_by_one),
    ];
    named.into_iter().map(|(rules, tone, name)| line(rules, FIVE, tone, name)).collect()
}

/// The same in figures, as HTML on one line.
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
