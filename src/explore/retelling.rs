//! A hand told again from one declaration on, which is made otherwise: all others do what they did, as far as they may.

use super::{Prospect, Solver, on_credit};
use crate::cards::{PerSeat, Seats};
use crate::engine::{Act, Hand, Stage, advance};
use crate::rules::{Phase, Ruleset};

/// What was declared in a hand, and what came of it before the first card was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What each seat declared.
    pub declared: PerSeat<Option<Act>>,
    /// How the dealer took the card turned up, if he did when he was asked for it alone.
    pub turn_up: Option<Act>,
    /// Who let a flush pass. Whoever else may claim one claims it.
    pub silent: Seats,
}

impl Record {
    /// What would have come of a hand in which the mover had declared so: for him, and counted from his declaration.
    ///
    /// Those who speak after him declare what they did, and draw the same cards. Who may not do what he did, or was not asked
    /// then, stands. None if the mover may not declare so.
    pub fn had_he(&self, rules: &Ruleset, hand: &Hand, declared: Act) -> Option<Prospect> {
        let (since, mover) = (on_credit(hand), hand.mover);
        let after = self.tell(rules, &since, declared)?;
        let mut solver = Solver::new(rules, &after)?;
        Some(solver.prospect(&since, &after, mover))
    }

    /// The hand when its first card is to be played, or when it is over without one.
    fn tell(&self, rules: &Ruleset, hand: &Hand, declared: Act) -> Option<Hand> {
        let mut hand = done(rules, hand, declared)?;
        while hand.asks() && hand.stage != Stage::In(Phase::Tricks) {
            let acts = self.acts(&hand);
            hand = acts.into_iter().flatten().find_map(|act| done(rules, &hand, act))?;
        }
        Some(hand)
    }

    /// What the mover does, and what he does instead if he may not.
    fn acts(&self, hand: &Hand) -> [Option<Act>; 3] {
        let seat = hand.mover;
        match hand.stage {
            Stage::In(Phase::TurnUp) => [self.turn_up, Some(Act::LeaveTurnUp(seat)), None],
            Stage::In(Phase::Claims) if self.silent.has(seat) => [Some(Act::LetPass(seat)), None, None],
            Stage::In(Phase::Claims) => [Some(Act::Claim(seat)), None, None],
            _ => [self.declared[seat], Some(Act::Stand(seat)), Some(Act::Fold(seat))],
        }
    }
}

fn done(rules: &Ruleset, hand: &Hand, act: Act) -> Option<Hand> {
    let mut next = *hand;
    advance(rules, &mut next, act, &mut Vec::new()).is_ok().then_some(next)
}
