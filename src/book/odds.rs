//! The chapter of odds: each plot with its table, and prose whose figures are filled in where they stand.

mod played;

use super::picture::plots::{Axes, BY_PLAYERS, Bar, Line, bars, lines};
use super::picture::{one_in, players, table};
use super::{markdown_link, sign};
use crate::cards::count_in_words;
use crate::editions::ALL;
use crate::explore::odds::{
    Chance, Dealing, Evening, PHASES, PhaseChances, Proportion, Row, Trial, decimal,
};
use crate::explore::{Plan, growth};
use crate::narrate::sentence::capital;
use crate::narrate::{grouped, mean, percent, share, signed};
use crate::page::Place;
use crate::rules::mus::BettingPhase;
use crate::rules::{ClauseId, Finish, Marked, Marks, Ruleset};
use askama::{Error, Result, Template};
pub use played::{FIVE, HANDS, Holding, Of, Played, SEED, SESSIONS, debts, holdings, tried};
use played::{found, known, mus};
use std::ops::RangeInclusive;

#[derive(Template)]
#[template(path = "odds.md")]
struct Chapter {
    place: Place,
    played: &'static Played,
}

/// A drawing, and the same in figures; of Mus two tables.
type Plot = (String, String);

pub(super) fn odds(place: Place) -> anyhow::Result<String> {
    Ok(Chapter {
        place,
        played: known()?,
    }
    .render()?)
}

/// How many may sit down to an edition.
fn tables(rules: &Ruleset) -> RangeInclusive<u8> {
    rules
        .players
        .read()
        .render(|players, _| players.from..=players.to)
}

/// The hands of an edition's session, if it ends by their number.
fn session(rules: &Ruleset, players: u8) -> Marked<i64> {
    rules.end.read().map(|end| match end.finish {
        Finish::Tours(tours) => tours * i64::from(players),
        Finish::Hands(hands) => hands,
        _ => 0,
    })
}

/// How many sit at the table of the examples.
const FOUR: u8 = 4;

/// An edition at a table of so many players, and what is dealt there.
type Table<'a> = (&'a Ruleset, Dealing<'a>);

/// The tables that are compared.
fn dealt() -> Vec<Table<'static>> {
    let all = tried()
        .into_iter()
        .flat_map(|rules| tables(rules).map(move |players| (rules, players)));
    all.map(|(rules, players)| (rules, Dealing::new(rules, players)))
        .collect()
}

/// `748`: in how many deals there is one.
fn once_in(chance: Chance) -> String {
    one_in(decimal(chance)).replace("1 in ", "")
}

/// How many of the sessions of so many deals see one.
fn seen_in(deals: &Marked<i64>, chance: Chance) -> String {
    deals.render(|deals, _| percent(1.0 - (1.0 - decimal(chance)).powi(*deals as i32)))
}

fn company(rules: &Ruleset, players: u8) -> String {
    rules
        .players
        .read()
        .map(|_| format!("{}: {players} players", rules.short))
        .to_string()
}

/// The cards of a pack, with the signs of what the edition says of packs.
fn cards((rules, dealing): &Table, what: &str) -> String {
    rules
        .pack
        .read()
        .map(|_| format!("{}{what}", dealing.cards()))
        .to_string()
}

fn flush(all: &[Table]) -> Result<Plot> {
    let bar = |table: &Table| {
        let (rules, dealing) = table;
        let tone = if rules.id == all[0].0.id {
            "tone-first"
        } else {
            "tone-second"
        };
        let name = format!(
            "{}, {}",
            company(rules, dealing.seats),
            cards(table, " cards")
        );
        Bar {
            name,
            ..Bar::of(tone, decimal(dealing.flush_at_table()))
        }
    };
    let row = |table: &Table| {
        let (rules, dealing) = table;
        let (one, all) = (dealing.flush(), decimal(dealing.flush_at_table()));
        let cells = [
            cards(table, ""),
            one.to_string(),
            percent(decimal(one)),
            percent(all),
            one_in(all),
        ];
        (company(rules, dealing.seats), cells.into())
    };
    let title = "A flush dealt to somebody at the table, before any card is changed";
    let heads = ["cards", "one player", "", "somebody", ""];
    let drawn = bars("odds-flush", title, all.iter().map(bar))?;
    Ok((drawn, table("A flush dealt", heads, all.iter().map(row))?))
}

