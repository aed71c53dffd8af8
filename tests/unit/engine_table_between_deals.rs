//! How a session ends, which no statement of a scenario can expect.

use super::*;
use crate::editions::trick_edition;

/// The purses once the last debts are shared, of three players of whom one owes this many chips.
fn purses_after(debt: i64) -> Vec<i64> {
    let rules = trick_edition("mouche-1718").expect("an edition");
    let mut table = TableBetweenDeals::new(3, Seat(0), PerSeat::all(100));
    table.debts = vec![PendingDebt {
        debtor: Seat(2),
        chips: debt,
        deal: 1,
    }];
    share_out_remaining_debts(rules, &mut table, &mut Vec::new());
    (0..3).map(|seat| table.purses[Seat(seat)]).collect()
}

#[test]
fn the_last_debts_are_shared_and_what_is_left_goes_to_the_first_player() {
    for (debt, purses) in [
        (9, [103, 103, 94]),
        (10, [104, 103, 93]),
        (11, [105, 103, 92]),
    ] {
        assert_eq!(
            purses_after(debt),
            purses,
            "by the clause `end` each of 3 players takes {} of {debt} chips, and the first player also takes the other {}",
            debt / 3,
            debt % 3
        );
    }
}
