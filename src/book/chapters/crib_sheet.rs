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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    fn sheet(edition: &str) -> String {
        let edition = editions::by_id(edition).expect("an edition");
        crib_sheet(edition, Path::new("tonight/x.md")).expect("a sheet")
    }

    #[test]
    fn every_clause_that_decides_something_is_on_its_sheet_and_no_other() {
        for edition in editions::ALL {
            let sheet = sheet(edition.id);
            for clause in edition.clauses() {
                let link = format!("../rules/{}.html#{}\"", edition.id, clause.topic);
                let is_told = decides(&clause) || is_offered(&clause);
                assert_eq!(sheet.contains(&link), is_told, "{link}");
                assert!(!is_told || sheet.contains(&text(&clause)), "{link}");
            }
        }
    }

    #[test]
    fn what_a_source_offers_is_to_be_agreed_before_the_game() {
        let offers = |edition: &str| {
            let sheet = sheet(edition);
            let (_, after) = sheet.split_once("Agree before you begin").unwrap_or_default();
            let (told, _) = after.split_once("</p>").unwrap_or_default();
            let ids = told.split("data-clause=\"").skip(1).filter_map(|id| id.split('"').next());
            ids.map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(offers("pamphile-1758"), ["pamphile-1758/flush.wild"]);
        assert_eq!(offers("boussac-1896"), ["boussac-1896/forced.last"]);
        assert_eq!(offers("mouche-1718"), [""; 0]);
    }

    #[test]
    fn pools_pay_and_cost_what_the_engine_says() {
        let worth = |edition| worth(editions::by_id(edition).expect("an edition")).set(|worth, _| worth.clone());
        let three = Worth { pool: 15, tricks: vec![3, 6, 9, 12, 15], top_card: None, owes: 15 };
        assert_eq!(worth("mouche-1718")[2], three);
        let two_debts = Worth { pool: 18, tricks: vec![3, 6, 9, 12, 15], top_card: Some(6), owes: 18 };
        assert_eq!(worth("boussac-1896")[2], two_debts);
        assert_eq!(worth("mery-1847").last().map(|worth| (worth.pool, worth.owes)), Some((105, 20)));
    }

    #[test]
    fn every_rule_has_the_signs_of_its_clause_and_the_sheet_says_what_they_mean() {
        for edition in editions::ALL {
            let sheet = sign::signed(&sheet(edition.id), Path::new("tonight/x.md"));
            assert!(sheet.matches("data-clause=").count() > 30 && sheet.contains("class=\"legend\""), "{}", edition.id);
            assert_eq!(sign::faults(&sheet, Path::new("tonight/x.html")), [""; 0]);
        }
        assert!(sheet("mery-1847").contains("owes<span class=\"sign\""), "the figures of a ceiling that is not his");
    }

    #[test]
    fn the_top_card_has_the_name_that_its_edition_gives_it() {
        assert!(
            sheet("boussac-1896").contains("The Mistigri in the game")
                && !sheet("mouche-1718").contains("in the game</h2>")
        );
    }
}
