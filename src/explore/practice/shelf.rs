//! The practice deals of the book, found by trying seeds: see its test.

use super::PracticeDeal;

/// The most points a deal may have: beyond it, what a page must load is too much.
pub const MOST_POINTS: usize = 1500;

/// The deals, edition by edition.
pub static PRACTICE: &[PracticeDeal] = &[];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::explore::practice::{Drill, lines};
    use crate::rules::Ruleset;

    /// Deals of an edition.
    const EACH: usize = 20;

    /// The first seed from this one whose cards drill this.
    fn find(rules: &'static Ruleset, players: u8, drill: Drill, from: u64) -> Option<PracticeDeal> {
        let place = if drill == Drill::TurnUp { players } else { 1 + (from % u64::from(players)) as u8 };
        let debt = if matches!(drill, Drill::Folding | Drill::Bete) { rules.stake.value.chips * 3 } else { 0 };
        let deal = |seed| PracticeDeal { edition: rules.id, players, place, debt, seed, drill };
        let drills = |deal: &PracticeDeal| {
            drill.may_be_in(rules, deal)
                && lines(rules, deal, MOST_POINTS).is_some_and(|lines| drill.is_in(rules, &lines))
        };
        let most = if drill == Drill::Flush { 20_000 } else { 400 };
        (from..from + most).map(deal).find(drills)
    }

    #[test]
    #[ignore = "finds the deals anew, and prints them"]
    fn find_them() {
        for (edition, rules) in editions::ALL.iter().enumerate() {
            let tables: Vec<u8> = (3..=6).filter(|players| rules.players.value.allows(usize::from(*players))).collect();
            // Editions that differ in debts alone shall not have the same deals.
            let (mut found, mut seed) = (0, 1000 * edition as u64);
            for round in 0.. {
                for (at, drill) in Drill::ALL.into_iter().enumerate() {
                    let players = tables[(at + round) % tables.len()];
                    seed += 1;
                    if found < EACH
                        && let Some(deal) = find(rules, players, drill, seed)
                    {
                        println!("{deal:?}");
                        found += 1;
                    }
                }
                if found >= EACH || round > 5 {
                    break;
                }
            }
        }
    }
}
