//! One hand: what is counted, flushes and trumps as they are dealt; and what each way to declare comes to, by the number of
//! trumps.

use super::played::{Figures, Played, found, session, tried};
use crate::book::picture::plots::{Axes, BY_PLAYERS, Bar, Line, bars, lines};
use crate::book::picture::{Plot, one_in, players, plot, table};
use crate::book::sign;
use crate::cards::many;
use crate::editions::ALL;
use crate::explore::Plan;
use crate::explore::odds::{Chance, Dealing, Row, Share, Trial, decimal};
use crate::narrate::{mean, percent, share, signed};
use crate::rules::{Ruleset, Topic};
use anyhow::Result;

/// How many sit at the table of the examples.
pub(super) const FOUR: u8 = 4;

pub(super) fn dealt() -> Result<Figures> {
    let [base, spare] = tried();
    let four = Dealing::new(base, FOUR);
    let table = decimal(four.flush_at_table());
    let deals = session(base, FOUR);
    let trumps = |trumps| decimal(four.trumps(trumps));
    let wild = Dealing::new(spare, FOUR);
    let ([flush, flush_table], [trumps_drawn, trumps_table]) = (flush(&[base, spare])?, trumps_plot(&[base, spare])?);
    Ok(Figures::from([
        ("flush drawn", flush),
        ("flush table", flush_table),
        ("trumps", trumps_drawn),
        ("trumps table", trumps_table),
        ("every game", every_game()?),
        ("once in", one_in(table).replace("1 in ", "")),
        ("deals", sign::words(&deals)),
        ("in a session", deals.set(|deals, _| percent(1.0 - (1.0 - table).powi(*deals as i32)))),
        // In the pack of the edition that has the top card of every suit: so, and if it were not.
        ("top card", spare.terms.top_card.into()),
        ("wild", one_in(decimal(wild.flush())).replace("1 in ", "")),
        ("tame", one_in(decimal(wild.with_wild(false).flush())).replace("1 in ", "")),
        ("no trump", percent(trumps(0))),
        ("one trump", percent(trumps(1))),
        ("more trumps", percent(1.0 - trumps(0) - trumps(1))),
    ]))
}

fn companies<'a>(editions: &[&'a Ruleset]) -> Vec<(&'a Ruleset, Dealing<'a>)> {
    let of = |rules: &'a Ruleset| tables(rules).map(move |players| (rules, Dealing::new(rules, players)));
    editions.iter().copied().flat_map(of).collect()
}

fn company(rules: &Ruleset, dealing: &Dealing) -> String {
    rules.players.read().map(|_| format!("{}: {} players", rules.short, dealing.seats)).to_string()
}

/// The cards of a pack, with the signs of what the edition says of packs.
fn cards(rules: &Ruleset, dealing: &Dealing, what: &str) -> String {
    rules.pack.read().map(|_| format!("{}{what}", dealing.cards())).to_string()
}

fn flush(editions: &[&Ruleset]) -> Result<Plot> {
    let companies = companies(editions);
    let bar = |(rules, dealing): &(&Ruleset, Dealing)| {
        let share = decimal(dealing.flush_at_table());
        let tone = if rules.id == editions[0].id { "tone-first" } else { "tone-second" };
        let name = format!("{}, {}", company(rules, dealing), cards(rules, dealing, " cards"));
        Bar { name, tone, share, figure: percent(share), interval: None }
    };
    let row = |(rules, dealing): &(&Ruleset, Dealing)| {
        let (one, table) = (dealing.flush(), decimal(dealing.flush_at_table()));
        let cards = cards(rules, dealing, "");
        (company(rules, dealing), vec![cards, one.to_string(), percent(decimal(one)), percent(table), one_in(table)])
    };
    let heads = ["cards", "one player", "", "somebody", ""];
    let table = table("A flush dealt", heads, companies.iter().map(row))?;
    let title = "A flush dealt to somebody at the table, before any card is changed";
    plot("odds-flush", &bars(title, &companies.iter().map(bar).collect::<Vec<_>>()), table)
}

