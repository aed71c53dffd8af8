//! The practice deals of the book, found by trying seeds: see its test.

use super::{Drill, PracticeDeal};

/// The most points a deal may have: beyond it, what a page must load is too much.
pub const MOST_POINTS: usize = 1500;

/// The deals, edition by edition.
pub static PRACTICE: &[PracticeDeal] = &[
    deal("mouche-1718", 3, 2, 0, 2, Drill::Following),
    deal("mouche-1718", 4, 4, 0, 13, Drill::Following),
    deal("mouche-1718", 5, 2, 0, 21, Drill::Following),
    deal("mouche-1718", 4, 3, 0, 8, Drill::Heading),
    deal("mouche-1718", 5, 3, 0, 17, Drill::Heading),
    deal("mouche-1718", 6, 5, 0, 28, Drill::Heading),
    deal("mouche-1718", 3, 3, 0, 23, Drill::Trumping),
    deal("mouche-1718", 5, 4, 0, 4, Drill::Trumping),
    deal("mouche-1718", 6, 2, 0, 17, Drill::Trumping),
    deal("mouche-1718", 3, 3, 0, 68, Drill::Overtrumping),
    deal("mouche-1718", 4, 1, 0, 99, Drill::Overtrumping),
    deal("mouche-1718", 6, 5, 0, 37, Drill::Overtrumping),
    deal("mouche-1718", 3, 3, 15, 5, Drill::Folding),
    deal("mouche-1718", 4, 4, 15, 26, Drill::Folding),
    deal("mouche-1718", 4, 3, 0, 8, Drill::Exchanging),
    deal("mouche-1718", 5, 2, 0, 17, Drill::Exchanging),
    deal("mouche-1718", 5, 3, 15, 7, Drill::Bete),
    deal("mouche-1718", 6, 6, 15, 17, Drill::Bete),
    deal("mouche-1718", 3, 1, 0, 6_379, Drill::Flush),
    deal("mouche-1718", 6, 3, 0, 870, Drill::Flush),
    deal("mouche-1730", 3, 3, 0, 1_001, Drill::Following),
    deal("mouche-1730", 4, 4, 0, 1_011, Drill::Following),
    deal("mouche-1730", 5, 2, 0, 1_024, Drill::Following),
    deal("mouche-1730", 4, 3, 0, 1_035, Drill::Heading),
    deal("mouche-1730", 5, 3, 0, 1_018, Drill::Heading),
    deal("mouche-1730", 6, 3, 0, 1_026, Drill::Heading),
    deal("mouche-1730", 3, 1, 0, 1_024, Drill::Trumping),
    deal("mouche-1730", 5, 4, 0, 1_003, Drill::Trumping),
    deal("mouche-1730", 6, 6, 0, 1_018, Drill::Trumping),
    deal("mouche-1730", 3, 1, 0, 1_018, Drill::Overtrumping),
    deal("mouche-1730", 4, 1, 0, 1_060, Drill::Overtrumping),
    deal("mouche-1730", 6, 3, 0, 1_069, Drill::Overtrumping),
    deal("mouche-1730", 3, 1, 15, 1_255, Drill::Folding),
    deal("mouche-1730", 4, 4, 15, 1_016, Drill::Folding),
    deal("mouche-1730", 4, 3, 0, 1_018, Drill::Exchanging),
    deal("mouche-1730", 5, 2, 0, 1_016, Drill::Exchanging),
    deal("mouche-1730", 5, 3, 15, 1_007, Drill::Bete),
    deal("mouche-1730", 6, 4, 15, 1_018, Drill::Bete),
    deal("mouche-1730", 3, 2, 0, 2_193, Drill::Flush),
    deal("mouche-1730", 6, 1, 0, 1_201, Drill::Flush),
    deal("pamphile-1758", 3, 1, 0, 2_012, Drill::Following),
    deal("pamphile-1758", 4, 4, 0, 2_019, Drill::Following),
    deal("pamphile-1758", 5, 2, 0, 2_021, Drill::Following),
    deal("pamphile-1758", 4, 3, 0, 2_014, Drill::Heading),
    deal("pamphile-1758", 5, 3, 0, 2_012, Drill::Heading),
    deal("pamphile-1758", 6, 1, 0, 2_047, Drill::Heading),
    deal("pamphile-1758", 3, 2, 0, 2_023, Drill::Trumping),
    deal("pamphile-1758", 5, 4, 0, 2_003, Drill::Trumping),
    deal("pamphile-1758", 6, 4, 0, 2_013, Drill::Trumping),
    deal("pamphile-1758", 3, 2, 0, 2_148, Drill::Overtrumping),
    deal("pamphile-1758", 4, 1, 0, 2_108, Drill::Overtrumping),
    deal("pamphile-1758", 6, 1, 0, 2_017, Drill::Overtrumping),
    deal("pamphile-1758", 3, 2, 15, 2_033, Drill::Folding),
    deal("pamphile-1758", 4, 4, 15, 2_027, Drill::Folding),
    deal("pamphile-1758", 4, 3, 0, 2_010, Drill::Exchanging),
    deal("pamphile-1758", 5, 2, 0, 2_021, Drill::Exchanging),
    deal("pamphile-1758", 5, 3, 15, 2_007, Drill::Bete),
    deal("pamphile-1758", 6, 2, 15, 2_018, Drill::Bete),
    deal("pamphile-1758", 3, 3, 0, 3_221, Drill::Flush),
    deal("pamphile-1758", 6, 5, 0, 2_797, Drill::Flush),
    deal("mery-1847", 3, 2, 0, 3_001, Drill::Following),
    deal("mery-1847", 4, 4, 0, 3_014, Drill::Following),
    deal("mery-1847", 5, 2, 0, 3_025, Drill::Following),
    deal("mery-1847", 4, 3, 0, 3_008, Drill::Heading),
    deal("mery-1847", 5, 3, 0, 3_016, Drill::Heading),
    deal("mery-1847", 6, 5, 0, 3_032, Drill::Heading),
    deal("mery-1847", 3, 3, 0, 3_024, Drill::Trumping),
    deal("mery-1847", 5, 4, 0, 3_003, Drill::Trumping),
    deal("mery-1847", 6, 2, 0, 3_015, Drill::Trumping),
    deal("mery-1847", 3, 3, 0, 3_057, Drill::Overtrumping),
    deal("mery-1847", 4, 1, 0, 3_064, Drill::Overtrumping),
    deal("mery-1847", 6, 5, 0, 3_024, Drill::Overtrumping),
    deal("mery-1847", 3, 3, 15, 3_010, Drill::Folding),
    deal("mery-1847", 4, 4, 15, 3_017, Drill::Folding),
    deal("mery-1847", 4, 3, 0, 3_007, Drill::Exchanging),
    deal("mery-1847", 5, 2, 0, 3_017, Drill::Exchanging),
    deal("mery-1847", 5, 3, 15, 3_007, Drill::Bete),
    deal("mery-1847", 6, 6, 15, 3_017, Drill::Bete),
    deal("mery-1847", 3, 1, 0, 6_379, Drill::Flush),
    deal("mery-1847", 6, 3, 0, 4_132, Drill::Flush),
    deal("boussac-1896", 3, 3, 0, 4_027, Drill::Following),
    deal("boussac-1896", 4, 4, 0, 4_012, Drill::Following),
    deal("boussac-1896", 5, 2, 0, 4_021, Drill::Following),
    deal("boussac-1896", 4, 3, 0, 4_003, Drill::Heading),
    deal("boussac-1896", 5, 3, 0, 4_019, Drill::Heading),
    deal("boussac-1896", 3, 3, 0, 4_041, Drill::Trumping),
    deal("boussac-1896", 5, 4, 0, 4_003, Drill::Trumping),
    deal("boussac-1896", 3, 3, 0, 4_077, Drill::Overtrumping),
    deal("boussac-1896", 4, 3, 0, 4_058, Drill::Overtrumping),
    deal("boussac-1896", 4, 2, 18, 4_008, Drill::Folding),
    deal("boussac-1896", 5, 1, 18, 4_022, Drill::Folding),
    deal("boussac-1896", 3, 3, 0, 4_041, Drill::Exchanging),
    deal("boussac-1896", 3, 3, 18, 4_113, Drill::Bete),
    deal("boussac-1896", 4, 2, 18, 4_017, Drill::Bete),
    deal("boussac-1896", 4, 1, 0, 5_435, Drill::Flush),
    deal("boussac-1896", 5, 4, 0, 4_645, Drill::Flush),
    deal("boussac-1896", 3, 3, 0, 4_027, Drill::Fille),
    deal("boussac-1896", 5, 5, 0, 4_021, Drill::Fille),
    deal("boussac-1896", 3, 3, 0, 4_041, Drill::TurnUp),
    deal("boussac-1896", 4, 4, 0, 4_023, Drill::TurnUp),
];

