//! A little sense: hands that a teacher would believe. Who holds a trump goes in, who changes cards keeps his trumps,
//! and who has a flush says so. Nothing here is advice.

use super::RandomPlayer;
use crate::cards::{Rank, Set};
use crate::engine::{Act, Hand, Stage, may_claim, offers};
use crate::rules::{Phase, Ruleset};

/// What the mover does with some sense; none where any choice is as good.
pub(super) fn act(player: &mut RandomPlayer, rules: &Ruleset, hand: &Hand) -> Option<Act> {
    match hand.stage {
        Stage::In(Phase::Declarations) => declare(player, rules, hand),
        Stage::In(Phase::TurnUp) => Some(match plain(hand).nth(0) {
            Some(card) => Act::TakeTurnUp(hand.mover, card),
            None => Act::LeaveTurnUp(hand.mover),
        }),
        Stage::In(Phase::Claims) => Some(Act::Claim(hand.mover)),
        _ => None,
    }
}

/// The mover's cards that are no trumps.
fn plain(hand: &Hand) -> Set {
    hand.held[hand.mover] - hand.trumps.all()
}

fn declare(player: &mut RandomPlayer, rules: &Ruleset, hand: &Hand) -> Option<Act> {
    let seat = hand.mover;
    let offers = offers(rules, hand)?;
    let others_play = hand.active.len() > 2;
    let trumpless = plain(hand) == hand.held[seat];
    let unwanted = Set::from_iter(plain(hand).into_iter().filter(|card| card.rank() != Rank::King));
    let most = usize::from(offers.exchange).min(unwanted.len());
    Some(match () {
        () if may_claim(rules, hand, seat) && offers.stand => Act::Stand(seat),
        () if trumpless && offers.fille && player.below(2) == 0 => Act::TakeFille(seat),
        () if trumpless && offers.fold && others_play && player.below(4) > 0 => Act::Fold(seat),
        () if most > 0 && player.below(4) > 0 => {
            let number = 1 + player.below(most);
            let laid = player.some_of(unwanted, number);
            player.exchange(hand, laid)
        }
        () => Act::Stand(seat),
    })
}
