//! Play-outs through the public engine, hands a second of processor time: `cargo bench --bench playouts`.

use mouche::editions::ALL;
use mouche::explore::odds::evenings;
use mouche::explore::simulate;
use mouche::explore::strategy::STRATEGY;

fn main() {
    for edition in ALL {
        for players in edition.players.value.from..=edition.players.value.to.min(6) {
            let best = (0..3).map(|seed| timed(edition, players, seed)).fold(0.0, f64::max);
            println!("{}\t{players} players\t{best:.0} hands a second", edition.id);
            println!("{}\t{players} players\t{:.0} by the strategy", edition.id, by_strategy(edition, players));
        }
    }
}

fn timed(edition: &mouche::rules::Ruleset, players: u8, seed: u64) -> f64 {
    let hands = 300_000;
    let begun = cpu_time::ProcessTime::now();
    let tally = simulate(edition, players, hands, seed, |_| ());
    tally.hands as f64 / begun.elapsed().as_secs_f64()
}

fn by_strategy(edition: &mouche::rules::Ruleset, players: u8) -> f64 {
    let begun = cpu_time::ProcessTime::now();
    let evening = evenings(edition, players, &STRATEGY, 10_000, 1);
    evening.owing.of as f64 / begun.elapsed().as_secs_f64()
}