const fn deal(edition: &'static str, players: u8, place: u8, debt: i64, seed: u64, drill: Drill) -> PracticeDeal {
    PracticeDeal { edition, players, place, debt, seed, drill }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::engine::Hand;
    use crate::explore::moves;
    use crate::explore::practice::lines;
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
    fn each_deal_drills_what_it_says_and_none_stands_twice() {
        for rules in editions::ALL {
            let own: Vec<&PracticeDeal> = PRACTICE.iter().filter(|deal| deal.edition == rules.id).collect();
            assert!(own.len() >= EACH, "{}: {} deals", rules.id, own.len());
            for (at, deal) in own.iter().enumerate() {
                let lines = lines(rules, deal, MOST_POINTS).expect("lines");
                assert!(deal.drill.is_in(rules, &lines), "{deal:?}");
                let same = |other: &&&PracticeDeal| (other.players, other.seed) == (deal.players, deal.seed);
                assert_eq!(own[..at].iter().find(same), None, "{deal:?}");
            }
        }
    }

    #[test]
    fn no_line_ends_before_its_reckoning_and_no_chip_is_lost() {
        for rules in editions::ALL {
            for deal in PRACTICE.iter().filter(|deal| deal.edition == rules.id) {
                let lines = lines(rules, deal, MOST_POINTS).expect("lines");
                let chips = |hand: &Hand| hand.purses.iter().sum::<i64>() + hand.pool + hand.cash;
                let all = chips(&lines.opening[0].before);
                for point in &lines.points {
                    assert_eq!(point.hand.asks(), !point.lines.is_empty(), "{deal:?}");
                    assert_eq!(chips(&point.hand), all, "{deal:?}");
                    let asked = !point.hand.asks() || point.hand.mover == deal.learner();
                    assert!(asked && point.lines.len() == moves(rules, &point.hand).len(), "{deal:?}");
                }
            }
        }
    }

    #[test]
    #[ignore = "finds the deals anew, and prints them"]
    fn find_them() {
        for (edition, rules) in editions::ALL.iter().enumerate() {
            let tables: Vec<u8> = (3..=6).filter(|players| rules.players.value.allows(usize::from(*players))).collect();
            // Editions that differ in debts alone shall not have the same deals.
            let (mut found, mut seed) = (0, 10_000 * edition as u64);
            for round in 0.. {
                for (at, drill) in Drill::ALL.into_iter().enumerate() {
                    let players = tables[(at + round) % tables.len()];
                    seed += 100;
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
