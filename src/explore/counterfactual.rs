//! A hand told again from one declaration on, which is made otherwise: all others do what they did, as far as they may.

use super::{Prospect, Solver, on_credit};
use crate::cards::{PerSeat, Seats};
use crate::engine::{Act, Hand, Move, Stage, advance};
use crate::rules::{Phase, Ruleset};

/// What was declared in a hand, and what came of it before the first card was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What each seat declared.
    pub declared: PerSeat<Option<Move>>,
    /// How the dealer took the card turned up, if they did when asked for it alone.
    pub turn_up: Option<Move>,
    /// Who let a flush pass. Whoever else may claim one claims it.
    pub silent: Seats,
}

impl Record {
    /// What would have come of a hand in which the mover had declared so: for them, and counted from that declaration.
    ///
    /// Those who speak after him declare what they did, and draw the same cards. Who may not do what they did, or was not asked
    /// then, stands. None if the mover may not declare so.
    pub fn had_they(&self, rules: &Ruleset, hand: &Hand, declared: Move) -> Option<Prospect> {
        let (since, mover) = (on_credit(hand), hand.mover);
        let after = self.tell(rules, &since, declared)?;
        let mut solver = Solver::new(rules, &after)?;
        Some(solver.prospect(&since, &after, mover))
    }

    /// The hand when its first card is to be played, or when it is over without one.
    fn tell(&self, rules: &Ruleset, hand: &Hand, declared: Move) -> Option<Hand> {
        let mut hand = done(rules, hand, declared)?;
        while hand.asks() && hand.stage != Stage::In(Phase::Tricks) {
            let moves = self.moves(&hand);
            hand = moves.into_iter().flatten().find_map(|does| done(rules, &hand, does))?;
        }
        Some(hand)
    }

    /// What the mover does, and what instead if that is not allowed.
    fn moves(&self, hand: &Hand) -> [Option<Move>; 3] {
        let seat = hand.mover;
        match hand.stage {
            Stage::In(Phase::TurnUp) => [self.turn_up, Some(Move::LeaveTurnUp), None],
            Stage::In(Phase::Claims) if self.silent.has(seat) => [Some(Move::LetPass), None, None],
            Stage::In(Phase::Claims) => [Some(Move::Claim), None, None],
            _ => [self.declared[seat], Some(Move::Stand), Some(Move::Fold)],
        }
    }
}

fn done(rules: &Ruleset, hand: &Hand, does: Move) -> Option<Hand> {
    let mut next = *hand;
    advance(rules, &mut next, &Act::Does(hand.mover, does), &mut Vec::new()).is_ok().then_some(next)
}