/// The same for every edition of the book: a flush, as it is dealt and as it may be drawn, and when nobody may fold.
fn every_game() -> Result<String> {
    let row = |rules: &&Ruleset| {
        let dealing = Dealing::new(rules, FOUR);
        let chance =
            |chance: Option<Chance>| chance.map_or("–".into(), |chance| percent(decimal(chance)));
        let forced = rules
            .clause(ClauseId::Forced)
            .value()
            .map(|says| match dealing.forces() {
                Some((_, forced)) => format!("{says}: {}", percent(decimal(forced))),
                None => says.to_owned(),
            });
        let cells = [
            cards(&(rules, dealing), ""),
            chance(rules.has(ClauseId::FlushWhat).then(|| dealing.flush())),
            chance(dealing.flush_drawn(false)),
            chance(dealing.flush_drawn(true)),
            forced.to_string(),
        ];
        (rules.short.to_owned(), cells.into())
    };
    let heads = [
        "cards",
        "flush dealt",
        "dealt or drawn",
        "of them, with the top card",
        "everyone must play",
    ];
    table(
        "A flush to one player, and who must play",
        heads,
        ALL.iter().map(row),
    )
}

fn trumps(all: &[Table], four: &Dealing) -> Result<Plot> {
    let base = all[0].0;
    let counts = base
        .deal_packets
        .read()
        .render(|packets, _| 0..=usize::from(packets.hand));
    let share = |dealing: &Dealing, trumps| decimal(dealing.trumps(trumps));
    let bar = |trumps| Bar {
        name: count_in_words(trumps, "trump"),
        ..Bar::of("tone-first", share(four, trumps))
    };
    let row = |(rules, dealing): &Table| {
        let each = counts.clone().map(|trumps| percent(share(dealing, trumps)));
        (company(rules, dealing.seats), each.collect())
    };
    let title = format!(
        "Trumps dealt to one player, {} with {}",
        base.name,
        players(FOUR)
    );
    let heads = counts.clone().map(|trumps| trumps.to_string());
    let drawn = bars("odds-trumps", &title, counts.clone().map(bar))?;
    Ok((
        drawn,
        table(
            "How many hands hold so many trumps",
            heads,
            all.iter().map(row),
        )?,
    ))
}

fn trials<'a>(played: &'a Played, rules: &Ruleset) -> Result<Vec<(u8, &'a Trial)>> {
    tables(rules)
        .map(|players| Ok((players, found(&played.trials, rules, players)?)))
        .collect()
}

/// `0.20`: the part of a pool that one trick is paid.
fn trick(rules: &Ruleset) -> String {
    sign::words(
        &rules
            .pay_share
            .read()
            .map(|shares| format!("{:.2}", 1.0 / shares.parts as f64)),
    )
}

fn changed(trial: &Trial, trumps: usize) -> Option<&Row> {
    trial.row(trumps, Plan::Losers)
}

/// How many of those who changed came to owe nothing.
fn spared(trial: &Trial, trumps: usize) -> Proportion {
    changed(trial, trumps)
        .map(|row| row.spared)
        .unwrap_or_default()
}

/// Of those who changed with one trump, how many came to owe.
fn owing(trial: &Trial) -> String {
    percent(1.0 - spared(trial, 1).found())
}

/// The numbers of trumps of which there were enough hands: of fewer than 20 too little could be said.
fn counts<'a>(trials: impl Iterator<Item = &'a Trial> + Clone) -> Vec<usize> {
    let enough = |trial, trumps| changed(trial, trumps).is_some_and(|row| row.gained.of >= 20);
    (0..=5)
        .filter(|trumps| trials.clone().all(|trial| enough(trial, *trumps)))
        .collect()
}

fn axes(counts: &[usize], up: &'static str, written: fn(f64) -> String) -> Axes {
    let places = counts.iter().map(usize::to_string).collect();
    Axes {
        places,
        across: "trumps dealt",
        up,
        written,
        is_tenfold: false,
    }
}

