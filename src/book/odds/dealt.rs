//! What is counted: flushes and trumps as they are dealt.

use super::played::{session, tried};
use super::words::{decimal, one_in, players};
use super::{Figures, Plot};
use crate::book::picture::bars::{Bar, bars};
use crate::book::sign;
use crate::explore::odds::Dealing;
use crate::narrate::figures::percent;
use crate::rules::Ruleset;
use anyhow::Result;

/// How many sit at the table of the examples.
pub(super) const FOUR: u8 = 4;

/// What the section says.
pub(super) struct Dealt {
    pub(super) flush: Plot,
    pub(super) trumps: Plot,
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

/// Every company of these editions.
fn companies<'a>(editions: &[&'a Ruleset]) -> Vec<(&'a Ruleset, Dealing<'a>)> {
    let of = |rules: &&'a Ruleset| {
        let rules = *rules;
        let all = rules.players.read().set(|players, _| players.from..=players.to);
        all.map(move |players| (rules, Dealing::new(rules, players)))
    };
    editions.iter().flat_map(of).collect()
}

fn company(rules: &Ruleset, dealing: &Dealing) -> String {
    rules.players.read().map(|_| format!("{}: {} players", rules.short, dealing.seats())).to_string()
}

fn named(rules: &Ruleset, dealing: &Dealing) -> String {
    format!("{}, {}", company(rules, dealing), cards(rules, dealing, " cards"))
}

/// The cards of a pack, with the signs of what the edition says of packs.
fn cards(rules: &Ruleset, dealing: &Dealing, what: &str) -> String {
    rules.pack.read().map(|_| format!("{}{what}", dealing.cards())).to_string()
}

fn flush(editions: &[&Ruleset]) -> Result<Plot> {
    let companies = companies(editions);
    let bar = |(rules, dealing): &(&Ruleset, Dealing)| {
        let share = decimal(dealing.flush_at_table());
        Bar { name: named(rules, dealing), share, figure: percent(share), interval: None }
    };
    let row = |(rules, dealing): &(&Ruleset, Dealing)| {
        let (one, table) = (dealing.flush(), decimal(dealing.flush_at_table()));
        let cards = cards(rules, dealing, "");
        (company(rules, dealing), vec![cards, one.to_string(), percent(decimal(one)), percent(table), one_in(table)])
    };
    let heads = ["cards", "one player", "", "somebody", ""].map(String::from);
    let table = Figures {
        label: "A flush dealt, in figures".into(),
        heads: heads.into(),
        rows: companies.iter().map(row).collect(),
    };
    let title = "A flush dealt to somebody at the table, before any card is changed";
    Ok(Plot {
        figure: bars(title, &companies.iter().map(bar).collect::<Vec<_>>()).figure("odds-flush")?,
        table: table.html()?,
    })
}

fn trumps_plot(editions: &[&Ruleset]) -> Result<Plot> {
    let companies = companies(editions);
    let counts = editions[0].deal_packets.read().set(|packets, _| 0..=usize::from(packets.hand));
    let four = Dealing::new(editions[0], FOUR);
    let bar = |trumps: usize| {
        let share = decimal(four.trumps(trumps));
        Bar { name: many(trumps), share, figure: percent(share), interval: None }
    };
    let row = |(rules, dealing): &(&Ruleset, Dealing)| {
        let each = counts.clone().map(|trumps| percent(decimal(dealing.trumps(trumps))));
        (company(rules, dealing), std::iter::once(cards(rules, dealing, "")).chain(each).collect())
    };
    let table = Figures {
        label: "Trumps in a hand, in figures".into(),
        heads: std::iter::once("cards".to_string()).chain(counts.clone().map(many)).collect(),
        rows: companies.iter().map(row).collect(),
    };
    let title = format!("Trumps dealt to one player, {} with {}", editions[0].name, players(FOUR));
    Ok(Plot { figure: bars(&title, &counts.map(bar).collect::<Vec<_>>()).figure("odds-trumps")?, table: table.html()? })
}

/// `no trump`, `1 trump`, `2 trumps`.
pub(super) fn many(trumps: usize) -> String {
    match trumps {
        0 => "no trump".into(),
        1 => "1 trump".into(),
        _ => format!("{trumps} trumps"),
    }
}
