//! One hand: what is dealt, and what each way to declare comes to; and the figures that were played out beforehand.

use crate::book::picture::plots::{Axes, BY_PLAYERS, Bar, Line, bars, lines};
use crate::book::picture::{one_in, players, table};
use crate::book::sign;
use crate::cards::{Card, Letters, Set, many, read_card};
use crate::editions::{self, ALL};
use crate::explore::Plan;
use crate::explore::odds::{Chance, Dealing, Evening, PHASES, Phases, Place, Row, Share, Trial, decimal};
use crate::narrate::sentence::capital;
use crate::narrate::{mean, percent, share, signed};
use crate::rules::mus::Lance;
use crate::rules::{Entry, Finish, Machine, Marked, Marks, Ruleset, SpareHand, Topic};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// What the prose of the chapter has filled in, each by its name there: figures, drawings, links.
pub(super) type Figures = BTreeMap<&'static str, String>;

/// A drawing, and the same in figures.
pub(super) type Plot = [(&'static str, String); 2];

/// The figures that were played out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// A trial for each edition and number of players.
    pub trials: Vec<Of<Trial>>,
    /// Evenings of five by the strategy, for each way to put debts in.
    pub careful: Vec<Of<Evening>>,
    /// The same where nobody ever folds.
    pub bold: Vec<Of<Evening>>,
    /// Debts cut, by ceiling in chips: by the strategy, and where nobody ever folds.
    pub ceilings: Vec<(i64, Share, Share)>,
    /// What some cards are worth at Mus, which takes too long to be counted for each book.
    pub mus: Vec<Holding>,
}

/// What was found of an edition and so many players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Of<T> {
    /// The edition's id.
    pub edition: String,
    /// How many sit at the table.
    pub players: u8,
    /// What was found.
    pub found: T,
}

/// Cards of Mus, of which some may be laid down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// All of them: `king, king, five, four`.
    pub cards: String,
    /// Those laid down; none of cards as they are.
    pub laid: String,
    /// For each phase, that nobody against one holds better: to one who sits behind them all, and before.
    pub phases: Vec<[f64; 2]>,
}

/// Where all random numbers of the chapter begin.
pub const SEED: u64 = 1;
/// Hands of each trial.
pub const HANDS: u64 = 4_000;
/// Sessions of each number of evenings.
pub const SESSIONS: u64 = 400;
/// How many sit at the evenings, as in the source's own example of a ceiling.
pub const FIVE: u8 = 5;

pub(super) fn known() -> Result<&'static Played> {
    static KNOWN: LazyLock<Option<Played>> = LazyLock::new(|| serde_json::from_str(include_str!("played.json")).ok());
    KNOWN.as_ref().context("src/book/odds/played.json does not hold the figures of the chapter")
}

/// The editions whose hands are tried: the first, and the one with a spare hand.
pub fn tried() -> [&'static Ruleset; 2] {
    [editions::ALL[0], find(|rules| rules.fille_deal.value == SpareHand::BeforeDealer)]
}

/// The editions that put debts in at once, under a ceiling, and one by one.
pub fn debts() -> [&'static Ruleset; 3] {
    let capped = find(|rules| rules.debt_cap.value.0.is_some());
    [editions::ALL[0], capped, find(|rules| rules.debt_enter.value != Entry::AtOnce)]
}

/// How many may sit down to an edition.
pub(super) fn tables(rules: &Ruleset) -> RangeInclusive<u8> {
    rules.players.read().set(|players, _| players.from..=players.to)
}

/// The hands of an edition's session, if it ends by their number.
pub(super) fn session(rules: &Ruleset, players: u8) -> Marked<i64> {
    rules.end.read().map(|end| match end.finish {
        Finish::Tours(tours) => tours * i64::from(players),
        Finish::Hands(hands) => hands,
        _ => 0,
    })
}

fn find(wanted: fn(&Ruleset) -> bool) -> &'static Ruleset {
    editions::ALL.iter().copied().find(|rules| wanted(rules)).unwrap_or(editions::ALL[0])
}

/// That of an edition and so many players.
pub(super) fn found<'a, T>(all: &'a [Of<T>], rules: &Ruleset, players: u8) -> Result<&'a T> {
    let found = all.iter().find(|of| of.edition == rules.id && of.players == players);
    found.map(|of| &of.found).with_context(|| format!("nothing was played of {} with {players}", rules.id))
}

/// How many sit at the table of the examples.
const FOUR: u8 = 4;

/// An edition at a table of so many players, and what is dealt there.
type Table<'a> = (&'a Ruleset, Dealing<'a>);