fn gained(base: &Ruleset, four: &Trial) -> Result<Plot> {
    let counts = counts([four].into_iter());
    let point =
        |row: Option<&Row>| row.map_or((0.0, 0.0), |row| (row.gained.found(), row.gained.within()));
    let line = |name: &str, tone, plan| {
        let points = counts
            .iter()
            .map(|trumps| point(four.row(*trumps, plan)))
            .collect();
        Line {
            name: name.into(),
            tone,
            points,
        }
    };
    let drawn = [
        line("change losers", "tone-second", Plan::Losers),
        line("stand", "tone-first", Plan::Stand),
    ];
    let axes = axes(&counts, "gained, in pools", |value| signed(value, 1));
    let who = format!("{} with {}", base.name, players(FOUR));
    let title = format!("What going in brings, {who}; folding wins nothing and pays nothing");
    let row = |trumps: &usize| {
        let hands = four
            .row(*trumps, Plan::Stand)
            .map_or(0, |row| row.gained.of);
        let plans = [Plan::Stand, Plan::Losers, Plan::All].map(|plan| gain(four, *trumps, plan));
        (
            count_in_words(*trumps, "trump"),
            std::iter::once(hands.to_string()).chain(plans).collect(),
        )
    };
    let heads = ["hands", "stand", "change losers", "change all"];
    let drawn = lines("odds-gained", &title, &axes, &drawn)?;
    Ok((
        drawn,
        table("What going in brings", heads, counts.iter().map(row))?,
    ))
}

fn gain(trial: &Trial, trumps: usize, plan: Plan) -> String {
    trial
        .row(trumps, plan)
        .map_or("–".into(), |row| mean(row.gained, 2))
}

fn one_trump(all: &[Table], played: &Played) -> Result<String> {
    let plans = [Plan::Stand, Plan::Losers, Plan::All, Plan::Fille];
    let row = |(rules, dealing): &Table| {
        let trial = found(&played.trials, rules, dealing.seats)?;
        Ok((
            company(rules, dealing.seats),
            plans.map(|plan| gain(trial, 1, plan)).into(),
        ))
    };
    let heads = ["stand", "change losers", "change all", "take fille"];
    table(
        "With one trump",
        heads,
        all.iter().map(row).collect::<Result<Vec<_>>>()?,
    )
}

fn owing_drawn(base: &Ruleset, trials: &[(u8, &Trial)]) -> Result<Plot> {
    let counts = counts(trials.iter().map(|(_, trial)| *trial));
    let point = |spared: Proportion| {
        let (low, high) = spared.interval();
        (1.0 - spared.found(), (high - low) / 2.0)
    };
    let name = |players: u8| format!("{players} players");
    let line = |((players, trial), tone): (&(u8, &Trial), _)| {
        let points = counts
            .iter()
            .map(|trumps| point(spared(trial, *trumps)))
            .collect();
        Line {
            name: name(*players),
            tone,
            points,
        }
    };
    let drawn: Vec<Line> = trials.iter().zip(BY_PLAYERS).map(line).collect();
    let row = |trumps: &usize| {
        let owing = |spared: Proportion| {
            share(Proportion {
                hits: spared.of - spared.hits,
                of: spared.of,
            })
        };
        let cells = trials
            .iter()
            .map(|(_, trial)| owing(spared(trial, *trumps)));
        (count_in_words(*trumps, "trump"), cells.collect())
    };
    let axes = axes(&counts, "of those who go in, owe", |value| {
        format!("{:.0} %", 100.0 * value)
    });
    let title = format!(
        "How many of those who go in, their plain losers changed, come to owe, {}",
        base.name
    );
    let drawn = lines("odds-owing", &title, &axes, &drawn)?;
    let heads = trials.iter().map(|(players, _)| name(*players));
    Ok((
        drawn,
        table("Who comes to owe", heads, counts.iter().map(row))?,
    ))
}

