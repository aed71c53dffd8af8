//! Legal play-outs of fixed deals, counted by the engine and by a referee written apart (`tests/perft/referee.py`).

use mouche::cards::{Card, Letters, PerSeat, Seat, Set, read_card};
use mouche::editions::by_id;
use mouche::engine::{Act, Deal, Hand, Move, Stage, Table, apply, legal, open};
use mouche::rules::{Phase, Ruleset, Setting};
use std::collections::BTreeMap;

fn card(word: &str) -> Card {
    read_card(word, Letters::English).unwrap_or_else(|_| panic!("{word} is no card"))
}

fn rules(obligation: &str) -> Ruleset {
    let options = BTreeMap::from([("play_obligation".to_string(), Setting::Word(obligation.into()))]);
    by_id("mouche-1718").expect("the edition").with(&options).expect("the option")
}

/// The hand of a `deal` line, after everyone has stood and every flush was let pass.
fn dealt(line: &str) -> (Ruleset, Hand) {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let rules = rules(parts[0].split_whitespace().nth(2).expect("an obligation"));
    let hands = &parts[1..parts.len() - 1];
    let turned = card(parts[parts.len() - 1].trim_start_matches("turn").trim());
    let seats = hands.len() as u8;
    // The eldest is seat 0, so the dealer is the last.
    let mut table = Table::new(seats, Seat(seats - 1), PerSeat::all(1000));
    let mut cards = PerSeat::all(Set::EMPTY);
    for (seat, hand) in (0..seats).map(Seat).zip(hands) {
        cards[seat] = hand.split_whitespace().map(card).collect();
    }
    let mut events = Vec::new();
    let mut hand = open(&rules, &mut table, &mut events).expect("a pool");
    hand =
        apply(&rules, &hand, Act::Deal(Deal { hands: cards, fille: Set::EMPTY, turned }), &mut events).expect("a deal");
    while hand.stage != Stage::In(Phase::Tricks) {
        let answer = hand.silent().unwrap_or(Move::Stand);
        hand = apply(&rules, &hand, Act::Does(hand.mover, answer), &mut events).expect("an answer");
    }
    (rules, hand)
}

fn perft(rules: &Ruleset, hand: &Hand, plies: u32, events: &mut Vec<mouche::engine::Event>) -> u64 {
    if plies == 0 || !hand.asks() {
        return 1;
    }
    let mut count = 0;
    for card in legal(rules, hand).cards {
        events.clear();
        let next = apply(rules, hand, Act::Does(hand.mover, Move::Play(card)), events).expect("a legal card");
        count += perft(rules, &next, plies - 1, events);
    }
    count
}

#[test]
fn the_engine_counts_what_the_referee_counts() {
    let text = include_str!("../perft/mouche-1718.perft");
    let (mut current, mut counted) = (None, 0);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with("deal") {
            current = Some((line, dealt(line)));
            continue;
        }
        let numbers: Vec<u64> =
            line.split_whitespace().skip(1).map(|number| number.parse().expect("a number")).collect();
        let (deal, (rules, hand)) = current.as_ref().expect("a deal before its counts");
        let found = perft(rules, hand, numbers[0] as u32, &mut Vec::new());
        assert_eq!(found, numbers[1], "{deal}\n{line}");
        counted += 1;
    }
    assert!(counted >= 100, "only {counted} counts were compared");
}
