//! Figures that were played out beforehand, played again. After a change of rules, engine or strategy write them anew:
//! `UPDATE=1 cargo test --test all played_out_figures`.

use crate::library::LIBRARY;
use crate::{golden, test_extent};
use mouche::book::odds::{
    DebtShareCutByCeiling, EVENING_PLAYERS, EditionPlayersFigure, HANDS_PER_TRIAL,
    PrecomputedFigures, SEED, SESSIONS_PER_TABLE, compute_mus_holdings,
    editions_for_debt_comparison, trial_editions,
};
use mouche::explore::odds::{PlanTrialsInSessions, simulate_strategy_sessions, try_plans};
use mouche::explore::strategy::{NEVER_FOLDS, STRATEGY, Strategy};
use mouche::explore::{ChipSumsByGamePosition, sum_chips_of_moves, weighing_key};
use mouche::page::move_alternatives;
use mouche::rules::TrickRules;
use mouche::scenario::parsed_scenario::TaskQuestion;
use mouche::scenario::story::{Step, Story};
use mouche::scenario::task_check;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Holds a file of the source to what it should say.
fn hold_source_file(file: &str, text: &str) {
    golden::hold_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), text);
}

/// The ceilings compared, in stakes.
const STAKES: [i64; 4] = [1, 2, 4, 8];

/// The tables whose trials are told.
fn trial_tables() -> impl Iterator<Item = (&'static TrickRules, u8)> {
    trial_editions().into_iter().flat_map(|rules| {
        let players = rules.players.value;
        (players.from..=players.to).map(move |players| (rules, players))
    })
}

fn play_trial((rules, players): (&TrickRules, u8)) -> EditionPlayersFigure<PlanTrialsInSessions> {
    table_result(
        rules,
        players,
        try_plans(rules, players, HANDS_PER_TRIAL, SEED),
    )
}

/// The figures of the chapter of odds, played again.
fn play_figures() -> PrecomputedFigures {
    let editions = editions_for_debt_comparison();
    let all_of = |strategy: &Strategy| {
        editions
            .as_array()
            .map(|rules| {
                table_result(
                    rules,
                    EVENING_PLAYERS,
                    simulate_strategy_sessions(
                        rules,
                        EVENING_PLAYERS,
                        strategy,
                        SESSIONS_PER_TABLE,
                        SEED,
                    ),
                )
            })
            .into()
    };
    PrecomputedFigures {
        trials: trial_tables().map(play_trial).collect(),
        careful: all_of(&STRATEGY),
        bold: all_of(&NEVER_FOLDS),
        ceilings: STAKES
            .map(|stakes| {
                play_with_ceiling(editions.capped, stakes * editions.capped.stake.value.chips)
            })
            .into(),
        mus: compute_mus_holdings().expect("an edition of Mus"),
    }
}

fn table_result<T>(rules: &TrickRules, players: u8, found: T) -> EditionPlayersFigure<T> {
    EditionPlayersFigure {
        edition: rules.id.into(),
        players,
        found,
    }
}

fn play_with_ceiling(rules: &TrickRules, chips: i64) -> DebtShareCutByCeiling {
    let mut rules = *rules;
    rules.debt_cap.value.0 = Some(chips);
    let cut = |strategy| {
        simulate_strategy_sessions(&rules, EVENING_PLAYERS, strategy, SESSIONS_PER_TABLE, SEED).cut
    };
    DebtShareCutByCeiling {
        ceiling: chips,
        careful: cut(&STRATEGY),
        bold: cut(&NEVER_FOLDS),
    }
}

/// Whether everything is played again: to be written, or because it is asked for. Else it is a sample.
fn is_whole() -> bool {
    test_extent::are_all_wanted() || golden::is_renewed()
}