pub(super) fn dealt() -> Result<Figures> {
    let [base, spare] = tried();
    let [four, wild] = [base, spare].map(|rules| Dealing::new(rules, FOUR));
    let table = decimal(four.flush_at_table());
    let once_in = |share| one_in(share).replace("1 in ", "");
    let deals = session(base, FOUR);
    let [no_trump, one_trump] = [0, 1].map(|trumps| decimal(four.trumps(trumps)));
    let mut figures = Figures::from([
        ("every game", every_game()?),
        ("once in", once_in(table)),
        ("deals", sign::words(&deals)),
        ("in a session", deals.set(|deals, _| percent(1.0 - (1.0 - table).powi(*deals as i32)))),
        // In the pack of the edition that has the top card of every suit: so, and if it were not.
        ("top card", spare.terms.top_card.into()),
        ("wild", once_in(decimal(wild.flush()))),
        ("tame", once_in(decimal(wild.with_wild(false).flush()))),
        ("no trump", percent(no_trump)),
        ("one trump", percent(one_trump)),
        ("more trumps", percent(1.0 - no_trump - one_trump)),
    ]);
    let at = |rules| tables(rules).map(move |players| (rules, Dealing::new(rules, players)));
    let all: Vec<Table> = at(base).chain(at(spare)).collect();
    figures.extend(flush(&all)?);
    figures.extend(trumps(&all, &four)?);
    Ok(figures)
}

fn company(rules: &Ruleset, players: u8) -> String {
    rules.players.read().map(|_| format!("{}: {players} players", rules.short)).to_string()
}

/// The cards of a pack, with the signs of what the edition says of packs.
fn cards((rules, dealing): &Table, what: &str) -> String {
    rules.pack.read().map(|_| format!("{}{what}", dealing.cards())).to_string()
}

fn flush(all: &[Table]) -> Result<Plot> {
    let bar = |table: &Table| {
        let (rules, dealing) = table;
        let tone = if rules.id == all[0].0.id { "tone-first" } else { "tone-second" };
        let name = format!("{}, {}", company(rules, dealing.seats), cards(table, " cards"));
        Bar { name, ..Bar::of(tone, decimal(dealing.flush_at_table())) }
    };
    let row = |table: &Table| {
        let (rules, dealing) = table;
        let (one, all) = (dealing.flush(), decimal(dealing.flush_at_table()));
        let cells = [cards(table, ""), one.to_string(), percent(decimal(one)), percent(all), one_in(all)];
        (company(rules, dealing.seats), cells.into())
    };
    let title = "A flush dealt to somebody at the table, before any card is changed";
    let heads = ["cards", "one player", "", "somebody", ""];
    Ok([
        ("flush drawn", bars("odds-flush", title, all.iter().map(bar))?),
        ("flush table", table("A flush dealt", heads, all.iter().map(row))?),
    ])
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
        let cells = [
            cards(&(rules, dealing), ""),
            chance(rules.has(Topic::FlushWhat).then(|| dealing.flush())),
            chance(dealing.flush_drawn(false)),
            chance(dealing.flush_drawn(true)),
            forced.to_string(),
        ];
        (rules.short.to_owned(), cells.into())
    };
    let heads = ["cards", "flush dealt", "dealt or drawn", "of them, with the top card", "everyone must play"];
    table("A flush to one player, and who must play", heads, ALL.iter().map(row))
}

fn trumps(all: &[Table], four: &Dealing) -> Result<Plot> {
    let base = all[0].0;
    let counts = base.deal_packets.read().set(|packets, _| 0..=usize::from(packets.hand));
    let share = |dealing: &Dealing, trumps| decimal(dealing.trumps(trumps));
    let bar = |trumps| Bar { name: many(trumps, "trump"), ..Bar::of("tone-first", share(four, trumps)) };
    let row = |(rules, dealing): &Table| {
        let each = counts.clone().map(|trumps| percent(share(dealing, trumps)));
        (company(rules, dealing.seats), each.collect())
    };
    let title = format!("Trumps dealt to one player, {} with {}", base.name, players(FOUR));
    let heads = counts.clone().map(|trumps| trumps.to_string());
    Ok([
        ("trumps", bars("odds-trumps", &title, counts.clone().map(bar))?),
        ("trumps table", table("How many hands hold so many trumps", heads, all.iter().map(row))?),
    ])
}

/// Fewer hands than these say too little to be drawn.
const ENOUGH: u64 = 20;

