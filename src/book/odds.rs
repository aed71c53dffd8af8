//! The chapter of odds: each plot with its table, and prose whose figures are filled in. Here is what is said of pools.

mod hands;

use super::picture::plots::{Axes, BY_PLAYERS, Bar, Line, bars, lines};
use super::picture::{players, table};
use super::{markdown_link, sign};
use crate::explore::growth;
use crate::explore::odds::{Evening, Share};
use crate::narrate::{grouped, percent, share};
use crate::page::Place;
use crate::rules::{Marked, Ruleset, Topic};
use anyhow::{Context, Result, anyhow};
use askama::Template;
pub use hands::{FIVE, HANDS, Holding, Of, Played, SEED, SESSIONS, debts, holdings, tried};
use hands::{Figures, Plot, found, tables};
use std::path::Path;

#[derive(Template)]
#[template(path = "odds.md")]
struct Chapter(Figures);

impl Chapter {
    fn the(&self, name: &str) -> askama::Result<&String> {
        self.0.get(name).ok_or_else(|| askama::Error::custom(format!("there is no figure `{name}`")))
    }
}

pub(super) fn odds(page: &Path) -> Result<String> {
    let place = Place::of(page);
    let played = hands::known()?;
    let clause = |rules: &Ruleset, topic, words: &str| markdown_link(place.clause(rules.id, topic), words);
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
    figures.extend(hands::at_mus(played)?);
    Ok(Chapter(figures).render()?)
}

fn pools(played: &Played) -> Result<Figures> {
    let [at_once, capped, staged] = debts();
    let careful = found(&played.careful, at_once, FIVE)?;
    let bold = |rules| found(&played.bold, rules, FIVE);
    let bold = [bold(at_once)?, bold(capped)?, bold(staged)?];
    let ceiling = capped.debt_cap.read().map(|ceiling| ceiling.0.unwrap_or_default());
    let own = ceiling.set(|ceiling, _| played.ceilings.iter().find(|(chips, ..)| chips == ceiling));
    let (_, careful_cut, bold_cut) = own.context("the ceiling of the edition is not among those compared")?;
    let last = |pools: &[i64]| grouped(pools.last().copied().unwrap_or_default());
    let mut figures = Figures::from([
        ("five", players(FIVE).into()),
        ("last hand", careful.pools.len().to_string()),
        // Those who fold in time, all debts at once.
        ("owing", percent(careful.owing.found())),
        ("nine in ten", last(&careful.nine_in_ten)),
        ("largest", grouped(careful.largest)),
        // Those who never fold.
        ("bold at once", last(&bold[0].half)),
        ("bold capped", last(&bold[1].half)),
        ("bold staged", last(&bold[2].half)),
        ("ceiling", sign::words(&ceiling)),
        ("cut of the careful", percent(careful_cut.found())),
        ("cut of the bold", percent(bold_cut.found())),
    ]);
    figures.extend(growing([careful, bold[0], bold[1], bold[2]])?);
    figures.extend(cut(capped, &played.ceilings)?);
    Ok(figures)
}

/// Four lines: those who fold in time, then those who never do, for each way to put debts in.
fn growing(evenings: [&Evening; 4]) -> Result<Plot> {
    let [at_once, capped, staged] = debts();
    let of = |rules: &Ruleset, words: &str| format!("{words} ({})", rules.short);
    let entered = |rules: &Ruleset, words: &str| rules.debt_enter.read().map(|_| of(rules, words));
    let names = [
        format!("fold in time, {}", entered(at_once, "at once")),
        format!("never fold, {}", entered(at_once, "at once")),
        format!("never fold, {}", ceiling(capped).map(|words| of(capped, &words))),
        format!("never fold, {}", entered(staged, "one by one")),
    ];
    let tones = ["tone-careful", "tone-at-once", "tone-capped", "tone-staged"];
    let hands = evenings.iter().map(|evening| evening.pools.len()).min().unwrap_or_default();
    let line = |at: usize| Line::of_pools(names[at].clone(), tones[at], &evenings[at].half[..hands]);
    let axes = Axes::of_pools(hands, "chips, in half of the evenings");
    let who = players(FIVE);
    let title = format!("The pool from hand to hand, {who} players; each line across is ten times the one below");
    let row = |hand: usize| {
        let of =
            |evening: &Evening| format!("{} – {}", grouped(evening.half[hand]), grouped(evening.nine_in_ten[hand]));
        ((hand + 1).to_string(), evenings.map(of).into())
    };
    Ok([
        ("growing", lines("odds-pools", &title, &axes, &[0, 1, 2, 3].map(line))?),
        ("growing table", table("The pool", &names, (0..hands).map(row))?),
    ])
}

