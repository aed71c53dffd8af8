//! Plays random deals until the player to move holds a card that may not be played. Prints the card, and the clause that
//! refuses it.
//!
//! `cargo run --example ask_why_refused` plays the edition of 1718, and
//! `cargo run --example ask_why_refused -- pamphile-1758` another one.

use mouche::cards::{Card, PerSeat, Seat};
use mouche::editions;
use mouche::engine::{
    DealState, TableBetweenDeals, apply_to_copy, broken_duty, open_deal, playable_cards,
};
use mouche::explore::RandomPlayer;
use mouche::rules::{ClauseId, Ruleset, TrickRules};
use std::error::Error;

const PLAYERS: u8 = 4;
const CHIPS: i64 = 100;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let edition = std::env::args().nth(1).unwrap_or("mouche-1718".to_owned());
    let edition = editions::by_id(&edition).ok_or(format!("no edition is called {edition}"))?;
    let rules = edition
        .tricks()
        .ok_or(format!("{} has no tricks", edition.id))?;

    let mut player = RandomPlayer::with_sensible_declarations(SEED);
    let mut table = TableBetweenDeals::new(PLAYERS, Seat(0), PerSeat::all(CHIPS));
    // The stakes are paid, and no cards are dealt yet. Each deal of the loop starts here with other cards.
    let opened = open_deal(rules, &mut table, &mut Vec::new())?;
    loop {
        let cards = player.deal(rules, &opened);
        let mut deal = apply_to_copy(rules, &opened, cards, &mut Vec::new())?;
        while deal.awaits_move() {
            if let Some((card, clause)) = refused_card(rules, &deal) {
                print_refused_card(rules, &deal, card);
                print_clause(edition, clause);
                return Ok(());
            }
            let act = player.choose_move_act(rules, &deal);
            deal = apply_to_copy(rules, &deal, act, &mut Vec::new())?;
        }
    }
}

/// Returns the first card of the player to move that may not be played, and the clause that refuses it. Outside a trick no card is
/// refused.
fn refused_card(rules: &TrickRules, deal: &DealState) -> Option<(Card, ClauseId)> {
    deal.trick?;
    for card in deal.hands[deal.mover] {
        if let Some(clause) = broken_duty(rules, deal, card) {
            return Some((card, clause));
        }
    }
    None
}

fn print_refused_card(rules: &TrickRules, deal: &DealState, card: Card) {
    let playable = playable_cards(rules, deal).cards;
    println!("Player {} holds {}.", deal.mover.0, deal.hands[deal.mover]);
    println!("{card} cannot be played; {playable} can.");
}

fn print_clause(edition: &Ruleset, id: ClauseId) {
    if let Some(clause) = edition.clause(id) {
        println!("{} ({})", clause.title, edition.full_clause_id(id));
        println!("{}", clause.text());
    }
}
