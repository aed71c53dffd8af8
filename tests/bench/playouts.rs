//! Play-outs through the public engine, hands a second of processor time: `cargo bench --bench playouts`.

use mouche::editions::ALL;
use mouche::explore::simulate;

fn main() {
    for edition in ALL {
        for players in [3, 4, 5, 6] {
            let best = (0..3).map(|seed| timed(edition, players, seed)).fold(0.0, f64::max);
            println!("{}\t{players} players\t{best:.0} hands a second", edition.id);
        }
    }
}

fn timed(edition: &mouche::rules::Ruleset, players: u8, seed: u64) -> f64 {
    let hands = 300_000;
    let begun = cpu_time::ProcessTime::now();
    let tally = simulate(edition, players, hands, seed, |_| ());
    tally.hands as f64 / begun.elapsed().as_secs_f64()
}
