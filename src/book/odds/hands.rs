//! One hand: what is counted, flushes and trumps as they are dealt; and what each way to declare comes to, by the number of
//! trumps.

use super::played::{Played, found, session, tried};
use crate::book::picture::plots::{Axes, BY_PLAYERS, Bar, Line, bars, lines};
use crate::book::picture::{Plot, one_in, players, plot, table};
use crate::book::sign;
use crate::cards::many;
use crate::editions::ALL;
use crate::explore::Plan;
use crate::explore::odds::{Chance, Dealing, Row, Share, Trial, decimal};
use crate::narrate::face::{mean, percent, share, signed};
use crate::rules::{Ruleset, Topic};
use anyhow::Result;

/// How many sit at the table of the examples.
pub(super) const FOUR: u8 = 4;

pub(super) struct Dealt {
    pub(super) flush: Plot,
    pub(super) trumps: Plot,
    pub(super) every_game: String,
    /// A table of four: once in so many deals somebody has a flush.
    pub(super) once_in: String,
    /// The deals of its session, with their signs, and how many sessions of a hundred see one.
    pub(super) deals: String,
    pub(super) in_session: String,
    /// With the top card of every suit, and without, in the pack of the edition that has it so.
    pub(super) top: &'static str,
    pub(super) wild: String,
    pub(super) tame: String,
    /// No trump, one, and more, for four.
    pub(super) none: String,
    pub(super) one: String,
    pub(super) more: String,
}

pub(super) fn dealt() -> Result<Dealt> {
    let [base, spare] = tried();
    let four = Dealing::new(base, FOUR);
    let table = decimal(four.flush_at_table());
    let deals = session(base, FOUR);
    let trumps = |trumps| decimal(four.trumps(trumps));
    let wild = Dealing::new(spare, FOUR);
    Ok(Dealt {
        flush: flush(&[base, spare])?,
        trumps: trumps_plot(&[base, spare])?,
        every_game: every_game()?,
        once_in: one_in(table).replace("1 in ", ""),
        deals: sign::words(&deals),
        in_session: deals.set(|deals, _| percent(1.0 - (1.0 - table).powi(*deals as i32))),
        top: spare.terms.top_card,
        wild: one_in(decimal(wild.flush())).replace("1 in ", ""),
        tame: one_in(decimal(wild.with_wild(false).flush())).replace("1 in ", ""),
        none: percent(trumps(0)),
        one: percent(trumps(1)),
        more: percent(1.0 - trumps(0) - trumps(1)),
    })
}

fn companies<'a>(editions: &[&'a Ruleset]) -> Vec<(&'a Ruleset, Dealing<'a>)> {
    let of = |rules: &'a Ruleset| tables(rules).map(move |players| (rules, Dealing::new(rules, players)));
    editions.iter().copied().flat_map(of).collect()
}

fn company(rules: &Ruleset, dealing: &Dealing) -> String {
    rules.players.read().map(|_| format!("{}: {} players", rules.short, dealing.seats())).to_string()
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

pub(super) struct GoingIn {
    pub(super) gained: Plot,
    pub(super) one_trump: String,
    pub(super) spared: Plot,
    /// With no trump, one and two, the plain losers changed; with one, stood upon.
    pub(super) none: String,
    pub(super) one: String,
    pub(super) two: String,
    pub(super) one_stood: String,
    /// Of those who change with one trump among four, and six, how many come to owe.
    pub(super) owe_of_four: String,
    pub(super) most: &'static str,
    pub(super) owe_of_most: String,
    pub(super) goes_in: String,
    /// A trick's part of the pool, with its signs.
    pub(super) trick: String,
}

pub(super) fn going_in(played: &Played) -> Result<GoingIn> {
    let [base, _] = tried();
    let four = found(&played.trials, base, FOUR)?;
    let most = *tables(base).end();
    let of = |trumps, plan| four.row(trumps, plan).map_or(String::new(), |row| mean(row.gained, 2));
    Ok(GoingIn {
        gained: gained(base, four)?,
        one_trump: one_trump(played)?,
        spared: spared(base, played)?,
        none: changed(four, 0).map_or(String::new(), |row| mean(row.gained, 2)),
        one: of(1, Plan::Losers),
        two: of(2, Plan::Losers),
        one_stood: of(1, Plan::Stand),
        owe_of_four: owing(four),
        most: players(most),
        owe_of_most: owing(found(&played.trials, base, most)?),
        goes_in: share(four.goes_in),
        trick: sign::words(&base.pay_share.read().map(|shares| format!("{:.2}", 1.0 / shares.parts as f64))),
    })
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
