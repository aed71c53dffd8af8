//! The levels of the computer at Mus: each beats the one before it, nobody sees hidden cards, and nobody stakes all their stones
//! with a small chance. `cargo bench --bench mus_exploiter` measures them in more games.

use crate::mus_threshold_policy::{HandRanks, Policy};
use crate::test_extent;
use mouche::cards::{CardSet, Seat};
use mouche::editions::{mus_edition, mus_editions};
use mouche::explore::mus_strategy::play_example;
use mouche::explore::{ComputerLevel, SamplingMusPlayer, play_mus_match};
use mouche::mus::{
    MusAct, MusState, MusTableBetweenDeals, RandomMusPlayer, apply, close_deal, open_deal,
};
use mouche::mus::{MusStage, legal_verbs};
use mouche::rules::{Move, MusRules, Verb};

/// The number of samples of the players that are tested. It is small because tests are compiled without optimisation.
const SAMPLES: u32 = 12;

fn mus_rules(id: &str) -> &'static MusRules {
    mus_edition(id).expect("an edition")
}

/// Returns a deal in which the cards that the mover does not see are dealt in another way.
fn deal_hidden_cards_again(state: &MusState, seed: u64) -> MusState {
    let mut random = RandomMusPlayer::new(seed);
    let mut dealt = *state;
    let others = state.players.without(state.mover);
    let mut hidden = state.stock | state.discards;
    for seat in others.iter() {
        hidden = hidden | state.hands[seat];
    }
    let mut deal = |count: usize| -> CardSet {
        let cards = random.random_subset(hidden, count);
        hidden = hidden - cards;
        cards
    };
    for seat in others.iter() {
        dealt.hands[seat] = deal(state.hands[seat].len());
    }
    dealt.discards = deal(state.discards.len());
    dealt.stock = deal(state.stock.len());
    dealt
}

#[test]
fn a_player_of_mus_who_samples_does_not_see_hidden_cards() {
    let player = SamplingMusPlayer::new(SAMPLES);
    for rules in mus_editions() {
        for seed in 1..=3 {
            let example = play_example(rules, rules.players.value.from, seed, true);
            for (state, _) in example.moves.iter().step_by(2) {
                let chosen = player.choose_move(rules, state);
                let dealt = deal_hidden_cards_again(state, seed);
                assert_eq!(
                    player.choose_move(rules, &dealt),
                    chosen,
                    "{}, seed {seed}: hidden cards are dealt again",
                    rules.id
                );
            }
        }
    }
}

/// In the sample a player with few samples stands for both levels.
#[test]
fn each_level_beats_the_one_before_it_at_mus() {
    for id in ["mus-pairs", "mus-individual"] {
        let rules = mus_rules(id);
        let seats = rules.players.value.from;
        let plays = |samples: u32| {
            move |state: &MusState| match samples {
                0 => ComputerLevel::ByTheBook.choose_mus_move(rules, state),
                samples => SamplingMusPlayer::new(samples).choose_move(rules, state),
            }
        };
        let pairs = if test_extent::are_all_wanted() {
            let [fair, sharp] = [ComputerLevel::Fair, ComputerLevel::Sharp];
            let [fair, sharp] = [fair, sharp].map(ComputerLevel::mus_sample_count);
            vec![[0, fair], [fair, sharp]]
        } else {
            vec![[0, SAMPLES]]
        };
        for [weaker, stronger] in pairs.into_iter().map(|pair| pair.map(plays)) {
            let seeds = if test_extent::are_all_wanted() {
                1_000
            } else {
                60
            };
            let share = play_mus_match(rules, seats, [&stronger, &weaker], 0..seeds);
            let least = if test_extent::are_all_wanted() {
                share.estimate() - share.margin()
            } else {
                share.estimate()
            };
            assert!(least > 0.5, "{id}: {:.3}", share.estimate());
        }
    }
}