pub(super) fn going_in(played: &Played) -> Result<Figures> {
    let [base, _] = tried();
    let trials = tables(base).map(|players| Ok((players, found(&played.trials, base, players)?)));
    let trials = trials.collect::<Result<Vec<_>>>()?;
    let four = found(&played.trials, base, FOUR)?;
    let (most, largest) = trials[trials.len() - 1];
    let gain = |trumps, plan| four.row(trumps, plan).map_or(String::new(), |row| mean(row.gained, 2));
    let owing = |trial| percent(1.0 - spared(trial, 1).found());
    let mut figures = Figures::from([
        ("one trump table", one_trump(played)?),
        ("changed with none", gain(0, Plan::Losers)),
        ("changed with one", gain(1, Plan::Losers)),
        ("changed with two", gain(2, Plan::Losers)),
        ("stood with one", gain(1, Plan::Stand)),
        // Of those who change with one trump.
        ("owe of four", owing(four)),
        ("most", players(most).into()),
        ("owe of most", owing(largest)),
        ("goes in", share(four.goes_in)),
        ("a trick", sign::words(&base.pay_share.read().map(|shares| format!("{:.2}", 1.0 / shares.parts as f64)))),
    ]);
    figures.extend(gained(base, four)?);
    figures.extend(owing_drawn(base, &trials)?);
    Ok(figures)
}

fn changed(trial: &Trial, trumps: usize) -> Option<&Row> {
    trial.row(trumps, Plan::Losers)
}

/// How many of those who changed came to owe nothing.
fn spared(trial: &Trial, trumps: usize) -> Share {
    changed(trial, trumps).map(|row| row.spared).unwrap_or_default()
}

/// The numbers of trumps of which there were enough hands.
fn counts<'a>(trials: impl Iterator<Item = &'a Trial> + Clone) -> Vec<usize> {
    let enough = |trial, trumps| changed(trial, trumps).is_some_and(|row| row.gained.of >= ENOUGH);
    (0..=5).filter(|trumps| trials.clone().all(|trial| enough(trial, *trumps))).collect()
}

fn axes(counts: &[usize], up: &'static str, written: fn(f64) -> String) -> Axes {
    let places = counts.iter().map(usize::to_string).collect();
    Axes { places, across: "trumps dealt", up, written, is_tenfold: false }
}

fn gained(base: &Ruleset, four: &Trial) -> Result<Plot> {
    let counts = counts([four].into_iter());
    let point = |row: Option<&Row>| row.map_or((0.0, 0.0), |row| (row.gained.found(), row.gained.within()));
    let line = |name: &str, tone, plan| {
        let points = counts.iter().map(|trumps| point(four.row(*trumps, plan))).collect();
        Line { name: name.into(), tone, points }
    };
    let drawn = [line("change losers", "tone-second", Plan::Losers), line("stand", "tone-first", Plan::Stand)];
    let axes = axes(&counts, "gained, in pools", |value| signed(value, 1));
    let who = format!("{} with {}", base.name, players(FOUR));
    let title = format!("What going in brings, {who}; folding wins nothing and pays nothing");
    let row = |trumps: &usize| {
        let hands = four.row(*trumps, Plan::Stand).map_or(0, |row| row.gained.of);
        let plans = [Plan::Stand, Plan::Losers, Plan::All].map(|plan| cell(four, *trumps, plan));
        (many(*trumps, "trump"), std::iter::once(hands.to_string()).chain(plans).collect())
    };
    let heads = ["hands", "stand", "change losers", "change all"];
    Ok([
        ("gained", lines("odds-gained", &title, &axes, &drawn)?),
        ("gained table", table("What going in brings", heads, counts.iter().map(row))?),
    ])
}

fn cell(trial: &Trial, trumps: usize, plan: Plan) -> String {
    trial.row(trumps, plan).map_or("–".into(), |row| mean(row.gained, 2))
}

fn one_trump(played: &Played) -> Result<String> {
    let plans = [Plan::Stand, Plan::Losers, Plan::All, Plan::Fille];
    let all = tried().into_iter().flat_map(|rules| tables(rules).map(move |players| (rules, players)));
    let row = |(rules, players)| {
        let trial = found(&played.trials, rules, players)?;
        Ok((company(rules, players), plans.map(|plan| cell(trial, 1, plan)).into()))
    };
    let heads = ["stand", "change losers", "change all", "take fille"];
    table("With one trump", heads, all.map(row).collect::<Result<Vec<_>>>()?)
}

fn owing_drawn(base: &Ruleset, trials: &[(u8, &Trial)]) -> Result<Plot> {
    let counts = counts(trials.iter().map(|(_, trial)| *trial));
    let point = |spared: Share| {
        let (low, high) = spared.interval();
        (1.0 - spared.found(), (high - low) / 2.0)
    };
    let name = |players: u8| format!("{players} players");
    let line = |((players, trial), tone): (&(u8, &Trial), _)| {
        let points = counts.iter().map(|trumps| point(spared(trial, *trumps))).collect();
        Line { name: name(*players), tone, points }
    };
    let drawn: Vec<Line> = trials.iter().zip(BY_PLAYERS).map(line).collect();
    let row = |trumps: &usize| {
        let owing = |spared: Share| share(Share { hits: spared.of - spared.hits, of: spared.of });
        let cells = trials.iter().map(|(_, trial)| owing(spared(trial, *trumps)));
        (many(*trumps, "trump"), cells.collect())
    };
    let axes = axes(&counts, "of those who go in, owe", |value| format!("{:.0} %", 100.0 * value));
    let title = format!("How many of those who go in, their plain losers changed, come to owe, {}", base.name);
    let heads = trials.iter().map(|(players, _)| name(*players));
    Ok([
        ("owing drawn", lines("odds-owing", &title, &axes, &drawn)?),
        ("owing table", table("Who comes to owe", heads, counts.iter().map(row))?),
    ])
}

