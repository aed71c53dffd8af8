//! Matches of two ways to play Mus. Each game is played again with the same cards and the other player at each side.

use super::odds::Mean;
use super::{ComputerLevel, SamplingMusPlayer};
use crate::cards::Seat;
use crate::engine::expect_accepted;
use crate::mus::{
    MusAct, MusStage, MusState, MusTableBetweenDeals, RandomMusPlayer, apply, close_deal, open_deal,
};
use crate::rules::mus_values::Sides;
use crate::rules::{Move, MusRules};
use std::ops::Range;

/// A way to play Mus: the mover's move in a deal, or `None` if nobody has to choose.
pub type MusPlayer<'a> = dyn Fn(&MusState) -> Option<Move> + Sync + 'a;

/// Plays a game for each seed and each side, with the first player at that side and the second player elsewhere. Where players play
/// singly it is a round. Returns the mean share of a seed's games that the first player wins, or of its rounds that they do not lose.
///
/// # Panics
/// If a player makes a move that the rules refuse.
///
/// ```
/// use mouche::editions::mus_edition;
/// use mouche::explore::{ComputerLevel, play_mus_match};
///
/// let rules = mus_edition("mus-pairs").expect("an edition");
/// let by_the_book = |state: &_| ComputerLevel::ByTheBook.choose_mus_move(rules, state);
/// let share = play_mus_match(rules, 4, [&by_the_book, &by_the_book], 0..20);
/// assert_eq!(share.estimate(), 0.5);
/// ```
pub fn play_mus_match(
    rules: &MusRules,
    seats: u8,
    players: [&MusPlayer; 2],
    seeds: Range<u64>,
) -> Mean {
    let sides = match rules.sides.value {
        Sides::Pairs => 2,
        Sides::Single => seats,
    };
    let mut shares = Mean::default();
    for seed in seeds {
        let mut won = 0;
        for side in 0..sides {
            won += u32::from(play_game_for_result(
                rules,
                seats,
                players,
                Seat(side),
                seed,
            ));
        }
        shares.add_result(f64::from(won) / f64::from(sides));
    }
    shares
}

/// Plays a match of two levels of the computer as [`play_mus_match`] does. `samples` says how often a level deals the unseen cards, in
/// place of its own number.
///
/// # Panics
/// If a level makes a move that the rules refuse.
pub fn play_levels_at_mus(
    rules: &MusRules,
    seats: u8,
    levels: [ComputerLevel; 2],
    samples: Option<u32>,
    seeds: Range<u64>,
) -> Mean {
    let choosers = levels.map(|level| {
        move |state: &MusState| match samples {
            Some(samples) if level != ComputerLevel::ByTheBook => {
                SamplingMusPlayer::new(samples).choose_move(rules, state)
            }
            _ => level.choose_mus_move(rules, state),
        }
    });
    play_mus_match(rules, seats, [&choosers[0], &choosers[1]], seeds)
}

/// Plays a game with the first player at a side, and returns whether that side wins it, or does not lose the round.
fn play_game_for_result(
    rules: &MusRules,
    seats: u8,
    [first, second]: [&MusPlayer; 2],
    side: Seat,
    seed: u64,
) -> bool {
    let dealer = RandomMusPlayer::new(seed).random_dealer(seats);
    let mut table = MusTableBetweenDeals::new(rules, seats, dealer);
    let mut deal_seed = seed << 10;
    loop {
        // Each deal has cards of its own, whatever was drawn in the deals before it.
        let mut chance = RandomMusPlayer::new(deal_seed);
        deal_seed += 1;
        let mut state = open_deal(rules, &table);
        while state.stage != MusStage::Over {
            let is_first = MusState::first_seat_of_side(rules, state.mover) == side;
            let player = if is_first { first } else { second };
            let act = match player(&state) {
                Some(chosen) => MusAct::Move(state.mover, chosen),
                None => chance.choose_act(rules, &state),
            };
            let applied = apply(rules, &mut state, act, &mut Vec::new());
            expect_accepted(applied, "what may be done");
        }
        close_deal(rules, &state, &mut table);
        let [is_won, is_lost] = [table.games_won, table.rounds_lost]
            .map(|counts| counts.iter().any(|count| *count > 0));
        if is_won || is_lost {
            return table.games_won[side] > 0 || is_lost && table.rounds_lost[side] == 0;
        }
    }
}
