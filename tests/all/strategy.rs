//! The documented strategy: never refused, blind to what it may not know, and better than chance.

use mouche::cards::{PerSeat, Seat, Set};
use mouche::editions::ALL;
use mouche::engine::{Event, Hand, Move, Table, advance, close, open};
use mouche::explore::strategy::{OCCASIONS, STRATEGY};
use mouche::explore::{RandomPlayer, act, result};
use mouche::rules::{Agreed, Ruleset};
use std::collections::BTreeSet;

fn companies(rules: &Ruleset) -> impl Iterator<Item = u8> + use<> {
    let players = rules.players.value;
    players.from..=players.to
}

/// Plays hands at one table, whose seats that `plans` names play by the strategy and all others by chance. `look` sees
/// every hand in which the strategy is asked.
fn play(
    rules: &Ruleset,
    seats: u8,
    hands: u32,
    plans: fn(Seat) -> bool,
    mut look: impl FnMut(&Hand, Move),
) -> [f64; 2] {
    let mut cards = RandomPlayer::new(7);
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut events: Vec<Event> = Vec::new();
    let (mut gained, mut counted) = ([0.0; 2], [0.0; 2]);
    for at in 0..hands {
        events.clear();
        let Ok(opened) = open(rules, &mut table, &mut events) else { break };
        let mut hand = opened;
        let deal = cards.deal(rules, seats);
        advance(rules, &mut hand, &deal, &mut events).expect("a deal");
        while hand.asks() {
            let act = if plans(hand.mover) {
                let to = STRATEGY.choose(rules, &hand).expect("the last rule always fits");
                look(&hand, to);
                act(rules, &hand, to, &mut cards)
            } else {
                cards.choose(rules, &hand)
            };
            let refused = advance(rules, &mut hand, &act, &mut events);
            assert_eq!(refused, Ok(()), "{} with {seats}: {act:?} of {hand:?}", rules.id);
        }
        for seat in (0..seats).map(Seat) {
            gained[usize::from(plans(seat))] += result(&opened, &hand, seat) as f64 / opened.pool as f64;
            counted[usize::from(plans(seat))] += 1.0;
        }
        close(rules, &hand, &mut table);
        // Eight hands, and all debts are forgotten: a pool that has grown past all bounds says nothing of play.
        if at % 8 == 7 {
            table.debts.clear();
        }
    }
    [gained[0] / counted[0], gained[1] / counted[1]]
}

#[test]
fn it_is_never_refused_under_any_option() {
    for edition in ALL {
        let options = Agreed::known_to(edition).filter_map(|option| option.otherwise(edition));
        for rules in std::iter::once(**edition).chain(options) {
            companies(&rules).for_each(|seats| {
                play(&rules, seats, 60, |_| true, |_, _| ());
                play(&rules, seats, 60, |seat| seat.0 == 1, |_, _| ());
            });
        }
    }
}

/// By how many pools a hand it is to be better than chance: a tenth is half a trick.
const CLEARLY: f64 = 0.1;

#[test]
fn it_beats_chance() {
    for edition in ALL {
        for seats in companies(edition) {
            let [chance, one] = play(edition, seats, 2000, |seat| seat.0 == 0, |_, _| ());
            assert!(one > chance + CLEARLY, "{}, one among {seats}: {one:.3} against {chance:.3}", edition.id);
            let [chance, others] = play(edition, seats, 2000, |seat| seat.0 != 0, |_, _| ());
            assert!(
                others > chance + CLEARLY,
                "{}, all but one of {seats}: {others:.3} against {chance:.3}",
                edition.id
            );
        }
    }
}

/// The same hand with all that the mover cannot see dealt otherwise.
fn behind(hand: &Hand, cards: &mut RandomPlayer) -> Hand {
    let (mut other, me) = (*hand, hand.mover);
    let hidden = |seat: &Seat| *seat != me;
    let mut left =
        hand.in_turn().filter(hidden).fold(hand.fille | hand.stock | hand.discards, |all, seat| all | hand.held[seat]);
    let mut draw = |cards: &mut RandomPlayer, set: Set| {
        let some = cards.some_of(left, set.len());
        left = left - some;
        some
    };
    for seat in hand.in_turn().filter(hidden) {
        other.held[seat] = draw(cards, hand.held[seat]);
    }
    other.fille = draw(cards, hand.fille);
    other.stock = draw(cards, hand.stock);
    other.discards = draw(cards, hand.discards);
    other
}

#[test]
fn it_sees_nothing_that_is_hidden() {
    for edition in ALL {
        for seats in companies(edition) {
            let mut cards = RandomPlayer::new(3);
            play(
                edition,
                seats,
                150,
                |_| true,
                |hand, to| {
                    let other = behind(hand, &mut cards);
                    assert_eq!(STRATEGY.choose(edition, &other), Some(to), "{hand:?}\n{other:?}");
                },
            );
        }
    }
}

#[test]
fn every_rule_decides_somewhere_and_is_told_once() {
    let mut decided = BTreeSet::new();
    for edition in ALL {
        for seats in companies(edition) {
            play(
                edition,
                seats,
                1500,
                |_| true,
                |hand, _| {
                    decided.insert(STRATEGY.rule(edition, hand).expect("a rule").text);
                },
            );
        }
    }
    let told: Vec<&str> =
        OCCASIONS.iter().flat_map(|occasion| occasion.rules).map(|rule| rule.text).collect();
    assert_eq!(told.len(), told.iter().collect::<BTreeSet<_>>().len());
    let idle: Vec<_> = told.iter().filter(|text| !decided.contains(*text)).collect();
    assert!(idle.is_empty(), "no hand is decided by {idle:?}");
}
