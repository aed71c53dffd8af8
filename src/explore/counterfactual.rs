//! A hand told again from one declaration on, which is made otherwise: all others do what they did, as far as they may.

use super::{Prospect, Solver, on_credit};
use crate::cards::Seat;
use crate::engine::{Act, Hand, Move, Stage, advance};
use crate::rules::{Phase, Ruleset};

/// What each did in a hand before the first card was played, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record(pub Vec<(Seat, Move)>);

/// What one does who may not do what they did, or was not asked then: of these the first that may be done.
#[rustfmt::skip]
const ELSE: [Move; 9] = [
    Move::LeaveTurnUp, Move::Claim, Move::LeavePack, Move::KeepTrump, Move::Stand, Move::Join, Move::Pass, Move::Lurk, Move::Fold,
];

impl Record {
    /// What would have come of a hand in which the mover had declared so: for them, and counted from that declaration.
    ///
    /// Those who speak after him do what they did, and draw the same cards. Who may not do what they did, or was not asked
    /// then, stands and goes in, and claims a flush. None if the mover may not declare so.
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
            let own = self.0.iter().filter(|(seat, _)| *seat == hand.mover).map(|(_, does)| *does);
            hand = own.chain(ELSE).find_map(|does| done(rules, &hand, does))?;
        }
        Some(hand)
    }
}

fn done(rules: &Ruleset, hand: &Hand, does: Move) -> Option<Hand> {
    let mut next = *hand;
    advance(rules, &mut next, &Act::Does(hand.mover, does), &mut Vec::new()).is_ok().then_some(next)
}
