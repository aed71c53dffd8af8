//! Tests of `src/book/picture/cards.rs`, from within.

use super::*;
use crate::editions;

#[test]
fn no_stock_serves_everyone_with_a_whole_hand() {
    // The chapter of pictures says so.
    let small = |packs: &Vec<Pack>| packs.iter().all(|pack| pack.stock < pack.dealt);
    assert!(editions::ALL.iter().all(|rules| all_packs(rules).set(|packs, _| small(packs))));
}
