//! Whole hands solved, with processor time: `cargo bench --bench solver`.

use mouche::cards::{PerSeat, Seat};
use mouche::editions::ALL;
use mouche::engine::{Act, Hand, Stage, Table, advance, open};
use mouche::explore::{RandomPlayer, Solver, on_credit};
use mouche::rules::{Phase, Ruleset};

fn main() {
    for edition in ALL {
        for players in edition.players.value.from..=edition.players.value.to {
            let mut times = Vec::new();
            let mut most = 0;
            for seed in 0..40 {
                let hand = at_play(edition, players, seed);
                let begun = cpu_time::ProcessTime::now();
                let Some(mut solver) = Solver::new(edition, &hand) else { continue };
                solver.prospect(&hand, &hand, hand.mover);
                times.push(begun.elapsed().as_secs_f64());
                most = most.max(solver.positions());
            }
            times.sort_by(f64::total_cmp);
            let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
            println!("{}\t{players} players\tmedian {median:.4} s, worst {worst:.4} s, {most} positions", edition.id);
        }
    }
}

/// A hand that all stand with.
fn at_play(rules: &Ruleset, seats: u8, seed: u64) -> Hand {
    let mut events = Vec::new();
    let mut player = RandomPlayer::new(seed);
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut hand = open(rules, &mut table, &mut events).expect("a pool");
    let deal = player.deal(rules, seats);
    advance(rules, &mut hand, deal, &mut events).expect("a deal");
    while hand.asks() && hand.stage != Stage::In(Phase::Tricks) {
        let act = match hand.stage {
            Stage::In(Phase::Declarations) => Act::Stand(hand.mover),
            Stage::In(Phase::Claims) => Act::LetPass(hand.mover),
            _ => player.choose(rules, &hand),
        };
        advance(rules, &mut hand, act, &mut events).expect("an act");
    }
    on_credit(&hand)
}
