//! One hand from a seed, with all that was done in it.

use super::RandomPlayer;
use crate::cards::{PerSeat, Seat};
use crate::engine::{Act, Deal, Fact, Hand, Table, apply, open};
use crate::rules::{Ruleset, Topic};
use std::collections::BTreeSet;

/// The first hand of a session, played to its end.
#[derive(Clone, Debug)]
pub struct Example {
    /// The cards.
    pub deal: Deal,
    /// Each act after the deal, and the hand before it.
    pub moves: Vec<(Hand, Act)>,
    /// The hand when it is over.
    pub end: Hand,
    /// How many flushes were claimed.
    pub flushes: usize,
    /// The clauses that made something happen.
    pub clauses: BTreeSet<Topic>,
}

/// Plays the first hand of a session; the first seat deals. None if the stake is past all counting.
pub fn example(rules: &Ruleset, seats: u8, mut player: RandomPlayer) -> Option<Example> {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let (mut events, mut moves) = (Vec::new(), Vec::new());
    let opened = open(rules, &mut table, &mut events).ok()?;
    let Act::Deal(deal) = player.deal(rules, seats) else { return None };
    let mut hand = apply(rules, &opened, Act::Deal(deal), &mut events).ok()?;
    while hand.asks() {
        let act = player.choose(rules, &hand);
        moves.push((hand, act));
        hand = apply(rules, &hand, act, &mut events).ok()?;
    }
    let flushes = events.iter().filter(|event| matches!(event.fact, Fact::Claimed(_))).count();
    let clauses = events.iter().map(|event| event.clause).collect();
    Some(Example { deal, moves, end: hand, flushes, clauses })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    #[test]
    fn a_sensible_table_plays_most_of_its_hands() {
        for rules in editions::ALL {
            let seats = (2..=6).filter(|seats| rules.players.value.allows(usize::from(*seats)));
            for seats in seats {
                let examples = (0..60).filter_map(|seed| example(rules, seats, RandomPlayer::sensible(seed)));
                let (played, all) = examples
                    .fold((0, 0), |(played, all), example| (played + usize::from(example.end.finished > 0), all + 1));
                assert_eq!(all, 60, "{}", rules.id);
                assert!(played >= 55, "{}, {seats} players: {played}", rules.id);
            }
        }
    }
}
