//! Play-outs through the public engine, in processor time: `cargo bench --bench playouts`. What a play takes is every act of
//! a hand, the deal included, with what opens and closes it. Of Mus it is said what a deal takes, the reckoning included.

use mouche::cards::{PerSeat, Seat};
use mouche::editions::{built_in_trick_editions, mus_edition};
use mouche::engine::{
    DealState, TableBetweenDeals, apply, check_end_or_mark_last_deal, close_deal, open_deal,
};
use mouche::explore::strategy::STRATEGY;
use mouche::explore::{RandomPlayer, fill_random_draws};
use mouche::mus;
use mouche::rules::{MusRules, TrickRules};

fn main() {
    for edition in built_in_trick_editions() {
        for players in edition.players.value.from..=edition.players.value.to.min(6) {
            for (by, hands, how) in [
                (PlayoutKind::Chance, 100_000, "by chance"),
                (PlayoutKind::Strategy, 10_000, "by the strategy"),
            ] {
                let (hands, plays) =
                    best_of_three(&|seed| time_playouts(edition, players, seed, hands, by));
                let each = 1e9 / plays;
                println!(
                    "{}\t{players} players\t{how}\t{hands:.0} hands a second\t{each:.1} ns a play",
                    edition.id
                );
            }
        }
    }
    for edition in ["mus-pairs", "mus-individual"].map(|id| mus_edition(id).expect("an edition")) {
        for players in edition.players.value.from..=edition.players.value.to {
            let (deals, acts) = best_of_three(&|seed| time_mus(edition, players, seed, 100_000));
            let (each, act) = (1e6 / deals, 1e9 / acts);
            println!(
                "{}\t{players} players\tby chance\t{deals:.0} deals a second\t{each:.2} µs a deal\t{act:.1} ns an act",
                edition.id
            );
        }
    }
}

/// The best of three measurements.
fn best_of_three(measured: &dyn Fn(u64) -> (f64, f64)) -> (f64, f64) {
    (0..3)
        .map(measured)
        .fold((0.0, 0.0), |best, one| if one > best { one } else { best })
}

/// Deals of Mus and acts a second.
fn time_mus(rules: &MusRules, players: u8, seed: u64, deals: u64) -> (f64, f64) {
    let begun = cpu_time::ProcessTime::now();
    let mut chance = mus::RandomMusPlayer::new(seed);
    let (mut played, mut acts, mut events) = (0, 0_u64, Vec::with_capacity(128));
    while played < deals {
        let mut table = mus::MusTableBetweenDeals::new(rules, players, Seat(0));
        while played < deals && !table.is_session_over(rules) {
            let mut hand = mus::open_deal(rules, &table);
            events.clear();
            while hand.stage != mus::MusStage::Over {
                let act = chance.choose_act(rules, &hand);
                mus::apply(rules, &mut hand, act, &mut events).expect("what may be done");
                acts += 1;
            }
            mus::close_deal(rules, &hand, &mut table);
            played += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    (played as f64 / seconds, acts as f64 / seconds)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayoutKind {
    Chance,
    Strategy,
}

/// Hands and plays a second.
fn time_playouts(
    rules: &TrickRules,
    players: u8,
    seed: u64,
    hands: u64,
    by: PlayoutKind,
) -> (f64, f64) {
    let begun = cpu_time::ProcessTime::now();
    let mut cards = RandomPlayer::new(seed);
    let (mut played, mut plays, mut events) = (0, 0_u64, Vec::with_capacity(128));
    let choose = |hand: &DealState, cards: &mut RandomPlayer| match by {
        PlayoutKind::Chance => cards.choose_move_act(rules, hand),
        PlayoutKind::Strategy => fill_random_draws(
            rules,
            hand,
            STRATEGY
                .choose_move(rules, hand)
                .expect("the last rule always fits"),
            cards,
        ),
    };
    while played < hands {
        let mut table =
            TableBetweenDeals::new(players, Seat(0), PerSeat::all(rules.chips_start.value.0));
        while played < hands && !check_end_or_mark_last_deal(rules, &mut table) {
            events.clear();
            let Ok(mut hand) = open_deal(rules, &mut table, &mut events) else {
                break;
            };
            let mut act = cards.deal(rules, &hand);
            while apply(rules, &mut hand, act, &mut events).is_ok() {
                plays += 1;
                if !hand.awaits_move() {
                    break;
                }
                act = choose(&hand, &mut cards);
            }
            close_deal(rules, &hand, &mut table);
            played += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    (played as f64 / seconds, plays as f64 / seconds)
}
