//! Tests of `src/explore/unseen_hand_fit.rs`, from within.

use super::*;
use crate::editions;
use crate::engine::{DealStage, apply};
use crate::explore::{fill_random_draws, play_example};
use crate::rules::DealPhase;

/// Plays a deal by the strategy, and returns its moves, each with the state before it.
fn play_by_strategy(rules: &TrickRules, seed: u64) -> Vec<(DealState, Move)> {
    let example = play_example(rules, 4, RandomPlayer::new(seed)).expect("a deal");
    let (mut state, _) = example.moves[0];
    let mut cards = RandomPlayer::new(seed);
    let mut moves = Vec::new();
    while state.awaits_move() {
        let chosen = STRATEGY.choose_move(rules, &state).expect("a move");
        let act = fill_random_draws(rules, &state, chosen, &mut cards);
        moves.push((state, act.as_move().expect("a move")));
        apply(rules, &mut state, act, &mut Vec::new()).expect("a legal move");
    }
    moves
}

/// How often deals differ from what players do who follow the strategy.
#[derive(Debug, Default)]
struct Misfits {
    trumps_discarded: usize,
    other_plays: usize,
}

impl Misfits {
    fn count_in_deal(&mut self, fit: &UnseenHandWeigher, dealt: &DealState) {
        self.trumps_discarded += (dealt.discards & dealt.trumps.cards).len();
        for heard in &fit.moves {
            let held = dealt.hands[heard.before.mover] | heard.played_since;
            let is_play = matches!(heard.player_move, Move::Play(_));
            self.other_plays += usize::from(is_play && fit.weight_of_move(heard, held) < 1.0);
        }
    }
}

#[test]
fn chosen_deals_fit_what_was_discarded_and_played() {
    let rules = editions::built_in_trick_editions()
        .next()
        .expect("an edition");
    let mut cards = RandomPlayer::new(1);
    let [mut chosen, mut random] = [Misfits::default(), Misfits::default()];
    for seed in 1..=40 {
        let moves = play_by_strategy(rules, seed);
        for (place, (state, _)) in moves.iter().enumerate() {
            if state.stage != DealStage::In(DealPhase::Tricks) {
                continue;
            }
            let past = &moves[..place];
            let fit = UnseenHandWeigher::new(rules, past, state);
            let known = KnownCards::new(rules, past, state);
            random.count_in_deal(&fit, &known.deal_unseen(rules, &mut cards));
            let known = known.expecting_no_discarded_trumps(past);
            chosen.count_in_deal(&fit, &fit.sample_fitting_deal(&known, &mut cards));
        }
    }
    assert_eq!(chosen.trumps_discarded, 0, "{random:?}");
    assert!(random.trumps_discarded > 100, "{random:?}");
    assert!(
        3 * chosen.other_plays < random.other_plays,
        "{chosen:?} {random:?}"
    );
}