/// What is dealt at Mus, and what some cards are worth in each phase, as they are and once some of them are laid down.
fn at_mus(played: &Played) -> Result<Plot> {
    let rules = mus().map_err(Error::custom)?;
    // What a chance is of, with the signs of the clauses by which it is counted.
    let of = |what: &str, topics: &[ClauseId]| {
        let marks = topics.iter().fold(Marks::default(), |marks, topic| {
            marks.and(rules.clause(*topic).marks())
        });
        format!("{what}{}", marks.signs())
    };
    let dealt = PhaseChances::new(rules)
        .dealt()
        .into_iter()
        .map(|(what, chance)| {
            let share = decimal(chance);
            (capital(&what), vec![percent(share), one_in(share)])
        });
    let row = |held: &Holding| {
        let name = match held.laid.as_str() {
            "" => capital(&held.cards),
            laid => format!("… {laid} laid down"),
        };
        let cell = |[last, first]: &[f64; 2]| match [last, first]
            .map(|share| format!("{:.0}", 100.0 * share))
        {
            [last, first] if last == first => format!("{last} %"),
            [last, first] => format!("{last}–{first} %"),
        };
        (name, held.phases.iter().map(cell).collect())
    };
    let heads = PHASES.map(|phase| {
        let by: &[ClauseId] = match phase {
            BettingPhase::Grande => &[ClauseId::Rank, ClauseId::GrandeCompare],
            BettingPhase::Petite => &[ClauseId::Rank, ClauseId::PetiteCompare],
            BettingPhase::Couples => &[ClauseId::Rank, ClauseId::CouplesCompare],
            BettingPhase::Jeu | BettingPhase::Point => &[
                ClauseId::Value,
                ClauseId::JeuCompare,
                ClauseId::PointCompare,
            ],
        };
        of(&capital(phase.word()), by)
    });
    let one = [
        of("one player", &[ClauseId::Rank, ClauseId::Value]),
        String::new(),
    ];
    let dealt = table("What is dealt at Mus", one, dealt)?;
    Ok((
        dealt,
        table(
            "That nobody against you holds better",
            heads,
            played.mus.iter().map(row),
        )?,
    ))
}

fn last(pools: &[i64]) -> String {
    grouped(pools.last().copied().unwrap_or_default())
}

/// Four lines: those who fold in time, then those who never do, for each way to put debts in.
fn growing(careful: &Evening, bold: &[&Evening; 3]) -> Result<Plot> {
    let ([at_once, capped, staged], evenings) = (debts(), [careful, bold[0], bold[1], bold[2]]);
    let of = |rules: &Ruleset, words: &str| format!("{words} ({})", rules.short);
    let entered = |rules: &Ruleset, words: &str| rules.debt_enter.read().map(|_| of(rules, words));
    let names = [
        format!("fold in time, {}", entered(at_once, "at once")),
        format!("never fold, {}", entered(at_once, "at once")),
        format!(
            "never fold, {}",
            ceiling(capped).map(|words| of(capped, &words))
        ),
        format!("never fold, {}", entered(staged, "one by one")),
    ];
    let tones = ["tone-careful", "tone-at-once", "tone-capped", "tone-staged"];
    let hands = evenings
        .iter()
        .map(|evening| evening.pools.len())
        .min()
        .unwrap_or_default();
    let line =
        |at: usize| Line::of_pools(names[at].clone(), tones[at], &evenings[at].half[..hands]);
    let axes = Axes::of_pools(hands, "chips, in half of the evenings");
    let who = players(FIVE);
    let title = format!(
        "The pool from hand to hand, {who} players; each line across is ten times the one below"
    );
    let row = |hand: usize| {
        let of = |evening: &Evening| {
            format!(
                "{} – {}",
                grouped(evening.half[hand]),
                grouped(evening.nine_in_ten[hand])
            )
        };
        ((hand + 1).to_string(), evenings.map(of).into())
    };
    let drawn = lines("odds-pools", &title, &axes, &[0, 1, 2, 3].map(line))?;
    Ok((drawn, table("The pool", &names, (0..hands).map(row))?))
}

fn ceiling(rules: &Ruleset) -> Marked<String> {
    rules.debt_cap.read().map(|most| {
        most.0
            .map_or("no ceiling".into(), |most| format!("ceiling {most}"))
    })
}

