//! The practice deals of the book, found by trying seeds: see its test.

use crate::explore::practice::{Drill, PracticeDeal};

/// The most points a deal may have: beyond it, what a page must load is too much.
pub(super) const MOST_POINTS: usize = 1500;

/// The deals, edition by edition.
pub(super) static PRACTICE: &[PracticeDeal] = &[
    deal("mouche-1718", 3, 2, 0, 100, Drill::Following),
    deal("mouche-1718", 4, 1, 0, 1_102, Drill::Following),
    deal("mouche-1718", 5, 1, 0, 2_101, Drill::Following),
    deal("mouche-1718", 4, 1, 0, 215, Drill::Heading),
    deal("mouche-1718", 5, 1, 0, 1_202, Drill::Heading),
    deal("mouche-1718", 6, 5, 0, 2_211, Drill::Heading),
    deal("mouche-1718", 3, 3, 0, 2_300, Drill::Trumping),
    deal("mouche-1718", 5, 1, 0, 302, Drill::Trumping),
    deal("mouche-1718", 6, 5, 0, 1_300, Drill::Trumping),
    deal("mouche-1718", 3, 3, 0, 1_468, Drill::Overtrumping),
    deal("mouche-1718", 4, 1, 0, 2_665, Drill::Overtrumping),
    deal("mouche-1718", 6, 5, 0, 401, Drill::Overtrumping),
    deal("mouche-1718", 3, 3, 15, 502, Drill::Folding),
    deal("mouche-1718", 4, 1, 15, 1_717, Drill::Folding),
    deal("mouche-1718", 4, 1, 0, 606, Drill::Exchanging),
    deal("mouche-1718", 5, 1, 0, 1_605, Drill::Exchanging),
    deal("mouche-1718", 5, 1, 15, 701, Drill::Bete),
    deal("mouche-1718", 6, 3, 15, 1_700, Drill::Bete),
    deal("mouche-1718", 3, 1, 0, 6_379, Drill::Flush),
    deal("mouche-1718", 6, 3, 0, 870, Drill::Flush),
    deal("mouche-1730", 3, 3, 0, 10_101, Drill::Following),
    deal("mouche-1730", 4, 1, 0, 11_102, Drill::Following),
    deal("mouche-1730", 5, 1, 0, 12_101, Drill::Following),
    deal("mouche-1730", 4, 1, 0, 10_201, Drill::Heading),
    deal("mouche-1730", 5, 1, 0, 11_202, Drill::Heading),
    deal("mouche-1730", 6, 3, 0, 12_206, Drill::Heading),
    deal("mouche-1730", 3, 1, 0, 12_302, Drill::Trumping),
    deal("mouche-1730", 5, 1, 0, 10_307, Drill::Trumping),
    deal("mouche-1730", 6, 3, 0, 11_301, Drill::Trumping),
    deal("mouche-1730", 3, 1, 0, 11_423, Drill::Overtrumping),
    deal("mouche-1730", 4, 1, 0, 12_419, Drill::Overtrumping),
    deal("mouche-1730", 6, 3, 0, 10_402, Drill::Overtrumping),
    deal("mouche-1730", 3, 1, 15, 10_564, Drill::Folding),
    deal("mouche-1730", 4, 1, 15, 11_549, Drill::Folding),
    deal("mouche-1730", 4, 1, 0, 10_605, Drill::Exchanging),
    deal("mouche-1730", 5, 1, 0, 11_608, Drill::Exchanging),
    deal("mouche-1730", 5, 1, 15, 10_701, Drill::Bete),
    deal("mouche-1730", 6, 1, 15, 11_701, Drill::Bete),
    deal("mouche-1730", 3, 2, 0, 13_550, Drill::Flush),
    deal("mouche-1730", 6, 1, 0, 12_461, Drill::Flush),
    deal("pamphile-1758", 3, 1, 0, 20_101, Drill::Following),
    deal("pamphile-1758", 4, 1, 0, 21_102, Drill::Following),
    deal("pamphile-1758", 5, 1, 0, 22_102, Drill::Following),
    deal("pamphile-1758", 4, 1, 0, 20_232, Drill::Heading),
    deal("pamphile-1758", 5, 1, 0, 21_214, Drill::Heading),
    deal("pamphile-1758", 6, 1, 0, 22_227, Drill::Heading),
    deal("pamphile-1758", 3, 2, 0, 22_302, Drill::Trumping),
    deal("pamphile-1758", 5, 1, 0, 20_301, Drill::Trumping),
    deal("pamphile-1758", 6, 1, 0, 21_301, Drill::Trumping),
    deal("pamphile-1758", 3, 2, 0, 21_625, Drill::Overtrumping),
    deal("pamphile-1758", 4, 1, 0, 22_492, Drill::Overtrumping),
    deal("pamphile-1758", 6, 1, 0, 20_418, Drill::Overtrumping),
    deal("pamphile-1758", 3, 2, 15, 20_516, Drill::Folding),
    deal("pamphile-1758", 4, 1, 15, 21_510, Drill::Folding),
    deal("pamphile-1758", 4, 1, 0, 20_602, Drill::Exchanging),
    deal("pamphile-1758", 5, 1, 0, 21_605, Drill::Exchanging),
    deal("pamphile-1758", 5, 1, 15, 20_700, Drill::Bete),
    deal("pamphile-1758", 6, 5, 15, 21_700, Drill::Bete),
    deal("pamphile-1758", 3, 3, 0, 22_044, Drill::Flush),
    deal("pamphile-1758", 6, 5, 0, 21_338, Drill::Flush),
    deal("mery-1847", 3, 2, 0, 30_100, Drill::Following),
    deal("mery-1847", 4, 1, 0, 31_101, Drill::Following),
    deal("mery-1847", 5, 1, 0, 32_107, Drill::Following),
    deal("mery-1847", 4, 1, 0, 30_216, Drill::Heading),
    deal("mery-1847", 5, 1, 0, 31_202, Drill::Heading),
    deal("mery-1847", 6, 5, 0, 32_207, Drill::Heading),
    deal("mery-1847", 3, 3, 0, 32_300, Drill::Trumping),
    deal("mery-1847", 5, 1, 0, 30_301, Drill::Trumping),
    deal("mery-1847", 6, 5, 0, 31_300, Drill::Trumping),
    deal("mery-1847", 3, 3, 0, 31_421, Drill::Overtrumping),
    deal("mery-1847", 4, 1, 0, 32_580, Drill::Overtrumping),
    deal("mery-1847", 6, 5, 0, 30_451, Drill::Overtrumping),
    deal("mery-1847", 3, 3, 15, 30_510, Drill::Folding),
    deal("mery-1847", 4, 1, 15, 31_586, Drill::Folding),
    deal("mery-1847", 4, 1, 0, 30_600, Drill::Exchanging),
    deal("mery-1847", 5, 1, 0, 31_604, Drill::Exchanging),
    deal("mery-1847", 5, 1, 15, 30_700, Drill::Bete),
    deal("mery-1847", 6, 3, 15, 31_702, Drill::Bete),
    deal("mery-1847", 3, 1, 0, 32_401, Drill::Flush),
    deal("mery-1847", 6, 3, 0, 31_153, Drill::Flush),
    deal("boussac-1896", 3, 3, 0, 40_113, Drill::Following),
    deal("boussac-1896", 4, 1, 0, 41_105, Drill::Following),
    deal("boussac-1896", 5, 1, 0, 42_100, Drill::Following),
    deal("boussac-1896", 4, 1, 0, 40_218, Drill::Heading),
    deal("boussac-1896", 5, 1, 0, 41_200, Drill::Heading),
    deal("boussac-1896", 3, 3, 0, 41_343, Drill::Trumping),
    deal("boussac-1896", 5, 1, 0, 40_300, Drill::Trumping),
    deal("boussac-1896", 3, 3, 0, 40_614, Drill::Overtrumping),
    deal("boussac-1896", 4, 1, 0, 41_427, Drill::Overtrumping),
    deal("boussac-1896", 4, 1, 18, 40_535, Drill::Folding),
    deal("boussac-1896", 5, 1, 18, 41_500, Drill::Folding),
    deal("boussac-1896", 3, 3, 0, 41_662, Drill::Exchanging),
    deal("boussac-1896", 3, 3, 18, 40_780, Drill::Bete),
    deal("boussac-1896", 4, 1, 18, 41_700, Drill::Bete),
    deal("boussac-1896", 4, 1, 0, 41_443, Drill::Flush),
    deal("boussac-1896", 5, 1, 0, 42_275, Drill::Flush),
    deal("boussac-1896", 3, 3, 0, 41_920, Drill::Fille),
    deal("boussac-1896", 5, 1, 0, 40_900, Drill::Fille),
    deal("boussac-1896", 3, 3, 0, 41_007, Drill::TurnUp),
    deal("boussac-1896", 4, 4, 0, 42_001, Drill::TurnUp),
];

const fn deal(edition: &'static str, players: u8, place: u8, debt: i64, seed: u64, drill: Drill) -> PracticeDeal {
    PracticeDeal { edition, players, place, debt, seed, drill }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::engine::Hand;
    use crate::engine::moves;
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