/// Cards of Mus, and what is laid down of them: kings alone, a pair of them, one; aces, two pairs, the best Point.
const HELD: [(&str, &str); 6] = [
    ("K♠ K♥ K♦ A♠", ""),
    ("K♠ K♥ 5♦ 4♠", "5♦ 4♠"),
    ("K♠ 7♥ 6♦ 4♠", "7♥ 6♦ 4♠"),
    ("A♠ A♥ 7♦ 6♠", "7♦ 6♠"),
    ("7♠ 7♥ 5♦ 5♠", "5♦ 5♠"),
    ("Q♠ J♥ 6♦ 4♠", "6♦ 4♠"),
];

fn mus() -> Result<&'static Ruleset> {
    editions::every().find(|rules| rules.machine == Machine::Mus).context("no edition of Mus is known")
}

/// What the cards of the chapter are worth, counted anew.
///
/// # Errors
/// Where no edition of Mus is known, or a card is none of its.
pub fn holdings() -> Result<Vec<Holding>> {
    let all = Phases::new(mus()?);
    let card = |word: &str| read_card(word, Letters::English).ok().with_context(|| format!("{word} is no card"));
    let read = |text: &str| text.split_whitespace().map(card).collect::<Result<Vec<Card>>>();
    let named = |cards: &[Card]| cards.iter().map(|card| card.rank().name()).collect::<Vec<_>>().join(", ");
    let mut told = Vec::new();
    for (cards, laid) in HELD {
        let (cards, laid) = (read(cards)?, read(laid)?);
        let held: Set = cards.iter().copied().collect();
        let mut ways = vec![Vec::new(), laid];
        ways.dedup();
        for laid in ways {
            let gone: Set = laid.iter().copied().collect();
            let [last, first] = [Place::Last, Place::First].map(|place| all.changed(held, gone, place));
            let phases = last.into_iter().zip(first).map(|(last, first)| [decimal(last), decimal(first)]);
            told.push(Holding { cards: named(&cards), laid: named(&laid), phases: phases.collect() });
        }
    }
    Ok(told)
}

/// What is dealt at Mus, and what some cards are worth in each phase, as they are and once some of them are laid down.
pub(super) fn at_mus(played: &Played) -> Result<Plot> {
    let rules = mus()?;
    // What a chance is of, with the signs of the clauses by which it is counted.
    let of = |what: &str, topics: &[Topic]| {
        let marks = topics.iter().fold(Marks::default(), |marks, topic| marks.and(rules.clause(*topic).marks()));
        format!("{what}{}", marks.signs())
    };
    let dealt = Phases::new(rules).dealt().into_iter().map(|(what, chance)| {
        let share = decimal(chance);
        (capital(&what), vec![percent(share), one_in(share)])
    });
    let row = |held: &Holding| {
        let name = match held.laid.as_str() {
            "" => capital(&held.cards),
            laid => format!("… {laid} laid down"),
        };
        let cell = |[last, first]: &[f64; 2]| match [last, first].map(|share| format!("{:.0}", 100.0 * share)) {
            [last, first] if last == first => format!("{last} %"),
            [last, first] => format!("{last}–{first} %"),
        };
        (name, held.phases.iter().map(cell).collect())
    };
    let heads = PHASES.map(|phase| {
        let by: &[Topic] = match phase {
            Lance::Grande => &[Topic::Rank, Topic::GrandeCompare],
            Lance::Petite => &[Topic::Rank, Topic::PetiteCompare],
            Lance::Couples => &[Topic::Rank, Topic::CouplesCompare],
            Lance::Jeu | Lance::Point => &[Topic::Value, Topic::JeuCompare, Topic::PointCompare],
        };
        of(&capital(phase.word()), by)
    });
    let one = [of("one player", &[Topic::Rank, Topic::Value]), String::new()];
    Ok([
        ("mus dealt", table("What is dealt at Mus", one, dealt)?),
        ("mus held", table("That nobody against you holds better", heads, played.mus.iter().map(row))?),
    ])
}

#[cfg(test)]
#[path = "../../../tests/unit/book_odds_hands.rs"]
mod tests;