/// The same for every edition of the book: a flush, as it is dealt and as it may be drawn, and when nobody may fold.
fn every_game() -> Result<String> {
    let row = |rules: &&Ruleset| {
        let dealing = Dealing::new(rules, FOUR);
        let chance = |chance: Option<Chance>| chance.map_or("–".into(), |chance| percent(decimal(chance)));
        let forced = rules.clause(Topic::Forced).value().map(|says| match dealing.forces() {
            Some((_, forced)) => format!("{says}: {}", percent(decimal(forced))),
            None => says.to_owned(),
        });
        let cells = vec![
            cards(rules, &dealing, ""),
            chance(rules.has(Topic::FlushWhat).then(|| dealing.flush())),
            chance(dealing.flush_drawn(false)),
            chance(dealing.flush_drawn(true)),
            forced.to_string(),
        ];
        (rules.short.to_owned(), cells)
    };
    let heads = ["cards", "flush dealt", "dealt or drawn", "of them, with the top card", "everyone must play"];
    table("A flush to one player, and who must play", heads, ALL.iter().map(row))
}

fn trumps_plot(editions: &[&Ruleset]) -> Result<Plot> {
    let companies = companies(editions);
    let counts = editions[0].deal_packets.read().set(|packets, _| 0..=usize::from(packets.hand));
    let four = Dealing::new(editions[0], FOUR);
    let bar = |trumps: usize| {
        let share = decimal(four.trumps(trumps));
        Bar { name: many(trumps, "trump"), tone: "tone-first", share, figure: percent(share), interval: None }
    };
    let row = |(rules, dealing): &(&Ruleset, Dealing)| {
        let each = counts.clone().map(|trumps| percent(decimal(dealing.trumps(trumps))));
        (company(rules, dealing), each.collect())
    };
    let heads = counts.clone().map(|trumps| trumps.to_string());
    let table = table("How many hands hold so many trumps", heads, companies.iter().map(row))?;
    let title = format!("Trumps dealt to one player, {} with {}", editions[0].name, players(FOUR));
    plot("odds-trumps", &bars(&title, &counts.map(bar).collect::<Vec<_>>()), table)
}

/// Fewer hands than these say too little to be drawn.
const ENOUGH: u64 = 20;

pub(super) fn going_in(played: &Played) -> Result<Figures> {
    let [base, _] = tried();
    let four = found(&played.trials, base, FOUR)?;
    let most = *tables(base).end();
    let of = |trumps, plan| four.row(trumps, plan).map_or(String::new(), |row| mean(row.gained, 2));
    let ([gained, gained_table], [owing_drawn, owing_table]) = (gained(base, four)?, spared(base, played)?);
    Ok(Figures::from([
        ("gained", gained),
        ("gained table", gained_table),
        ("owing drawn", owing_drawn),
        ("owing table", owing_table),
        ("one trump table", one_trump(played)?),
        ("changed with none", of(0, Plan::Losers)),
        ("changed with one", of(1, Plan::Losers)),
        ("changed with two", of(2, Plan::Losers)),
        ("stood with one", of(1, Plan::Stand)),
        // Of those who change with one trump.
        ("owe of four", owing(four)),
        ("most", players(most).into()),
        ("owe of most", owing(found(&played.trials, base, most)?)),
        ("goes in", share(four.goes_in)),
        ("a trick", sign::words(&base.pay_share.read().map(|shares| format!("{:.2}", 1.0 / shares.parts as f64)))),
    ]))
}

fn changed(trial: &Trial, trumps: usize) -> Option<&Row> {
    trial.row(trumps, Plan::Losers)
}

fn owing(trial: &Trial) -> String {
    percent(1.0 - changed(trial, 1).map(|row| row.spared).unwrap_or_default().found())
}

/// The numbers of trumps of which there were enough hands.
fn counts(trials: &[&Trial]) -> Vec<usize> {
    let enough = |trial: &&Trial, trumps| changed(trial, trumps).is_some_and(|row| row.gained.of >= ENOUGH);
    (0..=5).filter(|trumps| trials.iter().all(|trial| enough(trial, *trumps))).collect()
}

