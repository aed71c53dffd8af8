//! All that a mover may do.

use super::strategy::Move;
use crate::cards::{Set, Suit};
use crate::engine::{Hand, Stage, legal, may_take_turn_up, offers};
use crate::rules::{Phase, Ruleset};

/// Every move that the engine would take from the mover of a hand: folding before standing, standing before changing
/// cards, few cards before many.
pub fn moves(rules: &Ruleset, hand: &Hand) -> Vec<Move> {
    let held = hand.held[hand.mover];
    match hand.stage {
        Stage::In(Phase::Naming) => Suit::ALL.into_iter().map(Move::Name).collect(),
        Stage::In(Phase::Declarations) => declarations(rules, hand, held),
        Stage::In(Phase::TurnUp) => std::iter::once(Move::LeaveTurnUp).chain(swaps(held)).collect(),
        Stage::In(Phase::Claims) => vec![Move::Claim, Move::LetPass],
        Stage::In(Phase::Tricks) => legal(rules, hand).cards.into_iter().map(Move::Play).collect(),
        Stage::Open | Stage::Over => Vec::new(),
    }
}

fn declarations(rules: &Ruleset, hand: &Hand, held: Set) -> Vec<Move> {
    let Some(offers) = offers(rules, hand) else { return Vec::new() };
    let mut moves = Vec::new();
    moves.extend(offers.fold.then_some(Move::Fold));
    moves.extend(offers.stand.then_some(Move::Stand));
    moves.extend(offers.fille.then_some(Move::TakeFille));
    if offers.turn_up && may_take_turn_up(rules, hand) {
        moves.extend(swaps(held));
    }
    let few = |laid: &Set| !laid.is_empty() && laid.len() <= usize::from(offers.exchange);
    moves.extend(subsets(held).filter(few).map(Move::Exchange));
    moves
}

/// The turn-up for each card.
fn swaps(held: Set) -> impl Iterator<Item = Move> {
    held.into_iter().map(Move::TakeTurnUp)
}

/// All sets of some of these cards, the empty one first.
fn subsets(cards: Set) -> impl Iterator<Item = Set> {
    let cards: Vec<_> = cards.into_iter().collect();
    (0..1_u32 << cards.len()).map(move |marks| {
        let marked = cards.iter().enumerate().filter(|(at, _)| marks >> at & 1 == 1);
        marked.map(|(_, card)| *card).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;
    use crate::engine::apply;
    use crate::explore::{RandomPlayer, act, example};

    #[test]
    fn each_is_taken_and_each_card_that_is_none_is_refused() {
        for rules in editions::ALL {
            for seed in 0..40 {
                let one = example(rules, 4, RandomPlayer::new(seed)).expect("a hand");
                for (hand, done) in &one.moves {
                    let all = moves(rules, hand);
                    let take =
                        |to: &Move| apply(rules, hand, act(hand, *to, &mut RandomPlayer::new(0)), &mut Vec::new());
                    assert!(all.iter().all(|to| take(to).is_ok()), "{}: {all:?} in {hand:?}", rules.id);
                    assert!(all.iter().any(|to| same(hand, *to, *done)), "{}: {done:?} not in {all:?}", rules.id);
                }
            }
        }
    }

    /// Whether an act is this move, whatever the stock gave for it.
    fn same(hand: &Hand, to: Move, done: crate::engine::Act) -> bool {
        use crate::engine::Act;
        match (to, done) {
            (Move::Exchange(laid), Act::Exchange(_, other, _)) => laid == other,
            (to, done) => !matches!(to, Move::Exchange(_)) && act(hand, to, &mut RandomPlayer::new(0)) == done,
        }
    }
}
