//! One hand from a seed, with all that was done in it.

use super::RandomPlayer;
use crate::cards::{PerSeat, Seat};
use crate::engine::{Act, Deal, Fact, Hand, Move, Table, apply, open};
use crate::rules::{Ruleset, Topic};
use std::collections::BTreeSet;

/// The first hand of a session, played to its end.
#[derive(Clone, Debug)]
pub struct Example {
    /// The cards.
    pub deal: Deal,
    /// Each move after the deal, and the hand before it.
    pub moves: Vec<(Hand, Move)>,
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
        moves.extend(act.does().map(|does| (hand, does)));
        hand = apply(rules, &hand, act, &mut events).ok()?;
    }
    let flushes = events.iter().filter(|event| matches!(event.fact, Fact::Did(_, Move::Claim, _))).count();
    let clauses = events.iter().map(|event| event.clause).collect();
    Some(Example { deal, moves, end: hand, flushes, clauses })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::engine::moves;
    use crate::explore::act;

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
    #[test]
    fn each_move_on_offer_is_taken_and_what_was_done_was_on_offer() {
        for rules in editions::ALL {
            for seed in 0..40 {
                let one = example(rules, 4, RandomPlayer::new(seed)).expect("a hand");
                for (hand, done) in &one.moves {
                    let all = moves(rules, hand);
                    let take =
                        |to: &Move| apply(rules, hand, act(hand, *to, &mut RandomPlayer::new(0)), &mut Vec::new());
                    assert!(all.iter().all(|to| take(to).is_ok()), "{}: {all:?} in {hand:?}", rules.id);
                    assert!(all.iter().any(|to| to.is_choice(*done)), "{}: {done:?} not in {all:?}", rules.id);
                }
            }
        }
    }
}
