//! Whole hands solved with all their alternatives, in processor time on one core: `cargo bench --bench solver`.
//!
//! A hand counts every card that might have been played at each of its steps, who could take the trick, and for each
//! declaration folding and standing. Five players must stay under two seconds.

use mouche::editions::built_in_trick_editions;
use mouche::engine::{DealStage, DealState, Move, TrickAct, apply_to_copy, legal_moves};
use mouche::explore::{
    MovesBeforeFirstCard, PlayedExample, RandomPlayer, Solver, play_example, with_unlimited_purses,
};
use mouche::rules::{DealPhase, TrickRules};

/// Hands of each edition and number of players.
const HANDS: u64 = 40;

/// The most that a hand of five players may take, in seconds.
const FIVE_PLAYERS: f64 = 2.0;

fn main() {
    for edition in built_in_trick_editions() {
        for players in edition.players.value.from..=edition.players.value.to {
            let hands = (0..HANDS).filter_map(|seed| {
                play_example(
                    edition,
                    players,
                    RandomPlayer::with_sensible_declarations(seed),
                )
            });
            let mut times: Vec<f64> = hands.map(|hand| time_solver(edition, &hand)).collect();
            times.sort_by(f64::total_cmp);
            let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
            println!(
                "{}\t{players} players\tmedian {median:.4} s\tworst {worst:.4} s",
                edition.id
            );
            assert!(players != 5 || worst < FIVE_PLAYERS, "too slow");
        }
    }
}

fn time_solver(rules: &TrickRules, hand: &PlayedExample) -> f64 {
    let begun = cpu_time::ProcessTime::now();
    solve_declarations(rules, hand);
    solve_plays(rules, hand);
    begun.elapsed().as_secs_f64()
}

fn solve_declarations(rules: &TrickRules, example: &PlayedExample) {
    let declared = || {
        example
            .moves
            .iter()
            .filter(|(hand, _)| matches!(hand.stage, DealStage::In(DealPhase::Round(_))))
    };
    let record = MovesBeforeFirstCard(declared().map(|(hand, does)| (hand.mover, *does)).collect());
    for (hand, does) in declared() {
        for other in [*does, Move::Fold, Move::Stand] {
            std::hint::black_box(record.outcome_with_declaration(rules, hand, other, &mut None));
        }
    }
}

fn solve_plays(rules: &TrickRules, example: &PlayedExample) {
    let mut plays = example
        .moves
        .iter()
        .filter(|(hand, _)| hand.stage == DealStage::In(DealPhase::Tricks))
        .peekable();
    let Some(mut hand) = plays.peek().map(|(hand, _)| with_unlimited_purses(hand)) else {
        return;
    };
    let Some(mut solver) = Solver::new(rules, &hand) else {
        return;
    };
    for (_, does) in plays {
        for does in legal_moves(rules, &hand) {
            std::hint::black_box((
                solver.move_outcome(&hand, does),
                solver.trick_winners(&hand, does),
            ));
        }
        hand = state_after(rules, &hand, *does);
    }
}

fn state_after(rules: &TrickRules, hand: &DealState, does: Move) -> DealState {
    apply_to_copy(
        rules,
        hand,
        TrickAct::Move(hand.mover, does),
        &mut Vec::new(),
    )
    .expect("an act that was made")
}
