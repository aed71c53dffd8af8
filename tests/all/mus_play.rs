//! How Mus is played by the strategy: never refused, blind to what it may not know, and better than chance in every company.

use crate::long;
use crate::mus::companies;
use mouche::cards::{Seat, Seats, Set};
use mouche::explore::mus::{OCCASIONS, decide};
use mouche::explore::odds::Share;
use mouche::mus::{Act, Chance, Hand, Stage, Table, apply};
use mouche::rules::mus::Sides;
use mouche::rules::{Move, Ruleset};
use std::collections::BTreeSet;

/// Rules of both games, with options: with `ALL=1` with each of them.
fn rules() -> impl Iterator<Item = Ruleset> {
    companies()
        .into_iter()
        .enumerate()
        .filter(|(number, _)| long::is_whole() || number % 9 == 0)
        .map(|(_, rules)| rules)
}

/// Plays so many sessions to their end; those whom `plans` holds play by the strategy, the others by chance. In some deals a
/// card is seen. `look` sees every deal in which the strategy is asked. What it comes to: games that each side has won, or
/// rounds that each player has lost.
fn play(
    rules: &Ruleset,
    seats: u8,
    sessions: u64,
    plans: fn(&Ruleset, Seat, u64) -> bool,
    mut look: impl FnMut(&Hand, Move, &mut Chance),
) -> Share {
    let mut fared = Share::default();
    let is_pairs = rules.sides.value == Sides::Pairs;
    for seed in 0..sessions {
        let mut chance = Chance::new(seed);
        let mut table = Table::new(rules, seats, chance.dealer(seats));
        while !table.is_over(rules) {
            let mut hand = Hand::at(rules, &table);
            while hand.stage != Stage::Over {
                if hand.stage == Stage::Asked && chance.dealer(9) == Seat(0) {
                    apply(rules, &mut hand, Act::Seen, &mut Vec::new()).ok();
                }
                let planned = plans(rules, hand.mover, seed).then(|| decide(rules, &hand)).flatten();
                let act = match planned {
                    Some((_, does)) => {
                        look(&hand, does, &mut chance);
                        Act::Does(hand.mover, does)
                    }
                    None => chance.act(rules, &hand),
                };
                let made = apply(rules, &mut hand, act, &mut Vec::new());
                assert_eq!(made, Ok(()), "{} with {seats}: {act:?} of {hand:?}", rules.id);
            }
            table = hand.close(rules);
        }
        let counted = if is_pairs { table.games } else { table.lost };
        for seat in Seats::all(seats).each() {
            (0..counted[seat]).for_each(|_| fared.count(plans(rules, seat, seed) == is_pairs));
        }
    }
    fared
}

/// One side plays by the strategy, another in each session.
fn one(rules: &Ruleset, seat: Seat, session: u64) -> bool {
    let first = Seat((session % u64::from(rules.players.value.from)) as u8);
    Hand::side(rules, seat) == Hand::side(rules, first)
}

fn all(_: &Ruleset, _: Seat, _: u64) -> bool {
    true
}

/// All numbers of players that the rules allow.
fn seats(rules: &Ruleset) -> impl Iterator<Item = u8> {
    rules.players.value.from..=rules.players.value.to
}

/// Of games the share that the side of the strategy wins; of rounds the share that one who plays by it does not lose,
/// where by chance all would lose as many.
#[test]
fn it_beats_chance_in_every_company() {
    for rules in rules() {
        for seats in seats(&rules) {
            let fared = play(&rules, seats, 40, one, |_, _, _| ());
            let is_pairs = rules.sides.value == Sides::Pairs;
            let chance = if is_pairs { 0.5 } else { 1.0 - 1.0 / f64::from(seats) };
            let (low, _) = fared.interval();
            assert!(low > chance + (1.0 - chance) / 8.0, "{} with {seats}: {low} of {fared:?}, not {chance}", rules.id);
        }
    }
}

/// The deal with all that its mover does not see dealt anew.
fn behind(hand: &Hand, chance: &mut Chance) -> Hand {
    let mut other = *hand;
    let mut unseen = hand.stock;
    let others = || hand.players.each().filter(|seat| *seat != hand.mover);
    others().for_each(|seat| unseen = unseen | hand.held[seat]);
    for seat in others() {
        let cards: Set = chance.some(unseen, hand.held[seat].len());
        (other.held[seat], unseen) = (cards, unseen - cards);
    }
    other.stock = unseen;
    for (at, outcome) in other.outcomes.iter_mut().enumerate() {
        outcome.winner = outcome.winner.map(|_| Seat(at as u8 % hand.table.seats));
    }
    other
}

#[test]
fn it_sees_nothing_that_its_seat_does_not() {
    for rules in rules() {
        for seats in seats(&rules) {
            play(&rules, seats, 2, all, |hand, does, chance| {
                let other = behind(hand, chance);
                let again = decide(&rules, &other).map(|(_, does)| does);
                assert_eq!(again, Some(does), "{hand:?}\n{other:?}");
            });
        }
    }
}

#[test]
fn every_rule_decides_somewhere_and_is_told_once() {
    let mut decided = BTreeSet::new();
    for rules in rules() {
        for seats in seats(&rules) {
            for plans in [all, one] {
                play(&rules, seats, 12, plans, |hand, _, _| {
                    decided.extend(decide(&rules, hand).map(|(rule, _)| rule.text));
                });
            }
        }
    }
    let told: Vec<&str> = OCCASIONS.iter().flat_map(|occasion| occasion.rules).map(|rule| rule.text).collect();
    assert_eq!(told.len(), told.iter().collect::<BTreeSet<_>>().len());
    let idle: Vec<_> = told.iter().filter(|text| !decided.contains(*text)).collect();
    assert!(idle.is_empty(), "no deal is decided by {idle:?}");
}
