//! Plays one deal at random and prints what happens, each thing with the clause that makes it happen.
//!
//! `cargo run --example play_a_deal -- boussac-1896 7` plays an edition with the cards of a seed.

use mouche::cards::{PerSeat, Seat};
use mouche::editions;
use mouche::engine::{Event, TableState, apply_to_copy, close_deal, open_deal};
use mouche::explore::RandomPlayer;
use std::error::Error;

const PLAYERS: u8 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or("mouche-1718".to_owned());
    let seed = match arguments.next() {
        Some(seed) => seed.parse()?,
        None => 1,
    };
    let rules = editions::by_id(&id).ok_or(format!("no edition is called {id}"))?;

    let mut table = TableState::new(PLAYERS, Seat(0), PerSeat::all(100));
    let mut player = RandomPlayer::sensible(seed);
    let mut events = Vec::new();
    let mut deal = open_deal(rules, &mut table, &mut events)?;
    let cards = player.deal(rules, PLAYERS);
    deal = apply_to_copy(rules, &deal, cards, &mut events)?;
    while deal.awaits_move() {
        let act = player.choose_act(rules, &deal);
        deal = apply_to_copy(rules, &deal, act, &mut events)?;
    }
    close_deal(rules, &deal, &mut table);

    for Event { clause, kind: fact } in events {
        println!("{:16} {fact:?}", clause.id());
    }
    for seat in 0..PLAYERS {
        println!("player {seat} has {} chips", table.purses[Seat(seat)]);
    }
    Ok(())
}
