//! Plays at random until a player holds a card that may not be played, and prints the clause that refuses it.
//!
//! `cargo run --example ask_why_refused -- pamphile-1758` asks another edition.

use mouche::cards::{Card, PerSeat, Seat};
use mouche::editions;
use mouche::engine::{
    DealState, TableState, apply_to_copy, broken_duty, open_deal, playable_cards,
};
use mouche::explore::RandomPlayer;
use mouche::rules::{ClauseId, Ruleset};
use std::error::Error;

const PLAYERS: u8 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let id = std::env::args().nth(1).unwrap_or("mouche-1718".to_owned());
    let rules = editions::by_id(&id).ok_or(format!("no edition is called {id}"))?;

    let mut player = RandomPlayer::sensible(1);
    let mut table = TableState::new(PLAYERS, Seat(0), PerSeat::all(100));
    let opened = open_deal(rules, &mut table, &mut Vec::new())?;
    loop {
        let cards = player.deal(rules, PLAYERS);
        let mut deal = apply_to_copy(rules, &opened, cards, &mut Vec::new())?;
        while deal.awaits_move() {
            if let Some((card, topic)) = refused_card(rules, &deal) {
                print_refusal(rules, &deal, card, topic);
                return Ok(());
            }
            let act = player.choose_act(rules, &deal);
            deal = apply_to_copy(rules, &deal, act, &mut Vec::new())?;
        }
    }
}

/// Returns the first card of the player to move that may not be played, and the topic of the clause that refuses it.
fn refused_card(rules: &Ruleset, deal: &DealState) -> Option<(Card, ClauseId)> {
    deal.trick?;
    for card in deal.hands[deal.mover] {
        if let Some(topic) = broken_duty(rules, deal, card) {
            return Some((card, topic));
        }
    }
    None
}

fn print_refusal(rules: &Ruleset, deal: &DealState, card: Card, topic: ClauseId) {
    let clause = rules.clause(topic);
    let playable = playable_cards(rules, deal).cards;
    println!("Player {} holds {}.", deal.mover.0, deal.hands[deal.mover]);
    println!("{card} cannot be played; {playable} can.");
    println!("{} ({})", clause.title, rules.clause_id(topic));
    println!("{}", clause.text());
}
