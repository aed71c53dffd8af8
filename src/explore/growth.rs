//! How a pool grows when one player wins every trick of every hand, and all others are left without.

use crate::cards::{Card, PerSeat, Rank, Seat, Set, Suit};
use crate::engine::{Act, Deal, Hand, Move, Refusal, Stage, Table, advance, close, legal, open};
use crate::rules::{Phase, Ruleset};

/// The trump suit of every hand.
const TRUMPS: Suit = Suit::Hearts;

/// The pools of so many hands, in chips: one player has the five highest trumps each time, keeps quiet about them, and
/// takes every trick. For editions without a top card and without a spare hand, which would come between.
///
/// # Errors
/// What the engine refuses, under rules for which the cards do not suffice.
pub fn growth(rules: &Ruleset, seats: u8, hands: usize) -> Result<Vec<i64>, Refusal> {
    let mut table = Table::new(seats, Seat(0), PerSeat::all(rules.chips_start.value.0));
    let mut events = Vec::new();
    let mut pools = Vec::new();
    while pools.len() < hands {
        let Ok(mut hand) = open(rules, &mut table, &mut events) else { break };
        pools.push(hand.pool);
        play(rules, &mut hand)?;
        close(rules, &hand, &mut table);
    }
    Ok(pools)
}

fn play(rules: &Ruleset, hand: &mut Hand) -> Result<(), Refusal> {
    let mut events = Vec::new();
    advance(rules, hand, Act::Deal(deal(rules, hand)), &mut events)?;
    while hand.asks() {
        let does = match hand.stage {
            Stage::In(Phase::Round(_)) => Move::Stand,
            Stage::In(Phase::Claims) => Move::LetPass,
            _ => legal(rules, hand).cards.nth(0).map_or(Move::Fold, Move::Play),
        };
        advance(rules, hand, Act::Does(hand.mover, does), &mut events)?;
    }
    Ok(())
}

/// The five highest trumps to the eldest, the cards below them to the others, and a trump turned up.
fn deal(rules: &Ruleset, hand: &Hand) -> Deal {
    let size = usize::from(rules.deal_packets.value.hand);
    let trumps = rules.rank.value.ranks().map(|rank: Rank| Card::new(rank, TRUMPS));
    let best: Set = trumps.into_iter().take(size).collect();
    let turned = trumps[size];
    let mut others = (rules.pack.value.pack(hand.seats) - best).without(turned).into_iter();
    let eldest = hand.dealer.next(hand.seats);
    let mut hands = PerSeat::default();
    hands[eldest] = best;
    for _ in 0..size {
        for seat in hand.in_turn().filter(|seat| *seat != eldest) {
            hands[seat] = others.next().map_or(hands[seat], |card| hands[seat].with(card));
        }
    }
    Deal { hands, fille: Set::EMPTY, turned }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions;

    fn pools(edition: &str, seats: u8) -> Vec<i64> {
        growth(editions::by_id(edition).expect("an edition"), seats, 6).expect("hands that can be played")
    }

    #[test]
    fn without_a_ceiling_the_pool_is_multiplied_from_hand_to_hand() {
        assert_eq!(pools("mouche-1718", 3), [5, 15, 35, 75, 155, 315]);
        assert_eq!(pools("mouche-1718", 4), [5, 20, 65, 200, 605, 1820]);
        assert_eq!(pools("mouche-1718", 5), [5, 25, 105, 425, 1705, 6825]);
        assert_eq!(pools("mouche-1718", 6), [5, 30, 155, 780, 3905, 19530]);
    }

    #[test]
    fn a_ceiling_holds_it_at_the_stake_and_a_debt_from_each_other_player() {
        assert_eq!(pools("mery-1847", 5).last(), Some(&85));
        assert_eq!(pools("mery-1847", 6).last(), Some(&105));
    }

    #[test]
    fn debts_put_in_one_by_one_let_it_climb_by_the_stake() {
        assert_eq!(pools("mouche-1730", 5), [5, 10, 15, 20, 25, 30]);
    }
}
