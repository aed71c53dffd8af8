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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::explore::{Example, RandomPlayer, example};

    /// What was declared in a hand from a seed.
    fn record(example: &Example) -> Record {
        let mut record = Record::default();
        for (hand, does) in &example.moves {
            match (hand.stage, does) {
                (Stage::In(Phase::TurnUp), _) => record.turn_up = Some(*does),
                (Stage::In(Phase::Round(_)), _) => record.declared[hand.mover] = Some(*does),
                (_, Move::LetPass) => record.silent = record.silent.with(hand.mover),
                _ => {}
            }
        }
        record
    }

    fn examples(seats: u8) -> impl Iterator<Item = (&'static Ruleset, Example)> {
        let hands =
            move |rules| (0..30).filter_map(move |seed| Some((rules, example(rules, seats, RandomPlayer::new(seed))?)));
        editions::ALL.iter().flat_map(move |rules| hands(*rules))
    }

    #[test]
    fn told_again_as_it_was_it_comes_to_where_it_came() {
        for (rules, example) in examples(4) {
            let record = record(&example);
            let begun = example.moves.iter().map(|(hand, _)| hand).find(|hand| hand.stage == Stage::In(Phase::Tricks));
            let begun = begun.unwrap_or(&example.end);
            for (hand, does) in
                example.moves.iter().filter(|(hand, _)| matches!(hand.stage, Stage::In(Phase::Round(_))))
            {
                let told = record.tell(rules, &on_credit(hand), *does).expect("what was declared");
                let cards = |hand: &Hand| (hand.stage, hand.mover, hand.active, hand.held, hand.claimed, hand.owes);
                assert_eq!(cards(&told), cards(begun), "{}: {does:?} at {hand:#?}", rules.id);
            }
        }
    }
}
