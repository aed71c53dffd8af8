//! "Play it tonight": an edition on one sheet of paper, made of its clauses.

use super::clause::{Group, by_subject, subject};
use crate::book::picture::cards::order;
use crate::book::sign;
use crate::page::Place;
use crate::page::markdown::{inline, one_line};
use crate::rules::{ClauseView, Double, Mark, Marked, Presence, Ruleset, Source, Topic};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "tonight.html")]
struct Sheet {
    edition: &'static Ruleset,
    place: Place,
    order: String,
    /// What its source leaves to the company.
    offers: Vec<ClauseView>,
    groups: Vec<Group<ClauseView>>,
    worth: Vec<Worth>,
    /// The signs of what the pools and what they pay rest on.
    worth_signs: String,
}

/// A pool, what it pays, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Worth {
    pool: i64,
    /// For one trick, two, and so on to all.
    tricks: Vec<i64>,
    /// For the trick that earns two shares.
    top_card: Option<i64>,
    /// What one without a trick owes.
    owes: i64,
}

/// The chapter of an edition's sheet, as Markdown, for a page at this path.
pub(super) fn crib_sheet(edition: &'static Ruleset, page: &Path) -> Result<String> {
    let clauses = |is: fn(&ClauseView) -> bool| edition.clauses().into_iter().filter(is).collect::<Vec<_>>();
    let (worth, worth_signs) = worth(edition).set(|worth, marks| (worth.clone(), sign::sign(marks)));
    let sheet = Sheet {
        edition,
        place: Place::of(page),
        order: order(edition).figure(&format!("tonight-{}", edition.id))?,
        offers: clauses(is_offered),
        groups: by_subject(clauses(decides), |clause| clause.topic),
        worth,
        worth_signs,
    };
    Ok(format!("# Play it tonight: {}\n\n{}\n", edition.name, one_line(&sheet.render()?)))
}

/// Whether a clause says anything that a table needs: the edition has the thing, and does not merely pass it over.
fn decides(clause: &ClauseView) -> bool {
    !clause.is_absent() && !clause.marks().has(Mark::Silent)
}

/// Whether the source offers what its edition does not have of itself: a company must know it before it begins.
fn is_offered(clause: &ClauseView) -> bool {
    matches!((clause.presence, clause.source), (Presence::Agreed(_), Source::Says { .. }))
}

/// What a clause says, as HTML with its signs.
fn text(clause: &ClauseView) -> String {
    sign::html(&clause.text().map(inline))
}

impl Sheet {
    /// The title of a group in the words of the edition.
    fn title(&self, group: &str) -> String {
        group.replace("Pamphile", self.edition.terms.top_card)
    }

    fn pays_top_card(&self) -> bool {
        self.worth.iter().any(|worth| worth.top_card.is_some())
    }

    /// The cards of a hand.
    fn hand(&self) -> usize {
        self.worth.first().map_or(0, |worth| worth.tricks.len())
    }
}

/// What pools pay and cost: the stake alone, with one to four debts of its size, and the largest under a ceiling.
fn worth(edition: &Ruleset) -> Marked<Vec<Worth>> {
    let stakes = edition.stake.read().and(edition.players.read()).and(edition.debt_cap.read());
    let pools = stakes.map(|((stake, players), cap)| {
        let others = i64::from(players.to) - 1;
        let largest = cap.map(|cap| stake.chips + others * cap);
        (1..=5).map(|times| times * stake.chips).chain(largest).collect::<Vec<_>>()
    });
    let pays = edition.pay_share.read().and(edition.pay_double.read()).and(edition.deal_packets.read());
    let owes = edition.debt_make.read().map(|_| |pool| edition.under_ceiling(edition.without_a_trick(pool)));
    pools.and(pays).and(owes).map(|((pools, ((shares, double), packets)), owes)| {
        let worth = |pool| {
            let share = shares.of(pool);
            let tricks = (1..=i64::from(packets.hand)).map(|tricks| tricks * share).collect();
            Worth { pool, tricks, top_card: (double != Double::None).then_some(2 * share), owes: owes(pool) }
        };
        pools.into_iter().map(worth).collect()
    })
}
