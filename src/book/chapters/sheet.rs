//! "Play it tonight": the rules of an edition on one sheet of paper for the table.

use super::topics::{LISTS, is_in_sections};
use crate::book::picture::{RankRow, card_order_rows};
use crate::book::sign;
use crate::narrate::sentence::capitalize;
use crate::page::{PageLocation, inline_html, join_lines};
use crate::rules::ClauseId::{
    DeclBid, DeclExchange, DeclFille, DeclFold, DeclJoin, DeclStand, FlushPoints, PayShare, Players,
};
use crate::rules::mus::Sides;
use crate::rules::{
    ClauseInfo, DoubleShare, GameRules, Mark, Marked, PoolSharing, Presence, Ruleset, Source,
    TrickRules,
};
use anyhow::Result;
use askama::Template;

/// The sheet of an edition.
#[derive(Template)]
#[template(path = "tonight.html")]
struct TableSheet {
    edition: &'static Ruleset,
    place: PageLocation,
    /// The order of the cards, the highest first.
    order: Vec<RankRow>,
    /// The signs of the clauses on the order.
    order_signs: String,
    payments: Vec<PoolPayments>,
    /// The signs of the clauses on payments.
    payment_signs: String,
}

/// The payments from a pool for each number of tricks and for the top card, and the debt of a
/// player without a trick.
#[derive(Clone)]
struct PoolPayments {
    pool: i64,
    amounts: Vec<i64>,
}

/// Returns the sheet of an edition as Markdown.
pub(super) fn sheet_chapter(edition: &'static Ruleset, place: PageLocation) -> Result<String> {
    let (order, order_marks) = card_order_rows(edition);
    let payments = edition.tricks().map(payments_by_pool);
    let payment_signs = match &payments {
        Some(payments) => sign::signs_html(payments.marks()),
        None => String::new(),
    };
    let sheet = TableSheet {
        edition,
        place,
        order,
        order_signs: sign::signs_html(order_marks),
        payment_signs,
        payments: match payments {
            Some(payments) => payments.render(|payments, _| payments.clone()),
            None => Vec::new(),
        },
    };
    let sheet = join_lines(&sheet.render()?);
    let legend = sign::page_legend(&sheet);
    Ok(format!(
        "# Play it tonight: {}\n\n<div class=\"tonight\">{sheet}{legend}</div>\n",
        edition.name
    ))
}

/// Returns whether a clause says something that a table needs: the edition has the thing, and does
/// not merely pass it over.
fn is_needed_at_table(clause: &ClauseInfo) -> bool {
    !clause.is_absent() && !clause.marks().has(Mark::Silent)
}

/// Returns what the sheet says of a clause: its value in a few words, or its text if the value
/// alone says too little, as with bids and declarations.
fn words_of_clause(clause: &ClauseInfo) -> String {
    match clause.topic {
        DeclBid | DeclJoin | DeclFold | DeclStand | DeclExchange | DeclFille | FlushPoints => {
            sign::clause_html(clause)
        }
        _ => sign::words_with_signs(&clause.short_rule().map(capitalize)),
    }
}

/// Returns whether these clauses are those of paying. The duties of play stand before them, and a
/// table of pools below.
fn are_about_payments(clauses: &[ClauseInfo]) -> bool {
    clauses.iter().any(|clause| clause.topic == PayShare)
}

impl TableSheet {
    /// Returns the clauses that the source offers and the edition does not play by itself. The
    /// players must settle them before they begin.
    fn offers(&self) -> Vec<ClauseInfo> {
        let mut offers = Vec::new();
        for clause in self.edition.clauses() {
            if let Presence::Agreed(_) = clause.presence
                && let Source::Says { .. } = clause.source
            {
                offers.push(clause);
            }
        }
        offers
    }

    /// Returns the duties of play in the order in which a player goes through them, each under the
    /// case in which it holds.
    fn duties(&self) -> Vec<(&'static str, ClauseInfo)> {
        let mut duties = Vec::new();
        for (case, topic) in LISTS.duties {
            let clause = self.edition.clause(*topic);
            duties.extend(
                clause
                    .filter(is_needed_at_table)
                    .map(|clause| (*case, clause)),
            );
        }
        duties
    }

    /// Returns the parts of the sheet, each with its title and its clauses.
    fn parts(&self) -> Vec<(String, Vec<ClauseInfo>)> {
        let mut parts = Vec::new();
        for (title, sections) in LISTS.sheet_parts {
            let mut clauses = self.edition.clauses();
            clauses.retain(|clause| {
                is_needed_at_table(clause)
                    && is_in_sections(clause.topic, sections)
                    && !LISTS.left_off_the_sheet.contains(&clause.topic)
            });
            if !clauses.is_empty() {
                parts.push((self.edition.name_top_card(title), clauses));
            }
        }
        parts
    }

    /// Returns whether the order says what each card is worth.
    fn has_worth(&self) -> bool {
        let mut cards = self.order.iter().flat_map(|(_, cards)| cards);
        cards.any(|card| card.worth.is_some())
    }

    /// Returns whether the top card is paid for.
    fn pays_top_card(&self) -> bool {
        let Some(rules) = self.edition.tricks() else {
            return false;
        };
        let double = rules.pay_double.read();
        double.render(|double, _| *double != DoubleShare::None)
    }

    /// Returns the headings of the pad: the deal, the pool, and an empty one for each player or
    /// each side.
    fn columns(&self) -> Vec<&'static str> {
        let players = self.edition.players.read().render(|players, _| players.to);
        let scores = match self.edition {
            Ruleset::Mus(rules) if rules.sides.value == Sides::Pairs => 2,
            _ => usize::from(players),
        };
        let mut columns = vec!["Hand"];
        if self.edition.has_clause_on(PayShare) {
            columns.push("Pool");
        }
        columns.extend(vec![""; scores]);
        columns
    }

    /// Returns the number of cards that a player is dealt.
    fn hand_size(&self) -> u8 {
        let packets = self.edition.deal_packets.read();
        packets.render(|packets, _| packets.hand)
    }
}

/// Returns what pools of one to five stakes pay and cost, and the largest pool under a ceiling,
/// with the marks of the clauses on which that rests. An edition in which a trick has no share of
/// its own has no such pools.
fn payments_by_pool(edition: &TrickRules) -> Marked<Vec<PoolPayments>> {
    let stakes = edition
        .stake
        .read()
        .and(edition.players.read())
        .and(edition.debt_cap.read());
    let pays = edition
        .pay_share
        .read()
        .and(edition.pay_double.read())
        .and(edition.deal_packets.read());
    let debts = edition.debt_make.read();
    stakes.and(pays).and(debts).map(
        |((((stake, players), cap), ((shares, double), packets)), _)| {
            if shares.earner != PoolSharing::Trick || !edition.has_clause_on(PayShare) {
                return Vec::new();
            }
            let mut pools: Vec<i64> = (1..=5).map(|times| times * stake.chips).collect();
            if let Some(cap) = cap.0 {
                let debtors = i64::from(players.to) - 1;
                pools.push(stake.chips + debtors * cap);
            }
            let mut payments = Vec::new();
            for pool in pools {
                let share = shares.chips_per_part(pool);
                let mut amounts: Vec<i64> = (1..=i64::from(packets.hand))
                    .map(|tricks| tricks * share)
                    .collect();
                if double != DoubleShare::None {
                    amounts.push(2 * share);
                }
                amounts.push(edition.cap_debt(edition.debt_without_trick(pool)));
                payments.push(PoolPayments { pool, amounts });
            }
            payments
        },
    )
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_sheet.rs"]
mod tests;