fn ceiling(rules: &Ruleset) -> Marked<String> {
    rules.debt_cap.read().map(|most| most.0.map_or("no ceiling".into(), |most| format!("ceiling {most}")))
}

fn cut(rules: &Ruleset, ceilings: &[(i64, Share, Share)]) -> Result<Plot> {
    let bar = |chips: &i64, who: &str, tone, cut: &Share| Bar {
        name: format!("a ceiling of {chips} chips, {who}"),
        interval: Some(cut.interval()),
        ..Bar::of(tone, cut.found())
    };
    let both = |(chips, careful, bold): &(i64, Share, Share)| {
        [bar(chips, "they fold in time", "tone-careful", careful), bar(chips, "they never fold", "tone-capped", bold)]
    };
    let row = |(chips, careful, bold): &(i64, Share, Share)| {
        (format!("a ceiling of {chips}"), vec![grouped(careful.of), share(*careful), grouped(bold.of), share(*bold)])
    };
    let title = format!("How many debts a ceiling cuts, {} with {}", rules.name, players(FIVE));
    let heads = ["fold in time: debts", "cut", "never fold: debts", "cut"];
    Ok([
        ("cut", bars("odds-ceiling", &title, ceilings.iter().flat_map(both))?),
        ("cut table", table("Debts cut", heads, ceilings.iter().map(row))?),
    ])
}

/// How many hands of a growing pool are shown: after six the largest no longer fits a purse of a thousand by far.
const GROWN: usize = 6;

#[derive(Template)]
#[template(path = "growth.md")]
struct Growth {
    by_players: String,
    by_entry: String,
    pools: String,
    ceiling: String,
    staged: String,
}

/// How the pool grows where nothing holds it, and with each of what may hold it, as Markdown.
pub(super) fn grown(place: Place) -> Result<String> {
    let ([at_once, capped, staged], axes) = (debts(), Axes::of_pools(GROWN, "chips in the pool"));
    let line = |rules: &Ruleset, players, tone, name| {
        let pools = growth(rules, players, GROWN).map_err(|refusal| anyhow!("{}: {refusal:?}", rules.id))?;
        anyhow::Ok(Line::of_pools(name, tone, &pools))
    };
    let signs = at_once.players.read().marks().signs();
    let players = tables(at_once).zip(BY_PLAYERS);
    let players = players.map(|(count, tone)| line(at_once, count, tone, format!("{count} players{signs}")));
    let players = players.collect::<Result<Vec<_>>>()?;
    // With the players of the source's own example of a ceiling.
    let entry = [
        line(at_once, FIVE, "tone-at-once", ceiling(at_once).to_string())?,
        line(capped, FIVE, "tone-capped", ceiling(capped).to_string())?,
        line(staged, FIVE, "tone-staged", staged.debt_enter.read().map(|_| "one by one").to_string())?,
    ];
    let title = "All debts at once, no ceiling: the pool from hand to hand";
    let by_players = lines("growth-players", title, &axes, &players)?;
    let by_entry = lines("growth-entry", &format!("{FIVE} players: three ways to put debts in"), &axes, &entry)?;
    let heads = entry[1..].iter().map(|line| format!("{FIVE}, {}", line.name));
    let heads = players.iter().map(|line| line.name.clone()).chain(heads);
    let pools = |hand: usize| players.iter().chain(&entry[1..]).map(move |line| grouped(line.points[hand].0 as i64));
    let pools = table("The pools", heads, (0..GROWN).map(|hand| ((hand + 1).to_string(), pools(hand).collect())))?;
    let link = |rules: &Ruleset, topic| markdown_link(place.clause(rules.id, topic), rules.name);
    let (ceiling, staged) = (link(capped, Topic::DebtCap), link(staged, Topic::DebtEnter));
    Ok(Growth { by_players, by_entry, pools, ceiling, staged }.render()?)
}
