#![allow(dead_code, missing_docs, clippy::allow_attributes)]
#[path = "all/cousins.rs"]
mod cousins;
use mouche::cards::{PerSeat, Seat};
use mouche::engine::{Table, advance, close, is_over, open, settle_last_debts};
use mouche::explore::odds::Mean;
use mouche::explore::strategy::STRATEGY;
use mouche::explore::{RandomPlayer, act, result};
use mouche::rules::Ruleset;

fn play(rules: &Ruleset, seats: u8, hands: u32, plans: fn(Seat) -> bool) -> [Mean; 2] {
    let mut cards = RandomPlayer::new(7);
    let mut table = Table::new(seats, Seat(0), PerSeat::all(1000));
    let mut means = [Mean::default(); 2];
    let mut points = [0i64; 2];
    let mut games = [Mean::default(); 2];
    for at in 0..hands {
        let opened = open(rules, &mut table, &mut Vec::new()).unwrap();
        let mut hand = opened;
        advance(rules, &mut hand, &cards.deal(rules, seats), &mut Vec::new()).unwrap();
        while hand.asks() {
            let act = if plans(hand.mover) {
                let to = STRATEGY.choose(rules, &hand).unwrap();
                act(rules, &hand, to, &mut cards)
            } else { cards.choose(rules, &hand) };
            advance(rules, &mut hand, &act, &mut Vec::new()).unwrap_or_else(|why| panic!("{why:?} {act:?} {hand:?}"));
        }
        for seat in (0..seats).map(Seat) {
            let who = usize::from(plans(seat));
            means[who].count(result(&opened, &hand, seat) as f64 / opened.pool as f64);
            points[who] += i64::from(hand.off[seat]) - i64::from(opened.off[seat]);
        }
        close(rules, &hand, &mut table);
        if at % 8 == 7 { table.debts.clear(); if rules.score.value.0.is_none() { table.pool = 0; table.side_pot = 0; } }
        if rules.score.value.0.is_some() && is_over(rules, &mut table) {
            settle_last_debts(rules, &mut table, &mut Vec::new());
            for seat in (0..seats).map(Seat) { games[usize::from(plans(seat))].count((table.purses[seat] - 1000) as f64); }
            table = Table::new(seats, Seat((at % u32::from(seats)) as u8), PerSeat::all(1000));
        }
    }
    if rules.score.value.0.is_some() { return games; }
    means
}

#[test]
fn tune() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let hands = std::env::var("HANDS").map_or(3000, |n| n.parse().unwrap());
    for rules in cousins::all().iter().filter(|r| r.id.contains(&only)) {
        let p = rules.players.value;
        for seats in p.from..=p.to {
            let show = |m: [Mean; 2]| format!("{:.3} vs {:.3} (diff {:.3} ± {:.3})", m[1].found(), m[0].found(), m[1].found() - m[0].found(), (m[0].within().powi(2) + m[1].within().powi(2)).sqrt());
            println!("{:20} {seats}: one {}   others {}", rules.id, show(play(rules, seats, hands, |s| s.0 == 0)), show(play(rules, seats, hands, |s| s.0 != 0)));
            let all = play(rules, seats, hands, |_| true);
            println!("{:20} {seats}: all {:.3}", rules.id, all[1].found());
        }
    }
}
