//! Plays one deal with random moves. Prints each event with the clause that causes it, and the chips at the end.
//!
//! `cargo run --example play_a_deal` plays the edition of 1718 with the cards of seed 1, and
//! `cargo run --example play_a_deal -- boussac-1896 7` another edition with the cards of seed 7.

use mouche::cards::{PerSeat, Seat};
use mouche::editions;
use mouche::engine::{Event, TableBetweenDeals, apply_to_copy, close_deal, open_deal};
use mouche::explore::RandomPlayer;
use std::error::Error;

const PLAYERS: u8 = 4;
const CHIPS: i64 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let edition = arguments.next().unwrap_or("mouche-1718".to_owned());
    let seed = match arguments.next() {
        Some(seed) => seed.parse()?,
        None => 1,
    };
    let rules =
        editions::trick_edition(&edition).ok_or(format!("no edition is called {edition}"))?;

    let mut table = TableBetweenDeals::new(PLAYERS, Seat(0), PerSeat::all(CHIPS));
    let mut player = RandomPlayer::with_sensible_declarations(seed);
    let mut events = Vec::new();
    // The dealer pays the stake, then the cards are dealt.
    let mut deal = open_deal(rules, &mut table, &mut events)?;
    let cards = player.deal(rules, &deal);
    deal = apply_to_copy(rules, &deal, cards, &mut events)?;
    // A player chooses one of the legal moves, until no move is left.
    while deal.awaits_move() {
        let act = player.choose_move_act(rules, &deal);
        deal = apply_to_copy(rules, &deal, act, &mut events)?;
    }
    // The chips go back to the table, which is then ready for the next deal.
    close_deal(rules, &deal, &mut table);

    for Event { clause, details } in events {
        println!("{:16} {details:?}", clause.id());
    }
    for seat in 0..PLAYERS {
        println!("player {seat} has {} chips", table.purses[Seat(seat)]);
    }
    Ok(())
}
