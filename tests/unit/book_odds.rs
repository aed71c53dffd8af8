//! Tests of `src/book/odds.rs`, from within.

use super::entering_figures::losing_cards_exchange_results;
use super::*;

/// What the chapter says in words, whatever the figures come to be.
#[test]
fn the_words_hold() {
    let played = stored_figures().expect("the figures");
    let [base, _] = trial_editions();
    let trials = trials_by_players(played, base).expect("a trial for each number of players");
    let all = || trials.iter().map(|(_, trial)| *trial);
    let with_one: Vec<f64> = all()
        .filter_map(|trial| losing_cards_exchange_results(trial, 1))
        .map(|row| row.gained.estimate())
        .collect();
    assert!(
        with_one.windows(2).all(|pair| pair[0] > pair[1]),
        "more players, less worth: {with_one:?}"
    );
    for trial in all() {
        let owe = |trumps| {
            losing_cards_exchange_results(trial, trumps)
                .map_or(1.0, |row| 1.0 - row.spared.estimate())
        };
        assert!(
            2.0 * owe(2) < owe(1),
            "a second trump takes most of the danger: {} of {}",
            owe(2),
            owe(1)
        );
        let hands = |trumps| {
            trial
                .plan_result(trumps, DeclarationPlan::Stand)
                .map_or(0, |row| row.gained.of)
        };
        assert!(
            (0..=5).all(|trumps| hands(trumps) <= hands(1)),
            "one trump is what one holds most often"
        );
        assert!(
            losing_cards_exchange_results(trial, 1).map(|row| row.gained.estimate())
                > trial
                    .plan_result(1, DeclarationPlan::Stand)
                    .map(|row| row.gained.estimate())
        );
    }
}