#[test]
fn the_chapter_of_odds() {
    let file = "src/book/odds/played.json";
    if !is_whole() {
        let kept = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))
            .expect("a file");
        let kept: Value = serde_json::from_str(&kept).expect("figures");
        for table in trial_tables().step_by(7) {
            // Read from text like the kept figures: reading may round the last digit of a number.
            let again = serde_json::to_string(&play_trial(table)).expect("figures");
            let again: Value = serde_json::from_str(&again).expect("figures");
            assert!(
                kept["trials"]
                    .as_array()
                    .is_some_and(|kept| kept.contains(&again)),
                "{again}"
            );
        }
        return;
    }
    let text = serde_json::to_string(&play_figures()).expect("figures");
    // A line for each thing found, so that a change can be read.
    hold_source_file(
        file,
        &(text.replace("},{", "},\n{").replace("],\"", "],\n\"") + "\n"),
    );
}

#[test]
fn what_the_answers_to_tasks_come_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let whole = is_whole();
    let stories = LIBRARY
        .iter()
        .flat_map(|file| &file.stories)
        .filter(|story| !story.trick_steps().iter().all(|step| step.tasks.is_empty()));
    let asked = stories
        .step_by(if whole { 1 } else { 10 })
        .flat_map(|story| {
            let asks = |step: &Step| {
                step.tasks
                    .iter()
                    .any(|posed| posed.task.asks == TaskQuestion::Plays)
            };
            (0..story.trick_steps().len())
                .filter(move |at| asks(&story.trick_steps()[*at]))
                .map(move |at| (story, at))
        });
    let weigh = |(story, at): (&Story, usize)| {
        let step = &story.trick_steps()[at];
        let rules = &step.rules;
        let past = task_check::moves_before(story, at);
        let made = step
            .events
            .iter()
            .find_map(|event| event.details.as_move())
            .map(|(_, does)| does);
        let open = task_check::allowed_moves_plus_advised(
            rules,
            &step.before,
            &task_check::open_and_refused_moves(rules, &step.before, made),
        );
        (
            weighing_key(rules, &past, &step.before, &open),
            sum_chips_of_moves(rules, &past, &step.before, &open),
        )
    };
    let again: ChipSumsByGamePosition = asked.map(weigh).collect();
    let file = "src/explore/known.json";
    if whole {
        return hold_source_file(
            file,
            &(serde_json::to_string(&again)
                .expect("JSON")
                .replace("],\"", "],\n\"")
                + "\n"),
        );
    }
    let kept: BTreeMap<String, Vec<i64>> =
        serde_json::from_str(&std::fs::read_to_string(root.join(file)).expect("a file"))
            .expect("figures");
    let other: Vec<&String> = again
        .iter()
        .filter(|(of, one)| kept.get(*of) != Some(one))
        .map(|(of, _)| of)
        .collect();
    assert!(other.is_empty(), "of {}, others: {other:?}", again.len());
}

#[test]
fn the_advice_of_every_hand_that_asks_for_it() {
    let advised = LIBRARY
        .iter()
        .flat_map(|file| &file.stories)
        .filter(|story| story.advice);
    let editions: BTreeSet<&str> = advised.map(|story| story.rules.id).collect();
    let missing: Vec<&str> = mouche::editions::ALL
        .iter()
        .map(|rules| rules.id)
        .filter(|id| !editions.contains(id))
        .collect();
    assert!(missing.is_empty(), "no hand of {missing:?} asks for advice");
    let (file, whole) = ("src/page/move_alternatives/known.json", is_whole());
    if whole {
        return hold_source_file(
            file,
            &move_alternatives::recompute_advice_as_json(&LIBRARY).expect("figures"),
        );
    }
    let read = |text: &str| {
        serde_json::from_str::<BTreeMap<String, Value>>(text).expect("figures by hand")
    };
    let kept = read(
        &std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file"),
    );
    let sample: Vec<_> = LIBRARY.iter().step_by(9).cloned().collect();
    let again = read(&move_alternatives::recompute_advice_as_json(&sample).expect("figures"));
    let other: Vec<&String> = again
        .iter()
        .filter(|(of, one)| kept.get(*of) != Some(one))
        .map(|(of, _)| of)
        .collect();
    assert!(
        again.len() > 1 && other.is_empty(),
        "of {}, others: {other:?}",
        again.len()
    );
}
