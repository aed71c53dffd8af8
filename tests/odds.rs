//! Dealt flushes against exact fractions: every seat gets C(n,5) hands, 4·C(n/4,5) of them of one suit.

use mouche::editions::by_id;
use mouche::explore::simulate;

/// The chance of at least one dealt flush at the table, by inclusion and exclusion over disjoint hands.
fn exact(pack: u64, seats: u64) -> f64 {
    let suit = pack / 4;
    let mut chance = 0.0;
    // Ways in which `k` given seats all hold flushes: each picks a suit, and the suits shrink as they are used.
    for k in 1..=seats {
        let ways = flushes(&mut [suit; 4], k);
        let all: f64 = (0..k).map(|i| choose(pack - 5 * i, 5)).product();
        let sign = if k % 2 == 1 { 1.0 } else { -1.0 };
        chance += sign * choose(seats, k) * ways / all;
    }
    chance
}

fn flushes(left: &mut [u64; 4], seats: u64) -> f64 {
    if seats == 0 {
        return 1.0;
    }
    let mut ways = 0.0;
    for suit in 0..4 {
        if left[suit] >= 5 {
            let here = choose(left[suit], 5);
            left[suit] -= 5;
            ways += here * flushes(left, seats - 1);
            left[suit] += 5;
        }
    }
    ways
}

fn choose(n: u64, k: u64) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product()
}

#[test]
fn the_exact_fractions_are_those_of_the_literature() {
    for (pack, seats, percent) in [(28, 3, 0.25593), (36, 4, 0.53298), (48, 5, 0.92048), (52, 6, 1.18092)] {
        assert!(
            (100.0 * exact(pack, seats) - percent).abs() < 1e-5,
            "{pack} cards, {seats} seats: {}",
            100.0 * exact(pack, seats)
        );
    }
    assert!((choose(7, 5) * 4.0 / choose(28, 5) - 1.0 / 1170.0).abs() < 1e-12);
}

#[test]
fn the_engine_deals_flushes_as_often_as_it_should() {
    let hands = 150_000;
    let edition = by_id("mouche-1718").expect("the edition");
    for (pack, seats) in [(28, 3), (36, 4), (48, 5), (52, 6)] {
        let chance = exact(pack, seats);
        let found = simulate(edition, seats as u8, hands, 1718, |_| ()).hands_with_a_flush as f64;
        let (mean, deviation) = (hands as f64 * chance, (hands as f64 * chance * (1.0 - chance)).sqrt());
        assert!(
            (found - mean).abs() < 4.0 * deviation,
            "{seats} seats: {found} hands, {mean:.0} ± {deviation:.0} expected"
        );
    }
}