/// Returns whether the mover has staked all their stones by a move.
fn stakes_all(rules: &MusRules, state: &MusState, player_move: Move) -> bool {
    let is_bet = matches!(
        player_move.verb(),
        Verb::Envido | Verb::Raise | Verb::Accept | Verb::Ordago
    );
    let mut after = *state;
    let made = apply(
        rules,
        &mut after,
        MusAct::Move(state.mover, player_move),
        &mut Vec::new(),
    );
    assert_eq!(made, Ok(()), "a legal move");
    is_bet && (state.bet.is_ordago || after.table.purses[state.mover] == 0)
}

/// Plays a round singly, and checks each move that stakes a whole purse. Returns how many there were.
fn check_stakes_of_round(rules: &MusRules, level: ComputerLevel, seats: u8, seed: u64) -> usize {
    let mut chance = RandomMusPlayer::new(seed);
    let mut table = MusTableBetweenDeals::new(rules, seats, chance.random_dealer(seats));
    let judge = SamplingMusPlayer::new(1_000);
    let mut stakes = 0;
    while (0..seats).all(|seat| table.rounds_lost[Seat(seat)] == 0) {
        let mut state = open_deal(rules, &table);
        while state.stage != MusStage::Over {
            let chosen = level.choose_mus_move(rules, &state);
            if let Some(chosen) = chosen.filter(|_| state.stage == MusStage::Betting)
                && stakes_all(rules, &state, chosen)
            {
                stakes += 1;
                let chance_to_win = judge.chance_of_best_cards(rules, &state);
                assert!(
                    chance_to_win >= 0.65,
                    "seed {seed}: {chosen:?} of {:?} with {chance_to_win}",
                    legal_verbs(rules, &state)
                );
            }
            let act = match chosen {
                Some(chosen) => MusAct::Move(state.mover, chosen),
                None => chance.choose_act(rules, &state),
            };
            assert_eq!(apply(rules, &mut state, act, &mut Vec::new()), Ok(()));
        }
        close_deal(rules, &state, &mut table);
    }
    stakes
}

#[test]
fn nobody_stakes_all_stones_with_a_small_chance() {
    let rules = mus_rules("mus-individual");
    let rounds = if test_extent::are_all_wanted() {
        500
    } else {
        10
    };
    for level in [ComputerLevel::Fair, ComputerLevel::Sharp] {
        for seats in [2, 4] {
            let stakes: usize = (0..rounds)
                .map(|seed| check_stakes_of_round(rules, level, seats, seed))
                .sum();
            assert!(stakes > 0, "{seats} players of {}", level.name());
        }
    }
}

/// The policy that a search found against sharp players who passed with weak cards and refused most bets: it won 55.9 % of 8,000 games.
const FOUND_EXPLOITER: Policy = Policy([
    [0.00, 1.05, 0.78, 0.89, 0.60, 1.05],
    [0.00, 0.57, 0.95, 0.86, 0.60, 0.70],
    [0.00, 1.05, 0.29, 0.80, 0.52, 0.00],
    [0.00, 0.10, 0.45, 0.55, 0.80, 0.87],
    [0.08, 0.60, 0.58, 0.94, 0.60, 0.90],
]);

#[test]
fn a_player_who_bets_with_any_hand_does_not_beat_sharp_players() {
    let rules = mus_rules("mus-individual");
    let ranks = HandRanks::sample(rules);
    let exploits = |state: &MusState| {
        let wished = FOUND_EXPLOITER.choose_move(rules, state, &ranks);
        wished.or_else(|| ComputerLevel::ByTheBook.choose_mus_move(rules, state))
    };
    let sharp = |state: &MusState| ComputerLevel::Sharp.choose_mus_move(rules, state);
    let seeds = if test_extent::are_all_wanted() {
        1_000
    } else {
        60
    };
    let share = play_mus_match(rules, 2, [&exploits, &sharp], 0..seeds);
    assert!(share.estimate() <= 0.5, "{:.3}", share.estimate());
}
