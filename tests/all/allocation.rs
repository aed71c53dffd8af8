//! `apply` allocates nothing: events go to a buffer that the caller has made large enough.

use allocation_counter::measure;
use mouche::cards::{PerSeat, Seat};
use mouche::editions::built_in_trick_editions;
use mouche::engine::{Event, TableBetweenDeals, apply_to_copy, close_deal, open_deal};
use mouche::explore::RandomPlayer;
use mouche::rules::TrickRules;

fn count_allocations_of_hand(
    rules: &TrickRules,
    table: &mut TableBetweenDeals,
    player: &mut RandomPlayer,
    events: &mut Vec<Event>,
) -> u64 {
    events.clear();
    let mut hand = open_deal(rules, table, events).expect("a pool");
    let mut allocated = 0;
    let mut act = player.deal(rules, &hand);
    loop {
        let mut next = Err(mouche::engine::Refusal::Forbidden(
            mouche::rules::ClauseId::Players,
        ));
        allocated += measure(|| next = apply_to_copy(rules, &hand, act, events)).count_total;
        hand = next.expect("an offered act");
        if !hand.awaits_move() {
            break;
        }
        act = player.choose_move_act(rules, &hand);
    }
    close_deal(rules, &hand, table);
    allocated
}

#[test]
fn apply_allocates_nothing() {
    let mut events = Vec::with_capacity(256);
    for rules in built_in_trick_editions() {
        let mut player = RandomPlayer::new(7);
        for seats in rules.players.value.from..=rules.players.value.to {
            let mut table = TableBetweenDeals::new(seats, Seat(0), PerSeat::all(1000));
            let allocated: u64 = (0..50)
                .map(|_| count_allocations_of_hand(rules, &mut table, &mut player, &mut events))
                .sum();
            assert_eq!(allocated, 0, "{} with {seats}", rules.id);
        }
    }
}