/// The ceiling of an edition; and how many of the debts it cuts of those who fold in time, and of those who never do.
fn bites(rules: &Ruleset, played: &Played) -> Result<[String; 3]> {
    let ceiling = rules
        .debt_cap
        .read()
        .map(|ceiling| ceiling.0.unwrap_or_default());
    let own =
        ceiling.render(|ceiling, _| played.ceilings.iter().find(|(chips, ..)| chips == ceiling));
    let none = || Error::custom("the ceiling of the edition is not among those compared");
    let (_, careful, bold) = own.ok_or_else(none)?;
    Ok([
        sign::words(&ceiling),
        percent(careful.found()),
        percent(bold.found()),
    ])
}

fn cut(rules: &Ruleset, ceilings: &[(i64, Proportion, Proportion)]) -> Result<Plot> {
    let bar = |chips: &i64, who: &str, tone, cut: &Proportion| Bar {
        name: format!("a ceiling of {chips} chips, {who}"),
        interval: Some(cut.interval()),
        ..Bar::of(tone, cut.found())
    };
    let both = |(chips, careful, bold): &(i64, Proportion, Proportion)| {
        [
            bar(chips, "they fold in time", "tone-careful", careful),
            bar(chips, "they never fold", "tone-capped", bold),
        ]
    };
    let row = |(chips, careful, bold): &(i64, Proportion, Proportion)| {
        (
            format!("a ceiling of {chips}"),
            vec![
                grouped(careful.of),
                share(*careful),
                grouped(bold.of),
                share(*bold),
            ],
        )
    };
    let title = format!(
        "How many debts a ceiling cuts, {} with {}",
        rules.name,
        players(FIVE)
    );
    let heads = ["fold in time: debts", "cut", "never fold: debts", "cut"];
    let drawn = bars("odds-ceiling", &title, ceilings.iter().flat_map(both))?;
    Ok((drawn, table("Debts cut", heads, ceilings.iter().map(row))?))
}

/// How many hands of a growing pool are shown: after six the largest no longer fits a purse of a thousand by far.
const GROWN: usize = 6;

#[derive(Template)]
#[template(path = "growth.md")]
struct Growth {
    by_players: String,
    by_entry: String,
    pools: String,
    place: Place,
}

/// How the pool grows where nothing holds it, and with each of what may hold it, as Markdown.
pub(super) fn grown(place: Place) -> Result<String> {
    let ([at_once, capped, staged], axes) = (debts(), Axes::of_pools(GROWN, "chips in the pool"));
    let line = |rules: &Ruleset, players, tone, name| {
        let pools = growth(rules, players, GROWN)
            .map_err(|refusal| Error::custom(format!("{}: {refusal:?}", rules.id)))?;
        Ok(Line::of_pools(name, tone, &pools))
    };
    let signs = at_once.players.read().marks().signs();
    let players = tables(at_once).zip(BY_PLAYERS);
    let players =
        players.map(|(count, tone)| line(at_once, count, tone, format!("{count} players{signs}")));
    let players = players.collect::<Result<Vec<_>>>()?;
    // With the players of the source's own example of a ceiling.
    let entry = [
        line(at_once, FIVE, "tone-at-once", ceiling(at_once).to_string())?,
        line(capped, FIVE, "tone-capped", ceiling(capped).to_string())?,
        line(
            staged,
            FIVE,
            "tone-staged",
            staged.debt_enter.read().map(|_| "one by one").to_string(),
        )?,
    ];
    let title = "All debts at once, no ceiling: the pool from hand to hand";
    let by_players = lines("growth-players", title, &axes, &players)?;
    let by_entry = lines(
        "growth-entry",
        &format!("{FIVE} players: three ways to put debts in"),
        &axes,
        &entry,
    )?;
    let heads = entry[1..]
        .iter()
        .map(|line| format!("{FIVE}, {}", line.name));
    let heads = players.iter().map(|line| line.name.clone()).chain(heads);
    let pools = |hand: usize| {
        players
            .iter()
            .chain(&entry[1..])
            .map(move |line| grouped(line.points[hand].0 as i64))
    };
    let pools = table(
        "The pools",
        heads,
        (0..GROWN).map(|hand| ((hand + 1).to_string(), pools(hand).collect())),
    )?;
    Growth {
        by_players,
        by_entry,
        pools,
        place,
    }
    .render()
}

#[cfg(test)]
#[path = "../../tests/unit/book_odds.rs"]
mod tests;
