//! "Play it tonight": an edition on one sheet of paper, made of its clauses.

use super::clause::{LISTS, is_of};
use crate::book::picture::cards::{Row, rows};
use crate::book::sign;
use crate::narrate::sentence::capital;
use crate::page::{Place, inline, one_line};
use crate::rules::Topic::{DeclExchange, DeclFille, DeclFold, DeclStand, FlushPoints, PayShare, Players};
use crate::rules::mus::Sides;
use crate::rules::{ClauseView, Double, Earner, Mark, Marked, Presence, Ruleset, Source};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "tonight.html")]
struct Sheet {
    edition: &'static Ruleset,
    place: Place,
    /// The order of the cards, the highest first, and the signs of what it rests on.
    order: Vec<Row>,
    order_signs: String,
    /// What its source leaves to the company.
    offers: Vec<ClauseView>,
    duties: Vec<(&'static str, ClauseView)>,
    worth: Vec<Worth>,
    /// The signs of what the pools and what they pay rest on.
    worth_signs: String,
}

/// A pool, what it pays, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Worth {
    pool: i64,
    tricks: Vec<i64>,
    /// For the trick that earns two shares.
    top_card: Option<i64>,
    /// What one without a trick owes.
    owes: i64,
}

/// The chapter of an edition's sheet, as Markdown, for a page at this path.
pub(super) fn crib_sheet(edition: &'static Ruleset, page: &Path) -> Result<String> {
    let (order, marks) = rows(edition);
    let (worth, worth_signs) = worth(edition).set(|worth, marks| (worth.clone(), sign::sign(marks)));
    let duties = LISTS.duties.iter().map(|(when, topic)| (*when, edition.clause(*topic)));
    let order_signs = sign::sign(marks);
    let offers = edition.clauses().into_iter().filter(is_offered).collect();
    let duties = duties.filter(|(_, clause)| decides(clause)).collect();
    let sheet = Sheet { edition, place: Place::of(page), order, order_signs, offers, duties, worth, worth_signs };
    let sheet = one_line(&sheet.render()?);
    let legend = sign::legend(&sheet);
    Ok(format!("# Play it tonight: {}\n\n<div class=\"tonight\">{sheet}{legend}</div>\n", edition.name))
}

/// Whether a clause says anything that a table needs: the edition has the thing, and does not merely pass it over.
fn decides(clause: &ClauseView) -> bool {
    !clause.is_absent() && !clause.marks().has(Mark::Silent)
}

/// Whether the source offers what its edition does not have of itself: a company must know it before it begins.
fn is_offered(clause: &ClauseView) -> bool {
    matches!((clause.presence, clause.source), (Presence::Agreed(_), Source::Says { .. }))
}

fn text(clause: &ClauseView) -> String {
    sign::html(&clause.text().map(inline))
}

/// What it comes to; of what may be declared, how it is done; and of points no table.
fn fact(clause: &ClauseView) -> String {
    match clause.topic {
        DeclFold | DeclStand | DeclExchange | DeclFille | FlushPoints => text(clause),
        _ => sign::words(&clause.gist().map(capital)),
    }
}

/// Whether these clauses are those of paying: the duties stand before them, and a table of pools below.
fn pays(clauses: &[ClauseView]) -> bool {
    clauses.iter().any(|clause| clause.topic == PayShare)
}

impl Sheet {
    fn parts(&self) -> Vec<(String, Vec<ClauseView>)> {
        let part = |(title, ids): &(&str, &[&str])| {
            let clauses = self.edition.clauses().into_iter().filter(decides);
            let clauses =
                clauses.filter(|clause| !LISTS.left_off_the_sheet.contains(&clause.topic) && is_of(clause.topic, ids));
            (self.edition.heading(title), clauses.collect())
        };
        LISTS.sheet.iter().map(part).filter(|(_, clauses): &(_, Vec<_>)| !clauses.is_empty()).collect()
    }

    fn pays_top_card(&self) -> bool {
        self.worth.iter().any(|worth| worth.top_card.is_some())
    }

    /// The columns of the pad: each player, or each side, and what is played for.
    fn columns(&self) -> Vec<&'static str> {
        let whose = if self.edition.sides.value == Sides::Pairs { 2 } else { usize::from(self.players()) };
        let pool = self.edition.tells(PayShare).then_some("Pool");
        ["Hand"].into_iter().chain(pool).chain(vec![""; whose]).collect()
    }

    fn players(&self) -> u8 {
        self.edition.players.read().set(|players, _| players.to)
    }

    fn hand(&self) -> usize {
        self.worth.first().map_or(0, |worth| worth.tricks.len())
    }
}

/// What pools pay and cost: the stake alone, with one to four debts of its size, and the largest under a ceiling. None,
/// where a trick has no share of its own.
fn worth(edition: &Ruleset) -> Marked<Vec<Worth>> {
    let stakes = edition.stake.read().and(edition.players.read()).and(edition.debt_cap.read());
    let pools = stakes.map(|((stake, players), cap)| {
        let others = i64::from(players.to) - 1;
        let largest = cap.0.map(|cap| stake.chips + others * cap);
        (1..=5).map(move |times| times * stake.chips).chain(largest)
    });
    let pays = edition.pay_share.read().and(edition.pay_double.read()).and(edition.deal_packets.read());
    let owes = edition.debt_make.read().map(|_| |pool| edition.under_ceiling(edition.without_a_trick(pool)));
    pools.and(pays).and(owes).map(|((pools, ((shares, double), packets)), owes)| {
        let worth = |pool| {
            let share = shares.of(pool);
            let tricks = (1..=i64::from(packets.hand)).map(|tricks| tricks * share).collect();
            Worth { pool, tricks, top_card: (double != Double::None).then_some(2 * share), owes: owes(pool) }
        };
        pools.filter(|_| shares.earner == Earner::Trick && edition.tells(PayShare)).map(worth).collect()
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_crib_sheet.rs"]
mod tests;