fn axes(counts: &[usize], up: &'static str, written: fn(f64) -> String) -> Axes {
    let places = counts.iter().map(usize::to_string).collect();
    Axes { places, across: "trumps dealt", up, written, is_tenfold: false }
}

fn gained(base: &Ruleset, four: &Trial) -> Result<Plot> {
    let counts = counts(&[four]);
    let point = |row: Option<&Row>| row.map_or((0.0, 0.0), |row| (row.gained.found(), row.gained.within()));
    let line = |name: &str, tone, plan| Line {
        name: name.into(),
        tone,
        points: counts.iter().map(|trumps| point(four.row(*trumps, plan))).collect(),
    };
    let drawn = [line("change losers", "tone-second", Plan::Losers), line("stand", "tone-first", Plan::Stand)];
    let axes = axes(&counts, "gained, in pools", |value| signed(value, 1));
    let title =
        format!("What going in brings, {} with {}; folding wins nothing and pays nothing", base.name, players(FOUR));
    let cell = |row: Option<&Row>| row.map_or("–".into(), |row| mean(row.gained, 2));
    let row = |trumps: &usize| {
        let hands = four.row(*trumps, Plan::Stand).map_or(0, |row| row.gained.of);
        let plans = [Plan::Stand, Plan::Losers, Plan::All].map(|plan| cell(four.row(*trumps, plan)));
        (many(*trumps, "trump"), std::iter::once(hands.to_string()).chain(plans).collect())
    };
    let heads = ["hands", "stand", "change losers", "change all"];
    let table = table("What going in brings", heads, counts.iter().map(row))?;
    plot("odds-gained", &lines(&title, &axes, &drawn), table)
}

fn tables(rules: &Ruleset) -> std::ops::RangeInclusive<u8> {
    rules.players.read().set(|players, _| players.from..=players.to)
}

fn one_trump(played: &Played) -> Result<String> {
    let mut rows = Vec::new();
    for rules in tried() {
        for players in tables(rules) {
            let trial = found(&played.trials, rules, players)?;
            let cell = |plan| trial.row(1, plan).map_or("–".into(), |row| mean(row.gained, 2));
            rows.push((
                rules.players.read().map(|_| format!("{}: {players} players", rules.short)).to_string(),
                [Plan::Stand, Plan::Losers, Plan::All, Plan::Fille].map(cell).into(),
            ));
        }
    }
    let plans = ["stand", "change losers", "change all", "take fille"];
    table("With one trump", plans, rows)
}

fn spared(base: &Ruleset, played: &Played) -> Result<Plot> {
    let all: Vec<u8> = tables(base).collect();
    let trials = all.iter().map(|players| found(&played.trials, base, *players)).collect::<Result<Vec<_>>>()?;
    let counts = counts(&trials);
    let point = |trial: &Trial, trumps: usize| {
        let spared = changed(trial, trumps).map(|row| row.spared).unwrap_or_default();
        let (low, high) = spared.interval();
        (1.0 - spared.found(), (high - low) / 2.0)
    };
    let line = |((players, trial), tone): ((&u8, &&Trial), _)| Line {
        name: format!("{players} players"),
        tone,
        points: counts.iter().map(|trumps| point(trial, *trumps)).collect(),
    };
    let drawn: Vec<Line> = all.iter().zip(&trials).zip(BY_PLAYERS).map(line).collect();
    let row = |trumps: &usize| {
        let cell = |trial: &&Trial| {
            let spared = changed(trial, *trumps).map(|row| row.spared).unwrap_or_default();
            share(Share { hits: spared.of - spared.hits, of: spared.of })
        };
        (many(*trumps, "trump"), trials.iter().map(cell).collect())
    };
    let axes = axes(&counts, "of those who go in, owe", |value| format!("{:.0} %", 100.0 * value));
    let title = format!("How many of those who go in, their plain losers changed, come to owe, {}", base.name);
    let heads = all.iter().map(|players| format!("{players} players"));
    let table = table("Who comes to owe", heads, counts.iter().map(row))?;
    plot("odds-owing", &lines(&title, &axes, &drawn), table)
}

#[cfg(test)]
#[path = "../../../tests/unit/book_odds_hands.rs"]
mod tests;
