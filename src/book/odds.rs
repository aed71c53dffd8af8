//! The chapter of odds: each plot with its table, and prose whose figures are filled in. Here is what it says of pools: how
//! they grow in an evening, and how often a ceiling cuts a debt.

mod hands;
mod mus;
mod played;

use super::picture::plots::{Axes, Bar, Line, bars, lines};
use super::picture::{Plot, players, plot, table};
use super::{Link, sign};
use crate::explore::odds::{Evening, Share};
use crate::narrate::{grouped, percent, share};
use crate::page::Place;
use crate::rules::{Marked, Ruleset, Topic};
use anyhow::{Context, Result};
use askama::Template;
pub use mus::holdings;
pub use played::{FIVE, HANDS, Holding, Of, Played, SEED, SESSIONS, debts, tried};
use played::{Figures, found};
use std::path::Path;

#[derive(Template)]
#[template(path = "odds.md")]
struct Chapter(Figures);

impl Chapter {
    fn the(&self, name: &str) -> askama::Result<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .ok_or_else(|| askama::Error::custom(format!("there is no figure `{name}`")))
    }
}

pub(super) fn odds(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let played = played::known()?;
    let clause = |rules: &Ruleset, topic, words: &str| Link::new(place.clause(rules.id, topic), words).markdown();
    let [base, _] = tried();
    let [_, capped, staged] = debts();
    let mut figures = Figures::from([
        ("strategy", place.to("strategy.html")),
        ("flush", clause(base, Topic::FlushWhat, base.terms.flush)),
        ("ceiling of", clause(capped, Topic::DebtCap, capped.name)),
        ("a ceiling", clause(capped, Topic::DebtCap, "A ceiling")),
        ("staged", clause(staged, Topic::DebtEnter, "debts put in one by one")),
        ("seed", SEED.to_string()),
        ("hands", grouped(HANDS)),
        ("sessions", grouped(SESSIONS)),
    ]);
    figures.extend(hands::dealt()?);
    figures.extend(hands::going_in(played)?);
    figures.extend(pools(played)?);
    figures.extend(mus::phases(played)?);
    Ok(Chapter(figures).render()?)
}

fn pools(played: &Played) -> Result<Figures> {
    let [at_once, capped, _] = debts();
    let free = found(&played.careful, at_once, FIVE)?;
    let bold = all(&played.bold)?;
    let ceiling = capped.debt_cap.read().map(|ceiling| ceiling.0.unwrap_or_default());
    let own = ceiling.set(|ceiling, _| played.ceilings.iter().find(|(chips, ..)| chips == ceiling));
    let (_, careful_cut, bold_cut) = own.context("the ceiling of the edition is not among those compared")?;
    let last = |pools: &[i64]| grouped(pools.last().copied().unwrap_or_default());
    let ([growing, growing_table], [cut, cut_table]) = (growing(free, bold)?, cut(capped, &played.ceilings)?);
    let [at_once, capped, staged] = bold.map(|evening| last(&evening.half));
    Ok(Figures::from([
        ("growing", growing),
        ("growing table", growing_table),
        ("cut", cut),
        ("cut table", cut_table),
        ("five", players(FIVE).into()),
        ("last hand", free.pools.len().to_string()),
        // Those who fold in time, all debts at once.
        ("owing", percent(free.owing.found())),
        ("nine in ten", last(&free.nine_in_ten)),
        ("largest", grouped(free.largest)),
        // Those who never fold.
        ("bold at once", at_once),
        ("bold capped", capped),
        ("bold staged", staged),
        ("ceiling", sign::words(&ceiling)),
        ("cut of the careful", percent(careful_cut.found())),
        ("cut of the bold", percent(bold_cut.found())),
    ]))
}

fn all(all: &[Of<Evening>]) -> Result<[&Evening; 3]> {
    let [at_once, capped, staged] = debts().map(|rules| found(all, rules, FIVE));
    Ok([at_once?, capped?, staged?])
}

/// Four lines: those who fold in time, then those who never do, for each way to put debts in.
fn growing(careful: &Evening, bold: [&Evening; 3]) -> Result<Plot> {
    let [at_once, capped, staged] = debts();
    let at_once_name = entered(at_once, "at once");
    let names = [
        format!("fold in time, {at_once_name}"),
        format!("never fold, {at_once_name}"),
        format!("never fold, {}", ceiling(capped).map(|words| of(capped, &words))),
        format!("never fold, {}", entered(staged, "one by one")),
    ];
    let evenings = [careful, bold[0], bold[1], bold[2]];
    let hands = evenings.iter().map(|evening| evening.pools.len()).min().unwrap_or_default();
    let tones = ["tone-careful", "tone-at-once", "tone-capped", "tone-staged"];
    let line = |((name, evening), tone): ((&String, &Evening), _)| Line {
        name: name.clone(),
        tone,
        points: evening.half.iter().take(hands).map(|pool| (*pool as f64, 0.0)).collect(),
    };
    let axes = Axes::of_pools(hands, "chips, in half of the evenings");
    let title =
        format!("The pool from hand to hand, {} players; each line across is ten times the one below", players(FIVE));
    let row = |hand: usize| {
        let of =
            |evening: &&Evening| format!("{} – {}", grouped(evening.half[hand]), grouped(evening.nine_in_ten[hand]));
        ((hand + 1).to_string(), evenings.iter().map(of).collect())
    };
    let drawn: Vec<Line> = names.iter().zip(evenings).zip(tones).map(line).collect();
    let table = table("The pool", &names, (0..hands).map(row))?;
    plot("odds-pools", &lines(&title, &axes, &drawn), table)
}

/// How an edition has debts put in, in these words, with the signs of what it says of it.
fn entered(rules: &Ruleset, words: &str) -> String {
    rules.debt_enter.read().map(|_| of(rules, words)).to_string()
}

fn of(rules: &Ruleset, words: &str) -> String {
    format!("{words} ({})", rules.short)
}

fn ceiling(rules: &Ruleset) -> Marked<String> {
    rules.debt_cap.read().map(|ceiling| format!("ceiling {}", ceiling.0.unwrap_or_default()))
}

fn cut(rules: &Ruleset, ceilings: &[(i64, Share, Share)]) -> Result<Plot> {
    let bar = |chips: &i64, who: &str, tone, cut: &Share| Bar {
        name: format!("a ceiling of {chips} chips, {who}"),
        tone,
        share: cut.found(),
        figure: percent(cut.found()),
        interval: Some(cut.interval()),
    };
    let both = |(chips, careful, bold): &(i64, Share, Share)| {
        [bar(chips, "they fold in time", "tone-careful", careful), bar(chips, "they never fold", "tone-capped", bold)]
    };
    let row = |(chips, careful, bold): &(i64, Share, Share)| {
        (format!("a ceiling of {chips}"), vec![grouped(careful.of), share(*careful), grouped(bold.of), share(*bold)])
    };
    let title = format!("How many debts a ceiling cuts, {} with {}", rules.name, players(FIVE));
    let heads = ["fold in time: debts", "cut", "never fold: debts", "cut"];
    let table = table("Debts cut", heads, ceilings.iter().map(row))?;
    plot("odds-ceiling", &bars(&title, &ceilings.iter().flat_map(both).collect::<Vec<_>>()), table)
}
